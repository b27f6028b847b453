package report

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

// The escape sequences of the text format, written only with Options.Color.
const (
	styleReset = "\x1b[0m"
	styleBold  = "\x1b[1m"
	styleFaint = "\x1b[2m"
	styleRed   = "\x1b[1;31m"
	styleGreen = "\x1b[1;32m"
	styleAmber = "\x1b[1;33m"
	styleBlue  = "\x1b[1;36m"
)

const textIndent = "    "

// text is the format that people read: one line that editors turn into a link,
// then the source with carets and what else is known of the finding.
type text struct {
	Options
	out   *bytes.Buffer
	rules map[string]finding.Rule
}

func writeText(out *bytes.Buffer, r Report, o Options) error {
	t := text{Options: o, out: out, rules: r.rulesByID()}
	for _, f := range r.Findings {
		if f.Suppressed == nil || o.Verbose {
			t.finding(f)
		}
	}
	if !o.Quiet {
		fmt.Fprintln(t.out, r.total())
	}
	return nil
}

// finding writes one finding. A suppressed one has another word in place of its
// severity, so that whatever reads the lines does not count it.
func (t text) finding(f finding.Finding) {
	word, style := f.Severity.String(), severityStyle(f.Severity)
	if f.Suppressed != nil {
		word, style = "suppressed", styleFaint
	}
	fmt.Fprintf(t.out, "%s %s %s %s\n", t.styled(styleBold, place(f.File, f.Span)+":"), t.styled(style, word+":"),
		readable(f.Message), t.styled(styleFaint, "["+readable(f.Rule)+"]"))
	if strings.TrimSpace(f.Snippet) != "" && f.Line > 0 && f.Column > 0 {
		shown, carets := excerpt(f.Snippet, f.Span, len(textIndent))
		// The blanks stay outside of the style: some terminals underline them.
		blank := len(carets) - len(strings.TrimLeft(carets, " \t"))
		fmt.Fprintf(t.out, "%s%s\n%s%s%s\n", textIndent, shown, textIndent, carets[:blank], t.styled(styleGreen, carets[blank:]))
	}
	for _, related := range f.Related {
		fmt.Fprintf(t.out, "%s%s %s: %s\n", textIndent, t.styled(styleBlue, "note:"), place(relatedFile(f, related), related.Span), readable(related.Message))
	}
	if s := f.Suppressed; s != nil {
		fmt.Fprintf(t.out, "%ssuppressed by %s: %s\n", textIndent, readable(s.By), readable(suppressionReason(*s)))
	}
	if advice := t.rules[f.Rule].Advice; t.Verbose && advice != "" {
		fmt.Fprintf(t.out, "%sadvice: %s\n", textIndent, readable(strings.Join(strings.Fields(advice), " ")))
	}
}

func (t text) styled(style, text string) string {
	if !t.Color {
		return text
	}
	return style + text + styleReset
}

func severityStyle(s finding.Severity) string {
	switch s {
	case finding.Error:
		return styleRed
	case finding.Warning:
		return styleAmber
	default:
		return styleBlue
	}
}

// place is file:line:column, or as much of it as is known.
func place(file string, span finding.Span) string {
	out := visible(file, "")
	if span.Line > 0 {
		out += fmt.Sprintf(":%d", span.Line)
		if span.Column > 0 {
			out += fmt.Sprintf(":%d", span.Column)
		}
	}
	return out
}

// relatedFile is the file of the other end of a finding.
func relatedFile(f finding.Finding, related finding.Related) string {
	if related.File != "" {
		return related.File
	}
	return f.File
}

// suppressionReason is the reason with the last day on which it holds.
func suppressionReason(s finding.Suppressed) string {
	if s.Until == "" {
		return s.Reason
	}
	return s.Reason + " (until " + s.Until + ")"
}
