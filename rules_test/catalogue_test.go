package rules_test

import (
	"encoding/json"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

type rule struct {
	ID          string
	Category    string
	Severity    string
	Stage       string
	Title       string
	Description string
	Silent      string
	Advice      string
	Examples    struct{ Bad, Good []string }
}

func rules(t *testing.T) []rule {
	t.Helper()
	code, stdout, stderr := meshlint(t, nil, "rules", "-o", "json")
	if code != 0 {
		t.Fatal(stderr)
	}
	var list struct{ Rules []rule }
	if err := json.Unmarshal([]byte(stdout), &list); err != nil {
		t.Fatal(err)
	}
	return list.Rules
}

// TestCatalogue holds each rule to the same completeness: metadata, unit
// tests, fixtures of both sides that its metadata names, and an explanation.
func TestCatalogue(t *testing.T) {
	all := rules(t)
	for _, rule := range all {
		t.Run(rule.ID, func(t *testing.T) {
			for what, text := range map[string]string{"title": rule.Title, "description": rule.Description, "silent": rule.Silent, "advice": rule.Advice} {
				if text == "" {
					t.Errorf("METADATA has no %s", what)
				}
			}
			if strings.HasSuffix(rule.Title, ".") {
				t.Error("a title is no sentence: drop its full stop")
			}
			if rule.Category != "stream" {
				name := strings.ReplaceAll(rule.ID, "-", "_")
				if _, err := os.Stat(path.Join(root, "rules_test", rule.Category, name+"_test.rego")); err != nil {
					t.Errorf("no unit tests: %v", err)
				}
			}
			dir := path.Join(root, "fixtures/faulty", rule.ID)
			if len(rule.Examples.Bad) == 0 || len(rule.Examples.Good) == 0 {
				t.Fatal("METADATA names no bad or no good fixture")
			}
			named := slices.Concat(rule.Examples.Bad, rule.Examples.Good)
			for _, name := range named {
				if _, err := os.Stat(path.Join(dir, name)); err != nil {
					t.Error(err)
				}
			}
			for _, file := range files(t, dir, isManifest) {
				if !slices.Contains(named, path.Base(file)) {
					t.Errorf("%s is no example of the rule's METADATA", file)
				}
			}
			code, stdout, stderr := meshlint(t, nil, "explain", rule.ID)
			if code != 0 || !strings.Contains(stdout, rule.ID) || !strings.Contains(stdout, "\nBad (") {
				t.Errorf("explain gives exit code %d, %s%s", code, stdout, stderr)
			}
		})
	}
	entries, err := os.ReadDir(root + "/fixtures/faulty")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !slices.ContainsFunc(all, func(r rule) bool { return r.ID == entry.Name() }) {
			t.Errorf("fixtures/faulty/%s is of no rule", entry.Name())
		}
	}
}

// TestRulesPage keeps docs/rules.md in step with the METADATA.
func TestRulesPage(t *testing.T) {
	code, stdout, stderr := meshlint(t, nil, "rules", "-o", "markdown")
	if code != 0 {
		t.Fatal(stderr)
	}
	golden(t, root+"/docs/rules.md", stdout)
}
