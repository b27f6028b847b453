package lint

import (
	"context"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/policy"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/suppress"
)

// document decodes one document and evaluates its objects.
func (r *run) document(ctx context.Context, file string, part manifest.Part) outcome {
	o := outcome{count: finding.Summary{Documents: 1}}
	document := manifest.Decode(file, part, r.Limits)
	for _, fault := range document.Faults {
		if f, ok := r.fault(document, fault); ok {
			o.findings = append(o.findings, f)
		}
	}
	if !r.NoSuppressions {
		o.suppressions = suppress.Comments(document)
	}
	for _, object := range document.Objects {
		o.count.Objects++
		if r.Baseline != nil {
			o.seen = append(o.seen, object.ID)
		}
		if !r.NoSuppressions {
			o.suppressions = append(o.suppressions, suppress.Annotations(object)...)
		}
		if err := r.object(ctx, object, &o); err != nil {
			o.problems = append(o.problems, Problem{File: file, Err: err})
		}
	}
	return o
}

// fault is the finding of a document that could not be read.
func (r *run) fault(document *manifest.Document, fault manifest.Fault) (finding.Finding, bool) {
	for _, rule := range r.rules {
		if rule.ID != fault.Rule {
			continue
		}
		f := finding.Finding{
			Rule: rule.ID, Category: rule.Category, Severity: rule.Severity, Message: fault.Message,
			File: document.File, Span: fault.Span, Document: document.Document, Path: fault.Path,
			Object: fault.Object, Snippet: fault.Snippet, Related: []finding.Related{}, Fix: []finding.Operation{},
		}
		if fault.Related != nil {
			f.Related = append(f.Related, *fault.Related)
		}
		f.Fingerprint = fault.Path
		return f, true
	}
	return finding.Finding{}, false
}

// object evaluates one object and finds the places of what the rules said.
func (r *run) object(ctx context.Context, object *manifest.Object, o *outcome) error {
	input, err := policy.Convert(object.Root)
	if err != nil {
		return err
	}
	results, facts, err := r.Policy.Evaluate(ctx, input)
	if err != nil {
		return err
	}
	for _, result := range results {
		place := object.Place(result.Path, result.OnKey)
		f := r.finding(result, placed{
			file: object.Document.File, document: object.Document.Document, place: place, names: names(object, result.Path),
		}, object.ID)
		var related []string
		for _, other := range result.Related {
			place := object.Place(other.Path, other.OnKey)
			f.Related = append(f.Related, finding.Related{
				Span: place.Span, Path: place.Path, Message: other.Message, Snippet: place.Snippet,
			})
			related = append(related, names(object, other.Path))
		}
		f.Fingerprint = joined(f.Fingerprint, related)
		repair(object, &f)
		o.findings = append(o.findings, f)
	}
	for _, fact := range facts {
		o.facts = append(o.facts, fact)
		o.objects = append(o.objects, object.ID)
		o.places = append(o.places, factPlace(object, fact))
	}
	return nil
}

// finding puts a result at its place. Fingerprint holds the names of the path
// until fingerprints turns it into a hash.
func (r *run) finding(result policy.Result, at placed, object finding.Object) finding.Finding {
	rule := r.Policy.Rule(result.Rule)
	f := finding.Finding{
		Rule: rule.ID, Category: rule.Category, Severity: result.Severity, Message: result.Message,
		File: at.file, Span: at.place.Span, Document: at.document, Path: at.place.Path, Object: object,
		Related: []finding.Related{}, Fix: result.Fix, Fingerprint: at.names, Snippet: at.place.Snippet,
	}
	if f.Fix == nil {
		f.Fix = []finding.Operation{}
	}
	return f
}

// across runs the rules that look at more than one document.
func (r *run) across(ctx context.Context) error {
	if !r.Policy.Across() || len(r.facts) == 0 {
		return nil
	}
	results, err := r.Policy.EvaluateFacts(ctx, r.facts, r.objects)
	if err != nil {
		return err
	}
	for _, result := range results {
		at := r.places[result.Fact]
		f := r.finding(result, at, r.objects[result.Fact])
		if len(f.Fix) > 0 {
			f.Fix, f.Edits, f.Unfixable = at.repair.Fix, at.repair.Edits, at.repair.Unfixable
		}
		var names []string
		for _, other := range result.Related {
			if other.Fact < 0 || other.Fact >= len(r.places) {
				continue
			}
			there := r.places[other.Fact]
			related := finding.Related{
				Span: there.place.Span, Path: there.place.Path, Message: other.Message, Snippet: there.place.Snippet,
			}
			if there.file != at.file {
				related.File = there.file
			}
			f.Related = append(f.Related, related)
			names = append(names, there.names)
		}
		f.Fingerprint = joined(f.Fingerprint, names)
		r.result.Findings = append(r.result.Findings, f)
	}
	return nil
}
