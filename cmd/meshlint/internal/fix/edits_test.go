package fix

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
)

// objects decodes all objects of a source.
func objects(source string) ([]*manifest.Object, error) {
	var list []*manifest.Object
	for part, err := range manifest.Split(strings.NewReader(source), manifest.Limits{}) {
		if err != nil {
			return nil, err
		}
		document := manifest.Decode("x.yaml", part, manifest.Limits{})
		if len(document.Faults) > 0 {
			return nil, fmt.Errorf("%s: %s", document.Faults[0].Rule, document.Faults[0].Message)
		}
		list = append(list, document.Objects...)
	}
	return list, nil
}

// plain is the value of a node as Kubernetes reads it. What it costs to follow
// aliases is bounded by Decode.
func plain(n *manifest.Node) (any, error) {
	switch n = manifest.Resolve(n); n.Kind {
	case manifest.MappingNode:
		out := map[string]any{}
		for key, value := range manifest.Fields(n) {
			v, err := plain(value)
			if err != nil {
				return nil, err
			}
			out[key.Value] = v
		}
		return out, nil
	case manifest.SequenceNode:
		out := []any{}
		for _, item := range n.Content {
			v, err := plain(item)
			if err != nil {
				return nil, err
			}
			out = append(out, v)
		}
		return out, nil
	default:
		return manifest.Scalar(n)
	}
}

// same compares values as JSON does: 1 and 1.0 are one number.
func same(a, b any) bool {
	left, err := json.Marshal(a)
	if err != nil {
		return reflect.DeepEqual(a, b) // NaN
	}
	right, err := json.Marshal(b)
	return err == nil && string(left) == string(right)
}

// patch applies operations to plain values as RFC 6902 has it. It shares no
// code with what it tests.
func patch(value any, operations []finding.Operation) (any, error) {
	var err error
	for _, operation := range operations {
		steps := strings.Split(operation.Path, "/")[1:]
		for i := range steps {
			steps[i] = strings.ReplaceAll(strings.ReplaceAll(steps[i], "~1", "/"), "~0", "~")
		}
		if value, err = step(value, steps, operation); err != nil {
			return nil, err
		}
	}
	return value, nil
}

var errNoPlace = errors.New("no such place")

func step(value any, steps []string, o finding.Operation) (any, error) {
	last := len(steps) == 1
	switch v := value.(type) {
	case map[string]any:
		v = maps.Clone(v)
		old, there := v[steps[0]]
		switch {
		case !last:
			if !there {
				return nil, errNoPlace
			}
			below, err := step(old, steps[1:], o)
			v[steps[0]] = below
			return v, err
		case o.Op == "test":
			if !there || !same(old, o.Value) {
				return nil, errNoPlace
			}
		case o.Op == "remove":
			if !there {
				return nil, errNoPlace
			}
			delete(v, steps[0])
		case o.Op == "replace" && !there:
			return nil, errNoPlace
		default:
			v[steps[0]] = o.Value
		}
		return v, nil
	case []any:
		v = slices.Clone(v)
		if last && o.Op == "add" && steps[0] == "-" {
			return append(v, o.Value), nil
		}
		i, err := strconv.Atoi(steps[0])
		if err != nil || i < 0 || i > len(v) || i == len(v) && (!last || o.Op != "add") {
			return nil, errNoPlace
		}
		switch {
		case !last:
			v[i], err = step(v[i], steps[1:], o)
			return v, err
		case o.Op == "add":
			return slices.Insert(v, i, o.Value), nil
		case o.Op == "remove":
			return slices.Delete(v, i, i+1), nil
		case o.Op == "replace":
			v[i] = o.Value
		}
		return v, nil
	default:
		return nil, errNoPlace
	}
}

// checkEdits repairs the object with index i of a source and holds what must
// be true of any repair: edits in order, the object is what the patch makes of
// it, all others are as they were. It returns the source after the repair.
func checkEdits(source string, i int, operations []finding.Operation) (string, error) {
	before, err := objects(source)
	if err != nil {
		return "", fmt.Errorf("the source: %w", err)
	}
	edits, err := Edits(before[i], operations)
	if err != nil {
		return "", refusal{err}
	}
	at := 0
	for _, edit := range edits {
		if edit.Start < at || edit.End < edit.Start || edit.End > len(source) {
			return "", fmt.Errorf("edit %d-%d behind %d", edit.Start, edit.End, at)
		}
		at = edit.End
	}
	out := string(Apply([]byte(source), edits))
	after, err := objects(out)
	if err != nil {
		return out, fmt.Errorf("the result cannot be read: %w\n%s", err, out)
	}
	if len(after) != len(before) {
		return out, fmt.Errorf("%d objects have become %d:\n%s", len(before), len(after), out)
	}
	for j := range before {
		want, err := plain(before[j].Root)
		if err != nil {
			return out, err
		}
		if j == i {
			if want, err = patch(want, operations); err != nil {
				return out, fmt.Errorf("the patch does not apply to the object, but gave\n%s", out)
			}
		}
		got, err := plain(after[j].Root)
		if err != nil {
			return out, err
		}
		if !same(got, want) {
			return out, fmt.Errorf("object %d is\n%v\nwant\n%v\nfrom\n%s", j, got, want, out)
		}
	}
	return out, nil
}

// refusal is an error of Edits, which is an answer and no fault.
type refusal struct{ error }

const head = "apiVersion: v1\nkind: Pod\n"

func op(kind, path string, value any) finding.Operation {
	return finding.Operation{Op: kind, Path: path, Value: value}
}

// TestEdits repairs sources in every layout. A source without a head gets one;
// an empty after means that the repair must be refused with the text in refused.
func TestEdits(t *testing.T) {
	remove := func(path string) []finding.Operation { return []finding.Operation{op("remove", path, nil)} }
	add := func(path string, value any) []finding.Operation { return []finding.Operation{op("add", path, value)} }
	replace := func(path string, value any) []finding.Operation {
		return []finding.Operation{op("replace", path, value)}
	}
	for name, c := range map[string]struct {
		before     string
		operations []finding.Operation
		after      string
		refused    string
	}{
		// Replacing keeps the quotes, the comment and what is around.
		"replace plain":              {"a: x # c\n", replace("/a", "z"), "a: z # c\n", ""},
		"replace double":             {"a: \"x\"\t# c\n", replace("/a", `z"`), "a: \"z\\\"\"\t# c\n", ""},
		"replace single":             {"a: 'x'\n", replace("/a", "it's"), "a: 'it''s'\n", ""},
		"replace needs quotes":       {"a: x\n", replace("/a", "true"), "a: \"true\"\n", ""},
		"replace number-like":        {"a: x\n", replace("/a", "0x1F"), "a: \"0x1F\"\n", ""},
		"replace colon":              {"a: x\n", replace("/a", "b: c"), "a: \"b: c\"\n", ""},
		"replace comment-like":       {"a: x\n", replace("/a", "b #c"), "a: \"b #c\"\n", ""},
		"replace dash":               {"a: x\n", replace("/a", "-"), "a: \"-\"\n", ""},
		"replace empty":              {"a: x\n", replace("/a", ""), "a: \"\"\n", ""},
		"replace controls":           {"a: 'x'\n", replace("/a", "a\u0085\u2028\x7f\tb"), "a: \"a\\u0085\\u2028\\u007f\\tb\"\n", ""},
		"replace by number":          {"a: \"1338\"\n", replace("/a", 1337), "a: 1337\n", ""},
		"replace by boolean":         {"a: zes\r\n", replace("/a", false), "a: false\r\n", ""},
		"replace two lines":          {"a: one\n  two # c\nb: 1\n", replace("/a", "x"), "a: x # c\nb: 1\n", ""},
		"replace wide":               {"b: \"日本\" # é\na: 'ü' # 日\n", replace("/a", "日"), "b: \"日本\" # é\na: '日' # 日\n", ""},
		"replace in flow":            {"s: {a: x, b: [p, q]}\n", replace("/s/b/1", "r"), "s: {a: x, b: [p, r]}\n", ""},
		"replace in flow, quoted":    {"s: [p]\n", replace("/s/0", "a,b"), "s: [\"a,b\"]\n", ""},
		"replace in flow, bracket":   {"s: [p]\n", replace("/s/0", "a]"), "s: [\"a]\"]\n", ""},
		"replace in list":            {"s:\n- a # 1\n- b # 2\n", replace("/s/1", "c"), "s:\n- a # 1\n- c # 2\n", ""},
		"replace escaped key":        {"m:\n  a/b~c: x\n", replace("/m/a~1b~0c", "z"), "m:\n  a/b~c: z\n", ""},
		"replace block scalar":       {"a: |\n  x\n", replace("/a", "z"), "", "several lines"},
		"replace mapping":            {"a: {b: c}\n", replace("/a", "z"), "", "single value"},
		"replace alias":              {"b: &x v\na: *x\n", replace("/a", "z"), "", "shared"},
		"replace anchored":           {"b: &x v\na: *x\n", replace("/b", "z"), "", "anchor"},
		"replace tagged":             {"a: !!str 1\n", replace("/a", "z"), "", "tag"},
		"replace below anchor":       {"b: &x {k: v}\na: *x\n", replace("/b/k", "z"), "", "shared"},
		"replace below alias":        {"b: &x {k: v}\na: *x\n", replace("/a/k", "z"), "", "shared"},
		"replace merged":             {"b: &x {k: v}\na:\n  <<: *x\n", replace("/a/k", "z"), "", "shared"},
		"replace overridden":         {"b: &x {k: v}\na:\n  k: 1\n  <<: *x\n", replace("/a/k", "z"), "", "shared"},
		"replace missing":            {"a: x\n", replace("/b", "z"), "", "does not exist"},
		"replace by mapping":         {"a: x\n", replace("/a", map[string]any{"b": "c"}), "", "single value"},
		"replace root":               {"a: x\n", replace("", "z"), "", "whole document"},
		"no pointer":                 {"a: x\n", replace("a", "z"), "", "no JSON pointer"},
		"unknown operation":          {"a: x\n", []finding.Operation{op("move", "/a", nil)}, "", "not supported"},
		"test is not an edit":        {"a: x\n", []finding.Operation{op("test", "/a", "x"), op("replace", "/a", "z")}, "a: z\n", ""},
		"line ends of old computers": {"a: x\rb: z\r", remove("/a"), "", "line ends"},

		// Removing takes the lines of the entry and no comment around it.
		"remove between":         {"a: 1\n# on b\nb: 2 # b\nc: 3\n", remove("/b"), "a: 1\n# on b\nc: 3\n", ""},
		"remove mapping":         {"m:\n  a: 1\n\n  # in\n  b: 2\n\n# on c\nc: 3\n", remove("/m"), "\n# on c\nc: 3\n", ""},
		"remove list at key":     {"m:\n- a\n# in\n- b\nc: 3\n", remove("/m"), "c: 3\n", ""},
		"remove nested list":     {"s:\n  m:\n  - a:\n    - b\n  c: 3\n", remove("/s/m"), "s:\n  c: 3\n", ""},
		"remove block scalar":    {"a: |\n  # text\n\n   more\nb: 1\n", remove("/a"), "b: 1\n", ""},
		"remove quoted, flush":   {"a: \"x\n\ny\"\nb: 1\n", remove("/a"), "b: 1\n", ""},
		"remove flow, flush":     {"a: {\n  x: 1\n}\nb: 1\n", remove("/a"), "b: 1\n", ""},
		"remove at end":          {"a: 1\nb: 2", remove("/b"), "a: 1\n", ""},
		"remove CRLF":            {"a: 1\r\nb: 2\r\nc: 3\r\n", remove("/b"), "a: 1\r\nc: 3\r\n", ""},
		"remove last entry":      {"m: # on m\n  # in\n  a: 1 # a\nb: 2\n", remove("/m/a"), "m: {} # on m\n  # in\nb: 2\n", ""},
		"remove last, tagged":    {"m: !!map\n  a: 1\nb: 2\n", remove("/m/a"), "", "tag"},
		"remove last item":       {"m:\n- a # 1\nb: 2\n", remove("/m/0"), "m: []\nb: 2\n", ""},
		"remove item":            {"m:\n- a # 1\n# on b\n- b # 2\n- c\n", remove("/m/1"), "m:\n- a # 1\n# on b\n- c\n", ""},
		"remove item of item":    {"m:\n- - a\n  - b\n- c\n", remove("/m/0/0"), "", "dash"},
		"remove second of item":  {"m:\n- - a\n  - b\n- c\n", remove("/m/0/1"), "m:\n- - a\n- c\n", ""},
		"remove big item":        {"m:\n  - name: a\n    x: 1\n  - name: b\n    x: 2\n", remove("/m/0"), "m:\n  - name: b\n    x: 2\n", ""},
		"remove first of item":   {"m:\n- a: 1\n  b: 2\n  c: 3\n", remove("/m/0/a"), "m:\n- b: 2\n  c: 3\n", ""},
		"remove first, comments": {"m:\n- a: 1 # a\n  # on b\n  b: 2\n", remove("/m/0/a"), "m:\n- # on b\n  b: 2\n", ""},
		"remove first, deep":     {"m:\n- a:\n    x: 1\n  b: 2\n", remove("/m/0/a"), "m:\n- b: 2\n", ""},
		"remove only of item":    {"m:\n- a: 1\n- b: 2\n", remove("/m/0/a"), "", "last entry"},
		"remove flow first":      {"m: {a: 1, b: 2}\n", remove("/m/a"), "m: {b: 2}\n", ""},
		"remove flow last":       {"m: {a: 1, b: {c: \"}\"}}\n", remove("/m/b"), "m: {a: 1}\n", ""},
		"remove flow only":       {"m: {a: 1}\n", remove("/m/a"), "m: {}\n", ""},
		"remove flow comma":      {"m: {a: 1,}\n", remove("/m/a"), "m: {}\n", ""},
		"remove flow item":       {"m: [a, b, c]\n", remove("/m/1"), "m: [a, c]\n", ""},
		"remove flow pair":       {"m: [a: 1, b]\n", remove("/m/0"), "", "written"},
		"remove flow, no value":  {"m: {a, b: 1}\n", remove("/m/a"), "m: {b: 1}\n", ""},
		"remove flow quotes":     {"m: {a: 5\" x, b: it's, c: [']']}\n", remove("/m/c"), "m: {a: 5\" x, b: it's}\n", ""},
		"remove overriding":      {"b: &x {k: v}\na:\n  <<: *x\n  k: 1\n", remove("/a/k"), "", "shared"},
		"remove anchor":          {"b: &x v\na: *x\n", remove("/b"), "", "anchor"},
		"remove anchor within":   {"b:\n  c: [&x v]\na: *x\n", remove("/b"), "", "anchor"},
		"remove alias":           {"b: &x v\na: *x\n", remove("/a"), "b: &x v\n", ""},
		"remove explicit key":    {"? a\n: 1\nb: 2\n", remove("/a"), "", "key"},
		"remove missing":         {"a: 1\n", remove("/b"), "", "does not exist"},
		"remove both":            {"m:\n  a: 1\n  b: 2\n", slices.Concat(remove("/m/a"), remove("/m/b")), "", "same place"},
		"remove parent and more": {"m:\n  a: 1\n  b: 2\n", slices.Concat(remove("/m"), remove("/m/b")), "", "same place"},
		"remove two items":       {"m:\n- a\n- b\n- c\n", slices.Concat(remove("/m/0"), remove("/m/0")), "", "same place"},
		"remove behind |+":       {"a: |+\n  x\nb: 1\n\n\nc: 2\n", remove("/b"), "a: |+\n  x\nc: 2\n", ""},
		"remove index twice":     {"m:\n- a\n- b: 1\n  c: 2\n", slices.Concat(remove("/m/0"), remove("/m/0/c")), "", "same place"},
		"remove keeps |+":        {"a: |+\n  x\n\nb: 1\nc: 2\n", remove("/b"), "a: |+\n  x\n\nc: 2\n", ""},

		// Adding comes behind the last entry, in the style of its neighbours.
		"add":                   {"m:\n  a: 1 # a\n\n  # end\nb: 2\n", add("/m/new", "v"), "m:\n  a: 1 # a\n  new: \"v\"\n\n  # end\nb: 2\n", ""},
		"add at end":            {"m:\n  a: 1", add("/m/new", "v"), "m:\n  a: 1\n  new: \"v\"", ""},
		"add behind keep":       {"m:\n  a: |+\n    x\n\nb: 2\n", add("/m/new", "v"), "m:\n  a: |+\n    x\n\n  new: \"v\"\nb: 2\n", ""},
		"add behind clip":       {"m:\n  a: |\n    x\n\nb: 2\n", add("/m/new", "v"), "m:\n  a: |\n    x\n  new: \"v\"\n\nb: 2\n", ""},
		"add behind open block": {"m:\n  a: |\n    x", add("/m/new", "v"), "", "line end"},
		"add behind list":       {"m:\n  a:\n  - x\nb: 2\n", add("/m/new", "v"), "m:\n  a:\n  - x\n  new: \"v\"\nb: 2\n", ""},
		"add behind flush":      {"m:\n  a: \"x\n\ny\"\nb: 2\n", add("/m/new", "v"), "m:\n  a: \"x\n\ny\"\n  new: \"v\"\nb: 2\n", ""},
		"add behind brace":      {"m:\n  a: {\n}\nb: 2\n", add("/m/new", "v"), "m:\n  a: {\n}\n  new: \"v\"\nb: 2\n", ""},
		"add CRLF":              {"m:\r\n  a: 1\r\nb: 2\r\n", add("/m/new", true), "m:\r\n  a: 1\r\n  new: true\r\nb: 2\r\n", ""},
		"add to item":           {"m:\n- a: 1\n- b: 2\n", add("/m/0/new", "v"), "m:\n- a: 1\n  new: \"v\"\n- b: 2\n", ""},
		"add to item of item":   {"m:\n- - a: 1\n  - b: 2\n", add("/m/0/0/new", "v"), "m:\n- - a: 1\n    new: \"v\"\n  - b: 2\n", ""},
		"add mapping":           {"m:\n  a: 1\n", add("/m/new", map[string]any{"z": "2", "x": map[string]any{}}), "m:\n  a: 1\n  new:\n    x: {}\n    z: \"2\"\n", ""},
		"add empty mapping":     {"m:\n  a: 1\n", add("/m/new", map[string]any{}), "m:\n  a: 1\n  new: {}\n", ""},
		"add list":              {"m:\n  a: 1\n", add("/m/new", []any{"x<", 1}), "m:\n  a: 1\n  new: [\"x<\", 1]\n", ""},
		"add odd key":           {"m:\n  a: 1\n", add("/m/true", "v"), "m:\n  a: 1\n  \"true\": \"v\"\n", ""},
		"add existing":          {"m:\n  a: 'x' # c\n", add("/m/a", "v"), "m:\n  a: 'v' # c\n", ""},
		"add two":               {"m:\n  a: 1\n", slices.Concat(add("/m/new", "v"), add("/m/o", "w")), "m:\n  a: 1\n  new: \"v\"\n  o: \"w\"\n", ""},
		"add two at end":        {"m:\n  a: 1", slices.Concat(add("/m/new", "v"), add("/m/o", "w")), "m:\n  a: 1\n  new: \"v\"\n  o: \"w\"", ""},
		"add and remove":        {"m:\n  a: 1\no:\n  b: 2\n  c: 3\n", slices.Concat(add("/m/new", "v"), remove("/o/b")), "m:\n  a: 1\n  new: \"v\"\no:\n  c: 3\n", ""},
		"add where removed":     {"m:\n  a: 1\n", slices.Concat(remove("/m/a"), add("/m/new", "v")), "", "same place"},
		"remove then add":       {"m:\n  a: 1\no:\n  b: 2\n  c: 3\n", slices.Concat(remove("/o/b"), add("/m/new", "v")), "m:\n  a: 1\n  new: \"v\"\no:\n  c: 3\n", ""},
		"add to null":           {"m: # on m\nb: 2\n", add("/m", map[string]any{"new": "v"}), "m: # on m\n  new: \"v\"\nb: 2\n", ""},
		"add to tilde":          {"m: ~ # on m\nb: 2\n", add("/m", map[string]any{"new": "v"}), "m: # on m\n  new: \"v\"\nb: 2\n", ""},
		"add text to null":      {"m:\t# on m\nb: 2\n", add("/m", "v"), "m: \"v\"\t# on m\nb: 2\n", ""},
		"add to null at end":    {"m:", add("/m", map[string]any{"new": "v"}), "m:\n  new: \"v\"", ""},
		"add to null CRLF":      {"m:\r\nb: 2\r\n", add("/m", map[string]any{"new": "v"}), "m:\r\n  new: \"v\"\r\nb: 2\r\n", ""},
		"add empty to null":     {"m:\nb: 2\n", add("/m", map[string]any{}), "m: {}\nb: 2\n", ""},
		"add to flow null":      {"s: {m: , b: 2}\n", add("/s/m", map[string]any{"new": "v"}), "s: {m: {new: \"v\"} , b: 2}\n", ""},
		"add to flow bare":      {"s: {m, b: 2}\n", add("/s/m", "v"), "", "colon"},
		"add to tagged null":    {"m: !!null\nb: 2\n", add("/m", "v"), "", "tag"},
		"add to anchored null":  {"m: &x\nb: *x\n", add("/m", "v"), "", "anchor"},
		"add below null":        {"m:\nb: 2\n", add("/m/new", "v"), "", "does not exist"},
		"add below missing":     {"b: 2\n", add("/m/new", "v"), "", "does not exist"},
		"add to empty":          {"m: {}\nb: 2\n", add("/m/new", "v"), "m: {new: \"v\"}\nb: 2\n", ""},
		"add two to empty":      {"m: {}\n", slices.Concat(add("/m/new", "v"), add("/m/o", "w")), "m: {new: \"v\", o: \"w\"}\n", ""},
		"add to flow":           {"m: {a: [x, '}'] }\n", add("/m/new", "v"), "m: {a: [x, '}'], new: \"v\" }\n", ""},
		"add to flow comma":     {"m: {a: 1, }\n", add("/m/new", "v"), "m: {a: 1, new: \"v\" }\n", ""},
		"add to flow, quoted":   {"m: {\"a\": 1}\n", add("/m/new", map[string]any{"x": 1}), "m: {\"a\": 1, \"new\": {\"x\": 1}}\n", ""},
		"add to flow lines":     {"m: {\n  a: 1, b: 2 # b\n}\n", add("/m/new", "v"), "m: {\n  a: 1, b: 2, new: \"v\" # b\n}\n", ""},
		"add to flow line":      {"m: {\n  a: 1, # a\n  b: 2 # b\n}\n", add("/m/new", "v"), "m: {\n  a: 1, # a\n  b: 2, # b\n  new: \"v\"\n}\n", ""},
		"add to flow line, tail": {"m: {\n  a: 1, # a\n  b: 2, # b\n}\n", add("/m/new", "v"),
			"m: {\n  a: 1, # a\n  b: 2, # b\n  new: \"v\"\n}\n", ""},
		"add to flow, no value": {"m: {a: 1, b}\n", add("/m/new", "v"), "m: {a: 1, b, new: \"v\"}\n", ""},
		"add to flow, null":     {"m: {a: 1, b: }\n", add("/m/new", "v"), "m: {a: 1, b: , new: \"v\"}\n", ""},
		"add to anchored":       {"b: &x\n  k: v\na: *x\n", add("/b/new", "v"), "", "shared"},
		"add to merging":        {"b: &x\n  k: v\na:\n  <<: *x\n", add("/a/new", "v"), "b: &x\n  k: v\na:\n  <<: *x\n  new: \"v\"\n", ""},
		"add merged":            {"b: &x {k: v}\na:\n  <<: *x\n", add("/a/k", "z"), "", "shared"},
		"add tagged key":        {"m:\n  !!str a: 1\n", add("/m/new", "v"), "", "key"},

		// Appending.
		"append":              {"m:\n- a # 1\n# end\nb: 2\n", add("/m/-", "c"), "m:\n- a # 1\n- c\n# end\nb: 2\n", ""},
		"append quoted":       {"m:\n  -   'a'\nb: 2\n", add("/m/-", "c"), "m:\n  -   'a'\n  -   'c'\nb: 2\n", ""},
		"append at end":       {"m:\n- a", add("/m/-", "c"), "m:\n- a\n- c", ""},
		"append to item":      {"m:\n- - a\n- - b\n", add("/m/0/-", "c"), "m:\n- - a\n  - c\n- - b\n", ""},
		"append to flow":      {"m: [a, 'b']\n", add("/m/-", "c"), "m: [a, 'b', 'c']\n", ""},
		"append to lines":     {"m: [\n  a, # 1\n  b # 2\n]\n", add("/m/-", "c"), "m: [\n  a, # 1\n  b, # 2\n  c\n]\n", ""},
		"append to empty":     {"m: []\n", add("/m/-", "c"), "", "no list"},
		"append to mapping":   {"m: {}\n", add("/m/-", "c"), "", "no list"},
		"append mapping":      {"m:\n- a: 1\n", add("/m/-", "c"), "", "single values"},
		"append behind block": {"m:\n- |\n  x", add("/m/-", "c"), "", "line end"},
		"append anchored":     {"m:\n- &x a\nb: *x\n", add("/m/-", "c"), "", "anchor"},
		"insert":              {"m:\n- a\n", add("/m/1", "c"), "", "at the end"},
	} {
		t.Run(name, func(t *testing.T) {
			head := head
			if strings.Contains(c.before, "\r\n") {
				head = strings.ReplaceAll(head, "\n", "\r\n")
			}
			out, err := checkEdits(head+c.before, 0, c.operations)
			if refused, ok := errors.AsType[refusal](err); ok {
				if c.refused == "" || !strings.Contains(refused.Error(), c.refused) {
					t.Errorf("refused: %v", refused)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if want := head + c.after; out != want {
				t.Errorf("got\n%q\nwant\n%q", out, want)
			}
		})
	}
}
