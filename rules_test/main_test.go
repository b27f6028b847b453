// Package rules_test runs the rules as users do: the whole program over the
// manifests of fixtures/, and the Rego unit tests beside this file through
// OPA's own test runner.
package rules_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/meshlint/meshlint/cmd/meshlint/app"
)

// update rewrites golden files and generated pages instead of comparing.
var update = flag.Bool("update", false, "rewrite golden files and generated pages")

// root is the top of the project; tests run in rules_test/.
const root = ".."

// result is one finding as scripts see it in the JSON report.
type result struct {
	Rule        string
	Severity    string
	Message     string
	File        string
	Line        int
	Column      int
	Document    int
	Path        string
	Fingerprint string
	Fix         []map[string]any
	Suppressed  any
}

// meshlint runs the program in this process.
func meshlint(t *testing.T, stdin io.Reader, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = app.Main(args, stdin, &out, &errs)
	return code, out.String(), errs.String()
}

// lint returns the findings, but for suppressed ones, for arguments of the lint
// command. A run that fails (exit code 2 or 3) fails the test.
func lint(t *testing.T, stdin io.Reader, args ...string) []result {
	t.Helper()
	code, stdout, stderr := meshlint(t, stdin, append([]string{"-o", "json"}, args...)...)
	if code > 1 {
		t.Fatalf("meshlint %s: exit code %d: %s", strings.Join(args, " "), code, stderr)
	}
	var report struct{ Findings []result }
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatalf("meshlint %s: %v in %q", strings.Join(args, " "), err, stdout)
	}
	return slices.DeleteFunc(report.Findings, func(r result) bool { return r.Suppressed != nil })
}

// files lists the files below dir that match, sorted, with slashes.
func files(t *testing.T, dir string, match func(name string) bool) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(dir, func(name string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && match(filepath.Base(name)) {
			list = append(list, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

// golden compares text with a file, or rewrites the file.
func golden(t *testing.T, file, text string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (go test ./rules_test -update writes it)", err)
	}
	if text != string(want) {
		t.Errorf("%s differs (go test ./rules_test -update rewrites it)\n--- got\n%s\n--- want\n%s", file, text, want)
	}
}
