package fix

import (
	"errors"
	"strings"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
)

// add sets an entry of a mapping or appends to a sequence.
func (e *editor) add(path []string, value any) error {
	step := path[len(path)-1]
	if step == "-" {
		return e.appendItem(path, value)
	}
	parent, key, old, err := e.find(path)
	if err != nil {
		return err
	}
	switch {
	case parent.Kind == manifest.SequenceNode:
		return errors.New("items are only added at the end")
	case old != nil && isEmpty(old):
		return e.fill(parent, key, old, value)
	case old != nil:
		return e.put(parent, old, value)
	}
	if isFlow(parent) {
		err = e.addFlow(parent, step, value)
	} else {
		err = e.addBlock(parent, step, value)
	}
	e.added[parent] = true
	return err
}

// isEmpty reports whether a key has no value: nothing, ~ or null.
func isEmpty(n *manifest.Node) bool {
	if n.Kind != manifest.ScalarNode {
		return false
	}
	value, err := manifest.Scalar(n)
	return err == nil && value == nil
}

// fill gives a key that has no value one.
func (e *editor) fill(parent, key, old *manifest.Node, value any) error {
	if old.Anchor != "" || isTagged(old) {
		return errors.New("the value has an anchor or a tag")
	}
	start, _, ok := e.object.Document.Token(key)
	if !ok {
		return errMissing
	}
	colon, ok := e.colon(key)
	if !ok {
		return errors.New("there is no colon behind the key")
	}
	s := e.style(isFlow(parent), start)
	if !s.flow {
		if _, ok := e.entryStart(key); !ok {
			return errKey
		}
	}
	text, err := s.value(value)
	if err != nil {
		return err
	}
	end := colon
	if _, oldEnd, ok := e.object.Document.Token(old); ok {
		end = oldEnd
	}
	if e.lineEnd(end) != e.lineEnd(colon) {
		return errWritten
	}
	if !s.flow && strings.HasPrefix(text, s.eol) {
		// A comment behind the key stays behind it.
		stop := len(strings.TrimRight(string(e.data[:e.lineEnd(end)]), "\r\n"))
		if end > colon {
			e.edit(colon, end, "")
		}
		e.insert(stop, text, len(s.indent)+1)
		return nil
	}
	if end == colon {
		e.insert(colon, text, len(e.data)) // before any line
		return nil
	}
	e.edit(colon, end, text)
	return nil
}

// style is that of the entries of a mapping one of which starts at offset at.
func (e *editor) style(flow bool, at int) style {
	return style{
		flow: flow, json: flow && (e.data[at] == '"' || e.isJSON()),
		indent: strings.Repeat(" ", e.indentOf(at)), eol: e.eol(),
	}
}

// addBlock writes a new last entry.
func (e *editor) addBlock(parent *manifest.Node, step string, value any) error {
	if parent.Kind != manifest.MappingNode || len(parent.Content) == 0 {
		return errMissing
	}
	key, last := parent.Content[len(parent.Content)-2], parent.Content[len(parent.Content)-1]
	start, ok := e.entryStart(key)
	if !ok {
		return errKey
	}
	s := e.style(false, start)
	text, err := s.value(value)
	if err != nil {
		return err
	}
	end, ok := e.entryEnd(start, last)
	if !ok {
		return errWritten
	}
	return e.insertLine(end, s.indent+s.key(step)+text, last, len(s.indent))
}

// addFlow writes a new last entry between braces.
func (e *editor) addFlow(parent *manifest.Node, step string, value any) error {
	start, end, ok := e.object.Document.Token(parent)
	if !ok || e.data[start] != '{' {
		return errWritten
	}
	if len(parent.Content) > 0 {
		if start, _, ok = e.object.Document.Token(parent.Content[len(parent.Content)-2]); !ok {
			return errMissing
		}
	}
	s := e.style(true, start)
	text, err := s.value(value)
	if err != nil {
		return err
	}
	text = s.key(step) + text
	switch {
	case len(parent.Content) > 0:
		return e.insertFlow(parent, text)
	case e.added[parent]:
		e.edit(end, end, ", "+text)
	default:
		e.edit(end, end, text)
	}
	return nil
}

// appendItem writes a new last item of a sequence.
func (e *editor) appendItem(path []string, value any) error {
	list, err := e.parent(path)
	if err != nil {
		return err
	}
	if list.Kind != manifest.SequenceNode || len(list.Content) == 0 {
		return errors.New("there is no list to add it to")
	}
	last := list.Content[len(list.Content)-1]
	start, _, ok := e.object.Document.Token(last)
	if !ok || last.Kind != manifest.ScalarNode {
		return errors.New("only lists of single values are added to")
	}
	if last.Anchor != "" || isTagged(last) {
		return errors.New("the last item has an anchor or a tag")
	}
	text, err := scalar(value, e.quote(start), isFlow(list))
	if err != nil {
		return err
	}
	if isFlow(list) {
		err = e.insertFlow(list, text)
	} else {
		err = e.insertItem(start, last, text)
	}
	e.added[list] = true
	return err
}

// insertItem writes an item behind the last one of a block sequence.
func (e *editor) insertItem(start int, last *manifest.Node, text string) error {
	dash, ok := e.dash(last)
	if !ok {
		return errDash
	}
	end, ok := e.entryEnd(dash, last)
	if !ok {
		return errWritten
	}
	return e.insertLine(end, strings.Repeat(" ", e.indentOf(dash))+string(e.data[dash:start])+text, last, e.indentOf(dash)+1)
}
