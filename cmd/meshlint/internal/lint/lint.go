// Package lint is the pipeline: sources and a policy become findings. Sources
// are read one document at a time, decoded and evaluated on several goroutines
// and put together in input order, so that the same input gives the same
// findings with any number of jobs.
package lint

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/policy"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/suppress"
)

// Options say what to lint and how.
type Options struct {
	Sources []manifest.Source
	Policy  *policy.Policy
	// Jobs bounds the goroutines that decode and evaluate; 0 is one per CPU.
	Jobs   int
	Limits manifest.Limits

	// NoSuppressions counts every finding, for audits.
	NoSuppressions bool
	// Suppressions are those of the configuration.
	Suppressions []*suppress.Suppression
	// Baseline, if set, has findings that are accepted.
	Baseline *suppress.Baseline
	// Today is the date, as YYYY-MM-DD, on which suppressions expire.
	Today string
	// Known reports whether a rule of that id exists, whether or not it runs.
	Known func(id string) bool
}

// Problem is a source that could not be read to its end, or an object that
// could not be evaluated: the run goes on and ends with exit code 3.
type Problem struct {
	File string
	Err  error
}

// Result is what a run found.
type Result struct {
	// Findings are sorted and unique.
	Findings []finding.Finding
	Problems []Problem
	// Files are the names of all sources that could be read, in input order.
	Files []string
	// Summary has Files, Documents and Objects; the counts of findings are
	// for whoever knows which of them are suppressed.
	Summary finding.Summary
}

// Run lints all sources. It returns an error only when ctx ends or the policy
// cannot be evaluated at all; faults of single sources are in the result.
func Run(ctx context.Context, o Options) (Result, error) {
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	run := &run{Options: o, rules: o.Policy.Enabled()}
	for outcome := range run.outcomes(ctx) {
		run.add(outcome)
	}
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	if err := run.across(ctx); err != nil {
		return Result{}, err
	}
	run.result.Findings = finding.Sort(run.result.Findings)
	if !o.NoSuppressions {
		run.suppressions = append(run.suppressions, o.Suppressions...)
		options := suppress.Options{Today: o.Today, Rules: run.rules, Known: o.Known}
		run.result.Findings = finding.Sort(suppress.Apply(run.result.Findings, run.suppressions, options))
	}
	fingerprints(run.result.Findings)
	if o.Baseline != nil && !o.NoSuppressions {
		run.result.Findings = finding.Sort(o.Baseline.Apply(run.result.Findings, run.rules))
	}
	return run.result, nil
}

// run gathers what the goroutines make, in input order.
type run struct {
	Options
	rules  []finding.Rule
	result Result

	facts   []policy.Fact
	places  []placed
	objects []finding.Object

	suppressions []*suppress.Suppression
}

// placed is the place of a fact, worked out while its document is at hand.
type placed struct {
	file     string
	document int
	place    manifest.Place
	names    string
	// repair has the Fix of the fact and what became of it.
	repair finding.Finding
}

// outcome is what one document, or the end of a source, came to.
type outcome struct {
	findings []finding.Finding
	facts    []policy.Fact
	places   []placed
	objects  []finding.Object
	problems []Problem
	count    finding.Summary
	files    []string
	seen     []finding.Object

	suppressions []*suppress.Suppression
}

func (r *run) add(o outcome) {
	r.result.Findings = append(r.result.Findings, o.findings...)
	r.result.Problems = append(r.result.Problems, o.problems...)
	r.result.Summary.Files += o.count.Files
	r.result.Summary.Documents += o.count.Documents
	r.result.Summary.Objects += o.count.Objects
	r.facts = append(r.facts, o.facts...)
	r.places = append(r.places, o.places...)
	r.objects = append(r.objects, o.objects...)
	r.suppressions = append(r.suppressions, o.suppressions...)
	r.result.Files = append(r.result.Files, o.files...)
	for _, object := range o.seen {
		r.Baseline.Saw(object)
	}
}

// task is a document to be linted; done receives its outcome.
type task struct {
	file string
	part manifest.Part
	done chan outcome
}

// outcomes reads the sources and yields the outcome of each document in input
// order. At most a few documents per job are held at a time.
func (r *run) outcomes(ctx context.Context) func(yield func(outcome) bool) {
	return func(yield func(outcome) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		tasks := make(chan task)
		order := make(chan chan outcome, 4*r.Jobs)
		for range r.Jobs {
			go func() {
				for t := range tasks {
					t.done <- r.document(ctx, t.file, t.part)
				}
			}()
		}
		go func() {
			defer close(order)
			defer close(tasks)
			r.read(ctx, tasks, order)
		}()
		for done := range order {
			select {
			case o := <-done:
				if !yield(o) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}

// read splits the sources into tasks. Every promise that it puts into order is
// kept: by a worker, or by read itself.
func (r *run) read(ctx context.Context, tasks chan<- task, order chan<- chan outcome) {
	promise := func() chan outcome {
		done := make(chan outcome, 1)
		select {
		case order <- done:
			return done
		case <-ctx.Done():
			return nil
		}
	}
	for _, source := range r.Sources {
		end := outcome{count: finding.Summary{Files: 1}, files: []string{source.Name}}
		reader, err := source.Open()
		if err == nil {
			for part, splitErr := range manifest.Split(reader, r.Limits) {
				if splitErr != nil {
					err = splitErr
					break
				}
				done := promise()
				if done == nil {
					break
				}
				select {
				case tasks <- task{file: source.Name, part: part, done: done}:
				case <-ctx.Done():
				}
			}
			err = closed(reader, err)
		}
		if err != nil {
			end.problems = []Problem{{File: source.Name, Err: err}}
		}
		done := promise()
		if done == nil {
			return
		}
		done <- end
	}
}

// closed closes a reader and keeps the first error.
func closed(reader io.Closer, err error) error {
	if closeErr := reader.Close(); err == nil && closeErr != nil {
		return fmt.Errorf("closing: %w", closeErr)
	}
	return err
}
