package manifest

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

// addStreams makes seeds of the fixtures.
func addStreams(f *testing.F) {
	f.Helper()
	files, err := filepath.Glob(filepath.Join(streams, "*"))
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, text := range []string{
		"a: &a\n  b: 1\nc: *a\nd: {<<: *a}\n", "? a\n: b\n", "a: \"b\\\n  c\"\n", "- &x |\n  b\n-\n- !!str c\n", "é: \"\u2028\"\nb: 日本\n", "yes: {1: x, ~: y}\n",
	} {
		f.Add([]byte(header + text))
	}
}

// checkSpan reports a span that is not in the source.
func checkSpan(t *testing.T, in []byte, part Part, s finding.Span, snippet string) {
	t.Helper()
	starts := lineStarts(part.Data, false)
	for _, at := range []struct{ line, column int }{{s.Line, s.Column}, {s.EndLine, s.EndColumn}} {
		i := at.line - part.Line
		if i < 0 || i >= len(starts) {
			t.Fatalf("line %d is not in the document of %d lines from %d on: %q", at.line, len(starts), part.Line, in)
		}
		end := len(part.Data)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		line := part.Data[starts[i]:end]
		if at.column < 1 || at.column > codePoints(line)+1 {
			t.Fatalf("column %d is not in line %d, %q: %q", at.column, at.line, line, in)
		}
		if at.line == s.Line && string(bytes.TrimRight(line, "\r\n")) != snippet {
			t.Fatalf("snippet %q of line %q: %q", snippet, line, in)
		}
	}
	if s.EndLine < s.Line || s.EndLine == s.Line && s.EndColumn < s.Column {
		t.Fatalf("span %+v ends before it starts: %q", s, in)
	}
}

// FuzzDecode looks for panics, faults without a place, and documents that are
// read in another way than Kubernetes reads them.
func FuzzDecode(f *testing.F) {
	addStreams(f)
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, part := range splitAll(t, bytes.NewReader(in), Limits{}) {
			document := Decode("f", part, Limits{})
			for _, fault := range document.Faults {
				checkSpan(t, in, part, fault.Span, fault.Snippet)
				if fault.Message == "" || fault.Rule == "" {
					t.Fatalf("fault %+v: %q", fault, in)
				}
				if fault.Related != nil {
					checkSpan(t, in, part, fault.Related.Span, fault.Related.Snippet)
				}
			}
			for _, o := range document.Objects {
				if o.ID.Kind == "" || o.ID.APIVersion == "" || o.Root.Kind != MappingNode {
					t.Fatalf("object %+v: %q", o, in)
				}
				plainValue(o.Root)
			}
			compare(t, document)
		}
	})
}

// compare holds a document that is one object against Kubernetes' reader.
func compare(t *testing.T, d *Document) {
	t.Helper()
	if len(d.Objects) != 1 || d.Objects[0].Prefix != nil || !utf8.Valid(d.Data) {
		return
	}
	text := string(withoutVersion(d.Data, contentStart(d.Data)))
	want, err := unmarshal(text)
	got := plainValue(d.Objects[0].Root)
	// A single ! and JSON beyond YAML are known differences.
	if err != nil || strings.Contains(text, "!") || strings.HasPrefix(strings.TrimSpace(text), "{") || sameJSON(got, want) {
		return
	}
	t.Fatalf("%q is %v, Kubernetes reads %v", text, got, want)
}

// FuzzPlace asks for the place of everything that there is, and of more.
func FuzzPlace(f *testing.F) {
	addStreams(f)
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, part := range splitAll(t, bytes.NewReader(in), Limits{}) {
			for _, o := range Decode("f", part, Limits{AliasNodes: 1000}).Objects {
				checkPlaces(t, in, o, o.Root, nil)
			}
		}
	})
}

func checkPlaces(t *testing.T, in []byte, o *Object, n *Node, path []any) {
	t.Helper()
	for _, onKey := range []bool{false, true} {
		for _, path := range [][]any{path, append(path[:len(path):len(path)], "missing"), append(path[:len(path):len(path)], 1000)} {
			place := o.Place(path, onKey)
			checkSpan(t, in, o.Document.Part, place.Span, place.Snippet)
			if place.Offset < 0 || place.EndOffset < place.Offset || place.EndOffset > len(o.Document.Data) {
				t.Fatalf("place %+v: %q", place, in)
			}
			if line, column := o.Document.text.position(place.Offset); line != place.Line || column != place.Column {
				t.Fatalf("place %+v is at %d:%d: %q", place, line, column, in)
			}
		}
	}
	n = Resolve(n)
	switch n.Kind {
	case MappingNode:
		for key, value := range Fields(n) {
			path := append(path[:len(path):len(path)], key.Value)
			if at := o.Place(path, true); key.Line > 0 && key.Value != "" && o.Document.text.written[key] == "" {
				checkToken(t, in, o, at, key)
			}
			checkPlaces(t, in, o, value, path)
		}
	case SequenceNode:
		for i, item := range n.Content {
			checkPlaces(t, in, o, item, append(path[:len(path):len(path)], i))
		}
	}
}

// checkToken parses the text of a key alone: it has to be the key.
func checkToken(t *testing.T, in []byte, o *Object, at Place, key *Node) {
	t.Helper()
	text := o.Document.Data[at.Offset:at.EndOffset]
	if len(text) == 0 || strings.ContainsRune("*|>-?", rune(text[0])) || text[len(text)-1] == ':' {
		return // no scalar when it stands alone
	}
	root, err := parseYAML(bytes.NewReader(append([]byte("- "), text...)))
	if err != nil || root == nil || len(root.Content) != 1 || root.Content[0].Value != key.Value {
		if !bytes.Contains(text, []byte("\\")) && !bytes.ContainsAny(text, "\r\n") {
			t.Fatalf("the key %q is at %q (%v): %q", key.Value, text, err, in)
		}
	}
}
