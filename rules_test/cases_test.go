package rules_test

import (
	"encoding/json"
	"os"
	"path"
	"slices"
	"testing"
)

// TestCases lints faults of real incidents: input.yaml gives the expected
// findings, fixed.yaml is silent. Findings of info level may come on top.
func TestCases(t *testing.T) {
	for _, file := range files(t, root+"/fixtures/cases", func(name string) bool { return name == "case.json" }) {
		dir := path.Dir(file)
		t.Run(path.Base(dir), func(t *testing.T) {
			var incident struct {
				Malformed bool
				Expect    []struct {
					Rule     string
					Doc      int
					Line     int
					Path     string
					Severity string
				}
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(text, &incident); err != nil {
				t.Fatal(err)
			}
			found := lint(t, nil, dir+"/input.yaml")
			for _, e := range incident.Expect {
				at := slices.IndexFunc(found, func(r result) bool {
					return r.Rule == e.Rule && r.Document == e.Doc && (incident.Malformed || r.Line == e.Line && r.Path == e.Path)
				})
				if at < 0 {
					t.Errorf("missing %s in document %d, line %d, path %s", e.Rule, e.Doc, e.Line, e.Path)
					continue
				}
				found = slices.Delete(found, at, at+1)
			}
			for _, r := range slices.Concat(found, lint(t, nil, dir+"/fixed.yaml")) {
				if r.Severity != "info" {
					t.Errorf("unexpected %s:%d: %s: %s", path.Base(r.File), r.Line, r.Rule, r.Message)
				}
			}
		})
	}
}
