package suppress

import (
	"testing"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

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
