package policy

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

// Result is one finding as a rule gives it: a path, not yet a place.
type Result struct {
	// Rule is the number of the rule, see Policy.Rule.
	Rule     int
	Path     []any
	OnKey    bool
	Message  string
	Severity finding.Severity
	Related  []Related
	Fix      []finding.Operation
	// Fact is the id of the fact that a finding across documents stands at.
	Fact int
}

// Related is the other end of a finding: a path in the same object, or the
// fact of another document.
type Related struct {
	Path    []any
	OnKey   bool
	Fact    int
	Message string
}

// Fact is what a rule keeps of one object until the end of the run.
type Fact struct {
	Rule  int
	Path  []any
	OnKey bool
	// Fix is the repair that the fact brings for a finding at its place.
	Fix   []finding.Operation
	value ast.Object
}

// ErrTimeout is returned when an object takes longer than Options.Timeout.
var ErrTimeout = errors.New("evaluation took too long")

// Evaluate runs all rules on one object that Convert made.
func (p *Policy) Evaluate(ctx context.Context, object *ast.Term) ([]Result, []Fact, error) {
	found, err := p.run(ctx, reportName, object)
	if err != nil || found == nil {
		return nil, nil, err
	}
	var results []Result
	var facts []Fact
	err = found.Iter(func(t *ast.Term) error {
		row, ok := t.Value.(*ast.Array)
		if !ok || row.Len() != 3 {
			return fmt.Errorf("unexpected result %v", t)
		}
		rule := index(row.Elem(0))
		if p.off[rule] {
			return nil
		}
		if row.Elem(1).Value.Compare(ast.Boolean(true)) == 0 {
			fact, err := p.fact(rule, row.Elem(2))
			facts = append(facts, fact)
			return err
		}
		result, err := p.result(rule, row.Elem(2), false)
		results = append(results, result)
		return err
	})
	return results, facts, err
}

// Across reports whether an enabled rule looks at more than one document.
func (p *Policy) Across() bool { return p.across }

// EvaluateFacts runs the rules across documents over all facts of a run, in
// input order. objects[i] is the identity of the object of facts[i]; the Fact
// of a result is an index into facts.
func (p *Policy) EvaluateFacts(ctx context.Context, facts []Fact, objects []finding.Object) ([]Result, error) {
	byRule := map[int][]*ast.Term{}
	for i, fact := range facts {
		value := ast.NewObject(
			ast.Item(ast.StringTerm("id"), ast.IntNumberTerm(i)),
			ast.Item(ast.StringTerm("object"), identity(objects[i])),
		)
		fact.value.Foreach(value.Insert)
		byRule[fact.Rule] = append(byRule[fact.Rule], ast.NewTerm(value))
	}
	input := ast.NewObject()
	for i := range p.rules {
		input.Insert(ast.StringTerm(strconv.Itoa(i)), ast.ArrayTerm(byRule[i]...))
	}
	found, err := p.run(ctx, aggregateReportName, ast.NewTerm(input))
	if err != nil || found == nil {
		return nil, err
	}
	var results []Result
	err = found.Iter(func(t *ast.Term) error {
		row, ok := t.Value.(*ast.Array)
		if !ok || row.Len() != 2 {
			return fmt.Errorf("unexpected result %v", t)
		}
		rule := index(row.Elem(0))
		if p.off[rule] {
			return nil
		}
		result, err := p.result(rule, row.Elem(1), true)
		if err == nil && (result.Fact < 0 || result.Fact >= len(facts)) {
			err = p.malformed(result.Rule, "fact %d does not exist", result.Fact)
		}
		results = append(results, result)
		return err
	})
	return results, err
}

func identity(o finding.Object) *ast.Term {
	item := func(key, value string) [2]*ast.Term { return ast.Item(ast.StringTerm(key), ast.StringTerm(value)) }
	return ast.ObjectTerm(item("apiVersion", o.APIVersion), item("kind", o.Kind), item("namespace", o.Namespace), item("name", o.Name))
}

// run evaluates one of the prepared queries and returns its set, or nil.
func (p *Policy) run(ctx context.Context, name string, input *ast.Term) (ast.Set, error) {
	txn, done, err := p.read(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	memo := p.memos.Get().(*memo) //nolint:forcetypeassert // New makes no other
	defer p.memos.Put(memo)
	memo.begin()
	query := topdown.NewQuery(p.queries[name]).WithCompiler(p.compiler).WithStore(p.store).WithTransaction(txn).WithInput(input).
		WithVirtualCache(memo)
	if p.timeout > 0 {
		cancel := topdown.NewCancel()
		timer := time.AfterFunc(p.timeout, cancel.Cancel)
		defer timer.Stop()
		query = query.WithCancel(cancel)
	}
	var found ast.Set
	err = query.Iter(ctx, func(result topdown.QueryResult) error {
		if set, ok := result[ast.Var("found")].Value.(ast.Set); ok {
			found = set
		}
		return nil
	})
	if err != nil {
		if topdown.IsCancel(err) {
			return nil, ErrTimeout
		}
		return nil, fmt.Errorf("evaluating policies: %w", err)
	}
	return found, nil
}

// malformed says which rule gave something that is no finding.
func (p *Policy) malformed(rule int, format string, args ...any) error {
	return fmt.Errorf("rule %s gave a malformed finding: %s", p.rules[rule].ID, fmt.Sprintf(format, args...))
}
