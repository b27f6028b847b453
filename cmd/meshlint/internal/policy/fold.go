package policy

import (
	"github.com/open-policy-agent/opa/v1/ast"
)

// fold puts constants in the place of references to them, and settles the
// functions that answer yes or nothing. Neither changes what a rule says; both
// are work that OPA would do anew for each object.
func fold(modules map[string]*ast.Module) {
	uses := newUses(modules)
	if uses.mocked {
		return
	}
	constants := constantRules(modules)
	for _, module := range modules {
		for _, rule := range module.Rules {
			ast.WalkTerms(rule, func(t *ast.Term) bool {
				ref, ok := t.Value.(ast.Ref)
				if !ok || !ref[0].Equal(ast.DefaultRootDocument) || !ref.IsGround() {
					return false
				}
				if value, ok := constants[ref.String()]; ok {
					t.Value = value
				}
				return false
			})
		}
	}
	settle(modules, uses)
}

// constantRules are the values of the rules that are no more than a name for
// one.
func constantRules(modules map[string]*ast.Module) map[string]ast.Value {
	constants := map[string]ast.Value{}
	count := map[string]int{}
	for _, module := range modules {
		for _, rule := range module.Rules {
			name := rule.Ref().GroundPrefix().String()
			count[name]++
			head := rule.Head
			if rule.Default || rule.Else != nil || len(head.Args) > 0 || head.RuleKind() != ast.SingleValue || !rule.Ref().IsGround() ||
				head.Value == nil || !ast.IsConstant(head.Value.Value) || !alwaysTrue(rule.Body) {
				continue
			}
			constants[name] = head.Value.Value
		}
	}
	for name := range constants {
		if count[name] > 1 {
			delete(constants, name)
		}
	}
	return constants
}

func alwaysTrue(body ast.Body) bool {
	return len(body) == 1 && body[0].Equal(ast.NewExpr(ast.BooleanTerm(true)))
}

// settle gives the functions that are true or undefined, and depend on their
// arguments only, the default false, which is the same to whoever asks them
// without looking at the value. OPA remembers values, but not that there is
// none, so without it "no" is worked out again for every object.
func settle(modules map[string]*ast.Module, uses *uses) {
	asked := askedOnly(modules, uses)
	settled := map[string]bool{}
	for _, module := range modules {
		for _, rule := range module.Rules {
			name := rule.Ref().String()
			if !asked[name] || uses.arity[name] == 0 || uses.valued[name] || settled[name] || !uses.pure(name) {
				continue
			}
			settled[name] = true
			head := &ast.Head{Name: rule.Head.Name, Reference: rule.Head.Reference, Value: ast.InternedTerm(false), Location: rule.Location}
			for range rule.Head.Args {
				head.Args = append(head.Args, ast.Wildcard)
			}
			body := ast.NewBody(ast.NewExpr(ast.InternedTerm(true)))
			module.Rules = append(module.Rules, &ast.Rule{Default: true, Head: head, Body: body, Module: module, Location: rule.Location})
		}
	}
}

// askedOnly are the functions of which every caller wants to know whether they
// hold, and none what they return.
func askedOnly(modules map[string]*ast.Module, uses *uses) map[string]bool {
	asked := map[string]bool{}
	for _, module := range modules {
		for _, rule := range module.Rules {
			ast.WalkExprs(rule, func(expr *ast.Expr) bool {
				if terms, ok := expr.Terms.([]*ast.Term); ok {
					name := terms[0].Value.String()
					if before, seen := asked[name]; !seen || before {
						asked[name] = len(terms)-1 == uses.arity[name]
					}
				}
				return false
			})
		}
	}
	return asked
}
