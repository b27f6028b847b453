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
	case isFlow(parent):
		return e.addFlow(parent, step, value)
	default:
		return e.addBlock(parent, step, value)
	}
}

// isEmpty reports whether a key has no value: nothing, ~ or null.
func isEmpty(n *manifest.Node) bool {
	if n.Kind != manifest.ScalarNode || n.Anchor != "" {
		return false
	}
	value, err := manifest.Scalar(n)
	return err == nil && value == nil
}

// fill gives a key that has no value one.
func (e *editor) fill(parent, key, old *manifest.Node, value any) error {
	start, end, ok := e.object.Document.Token(key)
	if !ok {
		return errMissing
	}
	colon := end + strings.IndexByte(string(e.data[end:]), ':') + 1
	if _, oldEnd, ok := e.object.Document.Token(old); ok {
		end = oldEnd
	} else {
		end = colon
	}
	s := e.style(parent, start)
	text, err := s.value(value)
	if err != nil {
		return err
	}
	if !s.flow && strings.HasPrefix(text, s.eol) {
		// A comment behind the key stays behind it.
		stop := len(strings.TrimRight(string(e.data[:e.lineEnd(end)]), "\r\n"))
		e.edit(colon, end, "")
		e.edit(stop, stop, text)
		return nil
	}
	e.edit(colon, end, text)
	return nil
}

// style is that of the entries of parent, one of which starts at offset at.
func (e *editor) style(parent *manifest.Node, at int) style {
	return style{
		flow: isFlow(parent), json: isFlow(parent) && at < len(e.data) && e.data[at] == '"',
		indent: strings.Repeat(" ", e.indentOf(at)), eol: e.eol(),
	}
}

// addBlock writes a new last entry.
func (e *editor) addBlock(parent *manifest.Node, step string, value any) error {
	if parent.Kind != manifest.MappingNode || len(parent.Content) == 0 {
		return errors.New("there is nothing to add it to")
	}
	key, last := parent.Content[len(parent.Content)-2], parent.Content[len(parent.Content)-1]
	start, _, ok := e.object.Document.Token(key)
	if !ok {
		return errMissing
	}
	s := e.style(parent, start)
	text, err := s.value(value)
	if err != nil {
		return err
	}
	e.insertLine(e.entryEnd(start, last), s.indent+s.key(step)+text)
	return nil
}

// insertLine puts a line at offset at, which is the start of one or the end of
// the document.
func (e *editor) insertLine(at int, line string) {
	if at > 0 && e.data[at-1] != '\n' {
		e.edit(at, at, e.eol()+line)
		return
	}
	e.edit(at, at, line+e.eol())
}

// addFlow writes a new last entry between braces.
func (e *editor) addFlow(parent *manifest.Node, step string, value any) error {
	open, _, ok := e.object.Document.Token(parent)
	if !ok {
		return errMissing
	}
	if len(parent.Content) == 0 {
		s := style{flow: true, json: e.isJSON(), eol: e.eol()}
		text, err := s.value(value)
		if err != nil {
			return err
		}
		e.edit(open+1, open+1, s.key(step)+text)
		return nil
	}
	key, last := parent.Content[len(parent.Content)-2], parent.Content[len(parent.Content)-1]
	start, keyEnd, ok := e.object.Document.Token(key)
	if !ok {
		return errMissing
	}
	s := e.style(parent, start)
	text, err := s.value(value)
	if err != nil {
		return err
	}
	end := e.flowEnd(last)
	if end == 0 {
		end = keyEnd
	}
	e.edit(end, end, ","+e.between(open, start)+s.key(step)+text)
	return nil
}

// between is the white space in front of an entry of a flow collection that
// opens at open: a blank, or a new line where entries have their own.
func (e *editor) between(open, start int) string {
	if line := e.lineStart(start); line > open {
		return e.eol() + string(e.data[line:start])
	}
	return " "
}

// isJSON reports whether the document is written as JSON.
func (e *editor) isJSON() bool {
	text := strings.TrimSpace(string(e.data))
	return strings.HasPrefix(text, "{") && strings.Contains(text, `"`)
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
	text, err := scalar(value, e.data[start], isFlow(list))
	if err != nil {
		return err
	}
	if isFlow(list) {
		open, _, _ := e.object.Document.Token(list)
		end := e.flowEnd(last)
		e.edit(end, end, ","+e.between(open, start)+text)
		return nil
	}
	line := e.lineStart(start)
	dash := line + strings.IndexByte(string(e.data[line:start]), '-')
	if dash < line {
		return errors.New("the last item stands on a line of its own")
	}
	e.insertLine(e.entryEnd(dash, nil), string(e.data[line:start])+text)
	return nil
}
