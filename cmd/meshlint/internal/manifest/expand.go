package manifest

import (
	"bytes"
	"fmt"
)

// expansion checks what the aliases of a document come to when they are put in
// place. It reports false, with a fault, where an anchor contains itself or the
// whole is more than the limit.
func (r *reader) expansion(root *Node) (Fault, bool) {
	if bytes.IndexByte(r.document.Data, '*') < 0 {
		return Fault{}, true
	}
	e := expander{limit: r.limits.AliasNodes, sizes: map[*Node]int{}}
	e.size(root)
	switch {
	case e.cycle != nil:
		return r.document.nodeFault(e.cycle, fmt.Sprintf("The anchor %s contains itself.", e.cycle.Value)), false
	case e.excess != nil:
		return r.document.nodeFault(e.excess, fmt.Sprintf("The aliases of this document stand for more than %d nodes, which no manifest needs; it was not read.", r.limits.AliasNodes)), false
	}
	return Fault{}, true
}

// expander counts nodes. An alias always comes behind its anchor, so that each
// node is counted once.
type expander struct {
	limit int
	// sizes has what each node with an anchor comes to.
	sizes map[*Node]int
	// added is what aliases add to the document.
	added         int
	cycle, excess *Node
}

// size counts the nodes that a node comes to.
func (e *expander) size(n *Node) int {
	if e.cycle != nil || e.excess != nil {
		return 0
	}
	if n.Kind == AliasNode {
		size, done := e.sizes[n.Alias]
		if !done {
			e.cycle = n
			return 0
		}
		if e.added += size; e.added > e.limit {
			e.excess = n
		}
		return size
	}
	size := 1
	for _, child := range n.Content {
		size += e.size(child)
	}
	if n.Anchor != "" {
		e.sizes[n] = size
	}
	return size
}
