package suppress

import (
	"fmt"
	"slices"
	"strings"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

// Options say what Apply may take for granted.
type Options struct {
	// Today is the date as YYYY-MM-DD on which suppressions expire; rules and
	// reports have no clock of their own.
	Today string
	// Rules are the rules that ran.
	Rules []finding.Rule
	// Known reports whether a rule exists at all, whether or not it ran.
	Known func(id string) bool
}

// Apply marks the findings that a suppression covers, and returns them with
// findings about the suppressions themselves: malformed, of an unknown rule,
// expired, or covering nothing although their rule ran.
func Apply(findings []finding.Finding, suppressions []*Suppression, o Options) []finding.Finding {
	ran := map[string]finding.Rule{}
	for _, rule := range o.Rules {
		ran[rule.ID] = rule
	}
	// A suppression of a suppression finding would have no end.
	for i := range findings {
		mark(&findings[i], suppressions, o.Today)
	}
	for _, s := range suppressions {
		findings = append(findings, s.faults(ran, o)...)
	}
	return findings
}

// mark lets the first suppression that covers the finding have it; the others
// that cover it count as used, too.
func mark(f *finding.Finding, suppressions []*Suppression, today string) {
	for _, s := range suppressions {
		if s.err != nil || s.expired(today) || !slices.Contains(s.rules, f.Rule) || !s.covers(f) {
			continue
		}
		if s.used == nil {
			s.used = map[string]bool{}
		}
		s.used[f.Rule] = true
		if f.Suppressed == nil {
			f.Suppressed = &finding.Suppressed{By: s.By, Reason: s.reason, Until: s.until}
		}
	}
}

// faults are the findings about one suppression.
func (s *Suppression) faults(ran map[string]finding.Rule, o Options) []finding.Finding {
	var found []finding.Finding
	report := func(id, message string) {
		if rule, on := ran[id]; on {
			found = append(found, s.finding(rule, message))
		}
	}
	if s.err != nil {
		report(invalidRule, fmt.Sprintf("This suppression is without effect: %v.", s.err))
		return found
	}
	if s.expired(o.Today) {
		report(invalidRule, fmt.Sprintf("This suppression of %s has ended on %s: repair the fault or give a new date.", strings.Join(s.rules, ", "), s.until))
		return found
	}
	for _, id := range s.rules {
		_, on := ran[id]
		switch {
		case !o.Known(id):
			report(invalidRule, fmt.Sprintf("This suppression names the rule %s, which does not exist: `meshlint rules` lists those that do.", id))
		case on && !s.used[id]:
			report(unusedRule, fmt.Sprintf("This suppression of %s covers no finding: delete it, so that it cannot hide a later fault.", id))
		}
	}
	return found
}

func (s *Suppression) finding(rule finding.Rule, message string) finding.Finding {
	return finding.Finding{
		Rule: rule.ID, Category: rule.Category, Severity: rule.Severity, Message: message,
		File: s.file, Span: s.span, Document: s.document, Path: s.path, Object: s.object, Snippet: s.snippet,
		Related: []finding.Related{}, Fix: []finding.Operation{}, Fingerprint: strings.Join(s.rules, ","),
	}
}
