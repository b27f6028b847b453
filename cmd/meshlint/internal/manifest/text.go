package manifest

import (
	"bytes"
	"sort"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

// text knows the lines and columns of a part. Its indices are built when first
// needed, as most documents have no findings.
type text struct {
	part Part
	data []byte
	// lines has the offset of each line as the source counts them; nodes the
	// same as the YAML library does, for which NEL, LS and PS end lines, too.
	// They are the same slice unless such a character occurs.
	lines, nodes []int
	// blocks has the number of code points before every block of blockBytes,
	// so that a column in a very long line is found without reading all of the
	// line. It is nil where all is ASCII.
	blocks []int
	// written has the text of keys that Kubernetes reads as something else.
	written map[*Node]string
	// lastSnippet is that of lastLine: a line of JSON may be the whole
	// document, and have many findings.
	lastLine    int
	lastSnippet string
}

const blockBytes = 4 << 10

func newText(part Part) *text { return &text{part: part, data: part.Data} }

func (t *text) index() {
	if t.lines != nil {
		return
	}
	t.lines = lineStarts(t.data, false)
	t.nodes = t.lines
	if isASCII(t.data) {
		return
	}
	for _, exotic := range []string{"\u0085", "\u2028", "\u2029"} {
		if bytes.Contains(t.data, []byte(exotic)) {
			t.nodes = lineStarts(t.data, true)
			break
		}
	}
	count := 0
	for start := 0; start <= len(t.data); start += blockBytes {
		t.blocks = append(t.blocks, count)
		count += codePoints(t.data[start:min(start+blockBytes, len(t.data))])
	}
}

func isASCII(data []byte) bool {
	for _, c := range data {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

// codePoints counts the bytes that start a code point.
func codePoints(data []byte) int {
	n := 0
	for _, c := range data {
		if c&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

// lineStarts returns the offsets at which lines begin. Lines end with LF,
// CR LF or CR, and with exotic also with the other line ends of YAML 1.1.
func lineStarts(data []byte, exotic bool) []int {
	starts := make([]int, 1, 1+bytes.Count(data, []byte("\n")))
	ends := "\r\n"
	if exotic {
		ends += "\u0085\u2028\u2029"
	}
	for at := 0; ; {
		next := bytes.IndexAny(data[at:], ends)
		if next < 0 {
			return starts
		}
		at += next + breakWidth(data[at+next:])
		starts = append(starts, at)
	}
}

// breakWidth is the length of the line end that data starts with.
func breakWidth(data []byte) int {
	switch {
	case bytes.HasPrefix(data, []byte("\r\n")), bytes.HasPrefix(data, []byte("\u0085")):
		return 2
	case data[0] < 0x80:
		return 1
	default:
		return len("\u2028")
	}
}

// runes counts the code points before offset.
func (t *text) runes(offset int) int {
	if t.blocks == nil {
		return offset
	}
	block := offset / blockBytes
	return t.blocks[block] + codePoints(t.data[block*blockBytes:offset])
}

// offset returns where in the data a node of the YAML library starts.
func (t *text) offset(n *Node) int {
	t.index()
	if n.Line < 1 || n.Line > len(t.nodes) {
		return len(t.data)
	}
	at := t.nodes[n.Line-1]
	if n.Line == 1 && bytes.HasPrefix(t.data, []byte(byteOrderMark)) {
		at += len(byteOrderMark)
	}
	if t.blocks == nil {
		return min(at+n.Column-1, len(t.data))
	}
	want := t.runes(at) + n.Column - 1
	// The last block that starts at or before the code point looked for.
	if block := sort.SearchInts(t.blocks, want+1) - 1; block*blockBytes > at {
		at = block * blockBytes
	}
	for missing := want - t.runes(at); at < len(t.data); at++ {
		if t.data[at]&0xC0 == 0x80 {
			continue
		}
		if missing == 0 {
			break
		}
		missing--
	}
	return at
}

// position returns line and column in the source of an offset into the data.
func (t *text) position(offset int) (line, column int) {
	t.index()
	i := sort.SearchInts(t.lines, offset+1) - 1
	return t.part.Line + i, t.runes(offset) - t.runes(t.lines[i]) + 1
}

// span turns byte offsets into lines and columns.
func (t *text) span(start, end int) finding.Span {
	var s finding.Span
	s.Line, s.Column = t.position(start)
	s.EndLine, s.EndColumn = t.position(max(start, end))
	return s
}

// line returns the source line that offset is in, as offsets without line end.
func (t *text) line(offset int) (start, end int) {
	t.index()
	i := sort.SearchInts(t.lines, offset+1) - 1
	start, end = t.lines[i], len(t.data)
	if i+1 < len(t.lines) {
		end = t.lines[i+1]
	}
	return start, start + len(bytes.TrimRight(t.data[start:end], "\r\n"))
}

// content is the line that offset is in, without white space on both sides.
func (t *text) content(offset int) (start, end int) {
	start, end = t.line(offset)
	end = start + len(bytes.TrimRight(t.data[start:end], " \t"))
	return end - len(bytes.TrimLeft(t.data[start:end], " \t")), end
}

// snippet returns a line of the source.
func (t *text) snippet(line int) string {
	t.index()
	i := line - t.part.Line
	if i < 0 || i >= len(t.lines) {
		return ""
	}
	if line != t.lastLine {
		start, end := t.line(t.lines[i])
		t.lastLine, t.lastSnippet = line, string(t.data[start:end])
	}
	return t.lastSnippet
}

// rename gives a key the value that Kubernetes reads, and keeps what is written.
func (t *text) rename(key *Node, value string) {
	if t.written == nil {
		t.written = map[*Node]string{}
	}
	t.written[key] = key.Value
	key.Value = value
}
