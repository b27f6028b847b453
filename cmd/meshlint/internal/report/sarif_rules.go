package report

import (
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

const (
	// rulesPage has a heading for every rule that ships with meshlint.
	rulesPage = projectURI + "/blob/main/docs/rules.md#"
	// descriptionLimit and nameLimit are GitHub's.
	descriptionLimit = 1024
	nameLimit        = 255
)

// sarifRule is the entry of a rule in the table of the run.
func sarifRule(rule finding.Rule) *sarif.ReportingDescriptor {
	title := clip(sentence(visible(rule.Title, "")), descriptionLimit)
	description := clip(sentence(visible(joined(rule.Description), "")), descriptionLimit)
	if rule.Description == "" {
		description = title
	}
	descriptor := sarif.NewReportingDescriptor().WithID(rule.ID).
		WithShortDescription(sarif.NewMultiformatMessageString().WithText(title)).
		WithFullDescription(sarif.NewMultiformatMessageString().WithText(description)).
		WithHelp(sarif.NewMultiformatMessageString().WithText(ruleHelp(rule, false)).WithMarkdown(ruleHelp(rule, true))).
		WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel(sarifLevel(rule.Severity))).
		WithProperties(ruleProperties(rule))
	// A name that says the same as the id says nothing.
	if name := clip(pascal(rule.ID), nameLimit); !strings.EqualFold(name, rule.ID) {
		descriptor.WithName(name)
	}
	if page := helpPage(rule); page != "" {
		descriptor.WithHelpURI(page)
	}
	return descriptor
}

// helpPage is the page about a rule: ours, or for a custom rule its first link.
func helpPage(rule finding.Rule) string {
	if rule.Builtin {
		return rulesPage + rule.ID
	}
	for _, resource := range rule.Resources {
		if webPage(resource.Ref) {
			return resource.Ref
		}
	}
	return ""
}

// webPage says whether a reference of a rule is one that a browser opens, and
// free of characters that would end a link or reject the file.
func webPage(ref string) bool {
	return strings.HasPrefix(ref, "https://") && !strings.ContainsAny(ref, " <>()[]\"'`|\\{}^") && isPlain(ref)
}

// ruleProperties are those that GitHub reads. Every rule keeps silent where it
// cannot know, so that precision is high; advice is a matter of taste.
func ruleProperties(rule finding.Rule) *sarif.PropertyBag {
	precision, problem := "high", rule.Severity.String()
	if rule.Severity == finding.Info {
		precision, problem = "medium", "recommendation"
	}
	tags := []string{"istio", "kubernetes"}
	for _, tag := range []string{rule.Category, rule.Stage} {
		if tag != "" && tag != "both" {
			tags = append(tags, tag)
		}
	}
	bag := sarif.NewPropertyBag().Add("precision", precision).Add("problem.severity", problem)
	if rule.SecuritySeverity != "" {
		bag.Add("security-severity", rule.SecuritySeverity)
		if rule.Category != "security" {
			tags = append(tags, "security")
		}
	}
	return bag.WithTags(tags)
}

// ruleHelp is what meshlint knows of a rule, as plain text or Markdown.
func ruleHelp(rule finding.Rule, markdown bool) string {
	escape, strong, link := plainText, "%: ", "See %\n"
	if markdown {
		escape, strong, link = markdownText, "**%:** ", "- <%>\n"
	}
	var out strings.Builder
	paragraph := func(label, text string) {
		if text == "" {
			return
		}
		if out.Len() > 0 {
			out.WriteString("\n")
		}
		if label != "" {
			out.WriteString(strings.Replace(strong, "%", label, 1))
		}
		out.WriteString(escape(text) + "\n")
	}
	paragraph("", sentence(rule.Title))
	paragraph("", rule.Description)
	paragraph("How to fix", rule.Advice)
	paragraph("Silent when", rule.Silent)
	lead := "\n"
	for _, resource := range rule.Resources {
		if webPage(resource.Ref) {
			out.WriteString(lead + strings.Replace(link, "%", resource.Ref, 1))
			lead = ""
		}
	}
	return out.String()
}

// plainText is prose on one line without unseen characters.
func plainText(text string) string { return visible(joined(text), "") }

// joined puts wrapped prose on one line.
func joined(text string) string { return strings.Join(strings.Fields(text), " ") }

// pascal writes proxy-uid-mismatch as ProxyUidMismatch, the form that SARIF
// asks of names.
func pascal(id string) string {
	var out strings.Builder
	for word := range strings.SplitSeq(id, "-") {
		if word != "" {
			out.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return out.String()
}
