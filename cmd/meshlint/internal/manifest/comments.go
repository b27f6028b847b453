package manifest

import (
	"bytes"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

// Comment is a comment of a document that has a marker in it.
type Comment struct {
	// Span covers the comment from its # to the end of the line.
	finding.Span
	// Text is what follows the marker, without white space around it.
	Text string
	// Covers is the line of the source that the comment is about: its own, or,
	// where nothing else stands on that, the next with something on it.
	Covers int
	// Snippet is the source line, without its line end.
	Snippet string
}

// Comments finds the comments of the document that have marker in them. What
// looks like a comment inside a scalar, such as a script, is none.
func (d *Document) Comments(marker string) []Comment {
	if len(d.Objects) == 0 || !bytes.Contains(d.Data, []byte(marker)) {
		return nil
	}
	var scalars []extent
	for _, object := range d.Objects {
		scalars = d.text.scalars(scalars, object.Root)
	}
	var comments []Comment
	for at := 0; ; {
		next := bytes.Index(d.Data[at:], []byte(marker))
		if next < 0 {
			return comments
		}
		at += next
		start, end := d.text.line(at)
		if hash := commentStart(d.Data, start, at, scalars); hash >= 0 {
			c := Comment{Span: d.text.span(hash, end), Text: string(bytes.TrimSpace(d.Data[at+len(marker) : end]))}
			c.Snippet = d.text.snippet(c.Line)
			c.Covers = c.Line
			if len(bytes.TrimSpace(d.Data[start:hash])) == 0 {
				c.Covers += d.text.linesToContent(end)
			}
			comments = append(comments, c)
			at = end
			continue
		}
		at += len(marker)
	}
}

// extent is a region of the data, its end exclusive.
type extent struct{ start, end int }

// scalars appends where the scalars below n stand.
func (t *text) scalars(list []extent, n *Node) []extent {
	if n.Kind != ScalarNode {
		for _, child := range n.Content {
			list = t.scalars(list, child)
		}
		return list
	}
	start, end, ok := t.token(n)
	if !ok {
		return list
	}
	if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		_, first := t.line(end)
		return append(list, extent{first, t.blockEnd(first)})
	}
	return append(list, extent{start, end})
}

// blockEnd returns where the block scalar ends whose header line ends at
// offset: before the first line that is less indented than its first one.
func (t *text) blockEnd(offset int) int {
	indent, end := -1, offset
	for at := offset; at < len(t.data); {
		start, stop := t.line(nextLine(t.data, at))
		if start <= at && stop <= at {
			break
		}
		line := t.data[start:stop]
		if content := bytes.TrimLeft(line, " "); len(content) > 0 {
			width := len(line) - len(content)
			if indent < 0 {
				indent = width
			}
			if width < indent || width == 0 {
				break
			}
		}
		at, end = stop, stop
		if stop >= len(t.data) {
			break
		}
	}
	return end
}

// nextLine returns the offset behind the line end at offset.
func nextLine(data []byte, offset int) int {
	if offset < len(data) {
		offset += max(breakWidth(data[offset:]), 0)
	}
	return offset
}

// commentStart returns the # that starts the comment in which offset at lies,
// on the line that starts at start, or -1.
func commentStart(data []byte, start, at int, scalars []extent) int {
	for i := start; i < at; i++ {
		if data[i] == '#' && (i == start || data[i-1] == ' ' || data[i-1] == '\t') && !inside(scalars, i) {
			return i
		}
	}
	return -1
}

func inside(scalars []extent, at int) bool {
	for _, s := range scalars {
		if at >= s.start && at < s.end {
			return true
		}
	}
	return false
}

// linesToContent counts the lines from the one that ends at offset to the next
// that is neither empty nor a comment; 1 where there is none.
func (t *text) linesToContent(offset int) int {
	for count := 1; offset < len(t.data); count++ {
		_, end := t.line(nextLine(t.data, offset))
		start, _ := t.line(end)
		if start <= offset && end <= offset {
			break
		}
		if line := bytes.TrimSpace(t.data[start:end]); len(line) > 0 && line[0] != '#' {
			return count
		}
		offset = end
	}
	return 1
}
