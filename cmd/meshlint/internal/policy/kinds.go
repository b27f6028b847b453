package policy

import (
	"maps"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// kinds works out of which kinds an object must be for a rule to say anything,
// from the compiled rule itself: it needs a document that is there for
// workloads only, or compares input.kind. Most objects are of a kind that few
// rules speak of, and the index of OPA then passes over the others. Where
// nothing is certain, a rule is for any kind.
type kinds struct {
	rules map[string][]*ast.Rule
	names map[string]bool
	known map[string]kindSet
}

// kindSet is a set of kinds; nil is any kind.
type kindSet map[string]bool

func (s kindSet) and(other kindSet) kindSet {
	switch {
	case s == nil:
		return other
	case other == nil:
		return s
	}
	both := kindSet{}
	for kind := range s {
		if other[kind] {
			both[kind] = true
		}
	}
	return both
}

func (s kindSet) or(other kindSet) kindSet {
	if s == nil || other == nil {
		return nil
	}
	either := maps.Clone(s)
	maps.Copy(either, other)
	return either
}

func newKinds(modules map[string]*ast.Module) *kinds {
	k := &kinds{rules: map[string][]*ast.Rule{}, names: map[string]bool{}, known: map[string]kindSet{}}
	for _, module := range modules {
		for _, rule := range module.Rules {
			name := rule.Ref().GroundPrefix().String()
			k.rules[name] = append(k.rules[name], rule)
			k.names[name] = true
		}
	}
	return k
}

// guard returns what holds for the kinds for which the body may hold: the
// expressions from which OPA makes its index. It is nil for any kind.
func (k *kinds) guard(body ast.Body) []*ast.Expr {
	set := k.body(body)
	if set == nil {
		return nil
	}
	var terms []*ast.Term
	for _, kind := range slices.Sorted(maps.Keys(set)) {
		terms = append(terms, ast.StringTerm(kind))
	}
	kind := ast.VarTerm("__kind__")
	return []*ast.Expr{
		ast.Equality.Expr(kind, ast.NewTerm(inputKind())),
		ast.Member.Expr(kind, ast.SetTerm(terms...)),
	}
}

// isGuard reports whether a body starts with a guard.
func isGuard(body ast.Body) bool {
	return len(body) > guardLength && body[1].Generated && body[1].Operator().Equal(ast.Member.Ref())
}

// guardLength is the number of expressions of a guard.
const guardLength = 2

func inputKind() ast.Ref { return ast.InputRootRef.Append(ast.StringTerm("kind")) }

// body is the kinds for which all expressions of a body may hold.
func (k *kinds) body(body ast.Body) kindSet {
	// aliases are the local variables that are input.kind.
	aliases := map[ast.Var]bool{}
	isKind := func(t *ast.Term) bool {
		switch v := t.Value.(type) {
		case ast.Ref:
			return v.Equal(inputKind())
		case ast.Var:
			return aliases[v]
		}
		return false
	}
	var set kindSet
	for _, expr := range body {
		if expr.Negated || len(expr.With) > 0 {
			continue
		}
		if terms, ok := expr.Terms.([]*ast.Term); ok && len(terms) == 3 {
			a, b := terms[1], terms[2]
			if expr.IsEquality() && isKind(b) {
				a, b = b, a
			}
			switch {
			case expr.IsEquality() && isKind(a):
				switch v := b.Value.(type) {
				case ast.Var:
					aliases[v] = true
				case ast.String:
					set = set.and(kindSet{string(v): true})
				}
			case terms[0].Value.Compare(ast.Member.Ref()) == 0 && isKind(a):
				set = set.and(constants(b))
			}
		}
		set = set.and(k.expr(expr, isKind))
	}
	return set
}

// expr is the kinds for which all that an expression refers to may be defined.
func (k *kinds) expr(expr *ast.Expr, isKind func(*ast.Term) bool) kindSet {
	var set kindSet
	visitor := ast.NewGenericVisitor(func(x any) bool {
		switch x := x.(type) {
		case *ast.ArrayComprehension, *ast.SetComprehension, *ast.ObjectComprehension, *ast.Every:
			return true // these are defined whatever is inside
		case ast.Ref:
			set = set.and(k.ref(x, isKind))
		}
		return false
	})
	visitor.Walk(expr)
	return set
}

// ref is the kinds for which a reference may be defined.
func (k *kinds) ref(ref ast.Ref, isKind func(*ast.Term) bool) kindSet {
	if !ref[0].Equal(ast.DefaultRootDocument) {
		return nil
	}
	ground := ref.GroundPrefix()
	for n := len(ground); n > 1; n-- {
		name := ground[:n].String()
		if !k.names[name] {
			continue
		}
		rules := k.rules[name]
		if len(ref) > n && len(rules) == 1 && isKind(ref[n]) && rules[0].Head.Value != nil {
			if keys := constants(rules[0].Head.Value); keys != nil {
				return keys
			}
		}
		head := rules[0].Head
		if len(ref) == n && (head.RuleKind() == ast.MultiValue || !head.Ref().IsGround()) {
			return nil // an empty set or object is defined
		}
		return k.document(name)
	}
	return nil
}

// document is the kinds for which a document, or a call of a function, may be
// defined.
func (k *kinds) document(name string) kindSet {
	if set, ok := k.known[name]; ok {
		return set
	}
	k.known[name] = nil
	set := kindSet{}
	for _, rule := range k.rules[name] {
		for r := rule; r != nil; r = r.Else {
			if r.Default {
				set = nil
				continue
			}
			set = set.or(k.body(r.Body))
		}
	}
	k.known[name] = set
	return set
}

// constants is the texts of a set or the keys of an object without variables.
func constants(t *ast.Term) kindSet {
	set := kindSet{}
	add := func(t *ast.Term) bool {
		s, ok := t.Value.(ast.String)
		if ok {
			set[string(s)] = true
		}
		return !ok
	}
	switch v := t.Value.(type) {
	case ast.Set:
		if v.Until(add) {
			return nil
		}
	case ast.Object:
		if v.Until(func(key, _ *ast.Term) bool { return add(key) }) {
			return nil
		}
	default:
		return nil
	}
	return set
}
