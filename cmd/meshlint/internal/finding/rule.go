package finding

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Rule is what a rule says of itself: the METADATA of its Rego package.
type Rule struct {
	// ID is the name of the rule: lower-case words with dashes.
	ID       string `json:"id"`
	Category string `json:"category"`
	// Severity is the level of its findings unless one carries a lower one.
	Severity Severity `json:"severity"`
	// Stage is source, injected or both: the manifests that it is about.
	Stage string `json:"stage"`
	// Title is one line; Description says what goes wrong at run time and why.
	Title       string `json:"title"`
	Description string `json:"description"`
	// Silent says when the rule deliberately says nothing.
	Silent string `json:"silent,omitempty"`
	// Advice says how to repair.
	Advice string `json:"advice,omitempty"`
	// Since and Until are the Istio versions (such as 1.24) that it holds for.
	Since string `json:"since,omitempty"`
	Until string `json:"until,omitempty"`
	// SecuritySeverity is set on rules about security only: "0.1" to "10.0".
	SecuritySeverity string     `json:"securitySeverity,omitempty"`
	Resources        []Resource `json:"resources,omitempty"`
	// Examples are names of fixtures below fixtures/faulty/<id>/.
	Examples   Examples    `json:"examples"`
	Parameters []Parameter `json:"parameters,omitempty"`
	// Builtin is false for rules from --policy folders.
	Builtin bool `json:"builtin"`
}

// Resource is a page that says more.
type Resource struct {
	Description string `json:"description,omitempty"`
	Ref         string `json:"ref"`
}

// Examples names the fixtures that show a rule.
type Examples struct {
	Bad  []string `json:"bad"`
	Good []string `json:"good"`
}

// Parameter is a value of a rule that users may set.
type Parameter struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	// Type is string, boolean, integer or array (of strings).
	Type    string `json:"type"`
	Default any    `json:"default"`
	// Enum lists the only values allowed, where there are few.
	Enum []string `json:"enum,omitempty"`
}

// Check returns value in the form that rules get it (integers as int, arrays
// as []any of strings), or an error that says what the parameter takes.
func (p Parameter) Check(value any) (any, error) {
	switch p.Type {
	case "string":
		word, ok := value.(string)
		if !ok {
			return nil, fmt.Errorf("%s takes a string, not %v", p.Name, value)
		}
		if p.Enum != nil && !slices.Contains(p.Enum, word) {
			return nil, fmt.Errorf("%s takes one of %s, not %q", p.Name, strings.Join(p.Enum, ", "), word)
		}
		return word, nil
	case "boolean":
		if _, ok := value.(bool); !ok {
			return nil, fmt.Errorf("%s takes true or false, not %v", p.Name, value)
		}
		return value, nil
	case "integer":
		return p.integer(value)
	case "array":
		items, ok := value.([]any)
		if !ok {
			return nil, fmt.Errorf("%s takes a list, not %v", p.Name, value)
		}
		for _, item := range items {
			if _, ok := item.(string); !ok {
				return nil, fmt.Errorf("%s takes a list of strings, not %v in it", p.Name, item)
			}
		}
		return items, nil
	default:
		return nil, fmt.Errorf("%s has the unknown type %q: use string, boolean, integer or array", p.Name, p.Type)
	}
}

func (p Parameter) integer(value any) (any, error) {
	switch n := value.(type) {
	case int:
		return n, nil
	case int64:
		return int(n), nil
	case json.Number:
		if whole, err := n.Int64(); err == nil {
			return int(whole), nil
		}
	case float64:
		if n == float64(int(n)) {
			return int(n), nil
		}
	}
	return nil, fmt.Errorf("%s takes a whole number, not %v", p.Name, value)
}
