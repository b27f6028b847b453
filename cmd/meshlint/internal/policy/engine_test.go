package policy

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
)

// plainRules evaluates every rule by itself, as any OPA engine does: without
// joining, guards, folding or a memo.
func plainRules(t *testing.T, p *Policy, catalogue *Catalogue) func(input *ast.Term) ast.Set {
	t.Helper()
	modules := map[string]*ast.Module{}
	for _, module := range catalogue.modules {
		modules[module.Package.Location.File] = module
	}
	for _, module := range catalogue.rules {
		modules[module.Package.Location.File] = module
	}
	compiler := ast.NewCompiler().WithCapabilities(catalogue.caps).WithDefaultRegoVersion(ast.RegoV1)
	if compiler.Compile(modules); compiler.Failed() {
		t.Fatal(compiler.Errors)
	}
	ctx := context.Background()
	return func(input *ast.Term) ast.Set {
		txn, done, err := p.read(ctx)
		if err != nil {
			t.Fatal(err)
		}
		defer done()
		all := ast.NewSet()
		for i, rule := range p.rules {
			for name, fact := range map[string]bool{reportName: false, aggregateName: true} {
				body := ast.MustParseBody("data." + packagePath(catalogue.rules[rule.ID]) + "." + name + " = found")
				query := topdown.NewQuery(body).WithCompiler(compiler).WithStore(p.store).WithTransaction(txn).WithInput(input)
				err = query.Iter(ctx, func(result topdown.QueryResult) error {
					if set, ok := result[ast.Var("found")].Value.(ast.Set); ok {
						set.Foreach(func(x *ast.Term) { all.Add(ast.ArrayTerm(ast.InternedTerm(i), ast.InternedTerm(fact), x)) })
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		return all
	}
}

// TestEngine holds what makes evaluation fast against the plain rules: on every
// object of the fixtures, one after the other and again in the other order,
// since a memo outlives the object.
func TestEngine(t *testing.T) {
	sources, err := embedded()
	if err != nil {
		t.Fatal(err)
	}
	catalogue, err := load(sources, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := catalogue.Compile(Options{})
	if err != nil {
		t.Fatal(err)
	}
	plain := plainRules(t, p, catalogue)
	var inputs []*ast.Term
	var want []ast.Set
	err = filepath.WalkDir(benchmarkFixtures, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".yaml" {
			return err
		}
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		for part, err := range manifest.Split(file, manifest.Limits{}) {
			if err != nil {
				break // fixtures about what cannot be read
			}
			for _, object := range manifest.Decode(path, part, manifest.Limits{}).Objects {
				input, err := Convert(object.Root)
				if err != nil {
					continue
				}
				inputs = append(inputs, input)
				want = append(want, plain(input))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	compare := func(i int) {
		got, err := p.run(context.Background(), reportName, inputs[i])
		if err != nil {
			t.Fatal(err)
		}
		found += got.Len()
		if got.Compare(want[i]) != 0 {
			t.Errorf("object %v: the engine says\n%v\nbut the rules say\n%v", inputs[i].Get(ast.StringTerm("metadata")), got.Diff(want[i]), want[i].Diff(got))
		}
	}
	for i := range inputs {
		compare(i)
	}
	for i := range slices.Backward(inputs) {
		compare(i)
	}
	if len(inputs) < 300 || found < len(inputs) {
		t.Errorf("only %d objects and %d results were compared", len(inputs), found)
	}
}
