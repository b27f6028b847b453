package suppress

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

func fingerprint(c string) string { return strings.Repeat(c, 32) }

func read(t testing.TB, text string) (*Baseline, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "baseline")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return ReadBaseline(file)
}

func written(t testing.TB, findings ...finding.Finding) string {
	t.Helper()
	var out strings.Builder
	if err := WriteBaseline(&out, findings); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestBaselineForm: sorted, one finding a line, names that cannot break a line.
func TestBaselineForm(t *testing.T) {
	pod := finding.Object{Kind: "Pod", Namespace: "n", Name: "x"}
	got := written(t,
		finding.Finding{Rule: "b", Fingerprint: fingerprint("2"), Object: pod},
		finding.Finding{Rule: "b", Fingerprint: fingerprint("1"), Object: pod},
		finding.Finding{Rule: "a", Fingerprint: fingerprint("3"), Object: pod},
		finding.Finding{Rule: "a", Fingerprint: fingerprint("3"), Object: pod},
		finding.Finding{Rule: "a", Fingerprint: fingerprint("4"), Object: finding.Object{Kind: "Job", Name: "a\nb\x00c\x1b[2J\u2028d"}},
		finding.Finding{Rule: "c", Fingerprint: fingerprint("5")},
		finding.Finding{Rule: "c", Fingerprint: fingerprint("6"), Object: pod, Suppressed: &finding.Suppressed{By: ByComment}},
		finding.Finding{Rule: "c", Fingerprint: fingerprint("7"), Object: pod, Suppressed: &finding.Suppressed{By: ByBaseline}},
	)
	want := baselineHead +
		fingerprint("5") + " c -\n" +
		fingerprint("4") + " a Job/a b c [2J d\n" +
		fingerprint("3") + " a Pod/n/x\n" +
		fingerprint("1") + " b Pod/n/x\n" +
		fingerprint("2") + " b Pod/n/x\n" +
		fingerprint("7") + " c Pod/n/x\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestBaselineStale: what is gone is reported if its object was there and its
// rule was on, and not written anew.
func TestBaselineStale(t *testing.T) {
	pod := finding.Object{Kind: "Pod", Name: "x"}
	kept := finding.Finding{Rule: "a", Fingerprint: fingerprint("1"), Object: pod}
	b, err := read(t, strings.ReplaceAll(baselineHead, "\n", "\r\n")+"\n"+
		fingerprint("1")+" a Pod/x\r\n"+fingerprint("2")+" b Pod/x\n"+fingerprint("3")+" off Pod/x\n"+fingerprint("4")+" b Pod/gone\n")
	if err != nil {
		t.Fatal(err)
	}
	b.Saw(pod)
	got := b.Apply([]finding.Finding{kept, {Rule: "b", Fingerprint: fingerprint("1"), Object: pod}}, ran)
	if len(got) != 3 {
		t.Fatalf("got %+v", got)
	}
	if s := got[0].Suppressed; s == nil || s.By != ByBaseline {
		t.Errorf("the finding of the baseline counts: %+v", got[0])
	}
	if got[1].Suppressed != nil {
		t.Errorf("another rule's finding is covered: %+v", got[1])
	}
	if f := got[2]; f.Rule != unusedRule || f.Line != 5 || f.Message != "The baseline has b on Pod/x, which is no longer found: delete the line." {
		t.Errorf("stale: %+v", f)
	}
	if text := written(t, got[0], got[2]); text != baselineHead+fingerprint("1")+" a Pod/x\n" {
		t.Errorf("written anew:\n%s", text)
	}
}

func TestBaselineFaults(t *testing.T) {
	for text, want := range map[string]string{
		"x":                                 ":1: a line of a baseline is FINGERPRINT RULE OBJECT",
		"# x\n\n" + fingerprint("1") + " a": ":3: a line of a baseline is FINGERPRINT RULE OBJECT",
		fingerprint("G") + " a Pod/x":       ":1: a line of a baseline is FINGERPRINT RULE OBJECT",
		fingerprint("1") + "1 a Pod/x":      ":1: a line of a baseline is FINGERPRINT RULE OBJECT",
		"{\"findings\": []}":                ":1: a line of a baseline is FINGERPRINT RULE OBJECT",
		fingerprint("1") + " a P\n" + fingerprint("1") + " b P": ":2: the same fingerprint stands on line 1",
		strings.Repeat("x", 1<<17):                              "token too long",
	} {
		if _, err := read(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
	if _, err := ReadBaseline(filepath.Join(t.TempDir(), "none")); err == nil || !strings.Contains(err.Error(), "reading the baseline") {
		t.Errorf("a missing file: %v", err)
	}
}

// FuzzBaseline: any text is read or refused, and what names objects have comes
// back as one line.
func FuzzBaseline(f *testing.F) {
	f.Add("# x\n"+fingerprint("1")+" a Pod/x\n", "Pod", "n", "x")
	f.Add("\x00", "", "", "")
	f.Add(fingerprint("a")+" a -", "#", "\n", "\u2028\x00\xff ")
	f.Fuzz(func(t *testing.T, text, kind, namespace, name string) {
		if _, err := read(t, text); err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("several lines: %v", err)
		}
		object := finding.Object{Kind: kind, Namespace: namespace, Name: name}
		b, err := read(t, written(t, finding.Finding{Rule: "a", Fingerprint: fingerprint("1"), Object: object}))
		if err != nil {
			t.Fatalf("%+v: %v", object, err)
		}
		b.Saw(object)
		if len(b.entries) != 1 || !b.seen[b.entries[fingerprint("1")].object] {
			t.Errorf("%+v is not known again: %+v", object, b.entries[fingerprint("1")])
		}
	})
}
