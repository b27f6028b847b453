package report

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

// markdownLimit is what fits into the summary of a step on GitHub (1,024 KiB),
// less what the closing note takes. One byte more and GitHub shows nothing.
const markdownLimit = 1024<<10 - 1024

// writeMarkdown writes a summary of a job or the text of a comment: a table per
// file and below them the advice of each rule, folded.
func writeMarkdown(out *bytes.Buffer, r Report, o Options) error {
	head := r.counts()
	if r.Summary.Objects == 0 && len(r.Findings) == 0 {
		head = "nothing checked"
	}
	fmt.Fprintf(out, "## meshlint: %s\n\n%s.\n", head, r.checked())
	for i, problem := range r.Problems {
		item := fmt.Sprintf("- %s\n", markdownText(problem.Message))
		if i == 0 {
			item = "\nNot everything could be checked:\n\n" + item
		}
		if out.Len()+len(item) > markdownLimit {
			break
		}
		out.WriteString(item)
	}
	findings := r.open()
	if o.Verbose {
		findings = r.Findings
	}
	shown, named := markdownTables(out, r, findings)
	markdownAdvice(out, r, named)
	if left := len(findings) - shown; left > 0 {
		fmt.Fprintf(out, "\n%s left out: the summary of a step holds no more. The log and the other formats have all of them.\n", plural(left, "finding"))
	}
	return nil
}

// markdownTables writes as many findings as fit and returns how many, and the
// rules that they name.
func markdownTables(out *bytes.Buffer, r Report, findings []finding.Finding) (shown int, named map[string]bool) {
	named = map[string]bool{}
	rules := r.rulesByID()
	files, found := r.byFile(findings)
	for _, file := range files {
		head := fmt.Sprintf("\n### %s\n\n| Line | Severity | Rule | Message |\n|---:|---|---|---|\n", codeSpan(file))
		for _, f := range found[file] {
			row := head + markdownRow(f, rules[f.Rule])
			if out.Len()+len(row) > markdownLimit {
				return shown, named
			}
			out.WriteString(row)
			head = ""
			named[f.Rule] = true
			shown++
		}
	}
	return shown, named
}

func markdownRow(f finding.Finding, rule finding.Rule) string {
	severity := f.Severity.String()
	if f.Suppressed != nil {
		severity = "suppressed: " + markdownText(suppressionReason(*f.Suppressed))
	}
	name := strings.ReplaceAll(codeSpan(f.Rule), "|", `\|`)
	if page := helpPage(rule); page != "" {
		name = "[" + name + "](" + page + ")"
	}
	message := markdownText(f.Message)
	for _, related := range f.Related {
		message += "<br>Note: " + markdownText(place(relatedFile(f, related), related.Span)+": "+related.Message)
	}
	return fmt.Sprintf("| %d | %s | %s | %s |\n", f.Line, severity, name, message)
}

// markdownAdvice writes the advice of the rules that have findings, in the
// order of the rules and as far as it fits.
func markdownAdvice(out *bytes.Buffer, r Report, named map[string]bool) {
	for _, rule := range r.Rules {
		if !named[rule.ID] || rule.Advice == "" && rule.Description == "" {
			continue
		}
		var fold strings.Builder
		fmt.Fprintf(&fold, "\n<details><summary>%s: %s</summary>\n", htmlText(rule.ID), htmlText(rule.Title))
		if rule.Description != "" {
			fmt.Fprintf(&fold, "\n%s\n", markdownText(rule.Description))
		}
		if rule.Advice != "" {
			fmt.Fprintf(&fold, "\n**How to fix:** %s\n", markdownText(rule.Advice))
		}
		fold.WriteString("\n</details>\n")
		if out.Len()+fold.Len() > markdownLimit {
			return
		}
		out.WriteString(fold.String())
	}
}

// The escapes of Markdown and HTML.
var (
	markdownEscapes = strings.NewReplacer(
		"&", "&amp;", "<", "&lt;", ">", "&gt;", `\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`,
		"~", `\~`, "[", `\[`, "]", `\]`, "|", `\|`, "!", `\!`, "$", `\$`,
	)
	htmlEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	// GitHub looks for mentions and numbers of issues after Markdown is done, so
	// that an entity or a backslash does not hide them: only a character of no
	// width behind the sign does.
	mention = regexp.MustCompile(`@[0-9A-Za-z]|#[0-9]`)
)

// markdownText is prose as one paragraph or one cell of a table, of which no
// character acts as Markdown or HTML.
func markdownText(text string) string {
	parts := strings.Split(readable(joined(text)), "`")
	for i, part := range parts {
		// Rules put keys and values between backticks, which stay if they can.
		if i%2 == 1 && i < len(parts)-1 && strings.TrimSpace(part) != "" && !strings.ContainsAny(part, `<>&|\@#`) {
			parts[i] = "`" + part + "`"
			continue
		}
		parts[i] = inert(markdownEscapes.Replace(part))
		if i%2 == 1 {
			parts[i] = "\\`" + parts[i]
			if i < len(parts)-1 {
				parts[i] += "\\`"
			}
		}
	}
	escaped := strings.Join(parts, "")
	// What stands at the start of a line could begin a list, a rule or a heading.
	if escaped != "" && strings.ContainsRune("#-+=0123456789", rune(escaped[0])) {
		return "&#8203;" + escaped
	}
	return escaped
}

// htmlText is text inside of HTML.
func htmlText(text string) string { return inert(htmlEscapes.Replace(readable(joined(text)))) }

// inert keeps names from being mentions; text is escaped already.
func inert(text string) string {
	return mention.ReplaceAllStringFunc(text, func(sign string) string { return sign[:1] + "&#8203;" + sign[1:] })
}

// codeSpan is text in code style: between more backticks than it has in a row.
func codeSpan(text string) string {
	text = readable(text)
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if len(fence) > 1 || strings.TrimSpace(text) == "" {
		text = " " + text + " "
	}
	return fence + text + fence
}
