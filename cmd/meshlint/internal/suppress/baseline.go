package suppress

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

// Baseline is the findings of an earlier run that somebody has accepted, by
// fingerprint: moving a file, adding lines or reordering keeps them.
type Baseline struct {
	file    string
	entries map[string]*baselineEntry
	seen    map[string]bool // objects of this run
}

type baselineEntry struct {
	line         int
	rule, object string
	used         bool
}

const baselineHead = "# meshlint baseline: findings that are accepted for now, one a line.\n" +
	"# fingerprint rule object. `meshlint --write-baseline FILE PATH ...` makes it anew.\n"

var baselineLine = regexp.MustCompile(`^([0-9a-f]{32}) ([a-z0-9-]+) (.+)$`)

// ReadBaseline reads the file that WriteBaseline wrote.
func ReadBaseline(file string) (*Baseline, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the baseline: %w", err)
	}
	b := &Baseline{file: filepath.ToSlash(file), entries: map[string]*baselineEntry{}, seen: map[string]bool{}}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := baselineLine.FindStringSubmatch(line)
		if parts == nil {
			return nil, fmt.Errorf("%s:%d: a line of a baseline is FINGERPRINT RULE OBJECT", file, n)
		}
		if other, ok := b.entries[parts[1]]; ok {
			return nil, fmt.Errorf("%s:%d: the same fingerprint stands on line %d", file, n, other.line)
		}
		b.entries[parts[1]] = &baselineEntry{line: n, rule: parts[2], object: parts[3]}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading the baseline %s: %w", file, err)
	}
	return b, nil
}

// Saw notes that an object was part of the run: only then a finding that is
// gone is known to be repaired.
func (b *Baseline) Saw(object finding.Object) { b.seen[baselineObject(object)] = true }

// baselineObject names an object on one line.
func baselineObject(o finding.Object) string {
	name := o.String()
	if name == "/" {
		return "-"
	}
	name = strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) {
			return r
		}
		return ' '
	}, name)
	return strings.Join(strings.Fields(name), " ")
}

// Apply marks the findings that the baseline has, and returns them with a
// finding for each entry that is no longer needed.
func (b *Baseline) Apply(findings []finding.Finding, rules []finding.Rule) []finding.Finding {
	ran := map[string]finding.Rule{}
	for _, rule := range rules {
		ran[rule.ID] = rule
	}
	for i := range findings {
		f := &findings[i]
		entry, ok := b.entries[f.Fingerprint]
		if !ok || entry.rule != f.Rule {
			continue
		}
		entry.used = true
		if f.Suppressed == nil {
			f.Suppressed = &finding.Suppressed{By: ByBaseline, Reason: "in the baseline " + b.file}
		}
	}
	stale, on := ran[unusedRule]
	for fingerprint, entry := range b.entries {
		if _, ruleRan := ran[entry.rule]; entry.used || !on || !ruleRan || !b.seen[entry.object] {
			continue
		}
		findings = append(findings, finding.Finding{
			Rule: stale.ID, Category: stale.Category, Severity: stale.Severity, File: b.file,
			Message: fmt.Sprintf("The baseline has %s on %s, which is no longer found: delete the line.", entry.rule, entry.object),
			Span:    finding.Span{Line: entry.line, Column: 1, EndLine: entry.line, EndColumn: len(fingerprint) + 1},
			Snippet: fmt.Sprintf("%s %s %s", fingerprint, entry.rule, entry.object),
			Related: []finding.Related{}, Fix: []finding.Operation{}, Fingerprint: fingerprint,
		})
	}
	return findings
}

// WriteBaseline writes the findings that are not suppressed otherwise, sorted
// by object, rule and fingerprint. Findings about an older baseline are not
// among them.
func WriteBaseline(w io.Writer, findings []finding.Finding) error {
	var lines [][3]string
	for _, f := range findings {
		stale := f.Rule == unusedRule && f.Object == finding.Object{} && baselineLine.MatchString(f.Snippet)
		if !stale && (f.Suppressed == nil || f.Suppressed.By == ByBaseline) {
			lines = append(lines, [3]string{baselineObject(f.Object), f.Rule, f.Fingerprint})
		}
	}
	slices.SortFunc(lines, func(a, b [3]string) int { return slices.Compare(a[:], b[:]) })
	var out strings.Builder
	out.WriteString(baselineHead)
	for _, line := range slices.Compact(lines) {
		fmt.Fprintf(&out, "%s %s %s\n", line[2], line[1], line[0])
	}
	_, err := io.WriteString(w, out.String())
	return err
}
