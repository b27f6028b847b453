// Package finding holds what meshlint reports: plain data that every stage
// after evaluation agrees on. It imports nothing of the project.
package finding

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Severity orders findings from advice to fault.
type Severity int

// The severities, in rising order. The zero value is Info.
const (
	Info Severity = iota
	Warning
	Error
)

// Severities names every severity, most severe first.
var Severities = []Severity{Error, Warning, Info}

// String returns the word that reports and configuration use.
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	default:
		return "info"
	}
}

// ParseSeverity reads the word that String writes.
func ParseSeverity(word string) (Severity, error) {
	for _, s := range Severities {
		if s.String() == word {
			return s, nil
		}
	}
	return Info, fmt.Errorf("unknown severity %q: use error, warning or info", word)
}

// MarshalText writes the word, so that JSON carries "error" and not 2.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the word that MarshalText writes.
func (s *Severity) UnmarshalText(text []byte) error {
	parsed, err := ParseSeverity(string(text))
	if err != nil {
		return err
	}
	*s = parsed
	return nil
}

// Object names the Kubernetes object that a finding is about. Namespace is
// empty where the manifest names none.
type Object struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Namespace  string `json:"namespace"`
	Name       string `json:"name"`
}

// String returns Kind/namespace/name, or Kind/name without a namespace.
func (o Object) String() string {
	if o.Namespace == "" {
		return o.Kind + "/" + o.Name
	}
	return o.Kind + "/" + o.Namespace + "/" + o.Name
}

// Span is a region of a source. Lines and columns count from 1; columns count
// Unicode code points; the end is exclusive, as in SARIF.
type Span struct {
	Line      int `json:"line"`
	Column    int `json:"column"`
	EndLine   int `json:"endLine"`
	EndColumn int `json:"endColumn"`
}

// Related is the other end of a mismatch. File is empty when it is the file of
// the finding; a finding across documents may point into another file.
type Related struct {
	File string `json:"file,omitempty"`
	Span
	Path    string `json:"path"`
	Message string `json:"message"`
	// Snippet is the source line of Span.Line, without its line end.
	Snippet string `json:"-"`
}

// Operation is one step of a repair: JSON Patch (RFC 6902) on the object of
// the finding. Path is a JSON pointer into the object, not into its List.
type Operation struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	From  string `json:"from,omitempty"`
	Value any    `json:"value,omitempty"`
}

// Suppressed says why a finding does not count.
type Suppressed struct {
	// By is comment, annotation, config or baseline.
	By     string `json:"by"`
	Reason string `json:"reason"`
	// Until is the last day on which it holds, as YYYY-MM-DD, or empty.
	Until string `json:"until,omitempty"`
}

// Edit replaces the bytes Start (inclusive) to End (exclusive) of a source;
// Span is the same region in lines and columns.
type Edit struct {
	Start, End int
	Span       Span
	Text       string
}

// Finding is one fault at one place.
type Finding struct {
	Rule     string   `json:"rule"`
	Category string   `json:"category"`
	Severity Severity `json:"severity"`
	Message  string   `json:"message"`
	File     string   `json:"file"`
	Span
	// Document counts the documents of the file from 0, empty ones too.
	Document int `json:"document"`
	// Path is a JSON pointer (RFC 6901) into the document; for an item of a
	// List it starts with /items/N.
	Path   string `json:"path"`
	Object Object `json:"object"`
	// Related is never nil in a finished finding, so that JSON has [].
	Related     []Related   `json:"related"`
	Fix         []Operation `json:"fix"`
	Fingerprint string      `json:"fingerprint"`
	Suppressed  *Suppressed `json:"suppressed"`
	// Snippet is the source line of Span.Line, without its line end.
	Snippet string `json:"-"`
	// Edits are the byte edits that Fix comes to, where they could be worked
	// out; reports that can carry them do so.
	Edits []Edit `json:"-"`
	// Unfixable says why Fix could not be turned into edits.
	Unfixable string `json:"-"`
}

// Compare orders findings by file, document place, rule and message; two
// findings that compare equal are the same finding.
func Compare(a, b Finding) int {
	return cmp.Or(
		strings.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column),
		strings.Compare(a.Rule, b.Rule),
		strings.Compare(a.Path, b.Path),
		strings.Compare(a.Message, b.Message),
	)
}

// Sort orders findings with Compare and drops those reported twice.
func Sort(findings []Finding) []Finding {
	slices.SortStableFunc(findings, Compare)
	return slices.CompactFunc(findings, func(a, b Finding) bool { return Compare(a, b) == 0 })
}

// Summary counts what a run read and found. Suppressed findings are in none of
// the severity counts.
type Summary struct {
	Files int `json:"files"`
	// Documents counts the documents of all files, empty ones too.
	Documents int `json:"documents"`
	// Objects counts the Kubernetes objects that rules looked at; an item of
	// a List counts, its List does not.
	Objects    int `json:"-"`
	Errors     int `json:"errors"`
	Warnings   int `json:"warnings"`
	Infos      int `json:"infos"`
	Suppressed int `json:"suppressed"`
}

// Count fills the severity counts of the summary from findings.
func (s *Summary) Count(findings []Finding) {
	s.Errors, s.Warnings, s.Infos, s.Suppressed = 0, 0, 0, 0
	for _, f := range findings {
		switch {
		case f.Suppressed != nil:
			s.Suppressed++
		case f.Severity == Error:
			s.Errors++
		case f.Severity == Warning:
			s.Warnings++
		default:
			s.Infos++
		}
	}
}
