package manifest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// splitAll splits a text that arrives in whatever pieces r gives.
func splitAll(t *testing.T, r io.Reader, limits Limits) []Part {
	t.Helper()
	var parts []Part
	for part, err := range Split(r, limits) {
		if err != nil {
			t.Fatalf("Split: %v", err)
		}
		parts = append(parts, part)
	}
	return parts
}

// show writes parts as line@offset and text, one string each.
func show(parts []Part) []string {
	var out []string
	for i, p := range parts {
		if p.Document != i {
			out = append(out, fmt.Sprintf("document %d is numbered %d", i, p.Document))
		}
		out = append(out, fmt.Sprintf("%d@%d %s", p.Line, p.Offset, p.Data))
	}
	return out
}

func TestSplit(t *testing.T) {
	for _, test := range []struct {
		name, in string
		want     []string
	}{
		{"nothing", "", nil},
		{"white space", " \n\t\n\r\n", nil},
		{"comments", "# a\n  # b\n", nil},
		{"one", "a: 1\n", []string{"1@0 a: 1\n"}},
		{"one without line end", "a: 1", []string{"1@0 a: 1"}},
		{"two", "a: 1\n---\nb: 2\n", []string{"1@0 a: 1\n", "2@5 ---\nb: 2\n"}},
		{"leading separator", "---\na: 1\n", []string{"1@0 ---\na: 1\n"}},
		{"comments in front", "# c\n\n---\na: 1\n---\nb\n", []string{"1@0 # c\n\n---\na: 1\n", "5@14 ---\nb\n"}},
		{"separator at the end", "a: 1\n---\n", []string{"1@0 a: 1\n", "2@5 ---\n"}},
		{"separator at the end without line end", "a: 1\n---", []string{"1@0 a: 1\n", "2@5 ---"}},
		{"empty documents", "---\n---\n---\n", []string{"1@0 ---\n", "2@4 ---\n", "3@8 ---\n"}},
		{"comment documents", "---\n# x\n---\n# y\n", []string{"1@0 ---\n# x\n", "3@8 ---\n# y\n"}},
		{"comment on separator", "a\n--- # c\nb\n", []string{"1@0 a\n", "2@2 --- # c\nb\n"}},
		{"content on separator", "a\n--- {b: 1}\n---\tc\n", []string{"1@0 a\n", "2@2 --- {b: 1}\n", "3@13 ---\tc\n"}},
		{"block scalar on separator", "--- |\n text\n--- >\n x\n", []string{"1@0 --- |\n text\n", "3@12 --- >\n x\n"}},
		{"trailing space", "a\n---  \nb\n", []string{"1@0 a\n", "2@2 ---  \nb\n"}},
		{"no separators", "a: |\n  ---\n x---\n----\n# ---\n---x\n", []string{"1@0 a: |\n  ---\n x---\n----\n# ---\n---x\n"}},
		{"document end", "a\n...\nb\n", []string{"1@0 a\n...\n", "3@6 b\n"}},
		{"document end and separator", "a\n... # c\n---\nb\n", []string{"1@0 a\n... # c\n", "3@10 ---\nb\n"}},
		{"document end last", "a\n...\n# c\n", []string{"1@0 a\n...\n"}},
		{"document end with more", "... a\n", []string{"1@0 ... a\n"}},
		{"document end first", "...\n...\na\n", []string{"3@8 a\n"}},
		{"directives", "%YAML 1.2\n---\na\n...\n%TAG ! x\n---\nb\n", []string{"1@0 %YAML 1.2\n---\na\n...\n", "5@20 %TAG ! x\n---\nb\n"}},
		{"directive without document", "%YAML 1.2\n", []string{"1@0 %YAML 1.2\n"}},
		{"percent in content", "a\n%b\n", []string{"1@0 a\n%b\n"}},
		{"CRLF", "a\r\n---\r\nb\r\n...\r\n", []string{"1@0 a\r\n", "2@3 ---\r\nb\r\n...\r\n"}},
		{"CR", "a\r---\rb\r", []string{"1@0 a\r", "2@2 ---\rb\r"}},
		{"BOM", "\ufeffa\n---\nb\n", []string{"1@3 a\n", "2@5 ---\nb\n"}},
		{"BOM before separator", "\ufeff---\na\n", []string{"1@3 ---\na\n"}},
		{"BOM where files were joined", "a\n\ufeff---\nb\n", []string{"1@0 a\n", "2@5 ---\nb\n"}},
		{"BOM after document end", "a\n...\n\ufeffb\n", []string{"1@0 a\n...\n", "3@9 b\n"}},
		{"BOM alone", "\ufeff", nil},
		{"JSON", `{"a": {"b": "}\"{"}}`, []string{`1@0 {"a": {"b": "}\"{"}}`}},
		{"JSON lines", "{\"a\":1}\n\n{\"b\":\n2}\n{}\n", []string{"1@0 {\"a\":1}\n\n", "3@9 {\"b\":\n2}\n", "5@18 {}\n"}},
		{"JSON with comment in front", "# c\n{\"a\":1}\n {\"b\":2}\n", []string{"1@0 # c\n{\"a\":1}\n", "3@12  {\"b\":2}\n"}},
		{"JSON behind separator", "--- {\"a\":1}\n{\"b\":2}\n---\n{}", []string{"1@0 --- {\"a\":1}\n", "2@12 {\"b\":2}\n", "3@20 ---\n{}"}},
		{"JSON without indentation", "{\n\"a\":\n{\n\"b\": 1\n}\n}\n", []string{"1@0 {\n\"a\":\n{\n\"b\": 1\n}\n}\n"}},
		{"flow that is no JSON", "{a: '}\n{'}\n", []string{"1@0 {a: '}\n{'}\n"}},
		{"flow that only looks ended", "{a: 1}\n{b: 2}\n", []string{"1@0 {a: 1}\n{b: 2}\n"}},
	} {
		for _, arrival := range []struct {
			name string
			wrap func(io.Reader) io.Reader
		}{
			{"at once", func(r io.Reader) io.Reader { return r }},
			{"byte by byte", iotest.OneByteReader},
			{"with the end", iotest.DataErrReader},
		} {
			t.Run(test.name+"/"+arrival.name, func(t *testing.T) {
				got := show(splitAll(t, arrival.wrap(strings.NewReader(test.in)), Limits{}))
				if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", test.want) {
					t.Errorf("Split(%q)\n got %q\nwant %q", test.in, got, test.want)
				}
			})
		}
	}
}

// A document has to come out when the separator behind it has arrived, not
// when more or the end has: standard input may stay open.
func TestSplitDoesNotWait(t *testing.T) {
	reader, writer := io.Pipe()
	defer writer.Close()
	parts := make(chan string)
	go func() {
		for part := range Split(reader, Limits{}) {
			parts <- string(part.Data)
		}
		close(parts)
	}()
	for i := range 3 {
		text := fmt.Sprintf("a: %d\n---\n", i)
		if _, err := writer.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		want := strings.TrimSuffix(text, "---\n")
		if i > 0 {
			want = "---\n" + want
		}
		select {
		case got := <-parts:
			if got != want {
				t.Errorf("document %d is %q, want %q", i, got, want)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("document %d did not come", i)
		}
	}
}

func TestSplitReadError(t *testing.T) {
	broken := errors.New("broken")
	var documents int
	var got error
	for part, err := range Split(io.MultiReader(strings.NewReader("a\n---\nb\n"), iotest.ErrReader(broken)), Limits{}) {
		if err != nil {
			got = err
			continue
		}
		documents++
		if string(part.Data) != "a\n" {
			t.Errorf("document %q", part.Data)
		}
	}
	if documents != 1 || !errors.Is(got, broken) {
		t.Errorf("%d documents and error %v, want 1 and %v", documents, got, broken)
	}
}

func TestSplitStops(t *testing.T) {
	for part, err := range Split(strings.NewReader("a\n---\nb\n"), Limits{}) {
		if err != nil || part.Document != 0 {
			t.Errorf("part %v, error %v", part, err)
		}
		break
	}
}

func TestSplitTooLarge(t *testing.T) {
	limits := Limits{DocumentBytes: 1000}
	long := strings.Repeat("x: "+strings.Repeat("y", 300_000)+"\n", 2)
	many := strings.Repeat("xxxxxxx: 1\n", 50_000)
	for _, test := range []struct{ name, in string }{
		{"long lines", "a: 1\n---\n" + long + "---\nb: 2\n---\nc: 3\n"},
		{"many lines", "a: 1\n---\n" + many + "---\nb: 2\n---\nc: 3\n"},
		{"one line", "a: 1\n---\n" + strings.Repeat("x", 1200) + "\n---\nb: 2\n---\nc: 3\n"},
		{"line of the separator", "a: 1\n--- " + strings.Repeat("x", 300_000) + "\n---\nb: 2\n---\nc: 3\n"},
		{"JSON", "a: 1\n---\n{\"a\":\n\"" + strings.Repeat("x", 1200) + "\"}\n---\nb: 2\n---\nc: 3\n"},
		{"CRLF", strings.ReplaceAll("a: 1\n---\n"+long+"---\nb: 2\n---\nc: 3\n", "\n", "\r\n")},
	} {
		for _, size := range []int{1 << 20, 4096, 7} {
			t.Run(fmt.Sprintf("%s in pieces of %d", test.name, size), func(t *testing.T) {
				parts := splitAll(t, &pieces{strings.NewReader(test.in), size}, limits)
				if len(parts) != 4 {
					t.Fatalf("%d documents, want 4", len(parts))
				}
				if parts[1].Refused == "" || len(parts[1].Data) > 2<<10 || parts[1].Line != 2 {
					t.Errorf("document 1: refused %q, %d bytes kept, line %d", parts[1].Refused, len(parts[1].Data), parts[1].Line)
				}
				for i, want := range map[int]string{0: "a: 1", 2: "---\nb: 2", 3: "---\nc: 3"} {
					got := strings.TrimSpace(strings.ReplaceAll(string(parts[i].Data), "\r", ""))
					if got != want || parts[i].Refused != "" {
						t.Errorf("document %d is %q (%s), want %q", i, got, parts[i].Refused, want)
					}
					before := test.in[:parts[i].Offset]
					if line := strings.Count(before, "\n") + 1; line != parts[i].Line {
						t.Errorf("document %d is on line %d, want %d", i, parts[i].Line, line)
					}
				}
			})
		}
	}
}

// A line without an end must not fill the memory.
func TestSplitEndlessLine(t *testing.T) {
	const total = 1 << 30
	reader := io.LimitReader(endless{}, total)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	parts := splitAll(t, reader, Limits{DocumentBytes: 1 << 20})
	runtime.ReadMemStats(&after)
	if len(parts) != 1 || parts[0].Refused == "" {
		t.Fatalf("parts %+v", parts)
	}
	// What is allocated at one time is far less than what has been in all.
	if size := after.HeapSys - min(before.HeapSys, after.HeapSys); size > 64<<20 {
		t.Errorf("the heap has grown by %d bytes", size)
	}
}

// endless has no line end.
type endless struct{}

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 'x'
	}
	return len(b), nil
}

// pieces gives at most size bytes at a time.
type pieces struct {
	io.Reader
	size int
}

func (p *pieces) Read(b []byte) (int, error) { return p.Reader.Read(b[:min(len(b), p.size)]) }

func TestSplitUTF16(t *testing.T) {
	parts := splitAll(t, strings.NewReader("\xff\xfea\x00\n\x00-\x00-\x00-\x00\n\x00"), Limits{})
	if len(parts) != 1 || !strings.Contains(parts[0].Refused, "UTF-16") {
		t.Fatalf("parts %+v, want one that is refused", parts)
	}
	document := Decode("f", parts[0], Limits{})
	if len(document.Faults) != 1 || document.Faults[0].Line != 1 || document.Faults[0].Rule != RuleParseError {
		t.Errorf("faults %+v", document.Faults)
	}
}

// The memory of a part is its own: what is read later must not show in it.
func TestSplitOwnsData(t *testing.T) {
	var in bytes.Buffer
	for i := range 5000 {
		fmt.Fprintf(&in, "---\nvalue: %d %s\n", i, strings.Repeat("z", i%97))
	}
	parts := splitAll(t, bytes.NewReader(in.Bytes()), Limits{})
	for i, part := range parts {
		if want := fmt.Sprintf("---\nvalue: %d %s\n", i, strings.Repeat("z", i%97)); string(part.Data) != want {
			t.Fatalf("document %d is %q, want %q", i, part.Data, want)
		}
		_ = append(part.Data, "overwritten"...)
	}
}

func FuzzSplit(f *testing.F) {
	for _, seed := range []string{
		"a: 1\n---\nb: 2\n", "\ufeff---\r\na\r\n...\r\n# c\r\n--- {b: 1}\r\n", "%YAML 1.2\n---\n|\n ---\n", "{\"a\":1}\n{\"b\":2}\n",
		"a\r---\rb", "...\n...\n---\n---", "\xff\xfea\x00", "# c\n\n---\n# d\n", "a\n\ufeff---\nb",
	} {
		f.Add([]byte(seed), 3)
	}
	f.Fuzz(func(t *testing.T, in []byte, size int) {
		if size < 1 || size > 1<<20 {
			size = 1
		}
		parts := splitAll(t, bytes.NewReader(in), Limits{})
		again := splitAll(t, &pieces{bytes.NewReader(in), size}, Limits{})
		if fmt.Sprint(show(parts)) != fmt.Sprint(show(again)) {
			t.Fatalf("in pieces of %d: %q, at once: %q", size, show(again), show(parts))
		}
		end := 0
		for i, part := range parts {
			if part.Refused != "" {
				continue
			}
			start := int(part.Offset)
			if start < end || !bytes.Equal(in[start:start+len(part.Data)], part.Data) {
				t.Fatalf("document %d at %d is not what stands there: %q", i, start, part.Data)
			}
			// What is left out is no document.
			if content := contentStart(bytes.ReplaceAll(in[end:start], []byte(byteOrderMark), nil)); content < len(bytes.ReplaceAll(in[end:start], []byte(byteOrderMark), nil)) {
				t.Fatalf("left out before document %d: %q", i, in[end:start])
			}
			if line := len(lineStarts(in[:start], false)); line != part.Line {
				t.Fatalf("document %d starts on line %d, not %d", i, line, part.Line)
			}
			end = start + len(part.Data)
		}
	})
}
