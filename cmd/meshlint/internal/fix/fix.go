// Package fix turns the JSON Patch of a rule into edits of bytes, so that
// comments, quotes, indentation, the order of keys and line ends of everything
// else stay as they are. What it cannot prove it refuses.
package fix

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
)

// Edits works out what operations on an object come to in the bytes of its
// source. Start and End of an edit count from the start of the source. The
// operations of one repair touch different places; an error says why a repair
// is not possible.
func Edits(o *manifest.Object, operations []finding.Operation) ([]finding.Edit, error) {
	e := &editor{object: o, data: o.Document.Data}
	for _, operation := range operations {
		path, err := steps(operation.Path)
		if err != nil {
			return nil, err
		}
		switch operation.Op {
		case "test":
			// It says what value the rule saw; the repair is linted anyway.
		case "add":
			err = e.add(path, operation.Value)
		case "remove":
			err = e.remove(path)
		case "replace":
			err = e.replace(path, operation.Value)
		default:
			err = fmt.Errorf("the operation %s is not supported", operation.Op)
		}
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", operation.Op, operation.Path, err)
		}
	}
	return e.finish()
}

// steps reads a JSON pointer; numbers stay text until a sequence is met.
func steps(pointer string) ([]string, error) {
	if pointer == "" {
		return nil, errors.New("the whole document cannot be replaced")
	}
	parts := strings.Split(pointer, "/")[1:]
	for i, part := range parts {
		parts[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(part)
	}
	return parts, nil
}

// editor gathers the edits of one repair, as offsets into data.
type editor struct {
	object *manifest.Object
	data   []byte
	edits  []finding.Edit
}

func (e *editor) edit(start, end int, text string) {
	e.edits = append(e.edits, finding.Edit{Start: start, End: end, Text: text})
}

// finish puts the edits in order and makes their offsets those of the source.
func (e *editor) finish() ([]finding.Edit, error) {
	slices.SortStableFunc(e.edits, func(a, b finding.Edit) int { return a.Start - b.Start })
	base := int(e.object.Document.Offset)
	for i := range e.edits {
		edit := &e.edits[i]
		if i > 0 && edit.Start < e.edits[i-1].End-base {
			return nil, errors.New("the operations overlap")
		}
		edit.Span = e.object.Document.Span(edit.Start, edit.End)
		edit.Start += base
		edit.End += base
	}
	return e.edits, nil
}

// errShared is why something behind an alias or a merge key is left alone:
// other objects may use it too.
var errShared = errors.New("the place is shared by an alias or a merge key")

// errMissing is a path of which not even the parent exists.
var errMissing = errors.New("the place does not exist")

// child returns the key and value of one step, nil where there is none.
func child(n *manifest.Node, step string) (key, value *manifest.Node, err error) {
	switch {
	case n == nil:
		return nil, nil, errMissing
	case n.Kind == manifest.AliasNode:
		return nil, nil, errShared
	case n.Kind == manifest.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Kind == manifest.ScalarNode && n.Content[i].Value == step {
				key, value = n.Content[i], n.Content[i+1]
			}
		}
		if key == nil && manifest.Field(n, step) != nil {
			return nil, nil, errShared
		}
		return key, value, nil
	case n.Kind == manifest.SequenceNode:
		index, err := strconv.Atoi(step)
		if err != nil || index < 0 {
			return nil, nil, errMissing
		}
		if index < len(n.Content) {
			value = n.Content[index]
		}
		return nil, value, nil
	default:
		return nil, nil, errMissing
	}
}

// parent walks to the node that has, or will have, the last step of path.
func (e *editor) parent(path []string) (*manifest.Node, error) {
	node := e.object.Root
	for _, step := range path[:len(path)-1] {
		_, value, err := child(node, step)
		if err != nil {
			return nil, err
		}
		if value == nil {
			return nil, errMissing
		}
		node = value
	}
	if node.Kind == manifest.AliasNode {
		return nil, errShared
	}
	return node, nil
}

// find returns the parent of a path with the key and value that are there.
func (e *editor) find(path []string) (parent, key, value *manifest.Node, err error) {
	parent, err = e.parent(path)
	if err != nil {
		return nil, nil, nil, err
	}
	key, value, err = child(parent, path[len(path)-1])
	if err != nil {
		return nil, nil, nil, err
	}
	if value != nil && value.Line == 0 {
		return nil, nil, nil, errMissing
	}
	return parent, key, value, nil
}

// Apply makes edits in text. They are in order and do not overlap.
func Apply(text []byte, edits []finding.Edit) []byte {
	var out []byte
	at := 0
	for _, edit := range edits {
		out = append(out, text[at:edit.Start]...)
		out = append(out, edit.Text...)
		at = edit.End
	}
	return append(out, text[at:]...)
}
