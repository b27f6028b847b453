package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestConfigMaps(t *testing.T) {
	const stream = `apiVersion: v1
kind: Secret
metadata: {name: other}
data: [1]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: istio}
data:
  mesh: |-
    ---
    rootNamespace: istio-system
---
# nothing
---
kind: ConfigMap
metadata: {name: empty}
`
	got, err := configMaps([]byte(stream))
	if err != nil {
		t.Fatal(err)
	}
	if mesh := got["istio"]["mesh"]; mesh != "---\nrootNamespace: istio-system" || len(got) != 1 {
		t.Errorf("got %q", got)
	}
	if _, err := configMaps([]byte("a: [")); err == nil {
		t.Error("a stream that is no YAML gives no error")
	}
}

// TestModes keeps the selections to sources that exist, each named once.
func TestModes(t *testing.T) {
	for _, m := range modes() {
		if profiles()[m.config] == nil {
			t.Errorf("mode %s has the unknown configuration %q", m.name, m.config)
		}
		if !slices.IsSorted(m.sources) || len(slices.Compact(slices.Clone(m.sources))) != len(m.sources) {
			t.Errorf("the sources of mode %s are not sorted, each once", m.name)
		}
		for _, source := range m.sources {
			if _, err := os.Stat(filepath.Join(sourceDir, source+".yaml")); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestWriteThenCheck(t *testing.T) {
	dir := t.TempDir()
	old := map[string][]byte{"plain/a.yaml": []byte("a"), "plain/gone.yaml": []byte("gone")}
	now := map[string][]byte{"plain/a.yaml": []byte("b"), "cni/new.yaml": []byte("new")}
	if err := write(dir, old); err != nil {
		t.Fatal(err)
	}
	expectation := filepath.Join(dir, "plain", "a.yaml.want")
	if err := os.WriteFile(expectation, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	err := check(dir, now)
	for _, fault := range []string{"plain/gone.yaml is not made", "plain/a.yaml differs", "cni/new.yaml is missing"} {
		if err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("no word of %q in %v", fault, err)
		}
	}
	if err := write(dir, now); err != nil {
		t.Fatal(err)
	}
	if err := check(dir, now); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(expectation); err != nil {
		t.Error(err)
	}
}
