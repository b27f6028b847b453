package fix

import (
	"bytes"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
)

// skip returns the offset of the next byte that is neither white space nor part
// of a comment.
func (e *editor) skip(at int) int {
	for at < len(e.data) {
		switch c := e.data[at]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			at++
		case c == '#' && at > 0 && bytes.IndexByte([]byte(" \t\r\n"), e.data[at-1]) >= 0:
			at = e.lineEnd(at)
		default:
			return at
		}
	}
	return at
}

// flowEnd returns the end of a value within, or as, a flow collection. It is
// false where that cannot be told, as for a value without text.
func (e *editor) flowEnd(n *manifest.Node) (int, bool) {
	start, end, ok := e.object.Document.Token(n)
	if !ok || n.Kind != manifest.MappingNode && n.Kind != manifest.SequenceNode {
		return end, ok
	}
	if e.data[start] != '{' && e.data[start] != '[' {
		return 0, false // [a: 1]
	}
	at := end
	if count := len(n.Content); count > 0 {
		if at, ok = e.flowEntryEnd(n, count-entryWidth(n)); !ok {
			return 0, false
		}
	}
	at = e.skip(at)
	if at < len(e.data) && e.data[at] == ',' {
		at = e.skip(at + 1)
	}
	if at == len(e.data) || e.data[at] != '}' && e.data[at] != ']' {
		return 0, false
	}
	return at + 1, true
}

// flowEntryEnd returns the end of the entry of a flow collection whose first
// node has the index at.
func (e *editor) flowEntryEnd(parent *manifest.Node, at int) (int, bool) {
	value := parent.Content[at+entryWidth(parent)-1]
	if end, ok := e.flowEnd(value); ok {
		return end, true
	}
	if parent.Kind == manifest.SequenceNode || value.Kind != manifest.ScalarNode || value.Value != "" || value.Anchor != "" || isTagged(value) {
		return 0, false
	}
	// Only a key, or a key and a colon.
	_, end, ok := e.object.Document.Token(parent.Content[at])
	if colon, found := e.colon(parent.Content[at]); found {
		// Without the blank the colon would be part of the key.
		return colon + 1, ok && colon < len(e.data) && e.data[colon] == ' '
	}
	return end, ok
}

// insertFlow writes a new last entry of a flow collection. It is in the style
// of the last one: on a line of its own, or beside it.
func (e *editor) insertFlow(parent *manifest.Node, text string) error {
	at := len(parent.Content) - entryWidth(parent)
	start, _, ok := e.object.Document.Token(parent.Content[at])
	if !ok {
		return errWritten
	}
	end, ok := e.flowEntryEnd(parent, at)
	if !ok {
		return errWritten
	}
	// The comma stands behind what is last now: an entry, or one that was
	// inserted before.
	between := ""
	switch comma := e.skip(end); {
	case comma < len(e.data) && e.data[comma] == ',':
		end = comma + 1
		if e.added[parent] {
			between = ","
		}
	case e.added[parent]:
		between = ","
	default:
		e.edit(end, end, ",")
	}
	line, stop := e.lineStart(start), e.lineEnd(end)
	rest := bytes.TrimSpace(e.data[end:stop])
	if len(bytes.TrimSpace(e.data[line:start])) > 0 || len(rest) > 0 && rest[0] != '#' {
		e.edit(end, end, between+" "+text)
		return nil
	}
	// A comment on the last entry stays on its line.
	stop = end + len(bytes.TrimRight(e.data[end:stop], "\r\n"))
	e.edit(stop, stop, between+e.eol()+string(e.data[line:start])+text)
	return nil
}
