package fix

import (
	"bytes"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
)

// lineStart returns where the line of offset at starts.
func (e *editor) lineStart(at int) int { return bytes.LastIndexByte(e.data[:at], '\n') + 1 }

// lineEnd returns where the line of offset at ends, its line end included.
func (e *editor) lineEnd(at int) int {
	if i := bytes.IndexByte(e.data[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(e.data)
}

// eol is the line end of the document.
func (e *editor) eol() string {
	if i := bytes.IndexByte(e.data, '\n'); i > 0 && e.data[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// indentOf returns the number of blanks that a line of the block to which the
// entry at offset at belongs starts with: what stands in front of the entry, a
// dash counted as a blank.
func (e *editor) indentOf(at int) int { return at - e.lineStart(at) }

// entryEnd returns the end of the lines of the entry of a block that starts at
// offset at: with its value, without the comments and empty lines behind it.
func (e *editor) entryEnd(at int, value *manifest.Node) int {
	indent := e.indentOf(at)
	list := value != nil && value.Kind == manifest.SequenceNode && !isFlow(value)
	end := e.lineEnd(at)
	for next := end; next < len(e.data); {
		stop := e.lineEnd(next)
		line := bytes.TrimRight(e.data[next:stop], "\r\n")
		content := bytes.TrimLeft(line, " ")
		width := len(line) - len(content)
		switch {
		case len(content) == 0 || content[0] == '#' && width <= indent:
		case width > indent, list && width == indent && (bytes.HasPrefix(content, []byte("- ")) || string(content) == "-"):
			end = stop
		default:
			return end
		}
		next = stop
	}
	return end
}

// flowEnd returns the end of the value in flow style that starts at offset at.
func (e *editor) flowEnd(n *manifest.Node) int {
	start, end, ok := e.object.Document.Token(n)
	if !ok || n.Kind != manifest.MappingNode && n.Kind != manifest.SequenceNode {
		return end
	}
	depth := 0
	for at := start; at < len(e.data); at++ {
		switch e.data[at] {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return at + 1
			}
		case '"':
			for at++; at < len(e.data) && e.data[at] != '"'; at++ {
				if e.data[at] == '\\' {
					at++
				}
			}
		case '\'':
			// In the middle of a plain scalar it is a letter; there it is
			// behind one.
			if at > 0 && bytes.IndexByte([]byte(" \t\r\n,:[{"), e.data[at-1]) >= 0 {
				for at++; at < len(e.data) && e.data[at] != '\''; at++ {
				}
			}
		case '#':
			if at > 0 && (e.data[at-1] == ' ' || e.data[at-1] == '\t' || e.data[at-1] == '\n') {
				at = e.lineEnd(at) - 1
			}
		}
	}
	return len(e.data)
}
