package fix

import (
	"bytes"
	"errors"
	"regexp"
	"slices"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
)

var errLastEntry = errors.New("it is the last entry")

// remove takes an entry of a mapping or an item of a sequence out.
func (e *editor) remove(path []string) error {
	parent, key, value, err := e.find(path)
	if err != nil {
		return err
	}
	if value == nil {
		return errMissing
	}
	if key != nil && hasAnchor(key) || hasAnchor(value) {
		return errors.New("it has an anchor")
	}
	if key != nil && manifest.Field(without(parent, key), key.Value) != nil {
		return errShared // what is merged would come to light
	}
	e.removed[parent]++
	node := key
	if parent.Kind == manifest.SequenceNode {
		node = value
	}
	at := slices.Index(parent.Content, node)
	switch {
	case isFlow(parent):
		return e.removeFlow(parent, at)
	case len(parent.Content) == entryWidth(parent):
		return e.removeLast(path[:len(path)-1], node, value)
	case parent.Kind == manifest.SequenceNode:
		dash, ok := e.dash(node)
		if !ok {
			return errDash
		}
		line := e.lineStart(dash)
		if len(bytes.TrimLeft(e.data[line:dash], " ")) > 0 {
			return errDash
		}
		return e.cut(line, dash, value)
	}
	start, ok := e.entryStart(node)
	if !ok {
		return errKey
	}
	line := e.lineStart(start)
	if len(bytes.TrimLeft(e.data[line:start], " ")) > 0 {
		return e.removeFirst(parent, at, start)
	}
	return e.cut(line, start, value)
}

// hasAnchor reports whether something may refer to n or a part of it.
func hasAnchor(n *manifest.Node) bool {
	return n.Anchor != "" || slices.ContainsFunc(n.Content, hasAnchor)
}

// without is a mapping less one entry.
func without(n, key *manifest.Node) *manifest.Node {
	rest := *n
	at := slices.Index(n.Content, key)
	rest.Content = slices.Concat(n.Content[:at], n.Content[at+2:])
	return &rest
}

// cut takes the lines from line up to the end of the entry at start out.
func (e *editor) cut(line, start int, value *manifest.Node) error {
	end, ok := e.entryEnd(start, value)
	if !ok {
		return errWritten
	}
	if keeping.Match(e.data) {
		// The empty lines behind must not become part of a value before.
		for end < len(e.data) && len(bytes.TrimSpace(e.data[end:e.lineEnd(end)])) == 0 {
			end = e.lineEnd(end)
		}
	}
	e.edit(line, end, "")
	return nil
}

// keeping is the header of a block scalar that has the empty lines behind it.
var keeping = regexp.MustCompile(`[|>][0-9]?\+`)

// removeLast takes the only entry out and leaves an empty mapping or sequence.
func (e *editor) removeLast(path []string, node, value *manifest.Node) error {
	if len(path) == 0 {
		return errors.New("it is all that there is")
	}
	_, key, parent, err := e.find(path)
	if err != nil {
		return err
	}
	if key == nil || parent.Anchor != "" {
		return errLastEntry
	}
	if isTagged(parent) {
		return errors.New("what it is in has a tag")
	}
	start, ok := e.entryStart(node)
	empty := " {}"
	if parent.Kind == manifest.SequenceNode {
		start, ok = e.dash(node)
		empty = " []"
	}
	colon, found := e.colon(key)
	if !ok || !found {
		return errKey
	}
	line := e.lineStart(start)
	if colon > line || len(bytes.TrimLeft(e.data[line:start], " ")) > 0 {
		return errLastEntry
	}
	e.edit(colon, colon, empty)
	return e.cut(line, start, value)
}

// removeFirst takes out the entry that stands behind a dash: the next one takes
// its place. Comments on the next one stay.
func (e *editor) removeFirst(parent *manifest.Node, at, start int) error {
	next, ok := e.entryStart(parent.Content[at+2])
	if !ok {
		return errKey
	}
	end, ok := e.entryEnd(start, parent.Content[at+1])
	if !ok || end > next {
		return errWritten
	}
	rest := bytes.TrimLeft(e.data[end:next], " \r\n")
	e.edit(start, next-len(rest), "")
	return nil
}

// removeFlow takes an entry out with one of the commas beside it.
func (e *editor) removeFlow(parent *manifest.Node, at int) error {
	width := entryWidth(parent)
	start, _, ok := e.object.Document.Token(parent.Content[at])
	if !ok {
		return errWritten
	}
	end, ok := e.flowEntryEnd(parent, at)
	if !ok {
		return errWritten
	}
	for _, node := range parent.Content[at:min(at+2*width, len(parent.Content))] {
		if node.Anchor != "" || isTagged(node) {
			return errWritten // it stands in front of the token
		}
	}
	comma := e.skip(end)
	if comma < len(e.data) && e.data[comma] != ',' {
		comma = -1
	}
	switch {
	case at+width < len(parent.Content):
		next, _, ok := e.object.Document.Token(parent.Content[at+width])
		if !ok || comma < 0 {
			return errWritten
		}
		e.edit(start, next, "")
	case at > 0:
		before, ok := e.flowEntryEnd(parent, at-width)
		if !ok {
			return errWritten
		}
		e.edit(before, end, "")
	case comma >= 0:
		e.edit(start, comma+1, "")
	default:
		e.edit(start, end, "")
	}
	return nil
}
