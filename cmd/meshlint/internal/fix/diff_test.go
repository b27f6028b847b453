package fix

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDiffApplies lets git apply what Diff writes, for names and texts that are
// hard on a patch.
func TestDiffApplies(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	long := strings.Repeat("line\n", 50)
	for name, c := range map[string]struct{ file, before, after string }{
		"plain":              {"a.yaml", "a\nb\nc\n", "a\nx\nc\n"},
		"far apart":          {"a.yaml", "1\n" + long + "2\n", "x\n" + long + "z\n"},
		"CRLF":               {"a.yaml", "a\r\nb\r\n", "a\r\nx\r\n"},
		"no end":             {"a.yaml", "a\nb", "a\nx"},
		"end comes":          {"a.yaml", "a\nb", "a\nb\nc"},
		"end goes":           {"a.yaml", "a\nb\n", "a\nb"},
		"to nothing":         {"a.yaml", "a\n", ""},
		"folder":             {"x/y/a.yaml", "a\n", "b\n"},
		"dots":               {"./x/../a.yaml", "a\n", "b\n"},
		"blanks":             {"a file.yaml", "a\n", "b\n"},
		"blank at the end":   {"a ", "a\n", "b\n"},
		"wide":               {"日本.yaml", "日\n", "本\n"},
		"quotes":             {`a"b.yaml`, "a\n", "b\n"},
		"backslash":          {`a\b.yaml`, "a\n", "b\n"},
		"tab":                {"a\tb.yaml", "a\n", "b\n"},
		"line end in a name": {"a\nb.yaml", "a\n", "b\n"},
		"dashes":             {"a.yaml", "a\n--- x\n+++ z\n", "a\n--- z\n"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, c.file)
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(c.before), 0o644); err != nil {
				t.Skip("no such names here: ", err)
			}
			text, err := Diff(c.file, []byte(c.before), []byte(c.after))
			if err != nil {
				t.Fatal(err)
			}
			apply := exec.Command("git", "apply", "--whitespace=nowarn", "-")
			apply.Dir, apply.Stdin = dir, strings.NewReader(text)
			if out, err := apply.CombinedOutput(); err != nil {
				t.Fatalf("git apply: %v: %s\n%s", err, out, text)
			}
			if got, _ := os.ReadFile(file); string(got) != c.after {
				t.Errorf("git apply made %q, want %q, of\n%s", got, c.after, text)
			}
		})
	}
	if text, err := Diff("a.yaml", []byte("a\n"), []byte("a\n")); err != nil || text != "" {
		t.Errorf("no change gives %q, %v", text, err)
	}
}
