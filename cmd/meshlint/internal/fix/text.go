package fix

import (
	"bytes"
	"errors"
	"strings"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
)

// What is refused for the way in which it is written.
var (
	errKey     = errors.New("the key is not the first on its line, or has a tag")
	errDash    = errors.New("the item does not stand behind a dash of its own")
	errWritten = errors.New("it is written in a way that is left to people")
	errLineEnd = errors.New("the line end that is missing at the end would become part of a value")
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

// entryStart returns where an entry of a block mapping starts: only white space
// and dashes stand in front of it.
func (e *editor) entryStart(key *manifest.Node) (int, bool) {
	start, _, ok := e.object.Document.Token(key)
	if !ok || key.Anchor != "" || key.Kind != manifest.ScalarNode || isBlockScalar(key) {
		return 0, false
	}
	return start, len(bytes.Trim(e.data[e.lineStart(start):start], " -")) == 0
}

// dash returns where the dash of an item of a block sequence is.
func (e *editor) dash(item *manifest.Node) (int, bool) {
	start, _, ok := e.object.Document.Token(item)
	if !ok || item.Anchor != "" || isTagged(item) {
		return 0, false
	}
	if item.Kind == manifest.SequenceNode && !isFlow(item) {
		// Of a list in a list the token is that of its first item.
		if start, ok = e.dash(item.Content[0]); !ok {
			return 0, false
		}
	}
	line := e.lineStart(start)
	before := bytes.TrimRight(e.data[line:start], " \t")
	if len(before) == 0 || before[len(before)-1] != '-' {
		return 0, false
	}
	return line + len(before) - 1, true
}

// colon returns the offset behind the colon of a key.
func (e *editor) colon(key *manifest.Node) (int, bool) {
	_, end, ok := e.object.Document.Token(key)
	if !ok {
		return 0, false
	}
	for end < len(e.data) && (e.data[end] == ' ' || e.data[end] == '\t') {
		end++
	}
	return end + 1, end < len(e.data) && e.data[end] == ':'
}

// entryEnd returns the end of the lines of the entry of a block that starts at
// offset at: with its value, without the comments and empty lines behind it.
func (e *editor) entryEnd(at int, value *manifest.Node) (int, bool) {
	indent := e.indentOf(at)
	end := e.lineEnd(at)
	last, ok := e.lastToken(value)
	if !ok {
		return 0, false
	}
	if last > at {
		end = e.lineEnd(last)
		if rest := bytes.TrimLeft(e.data[last:end], " \t\r\n"); len(rest) > 0 && rest[0] != '#' && rest[0] != ':' && !endsInBlock(value) {
			return 0, false // something else follows on the line
		}
	}
	// The dashes of a list may stand right below the key.
	list := value != nil && value.Kind == manifest.SequenceNode && !isFlow(value) && value.Column == indent+1
	keeps := keepsBlanks(e.data, e.object.Document, value)
	for next := end; next < len(e.data); {
		stop := e.lineEnd(next)
		line := bytes.TrimRight(e.data[next:stop], "\r\n")
		content := bytes.TrimLeft(line, " ")
		width := len(line) - len(content)
		switch {
		case len(content) == 0:
			if keeps {
				end = stop
			}
		case width > indent, list && width == indent && (bytes.HasPrefix(content, []byte("- ")) || string(content) == "-"):
			end = stop
		case content[0] == '#':
		default:
			return end, true
		}
		next = stop
	}
	return end, true
}

// lastToken returns where the last text of a value ends; of a block scalar, its
// header. It is 0 for a value without text.
func (e *editor) lastToken(n *manifest.Node) (int, bool) {
	switch {
	case n == nil:
		return 0, true
	case n.Kind == manifest.ScalarNode || n.Kind == manifest.AliasNode:
		_, end, ok := e.object.Document.Token(n)
		if !ok && n.Value != "" {
			return 0, false
		}
		return end, true
	case isFlow(n):
		return e.flowEnd(n)
	}
	end := 0
	for _, child := range n.Content[len(n.Content)-entryWidth(n):] {
		at, ok := e.lastToken(child)
		if !ok {
			return 0, false
		}
		end = max(end, at)
	}
	return end, true
}

// lastScalar is the scalar that a block ends with, nil if it ends otherwise.
func lastScalar(n *manifest.Node) *manifest.Node {
	for n != nil && len(n.Content) > 0 && !isFlow(n) {
		n = n.Content[len(n.Content)-1]
	}
	if n == nil || n.Kind != manifest.ScalarNode {
		return nil
	}
	return n
}

func endsInBlock(n *manifest.Node) bool {
	last := lastScalar(n)
	return last != nil && isBlockScalar(last)
}

// keepsBlanks reports whether the empty lines behind a value are part of it.
func keepsBlanks(data []byte, document *manifest.Document, n *manifest.Node) bool {
	if !endsInBlock(n) {
		return false
	}
	start, end, ok := document.Token(lastScalar(n))
	return !ok || strings.Contains(string(data[start:end]), "+")
}

// insertLine puts a line at offset at, which is the start of one or the end of
// the document. It comes behind value, in a block that is indented by depth.
func (e *editor) insertLine(at int, line string, value *manifest.Node, depth int) error {
	if at > 0 && e.data[at-1] != '\n' {
		if endsInBlock(value) {
			return errLineEnd
		}
		e.insert(at, e.eol()+line, depth)
		return nil
	}
	e.insert(at, line+e.eol(), depth)
	return nil
}
