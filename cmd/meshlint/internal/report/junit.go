package report

import (
	"bytes"
	"encoding/xml"
	"strings"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

type junitReport struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name      string        `xml:"name,attr"`
	Class     string        `xml:"classname,attr"`
	File      string        `xml:"file,attr,omitempty"`
	Line      int           `xml:"line,attr,omitempty"`
	Failure   *junitMessage `xml:"failure"`
	Error     *junitMessage `xml:"error"`
	Skipped   *junitMessage `xml:"skipped"`
	SystemOut string        `xml:"system-out,omitempty"`
}

type junitMessage struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes one test suite per file and in it a test case per finding:
// failed for an error or a warning, passed with output for an info, skipped for
// a suppressed one. A file without findings is one passed case, unless nothing
// in the whole run could be checked. What could not be read is an error.
func writeJUnit(out *bytes.Buffer, r Report, _ Options) error {
	report := junitReport{Name: "meshlint"}
	if len(r.Problems) > 0 {
		report.add(problemSuite(r.Problems))
	}
	files, found := r.byFile(r.Findings)
	rules := r.rulesByID()
	for _, file := range files {
		suite := junitSuite{Name: visible(file, "")}
		for _, f := range found[file] {
			suite.Cases = append(suite.Cases, junitFinding(f, rules[f.Rule]))
		}
		if len(suite.Cases) == 0 {
			suite.Cases = []junitCase{{Name: "meshlint", Class: suite.Name, File: suite.Name, Skipped: r.junitUnchecked()}}
		}
		report.add(suite)
	}
	if len(report.Suites) == 0 {
		report.add(junitSuite{Name: "meshlint", Cases: []junitCase{{Name: "meshlint", Class: "meshlint", Skipped: r.junitUnchecked()}}})
	}
	return encodeXML(out, report)
}

// junitUnchecked keeps a run that checked nothing from passing.
func (r Report) junitUnchecked() *junitMessage {
	if r.Summary.Objects > 0 {
		return nil
	}
	return &junitMessage{Message: r.checked()}
}

func problemSuite(problems []Problem) junitSuite {
	suite := junitSuite{Name: "meshlint"}
	for _, problem := range problems {
		file := visible(problem.File, "")
		suite.Cases = append(suite.Cases, junitCase{
			Name: "read " + file, Class: "meshlint", File: file, Error: &junitMessage{Message: readable(problem.Message), Type: "problem"},
		})
	}
	return suite
}

func junitFinding(f finding.Finding, rule finding.Rule) junitCase {
	file, message := visible(f.File, ""), readable(f.Message)
	// The name tells the cases of a suite apart, and is the same in the next run
	// so that tools can compare the two.
	name := f.Rule
	if f.Object.Kind != "" {
		name += " " + f.Object.String()
	}
	if f.Path != "" {
		name += " " + f.Path
	}
	c := junitCase{Name: readable(name), Class: file, File: file, Line: f.Line}
	lines := []string{place(f.File, f.Span) + ": " + f.Severity.String() + ": " + message}
	for _, related := range f.Related {
		lines = append(lines, "note: "+place(relatedFile(f, related), related.Span)+": "+readable(related.Message))
	}
	if rule.Advice != "" {
		lines = append(lines, "advice: "+readable(joined(rule.Advice)))
	}
	details := strings.Join(lines, "\n")
	switch {
	case f.Suppressed != nil:
		c.Skipped = &junitMessage{Message: readable("suppressed by " + f.Suppressed.By + ": " + suppressionReason(*f.Suppressed))}
		c.SystemOut = details
	case f.Severity == finding.Info:
		c.SystemOut = details
	default:
		c.Failure = &junitMessage{Message: message, Type: f.Severity.String(), Text: details}
	}
	return c
}

// add counts the cases of a suite and puts it into the report.
func (r *junitReport) add(s junitSuite) {
	for _, c := range s.Cases {
		s.Tests++
		switch {
		case c.Failure != nil:
			s.Failures++
		case c.Error != nil:
			s.Errors++
		case c.Skipped != nil:
			s.Skipped++
		}
	}
	r.Tests += s.Tests
	r.Failures += s.Failures
	r.Errors += s.Errors
	r.Skipped += s.Skipped
	r.Suites = append(r.Suites, s)
}
