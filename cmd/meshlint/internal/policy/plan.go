package policy

import (
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// plan is what the modules of a policy tell about its evaluation before there
// is an object: which functions give the same for the same arguments, whatever
// the object, and which documents there are.
type plan struct {
	// functions numbers the functions that depend on their arguments only, by
	// the terms that call them.
	functions map[*ast.Term]int
	tree      *branch
	documents int
	// lasting are the documents that are the same for every object.
	lasting []bool
}

// branch is a part of the paths of all documents.
type branch struct {
	children map[ast.String]*branch
	document int // -1 is none
}

func (b *branch) child(key ast.String) *branch {
	next, ok := b.children[key]
	if !ok {
		next = &branch{children: map[ast.String]*branch{}, document: -1}
		b.children[key] = next
	}
	return next
}

// newPlan reads compiled modules.
func newPlan(modules map[string]*ast.Module) *plan {
	p := &plan{functions: map[*ast.Term]int{}, tree: &branch{children: map[ast.String]*branch{}, document: -1}}
	uses := newUses(modules)
	numbers := map[string]int{}
	for _, module := range modules {
		for _, rule := range module.Rules {
			ref := rule.Ref().GroundPrefix()
			p.add(ref, !uses.mocked && len(rule.Head.Args) == 0 && uses.pure(ref.String()))
			if uses.mocked {
				continue
			}
			calls(rule, func(operator *ast.Term) {
				name := operator.Value.String()
				if !uses.pure(name) {
					return
				}
				if _, ok := numbers[name]; !ok {
					numbers[name] = len(numbers)
				}
				p.functions[operator] = numbers[name]
			})
		}
	}
	return p
}

// add numbers a document.
func (p *plan) add(ref ast.Ref, lasting bool) {
	at := p.tree
	for _, term := range ref[1:] {
		key, ok := term.Value.(ast.String)
		if !ok {
			return
		}
		at = at.child(key)
	}
	if at.document < 0 {
		at.document = p.documents
		p.documents++
		p.lasting = append(p.lasting, lasting)
	}
}

// function returns the number of the function that is called, see functions.
func (p *plan) function(ref ast.Ref) (int, bool) {
	if _, ok := ref[0].Value.(ast.Ref); !ok {
		return 0, false
	}
	number, ok := p.functions[ref[0]]
	return number, ok
}

// document returns the number of a document.
func (p *plan) document(ref ast.Ref) (int, bool) {
	if _, ok := ref[0].Value.(ast.Var); !ok {
		return 0, false
	}
	at := p.tree
	for _, term := range ref[1:] {
		key, ok := term.Value.(ast.String)
		if !ok {
			return 0, false
		}
		if at = at.children[key]; at == nil {
			return 0, false
		}
	}
	return at.document, at.document >= 0
}

// calls visits the operators of all calls of functions that are rules.
func calls(rule *ast.Rule, visit func(operator *ast.Term)) {
	operator := func(t *ast.Term) {
		if ref, ok := t.Value.(ast.Ref); ok && ref[0].Equal(ast.DefaultRootDocument) {
			visit(t)
		}
	}
	ast.WalkExprs(rule, func(expr *ast.Expr) bool {
		if terms, ok := expr.Terms.([]*ast.Term); ok {
			operator(terms[0])
		}
		return false
	})
	ast.WalkTerms(rule, func(t *ast.Term) bool {
		if call, ok := t.Value.(ast.Call); ok {
			operator(call[0])
		}
		return false
	})
}

// uses knows what the documents of the rules refer to.
type uses struct {
	of    map[string][]string
	input map[string]bool
	// mocked says that a `with` replaces more than the input, so that nothing
	// is certain.
	mocked bool
	known  map[string]bool
	// arity is the number of arguments of functions; valued are those that
	// return anything but true.
	arity  map[string]int
	valued map[string]bool
}

func newUses(modules map[string]*ast.Module) *uses {
	u := &uses{of: map[string][]string{}, input: map[string]bool{}, known: map[string]bool{}, arity: map[string]int{}, valued: map[string]bool{}}
	names := map[string]bool{}
	for _, module := range modules {
		for _, rule := range module.Rules {
			names[rule.Ref().GroundPrefix().String()] = true
		}
	}
	for _, module := range modules {
		for _, rule := range module.Rules {
			u.add(rule.Ref().GroundPrefix().String(), rule, names)
		}
	}
	return u
}

// add reads one rule, else branches included.
func (u *uses) add(name string, rule *ast.Rule, names map[string]bool) {
	u.arity[name] = len(rule.Head.Args)
	for r := rule; r != nil; r = r.Else {
		if r.Default || r.Head.Value == nil || r.Head.Value.Value.Compare(ast.Boolean(true)) != 0 {
			u.valued[name] = true
		}
	}
	ast.WalkRefs(rule, func(ref ast.Ref) bool {
		switch {
		case ref[0].Equal(ast.InputRootDocument):
			u.input[name] = true
		case ref[0].Equal(ast.DefaultRootDocument):
			u.of[name] = append(u.of[name], target(ref, names))
		}
		return false
	})
	ast.WalkVars(rule, func(v ast.Var) bool {
		if v == ast.InputRootDocument.Value {
			u.input[name] = true
		}
		return false
	})
	ast.WalkWiths(rule, func(with *ast.With) bool {
		ref, ok := with.Target.Value.(ast.Ref)
		if !ok || !ref[0].Equal(ast.InputRootDocument) {
			u.mocked = true
		}
		return false
	})
}

// target is the name of the document that a reference leads to, "" when it may
// lead to several, or the start of a path of the tables.
func target(ref ast.Ref, names map[string]bool) string {
	ground := ref.GroundPrefix()
	for n := len(ground); n > 1; n-- {
		if name := ground[:n].String(); names[name] {
			return name
		}
	}
	for _, table := range []string{"data.data", "data.meshlint.params"} {
		if n := 1 + strings.Count(table, "."); len(ground) >= n && ground[:n].String() == table {
			return tablesName
		}
	}
	return ""
}

// tablesName stands for documents that are the same for every object.
const tablesName = "data"

// pure reports whether a document, or what a function returns for certain
// arguments, is the same for every object.
func (u *uses) pure(name string) bool {
	switch name {
	case tablesName:
		return true
	case "":
		return false
	}
	if known, ok := u.known[name]; ok {
		return known
	}
	u.known[name] = !u.input[name] // rules are not recursive
	for _, other := range u.of[name] {
		if !u.pure(other) {
			u.known[name] = false
			break
		}
	}
	return u.known[name]
}
