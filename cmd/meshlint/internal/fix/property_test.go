package fix

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
)

// writer writes random objects in random layouts.
type writer struct {
	*rand.Rand
	out strings.Builder
}

func (w *writer) pick(words ...string) string { return words[w.IntN(len(words))] }

// scalar is a value in some spelling that is fine in block and flow style.
func (w *writer) scalar() string {
	return w.pick("x", "1", "true", `"a # b"`, `'it''s'`, "1.50", "no", `"{\"a\": [1]}"`, "日本", "a-b", `"}"`, "~", "it's", `5" x`, `"\u00e9"`, "- "[:1]+"1")
}

func (w *writer) key(i int) string {
	return w.pick("k", `"q`, "sidecar.istio.io/x", "é") + strconv.Itoa(i)
}

// closeKey closes the quote that key may have opened.
func closeKey(key string) string {
	if strings.HasPrefix(key, `"`) {
		return key + `"`
	}
	return key
}

// comment is now and then one, with its white space in front.
func (w *writer) comment() string { return w.pick("", "", "", " # c", "\t# it's {", "  ") }

// gap is now and then lines between entries.
func (w *writer) gap() {
	if w.IntN(6) == 0 {
		w.out.WriteString(w.pick("\n", "# c: d\n", "      # - deep\n", "\n\n"))
	}
}

// entries writes the entries of a block mapping. The first one stands behind
// what is there already.
func (w *writer) entries(indent, depth int) {
	for i := range 1 + w.IntN(3) {
		if i > 0 {
			w.gap()
			w.out.WriteString(strings.Repeat(" ", indent))
		}
		w.out.WriteString(closeKey(w.key(i)) + ":")
		w.value(indent, depth)
	}
}

// value writes what stands behind a key, line end included.
func (w *writer) value(indent, depth int) {
	pad := strings.Repeat(" ", indent)
	switch kind := w.IntN(9); {
	case kind == 0:
		w.out.WriteString(w.comment() + "\n")
	case kind == 1:
		w.out.WriteString(w.pick(" |", " >-", " |+", " |2") + "\n" + pad + "  text # no\n\n" + pad + "   - a: b\n")
	case kind == 2:
		w.out.WriteString(" \"two\n\n" + w.pick("", pad, pad+"   ") + "lines\"" + w.comment() + "\n")
	case kind == 3 && depth > 0:
		w.out.WriteString(" ")
		w.flow(depth - 1)
		w.out.WriteString(w.comment() + "\n")
	case kind <= 5 && depth > 0:
		w.out.WriteString(w.comment() + "\n")
		w.gap()
		w.out.WriteString(pad + "  ")
		w.entries(indent+2, depth-1)
	case kind <= 7 && depth > 0:
		w.out.WriteString(w.comment() + "\n")
		deeper := indent + w.pick2(0, 2)
		for range 1 + w.IntN(3) {
			w.gap()
			w.out.WriteString(strings.Repeat(" ", deeper) + "-")
			w.item(deeper, depth)
		}
	default:
		w.out.WriteString(" " + w.scalar() + w.comment() + "\n")
	}
}

func (w *writer) pick2(a, b int) int {
	if w.IntN(2) == 0 {
		return a
	}
	return b
}

// item writes what stands behind a dash, line end included.
func (w *writer) item(indent, depth int) {
	switch w.IntN(5) {
	case 0:
		w.out.WriteString(" ")
		w.entries(indent+2, depth-1)
	case 1:
		w.out.WriteString(" -")
		w.item(indent+2, depth-1)
	case 2:
		w.out.WriteString(" |\n" + strings.Repeat(" ", indent+2) + "text\n")
	default:
		w.out.WriteString(" " + w.scalar() + w.comment() + "\n")
	}
}

// flow writes a flow collection.
func (w *writer) flow(depth int) {
	mapping := w.IntN(2) == 0
	open, end := "[", "]"
	if mapping {
		open, end = "{", "}"
	}
	between := w.pick(" ", "\n          ", "", " # c\n       ", "\n")
	w.out.WriteString(open + between)
	count := w.IntN(4)
	for i := range count {
		if i > 0 {
			w.out.WriteString("," + w.pick(" ", between+" "))
		}
		if mapping {
			w.out.WriteString(closeKey(w.key(i)) + ": ")
		}
		if depth > 0 && w.IntN(3) == 0 {
			w.flow(depth - 1)
		} else {
			w.out.WriteString(w.scalar())
		}
	}
	if count > 0 {
		w.out.WriteString(w.pick("", between, ","))
	}
	w.out.WriteString(end)
}

// source is a random stream: documents, Lists, JSON; in CRLF, without the last
// line end.
func source(r *rand.Rand) string {
	w := &writer{Rand: r}
	for i := range 1 + r.IntN(2) {
		if i > 0 {
			w.out.WriteString("---\n")
		}
		w.gap()
		indent := ""
		if r.IntN(3) == 0 {
			w.out.WriteString("apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n")
			indent = "  "
		} else {
			w.out.WriteString("apiVersion: v1\nkind: Pod\n")
		}
		w.out.WriteString(indent)
		w.entries(len(indent), 3)
	}
	text := w.out.String()
	switch r.IntN(8) {
	case 0:
		text = strings.ReplaceAll(text, "\n", "\r\n")
	case 1:
		text = strings.TrimRight(text, "\n")
	case 2:
		text = asJSON(text, r.IntN(2) == 0)
	}
	return text
}

// asJSON writes the first object of a source as JSON, if that can be done.
func asJSON(text string, pretty bool) string {
	list, err := objects(text)
	if err != nil || len(list) == 0 {
		return text
	}
	value, err := plain(list[0].Root)
	if err != nil {
		return text
	}
	out, err := json.Marshal(value)
	if pretty {
		out, err = json.MarshalIndent(value, "", "  ")
	}
	if err != nil {
		return text
	}
	return string(out) + "\n"
}

// pointers lists the paths of a value, the value's own left out.
func pointers(value any, at string) []string {
	var list []string
	switch v := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			below := at + manifest.Pointer(key)
			list = append(append(list, below), pointers(v[key], below)...)
		}
	case []any:
		for i := range v {
			below := fmt.Sprintf("%s/%d", at, i)
			list = append(append(list, below), pointers(v[i], below)...)
		}
	}
	return list
}

// operations are one to three on random places. Some are not possible.
func operations(r *rand.Rand, paths []string) []finding.Operation {
	values := []any{"v", "true", "it's: \"#\"", 1337, false, map[string]any{"a/b": "1", "y": map[string]any{}}, []any{"x", 2}, map[string]any{}, "\u2028"}
	var list []finding.Operation
	for range 1 + r.IntN(3) {
		path, value := paths[r.IntN(len(paths))], values[r.IntN(len(values))]
		switch r.IntN(4) {
		case 0:
			list = append(list, op("remove", path, nil))
		case 1:
			list = append(list, op("replace", path, value))
		case 2:
			list = append(list, op("add", path+[]string{"/new", "/-", "", "/other"}[r.IntN(4)], value))
		default:
			list = append(list, op("add", path[:strings.LastIndexByte(path, '/')]+"/new", value))
		}
	}
	return list
}

var sources = flag.Int("sources", 4000, "how many random sources TestEditsOfRandomSources repairs")

// TestEditsOfRandomSources holds what checkEdits does for random sources and
// operations, and that enough of them are possible at all.
func TestEditsOfRandomSources(t *testing.T) {
	runs := *sources
	if testing.Short() {
		runs /= 4
	}
	made, broken, refused := 0, 0, map[string]int{}
	for seed := range runs {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		text := source(r)
		list, err := objects(text)
		if err != nil || len(list) == 0 {
			if broken++; broken < 3 {
				t.Logf("seed %d makes no object: %v\n%s", seed, err, text)
			}
			continue
		}
		i := r.IntN(len(list))
		value, err := plain(list[i].Root)
		if err != nil {
			t.Fatal(err)
		}
		// Without apiVersion and kind it would be no object.
		paths := slices.DeleteFunc(pointers(value, ""), func(p string) bool { return p == "/kind" || p == "/apiVersion" })
		todo := operations(r, paths)
		out, err := checkEdits(text, i, todo)
		if no, ok := errors.AsType[refusal](err); ok {
			message := no.Error()
			refused[message[strings.LastIndex(message, ": ")+1:]]++
			continue
		}
		if err != nil {
			t.Fatalf("seed %d, %+v: %v\nbefore:\n%s", seed, todo, err, text)
		}
		made++
		if got, want := comments(out), comments(text); got != want && !removes(todo) {
			t.Fatalf("seed %d, %+v: %d comments have become %d:\n%s\nbefore:\n%s", seed, todo, want, got, out, text)
		}
	}
	if made < runs/4 {
		t.Errorf("only %d of %d were repaired", made, runs)
	}
	t.Logf("%d of %d repaired, %d no YAML; refused: %v", made, runs, broken, refused)
}

func removes(list []finding.Operation) bool {
	return slices.ContainsFunc(list, func(o finding.Operation) bool { return o.Op == "remove" })
}

// comments counts the comments that writer writes.
func comments(text string) int {
	return strings.Count(text, "# c") + strings.Count(text, "# it's {") + strings.Count(text, "# - deep")
}
