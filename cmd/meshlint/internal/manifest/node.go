// Package manifest turns bytes into Kubernetes objects that know where they
// stand: it finds sources, splits streams into documents, decodes documents
// into nodes, and gives the place of a path in the source. What cannot be read
// is a Fault with a place, never an error that stops the rest.
package manifest

import (
	"iter"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// Node is a node of a decoded document. A key in a mapping holds in Value the
// key as Kubernetes reads it ("true" for an unquoted yes); all other values are
// as written, and Scalar reads them.
type Node = yaml.Node

// Kind is the kind of a node.
type Kind = yaml.Kind

// The kinds of nodes. kyaml has them as variables, which no switch can check.
const (
	DocumentNode Kind = 1 << iota
	SequenceNode
	MappingNode
	ScalarNode
	AliasNode
)

// mergeTag marks an unquoted << as a key.
const mergeTag = yaml.MergeTag

// Resolve follows aliases to the node they stand for. It returns nil for nil.
func Resolve(n *Node) *Node {
	// Decode refuses documents in which an alias leads back to itself.
	for n != nil && n.Kind == AliasNode {
		n = n.Alias
	}
	return n
}

// Field returns the value of key in a mapping (or an alias of one) as
// Kubernetes reads it: merge keys resolved. It returns nil where there is none;
// the value may be an alias.
func Field(n *Node, key string) *Node {
	_, value := lookup(Resolve(n), key)
	return value
}

// Fields iterates over a mapping (or an alias of one) with merge keys resolved:
// each key once, in the order of the source. Values may be aliases. Kubernetes'
// reader lets the later win where a merge key and a plain key meet, so a merge
// key at the end of a mapping overrides what stands before it.
func Fields(n *Node) iter.Seq2[*Node, *Node] {
	return func(yield func(key, value *Node) bool) {
		n := Resolve(n)
		if n == nil || n.Kind != MappingNode {
			return
		}
		if !hasMerge(n) {
			for i := 0; i+1 < len(n.Content); i += 2 {
				if !yield(n.Content[i], n.Content[i+1]) {
					return
				}
			}
			return
		}
		var merged fieldList
		merged.add(n)
		for _, f := range merged.list {
			if !yield(f.key, f.value) {
				return
			}
		}
	}
}

// field is one entry of a mapping.
type field struct{ key, value *Node }

// fieldList gathers the entries of a mapping, the later over the earlier.
type fieldList struct {
	list  []field
	index map[string]int
}

func (l *fieldList) add(n *Node) {
	if l.index == nil {
		l.index = map[string]int{}
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if isMerge(key) {
			for _, source := range mergeSources(value) {
				l.add(source)
			}
			continue
		}
		at, known := l.index[key.Value]
		if !known {
			at = len(l.list)
			l.index[key.Value] = at
			l.list = append(l.list, field{})
		}
		l.list[at] = field{key, value}
	}
}

// lookup finds the entry of a resolved mapping that counts for key.
func lookup(n *Node, key string) (k, v *Node) {
	if n == nil || n.Kind != MappingNode {
		return nil, nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		switch at := n.Content[i]; {
		case isMerge(at):
			for _, source := range mergeSources(n.Content[i+1]) {
				if mk, mv := lookup(source, key); mk != nil {
					k, v = mk, mv
				}
			}
		case at.Value == key && at.Kind == ScalarNode:
			k, v = at, n.Content[i+1]
		}
	}
	return k, v
}

func hasMerge(n *Node) bool {
	for i := 0; i < len(n.Content); i += 2 {
		if isMerge(n.Content[i]) {
			return true
		}
	}
	return false
}

// isMerge reports whether a key is an unquoted <<.
func isMerge(key *Node) bool {
	return key.Value == "<<" && key.Kind == ScalarNode && key.Tag == mergeTag
}

// mergeSources lists the mappings that a merge key takes in, in the order in
// which they are applied: of several, the first wins, so it comes last.
func mergeSources(value *Node) []*Node {
	value = Resolve(value)
	switch {
	case value == nil:
		return nil
	case value.Kind == MappingNode:
		return []*Node{value}
	case value.Kind != SequenceNode:
		return nil
	}
	var sources []*Node
	for i := len(value.Content) - 1; i >= 0; i-- {
		if source := Resolve(value.Content[i]); source != nil && source.Kind == MappingNode {
			sources = append(sources, source)
		}
	}
	return sources
}
