// Package report writes findings: one file per output format. It knows
// findings and rules, never Rego.
package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

// Report is everything that a format can show of one run.
type Report struct {
	// Version of meshlint, without a leading v.
	Version string
	// Findings are sorted and unique; suppressed ones are among them.
	Findings []finding.Finding
	// Rules are all rules of the run, sorted by category and id.
	Rules   []finding.Rule
	Summary finding.Summary
	// Problems are inputs that could not be read at all (exit code 3).
	Problems []Problem
}

// Problem is an input that could not be read, or a part of the run that failed.
type Problem struct {
	File    string
	Message string
}

// Options are what the command line says about the form of reports.
type Options struct {
	// Color allows escape sequences in the text format.
	Color bool
	// Quiet leaves out the summary line, Verbose adds suppressed findings and
	// the advice of each rule.
	Quiet, Verbose bool
}

type writer func(io.Writer, Report, Options) error

// writers has one entry per format; each lives in a file of its name.
var writers = map[string]writer{}

// Formats lists the names that Write takes, sorted.
func Formats() []string {
	names := make([]string, 0, len(writers))
	for name := range writers {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Write writes r in the named format. An unknown format is an error, never a
// fallback; callers check it with Formats before they lint.
func Write(w io.Writer, format string, r Report, o Options) error {
	write, ok := writers[format]
	if !ok {
		return fmt.Errorf("unknown format %q: use one of %s", format, strings.Join(Formats(), ", "))
	}
	return write(w, r, o)
}
