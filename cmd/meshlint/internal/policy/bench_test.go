package policy

import (
	"context"
	"os"
	"slices"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
)

// mainJob are the rules that the first release began with; the whole catalogue
// is measured against them.
var mainJob = []string{
	"proxy-uid-mismatch", "capture-port-not-excluded", "annotation-misplaced", "label-misplaced",
	"annotation-outside-annotations", "annotation-not-string", "label-not-string", "job-sidecar-never-ends",
	"dual-dataplane-labels",
}

func object(b *testing.B) *ast.Term {
	b.Helper()
	file, err := os.Open("../../../../fixtures/injected/plain/deployment.yaml")
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	for part, err := range manifest.Split(file, manifest.Limits{}) {
		if err != nil {
			b.Fatal(err)
		}
		for _, object := range manifest.Decode("x", part, manifest.Limits{}).Objects {
			if object.ID.Kind != "Deployment" {
				continue
			}
			term, err := Convert(object.Root)
			if err != nil {
				b.Fatal(err)
			}
			return term
		}
	}
	b.Fatal("no Deployment")
	return nil
}

func benchmark(b *testing.B, enabled func(finding.Rule) bool) {
	b.Helper()
	sources, err := embedded()
	if err != nil {
		b.Fatal(err)
	}
	catalogue, err := load(sources, nil)
	if err != nil {
		b.Fatal(err)
	}
	p, err := catalogue.Compile(Options{Enabled: enabled})
	if err != nil {
		b.Fatal(err)
	}
	term := object(b)
	for b.Loop() {
		if _, _, err := p.Evaluate(context.Background(), term); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkEvaluate runs all rules over an injected Deployment.
func BenchmarkEvaluate(b *testing.B) { benchmark(b, nil) }

// BenchmarkEvaluateMainJob runs those of the main job.
func BenchmarkEvaluateMainJob(b *testing.B) {
	benchmark(b, func(r finding.Rule) bool { return slices.Contains(mainJob, r.ID) })
}

// BenchmarkStart reads and compiles the policies as a run does.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		catalogue, err := Load(nil)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := catalogue.Compile(Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
