// Package report writes findings: one file per output format. It knows
// findings and rules, never Rego.
package report

import (
	"bytes"
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
	// Files names every file that was read, in the order of the run, with or
	// without findings. Formats with an entry per file take it from here.
	Files []string
	// Stdin is the name that standard input has among Files, or empty when it
	// was not read.
	Stdin string
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
	// Root is the repository and Dir the working directory, both absolute and
	// free of symbolic links. The formats that services match with the files of
	// a repository (sarif, github, gitlab) name files as seen from Root. When
	// Dir is empty, relative names are taken to be relative to Root already.
	Root, Dir string
	// SARIFCategory is the identity of this analysis among others of the same
	// commit. When it is empty, whoever uploads the file decides.
	SARIFCategory string
	// IncludeSuppressed puts suppressed findings into SARIF. GitHub would open
	// them as alerts.
	IncludeSuppressed bool
}

// writer renders a whole report; what it returns as error is a fault of its own.
type writer func(*bytes.Buffer, Report, Options) error

// writers has one entry per format; each lives in a file of its name.
var writers = map[string]writer{
	"checkstyle": writeCheckstyle,
	"github":     writeGitHub,
	"gitlab":     writeGitLab,
	"json":       writeJSON,
	"junit":      writeJUnit,
	"markdown":   writeMarkdown,
	"sarif":      writeSARIF,
	"table":      writeTable,
	"text":       writeText,
}

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
// fallback; callers check it with Formats before they lint. When Write returns
// an error the report may be cut short, and the run has failed.
func Write(w io.Writer, format string, r Report, o Options) error {
	write, ok := writers[format]
	if !ok {
		return fmt.Errorf("unknown format %q: use one of %s", format, strings.Join(Formats(), ", "))
	}
	// Rendering first means that nothing is written of a report that cannot be
	// rendered, and leaves one place where writing can fail.
	var out bytes.Buffer
	if err := write(&out, r, o); err != nil {
		return err
	}
	_, err := out.WriteTo(w)
	return err
}

// open returns the findings that count: those that are not suppressed.
func (r Report) open() []finding.Finding {
	open := make([]finding.Finding, 0, len(r.Findings))
	for _, f := range r.Findings {
		if f.Suppressed == nil {
			open = append(open, f)
		}
	}
	return open
}

// rulesByID gives access to what rules say of themselves.
func (r Report) rulesByID() map[string]finding.Rule {
	rules := make(map[string]finding.Rule, len(r.Rules))
	for _, rule := range r.Rules {
		rules[rule.ID] = rule
	}
	return rules
}

// byFile groups findings by file: all files of the run in their order, then any
// other that a finding names.
func (r Report) byFile(findings []finding.Finding) (files []string, found map[string][]finding.Finding) {
	found = map[string][]finding.Finding{}
	for _, file := range r.Files {
		if _, seen := found[file]; !seen {
			found[file] = nil
			files = append(files, file)
		}
	}
	for _, f := range findings {
		if _, seen := found[f.File]; !seen {
			files = append(files, f.File)
		}
		found[f.File] = append(found[f.File], f)
	}
	return files, found
}

// mostSevereFirst orders findings by severity and keeps their order otherwise;
// suppressed ones come last. It is for services that show only the first few.
func mostSevereFirst(findings []finding.Finding) []finding.Finding {
	return slices.SortedStableFunc(slices.Values(findings), func(a, b finding.Finding) int { return weight(b) - weight(a) })
}

func weight(f finding.Finding) int {
	if f.Suppressed != nil {
		return -1
	}
	return int(f.Severity)
}
