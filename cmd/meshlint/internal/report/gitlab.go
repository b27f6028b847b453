package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

// gitlabIssue is an entry of a GitLab code quality report.
type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end,omitempty"`
}

// writeGitLab writes a code quality report. Suppressed findings are not in it,
// inputs that could not be read are: an empty list would look clean.
func writeGitLab(out *bytes.Buffer, r Report, o Options) error {
	issues := []gitlabIssue{}
	rules := r.rulesByID()
	for _, problem := range r.Problems {
		sum := sha256.Sum256([]byte(problem.File + "\x00" + problem.Message))
		issues = append(issues, gitlabIssue{
			Description: readable(problem.Message), CheckName: "meshlint", Fingerprint: hex.EncodeToString(sum[:16]), Severity: "critical",
			Location: gitlabLocation{Path: o.fromRoot(problem.File), Lines: gitlabLines{Begin: 1}},
		})
	}
	for _, f := range r.open() {
		issue := gitlabIssue{
			Description: readable(f.Message), CheckName: f.Rule, Fingerprint: f.Fingerprint, Severity: gitlabSeverity(f, rules[f.Rule]),
			Location: gitlabLocation{Path: o.fromRoot(f.File), Lines: gitlabLines{Begin: max(f.Line, 1)}},
		}
		if f.EndLine > f.Line {
			issue.Location.Lines.End = f.EndLine
		}
		issues = append(issues, issue)
	}
	return encodeJSON(out, issues)
}

// gitlabSeverity spreads three severities over four of GitLab's five. Critical
// is left to errors of rules about security that score high or critical in CVSS;
// a linter has no business to call anything a blocker.
func gitlabSeverity(f finding.Finding, rule finding.Rule) string {
	switch f.Severity {
	case finding.Error:
		if score, err := strconv.ParseFloat(rule.SecuritySeverity, 64); err == nil && score >= 7 {
			return "critical"
		}
		return "major"
	case finding.Warning:
		return "minor"
	default:
		return "info"
	}
}
