package report

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

const (
	// githubShown is how many annotations of one kind GitHub shows for a step.
	githubShown = 10
	// githubMessage is where the runner cuts a message.
	githubMessage = 4096
)

// The escapes of workflow commands. Percent signs come first by nature of a
// Replacer: it reads its input once.
var (
	githubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// command is a workflow command, which the runner turns into an annotation.
type command struct {
	kind, file, title, message string
	finding.Span
}

// writeGitHub writes workflow commands, the most severe first as GitHub shows
// only a few of each kind. The notice that says so stands before the notices
// about single findings, or it would be among those not shown.
func writeGitHub(out *bytes.Buffer, r Report, o Options) error {
	for _, problem := range r.Problems {
		command{kind: "error", file: o.fromRoot(problem.File), title: "meshlint", message: problem.Message}.write(out)
	}
	findings := mostSevereFirst(r.open())
	infos := len(findings)
	for i, f := range findings {
		if f.Severity == finding.Info {
			infos = i
			break
		}
	}
	for _, f := range findings[:infos] {
		githubFinding(f, o).write(out)
	}
	if notice := r.githubNotice(); notice != "" {
		command{kind: "notice", title: "meshlint", message: notice}.write(out)
	}
	for _, f := range findings[infos:] {
		githubFinding(f, o).write(out)
	}
	return nil
}

// githubNotice says what an absence of annotations does not mean.
func (r Report) githubNotice() string {
	s := r.Summary
	errors := s.Errors + len(r.Problems)
	if errors+s.Warnings+s.Infos == 0 && s.Objects == 0 {
		return r.checked()
	}
	if max(errors, s.Warnings, s.Infos) <= githubShown {
		return ""
	}
	// This notice takes the place of one about a finding.
	hidden := max(0, errors-githubShown) + max(0, s.Warnings-githubShown) + max(0, s.Infos-githubShown+1)
	return fmt.Sprintf("meshlint found %s. GitHub shows %d of each kind; %d more are in the log of this step.", r.counts(), githubShown, hidden)
}

func githubFinding(f finding.Finding, o Options) command {
	c := command{kind: "notice", file: o.fromRoot(f.File), title: f.Rule, message: f.Message, Span: f.Span}
	if f.Severity > finding.Info {
		c.kind = f.Severity.String()
	}
	for _, related := range f.Related {
		c.message += fmt.Sprintf("\nnote: %s: %s", place(o.fromRoot(relatedFile(f, related)), related.Span), related.Message)
	}
	return c
}

func (c command) write(out *bytes.Buffer) {
	var properties []string
	add := func(name, value string) {
		if value != "" {
			properties = append(properties, name+"="+githubProperty.Replace(visible(value, "\r\n")))
		}
	}
	number := func(name string, value int) {
		if value > 0 {
			add(name, strconv.Itoa(value))
		}
	}
	add("file", c.file)
	number("line", c.Line)
	number("endLine", c.EndLine)
	if c.Line == c.EndLine {
		// The runner drops columns of a region of several lines.
		number("col", c.Column)
		number("endColumn", c.EndColumn)
	}
	add("title", c.title)
	fmt.Fprintf(out, "::%s %s::%s\n", c.kind, strings.Join(properties, ","),
		githubData.Replace(clip(visible(c.message, "\r\n"), githubMessage)))
}
