package policy

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

// index reads the number of a rule that the entry module wrote.
func index(t *ast.Term) int {
	n, _ := t.Value.(ast.Number)
	i, _ := n.Int()
	return i
}

// result reads a finding. Its keys are few and fixed: an unknown one is an
// error, since it would be without effect.
func (p *Policy) result(rule int, t *ast.Term, across bool) (Result, error) {
	r := Result{Rule: rule, Severity: p.rules[rule].Severity, Fact: -1}
	object, ok := t.Value.(ast.Object)
	if !ok {
		return r, p.malformed(rule, "%v is no object", t)
	}
	err := object.Iter(func(key, value *ast.Term) error {
		name, _ := key.Value.(ast.String)
		var err error
		switch {
		case name == "path" && !across:
			r.Path, err = steps(value)
		case name == "fact" && across:
			r.Fact = index(value)
		case name == "at":
			r.OnKey, err = onKey(value)
		case name == "message":
			r.Message, err = text(value)
		case name == "severity":
			r.Severity, err = lower(value, r.Severity)
		case name == "related":
			r.Related, err = related(value, across)
		case name == "fix":
			r.Fix, err = operations(value)
		default:
			err = fmt.Errorf("unknown key %v", key)
		}
		if err != nil {
			return p.malformed(rule, "%v", err)
		}
		return nil
	})
	if err != nil {
		return r, err
	}
	if strings.TrimSpace(r.Message) == "" || (!across && r.Path == nil) {
		return r, p.malformed(rule, "it needs a message and a %s", map[bool]string{false: "path", true: "fact"}[across])
	}
	return r, nil
}

func (p *Policy) fact(rule int, t *ast.Term) (Fact, error) {
	fact := Fact{Rule: rule}
	object, ok := t.Value.(ast.Object)
	if !ok {
		return fact, p.malformed(rule, "the fact %v is no object", t)
	}
	fact.value = object
	var err error
	if at := object.Get(ast.StringTerm("at")); at != nil {
		if fact.OnKey, err = onKey(at); err != nil {
			return fact, p.malformed(rule, "fact: %v", err)
		}
	}
	if fix := object.Get(ast.StringTerm("fix")); fix != nil {
		if fact.Fix, err = operations(fix); err != nil {
			return fact, p.malformed(rule, "fact: %v", err)
		}
	}
	path := object.Get(ast.StringTerm("path"))
	if path == nil {
		return fact, p.malformed(rule, "a fact needs a path")
	}
	if fact.Path, err = steps(path); err != nil {
		return fact, p.malformed(rule, "fact: %v", err)
	}
	return fact, nil
}

// steps reads a path: an array of keys and indices.
func steps(t *ast.Term) ([]any, error) {
	array, ok := t.Value.(*ast.Array)
	if !ok {
		return nil, fmt.Errorf("path %v is no array", t)
	}
	path := make([]any, 0, array.Len())
	for i := range array.Len() {
		switch step := array.Elem(i).Value.(type) {
		case ast.String:
			path = append(path, string(step))
		case ast.Number:
			n, ok := step.Int()
			if !ok || n < 0 {
				return nil, fmt.Errorf("path %v has the index %v", t, step)
			}
			path = append(path, n)
		default:
			return nil, fmt.Errorf("path %v has a step that is neither key nor index", t)
		}
	}
	return path, nil
}

func onKey(t *ast.Term) (bool, error) {
	word, err := text(t)
	if err != nil || (word != "key" && word != "value") {
		return false, fmt.Errorf("at is %v: use \"key\" or \"value\"", t)
	}
	return word == "key", nil
}

func text(t *ast.Term) (string, error) {
	word, ok := t.Value.(ast.String)
	if !ok {
		return "", fmt.Errorf("%v is no string", t)
	}
	return string(word), nil
}

// lower reads the severity of a single finding: never above its rule's.
func lower(t *ast.Term, rule finding.Severity) (finding.Severity, error) {
	word, err := text(t)
	if err != nil {
		return rule, err
	}
	severity, err := finding.ParseSeverity(word)
	return min(severity, rule), err
}

func related(t *ast.Term, across bool) ([]Related, error) {
	array, ok := t.Value.(*ast.Array)
	if !ok {
		return nil, errors.New("related is no array")
	}
	list := make([]Related, 0, array.Len())
	for i := range array.Len() {
		object, ok := array.Elem(i).Value.(ast.Object)
		if !ok {
			return nil, fmt.Errorf("related has %v in it", array.Elem(i))
		}
		one := Related{Fact: -1}
		err := object.Iter(func(key, value *ast.Term) error {
			name, _ := key.Value.(ast.String)
			var err error
			switch {
			case name == "path" && !across:
				one.Path, err = steps(value)
			case name == "fact" && across:
				one.Fact = index(value)
			case name == "at":
				one.OnKey, err = onKey(value)
			case name == "message":
				one.Message, err = text(value)
			default:
				err = fmt.Errorf("related has the unknown key %v", key)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

// operations reads JSON Patch.
func operations(t *ast.Term) ([]finding.Operation, error) {
	value, err := ast.JSON(t.Value)
	if err != nil {
		return nil, fmt.Errorf("fix: %w", err)
	}
	encoded, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("fix: %w", err)
	}
	var list []finding.Operation
	decoder := json.NewDecoder(strings.NewReader(string(encoded)))
	decoder.UseNumber()
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&list); err != nil {
		return nil, fmt.Errorf("fix is no list of JSON Patch operations: %w", err)
	}
	for _, operation := range list {
		switch operation.Op {
		case "add", "remove", "replace", "move", "copy", "test":
		default:
			return nil, fmt.Errorf("fix has the unknown operation %q", operation.Op)
		}
		if operation.Path != "" && !strings.HasPrefix(operation.Path, "/") {
			return nil, fmt.Errorf("fix has the path %q, which is no JSON pointer", operation.Path)
		}
	}
	return list, nil
}
