package app

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/policy"
)

const rulesUsage = `Lists the rules.

Usage:
  meshlint rules [flags]
`

// rulesCommand prints the catalogue.
func rulesCommand(c *call, args []string) error {
	var format string
	var policies []string
	set := c.flags("rules", rulesUsage)
	set.StringVarP(&format, "output", "o", "text", "`FORMAT`: text, json or markdown")
	set.StringArrayVar(&policies, "policy", nil, "`DIR` of custom rules in Rego (may be repeated)")
	if err := parse(set, args); err != nil {
		return err
	}
	if set.NArg() > 0 {
		return usageError("rules takes no arguments, but got %q (meshlint explain RULE prints one)", set.Arg(0))
	}
	writers := map[string]func(io.Writer, *policy.Catalogue) error{
		"text": rulesText, "json": rulesJSON, "markdown": rulesMarkdown,
	}
	write, ok := writers[format]
	if !ok {
		return usageError("unknown output format %q: use text, json or markdown", format)
	}
	catalogue, err := policy.Load(policies)
	if err != nil {
		return usageError("%w", err)
	}
	return write(c.stdout, catalogue)
}

func rulesText(w io.Writer, catalogue *policy.Catalogue) error {
	width := 0
	for _, rule := range catalogue.Rules {
		width = max(width, len(rule.ID))
	}
	category := ""
	for _, rule := range catalogue.Rules {
		if rule.Category != category {
			if category != "" {
				fmt.Fprintln(w)
			}
			category = rule.Category
			fmt.Fprintln(w, category)
		}
		if _, err := fmt.Fprintf(w, "  %-*s  %-7s  %-8s  %s\n", width, rule.ID, rule.Severity, rule.Stage, rule.Title); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "\n%d rules; `meshlint explain RULE` says more of one.\n", len(catalogue.Rules))
	return err
}

func rulesJSON(w io.Writer, catalogue *policy.Catalogue) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(map[string]any{"version": "1", "tool": "meshlint " + Version(), "rules": catalogue.Rules, "parameters": catalogue.Mesh})
}

// rulesMarkdown writes the page docs/rules.md.
func rulesMarkdown(w io.Writer, catalogue *policy.Catalogue) error {
	var page strings.Builder
	page.WriteString("# Rules\n\n<!-- Made by `meshlint rules -o markdown`. Edit the METADATA of the rule instead. -->\n\n")
	page.WriteString("| rule | severity | stage | what it finds |\n|---|---|---|---|\n")
	for _, rule := range catalogue.Rules {
		fmt.Fprintf(&page, "| [`%s`](#%s) | %s | %s | %s |\n", rule.ID, rule.ID, rule.Severity, rule.Stage, cell(rule.Title))
	}
	category := ""
	for _, rule := range catalogue.Rules {
		if rule.Category != category {
			category = rule.Category
			fmt.Fprintf(&page, "\n## Category %s\n", category)
		}
		rulePage(&page, rule)
	}
	if len(catalogue.Mesh) > 0 {
		page.WriteString("\n## Parameters of the mesh\n\nThey are shared by all rules: `--set mesh.NAME=VALUE`.\n")
		parameterTable(&page, catalogue.Mesh)
	}
	_, err := io.WriteString(w, page.String())
	return err
}

func rulePage(page *strings.Builder, rule finding.Rule) {
	fmt.Fprintf(page, "\n### %s\n\n%s.\n\n", rule.ID, strings.TrimSuffix(rule.Title, "."))
	fmt.Fprintf(page, "Severity %s, stage %s%s.\n\n%s\n", rule.Severity, rule.Stage, versions(rule), rule.Description)
	if rule.Silent != "" {
		fmt.Fprintf(page, "\n**Silent when:** %s\n", rule.Silent)
	}
	if rule.Advice != "" {
		fmt.Fprintf(page, "\n**Fix:** %s\n", rule.Advice)
	}
	var examples []string
	for _, name := range slices.Concat(rule.Examples.Bad, rule.Examples.Good) {
		examples = append(examples, fmt.Sprintf("[%s](../fixtures/faulty/%s/%s)", name, rule.ID, name))
	}
	if len(examples) > 0 {
		fmt.Fprintf(page, "\n**Examples:** %s\n", strings.Join(examples, ", "))
	}
	for _, resource := range rule.Resources {
		text := resource.Description
		if text == "" {
			text = resource.Ref
		}
		fmt.Fprintf(page, "\n**See:** [%s](%s)\n", text, resource.Ref)
	}
	if len(rule.Parameters) > 0 {
		parameterTable(page, rule.Parameters)
	}
}

func parameterTable(page *strings.Builder, parameters []finding.Parameter) {
	page.WriteString("\n| parameter | type | default | meaning |\n|---|---|---|---|\n")
	for _, p := range parameters {
		value, err := json.Marshal(p.Default)
		if err != nil {
			value = fmt.Append(nil, p.Default)
		}
		kind := p.Type
		if len(p.Enum) > 0 {
			kind = strings.Join(p.Enum, ", ")
		}
		fmt.Fprintf(page, "| `%s` | %s | `%s` | %s |\n", p.Name, kind, value, cell(p.Description))
	}
}

// cell makes text fit for a cell of a Markdown table.
func cell(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", `\|`)
}

func versions(rule finding.Rule) string {
	switch {
	case rule.Since != "" && rule.Until != "":
		return fmt.Sprintf(", Istio %s to %s", rule.Since, rule.Until)
	case rule.Since != "":
		return ", since Istio " + rule.Since
	case rule.Until != "":
		return ", up to Istio " + rule.Until
	}
	return ""
}
