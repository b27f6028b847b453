package manifest

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/yaml"
)

// The kinds are constants here; they have to be those of the library.
func TestKinds(t *testing.T) {
	if DocumentNode != kyaml.DocumentNode || SequenceNode != kyaml.SequenceNode || MappingNode != kyaml.MappingNode ||
		ScalarNode != kyaml.ScalarNode || AliasNode != kyaml.AliasNode {
		t.Error("the kinds of nodes are not those of the YAML library")
	}
}

// spellings are scalars as they stand behind a key. The tag ! alone, which
// makes a string of anything, is not among them: the library drops it.
func spellings() []string {
	words := strings.Fields(`
		y Y n N yes Yes YES yEs no No NO nO on On ON oN off Off OFF oFF true True TRUE tRUE false False FALSE fALSE t f
		~ null Null NULL nULL nil none . .. .5 5. -.5 +.5 .e1 1.e1 1.5e3 1.5E+3 1.5e-3 1e3 1E3 e3 1e 1e+ +1e1 -1e1 1e400 .inf .Inf .INF
		-.inf +.inf +.Inf -.INF .iNF inf Infinity .nan .NaN .NAN .Nan nan NaN 0 00 0.0 -0 +0 1 +1 -1 --1 +-1 - + 017 0o17 0O17 -017 08 09 0o8
		0o 0x 0x1F 0X1f -0x1F 0xG 0b11 -0b11 +0b11 0b2 0B11 1_000 _1 1_ 1__0 0x_1F 0b1_1 1_0.5 -1_0 1,000 1.000.000
		123 1337 2147483648 9223372036854775807 9223372036854775808 -9223372036854775808 -9223372036854775809
		12345678901234567890 18446744073709551615 18446744073709551616 123456789012345678901234567890
		0b1111111111111111111111111111111111111111111111111111111111111111 0777777777777777777777
		1:30 190:20:30 1:30.5 12:30:45 2026-01-01 2026-1-1 2026-13-01 2026-01-01T10:00:00Z 2026-01-01t10:00:00.5+02:00 2026- 2026-01 20260101
		v1 1a 1m 100m 128Mi 1.24 1.24.0 1.10 1-2 1/2 a=b = == a:b http://x << <<< @ <a >x
		a 7 007 0.1 1.0 100 3.14159265358979 1e-7 1e21 123456789.123456789 0x1p-2 0x.8p1 .1_5 ._5 1._5 Y1 nO1 no. "" ''
		"yes" 'yes' "1" '1' "null" "~" "0x1" "a\tb" 'it''s' "\u00e9" "2026-01-01"
		`)
	return append(words,
		"", "\"\"", "|\n  yes", ">-\n  1\n  2", "|2-\n    x", "a b", "1 2", "yes no", "2026-01-01 10:00:00", "2026-01-01 10:00:00 -5",
		"!!str 1", "!!str yes", "!!str", "!!int 1", "!!int \"1\"", "!!int 0x1F", "!!int a", "!!int 1.5", "!!int yes", "!!int 18446744073709551615",
		"!!float 1", "!!float 1.5", "!!float \"1.5\"", "!!float a", "!!float 18446744073709551615", "!!float .inf", "!!bool yes", "!!bool \"true\"", "!!bool 1",
		"!!null ~", "!!null \"\"", "!!null x", "!!binary aGFsbG8=", "!!binary \"aGFsbG8=\"", "!!binary x", "!!binary |\n  aGFs\n  bG8=",
		"!!timestamp 2026-01-01", "!!timestamp x", "!!timestamp \"2026-01-01\"", "!custom 1", "!custom yes",
		"!<tag:yaml.org,2002:str> 1", "!<tag:yaml.org,2002:int> \"1\"", "!!set x", "&a yes", "&a \"yes\"", "!!str &a 1", "&a !!str 1")
}

// TestScalar holds every spelling against what Kubernetes' own reader makes of
// it.
func TestScalar(t *testing.T) {
	for _, spelling := range spellings() {
		t.Run(spelling, func(t *testing.T) {
			text := "k: " + spelling + "\n"
			var want any
			object, wantErr := unmarshal(text)
			if wantErr == nil {
				want = object["k"]
			}
			var document kyaml.Node
			if err := kyaml.Unmarshal([]byte(text), &document); err != nil {
				if wantErr == nil {
					t.Errorf("%q cannot be parsed: %v; Kubernetes reads %#v", spelling, err, want)
				}
				return
			}
			got, err := Scalar(Field(document.Content[0], "k"))
			if f, ok := got.(float64); ok && (math.IsInf(f, 0) || math.IsNaN(f)) {
				// JSON has no such number, so Kubernetes refuses it later.
				if wantErr == nil || !strings.Contains(wantErr.Error(), "unsupported value") {
					t.Errorf("%q is %v, Kubernetes reads %#v, %v", spelling, f, want, wantErr)
				}
				return
			}
			if (err == nil) != (wantErr == nil) {
				t.Fatalf("%q is %#v, %v; Kubernetes reads %#v, %v", spelling, got, err, want, wantErr)
			}
			if err == nil && !sameJSON(got, want) {
				t.Errorf("%q is %#v, Kubernetes reads %#v", spelling, got, want)
			}
		})
	}
}

// unmarshal reads an object as Kubernetes does, numbers as they are.
func unmarshal(text string) (map[string]any, error) {
	var object map[string]any
	err := yaml.Unmarshal([]byte(text), &object, func(d *json.Decoder) *json.Decoder { d.UseNumber(); return d })
	return object, err
}

func sameJSON(a, b any) bool {
	aj, aerr := json.Marshal(a)
	bj, berr := json.Marshal(b)
	return aerr == nil && berr == nil && string(aj) == string(bj)
}

func TestScalarTypes(t *testing.T) {
	for spelling, want := range map[string]any{
		"1337": int64(1337), "1e3": float64(1000), "yes": true, "~": nil, "18446744073709551615": json.Number("18446744073709551615"), "a": "a",
	} {
		if got := plain(spelling); got != want {
			t.Errorf("plain(%q) = %#v, want %#v", spelling, got, want)
		}
	}
}

// object decodes a text that holds one object.
func object(t *testing.T, text string) *Object {
	t.Helper()
	document := decode(t, text)
	if len(document.Faults) > 0 || len(document.Objects) != 1 {
		t.Fatalf("%d objects and faults %+v, want one object and no fault", len(document.Objects), document.Faults)
	}
	return document.Objects[0]
}

// decode decodes a text that is one document.
func decode(t *testing.T, text string) *Document {
	t.Helper()
	parts := splitAll(t, strings.NewReader(text), Limits{})
	if len(parts) != 1 {
		t.Fatalf("%d documents, want 1", len(parts))
	}
	return Decode("f.yaml", parts[0], Limits{})
}

// plainValue turns a node into plain Go values by the exported functions alone.
func plainValue(n *Node) any {
	n = Resolve(n)
	switch n.Kind {
	case MappingNode:
		m := map[string]any{}
		for key, value := range Fields(n) {
			m[key.Value] = plainValue(value)
		}
		return m
	case SequenceNode:
		s := make([]any, len(n.Content))
		for i, item := range n.Content {
			s[i] = plainValue(item)
		}
		return s
	}
	value, err := Scalar(n)
	if err != nil {
		return err
	}
	return value
}

// TestFields holds keys, aliases and merge keys against Kubernetes' reader.
func TestFields(t *testing.T) {
	for i, text := range []string{
		"a: {x: 1, y: 2}\n",
		"yes: 1\nn: 2\nOff2: 5\n1: 3\n0x10: 4\n1.5: 5\n1e3: 6\n.inf: 7\n017: 8\n\"2\": 9\n2026-01-01: 10\n",
		"!!str 1: 1\n!!int \"2\": 2\n!!binary aGFsbG8=: 3\n",
		"a: &a {x: 1}\nb: *a\nc: [*a, *a]\n",
		"a: &k key\n*k : 1\n",
		"a: &a {x: 1, y: 2}\nb: {<<: *a, y: 3, z: 4}\n",
		"a: &a {x: 1, y: 2}\nb: {y: 3, <<: *a, z: 4}\n",
		"a: &a {x: 1, y: 2}\nb: {y: 3, z: 4, <<: *a}\n",
		"a: &a {x: 1}\nb: &b {x: 2, y: 2}\nc: {<<: [*a, *b], z: 1}\n",
		"a: &a {x: 1}\nb: &b {x: 2, y: 2}\nc: {x: 0, <<: [*b, *a], z: 1}\n",
		"a: &a {x: 1}\nb: &b {<<: *a, y: 2}\nc: {<<: *b, z: 1}\nd: {<<: {q: 1}, q: 2}\n",
		"a: &a {x: 1}\nc: {<<: *a, <<: {y: 1}}\n",
		"a: {\"<<\": 1}\n",
		"a: &a {x: 1}\nb: {!!merge <<: *a}\n",
	} {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			text := "apiVersion: v1\nkind: X\n" + text
			want, err := unmarshal(text)
			if err != nil {
				t.Fatal(err)
			}
			root := object(t, text).Root
			if got := plainValue(root); !sameJSON(got, want) {
				t.Errorf("%s is %v, Kubernetes reads %v", text, got, want)
			}
			checkLookups(t, root, want)
		})
	}
}

// checkLookups compares Field with the whole.
func checkLookups(t *testing.T, n *Node, want map[string]any) {
	t.Helper()
	for key, value := range want {
		field := Field(n, key)
		if field == nil {
			t.Errorf("there is no field %q", key)
			continue
		}
		if got := plainValue(field); !sameJSON(got, value) {
			t.Errorf("field %q is %v, want %v", key, got, value)
		}
		if below, ok := value.(map[string]any); ok {
			checkLookups(t, field, below)
		}
	}
	if Field(n, "missing") != nil {
		t.Error("there is a field that is missing")
	}
}

func TestFieldsStops(t *testing.T) {
	for _, text := range []string{"a: 1\nb: 2", "<<: {a: 1}\nb: 2"} {
		count := 0
		for range Fields(object(t, "apiVersion: v1\nkind: X\n"+text).Root) {
			count++
			break
		}
		if count != 1 {
			t.Errorf("%d fields after a break", count)
		}
	}
	for range Fields(nil) {
		t.Error("nothing has a field")
	}
}
