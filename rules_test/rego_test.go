package rules_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/cover"
	"github.com/open-policy-agent/opa/v1/format"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/tester"
)

func isRego(name string) bool { return path.Ext(name) == ".rego" }

// modules parses the policies and their tests, keyed by file.
func modules(t testing.TB) map[string]*ast.Module {
	t.Helper()
	parsed := map[string]*ast.Module{}
	for _, dir := range []string{root + "/policies", root + "/rules_test"} {
		for _, file := range regoFiles(t, dir) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			module, err := ast.ParseModuleWithOpts(file, string(text), ast.ParserOptions{ProcessAnnotation: true})
			if err != nil {
				t.Fatal(err)
			}
			parsed[file] = module
		}
	}
	return parsed
}

func regoFiles(t testing.TB, dir string) []string {
	t.Helper()
	var list []string
	err := walk(dir, func(name string) {
		if isRego(name) {
			list = append(list, name)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func walk(dir string, visit func(name string)) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name := path.Join(dir, entry.Name())
		if !entry.IsDir() {
			visit(name)
		} else if err := walk(name, visit); err != nil {
			return err
		}
	}
	return nil
}

// tables loads policies/data as `opa -d policies` does.
func tables(t testing.TB) storage.Store {
	t.Helper()
	all := map[string]any{}
	err := walk(root+"/policies/data", func(name string) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &all); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return inmem.NewFromObject(map[string]any{"data": all})
}

// TestRegoForm holds every module to `opa fmt` and `opa check --strict`.
func TestRegoForm(t *testing.T) {
	parsed := modules(t)
	for file := range parsed {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		formatted, err := format.SourceWithOpts(file, text, format.Opts{RegoVersion: ast.RegoV1})
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if string(formatted) != string(text) {
			if *update {
				if err := os.WriteFile(file, formatted, 0o644); err != nil {
					t.Fatal(err)
				}
				continue
			}
			t.Errorf("%s is not formatted (go test ./rules_test -run TestRegoForm -update does it)", file)
		}
		for i, line := range strings.Split(string(text), "\n") {
			// Rows of the tables in tests may be longer.
			if strings.HasPrefix(file, root+"/policies/") && len(line) > 120 && !strings.Contains(line, "https://") {
				t.Errorf("%s:%d: line is longer than 120 columns", file, i+1)
			}
		}
	}
	compiler := ast.NewCompiler().WithStrict(true)
	if compiler.Compile(parsed); compiler.Failed() {
		t.Error(compiler.Errors)
	}
}

// TestRego runs the unit tests of the rules and of the library, and fails for
// each line of either that no test runs.
func TestRego(t *testing.T) {
	parsed := modules(t)
	store := tables(t)
	coverage := cover.New()
	compiler := ast.NewCompiler()
	ctx := context.Background()
	var results chan *tester.Result
	err := storage.Txn(ctx, store, storage.TransactionParams{}, func(txn storage.Transaction) error {
		var err error
		results, err = tester.NewRunner().SetCompiler(compiler).SetStore(store).SetModules(parsed).
			SetCoverageQueryTracer(coverage).SetTimeout(time.Minute).RunTests(ctx, txn)
		if err != nil {
			return err
		}
		count := 0
		for result := range results {
			count++
			report(t, result)
		}
		if count == 0 {
			return errors.New("no Rego test ran")
		}
		t.Logf("%d Rego tests", count)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	covered(t, coverage.Report(parsed))
}

// report turns the result of one Rego test into one of Go's.
func report(t *testing.T, result *tester.Result) {
	t.Helper()
	switch {
	case result.Error != nil:
		t.Errorf("%s: %s.%s: %v", result.Location, result.Package, result.Name, result.Error)
	case result.Fail:
		t.Errorf("%s: %s.%s fails %s", result.Location, result.Package, result.Name, strings.Join(failed(result.SubResults, ""), ", "))
	}
}

// failed names the cases of a table test that failed.
func failed(cases tester.SubResultMap, prefix string) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(cases)) {
		one := cases[name]
		if one.Fail {
			if len(one.SubResults) == 0 {
				names = append(names, prefix+name)
			}
			names = append(names, failed(one.SubResults, prefix+name+"/")...)
		}
	}
	return names
}

// covered fails for each line of the policies that no unit test has run.
func covered(t *testing.T, report cover.Report) {
	t.Helper()
	for _, file := range slices.Sorted(maps.Keys(report.Files)) {
		if !strings.HasPrefix(file, root+"/policies/") {
			continue
		}
		for _, lines := range report.Files[file].NotCovered {
			t.Errorf("%s:%d: no Rego test runs lines %d to %d", file, lines.Start.Row, lines.Start.Row, lines.End.Row)
		}
	}
}
