// Package fix turns the JSON Patch of a rule into edits of bytes, so that
// comments, quotes, indentation, the order of keys and line ends of everything
// else stay as they are. What it cannot prove it refuses.
package fix

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
)

// Edits works out what operations on an object come to in the bytes of its
// source. Start and End of an edit count from the start of the source. The
// operations of one repair touch different places; an error says why a repair
// is not possible.
func Edits(o *manifest.Object, operations []finding.Operation) ([]finding.Edit, error) {
	e := &editor{
		object: o, data: o.Document.Data,
		removed: map[*manifest.Node]int{}, added: map[*manifest.Node]bool{}, crossed: map[*manifest.Node]int{},
	}
	if !hasPlainLines(e.data) {
		return nil, errors.New("the document has line ends other than LF and CR LF")
	}
	if overlap(operations) {
		return nil, errSamePlace
	}
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

// hasPlainLines reports whether only LF and CR LF end lines. What else YAML
// takes for a line end would need care at every step, and is in no manifest
// that somebody keeps.
func hasPlainLines(data []byte) bool {
	returns := bytes.Count(data, []byte("\r"))
	return returns == bytes.Count(data, []byte("\r\n")) &&
		!bytes.Contains(data, []byte("\u0085")) && !bytes.Contains(data, []byte("\u2028")) && !bytes.Contains(data, []byte("\u2029"))
}

// overlap reports whether an operation is about what another changes as a
// whole: in the patch one comes after the other, edits are all made at once.
func overlap(operations []finding.Operation) bool {
	for i, a := range operations {
		for j, b := range operations {
			if i == j || a.Op == "test" || b.Op == "test" {
				continue
			}
			// Any number of items are appended.
			if strings.HasPrefix(b.Path+"/", a.Path+"/") && !strings.HasSuffix(a.Path, "/-") {
				return true
			}
		}
	}
	return false
}

var errSamePlace = errors.New("several operations are about the same place")

// steps reads a JSON pointer; numbers stay text until a sequence is met.
func steps(pointer string) ([]string, error) {
	if pointer == "" {
		return nil, errors.New("the whole document cannot be replaced")
	}
	if pointer[0] != '/' {
		return nil, fmt.Errorf("%s is no JSON pointer: it starts with no /", pointer)
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
	edits  []edit
	// removed counts what is taken out of a mapping or sequence; added has
	// those that something is added to.
	removed map[*manifest.Node]int
	added   map[*manifest.Node]bool
	// crossed counts the operations whose path leads through a sequence.
	crossed map[*manifest.Node]int
}

// edit is one edit. Of lines that are inserted at the same place the deeper
// ones come first, as they belong to what ends there.
type edit struct {
	finding.Edit
	depth int
}

func (e *editor) edit(start, end int, text string) {
	e.edits = append(e.edits, edit{Edit: finding.Edit{Start: start, End: end, Text: text}})
}

// insert inserts lines of a block whose entries are indented by depth.
func (e *editor) insert(at int, text string, depth int) {
	e.edits = append(e.edits, edit{finding.Edit{Start: at, End: at, Text: text}, depth})
}

// finish puts the edits in order and makes their offsets those of the source.
func (e *editor) finish() ([]finding.Edit, error) {
	for parent, count := range e.removed {
		if e.crossed[parent] > 1 {
			return nil, errSamePlace // the other index may be another now
		}
		if (count > 1 || e.added[parent]) && count*entryWidth(parent) >= len(parent.Content) {
			return nil, errSamePlace // all that there was
		}
	}
	slices.SortStableFunc(e.edits, func(a, b edit) int { return cmp.Or(a.Start-b.Start, a.End-b.End, b.depth-a.depth) })
	base := int(e.object.Document.Offset)
	var edits []finding.Edit
	for i, edit := range e.edits {
		if i > 0 && edit.Start < e.edits[i-1].End {
			return nil, errSamePlace
		}
		edit.Span = e.object.Document.Span(edit.Start, edit.End)
		edit.Start += base
		edit.End += base
		edits = append(edits, edit.Edit)
	}
	return edits, nil
}

// entryWidth is how many nodes one entry is.
func entryWidth(n *manifest.Node) int {
	if n.Kind == manifest.SequenceNode {
		return 1
	}
	return 2
}

// errShared is why something behind an alias or a merge key is left alone:
// other objects may use it too.
var errShared = errors.New("the place is shared by an anchor, an alias or a merge key")

// errMissing is a path of which not even the parent exists.
var errMissing = errors.New("the place does not exist")

// child returns the key and value of one step, nil where there is none.
func child(n *manifest.Node, step string) (key, value *manifest.Node, err error) {
	switch {
	case n == nil:
		return nil, nil, errMissing
	case n.Kind == manifest.AliasNode, n.Anchor != "" && n.Kind != manifest.ScalarNode:
		return nil, nil, errShared
	case n.Kind == manifest.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Kind == manifest.ScalarNode && n.Content[i].Value == step {
				key, value = n.Content[i], n.Content[i+1]
			}
		}
		if manifest.Field(n, step) != value {
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
		e.cross(node)
		_, value, err := child(node, step)
		if err != nil {
			return nil, err
		}
		if value == nil {
			return nil, errMissing
		}
		node = value
	}
	if node.Kind == manifest.AliasNode || node.Anchor != "" && node.Kind != manifest.ScalarNode {
		return nil, errShared
	}
	e.cross(node)
	return node, nil
}

func (e *editor) cross(n *manifest.Node) {
	if n.Kind == manifest.SequenceNode {
		e.crossed[n]++
	}
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

func isTagged(n *manifest.Node) bool { return n.Style&yaml.TaggedStyle != 0 }

func isFlow(n *manifest.Node) bool { return n.Style&yaml.FlowStyle != 0 }

func isBlockScalar(n *manifest.Node) bool {
	return n.Kind == manifest.ScalarNode && n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0
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
