package policy

import (
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

// An image is the embedded policies as the compiler of OPA leaves them. To
// parse and compile sixty rules takes longer than everything else that a run
// over one file does, and gives the same each time; to decode the image takes a
// few milliseconds. It carries a hash of the sources: where they have changed it
// counts for nothing and the sources are compiled, so it can be old but never
// wrong. `go test ./cmd/meshlint/internal/policy -update` makes it anew.
//
//go:embed policies.image
var imageFile []byte

// imageFormat changes with the layout of the image or the version of OPA.
const imageFormat = "meshlint 1, opa 1.22.4"

// imageHead is what stands in front of the modules, as JSON.
type imageHead struct {
	Format  string
	Sources string // hash of the texts of all modules
	Rules   []finding.Rule
	Mesh    []finding.Parameter
}

// tags of the values of a term.
const (
	tagNull byte = iota
	tagFalse
	tagTrue
	tagNumber
	tagString
	tagVar
	tagRef
	tagArray
	tagObject
	tagSet
	tagArrayComprehension
	tagObjectComprehension
	tagSetComprehension
	tagCall
)

// tags of the terms of an expression.
const (
	exprTerm byte = iota
	exprCall
	exprEvery
)

// encoder writes modules. Each different term is written once, into a table,
// and referred to by its number.
type encoder struct {
	terms  []byte
	count  int
	known  map[string]int
	failed error
}

// encodeImage writes the modules of a compiled policy, entry module included.
func encodeImage(head imageHead, modules []*ast.Module) ([]byte, error) {
	e := &encoder{known: map[string]int{}}
	var rules []byte
	rules = binary.AppendUvarint(rules, uint64(len(modules)))
	for _, module := range modules {
		rules = appendString(rules, module.Package.Location.File)
		rules = e.term(rules, ast.NewTerm(module.Package.Path))
		rules = binary.AppendUvarint(rules, uint64(len(module.Rules)))
		for _, rule := range module.Rules {
			rules = e.rule(rules, rule)
		}
	}
	if e.failed != nil {
		return nil, e.failed
	}
	meta, err := json.Marshal(head)
	if err != nil {
		return nil, fmt.Errorf("encoding rules: %w", err)
	}
	var out []byte
	out = appendString(out, string(meta))
	out = binary.AppendUvarint(out, uint64(e.count))
	out = append(out, e.terms...)
	return append(out, rules...), nil
}

func appendString(to []byte, s string) []byte {
	return append(binary.AppendUvarint(to, uint64(len(s))), s...)
}

func appendBool(to []byte, b bool) []byte {
	if b {
		return append(to, 1)
	}
	return append(to, 0)
}

// term appends the number of a term, 0 for none.
func (e *encoder) term(to []byte, t *ast.Term) []byte {
	if t == nil {
		return binary.AppendUvarint(to, 0)
	}
	body := e.value(nil, t.Value)
	number, ok := e.known[string(body)]
	if !ok {
		e.count++
		number = e.count
		e.known[string(body)] = number
		e.terms = append(e.terms, body...)
	}
	return binary.AppendUvarint(to, uint64(number))
}

func (e *encoder) list(to []byte, terms []*ast.Term) []byte {
	to = binary.AppendUvarint(to, uint64(len(terms)))
	for _, t := range terms {
		to = e.term(to, t)
	}
	return to
}

func (e *encoder) value(to []byte, value ast.Value) []byte {
	switch v := value.(type) {
	case ast.Null:
		return append(to, tagNull)
	case ast.Boolean:
		if v {
			return append(to, tagTrue)
		}
		return append(to, tagFalse)
	case ast.Number:
		return appendString(append(to, tagNumber), string(v))
	case ast.String:
		return appendString(append(to, tagString), string(v))
	case ast.Var:
		return appendString(append(to, tagVar), string(v))
	case ast.Ref:
		return e.list(append(to, tagRef), v)
	case ast.Call:
		return e.list(append(to, tagCall), v)
	case *ast.Array:
		terms := make([]*ast.Term, v.Len())
		for i := range terms {
			terms[i] = v.Elem(i)
		}
		return e.list(append(to, tagArray), terms)
	case ast.Set:
		return e.list(append(to, tagSet), v.Slice())
	case ast.Object:
		var terms []*ast.Term
		v.Foreach(func(key, value *ast.Term) { terms = append(terms, key, value) })
		return e.list(append(to, tagObject), terms)
	case *ast.ArrayComprehension:
		return e.body(e.term(append(to, tagArrayComprehension), v.Term), v.Body)
	case *ast.SetComprehension:
		return e.body(e.term(append(to, tagSetComprehension), v.Term), v.Body)
	case *ast.ObjectComprehension:
		return e.body(e.term(e.term(append(to, tagObjectComprehension), v.Key), v.Value), v.Body)
	default:
		e.failed = fmt.Errorf("cannot encode the value %v (%T)", value, value)
		return to
	}
}

func (e *encoder) body(to []byte, body ast.Body) []byte {
	to = binary.AppendUvarint(to, uint64(len(body)))
	for _, expr := range body {
		to = e.expr(to, expr)
	}
	return to
}

func (e *encoder) expr(to []byte, expr *ast.Expr) []byte {
	to = appendBool(appendBool(to, expr.Negated), expr.Generated)
	switch terms := expr.Terms.(type) {
	case *ast.Term:
		to = e.term(append(to, exprTerm), terms)
	case []*ast.Term:
		to = e.list(append(to, exprCall), terms)
	case *ast.Every:
		to = e.term(e.term(e.term(append(to, exprEvery), terms.Key), terms.Value), terms.Domain)
		to = e.body(to, terms.Body)
	default:
		e.failed = fmt.Errorf("cannot encode the expression %v (%T)", expr, expr.Terms)
	}
	to = binary.AppendUvarint(to, uint64(len(expr.With)))
	for _, with := range expr.With {
		to = e.term(e.term(to, with.Target), with.Value)
	}
	return to
}

func (e *encoder) rule(to []byte, rule *ast.Rule) []byte {
	to = appendBool(appendBool(to, rule.Default), rule.Head.Assign)
	to = appendString(to, string(rule.Head.Name))
	to = e.list(to, rule.Head.Reference)
	to = e.list(to, rule.Head.Args)
	to = e.term(e.term(to, rule.Head.Key), rule.Head.Value)
	to = e.body(to, rule.Body)
	to = appendBool(to, rule.Else != nil)
	if rule.Else != nil {
		to = e.rule(to, rule.Else)
	}
	return to
}

// errImage is what is wrong with an image that cannot be read; the sources are
// used instead.
var errImage = errors.New("the image of the policies is cut short")

// decoder reads what encoder wrote.
type decoder struct {
	data     []byte
	terms    []*ast.Term
	location *ast.Location
	failed   bool
}

// decodeHead reads the front of an image.
func decodeHead(image []byte) (imageHead, *decoder, error) {
	var head imageHead
	d := &decoder{data: image}
	meta := d.text()
	if d.failed {
		return head, nil, errImage
	}
	if err := json.Unmarshal([]byte(meta), &head); err != nil {
		return head, nil, errImage
	}
	return head, d, nil
}

// modules reads what stands behind the head.
func (d *decoder) modules() ([]*ast.Module, error) {
	count := d.size()
	d.terms = make([]*ast.Term, 1, count+1)
	for range count {
		d.terms = append(d.terms, ast.NewTerm(d.value()))
	}
	modules := make([]*ast.Module, d.size())
	for i := range modules {
		d.location = &ast.Location{File: d.text(), Row: 1, Col: 1}
		var path ast.Ref
		if t := d.term(); t != nil {
			path, _ = t.Value.(ast.Ref)
		}
		module := &ast.Module{Package: &ast.Package{Path: path, Location: d.location}}
		module.Rules = make([]*ast.Rule, d.size())
		for j := range module.Rules {
			module.Rules[j] = d.rule(module)
		}
		modules[i] = module
	}
	if d.failed {
		return nil, errImage
	}
	return modules, nil
}

func (d *decoder) number() int {
	n, width := binary.Uvarint(d.data)
	if width <= 0 || n > 1<<31 {
		d.failed, d.data = true, nil
		return 0
	}
	d.data = d.data[width:]
	return int(n)
}

// size reads how many things follow, each of at least one byte.
func (d *decoder) size() int {
	n := d.number()
	if n > len(d.data) {
		d.failed, d.data = true, nil
		return 0
	}
	return n
}

func (d *decoder) byte() byte {
	if len(d.data) == 0 {
		d.failed = true
		return 0
	}
	b := d.data[0]
	d.data = d.data[1:]
	return b
}

func (d *decoder) text() string {
	n := d.size()
	s := string(d.data[:n])
	d.data = d.data[n:]
	return s
}

func (d *decoder) term() *ast.Term {
	n := d.number()
	if n >= len(d.terms) {
		d.failed = true
		return ast.InternedNullTerm
	}
	return d.terms[n]
}

func (d *decoder) list() []*ast.Term {
	terms := make([]*ast.Term, d.size())
	for i := range terms {
		if terms[i] = d.term(); terms[i] == nil {
			d.failed = true
			terms[i] = ast.InternedNullTerm
		}
	}
	return terms
}

func (d *decoder) value() ast.Value {
	switch d.byte() {
	case tagFalse:
		return ast.Boolean(false)
	case tagTrue:
		return ast.Boolean(true)
	case tagNumber:
		return ast.Number(d.text())
	case tagString:
		return ast.String(d.text())
	case tagVar:
		return ast.Var(d.text())
	case tagRef:
		return ast.Ref(d.list())
	case tagCall:
		return ast.Call(d.list())
	case tagArray:
		return ast.NewArray(d.list()...)
	case tagSet:
		return ast.NewSet(d.list()...)
	case tagObject:
		terms := d.list()
		pairs := make([][2]*ast.Term, len(terms)/2)
		for i := range pairs {
			pairs[i] = [2]*ast.Term{terms[2*i], terms[2*i+1]}
		}
		return ast.NewObject(pairs...)
	case tagArrayComprehension:
		return &ast.ArrayComprehension{Term: d.term(), Body: d.body()}
	case tagSetComprehension:
		return &ast.SetComprehension{Term: d.term(), Body: d.body()}
	case tagObjectComprehension:
		return &ast.ObjectComprehension{Key: d.term(), Value: d.term(), Body: d.body()}
	default:
		return ast.NullValue
	}
}

func (d *decoder) body() ast.Body {
	body := make(ast.Body, d.size())
	for i := range body {
		body[i] = d.expr(i)
	}
	return body
}

func (d *decoder) expr(index int) *ast.Expr {
	expr := &ast.Expr{Negated: d.byte() == 1, Generated: d.byte() == 1, Index: index, Location: d.location}
	switch d.byte() {
	case exprTerm:
		expr.Terms = d.term()
	case exprCall:
		expr.Terms = d.list()
	case exprEvery:
		expr.Terms = &ast.Every{Key: d.term(), Value: d.term(), Domain: d.term(), Body: d.body(), Location: d.location}
	default:
		d.failed = true
	}
	if n := d.size(); n > 0 {
		expr.With = make([]*ast.With, n)
		for i := range expr.With {
			expr.With[i] = &ast.With{Target: d.term(), Value: d.term(), Location: d.location}
		}
	}
	return expr
}

func (d *decoder) rule(module *ast.Module) *ast.Rule {
	rule := &ast.Rule{Module: module, Location: d.location}
	rule.Default = d.byte() == 1
	assign := d.byte() == 1
	rule.Head = &ast.Head{Name: ast.Var(d.text()), Assign: assign, Location: d.location}
	if terms := d.list(); len(terms) > 0 {
		rule.Head.Reference = terms
	}
	if terms := d.list(); len(terms) > 0 {
		rule.Head.Args = terms
	}
	rule.Head.Key, rule.Head.Value = d.term(), d.term()
	rule.Body = d.body()
	if d.byte() == 1 {
		rule.Else = d.rule(module)
	}
	return rule
}
