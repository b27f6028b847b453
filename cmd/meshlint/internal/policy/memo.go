package policy

import (
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// A memo is the cache of one evaluation after another, of one goroutine at a
// time. OPA forgets everything between two objects; a memo keeps the results of
// functions that depend on nothing but their arguments: a stream of workloads
// has the same containers, quantities and keys of annotations again and again.
// It also knows all documents of the rules by number, which is faster to look
// up than the tree of terms that OPA makes anew for each object.
type memo struct {
	plan  *plan
	slots []slot
	used  []int
	depth int
	// rest has what is no document known by number, and everything within a
	// `with`.
	rest topdown.VirtualCache

	lasting map[uint64][]*lasting
	weight  int
}

// slot is what is known of one document in this evaluation.
type slot struct {
	value     *ast.Term
	undefined bool
}

// lasting is one result that outlives the object.
type lasting struct {
	function int
	args     []*ast.Term
	value    *ast.Term
}

const (
	// heaviest bounds what one result and its arguments weigh, and so how long
	// weighing takes; whatever weighs more is not kept.
	heaviest = 128 << 10
	// fullMemo is the weight at which a memo forgets everything.
	fullMemo = 8 << 20
)

func newMemo(p *plan) *memo {
	return &memo{plan: p, slots: make([]slot, p.documents), lasting: map[uint64][]*lasting{}}
}

// begin makes the memo ready for the next object.
func (m *memo) begin() {
	for _, i := range m.used {
		m.slots[i] = slot{}
	}
	m.used = m.used[:0]
	m.depth = 0
	m.rest = topdown.NewVirtualCache()
	if m.weight > fullMemo {
		clear(m.lasting)
		m.weight = 0
	}
}

// Push opens the frame of a `with`.
func (m *memo) Push() {
	m.depth++
	m.rest.Push()
}

// Pop closes it.
func (m *memo) Pop() {
	m.depth--
	m.rest.Pop()
}

// Keys returns what is asked for by partial evaluation only.
func (m *memo) Keys() []ast.Ref { return m.rest.Keys() }

// Get returns what is known of a document, or of a call of a function.
func (m *memo) Get(ref ast.Ref) (*ast.Term, bool) {
	if function, ok := m.plan.function(ref); ok {
		for _, l := range m.lasting[fingerprint(function, ref[1:])] {
			if l.function == function && equal(l.args, ref[1:]) {
				return l.value, false
			}
		}
		return m.rest.Get(ref)
	}
	if m.depth == 0 {
		if i, ok := m.plan.document(ref); ok {
			return m.slots[i].value, m.slots[i].undefined
		}
	}
	return m.rest.Get(ref)
}

// Put remembers a result; nil stands for undefined.
func (m *memo) Put(ref ast.Ref, value *ast.Term) {
	if function, ok := m.plan.function(ref); ok && value != nil && m.keep(function, ref[1:], value) {
		return
	}
	if m.depth == 0 {
		if i, ok := m.plan.document(ref); ok {
			m.slots[i] = slot{value: value, undefined: value == nil}
			if !m.plan.lasting[i] {
				m.used = append(m.used, i)
			}
			return
		}
	}
	m.rest.Put(ref, value)
}

// keep remembers the result of a function beyond the object, unless it is too
// heavy.
func (m *memo) keep(function int, args []*ast.Term, value *ast.Term) bool {
	left := heaviest
	for _, arg := range args {
		left = weigh(arg.Value, left)
	}
	left = weigh(value.Value, left)
	if left < 0 {
		return false
	}
	key := fingerprint(function, args)
	m.weight += heaviest - left
	m.lasting[key] = append(m.lasting[key], &lasting{function: function, args: append([]*ast.Term(nil), args...), value: value})
	return true
}

func fingerprint(function int, args []*ast.Term) uint64 {
	h := uint64(function)
	for _, arg := range args {
		h = h*1099511628211 + uint64(arg.Value.Hash())
	}
	return h
}

func equal(a, b []*ast.Term) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !a[i].Equal(b[i]) {
			return false
		}
	}
	return true
}

// weigh takes what a value weighs, about its bytes, from what is left, and
// stops when nothing is.
func weigh(value ast.Value, left int) int {
	left -= 48
	switch v := value.(type) {
	case ast.String:
		left -= len(v)
	case *ast.Array:
		for i := 0; i < v.Len() && left >= 0; i++ {
			left = weigh(v.Elem(i).Value, left)
		}
	case ast.Object:
		_ = v.Until(func(key, value *ast.Term) bool {
			left = weigh(value.Value, weigh(key.Value, left))
			return left < 0
		})
	case ast.Set:
		_ = v.Until(func(t *ast.Term) bool {
			left = weigh(t.Value, left)
			return left < 0
		})
	}
	return left
}
