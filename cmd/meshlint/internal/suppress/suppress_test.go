package suppress

import (
	"strings"
	"testing"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]struct {
		rules, reason, until, err string
	}{
		"a -- why":                        {rules: "a", reason: "why"},
		"a,b -- why":                      {rules: "a b", reason: "why"},
		"a, b -- why -- and how":          {rules: "a b", reason: "why -- and how"},
		"a until=2027-01-31 -- why":       {rules: "a", reason: "why", until: "2027-01-31"},
		"  a --  why  ":                   {rules: "a", reason: "why"},
		"a":                               {err: "gives no reason"},
		"a --":                            {err: "gives no reason"},
		"a -why":                          {err: "gives no reason"},
		"-- why":                          {err: "names no rule"},
		"until=2027-01-31 -- why":         {err: "names no rule"},
		"a until=2027-02-31 -- why":       {err: "is no date"},
		"a until=tomorrow -- why":         {err: "is no date"},
		"a until=2027-01-01 until= -- w":  {err: "two dates"},
		"":                                {err: "gives no reason"},
		"a until=2027-1-1 -- short month": {err: "is no date"},
	} {
		got, err := parse(text)
		if want.err != "" {
			if err == nil || !strings.Contains(err.Error(), want.err) {
				t.Errorf("%q: got error %v, want one with %q", text, err, want.err)
			}
			continue
		}
		if err != nil || strings.Join(got.rules, " ") != want.rules || got.reason != want.reason || got.until != want.until {
			t.Errorf("%q: got %+v, %v", text, got, err)
		}
	}
}

// everywhere makes a suppression that covers all findings.
func everywhere(e entry) *Suppression {
	return &Suppression{entry: e, By: ByConfig, covers: func(*finding.Finding) bool { return true }}
}

func TestApply(t *testing.T) {
	rules := []finding.Rule{{ID: "a"}, {ID: invalidRule}, {ID: unusedRule}}
	known := func(id string) bool { return id == "a" || id == "b" }
	for name, c := range map[string]struct {
		entry      entry
		suppressed bool
		reported   string
	}{
		"covers":              {entry: entry{rules: []string{"a"}, reason: "r"}, suppressed: true},
		"last day":            {entry: entry{rules: []string{"a"}, reason: "r", until: "2026-12-01"}, suppressed: true},
		"expired":             {entry: entry{rules: []string{"a"}, reason: "r", until: "2026-11-30"}, reported: invalidRule},
		"unknown rule":        {entry: entry{rules: []string{"x"}, reason: "r"}, reported: invalidRule},
		"rule that ran not":   {entry: entry{rules: []string{"b"}, reason: "r"}},
		"one of two has gone": {entry: entry{rules: []string{"a", "b"}, reason: "r"}, suppressed: true},
	} {
		t.Run(name, func(t *testing.T) {
			got := Apply([]finding.Finding{{Rule: "a"}}, []*Suppression{everywhere(c.entry)}, Options{
				Today: "2026-12-01", Rules: rules, Known: known,
			})
			if (got[0].Suppressed != nil) != c.suppressed {
				t.Errorf("suppressed is %v", got[0].Suppressed)
			}
			reported := ""
			for _, f := range got[1:] {
				reported += f.Rule
			}
			if reported != c.reported {
				t.Errorf("reported is %q, want %q", reported, c.reported)
			}
		})
	}
	got := Apply(nil, []*Suppression{everywhere(entry{rules: []string{"a"}, reason: "r"})}, Options{Rules: rules, Known: known})
	if len(got) != 1 || got[0].Rule != unusedRule {
		t.Errorf("a suppression of nothing gives %v", got)
	}
}

// FuzzParse reads whatever stands behind the marker: an error or an entry with
// rules and a reason, never a panic.
func FuzzParse(f *testing.F) {
	f.Add("a,b until=2027-01-31 -- why")
	f.Add("until= -- ")
	f.Fuzz(func(t *testing.T, text string) {
		if e, err := parse(text); err == nil && (len(e.rules) == 0 || e.reason == "") {
			t.Errorf("%q is taken for whole: %+v", text, e)
		}
	})
}
