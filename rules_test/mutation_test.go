package rules_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/tester"
)

var mutate = flag.Bool("mutate", false, "change each condition of each rule and expect a unit test to fail (minutes)")

// TestMutation changes one condition of one rule at a time, dropped or
// negated, and runs the unit tests of that rule: one of them must fail, or the
// condition is one that nothing holds in place.
func TestMutation(t *testing.T) {
	if !*mutate {
		t.Skip("takes minutes: go test ./rules_test -run Mutation -mutate")
	}
	parsed := modules(t)
	store := tables(t)
	mutants, survivors := 0, 0
	for _, file := range slices.Sorted(maps.Keys(parsed)) {
		if !strings.HasPrefix(file, root+"/policies/rules/") {
			continue
		}
		t.Run(path.Base(file), func(t *testing.T) {
			kept := neighbours(parsed, file)
			for _, m := range mutations(parsed[file]) {
				kept[file] = m.module
				killed, compiled := fails(t, kept, store)
				if !compiled {
					continue
				}
				mutants++
				if !killed {
					survivors++
					t.Errorf("%s:%d: no test notices that the condition is %s: %s", file, m.row, m.how, m.text)
				}
			}
		})
	}
	t.Logf("%d mutants, %d survivors", mutants, survivors)
}

// neighbours returns the modules that the tests of one rule need: the library,
// the test vocabulary and the tests themselves.
func neighbours(parsed map[string]*ast.Module, file string) map[string]*ast.Module {
	name := strings.TrimSuffix(path.Base(file), ".rego")
	kept := map[string]*ast.Module{}
	for other, module := range parsed {
		if strings.HasPrefix(other, root+"/policies/lib/") || strings.HasPrefix(other, root+"/rules_test/testlib/") ||
			path.Base(other) == name+"_test.rego" {
			kept[other] = module
		}
	}
	return kept
}

type mutation struct {
	module *ast.Module
	how    string
	text   string
	row    int
}

// mutations lists every module that differs from this one in one condition.
func mutations(module *ast.Module) []mutation {
	var list []mutation
	for i, rule := range module.Rules {
		for position, r := range chain(rule) {
			for j, expr := range r.Body {
				if expr.IsAssignment() || isDeclaration(expr) {
					continue
				}
				for _, how := range []string{"dropped", "negated"} {
					changed := module.Copy()
					body := link(changed.Rules[i], position)
					if how == "negated" {
						body.Body[j].Negated = !body.Body[j].Negated
					} else if body.Body = slices.Delete(body.Body, j, j+1); len(body.Body) == 0 {
						body.Body = ast.NewBody(ast.NewExpr(ast.BooleanTerm(true)))
					}
					list = append(list, mutation{changed, how, fmt.Sprintf("%.60s", expr.Location.Text), expr.Location.Row})
				}
			}
		}
	}
	return list
}

// chain lists a rule and its else branches.
func chain(rule *ast.Rule) []*ast.Rule {
	var list []*ast.Rule
	for ; rule != nil; rule = rule.Else {
		list = append(list, rule)
	}
	return list
}

func link(rule *ast.Rule, position int) *ast.Rule {
	for range position {
		rule = rule.Else
	}
	return rule
}

// isDeclaration reports whether an expression is no condition: it brings
// variables into being, or is the `true` that a rule without a body has.
func isDeclaration(expr *ast.Expr) bool {
	switch terms := expr.Terms.(type) {
	case *ast.SomeDecl:
		return true
	case *ast.Term:
		return terms.Equal(ast.BooleanTerm(true))
	default:
		return false
	}
}

// fails reports whether a test fails, and whether the modules compile at all.
func fails(t *testing.T, kept map[string]*ast.Module, store storage.Store) (killed, compiled bool) {
	t.Helper()
	copies := map[string]*ast.Module{}
	for file, module := range kept {
		copies[file] = module.Copy()
	}
	check := ast.NewCompiler()
	if check.Compile(copies); check.Failed() {
		return false, false
	}
	ctx := context.Background()
	err := storage.Txn(ctx, store, storage.TransactionParams{}, func(txn storage.Transaction) error {
		results, err := tester.NewRunner().SetCompiler(ast.NewCompiler()).SetStore(store).SetModules(copies).
			SetTimeout(20*time.Second).RunTests(ctx, txn)
		if err != nil {
			return err
		}
		for result := range results {
			killed = killed || result.Fail || result.Error != nil
		}
		return nil
	})
	if err != nil {
		return true, true
	}
	return killed, true
}
