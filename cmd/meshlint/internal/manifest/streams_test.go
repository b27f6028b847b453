package manifest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata instead of comparing with it")

const streams = "../../../../fixtures/streams"

// injectPath is where the streams have their fault.
var injectPath = []any{"spec", "template", "metadata", "annotations", "sidecar.istio.io/inject"}

// outline writes what there is in a stream: for each document its line, the
// objects with the place of the injection annotation, and the faults.
func outline(t *testing.T, name string) []string {
	t.Helper()
	file, err := os.Open(filepath.Join(streams, name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	out := []string{}
	for _, part := range splitAll(t, file, Limits{}) {
		out = append(out, fmt.Sprintf("document %d on line %d", part.Document, part.Line))
		document := Decode(name, part, Limits{})
		for _, o := range document.Objects {
			line := "  " + Pointer(o.Prefix...) + " " + o.ID.APIVersion + " " + o.ID.String()
			if o.ID.Kind == "Deployment" {
				place := o.Place(injectPath, false)
				line += " " + placed(o, place)
			}
			out = append(out, strings.Replace(line, "   ", "  ", 1))
		}
		for _, f := range document.Faults {
			message, _, _ := strings.Cut(f.Message, ":")
			out = append(out, fmt.Sprintf("  %d:%d-%d:%d %s %s %s: %s", f.Line, f.Column, f.EndLine, f.EndColumn, f.Rule, f.Object.String(), f.Path, message))
		}
	}
	return out
}

// TestStreams compares what is found in fixtures/streams with testdata. Run it
// with -update to write what is found now, and read the difference.
func TestStreams(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(streams, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no streams: %v", err)
	}
	var got strings.Builder
	for _, file := range files {
		name := filepath.Base(file)
		if filepath.Ext(name) == ".golden" {
			continue // what the program says of a stream
		}
		fmt.Fprintf(&got, "%s\n", strings.Join(append([]string{name}, outline(t, name)...), "\n  "))
	}
	golden := filepath.Join("testdata", "streams.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	wantLines := strings.Split(string(want), "\n")
	for i, line := range strings.Split(got.String(), "\n") {
		if i >= len(wantLines) || line != wantLines[i] {
			t.Fatalf("line %d of %s: got %q, want %q", i+1, golden, line, append(wantLines, make([]string, i+1)...)[i])
		}
	}
}
