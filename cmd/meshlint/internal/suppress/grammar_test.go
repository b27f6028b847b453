package suppress

import (
	"slices"
	"strings"
	"testing"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
)

// TestParse holds the grammar and the message of each way to get it wrong.
func TestParse(t *testing.T) {
	const noReason = "it gives no reason: write `RULE -- REASON`"
	const noRule = "it names no rule: write `RULE -- REASON`"
	for text, want := range map[string]struct {
		rules                string
		reason, until, fault string
	}{
		"a -- why":                      {"a", "why", "", ""},
		" a,b -- why":                   {"a b", "why", "", ""},
		"a, b  c -- why -- not":         {"a b c", "why -- not", "", ""},
		"a\t--\twhy\r\n":                {"a", "why", "", ""},
		"a until=2026-02-28 -- why":     {"a", "why", "2026-02-28", ""},
		"until=2026-02-28 a -- until=x": {"a", "until=x", "2026-02-28", ""},
		"a -- é 日本":                     {"a", "é 日本", "", ""},
		"":                              {"", "", "", noReason},
		"a":                             {"", "", "", noReason},
		"a --":                          {"", "", "", noReason},
		"a --  ":                        {"", "", "", noReason},
		"a --why":                       {"", "", "", noReason},
		"a-- why":                       {"", "", "", noReason},
		"a — why":                       {"", "", "", noReason},
		"-- why":                        {"", "", "", noRule},
		", -- why":                      {"", "", "", noRule},
		"until=2026-02-28 -- why":       {"", "", "", noRule},
		"a until= -- why":               {"", "", "", "until= is no date: write until=YYYY-MM-DD"},
		"a until=2026-02-30 -- why":     {"", "", "", "until=2026-02-30 is no date: write until=YYYY-MM-DD"},
		"a until=2026-1-1 -- why":       {"", "", "", "until=2026-1-1 is no date: write until=YYYY-MM-DD"},
		"a until=tomorrow -- why":       {"", "", "", "until=tomorrow is no date: write until=YYYY-MM-DD"},
		"a until=2026-01-01 until=2026-01-02 -- w": {"", "", "", "it has two dates"},
	} {
		got, err := parse(text)
		if want.fault != "" {
			if err == nil || err.Error() != want.fault {
				t.Errorf("%q: %v, want %s", text, err, want.fault)
			}
			continue
		}
		if err != nil || strings.Join(got.rules, " ") != want.rules || got.reason != want.reason || got.until != want.until {
			t.Errorf("%q: %+v, %v, want %+v", text, got, err, want)
		}
	}
}

func FuzzSuppression(f *testing.F) {
	for _, text := range []string{"a -- why", "a,b until=2026-01-01 -- w", "--", "until= --  ", "a\x00 -- \xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := parse(text)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%q: the message has several lines: %v", text, err)
			}
			return
		}
		if len(e.rules) == 0 || strings.TrimSpace(e.reason) == "" || slices.Contains(e.rules, "") {
			t.Errorf("%q is taken as %+v", text, e)
		}
		// What is understood is understood the same when it is written anew.
		again := strings.Join(e.rules, ",")
		if e.until != "" {
			again += " until=" + e.until
		}
		if other, err := parse(again + " -- " + e.reason); err != nil || !slices.Equal(other.rules, e.rules) || other.reason != e.reason || other.until != e.until {
			t.Errorf("%q is %+v, and again %+v, %v", text, e, other, err)
		}
	})
}

// gather finds the suppressions of all objects of a source.
func gather(t *testing.T, source string) []*Suppression {
	t.Helper()
	var list []*Suppression
	for part, err := range manifest.Split(strings.NewReader(source), manifest.Limits{}) {
		if err != nil {
			t.Fatal(err)
		}
		document := manifest.Decode("x.yaml", part, manifest.Limits{})
		list = append(list, Comments(document)...)
		for _, object := range document.Objects {
			list = append(list, Annotations(object)...)
		}
	}
	return list
}

// ran are the rules of the tests: "off" exists and is not on.
var ran = []finding.Rule{{ID: "a"}, {ID: "b"}, {ID: invalidRule, Severity: finding.Warning}, {ID: unusedRule, Severity: finding.Info}}

func options(today string) Options {
	return Options{Today: today, Rules: ran, Known: func(id string) bool { return id == "off" || len(id) == 1 }}
}

const pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: x\n"

// TestCovers places findings and looks at which a suppression covers.
func TestCovers(t *testing.T) {
	at := func(line, document int, path string) finding.Finding {
		return finding.Finding{Rule: "a", File: "x.yaml", Span: finding.Span{Line: line}, Document: document, Path: path}
	}
	note := "    meshlint/ignore: a -- why\n"
	for name, c := range map[string]struct {
		source  string
		covered []finding.Finding
		others  []finding.Finding
	}{
		"comment on the line": {
			pod + "spec: x # meshlint:ignore a -- why\n",
			[]finding.Finding{at(5, 0, "/spec")}, []finding.Finding{at(4, 0, "/spec"), at(6, 0, "/spec"), at(5, 1, "/spec")},
		},
		"comment above, with lines between": {
			pod + "# meshlint:ignore a -- why\n\n# more\nspec: x\n",
			[]finding.Finding{at(8, 0, "/spec")}, []finding.Finding{at(4, 0, ""), at(6, 0, "")},
		},
		"comment behind text": {
			pod + "spec: x # see ticket 4, meshlint:ignore a -- why\n",
			[]finding.Finding{at(5, 0, "/spec")}, nil,
		},
		"comment in a later document": {
			pod + "---\n" + pod + "spec: x # meshlint:ignore a -- why\n",
			[]finding.Finding{at(10, 1, "/spec")}, []finding.Finding{at(5, 0, "/spec"), at(10, 0, "/spec")},
		},
		"no comment in a script":   {pod + "spec: |\n  x # meshlint:ignore a -- why\n", nil, []finding.Finding{at(5, 0, "/spec"), at(6, 0, "/spec")}},
		"no comment in quotes":     {pod + "spec: 'x # meshlint:ignore a -- why'\n", nil, []finding.Finding{at(5, 0, "/spec")}},
		"annotation of a pod":      {pod + "  annotations:\n" + note, []finding.Finding{at(1, 0, "/spec/x"), at(9, 0, "")}, []finding.Finding{at(1, 1, "/spec")}},
		"annotation in flow":       {"{apiVersion: v1, kind: Pod, metadata: {annotations: {meshlint/ignore: a -- why}}}\n", []finding.Finding{at(1, 0, "/spec")}, nil},
		"annotation of a template": {"apiVersion: apps/v1\nkind: Deployment\nspec:\n  template:\n    metadata:\n      annotations:\n    " + note, []finding.Finding{at(1, 0, "/kind")}, nil},
		"annotation of a job": {
			"apiVersion: batch/v1\nkind: CronJob\nspec:\n  jobTemplate:\n    metadata:\n      annotations:\n    " + note, []finding.Finding{at(1, 0, "/kind")}, nil,
		},
		"annotation of a job's pod": {
			"apiVersion: batch/v1\nkind: CronJob\nspec:\n  jobTemplate:\n    spec:\n      template:\n        metadata:\n          annotations:\n        " + note,
			[]finding.Finding{at(1, 0, "/kind")}, nil,
		},
		"annotation by alias": {
			"apiVersion: v1\nkind: Pod\nx: &n {meshlint/ignore: a -- why}\nmetadata:\n  annotations: *n\n", []finding.Finding{at(1, 0, "/x")}, nil,
		},
		"annotation of an item": {
			"apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n- apiVersion: v1\n  kind: Pod\n  metadata:\n    annotations:\n  " + note,
			[]finding.Finding{at(6, 0, "/items/1"), at(6, 0, "/items/1/spec")},
			[]finding.Finding{at(4, 0, "/items/0/spec"), at(4, 0, "/items/10/spec"), at(1, 0, "/kind")},
		},
		"annotation elsewhere": {pod + "spec:\n  annotations:\n" + note, nil, []finding.Finding{at(1, 0, "/spec")}},
	} {
		t.Run(name, func(t *testing.T) {
			all := Apply(slices.Concat(c.covered, c.others), gather(t, c.source), options("2026-01-01"))
			for i, f := range all {
				switch {
				case f.Rule != "a":
					if len(c.covered) > 0 {
						t.Errorf("reported: %s", f.Message)
					}
				case i < len(c.covered) && (f.Suppressed == nil || f.Suppressed.Reason != "why"):
					t.Errorf("line %d %s is not covered", f.Line, f.Path)
				case i >= len(c.covered) && f.Suppressed != nil:
					t.Errorf("line %d, document %d %s is covered", f.Line, f.Document, f.Path)
				}
			}
		})
	}
}

// TestFaults holds what is said of suppressions that are wrong.
func TestFaults(t *testing.T) {
	const today = "2026-03-01"
	found := finding.Finding{Rule: "a", File: "x.yaml", Span: finding.Span{Line: 5}, Path: "/spec"}
	for text, want := range map[string][]string{
		"a -- why":                    nil,
		"a until=2026-03-01 -- why":   nil,
		"a until=2026-02-28 -- why":   {invalidRule + ": This suppression of a has ended on 2026-02-28: repair the fault or give a new date."},
		"a,b until=2026-02-28 -- why": {invalidRule + ": This suppression of a, b has ended on 2026-02-28: repair the fault or give a new date."},
		"a":                           {invalidRule + ": This suppression is without effect: it gives no reason: write `RULE -- REASON`."},
		"a,b -- why":                  {unusedRule + ": This suppression of b covers no finding: delete it, so that it cannot hide a later fault."},
		"a,b,b -- why": {
			unusedRule + ": This suppression of b covers no finding: delete it, so that it cannot hide a later fault.",
			unusedRule + ": This suppression of b covers no finding: delete it, so that it cannot hide a later fault.",
		},
		"a,off -- why": nil,
		"a,none -- w":  {invalidRule + ": This suppression names the rule none, which does not exist: `meshlint rules` lists those that do."},
	} {
		got := Apply([]finding.Finding{found}, gather(t, pod+"spec: x # meshlint:ignore "+text+"\n"), options(today))
		var messages []string
		for _, f := range got[1:] {
			messages = append(messages, f.Rule+": "+f.Message)
			if f.Line != 5 || f.Column != 9 || f.Snippet == "" || f.Related == nil || f.Fix == nil {
				t.Errorf("%s: the finding is %+v", text, f)
			}
		}
		if !slices.Equal(messages, want) {
			t.Errorf("%s: %q, want %q", text, messages, want)
		}
		if covered := got[0].Suppressed != nil; covered != (!strings.Contains(strings.Join(messages, ""), invalidRule) || strings.Contains(text, "none")) {
			t.Errorf("%s: covered is %v", text, covered)
		}
	}
}

// TestAnnotationFaults holds what is said of annotations that are no string,
// and that each line is one suppression.
func TestAnnotationFaults(t *testing.T) {
	for value, want := range map[string][]string{
		"5":                               {"This suppression is without effect: it is no string: quote it."},
		"":                                {"This suppression is without effect: it is no string: quote it."},
		"[a]":                             {"This suppression is without effect: it is no string: quote it."},
		`""`:                              {"This suppression is without effect: it gives no reason: write `RULE -- REASON`."},
		"|\n      a -- why\n      b -- x": {"This suppression of b covers no finding: delete it, so that it cannot hide a later fault."},
		`"a -- why\r\n"`:                  nil,
	} {
		found := finding.Finding{Rule: "a", File: "x.yaml", Path: "/spec"}
		got := Apply([]finding.Finding{found}, gather(t, pod+"  annotations:\n    meshlint/ignore: "+value+"\n"), options(""))
		var messages []string
		for _, f := range got[1:] {
			messages = append(messages, f.Message)
			if f.Line != 6 || f.Path != "/metadata/annotations/meshlint~1ignore" || f.Object.Name != "x" {
				t.Errorf("%s: the finding is %+v", value, f)
			}
		}
		if !slices.Equal(messages, want) {
			t.Errorf("%s: %q, want %q", value, messages, want)
		}
	}
}

// TestRulesThatAreOff are silent about suppressions.
func TestRulesThatAreOff(t *testing.T) {
	list := gather(t, pod+"spec: x # meshlint:ignore a\nb: y # meshlint:ignore b -- why\n")
	if got := Apply(nil, list, Options{Rules: ran[:2], Known: func(string) bool { return true }}); len(got) != 0 {
		t.Errorf("reported: %+v", got)
	}
}

// TestFirstSuppressionCounts: the reason is that of the first, and none of
// those that cover a finding is unused.
func TestFirstSuppressionCounts(t *testing.T) {
	list := gather(t, pod+"  annotations:\n    meshlint/ignore: a -- second\nspec: x # meshlint:ignore a -- first\n")
	got := Apply([]finding.Finding{{Rule: "a", File: "x.yaml", Span: finding.Span{Line: 7}, Path: "/spec"}}, list, options(""))
	if len(got) != 1 || got[0].Suppressed == nil || got[0].Suppressed.Reason != "first" || got[0].Suppressed.By != ByComment {
		t.Errorf("got %+v", got)
	}
}
