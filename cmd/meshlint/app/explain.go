package app

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/lint"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/policy"
	"github.com/meshlint/meshlint/fixtures"
)

const explainUsage = `Explains one rule: what it is about, what happens at run time, when it stays
silent, how to fix it, with an example that the tests of meshlint run.

Usage:
  meshlint explain RULE
`

// explainCommand prints one rule at length.
func explainCommand(c *call, args []string) error {
	var policies []string
	set := c.flags("explain", explainUsage)
	set.StringArrayVar(&policies, "policy", nil, "`DIR` of custom rules in Rego (may be repeated)")
	if err := parse(set, args); err != nil {
		return err
	}
	if set.NArg() != 1 {
		return usageError("explain takes one RULE (meshlint rules lists them)")
	}
	catalogue, err := policy.Load(policies)
	if err != nil {
		return usageError("%w", err)
	}
	var names []string
	for _, rule := range catalogue.Rules {
		if rule.ID == set.Arg(0) {
			return c.explain(catalogue, rule)
		}
		names = append(names, rule.ID)
	}
	return usageError("no rule is called %q%s", set.Arg(0), didYouMean("", nearest(set.Arg(0), names)))
}

func (c *call) explain(catalogue *policy.Catalogue, rule finding.Rule) error {
	var page strings.Builder
	fmt.Fprintf(&page, "%s (%s, category %s, stage %s%s)\n\n", rule.ID, rule.Severity, rule.Category, rule.Stage, versions(rule))
	fmt.Fprintf(&page, "%s\n", wrap(rule.Title))
	section(&page, "What happens", rule.Description)
	section(&page, "Silent when", rule.Silent)
	section(&page, "How to fix", rule.Advice)
	if len(rule.Examples.Bad) > 0 {
		name := rule.Examples.Bad[0]
		excerpt, err := c.excerpt(catalogue, rule, name)
		if err != nil {
			return err
		}
		fmt.Fprintf(&page, "\nBad (fixtures/faulty/%s/%s):\n\n%s", rule.ID, name, excerpt)
	}
	for _, name := range rule.Examples.Good {
		fmt.Fprintf(&page, "\nGood: fixtures/faulty/%s/%s\n", rule.ID, name)
	}
	if len(rule.Parameters) > 0 {
		page.WriteString("\nParameters:\n")
		for _, p := range rule.Parameters {
			fmt.Fprintf(&page, "  %s (%s, default %v): %s\n", p.Name, p.Type, p.Default, p.Description)
		}
	}
	fmt.Fprintf(&page, "\nHow to suppress, for one place and with a reason:\n\n  # meshlint:ignore %s -- REASON        (a comment on the line or above it)\n", rule.ID)
	fmt.Fprintf(&page, "  meshlint/ignore: %q    (an annotation on the object or its pod template)\n", rule.ID+" -- REASON")
	for _, resource := range rule.Resources {
		fmt.Fprintf(&page, "\nSee %s\n", resource.Ref)
	}
	_, err := io.WriteString(c.stdout, page.String())
	return err
}

func section(page *strings.Builder, title, text string) {
	if text != "" {
		fmt.Fprintf(page, "\n%s:\n%s\n", title, wrap(text))
	}
}

// wrap breaks text at 78 columns and indents it by two.
func wrap(text string) string {
	var out strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		switch {
		case column == 0:
			out.WriteString("  ")
			column = 2
		case column+1+len(word) > 78:
			out.WriteString("\n  ")
			column = 2
		default:
			out.WriteByte(' ')
			column++
		}
		out.WriteString(word)
		column += len(word)
	}
	return out.String()
}

// around is how many lines of an example stand before and after the fault.
const around = 6

// expectation is the comment by which a fixture tells the tests what to find.
var expectation = regexp.MustCompile(`\s*# want(-next)?\s.*$`)

// excerpt lints a fixture of the rule and prints the lines around what it
// finds, so that the example and the message are those of a real run.
func (c *call) excerpt(catalogue *policy.Catalogue, rule finding.Rule, name string) (string, error) {
	file := "faulty/" + rule.ID + "/" + name
	text, err := fs.ReadFile(fixtures.Faulty, file)
	if err != nil {
		return "", nil //nolint:nilerr // a custom rule has its fixtures elsewhere
	}
	// The rules about suppressions speak of what other rules found.
	compiled, err := catalogue.Compile(policy.Options{Enabled: func(r finding.Rule) bool {
		return r.ID == rule.ID || rule.Category == policy.StreamCategory
	}})
	if err != nil {
		return "", err
	}
	source := manifest.Source{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }}
	result, err := lint.Run(context.WithoutCancel(c.ctx), lint.Options{
		Sources: []manifest.Source{source}, Policy: compiled, Jobs: 1, Known: known(catalogue.Rules),
	})
	if err != nil {
		return "", err
	}
	at := slices.IndexFunc(result.Findings, func(f finding.Finding) bool { return f.Rule == rule.ID })
	if at < 0 {
		return "", nil
	}
	found := result.Findings[at]
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	var out strings.Builder
	for i := max(0, found.Line-1-around); i < min(len(lines), found.Line+around); i++ {
		mark := " "
		if i == found.Line-1 {
			mark = ">"
		}
		line := printable(expectation.ReplaceAllString(strings.TrimSuffix(lines[i], "\r"), ""))
		fmt.Fprintf(&out, "%s %4d | %s\n", mark, i+1, line)
	}
	fmt.Fprintf(&out, "\n%s\n", wrap(found.Message))
	return out.String(), nil
}
