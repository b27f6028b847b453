package rules_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	cleanFile  = root + "/fixtures/faulty/dual-dataplane-labels/good.yaml"
	faultyFile = root + "/fixtures/faulty/dual-dataplane-labels/bad.yaml"
)

// TestBadUse holds what wrong use says and how it ends.
func TestBadUse(t *testing.T) {
	empty := t.TempDir()
	broken := t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, "rule.rego"), []byte("package x\n\na := \n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		args []string
		code int
		text string
	}{
		"nothing":                 {nil, 2, "no PATH given"},
		"flags only":              {[]string{"-q"}, 2, "no PATH given"},
		"missing file":            {[]string{"./missing.yaml"}, 3, "missing.yaml: no such file or directory"},
		"folder without manifest": {[]string{empty}, 3, "no .yaml, .yml or .json files"},
		"unknown flag":            {[]string{"--fail-onn", "x", "."}, 2, "did you mean --fail-on?"},
		"unknown level":           {[]string{"--fail-on", "bad", "."}, 2, "use error, warning, info or never"},
		"unknown colour":          {[]string{"--color", "red", "."}, 2, "use auto, always or never"},
		"unknown format":          {[]string{"-o", "sariff", "."}, 2, "did you mean sarif?"},
		"unknown rule":            {[]string{"--rule", "proxy-uid-missmatch", "."}, 2, "did you mean proxy-uid-mismatch?"},
		"unknown command":         {[]string{"rulse"}, 2, "did you mean meshlint rules?"},
		"unknown rule to explain": {[]string{"explain", "half-inject"}, 2, "did you mean half-injected?"},
		"explain nothing":         {[]string{"explain"}, 2, "explain takes one RULE"},
		"rules with an argument":  {[]string{"rules", "x"}, 2, "rules takes no arguments"},
		"negative jobs":           {[]string{"-j", "-1", "."}, 2, "use a positive number"},
		"no file behind =":        {[]string{"-o", "json=", "."}, 2, "no file after the equals sign"},
		"two reports in a place":  {[]string{"-o", "json", "-o", "text", "."}, 2, "another report goes to the same place"},
		"broken policy":           {[]string{"--policy", broken, "."}, 2, "rule.rego:"},
		"no policy":               {[]string{"--policy", empty, "."}, 2, "no .rego file in"},
		"fix and diff":            {[]string{"--fix", "--diff", "."}, 2, "exclude each other"},
		"pass of a file":          {[]string{"--pass", cleanFile}, 2, "meshlint --pass -"},
		"missing baseline":        {[]string{"--baseline", "./missing", "."}, 2, "reading the baseline"},
		"bad date":                {[]string{"--today", "tomorrow", "."}, 2, "write YYYY-MM-DD"},
	} {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := meshlint(t, strings.NewReader(""), c.args...)
			if code != c.code || !strings.Contains(stderr, c.text) {
				t.Errorf("exit code %d, standard error %q; want %d and %q", code, stderr, c.code, c.text)
			}
			if strings.Count(stderr, "\n") != 1 {
				t.Errorf("the error is not one line: %q", stderr)
			}
			if c.code == 2 && stdout != "" {
				t.Errorf("standard output has %q", stdout)
			}
		})
	}
}

// TestExitCodes holds the codes, the same in every format.
func TestExitCodes(t *testing.T) {
	for _, format := range []string{"text", "json", "sarif", "github", "junit", "gitlab", "checkstyle", "markdown", "table"} {
		for name, c := range map[string]struct {
			args []string
			code int
		}{
			"clean":              {[]string{cleanFile}, 0},
			"faulty":             {[]string{faultyFile}, 1},
			"never":              {[]string{"--fail-on", "never", faultyFile}, 0},
			"below the level":    {[]string{root + "/fixtures/faulty/inject-conflict/bad.yaml"}, 0},
			"at the level":       {[]string{"--fail-on", "warning", root + "/fixtures/faulty/inject-conflict/bad.yaml"}, 1},
			"unreadable file":    {[]string{"./missing.yaml", cleanFile}, 3},
			"unreadable comes 1": {[]string{"./missing.yaml", faultyFile}, 3},
			"unreadable text":    {[]string{root + "/fixtures/streams/cut-off.yaml"}, 1},
			"empty input":        {[]string{"-"}, 0},
		} {
			t.Run(format+"/"+name, func(t *testing.T) {
				code, _, stderr := meshlint(t, strings.NewReader(""), append([]string{"-o", format}, c.args...)...)
				if code != c.code {
					t.Errorf("exit code %d, want %d: %s", code, c.code, stderr)
				}
			})
		}
	}
}

// TestNothingChecked says so.
func TestNothingChecked(t *testing.T) {
	_, stdout, _ := meshlint(t, strings.NewReader(""), "-")
	if !strings.Contains(stdout, "nothing was checked") {
		t.Errorf("an empty stream gives %q", stdout)
	}
}

// TestSameBytes runs with one job and with many.
func TestSameBytes(t *testing.T) {
	for _, format := range []string{"text", "json", "sarif"} {
		_, one, _ := meshlint(t, nil, "-o", format, "-j", "1", root+"/fixtures/faulty")
		_, many, _ := meshlint(t, nil, "-o", format, "-j", "8", root+"/fixtures/faulty")
		if one != many || one == "" {
			t.Errorf("%s differs with the number of jobs", format)
		}
	}
}

// TestReportFiles writes several reports in one run.
func TestReportFiles(t *testing.T) {
	dir := t.TempDir()
	sarif, markdown := filepath.Join(dir, "out.sarif"), filepath.Join(dir, "out.md")
	code, stdout, stderr := meshlint(t, nil, "-o", "text", "-o", "sarif="+sarif, "-o", "markdown="+markdown, faultyFile)
	if code != 1 || !strings.Contains(stdout, "[dual-dataplane-labels]") {
		t.Errorf("exit code %d, %s%s", code, stdout, stderr)
	}
	for _, file := range []string{sarif, markdown} {
		text, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(text), "dual-dataplane-labels") {
			t.Errorf("%s: %v", file, err)
		}
	}
	code, _, stderr = meshlint(t, nil, "-o", "json="+filepath.Join(dir, "no", "folder.json"), cleanFile)
	if code != 3 || !strings.Contains(stderr, "writing the json report") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}

// TestPass prints the stream as it is, or nothing.
func TestPass(t *testing.T) {
	for file, code := range map[string]int{cleanFile: 0, faultyFile: 1} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got, stdout, stderr := meshlint(t, strings.NewReader(string(text)), "--pass", "-")
		want := string(text)
		if code != 0 {
			want = ""
		}
		if got != code || stdout != want || stderr == "" {
			t.Errorf("%s: exit code %d, standard output %q", file, got, stdout)
		}
	}
}

// TestBaseline accepts what is there, and reports what has gone.
func TestBaseline(t *testing.T) {
	file := filepath.Join(t.TempDir(), "baseline.txt")
	if code, _, stderr := meshlint(t, nil, "--write-baseline", file, faultyFile); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	code, stdout, _ := meshlint(t, nil, "--baseline", file, faultyFile)
	if code != 0 || !strings.Contains(stdout, "2 suppressed") {
		t.Errorf("exit code %d: %s", code, stdout)
	}
	text, err := os.ReadFile(faultyFile)
	if err != nil {
		t.Fatal(err)
	}
	repaired := strings.Replace(string(text), "istio-injection: enabled", "istio-injection: disabled", 1)
	code, stdout, _ = meshlint(t, strings.NewReader("# moved\n---\n"+repaired), "--baseline", file, "-")
	if code != 0 || !strings.Contains(stdout, "which is no longer found") || !strings.Contains(stdout, "1 suppressed") {
		t.Errorf("exit code %d: %s", code, stdout)
	}
	if err := os.WriteFile(file, []byte("nonsense\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := meshlint(t, nil, "--baseline", file, faultyFile); code != 2 || !strings.Contains(stderr, "baseline.txt:1:") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
