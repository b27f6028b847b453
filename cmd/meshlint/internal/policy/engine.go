package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// engineFile is the name of the module that asks all enabled rules at once, so
// that what rules share is computed once per object. Rules are numbered by
// their index in Policy.rules.
const engineFile = "meshlint/engine.rego"

// entry makes the part of the engine that is compiled with the rules: that of
// the rules across documents. The rest is for join.
func (p *Policy) entry(rules map[string]*ast.Module) (*ast.Module, error) {
	var text strings.Builder
	text.WriteString("package meshlint.engine\n")
	for i, rule := range p.rules {
		for _, r := range rules[rule.ID].Rules {
			if heading(r) != aggregateReportName {
				continue
			}
			p.across = true
			fmt.Fprintf(&text, "%s contains [%d, x] if {\n\tfacts := input[\"%d\"]\n\tsome x in data.%s.%s with input as {\"facts\": facts}\n}\n",
				aggregateReportName, i, i, packagePath(rules[rule.ID]), aggregateReportName)
			break
		}
	}
	for _, name := range []string{reportName, aggregateReportName} {
		fmt.Fprintf(&text, "%s contains {} if false\n", name)
	}
	module, err := ast.ParseModuleWithOpts(engineFile, text.String(), ast.ParserOptions{RegoVersion: ast.RegoV1})
	if err != nil {
		return nil, fmt.Errorf("joining rules: %w", err)
	}
	return module, nil
}

// heading is the name of the document that a rule defines.
func heading(r *ast.Rule) string {
	if ref := r.Head.Ref(); len(ref) > 0 {
		return strings.Trim(ref[0].Value.String(), `"`)
	}
	return string(r.Head.Name)
}

// join puts the bodies of all reports and aggregates into the engine's one set,
// of [number of the rule, whether it is a fact, what the rule says]. To ask each
// rule for a set of its own would cost more than most rules do, and OPA's index
// passes over the bodies that are for other kinds of objects.
func (p *Policy) join(modules map[string]*ast.Module, rules map[string]*ast.Module) {
	engine := modules[engineFile]
	fold(modules)
	kinds := newKinds(modules)
	for i, rule := range p.rules {
		module := modules[rules[rule.ID].Package.Location.File]
		for _, r := range module.Rules {
			name := heading(r)
			if name != reportName && name != aggregateName {
				continue
			}
			key := ast.ArrayTerm(ast.InternedTerm(i), ast.InternedTerm(name == aggregateName), r.Head.Key)
			joined := &ast.Rule{
				Head:     &ast.Head{Name: reportName, Reference: ast.Ref{ast.VarTerm(reportName)}, Key: key, Location: r.Location},
				Body:     r.Body,
				Module:   engine,
				Location: r.Location,
			}
			if guard := kinds.guard(r.Body); guard != nil {
				guard[1].Generated = true
				joined.Body = slices.Concat(guard, r.Body)
			}
			engine.Rules = append(engine.Rules, joined)
		}
	}
}

// unguard takes the guards of join away once the index has been built: when it
// has picked a rule they hold.
func unguard(engine *ast.Module) {
	for _, rule := range engine.Rules {
		if isGuard(rule.Body) {
			rule.Body = rule.Body[guardLength:]
		}
	}
}

// compiled makes a compiler that takes modules for compiled ones: of its
// stages only those run that build what the evaluation looks rules up in.
func compiled(modules []*ast.Module) *ast.Compiler {
	needed := []ast.StageID{ast.StageSetModuleTree, ast.StageSetRuleTree, ast.StageBuildRuleIndices}
	skipped := slices.DeleteFunc(ast.AllStages(), func(id ast.StageID) bool { return slices.Contains(needed, id) })
	empty := map[string]*ast.Module{}
	for _, module := range modules {
		empty[module.Package.Location.File] = &ast.Module{Package: module.Package}
	}
	// Compile works on a copy of what it gets. The rules need none, so they are
	// put in when it has been made.
	fill := func(c *ast.Compiler) *ast.Error {
		for _, module := range modules {
			c.Modules[module.Package.Location.File].Rules = module.Rules
		}
		return nil
	}
	compiler := ast.NewCompiler().WithDefaultRegoVersion(ast.RegoV1).WithSkipStages(skipped...).
		WithStageAfterID(ast.StageSetModuleTree, ast.CompilerStageDefinition{Name: "Fill", MetricName: "fill", Stage: fill})
	compiler.Compile(empty)
	if engine := compiler.Modules[engineFile]; engine != nil {
		unguard(engine)
	}
	return compiler
}
