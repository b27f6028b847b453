package rules_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// TestMetamorphic says the same of the same objects in another form: in another
// order, as JSON, in a List, with Windows line ends, with comments.
func TestMetamorphic(t *testing.T) {
	// Not port-protocol-conflict: it stands at the second of two Services.
	var documents []string
	for _, rule := range []string{
		"proxy-uid-mismatch", "annotation-misplaced", "dual-dataplane-labels", "label-not-string", "reserved-port",
		"duplicate-proxy-env", "waypoint-listener", "capture-port-not-excluded", "stale-sidecar-status",
	} {
		text, err := os.ReadFile(root + "/fixtures/faulty/" + rule + "/bad.yaml")
		if err != nil {
			t.Fatal(err)
		}
		for document := range strings.SplitSeq(string(text), "\n---\n") {
			if strings.TrimSpace(document) != "" && strings.TrimSpace(document) != "---" {
				documents = append(documents, strings.TrimSuffix(document, "\n")+"\n")
			}
		}
	}
	want := fingerprints(t, strings.Join(documents, "---\n"))
	if len(want) < 12 {
		t.Fatalf("only %d findings", len(want))
	}
	objects := make([]string, len(documents))
	for i, document := range documents {
		object, err := yaml.YAMLToJSON([]byte(document))
		if err != nil {
			t.Fatal(err)
		}
		objects[i] = string(object)
	}
	reversed := slices.Clone(documents)
	slices.Reverse(reversed)
	list, err := json.Marshal(map[string]any{"apiVersion": "v1", "kind": "List", "items": raw(objects)})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"reversed":      strings.Join(reversed, "---\n"),
		"JSON":          strings.Join(objects, "\n"),
		"List":          string(list),
		"CR LF":         strings.ReplaceAll(strings.Join(documents, "---\n"), "\n", "\r\n"),
		"comments":      "# one\n---\n# two\n" + strings.Join(documents, "# three\n\n--- # four\n# five\n"),
		"with a BOM":    "\ufeff" + strings.Join(documents, "---\n"),
		"end of stream": strings.Join(documents, "...\n---\n") + "---\n",
	} {
		t.Run(name, func(t *testing.T) {
			if got := fingerprints(t, text); !slices.Equal(got, want) {
				t.Errorf("got %d findings, want %d, or others", len(got), len(want))
			}
		})
	}
}

func raw(objects []string) []json.RawMessage {
	var items []json.RawMessage
	for _, object := range objects {
		items = append(items, json.RawMessage(object))
	}
	return items
}

// fingerprints returns those of all findings in a stream, sorted.
func fingerprints(t *testing.T, text string) []string {
	t.Helper()
	var list []string
	for _, f := range lint(t, strings.NewReader(text), "-") {
		list = append(list, f.Fingerprint)
	}
	slices.Sort(list)
	return list
}
