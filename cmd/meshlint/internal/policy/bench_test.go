package policy

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
)

// mainJob are the rules that the first release began with. The whole catalogue
// may cost twice as much.
var mainJob = []string{
	"proxy-uid-mismatch", "capture-port-not-excluded", "annotation-misplaced", "label-misplaced",
	"annotation-outside-annotations", "annotation-not-string", "label-not-string", "job-sidecar-never-ends",
	"dual-dataplane-labels",
}

// benchmarkFixtures is where the objects of the benchmarks are.
const benchmarkFixtures = "../../../../fixtures"

// benchmarkObjects are the classes of objects that cost differently: most of
// the rules speak of the first, few of the last.
func benchmarkObjects(tb testing.TB) map[string]*manifest.Object {
	tb.Helper()
	objects := map[string]*manifest.Object{}
	for name, file := range map[string]string{
		"injected": "injected/plain/deployment.yaml",
		"source":   "source/deployment.yaml",
	} {
		text, err := os.ReadFile(filepath.Join(benchmarkFixtures, file))
		if err != nil {
			tb.Fatal(err)
		}
		objects[name] = benchmarkObject(tb, string(text))
	}
	objects["service"] = benchmarkObject(tb, "apiVersion: v1\nkind: Service\nmetadata:\n  name: ticket\n  namespace: rail\n"+
		"spec:\n  selector:\n    app: ticket\n  ports:\n  - name: http-web\n    port: 80\n    targetPort: 8080\n")
	objects["crd"] = benchmarkObject(tb, benchmarkCRD())
	return objects
}

// benchmarkObject reads the first object of a text.
func benchmarkObject(tb testing.TB, text string) *manifest.Object {
	tb.Helper()
	for part, err := range manifest.Split(strings.NewReader(text), manifest.Limits{}) {
		if err != nil {
			tb.Fatal(err)
		}
		if document := manifest.Decode("benchmark", part, manifest.Limits{}); len(document.Objects) > 0 {
			return document.Objects[0]
		}
	}
	tb.Fatal("no object in the text")
	return nil
}

// benchmarkCRD is a definition of some hundred kilobytes, of which no rule
// reads more than the metadata.
func benchmarkCRD() string {
	var text strings.Builder
	text.WriteString("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: tickets.rail.example.net\n" +
		"spec:\n  group: rail.example.net\n  versions:\n  - name: v1\n    schema:\n      openAPIV3Schema:\n        properties:\n")
	for i := range 1500 {
		fmt.Fprintf(&text, "          field%d:\n            description: What the field %d of a ticket says, and who may set it.\n"+
			"            maxLength: %d\n            nullable: true\n            type: string\n", i, i, i)
	}
	return text.String()
}

// benchmarkPolicy compiles the enabled rules, nil is all.
func benchmarkPolicy(tb testing.TB, enabled func(finding.Rule) bool) *Policy {
	tb.Helper()
	sources, err := embedded()
	if err != nil {
		tb.Fatal(err)
	}
	catalogue, err := load(sources, nil)
	if err != nil {
		tb.Fatal(err)
	}
	policy, err := catalogue.Compile(Options{Enabled: enabled})
	if err != nil {
		tb.Fatal(err)
	}
	return policy
}

// BenchmarkLoad is what a run does with the rules before it reads a document:
// from the image, and from the sources as with a folder of custom rules.
func BenchmarkLoad(b *testing.B) {
	sources, err := embedded()
	if err != nil {
		b.Fatal(err)
	}
	for name, read := range map[string]func() (*Catalogue, error){
		"image":   func() (*Catalogue, error) { return Load(nil) },
		"sources": func() (*Catalogue, error) { return load(sources, nil) },
	} {
		b.Run(name+"/load", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := read(); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/compile", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				// The decoder of an image can be read once.
				catalogue, err := read()
				if err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				if _, err := catalogue.Compile(Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkConvert(b *testing.B) {
	for name, object := range benchmarkObjects(b) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Convert(object.Root); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkEvaluate runs all rules, and for comparison those of the main job.
func BenchmarkEvaluate(b *testing.B) {
	policies := map[string]*Policy{
		"all":      benchmarkPolicy(b, nil),
		"main-job": benchmarkPolicy(b, func(r finding.Rule) bool { return slices.Contains(mainJob, r.ID) }),
	}
	for name, object := range benchmarkObjects(b) {
		input := benchmarkInput(b, object)
		for rules, policy := range policies {
			b.Run(name+"/"+rules, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, _, err := policy.Evaluate(context.Background(), input); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func benchmarkInput(tb testing.TB, object *manifest.Object) *ast.Term {
	tb.Helper()
	input, err := Convert(object.Root)
	if err != nil {
		tb.Fatal(err)
	}
	return input
}
