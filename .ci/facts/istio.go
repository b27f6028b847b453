package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// fact is a list that stands both in the source of Istio and, written by hand, in a table.
type fact struct {
	file, name string                                 // declaration in the source
	pick       func(node ast.Node, c consts) []string // what it lists
	want       func(tables map[string]table) []string // what the tables say
}

// consts are the constants and variables of a package that are plain literals, by name.
type consts map[string]string

// facts are the lists to hold against the source on an update.
var facts = []fact{
	{"pkg/kube/inject/validate.go", "AnnotationValidation", mapValues, validatorCalls},
	{"pkg/kube/inject/initializer.go", "IgnoredNamespaces", arguments, systemNamespaces},
	{"pilot/cmd/pilot-agent/status/server.go", "istioReservedPorts", mapKeys, scrapeReserved},
	{"pkg/config/protocol/instance.go", "Parse", lowerCases, below("protocols", "names")},
	{"pkg/config/kube/conversion.go", "wellKnownPorts", arguments, below("protocols", "well_known_ports")},
}

// constantsFile declares the names that other packages use in their lists.
const constantsFile = "pkg/config/constants/constants.go"

// checkSource holds the hand-written lists against the source of Istio in dir.
func checkSource(dir string, tables map[string]table) error {
	shared, _, err := declarations(filepath.Join(dir, constantsFile))
	if err != nil {
		return err
	}
	faults := []error{compareLists("classes of gateways", gatewayClasses(shared), classesOfTable(tables))}
	for _, f := range facts {
		own, nodes, err := declarations(filepath.Join(dir, f.file))
		if err != nil {
			return err
		}
		node, ok := nodes[f.name]
		if !ok {
			faults = append(faults, fmt.Errorf("%s no longer declares %s", f.file, f.name))
			continue
		}
		for name, value := range shared {
			own["constants."+name] = value
		}
		faults = append(faults, compareLists(f.name, f.pick(node, own), f.want(tables)))
	}
	return errors.Join(faults...)
}

// compareLists names what only one of two lists has.
func compareLists(name string, source, ours []string) error {
	slices.Sort(source)
	slices.Sort(ours)
	if slices.Equal(source, ours) {
		return nil
	}
	return fmt.Errorf("%s: the source lists %q, the tables %q", name, source, ours)
}

// declarations reads a Go file: its literal constants, and its top-level values and functions by name.
func declarations(path string) (consts, map[string]ast.Node, error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, nil, fmt.Errorf("reading the source of Istio: %w", err)
	}
	literals, nodes := consts{}, map[string]ast.Node{}
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			nodes[d.Name.Name] = d.Body
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok {
					addValues(v, literals, nodes)
				}
			}
		}
	}
	return literals, nodes, nil
}

// addValues notes the values of one declaration.
func addValues(v *ast.ValueSpec, literals consts, nodes map[string]ast.Node) {
	for i, value := range v.Values {
		nodes[v.Names[i].Name] = value
		if lit, ok := value.(*ast.BasicLit); ok {
			literals[v.Names[i].Name] = text(lit)
		}
	}
}

// text is the value of a literal without its quotes.
func text(lit *ast.BasicLit) string {
	if s, err := strconv.Unquote(lit.Value); err == nil {
		return s
	}
	return lit.Value
}

// value reads a literal or the name of a constant.
func value(e ast.Expr, c consts) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		return text(e)
	case *ast.Ident:
		if v, ok := c[e.Name]; ok {
			return v
		}
		return e.Name
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok {
			return value(ast.NewIdent(x.Name+"."+e.Sel.Name), c)
		}
	}
	return "?"
}

// arguments are those of a call: sets.New(A, B).
func arguments(node ast.Node, c consts) []string {
	var out []string
	if call, ok := node.(*ast.CallExpr); ok {
		for _, arg := range call.Args {
			out = append(out, value(arg, c))
		}
	}
	return out
}

// mapKeys and mapValues are those of a map literal.
func mapKeys(node ast.Node, c consts) []string {
	return pairs(node, func(kv *ast.KeyValueExpr) string { return value(kv.Key, c) })
}

func mapValues(node ast.Node, c consts) []string {
	return pairs(node, func(kv *ast.KeyValueExpr) string { return value(kv.Value, c) })
}

// pairs reads each entry of a map literal.
func pairs(node ast.Node, read func(*ast.KeyValueExpr) string) []string {
	var out []string
	if lit, ok := node.(*ast.CompositeLit); ok {
		for _, elt := range lit.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				out = append(out, read(kv))
			}
		}
	}
	return out
}

// lowerCases are the texts that a switch knows. Istio lowers what it switches on, so that a case with capitals is dead.
func lowerCases(node ast.Node, c consts) []string {
	var out []string
	ast.Inspect(node, func(n ast.Node) bool {
		if clause, ok := n.(*ast.CaseClause); ok {
			for _, e := range clause.List {
				if s := value(e, c); s == strings.ToLower(s) {
					out = append(out, s)
				}
			}
		}
		return true
	})
	return out
}
