package rules_test

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// TestFix repairs a copy of each faulty fixture: what had a fix is gone, nothing
// new is there, only lines that had to change did, and a second run changes
// nothing. The same with Windows line ends, behind another document, and
// without a line end at the end.
func TestFix(t *testing.T) {
	layouts := map[string]func(string) string{
		"as it is": func(s string) string { return s },
		"CR LF":    func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"second document": func(s string) string {
			return "# first\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\n" + s
		},
		"no line end at the end": func(s string) string { return strings.TrimSuffix(s, "\n") },
	}
	repaired := 0
	for _, file := range files(t, root+"/fixtures/faulty", func(name string) bool {
		return strings.HasPrefix(name, "bad") && path.Ext(name) == ".yaml"
	}) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for layout, lay := range layouts {
			t.Run(strings.TrimPrefix(file, root+"/fixtures/faulty/")+"/"+layout, func(t *testing.T) {
				if fixed(t, lay(string(text))) {
					repaired++
				}
			})
		}
	}
	if repaired < 40 {
		t.Errorf("only %d fixtures were repaired", repaired)
	}
}

// fixed repairs a manifest and reports whether there was something to repair.
func fixed(t *testing.T, text string) bool {
	t.Helper()
	copied := filepath.Join(t.TempDir(), "copy.yaml")
	if err := os.WriteFile(copied, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	before := map[string]bool{}
	for _, f := range lint(t, nil, copied) {
		before[f.Fingerprint] = true
	}
	if code, _, stderr := meshlint(t, nil, "--fix", copied); code > 1 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	after, err := os.ReadFile(copied)
	if err != nil {
		t.Fatal(err)
	}
	if string(after) == text {
		return false
	}
	left := lint(t, nil, copied)
	for _, f := range left {
		if !before[f.Fingerprint] {
			t.Errorf("the repair brings %s at line %d: %s", f.Rule, f.Line, f.Message)
		}
	}
	if len(left) >= len(before) {
		t.Errorf("there were %d findings, and %d are left", len(before), len(left))
	}
	if changed := changedLines(text, string(after)); changed > 4*(len(before)-len(left))+2 {
		t.Errorf("%d lines changed for %d findings", changed, len(before)-len(left))
	}
	if strings.Contains(text, "\r\n") && strings.Count(string(after), "\n") != strings.Count(string(after), "\r\n") {
		t.Error("line ends are mixed")
	}
	if code, _, stderr := meshlint(t, nil, "--fix", copied); code > 1 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if again, err := os.ReadFile(copied); err != nil || string(again) != string(after) {
		t.Errorf("a second repair changes something (%v)", err)
	}
	return true
}

// changedLines counts the lines that only one of two texts has.
func changedLines(a, b string) int {
	count := map[string]int{}
	for line := range strings.Lines(a) {
		count[strings.TrimRight(line, "\r\n")]++
	}
	for line := range strings.Lines(b) {
		count[strings.TrimRight(line, "\r\n")]--
	}
	changed := 0
	for _, n := range count {
		changed += max(n, -n)
	}
	return changed
}

// TestFixOfStandardInput prints the repaired stream.
func TestFixOfStandardInput(t *testing.T) {
	text, err := os.ReadFile(root + "/fixtures/faulty/inject-conflict/bad.yaml")
	if err != nil {
		t.Fatal(err)
	}
	code, stdout, _ := meshlint(t, strings.NewReader(string(text)), "--fix", "-")
	if code != 0 || strings.Contains(stdout, `inject: "true"`) || !strings.Contains(stdout, `inject: "false"`) {
		t.Errorf("exit code %d: %s", code, stdout)
	}
}
