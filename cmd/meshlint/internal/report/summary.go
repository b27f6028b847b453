package report

import (
	"fmt"
	"strings"
)

// plural counts things: "1 file", "2 files".
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// checked says how much was looked at. That nothing was found in nothing must
// not look like a clean result.
func (r Report) checked() string {
	s := r.Summary
	switch {
	case s.Files == 0:
		return "no files were read, nothing was checked"
	case s.Objects == 0:
		return "no Kubernetes objects found in " + plural(s.Files, "file") + ", nothing was checked"
	default:
		return plural(s.Objects, "object") + " in " + plural(s.Files, "file") + " checked"
	}
}

// counts says what was found: "1 error, 2 warnings, 3 suppressed".
func (r Report) counts() string {
	s := r.Summary
	var parts []string
	for _, count := range []struct {
		n     int
		thing string
	}{{s.Errors, "error"}, {s.Warnings, "warning"}, {s.Infos, "info"}} {
		if count.n > 0 {
			parts = append(parts, plural(count.n, count.thing))
		}
	}
	if len(parts) == 0 {
		parts = append(parts, "no findings")
	}
	if s.Suppressed > 0 {
		parts = append(parts, fmt.Sprintf("%d suppressed", s.Suppressed))
	}
	return strings.Join(parts, ", ")
}

// total is the last line of the formats that people read.
func (r Report) total() string {
	line := r.checked()
	if r.Summary.Objects > 0 || len(r.Findings) > 0 {
		line += ": " + r.counts()
	}
	if n := len(r.Problems); n > 0 {
		line += "; incomplete, " + plural(n, "problem")
	}
	return line
}
