package report

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

var update = flag.Bool("update", false, "write the golden files")

// span is a region of one line.
func span(line, column, endColumn int) finding.Span {
	return finding.Span{Line: line, Column: column, EndLine: line, EndColumn: endColumn}
}

// rules are the rules of the sample: with and without security, built in and
// not, with and without advice.
func rules() []finding.Rule {
	return []finding.Rule{
		{
			ID: "proxy-uid-mismatch", Category: "interception", Severity: finding.Error, Stage: "injected", Builtin: true,
			Title:       "The proxy's UID is not the one the redirect exempts",
			Description: "The redirect exempts the traffic of one UID.\nWhen the proxy runs as another, its own traffic is sent back to it & loops.",
			Silent:      "The init container has no -u flag.", Advice: "Let runAsUser of istio-proxy and -u of istio-init agree.",
			Resources: []finding.Resource{{Ref: "https://istio.io/latest/docs/ops/deployment/application-requirements/", Description: "Requirements"}},
		},
		{ID: "host-match", Category: "mesh", Severity: finding.Warning, Stage: "both", Title: "Two objects disagree", Description: "Only one of two objects wins.", Builtin: true},
		{ID: "app-label-missing", Category: "traffic", Severity: finding.Info, Stage: "source", Title: "No app label", Description: "Telemetry has no name.", Advice: "Add the label app.", Builtin: true},
		{
			ID: "mtls-disabled", Category: "security", Severity: finding.Error, Stage: "both", SecuritySeverity: "7.5",
			Title: "Traffic is not encrypted", Description: "Anyone on the path reads it.", Advice: "Use STRICT.",
			Resources: []finding.Resource{{Ref: "https://example.com/mtls"}},
		},
		{ID: "yaml-parse-error", Category: "stream", Severity: finding.Error, Stage: "both", Title: "A document cannot be read", Description: "Nothing in it is checked.", Builtin: true},
	}
}

func orders() finding.Object {
	return finding.Object{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "orders"}
}

// sample is one finding of each sort.
func sample() Report {
	r := Report{
		Version: "0.1.0", Rules: rules(),
		Files:   []string{"apps/broken.yaml", "apps/clean.yaml", "apps/deploy #1.yaml", "apps/service.yaml"},
		Summary: finding.Summary{Files: 4, Documents: 7, Objects: 6},
		Findings: []finding.Finding{
			{
				Rule: "yaml-parse-error", Category: "stream", Severity: finding.Error, File: "apps/broken.yaml", Span: span(3, 1, 2), Document: 1,
				Message: "This document cannot be read: found a tab where indentation is wanted.", Snippet: "\tkind: Pod", Fingerprint: "00000000000000000000000000000001",
			},
			{
				Rule: "proxy-uid-mismatch", Category: "interception", Severity: finding.Error, File: "apps/deploy #1.yaml", Span: span(12, 20, 24),
				Message: "istio-proxy runs as UID 1338, but istio-init exempts UID 1337 (-u): the proxy's own traffic is redirected to itself.",
				Path:    "/spec/template/spec/containers/1/securityContext/runAsUser", Object: orders(), Snippet: "        runAsUser: 1338", Fingerprint: "00000000000000000000000000000002",
				Related: []finding.Related{{Span: span(40, 9, 15), Path: "/spec/template/spec/initContainers/0/args/3", Message: "istio-init exempts UID 1337 [here]", Snippet: "      - \"1337\""}},
				Fix:     []finding.Operation{{Op: "replace", Path: "/spec/template/spec/containers/1/securityContext/runAsUser", Value: 1337}},
				Edits:   []finding.Edit{{Start: 300, End: 304, Span: span(12, 20, 24), Text: "1337"}},
			},
			{
				Rule: "app-label-missing", Category: "traffic", Severity: finding.Info, File: "apps/deploy #1.yaml", Span: span(14, 7, 13),
				Message: "名前 has no label app.", Path: "/spec/template/metadata/labels", Object: orders(), Snippet: "      labels: {名前: \"値\"}", Fingerprint: "00000000000000000000000000000003",
				Fix: []finding.Operation{{Op: "add", Path: "/spec/template/metadata/labels/app", Value: nil}},
			},
			{
				Rule: "mtls-disabled", Category: "security", Severity: finding.Error, File: "apps/deploy #1.yaml", Span: span(80, 9, 16), Document: 1,
				Message: "PeerAuthentication default lets plain text in.", Path: "/spec/mtls/mode", Object: finding.Object{APIVersion: "security.istio.io/v1", Kind: "PeerAuthentication", Name: "default"},
				Snippet: "  mode: DISABLE # meshlint:ignore mtls-disabled -- migration", Fingerprint: "00000000000000000000000000000004",
				Suppressed: &finding.Suppressed{By: "comment", Reason: "migration", Until: "2027-01-31"},
			},
			{
				Rule: "host-match", Category: "mesh", Severity: finding.Warning, File: "apps/service.yaml", Span: span(5, 9, 15),
				Message: "Service orders and Deployment orders disagree on port 80 | http.", Path: "/spec/ports/0/port", Object: finding.Object{APIVersion: "v1", Kind: "Service", Namespace: "shop", Name: "orders"},
				Snippet: "  - port: 80\r", Fingerprint: "00000000000000000000000000000005",
				Related: []finding.Related{{File: "apps/deploy #1.yaml", Span: span(20, 15, 17), Path: "/spec/template/spec/containers/0/ports/0", Message: "The container listens on 8080."}},
			},
		},
	}
	r.Findings[4].Span = span(5, 11, 13)
	r.Summary.Count(r.Findings)
	return r
}

// render returns a report as text, and fails the test if that fails.
func render(t testing.TB, format string, r Report, o Options) string {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, format, r, o); err != nil {
		t.Fatalf("%s: %v", format, err)
	}
	return out.String()
}

func TestGolden(t *testing.T) {
	cases := []struct {
		name, format string
		options      Options
	}{
		{"text", "text", Options{}},
		{"text-verbose", "text", Options{Verbose: true, Color: true}},
		{"json", "json", Options{}},
		{"sarif", "sarif", Options{}},
		{"sarif-suppressed", "sarif", Options{IncludeSuppressed: true, SARIFCategory: "staging"}},
		{"github", "github", Options{}},
		{"junit", "junit", Options{}},
		{"gitlab", "gitlab", Options{}},
		{"checkstyle", "checkstyle", Options{}},
		{"markdown", "markdown", Options{}},
		{"table", "table", Options{Verbose: true}},
	}
	covered := map[string]bool{}
	for _, c := range cases {
		covered[c.format] = true
		t.Run(c.name, func(t *testing.T) {
			got := render(t, c.format, sample(), c.options)
			if again := render(t, c.format, sample(), c.options); again != got {
				t.Error("the same report comes out differently a second time")
			}
			file := filepath.Join("testdata", c.name+".golden")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s differs from %s (go test -update writes it):\n%s", c.format, file, got)
			}
		})
	}
	for _, format := range Formats() {
		if !covered[format] {
			t.Errorf("format %s has no golden file", format)
		}
	}
}

func TestFormats(t *testing.T) {
	if !slices.IsSorted(Formats()) || len(Formats()) != 9 {
		t.Errorf("formats: %v", Formats())
	}
	if err := Write(new(bytes.Buffer), "toml", sample(), Options{}); err == nil || !strings.Contains(err.Error(), "sarif") {
		t.Errorf("unknown format: %v", err)
	}
}

// full takes some bytes and then has no more room.
type full struct{ room int }

var errFull = errors.New("no space left")

func (f *full) Write(p []byte) (int, error) {
	if len(p) > f.room {
		n := f.room
		f.room = 0
		return n, errFull
	}
	f.room -= len(p)
	return len(p), nil
}

func TestWriteErrors(t *testing.T) {
	for _, format := range Formats() {
		if err := Write(&full{room: 100}, format, sample(), Options{}); !errors.Is(err, errFull) {
			t.Errorf("%s cut short: %v", format, err)
		}
	}
}

// What was not checked must not look clean, in any format that can say so.
func TestNothingChecked(t *testing.T) {
	empty := Report{Version: "0.1.0", Rules: rules(), Files: []string{"a.yaml", "b.yaml", "c.yaml"}, Summary: finding.Summary{Files: 3, Documents: 3}}
	for _, format := range []string{"text", "github", "junit", "markdown", "table"} {
		if got := render(t, format, empty, Options{}); !strings.Contains(got, "no Kubernetes objects found in 3 files, nothing was checked") {
			t.Errorf("%s does not say that nothing was checked:\n%s", format, got)
		}
	}
	none := Report{Version: "0.1.0"}
	for _, format := range []string{"text", "github", "junit", "markdown", "table"} {
		if got := render(t, format, none, Options{}); !strings.Contains(got, "no files were read") {
			t.Errorf("%s does not say that no file was read:\n%s", format, got)
		}
	}
	for _, format := range []string{"json", "gitlab"} {
		if got := render(t, format, empty, Options{}); !strings.Contains(got, "[]") || strings.Contains(got, "null") {
			t.Errorf("%s without findings:\n%s", format, got)
		}
	}
}

// A clean run is said to be clean, and of how much.
func TestClean(t *testing.T) {
	clean := Report{Version: "0.1.0", Rules: rules(), Files: []string{"a.yaml"}, Summary: finding.Summary{Files: 1, Documents: 2, Objects: 1}}
	if got, want := render(t, "text", clean, Options{}), "1 object in 1 file checked: no findings\n"; got != want {
		t.Errorf("text: %q, want %q", got, want)
	}
	if got := render(t, "text", clean, Options{Quiet: true}); got != "" {
		t.Errorf("quiet text: %q", got)
	}
	if got := render(t, "github", clean, Options{}); got != "" {
		t.Errorf("github: %q", got)
	}
	if got := render(t, "junit", clean, Options{}); !strings.Contains(got, `tests="1" failures="0" errors="0" skipped="0"`) {
		t.Errorf("junit: %s", got)
	}
}

func TestProblems(t *testing.T) {
	r := sample()
	r.Problems = []Problem{{File: "apps/secret.yaml", Message: "reading apps/secret.yaml: permission denied"}}
	for format, want := range map[string]string{
		"text":       "; incomplete, 1 problem\n",
		"table":      "; incomplete, 1 problem\n",
		"github":     "::error file=apps/secret.yaml,title=meshlint::reading apps/secret.yaml: permission denied\n",
		"junit":      `<error message="reading apps/secret.yaml: permission denied" type="problem">`,
		"gitlab":     `"description": "reading apps/secret.yaml: permission denied"`,
		"checkstyle": `<exception>reading apps/secret.yaml: permission denied</exception>`,
		"markdown":   "- reading apps/secret.yaml: permission denied\n",
		"sarif":      `"executionSuccessful": false`,
	} {
		if got := render(t, format, r, Options{}); !strings.Contains(got, want) {
			t.Errorf("%s lacks %q:\n%s", format, want, got)
		}
	}
}

func TestFromRoot(t *testing.T) {
	cases := []struct {
		name, file, root, dir, path, uri string
	}{
		{"relative", "a/b.yaml", "", "", "a/b.yaml", "a/b.yaml"},
		{"dot", "./a/../b.yaml", "", "", "b.yaml", "b.yaml"},
		{"below the root", "b.yaml", "/repo", "/repo/sub", "sub/b.yaml", "sub/b.yaml"},
		{"up to the root", "../b.yaml", "/repo", "/repo/sub", "b.yaml", "b.yaml"},
		{"absolute inside", "/repo/a/b.yaml", "/repo", "/repo/sub", "a/b.yaml", "a/b.yaml"},
		{"absolute outside", "/etc/b c.yaml", "/repo", "/repo", "/etc/b c.yaml", "file:///etc/b%20c.yaml"},
		{"relative outside", "../../x.yaml", "/repo", "/repo/sub", "/x.yaml", "file:///x.yaml"},
		{"a name that starts like the parent", "/repo/..a/b.yaml", "/repo", "/repo", "..a/b.yaml", "..a/b.yaml"},
		{"sibling with the same start", "/repository/b.yaml", "/repo", "/repo", "/repository/b.yaml", "file:///repository/b.yaml"},
		{"stdin", "stdin", "/repo", "/repo/sub", "stdin", "stdin"},
		{"space, hash, percent", "a b/#1 100%.yaml", "", "", "a b/#1 100%.yaml", "a%20b/%231%20100%25.yaml"},
		{"looks like a scheme", "k8s://x.yaml", "", "", "k8s:/x.yaml", "k8s%3A/x.yaml"},
		{"angle brackets", "<stdin>", "", "", "<stdin>", "%3Cstdin%3E"},
		{"not UTF-8", "a\xff.yaml", "", "", "a\xff.yaml", "a%EF%BF%BD.yaml"},
		{"wide", "名.yaml", "", "", "名.yaml", "%E5%90%8D.yaml"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			o := Options{Root: c.root, Dir: c.dir}
			if got := o.fromRoot(c.file); got != c.path {
				t.Errorf("path %q, want %q", got, c.path)
			}
			if got := o.uri(c.file); got != c.uri {
				t.Errorf("uri %q, want %q", got, c.uri)
			}
		})
	}
}
