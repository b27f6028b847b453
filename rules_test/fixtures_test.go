package rules_test

import (
	"fmt"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// want is an expectation that a fixture carries on the line it is about:
//
//	sidecar.istio.io/inject: "true" # want label-misplaced:5 "not read"
//
// The number is the column; the text must be part of the message. want-next
// speaks of the next line, and NAME.want beside a fixture that cannot carry
// comments has lines LINE:COLUMN RULE "TEXT".
type want struct {
	line, column int
	rule, text   string
}

var (
	wantComment = regexp.MustCompile(`# want(-next)? (.+)$`)
	wantItem    = regexp.MustCompile(`([a-z0-9-]+):(\d+) "([^"]*)"`)
	wantLine    = regexp.MustCompile(`^(\d+):(\d+) ([a-z0-9-]+) "([^"]*)"$`)
)

// wants reads the expectations of a fixture.
func wants(t *testing.T, file string) []want {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []want
	for i, line := range strings.Split(string(text), "\n") {
		comment := wantComment.FindStringSubmatch(strings.TrimRight(line, "\r"))
		if comment == nil {
			continue
		}
		number := i + 1
		if comment[1] != "" {
			number++
		}
		items := wantItem.FindAllStringSubmatch(comment[2], -1)
		if len(items) == 0 {
			t.Fatalf(`%s:%d: an expectation is RULE:COLUMN "TEXT", not %s`, file, i+1, comment[2])
		}
		for _, item := range items {
			list = append(list, want{line: number, column: atoi(t, item[2]), rule: item[1], text: item[3]})
		}
	}
	beside, err := os.ReadFile(file + ".want")
	if err != nil {
		return list
	}
	for line := range strings.Lines(string(beside)) {
		item := wantLine.FindStringSubmatch(strings.TrimSpace(line))
		if item == nil {
			t.Fatalf(`%s.want: an expectation is LINE:COLUMN RULE "TEXT", not %s`, file, line)
		}
		list = append(list, want{line: atoi(t, item[1]), column: atoi(t, item[2]), rule: item[3], text: item[4]})
	}
	return list
}

func atoi(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// compare fails the test where findings and expectations differ.
func compare(t *testing.T, expected []want, found []result) {
	t.Helper()
	left := slices.Clone(found)
	for _, w := range expected {
		at := slices.IndexFunc(left, func(r result) bool {
			return r.Rule == w.rule && r.Line == w.line && r.Column == w.column && strings.Contains(r.Message, w.text)
		})
		if at < 0 {
			t.Errorf("missing %d:%d %s %q", w.line, w.column, w.rule, w.text)
			continue
		}
		left = slices.Delete(left, at, at+1)
	}
	for _, r := range left {
		t.Errorf("unexpected %d:%d %s: %s (%s)", r.Line, r.Column, r.Rule, r.Message, r.Path)
	}
}

func isManifest(name string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json"}, path.Ext(name))
}

// TestFaulty lints each bad and good fixture with all rules: the bad ones give
// what they say at the exact place, the good ones nothing at all.
func TestFaulty(t *testing.T) {
	for _, file := range files(t, root+"/fixtures/faulty", isManifest) {
		t.Run(strings.TrimPrefix(file, root+"/fixtures/faulty/"), func(t *testing.T) {
			expected := wants(t, file)
			rule, side := path.Base(path.Dir(file)), path.Base(file)
			switch {
			case strings.HasPrefix(side, "good") && len(expected) > 0:
				t.Errorf("a good fixture expects %v", expected)
			case strings.HasPrefix(side, "bad") && !slices.ContainsFunc(expected, func(w want) bool { return w.rule == rule }):
				t.Errorf("a bad fixture of %s does not expect it", rule)
			case !strings.HasPrefix(side, "good") && !strings.HasPrefix(side, "bad"):
				t.Errorf("a fixture is called good… or bad…, not %s", side)
			}
			compare(t, expected, lint(t, nil, file))
		})
	}
}

// TestClean lints what the real injector made of our own sources, and the
// sources: nothing at warning level, but for the expectations beside a file.
func TestClean(t *testing.T) {
	for _, dir := range []string{"source", "injected"} {
		for _, file := range files(t, root+"/fixtures/"+dir, isManifest) {
			t.Run(strings.TrimPrefix(file, root+"/fixtures/"), func(t *testing.T) {
				found := slices.DeleteFunc(lint(t, nil, file), func(r result) bool { return r.Severity == "info" })
				compare(t, wants(t, file), found)
			})
		}
	}
}

// TestStreams holds the text report for each kind of stream.
func TestStreams(t *testing.T) {
	for _, file := range files(t, root+"/fixtures/streams", func(name string) bool { return path.Ext(name) != ".golden" }) {
		t.Run(path.Base(file), func(t *testing.T) {
			stream, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			defer stream.Close()
			code, stdout, stderr := meshlint(t, stream, "--stdin-filename", path.Base(file), "-")
			golden(t, file+".golden", fmt.Sprintf("%s%sexit code %d\n", stdout, stderr, code))
		})
	}
}
