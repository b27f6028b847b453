package manifest

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

const header = "apiVersion: v1\nkind: X\n"

// placed writes where a place is and the text that it covers.
func placed(o *Object, p Place) string {
	return fmt.Sprintf("%d:%d-%d:%d %q", p.Line, p.Column, p.EndLine, p.EndColumn, o.Document.Data[p.Offset:p.EndOffset])
}

func TestPlace(t *testing.T) {
	key := func(path ...any) []any { return append(path, true) } // asks for the key
	for _, test := range []struct {
		name, in string
		path     []any
		want     string
	}{
		{"plain", "a: b\n", []any{"a"}, `3:4-3:5 "b"`},
		{"key", "a: b\n", key("a"), `3:1-3:2 "a"`},
		{"mapping", "a:\n  b: c\n", []any{"a"}, `3:1-3:2 "a"`},
		{"sequence", "a:\n- b\n", []any{"a"}, `3:1-3:2 "a"`},
		{"flow mapping", "a: {b: 1}\n", []any{"a"}, `3:1-3:2 "a"`},
		{"item", "a:\n- b\n- c d\n", []any{"a", 1}, `5:3-5:6 "c d"`},
		{"item that is a mapping", "a:\n- b: 1\n  c: 2\n", []any{"a", 0}, `4:3-4:4 "b"`},
		{"item below its dash", "a:\n-\n  b: 1\n", []any{"a", 0}, `5:3-5:4 "b"`},
		{"item that is a flow", "a:\n- {b: 1}\n", []any{"a", 0}, `4:3-4:4 "{"`},
		{"item that is a sequence", "a:\n- - b\n", []any{"a", 0}, `4:5-4:6 "b"`},
		{"item that is empty", "a:\n- b\n-\n- c\n", []any{"a", 1}, `5:1-5:2 "-"`},
		{"key of an item", "a:\n- b: 1\n", key("a", 0), `4:3-4:4 "b"`},
		{"within an item", "a:\n- b: 1\n  c: 2\n", []any{"a", 0, "c"}, `5:6-5:7 "2"`},
		{"object", "a: b\n", nil, `1:1-1:11 "apiVersion"`},
		{"missing", "a:\n  b: c\n", []any{"a", "x", "y"}, `3:1-3:2 "a"`},
		{"missing key", "a:\n  b: c\n", key("a", "x"), `3:1-3:2 "a"`},
		{"missing below a scalar", "a: b\n", []any{"a", "x"}, `3:4-3:5 "b"`},
		{"missing in an item", "a:\n- b: 1\n", []any{"a", 0, "x"}, `4:3-4:4 "b"`},
		{"missing item", "a:\n- b: 1\n", []any{"a", 1}, `3:1-3:2 "a"`},
		{"index into a mapping", "a: {b: 1}\n", []any{"a", 0}, `3:1-3:2 "a"`},
		{"key into a sequence", "a: [b]\n", []any{"a", "b"}, `3:1-3:2 "a"`},
		{"missing at all", "a: b\n", []any{"x"}, `1:1-1:11 "apiVersion"`},
		{"empty value", "a:\nb: 1\n", []any{"a"}, `3:1-3:2 "a"`},
		{"empty value with comment", "a: # c\nb: 1\n", []any{"a"}, `3:1-3:2 "a"`},
		{"null", "a: ~\nb: null\n", []any{"b"}, `4:4-4:8 "null"`},
		{"single quotes", "a: 'it''s'\n", []any{"a"}, `3:4-3:11 "'it''s'"`},
		{"double quotes", `a: "\"b\\" # "` + "\n", []any{"a"}, `3:4-3:11 "\"\\\"b\\\\\""`},
		{"quoted key", `"a b": c` + "\n", key("a b"), `3:1-3:6 "\"a b\""`},
		{"key with escapes", `"\u0061\t": c` + "\n", key("a\t"), `3:1-3:11 "\"\\u0061\\t\""`},
		{"comment behind", "a: b c # d\n", []any{"a"}, `3:4-3:7 "b c"`},
		{"hash within", "a: b#c\n", []any{"a"}, `3:4-3:7 "b#c"`},
		{"space behind", "a: b  \n", []any{"a"}, `3:4-3:5 "b"`},
		{"tab before value", "a:\tb\n", []any{"a"}, `3:4-3:5 "b"`},
		{"key that is read as another", "yes: b\n", key("true"), `3:1-3:4 "yes"`},
		{"number as key", "0x10: b\n", key("16"), `3:1-3:5 "0x10"`},
		{"several lines plain", "a: b\n  c\n\n  d\ne: 1\n", []any{"a"}, `3:4-6:4 "b\n  c\n\n  d"`},
		{"several lines quoted", "a: \"b\n  c\"\n", []any{"a"}, `3:4-4:5 "\"b\n  c\""`},
		{"value on the next line", "a:\n  b\n", []any{"a"}, `3:1-3:2 "a"`},
		{"literal", "a: |\n  b\n", []any{"a"}, `3:1-3:2 "a"`},
		{"folded", "a: >-\n  b\n", []any{"a"}, `3:1-3:2 "a"`},
		{"literal item", "a:\n- |2-\n   b\n", []any{"a", 0}, `4:3-4:6 "|2-"`},
		{"anchor", "a: &x 1337\n", []any{"a"}, `3:7-3:11 "1337"`},
		{"tag", "a: !!str 1337\n", []any{"a"}, `3:10-3:14 "1337"`},
		{"long tag", "a: !<tag:yaml.org,2002:str> 1\n", []any{"a"}, `3:29-3:30 "1"`},
		{"tag without name", "a: ! \"b\"\n", []any{"a"}, `3:6-3:9 "\"b\""`},
		{"anchor and tag", "a: &x !!str 'b'\n", []any{"a"}, `3:13-3:16 "'b'"`},
		{"tag and anchor", "a: !!str &x b\n", []any{"a"}, `3:13-3:14 "b"`},
		{"anchor on the line before", "a: &x\n  b\n", []any{"a"}, `3:1-3:2 "a"`},
		{"anchor without value", "a: &x\nb: 1\n", []any{"a"}, `3:1-3:2 "a"`},
		{"anchor of an item", "a:\n- &x b\n", []any{"a", 0}, `4:6-4:7 "b"`},
		{"anchor of a mapping item", "a:\n- &x\n  b: 1\n", []any{"a", 0}, `5:3-5:4 "b"`},
		{"anchor of a flow", "a:\n- &x {b: 1}\n", []any{"a", 0}, `4:6-4:7 "{"`},
		{"anchor of a literal", "a:\n- &x |\n  b\n", []any{"a", 0}, `4:6-4:7 "|"`},
		{"anchor of a key", "&x a: b\n", key("a"), `3:4-3:5 "a"`},
		{"alias", "a: &x 1\nb: *x\n", []any{"b"}, `4:4-4:6 "*x"`},
		{"alias of a mapping", "a: &x {c: 1}\nb: *x\n", []any{"b"}, `4:1-4:2 "b"`},
		{"through an alias", "a: &x\n  c: 1\nb: *x\n", []any{"b", "c"}, `4:6-4:7 "1"`},
		{"missing through an alias", "a: &x\n  c: 1\nb: *x\n", []any{"b", "d"}, `5:1-5:2 "b"`},
		{"alias as item", "a: &x {c: 1}\nb:\n- *x\n", []any{"b", 0}, `5:3-5:5 "*x"`},
		{"alias in a flow", "a: &x 1\nb: [*x, *x]\n", []any{"b", 1}, `4:9-4:11 "*x"`},
		{"alias as key", "a: &x k\n*x : 1\n", key("k"), `4:1-4:3 "*x"`},
		{"merge", "a: &x\n  c: 1\nb:\n  <<: *x\n  d: 2\n", []any{"b", "c"}, `4:6-4:7 "1"`},
		{"beside a merge", "a: &x\n  c: 1\nb:\n  <<: *x\n  d: 2\n", []any{"b", "d"}, `7:6-7:7 "2"`},
		{"over a merge", "a: &x\n  c: 1\nb:\n  <<: *x\n  c: 2\n", []any{"b", "c"}, `7:6-7:7 "2"`},
		{"flow", "a: {b: c d, e: [f, g h]}\n", []any{"a", "e", 1}, `3:20-3:23 "g h"`},
		{"flow value before a brace", "a: {b: c}\n", []any{"a", "b"}, `3:8-3:9 "c"`},
		{"flow over lines", "a: {\n  b: c,\n  d: 'e'\n}\n", []any{"a", "d"}, `5:6-5:9 "'e'"`},
		{"flow without value", "a: {b, c: 1}\n", []any{"a", "b"}, `3:5-3:6 "b"`},
		{"pair in a flow sequence", "a: [b: c]\n", []any{"a", 0, "b"}, `3:8-3:9 "c"`},
		{"explicit key", "? a\n: b\n", []any{"a"}, `3:3-3:4 "a"`},
		{"several bytes", "é: 日本 ü # 😀\n", []any{"é"}, `3:4-3:8 "日本 ü"`},
		{"beyond the first plane", "a: [😀😀, b]\n", []any{"a", 1}, `3:9-3:10 "b"`},
		{"combining", "a: e\u0301x\n", []any{"a"}, "3:4-3:7 \"e\u0301x\""},
		{"line separator in a comment", "# x\u2028# y\na: b\n", []any{"a"}, `4:4-4:5 "b"`},
		{"NEL in quotes", "a: \"x\u0085 y\"\nb: c\n", []any{"b"}, `4:4-4:5 "c"`},
		{"line separator before, on the same line", "a: {b: \"\u2028 x\", c: d}\n", []any{"a", "c"}, `3:18-3:19 "d"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			path, onKey := test.path, false
			if n := len(path); n > 0 && path[n-1] == true {
				path, onKey = path[:n-1], true
			}
			for _, form := range []struct{ name, text string }{
				{"LF", header + test.in},
				{"without last line end", header + strings.TrimRight(test.in, "\n")},
				{"BOM", byteOrderMark + header + test.in},
			} {
				o := object(t, form.text)
				place := o.Place(path, onKey)
				if got := placed(o, place); got != test.want {
					t.Errorf("%s: %v is at %s, want %s", form.name, path, got, test.want)
				}
				lines := strings.Split(strings.TrimPrefix(form.text, byteOrderMark), "\n")
				if want := lines[place.Line-1]; place.Snippet != want {
					t.Errorf("%s: snippet %q, want %q", form.name, place.Snippet, want)
				}
			}
			checkLineEnds(t, header+test.in, path, onKey, test.want)
		})
	}
}

// checkLineEnds expects the same lines and columns with other line ends.
func checkLineEnds(t *testing.T, text string, path []any, onKey bool, want string) {
	t.Helper()
	want, _, _ = strings.Cut(want, " ")
	for _, end := range []string{"\r\n", "\r"} {
		o := object(t, strings.ReplaceAll(text, "\n", end))
		place := o.Place(path, onKey)
		if got, _, _ := strings.Cut(placed(o, place), " "); got != want {
			t.Errorf("with %q: %v is at %s, want %s", end, path, placed(o, place), want)
		}
		if strings.ContainsAny(place.Snippet, "\r\n") {
			t.Errorf("with %q: snippet %q", end, place.Snippet)
		}
	}
}

func TestPlaceJSON(t *testing.T) {
	for _, test := range []struct {
		in   string
		path []any
		key  bool
		want string
	}{
		{`{"apiVersion":"v1","kind":"X","a":{"b":[1,true,null,"c\"d"]}}`, []any{"a", "b", 3}, false, `1:53-1:59 "\"c\\\"d\""`},
		{`{"apiVersion":"v1","kind":"X","a":{"b":[1,true,null]}}`, []any{"a", "b", 1}, false, `1:43-1:47 "true"`},
		{`{"apiVersion":"v1","kind":"X","a":{"b":[1,true,null]}}`, []any{"a", "b"}, false, `1:36-1:39 "\"b\""`},
		{`{"apiVersion":"v1","kind":"X","a":{"b":-1.5e3}}`, []any{"a", "b"}, false, `1:40-1:46 "-1.5e3"`},
		{`{"apiVersion":"v1","kind":"X","\u0061\/b":"😀","c":1}`, []any{"a/b"}, true, `1:31-1:42 "\"\\u0061\\/b\""`},
		{`{"apiVersion":"v1","kind":"X","a":"日本😀","c":1}`, []any{"c"}, false, `1:45-1:46 "1"`},
		{"{\"apiVersion\":\"v1\",\"kind\":\"X\",\r\n\t\"a\":\r\n\t{\"b\": \"c\"}}", []any{"a", "b"}, false, `3:8-3:11 "\"c\""`},
		{"{\"apiVersion\":\"v1\",\"kind\":\"X\",\"a\":\"\u2028\",\n\"b\":2}", []any{"b"}, false, `2:5-2:6 "2"`},
		{"# c\n---\n{\"apiVersion\":\"v1\",\"kind\":\"X\",\n\"b\":2}", []any{"b"}, false, `4:5-4:6 "2"`},
	} {
		o := object(t, test.in)
		if got := placed(o, o.Place(test.path, test.key)); got != test.want {
			t.Errorf("%s: %v is at %s, want %s", test.in, test.path, got, test.want)
		}
	}
}

// A surrogate pair is an escape that YAML does not have and kubectl reads.
func TestJSONEscapes(t *testing.T) {
	o := object(t, `{"apiVersion":"v1","kind":"X","a":"\ud83d\ude00\/\u00e9"}`)
	if got := Field(o.Root, "a").Value; got != "😀/é" {
		t.Errorf("value %q", got)
	}
}

func TestPlaceInLists(t *testing.T) {
	document := decode(t, "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: A\n- apiVersion: v1\n  kind: List\n  items:\n  - {apiVersion: v1, kind: B, a/~b: c}\n")
	if len(document.Objects) != 2 {
		t.Fatalf("%d objects, want 2", len(document.Objects))
	}
	o := document.Objects[1]
	place := o.Place([]any{"a/~b", 0, "x"}, false)
	if got, want := placed(o, place), `9:37-9:38 "c"`; got != want {
		t.Errorf("at %s, want %s", got, want)
	}
	if want := "/items/1/items/0/a~1~0b/0/x"; place.Path != want {
		t.Errorf("path %q, want %q", place.Path, want)
	}
	if got, want := placed(o, o.Place(nil, false)), `9:5-9:6 "{"`; got != want {
		t.Errorf("the object is at %s, want %s", got, want)
	}
}

// The apiVersion and kind that come from the List have no place of their own.
func TestPlaceOfInherited(t *testing.T) {
	o := decode(t, "apiVersion: v1\nkind: PodList\nitems:\n- metadata:\n    name: a\n").Objects[0]
	if got, want := placed(o, o.Place([]any{"kind"}, false)), `4:3-4:11 "metadata"`; got != want {
		t.Errorf("kind is at %s, want %s", got, want)
	}
}

// Columns in a very long line are found without reading all of it.
func TestPlaceInLongLine(t *testing.T) {
	for _, filler := range []string{"x", "é", "日x😀"} {
		var in strings.Builder
		in.WriteString(`{"apiVersion":"v1","kind":"X","a":[`)
		const items = 20_000
		for i := range items {
			fmt.Fprintf(&in, `"%s%d",`, filler, i)
		}
		in.WriteString(`1]}`)
		o := object(t, in.String())
		for i := 0; i < items; i += 999 {
			place := o.Place([]any{"a", i}, false)
			want := fmt.Sprintf(`"%s%d"`, filler, i)
			if got := string(o.Document.Data[place.Offset:place.EndOffset]); got != want {
				t.Fatalf("item %d is %s, want %s", i, got, want)
			}
			if want := utf8.RuneCount(o.Document.Data[:place.Offset]) + 1; place.Column != want {
				t.Fatalf("item %d is in column %d, want %d", i, place.Column, want)
			}
		}
	}
}

// Lines and offsets are those of the source, not of the document.
func TestPlaceInSecondDocument(t *testing.T) {
	in := "a: 1\n---\n# c\n--- {apiVersion: v1, kind: X, a: b}\n...\n\n# d\napiVersion: v1\nkind: X\na: b\n"
	var got []string
	for _, part := range splitAll(t, strings.NewReader(in), Limits{}) {
		for _, o := range Decode("f", part, Limits{}).Objects {
			place := o.Place([]any{"a"}, false)
			got = append(got, fmt.Sprintf("%d %s %s", part.Document, placed(o, place), in[int(part.Offset)+place.Offset:][:1]))
		}
	}
	if want := []string{`2 4:34-4:35 "b" b`, `3 10:4-10:5 "b" b`}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
