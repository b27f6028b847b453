package manifest

import (
	"cmp"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

// Document is one decoded document. It and its objects are for one goroutine
// at a time: positions are worked out when they are asked for.
type Document struct {
	// File is the name of the source.
	File string
	Part
	// Faults are what is wrong with the document as YAML, or with items of its
	// List, in the order of the source.
	Faults []Fault
	// Objects are the Kubernetes objects that could be read.
	Objects []*Object

	text *text
}

// Object is one Kubernetes object: a document, or an item of a List.
type Object struct {
	Document *Document
	// Prefix is the path of the object in its document: nil, or "items", 3;
	// longer for a List within a List.
	Prefix []any
	// Root is a mapping. Aliases and merge keys in it are not yet resolved.
	// The apiVersion and kind that an item takes from its typed List are put
	// into it, with 0 for a line.
	Root *Node
	ID   finding.Object
}

// Decode reads a part of the named source. It never fails: what is wrong is in
// Faults. A document that is no Kubernetes object has neither objects nor,
// unless it cannot be read at all, faults.
func Decode(file string, part Part, limits Limits) *Document {
	d := &Document{File: file, Part: part, text: newText(part)}
	if part.Refused != "" {
		d.report(d.lineFault(part.Refused, 0))
		return d
	}
	r := reader{document: d, limits: limits.withDefaults()}
	if root := r.parse(); root != nil {
		r.read(root)
	}
	slices.SortStableFunc(d.Faults, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return d
}

func (d *Document) report(f Fault) { d.Faults = append(d.Faults, f) }

// reader turns the bytes of a document into its objects.
type reader struct {
	document *Document
	limits   Limits
}

// read finds the objects of a document whose root node is given.
func (r *reader) read(root *Node) {
	d := r.document
	apiVersion, kind, ok := apiVersionAndKind(root)
	if !ok {
		return
	}
	if fault, ok := r.expansion(root); !ok {
		fault.Object = identity(root, apiVersion, kind)
		d.report(fault)
		return
	}
	r.collect(root, nil, inherited{})
}

// inherited is what an item of a typed List need not say itself.
type inherited struct{ apiVersion, kind string }

// collect adds the object at node, or the items of the List there.
func (r *reader) collect(node *Node, prefix []any, from inherited) {
	d := r.document
	root := Resolve(node)
	if root == nil || root.Kind != MappingNode {
		return
	}
	whole := from.complete(root)
	apiVersion, kind, ok := apiVersionAndKind(whole)
	if !ok {
		return
	}
	id := identity(root, apiVersion, kind)
	c := checker{reader: r, object: id}
	items, itemKind, list := listOf(root, kind)
	if !list {
		c.node(node, prefix)
		if len(c.faults) == 0 {
			d.Objects = append(d.Objects, &Object{Document: d, Prefix: prefix, Root: whole, ID: id})
		}
		d.Faults = append(d.Faults, c.faults...)
		return
	}
	c.skip = items
	c.node(node, prefix)
	d.Faults = append(d.Faults, c.faults...)
	if len(c.faults) > 0 {
		return
	}
	from = inherited{}
	if itemKind != "" {
		from = inherited{apiVersion: apiVersion, kind: itemKind}
	}
	for i, item := range items.Content {
		r.collect(item, append(prefix[:len(prefix):len(prefix)], "items", i), from)
	}
}

// complete returns the object with the apiVersion and kind of its List, where
// it has none of its own.
func (i inherited) complete(root *Node) *Node {
	if i.kind == "" || Field(root, "kind") != nil || Field(root, "apiVersion") != nil {
		return root
	}
	text := func(value string) *Node {
		return &Node{Kind: ScalarNode, Style: yaml.DoubleQuotedStyle, Tag: yaml.NodeTagString, Value: value}
	}
	whole := *root
	whole.Content = append([]*Node{text("apiVersion"), text(i.apiVersion), text("kind"), text(i.kind)}, root.Content...)
	return &whole
}

// apiVersionAndKind reads what makes a mapping a Kubernetes object. Both must be
// strings.
func apiVersionAndKind(root *Node) (apiVersion, kind string, ok bool) {
	apiVersion, kind = stringField(root, "apiVersion"), stringField(root, "kind")
	return apiVersion, kind, apiVersion != "" && kind != ""
}

// identity names an object. A name that the API server is to make up counts by
// its beginning.
func identity(root *Node, apiVersion, kind string) finding.Object {
	metadata := Field(root, "metadata")
	return finding.Object{
		APIVersion: apiVersion, Kind: kind, Namespace: stringField(metadata, "namespace"),
		Name: cmp.Or(stringField(metadata, "name"), stringField(metadata, "generateName")),
	}
}

// stringField returns the string that a mapping has for key, or nothing.
func stringField(n *Node, key string) string {
	value := Resolve(Field(n, key))
	if value == nil || value.Kind != ScalarNode {
		return ""
	}
	read, err := Scalar(value)
	if err != nil {
		return ""
	}
	s, _ := read.(string)
	return s
}

// listOf returns the items of a List, and of what kind they are if they need
// not say so themselves. An object without items is none, whatever its name.
func listOf(root *Node, kind string) (items *Node, itemKind string, ok bool) {
	itemKind, ok = strings.CutSuffix(kind, "List")
	if !ok {
		return nil, "", false
	}
	items = Resolve(Field(root, "items"))
	if items == nil || items.Kind != SequenceNode {
		return nil, "", false
	}
	return items, itemKind, true
}
