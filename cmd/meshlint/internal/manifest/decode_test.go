package manifest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

// TestParseErrors holds the line and the kind of message of what people get
// wrong.
func TestParseErrors(t *testing.T) {
	const (
		noKey, tooMany, noItem = "neither a `key: value`", "one `: ` too many", "does not fit into the list"
		noFit, brace, bracket  = "does not fit into the mapping", "A { is not closed", "A [ is not closed"
		quotes, cut            = "quotes that open here", "cut off"
	)
	for _, test := range []struct {
		in   string
		line int
		says string
	}{
		{"a: 1\nb: \"x\" c\nd: 2\n", 2, noFit},
		{"a:\n  b: 'x'\n   \n  # c\n  c: 'y' z\n# c\nd: 1\n", 5, noFit},
		{"a: &a\nb: *a c\n", 2, noFit},
		{"a: {b: 1}} \n", 1, noFit},
		{"a: {b: 1}\n}\n", 2, noFit},
		{"a:\n  b: 1\n c: 2\nd: 1\ne: 1\n", 3, noFit},
		{"a:\n   b: 1\n  c: 2\n", 3, noFit},
		{"x: 1\n # c\n\n# c\n  b: 1\n", 5, noFit},
		{"x: 1\n]\nd: 3\n", 2, noFit},
		{"a:\n- b\nc d\ne: f\n", 3, noKey},
		{"foo bar\nbaz: 1\n", 2, tooMany},
		{"a: 'b'\n\n# x\nc 'd'\ne: 1\n", 4, noKey},
		{"x: 1\na: |\n foo\nbar\nz: 1\n", 4, noKey},
		{"x: 1\nima", 2, cut},
		{"- a\nb: c\n", 2, noItem},
		{"a:\n  - b\n  c: d\ne: 1\n", 3, noItem},
		{"a: b\n  c: d\ne: 1\n", 2, tooMany},
		{"x: 1\ny: a: b\n", 2, tooMany},
		{"y: a: b\n", 1, tooMany},
		{"x: - a\n", 1, "list item"},
		{"x: 1\na: {b: 1, c: 2\nd: 3\ne: 4\n", 2, brace},
		{"x: 1\na: [b, c\nd: 3\ne: 4\n", 2, bracket},
		{"a: {\n  b: 1\n}\nc: {\n  d: 1\ne: 2\n", 5, brace},
		{"a: {\n  b: 1,\n  c: \"2\"\n  d: 3,\n}\ne: 1\n", 3, brace},
		{"x: 1\nfoo: {a: ", 2, cut},
		{"x: 1\na: ]\nd: 3\n", 2, "value is missing"},
		{"x: 1\na: \"foo\nd: 3\ne: 5\n", 2, quotes},
		{"a: \"foo\nd: 3\ne: 5\n", 1, quotes},
		{"x: 1\na: 'foo\nd: 3\ne: 5\n", 2, quotes},
		{"x: 1\na: @foo\nd: 3\n", 2, "cannot start with"},
		{"x: 1\na: \"\\d\"\nd: 3\n", 2, "escape"},
		{"x: 1\n\ta: foo\nd: 3\n", 2, "tab"},
		{"x:\n\t- foo\nd: 3\n", 2, "tab"},
		{"x:\n  a: 1\n\tb: 2\n", 3, "tab"},
		{"x: 1\na: *foo\nd: 3\n", 2, "*foo has no anchor"},
		{"x: \"*foo\"\na: [*foo, '*foo']\n", 2, "*foo has no anchor"},
		{"a: \x01\n", 1, "control character U+0001"},
		{"x: 1\na: \xff\n", 2, "0xFF here is not UTF-8"},
		{"x: 1\na: b\x00\n", 2, "binary"},
		{"name: {{ .Values.x }}\n", 1, "template"},
		{"a: b\nname: {{ include \"x\" . }}\nc: d\n", 2, "template"},
		{"a: b\nname: {{ .x }}-{{ .y }}\nc: d\n", 2, "template"},
		{"a: b\n{{- if .x }}\nc: d\n{{- end }}\n", 2, "template"},
		{"a: b\nc:\n  {{- toYaml .x | nindent 2 }}\n", 3, "template"},
		{"a: \"{{ x }}\"\nb c\nd: e\n", 2, noKey},
		{"2026-02-03T10:11:12.131415Z\tinfo\tversion root@0a1b-1.30.0-clean\napiVersion: v1\n", 1, "log"},
		{"2026-02-03T10:11:12.131415Z\tinfo\tversion a: b\napiVersion: v1\nkind: X\n", 1, "log"},
		{"2026-02-03T10:11:12.131415Z\tinfo\tversion\n", 1, "log"},
		{"# c\nI0203 10:11:12.131415       1 main.go:17] started\napiVersion: v1\n", 2, "log"},
		{"Warning: something\nis odd\napiVersion: v1\n", 1, "log"},
		{"a: b\n===> Skipping injection because x\nb: c\n", 2, "log"},
		{"a: b\n<<<<<<< HEAD\nb: c\n=======\nb: d\n>>>>>>> x\n", 2, "git"},
		{"{\"a\": 1,\n \"b\": [1, 2\n", 2, cut},
		{"{\"a\": 1,\n \"b\": {\"c\": \"\\ud83d\\ude00\"\n \"d\": 1}}\n", 3, "'\"' cannot stand here"},
		{"{\"a\": 1,\n \"b\": \"c\n", 2, quotes},
		{"{\"a\": 1}}\n", 1, "'}' cannot stand here"},
		{"{a: b} c: d\n", 1, noFit},
		{strings.Repeat("[", 20_000), 1, "too deep"},
		{strings.Repeat("{\"a\":", 20_000), 1, "too deep"},
		{strings.Repeat("- ", 20_000), 1, "too deep"},
	} {
		document := decode(t, test.in)
		if len(document.Faults) != 1 || len(document.Objects) != 0 {
			t.Errorf("%.60q: %d objects, faults %+v, want one fault", test.in, len(document.Objects), document.Faults)
			continue
		}
		fault := document.Faults[0]
		if fault.Line != test.line || !strings.Contains(fault.Message, test.says) || fault.Rule != RuleParseError || fault.Path != "" {
			t.Errorf("%.60q: %s on line %d: %s; want line %d: %s", test.in, fault.Rule, fault.Line, fault.Message, test.line, test.says)
		}
		if line := strings.Split(test.in, "\n")[fault.Line-1]; fault.Snippet != line || fault.EndLine != fault.Line || fault.Column < 1 || fault.EndColumn <= fault.Column {
			t.Errorf("%.60q: span %+v with %q", test.in, fault.Span, fault.Snippet)
		}
	}
}

// The line has to be right wherever in a long document it is, and however long
// the parser looks ahead.
func TestParseErrorLineInLongDocument(t *testing.T) {
	filler := strings.Repeat("key: {a: [1, 2], b: \"c\"}\nlist:\n- x: |\n    text\n  y: 'z'\n", 40)
	for _, wrong := range []string{"this line belongs nowhere", "a: \"b\" c", "]", "\tx: 1", "a: b: c", " - x", "a: *none", "a: \"\\q\""} {
		in := filler + wrong + "\n" + filler
		document := decode(t, in)
		if want := strings.Count(filler, "\n") + 1; len(document.Faults) != 1 || document.Faults[0].Line != want {
			t.Errorf("%q: faults %+v, want one on line %d", wrong, document.Faults, want)
		}
	}
}

// faults writes faults in short.
func faults(d *Document) []string {
	var out []string
	for _, f := range d.Faults {
		s := fmt.Sprintf("%s %d:%d %s", strings.TrimPrefix(f.Rule, "yaml-"), f.Line, f.Column, f.Path)
		if f.Related != nil {
			s += fmt.Sprintf(" (%d:%d)", f.Related.Line, f.Related.Column)
		}
		out = append(out, s)
	}
	return out
}

func TestDuplicateKeys(t *testing.T) {
	many := ""
	for i := range 30 {
		many += fmt.Sprintf("k%d: 1\n", i)
	}
	for _, test := range []struct {
		name, in string
		want     []string
	}{
		{"two", "a: 1\na: 2\n", []string{"duplicate-key 4:1 /a (3:1)"}},
		{"three", "a: 1\na: 2\na: 3\n", []string{"duplicate-key 4:1 /a (3:1)", "duplicate-key 5:1 /a (3:1)"}},
		{"quoted", "a: 1\n\"a\": 2\n'a': 3\n", []string{"duplicate-key 4:1 /a (3:1)", "duplicate-key 5:1 /a (3:1)"}},
		{"as Kubernetes reads them", "yes: 1\n\"true\": 2\n16: 1\n0x10: 2\n", []string{"duplicate-key 4:1 /true (3:1)", "duplicate-key 6:1 /16 (5:1)"}},
		{"deep", "a:\n- b: {c: 1, c: 2}\n", []string{"duplicate-key 4:13 /a/0/b/c (4:7)"}},
		{"escaped", "a/b~: 1\na/b~: 2\n", []string{"duplicate-key 4:1 /a~1b~0 (3:1)"}},
		{"among many", many + "k3: 2\n", []string{"duplicate-key 33:1 /k3 (6:1)"}},
		{"of the object", "kind: Z\n", []string{"duplicate-key 3:1 /kind (2:1)"}},
		{"in order", "a: {b: 1,\n b: 2}\nc: 1\na: 2\n", []string{"duplicate-key 4:2 /a/b (3:5)", "duplicate-key 6:1 /a (3:1)"}},
		{"alias", "x: &k a\n*k : 1\na: 2\n", []string{"duplicate-key 5:1 /a (4:1)"}},
		{"not case", "a: 1\nA: 2\n", nil},
		{"not types of strings", "\"1.0\": 1\n1.5: 2\n", nil},
		{"not merge", "a: &a {b: 1}\nc: {<<: *a, b: 2}\nd: {<<: *a, <<: *a}\n", nil},
		{"not in two mappings", "a: {b: 1}\nc: {b: 1}\n", nil},
		{"JSON", "b: {\"a\": 1, \"\\u0061\": 2}\n", []string{"duplicate-key 3:13 /b/a (3:5)"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			document := decode(t, header+test.in)
			if got := faults(document); fmt.Sprint(got) != fmt.Sprint(test.want) {
				t.Errorf("faults %q, want %q", got, test.want)
			}
			if readable := len(document.Objects) == 1; readable != (test.want == nil) {
				t.Errorf("%d objects with faults %q", len(document.Objects), test.want)
			}
			for _, f := range document.Faults {
				if f.Object.APIVersion != "v1" || f.Related.Snippet == "" || f.Snippet == "" || f.Related.Path != f.Path {
					t.Errorf("fault %+v, related %+v", f, f.Related)
				}
			}
		})
	}
}

func TestUnreadableValues(t *testing.T) {
	for in, want := range map[string]string{
		"a: !!int x\n":                         "parse-error 3:10 /a",
		"a: [1, !!binary '%']\n":               "parse-error 3:17 /a/1",
		"~: 1\n":                               "parse-error 3:1 ",
		"a: {18446744073709551615: 1}\n":       "parse-error 3:5 /a",
		"? [a]\n: 1\n":                         "parse-error 3:3 ",
		"a:\n  <<: b\n":                        "parse-error 4:3 /a/<<",
		"a: {<<: [{b: 1}, c]}\n":               "parse-error 3:5 /a/<<",
		"a: &a [*a]\n":                         "parse-error 3:8 ",
		"a: &a {<<: *a}\n":                     "parse-error 3:12 ",
		"a: &a\n  b: &b\n    c: *a\n    d: *b": "parse-error 5:8 ",
	} {
		document := decode(t, header+in)
		if got := faults(document); len(got) != 1 || got[0] != want || len(document.Objects) != 0 {
			t.Errorf("%q: %q and %d objects, want %q", in, got, len(document.Objects), want)
		}
	}
}

func TestObjects(t *testing.T) {
	for _, test := range []struct {
		name, in string
		want     []string
	}{
		{"object", "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a, namespace: b}\n", []string{" apps/v1 Deployment/b/a"}},
		{"generated name", "apiVersion: v1\nkind: Pod\nmetadata: {generateName: a-}\n", []string{" v1 Pod/a-"}},
		{"no metadata", "apiVersion: v1\nkind: Pod\n", []string{" v1 Pod/"}},
		{"kind through an alias", "x: &k Pod\napiVersion: v1\nkind: *k\n", []string{" v1 Pod/"}},
		{"all from a merge", "<<: {apiVersion: v1, kind: Pod}\n", []string{" v1 Pod/"}},
		{"list", "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: A}\n- {apiVersion: v1, kind: B}\n", []string{"/items/0 v1 A/", "/items/1 v1 B/"}},
		{"list in list", "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: B}]}\n", []string{"/items/0/items/0 v1 B/"}},
		{"typed list", "apiVersion: apps/v1\nkind: DeploymentList\nitems:\n- metadata: {name: a}\n- {apiVersion: v1, kind: B}\n", []string{"/items/0 apps/v1 Deployment/a", "/items/1 v1 B/"}},
		{"untyped list", "apiVersion: v1\nkind: List\nitems:\n- metadata: {name: a}\n", nil},
		{"custom list", "apiVersion: example.com/v1\nkind: ThingList\nitems:\n- apiVersion: example.com/v1\n  kind: Thing\n", []string{"/items/0 example.com/v1 Thing/"}},
		{"list with other items", "apiVersion: v1\nkind: List\nitems: [a, 1, ~, [b], {apiVersion: v1, kind: A}]\n", []string{"/items/4 v1 A/"}},
		{"items by alias", "x: &x {apiVersion: v1, kind: A}\ny: &y [*x]\napiVersion: v1\nkind: List\nitems: *y\n", []string{"/items/0 v1 A/"}},
		{"empty list", "apiVersion: v1\nkind: List\nitems: []\n", nil},
		{"object that is called a list", "apiVersion: example.com/v1\nkind: AllowList\nspec: {}\n", []string{" example.com/v1 AllowList/"}},
		{"list as a mapping", "apiVersion: example.com/v1\nkind: AllowList\nitems: {a: 1}\n", []string{" example.com/v1 AllowList/"}},
		{"no kind", "apiVersion: v1\nx: 1\nx: 2\n", nil},
		{"kind that is no string", "apiVersion: v1\nkind: yes\nx: 1\nx: 2\n", nil},
		{"version that is no string", "apiVersion: 1\nkind: A\n", nil},
		{"values", "image: a\nreplicas: 2\nimage: b\n", nil},
		{"sequence", "- apiVersion: v1\n  kind: A\n", nil},
		{"text", "apiVersion and kind\n", nil},
		{"null", "---\n~\n", nil},
		{"nothing", "---\n# c\n", nil},
		{"JSON", `{"apiVersion":"v1","kind":"A","metadata":{"name":"a"}}`, []string{" v1 A/a"}},
		{"JSON that is YAML", `{"apiVersion":"v1","kind":"A",metadata: {name: a}, }`, []string{" v1 A/a"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			document := decode(t, test.in)
			var got []string
			for _, o := range document.Objects {
				got = append(got, Pointer(o.Prefix...)+" "+o.ID.APIVersion+" "+o.ID.String())
				if o.Document != document || stringField(o.Root, "kind") != o.ID.Kind || stringField(o.Root, "apiVersion") != o.ID.APIVersion {
					t.Errorf("object %+v", o)
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(test.want) || len(document.Faults) > 0 {
				t.Errorf("objects %q and faults %q, want %q", got, faults(document), test.want)
			}
		})
	}
}

// A key that is there twice in an item leaves the other items readable; one in
// the List itself does not.
func TestFaultsInLists(t *testing.T) {
	document := decode(t, "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: A, a: 1, a: 2}\n- {apiVersion: v1, kind: B}\n"+
		"- {apiVersion: v1, kind: List, x: 1, x: 2, items: [{apiVersion: v1, kind: C}]}\n")
	if got, want := fmt.Sprint(faults(document)), "[duplicate-key 4:35 /items/0/a (4:29) duplicate-key 6:38 /items/2/x (6:32)]"; got != want {
		t.Errorf("faults %s, want %s", got, want)
	}
	if len(document.Objects) != 1 || document.Objects[0].ID != (finding.Object{APIVersion: "v1", Kind: "B"}) {
		t.Errorf("objects %+v", document.Objects)
	}
	document = decode(t, "apiVersion: v1\nkind: List\nmetadata: {a: 1, a: 2}\nitems:\n- {apiVersion: v1, kind: A}\n")
	if len(document.Objects) != 0 || len(document.Faults) != 1 {
		t.Errorf("objects %+v, faults %+v", document.Objects, document.Faults)
	}
}

func TestLimits(t *testing.T) {
	deep := header + "a: " + strings.Repeat("[", 60) + strings.Repeat("]", 60) + "\n"
	part := splitAll(t, strings.NewReader(deep), Limits{})[0]
	if document := Decode("f", part, Limits{Depth: 50}); len(document.Faults) != 1 || !strings.Contains(document.Faults[0].Message, "more than 50") {
		t.Errorf("faults %+v", document.Faults)
	}
	if document := Decode("f", part, Limits{}); len(document.Objects) != 1 {
		t.Errorf("faults %+v", document.Faults)
	}
	aliases := header + "a: &a [1, 2, 3]\nb: [*a, *a, *a]\n"
	part = splitAll(t, strings.NewReader(aliases), Limits{})[0]
	if document := Decode("f", part, Limits{AliasNodes: 11}); len(document.Faults) != 1 || document.Faults[0].Line != 4 || document.Faults[0].Column != 13 {
		t.Errorf("faults %+v", document.Faults)
	}
	if document := Decode("f", part, Limits{AliasNodes: 12}); len(document.Objects) != 1 {
		t.Errorf("faults %+v", document.Faults)
	}
}

// TestHostile gives inputs that are small and would cost much if they could.
func TestHostile(t *testing.T) {
	laughs := header + "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	merges := header + "a0: &a0 {x: 1}\n"
	for i := 1; i < 40; i++ {
		laughs += fmt.Sprintf("a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 10), ", "))
		merges += fmt.Sprintf("a%d: &a%d {<<: [*a%d, *a%d]}\n", i, i, i-1, i-1)
	}
	chain := header + "a0: &a0 x\n"
	for i := 1; i < 5000; i++ {
		chain += fmt.Sprintf("a%d: &a%d [*a%d]\n", i, i, i-1)
	}
	for name, in := range map[string]string{
		"laughs":           laughs,
		"merges":           merges,
		"chain":            chain,
		"open brackets":    header + "a: " + strings.Repeat("[", 1<<20),
		"brackets":         header + "a: " + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + "\n",
		"open braces":      strings.Repeat("{a: ", 1<<18),
		"dashes":           header + "a:\n  " + strings.Repeat("- ", 1<<19) + "x\n",
		"questions":        strings.Repeat("? ", 1<<19) + "x\n",
		"comments":         header + strings.Repeat("#\n", 1<<19) + "a: 1\n",
		"comments between": header + "a:\n" + strings.Repeat("# c\n- x\n", 1<<16),
		"many keys":        header + strings.Repeat("a: 1\n", 1<<14),
		"one line":         header + "a: " + strings.Repeat("x ", 1<<20) + "\n",
		"blank lines":      header + "a: x" + strings.Repeat("\n", 1<<20) + "  y\n",
		"quotes":           header + strings.Repeat("a: \"\n", 1<<16),
		"JSON depth":       strings.Repeat("{\"a\":[", 1<<18),
		"JSON keys":        "{\"apiVersion\":\"v1\",\"kind\":\"X\"" + strings.Repeat(",\"a\":1", 1<<14) + "}",
		"tags":             header + "a: " + strings.Repeat("!a ", 1<<18) + "x\n",
		"anchors":          header + "a: " + strings.Repeat("&a ", 1<<18) + "x\n",
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			document := decode(t, in)
			if len(document.Faults) == 0 && len(document.Objects) != 1 {
				t.Errorf("neither object nor fault")
			}
			t.Logf("%d faults, %v", len(document.Faults), time.Since(start))
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}
