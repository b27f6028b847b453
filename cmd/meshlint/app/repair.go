package app

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/fix"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/lint"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
)

// maxRounds bounds how often repairs are made on top of each other.
const maxRounds = 10

// repairer repairs sources in memory: each repair is linted before it counts.
type repairer struct {
	lint    func([]manifest.Source) (lint.Result, error)
	sources []manifest.Source

	original map[string][]byte
	current  map[string][]byte
	// refused has the fingerprints of findings that are not repaired, with why.
	refused map[string]string
}

// repair returns what the sources look like repaired, and the result of
// linting that. Sources that stay as they are are not in the map.
func (r *repairer) repair() (lint.Result, error) {
	r.original, r.current, r.refused = map[string][]byte{}, map[string][]byte{}, map[string]string{}
	for i, source := range r.sources {
		r.sources[i] = manifest.Source{Name: source.Name, Open: func() (io.ReadCloser, error) { return r.open(source) }}
	}
	result, err := r.lint(r.sources)
	for round := 0; err == nil && round < maxRounds; round++ {
		chosen := r.choose(result.Findings)
		if len(chosen) == 0 {
			break
		}
		next, kept, tryErr := r.try(result, chosen)
		if tryErr != nil {
			return result, tryErr
		}
		if !kept {
			// Together they do not do; one at a time it shows which.
			next, err = r.oneByOne(result, chosen)
		}
		if err == nil {
			result = next
		}
	}
	return result, err
}

// open reads a source as it is now. What was read first is kept, so that all
// rounds see the same text.
func (r *repairer) open(source manifest.Source) (io.ReadCloser, error) {
	if text, ok := r.current[source.Name]; ok {
		return io.NopCloser(bytes.NewReader(text)), nil
	}
	reader, err := source.Open()
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(reader)
	if closeErr := reader.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return nil, err
	}
	r.original[source.Name], r.current[source.Name] = text, text
	return io.NopCloser(bytes.NewReader(text)), nil
}

// choose picks findings whose repairs do not touch each other, by file.
func (r *repairer) choose(findings []finding.Finding) map[string][]finding.Finding {
	chosen := map[string][]finding.Finding{}
	taken := map[string][]finding.Edit{}
	for _, f := range findings {
		if len(f.Edits) == 0 || f.Suppressed != nil || r.refused[f.Fingerprint] != "" {
			continue
		}
		if !slices.ContainsFunc(f.Edits, func(e finding.Edit) bool { return touches(e, taken[f.File]) }) {
			chosen[f.File] = append(chosen[f.File], f)
			taken[f.File] = append(taken[f.File], f.Edits...)
		}
	}
	return chosen
}

// touches reports whether an edit lies on or directly beside others.
func touches(e finding.Edit, others []finding.Edit) bool {
	return slices.ContainsFunc(others, func(o finding.Edit) bool { return e.Start <= o.End && o.Start <= e.End })
}

// try makes repairs and lints the result. They are kept if what they are for is
// gone and nothing new is there.
func (r *repairer) try(before lint.Result, chosen map[string][]finding.Finding) (lint.Result, bool, error) {
	old := map[string][]byte{}
	gone := map[string]bool{}
	for file, findings := range chosen {
		var edits []finding.Edit
		for _, f := range findings {
			edits = append(edits, f.Edits...)
			gone[f.Fingerprint] = true
		}
		slices.SortFunc(edits, func(a, b finding.Edit) int { return a.Start - b.Start })
		old[file] = r.current[file]
		r.current[file] = fix.Apply(r.current[file], edits)
	}
	after, err := r.lint(r.sources)
	if err == nil && proved(before.Findings, after.Findings, gone) {
		return after, true, nil
	}
	for file, text := range old {
		r.current[file] = text
	}
	return before, false, err
}

// proved reports whether all findings of gone have gone and no other has come.
func proved(before, after []finding.Finding, gone map[string]bool) bool {
	known := map[string]bool{}
	for _, f := range before {
		known[f.Fingerprint] = true
	}
	return !slices.ContainsFunc(after, func(f finding.Finding) bool { return gone[f.Fingerprint] || !known[f.Fingerprint] })
}

// oneByOne makes the first of the repairs that can be proved and refuses those
// before it; the others have their turn in the next round.
func (r *repairer) oneByOne(before lint.Result, chosen map[string][]finding.Finding) (lint.Result, error) {
	for _, file := range sortedKeys(chosen) {
		for _, f := range chosen[file] {
			after, kept, err := r.try(before, map[string][]finding.Finding{file: {f}})
			if err != nil || kept {
				return after, err
			}
			r.refused[f.Fingerprint] = "the repair would leave the finding or bring another"
		}
	}
	return before, nil
}

// write replaces the files that were repaired. A file that somebody has changed
// since it was read is left alone.
func (r *repairer) write() (count int, err error) {
	for _, name := range sortedKeys(r.current) {
		if bytes.Equal(r.original[name], r.current[name]) {
			continue
		}
		now, err := os.ReadFile(name)
		if err != nil {
			return count, fmt.Errorf("repairing %s: %w", name, err)
		}
		if !bytes.Equal(now, r.original[name]) {
			return count, fmt.Errorf("repairing %s: the file has changed meanwhile and was left alone", name)
		}
		if err := replaceFile(name, r.current[name]); err != nil {
			return count, fmt.Errorf("repairing %s: %w", name, err)
		}
		count++
	}
	return count, nil
}

// replaceFile writes beside the file and renames, so that at no time there is
// half a file. Mode and owner stay.
func replaceFile(name string, text []byte) error {
	name, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	temporary, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name())
	_, err = temporary.Write(text)
	if err == nil {
		err = temporary.Chmod(info.Mode().Perm())
	}
	if err == nil {
		err = keepOwner(temporary, info)
	}
	if err == nil {
		err = temporary.Sync()
	}
	if closeErr := temporary.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	return os.Rename(temporary.Name(), name)
}

// diff writes the repairs as unified diff.
func (r *repairer) diff(w io.Writer) error {
	for _, name := range sortedKeys(r.current) {
		text, err := fix.Diff(name, r.original[name], r.current[name])
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, text); err != nil {
			return fmt.Errorf("writing the diff: %w", err)
		}
	}
	return nil
}
