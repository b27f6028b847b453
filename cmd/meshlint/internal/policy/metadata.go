package policy

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

// rulesPrefix is the package path under which every package is a rule.
const rulesPrefix = "meshlint.rules."

// libPackage is the package whose METADATA declares the parameters that all
// rules share; their key in the configuration is meshKey.
const (
	libPackage = "meshlint.lib.mesh"
	meshKey    = "mesh"
)

var (
	identifier = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	version    = regexp.MustCompile(`^\d+\.\d+$`)
	score      = regexp.MustCompile(`^(10\.0|[0-9]\.[0-9])$`)
)

// packagePath returns the dotted path of a module without "data.".
func packagePath(module *ast.Module) string {
	var parts []string
	for _, term := range module.Package.Path[1:] {
		word, ok := term.Value.(ast.String)
		if !ok {
			return ""
		}
		parts = append(parts, string(word))
	}
	return strings.Join(parts, ".")
}

// annotations returns the METADATA block of the package, or nil.
func annotations(module *ast.Module) *ast.Annotations {
	for _, block := range module.Annotations {
		if block.Scope == "package" {
			return block
		}
	}
	return nil
}

// metadata reads what a rule says of itself. Every fault names file and line.
func metadata(module *ast.Module, builtin bool) (finding.Rule, error) {
	where := module.Package.Location
	words := strings.Split(strings.TrimPrefix(packagePath(module), rulesPrefix), ".")
	if len(words) != 2 || !identifier.MatchString(words[0]) || !identifier.MatchString(words[1]) {
		return finding.Rule{}, fmt.Errorf("%s:%d: package must be meshlint.rules.<category>.<rule_with_underscores>", where.File, where.Row)
	}
	block := annotations(module)
	if block == nil {
		return finding.Rule{}, fmt.Errorf("%s:%d: rule has no METADATA block above its package", where.File, where.Row)
	}
	r := &reader{custom: maps.Clone(block.Custom), file: block.Location.File, row: block.Location.Row}
	if r.custom == nil {
		r.custom = map[string]any{}
	}
	rule := finding.Rule{
		ID:          strings.ReplaceAll(words[1], "_", "-"),
		Category:    words[0],
		Title:       strings.TrimSpace(block.Title),
		Description: strings.TrimSpace(block.Description),
		Builtin:     builtin,
	}
	for _, resource := range block.RelatedResources {
		rule.Resources = append(rule.Resources, finding.Resource{Ref: resource.Ref.String(), Description: resource.Description})
	}
	if rule.Title == "" || rule.Description == "" {
		r.fail("a rule needs a title and a description")
	}
	r.rule(&rule, words[0])
	rule.Parameters = r.parameters()
	r.unknown()
	return rule, r.err
}

// reader takes values out of custom metadata and keeps the first fault.
type reader struct {
	custom map[string]any
	file   string
	row    int
	err    error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%s:%d: %s", r.file, r.row, fmt.Sprintf(format, args...))
	}
}

// text takes an optional string.
func (r *reader) text(key string) string {
	value, ok := r.custom[key]
	delete(r.custom, key)
	if !ok {
		return ""
	}
	word, ok := value.(string)
	if !ok {
		r.fail("custom.%s must be a string (quote it)", key)
	}
	return strings.TrimSpace(word)
}

func (r *reader) rule(rule *finding.Rule, category string) {
	word := r.text("severity")
	severity, err := finding.ParseSeverity(word)
	if err != nil {
		r.fail("custom.severity: %v", err)
	}
	rule.Severity = severity
	if word = r.text("category"); word != "" && word != category {
		r.fail("custom.category is %q, but the package says %q", word, category)
	}
	rule.Stage = r.text("stage")
	if !slices.Contains([]string{"source", "injected", "both"}, rule.Stage) {
		r.fail("custom.stage must be source, injected or both")
	}
	rule.Silent, rule.Advice = r.text("silent"), r.text("advice")
	rule.Since, rule.Until = r.text("since"), r.text("until")
	for _, v := range []string{rule.Since, rule.Until} {
		if v != "" && !version.MatchString(v) {
			r.fail("custom.since and custom.until are Istio versions such as \"1.24\", not %q", v)
		}
	}
	rule.SecuritySeverity = r.text("security-severity")
	if rule.SecuritySeverity != "" && !score.MatchString(rule.SecuritySeverity) {
		r.fail("custom.security-severity must be a string from \"0.1\" to \"10.0\"")
	}
	rule.Examples = r.examples()
}

func (r *reader) examples() finding.Examples {
	value, ok := r.custom["examples"]
	delete(r.custom, "examples")
	examples := finding.Examples{Bad: []string{}, Good: []string{}}
	if !ok {
		return examples
	}
	sides, ok := value.(map[string]any)
	if !ok {
		r.fail("custom.examples must be {bad: [FIXTURE, ...], good: [FIXTURE, ...]}")
		return examples
	}
	for side, names := range sides {
		list, err := words(names)
		switch {
		case err != nil:
			r.fail("custom.examples.%s: %v", side, err)
		case side == "bad":
			examples.Bad = list
		case side == "good":
			examples.Good = list
		default:
			r.fail("custom.examples has no side %q: use bad and good", side)
		}
	}
	return examples
}

// words reads a list of strings.
func words(value any) ([]string, error) {
	items, ok := value.([]any)
	if !ok {
		return nil, errors.New("must be a list of strings")
	}
	list := make([]string, 0, len(items))
	for _, item := range items {
		word, ok := item.(string)
		if !ok {
			return nil, fmt.Errorf("must be a list of strings, but has %v", item)
		}
		list = append(list, word)
	}
	return list, nil
}

// parameters reads custom.parameters, sorted by name.
func (r *reader) parameters() []finding.Parameter {
	value, ok := r.custom["parameters"]
	delete(r.custom, "parameters")
	if !ok {
		return nil
	}
	entries, ok := value.(map[string]any)
	if !ok {
		r.fail("custom.parameters must be {NAME: {type, default, description}}")
		return nil
	}
	var list []finding.Parameter
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		fields, ok := entries[name].(map[string]any)
		if !ok {
			r.fail("custom.parameters.%s must be {type, default, description}", name)
			continue
		}
		inner := &reader{custom: maps.Clone(fields), file: r.file, row: r.row}
		parameter := finding.Parameter{Name: name, Type: inner.text("type"), Description: inner.text("description")}
		parameter.Default = inner.custom["default"]
		delete(inner.custom, "default")
		if enum, ok := inner.custom["enum"]; ok {
			var err error
			if parameter.Enum, err = words(enum); err != nil {
				inner.fail("enum: %v", err)
			}
			delete(inner.custom, "enum")
		}
		inner.unknown()
		var err error
		if parameter.Default, err = parameter.Check(parameter.Default); err != nil {
			inner.fail("default: %v", err)
		}
		if inner.err != nil {
			r.fail("custom.parameters.%s: %v", name, inner.err)
		}
		list = append(list, parameter)
	}
	return list
}

// unknown fails on what nobody took.
func (r *reader) unknown() {
	for _, key := range slices.Sorted(maps.Keys(r.custom)) {
		r.fail("unknown key custom.%s", key)
	}
}
