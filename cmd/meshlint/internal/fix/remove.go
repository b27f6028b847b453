package fix

import (
	"bytes"
	"errors"
	"slices"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
)

// remove takes an entry of a mapping or an item of a sequence out.
func (e *editor) remove(path []string) error {
	parent, key, value, err := e.find(path)
	if err != nil {
		return err
	}
	if value == nil {
		return errMissing
	}
	width, node := 2, key
	if parent.Kind == manifest.SequenceNode {
		width, node = 1, value
	}
	at := slices.Index(parent.Content, node)
	if isFlow(parent) {
		return e.removeFlow(parent, at, width)
	}
	start, _, ok := e.object.Document.Token(node)
	if !ok {
		return errMissing
	}
	if len(parent.Content) == width {
		return e.removeLast(path[:len(path)-1], start, value, width)
	}
	if width == 1 {
		return e.removeItem(start)
	}
	line := e.lineStart(start)
	for i := line; i < start; i++ {
		if e.data[i] != ' ' {
			return e.removeFirst(parent, start)
		}
	}
	e.edit(line, e.entryEnd(start, value), "")
	return nil
}

// removeLast takes the only entry out and leaves an empty mapping or sequence.
func (e *editor) removeLast(path []string, start int, value *manifest.Node, width int) error {
	if len(path) == 0 {
		return errors.New("it is all that there is")
	}
	_, key, parent, err := e.find(path)
	if err != nil {
		return err
	}
	line := e.lineStart(start)
	if key == nil || parent.Anchor != "" {
		return errors.New("it is the last entry")
	}
	_, keyEnd, ok := e.object.Document.Token(key)
	if !ok || keyEnd > line {
		return errors.New("it is the last entry")
	}
	colon := keyEnd + bytes.IndexByte(e.data[keyEnd:], ':') + 1
	empty, entry := " {}", start
	if width == 1 {
		empty, entry = " []", line+bytes.IndexByte(e.data[line:], '-')
	}
	e.edit(colon, colon, empty)
	e.edit(line, e.entryEnd(entry, value), "")
	return nil
}

// removeFirst takes out the entry that stands behind a dash: the next one takes
// its place.
func (e *editor) removeFirst(parent *manifest.Node, start int) error {
	next, _, ok := e.object.Document.Token(parent.Content[2])
	if !ok {
		return errMissing
	}
	e.edit(start, next, "")
	return nil
}

func (e *editor) removeItem(start int) error {
	line := e.lineStart(start)
	for i := line; i < start; i++ {
		if e.data[i] == '-' {
			e.edit(line, e.entryEnd(i, nil), "")
			return nil
		}
	}
	return errors.New("the item does not start on the line of its dash")
}

// removeFlow takes an entry out with one of the commas beside it.
func (e *editor) removeFlow(parent *manifest.Node, at, width int) error {
	start, _, ok := e.object.Document.Token(parent.Content[at])
	if !ok {
		return errMissing
	}
	switch {
	case at+width < len(parent.Content):
		next, _, ok := e.object.Document.Token(parent.Content[at+width])
		if !ok {
			return errMissing
		}
		e.edit(start, next, "")
	case at > 0:
		e.edit(e.flowEnd(parent.Content[at-1]), e.flowEnd(parent.Content[at+width-1]), "")
	default:
		e.edit(start, e.flowEnd(parent.Content[at+width-1]), "")
	}
	return nil
}
