package manifest

import (
	"bytes"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// diagnose says what is wrong with a document that the parser gave up on, and
// where: first by what the text looks like, then by what the parser says.
func (r *reader) diagnose(err error, consumed int) Fault {
	d := r.document
	if at, what, ok := badBytes(d.Data); ok {
		return d.lineFault(what, at)
	}
	message, at := r.locate(err, consumed)
	if found, what, ok := d.text.culprit(at); ok {
		return d.lineFault(what, found)
	}
	return d.lineFault(d.text.explain(message, at), at)
}

// badBytes finds what is no text.
func badBytes(data []byte) (at int, what string, ok bool) {
	if at := bytes.IndexByte(data, 0); at >= 0 {
		return at, "This is binary data, not a manifest: there is a NUL byte in this line.", true
	}
	for i := 0; i < len(data); {
		c, width := utf8.DecodeRune(data[i:])
		switch {
		case c == utf8.RuneError && width <= 1:
			return i, fmt.Sprintf("The byte 0x%02X here is not UTF-8: save the file as UTF-8, or leave it out if it is not a manifest.", data[i]), true
		case c < ' ' && !isSpace(byte(c)), c == 0x7F, c >= 0x80 && c < 0xA0 && c != 0x85, c == 0xFFFE, c == 0xFFFF:
			return i, fmt.Sprintf("The control character U+%04X in this line is not allowed in YAML.", c), true
		}
		i += width
	}
	return 0, "", false
}

// diagnoseJSON says what is wrong with a document that starts as JSON does and
// failed as JSON at an offset. What is no YAML either is meant to be JSON when
// its first key has quotes.
func (r *reader) diagnoseJSON(content, failed int) (Fault, bool) {
	d := r.document
	if _, _, bad := badBytes(d.Data); bad || failed < 0 || !bytes.HasPrefix(bytes.TrimLeft(d.Data[content+1:], " \t\r\n"), []byte("\"")) {
		return Fault{}, false
	}
	if _, _, culprit := d.text.culprit(failed); culprit {
		return Fault{}, false
	}
	switch at := min(failed, len(d.Data)-1); {
	case failed == len(d.Data):
		at = len(bytes.TrimRight(d.Data, " \t\r\n")) - 1
		return d.lineFault("The JSON object is not closed: the document ends within it, so the stream may have been cut off.", at), true
	case d.Data[at] == '"' && doubleQuoted(d.Data[at:]) == 0:
		return d.lineFault("The quotes that open here are never closed: the document ends within them, so the stream may have been cut off.", at), true
	default:
		c, _ := utf8.DecodeRune(d.Data[at:])
		return d.lineFault(fmt.Sprintf("This is not JSON: %q cannot stand here.", c), at), true
	}
}

// exact are the messages of the library's scanner for which it names the line
// rightly: of a key, of the place, or of the start of a quoted scalar.
var exact = []string{
	"could not find expected ':'", "mapping values are not allowed", "block sequence entries are not allowed",
	"mapping keys are not allowed", "found character that cannot start", "found unexpected end of stream",
	"found unexpected document indicator", "found unknown escape", "did not find expected hexdecimal",
	"found invalid Unicode character escape", "did not find expected comment or line break",
	"found an indentation indicator", "did not find expected alphabetic", "did not find expected whitespace",
}

// locate works out where the parser failed. The library tells the line only of
// some faults, and of a fault in the first line never. So the document is
// parsed again behind an empty line and byte by byte where it failed: how many
// bytes were taken tells the place.
func (r *reader) locate(err error, consumed int) (message string, at int) {
	data := r.document.Data
	feed := &feeder{data: data, slow: max(0, consumed-4*chunk)}
	if _, again := parseYAML(io.MultiReader(strings.NewReader("\n"), feed)); again != nil {
		err = again
	}
	line, message := splitMessage(err)
	if rest, ok := strings.CutPrefix(message, "unknown anchor '"); ok {
		name, _, _ := strings.Cut(rest, "'")
		return message, max(0, bytes.LastIndex(data[:feed.consumed], []byte("*"+name)))
	}
	text := r.document.text
	text.index()
	for _, known := range exact {
		if line >= 2 && line-2 < len(text.nodes) && strings.HasPrefix(message, known) {
			return message, text.nodes[line-2]
		}
	}
	return message, text.failed(message, feed.consumed)
}

// chunk is how many bytes the library reads at a time.
const chunk = 512

// failed is where the line starts that a parser gave up on. The parser has
// looked ahead, by a line or two, so lines are taken away from the end as long
// as it says the same without them. A bracket that is never closed leads to
// where it opens.
func (t *text) failed(message string, consumed int) int {
	const lines, bytesParsed = 50, 4 << 20
	last := sort.SearchInts(t.lines, max(1, consumed)) - 1
	for tries := 0; last > 0 && tries < min(lines, 2+bytesParsed/len(t.data)); tries++ {
		_, err := parseYAML(bytes.NewReader(t.data[:t.lines[last]]))
		if _, said := splitMessage(err); said != message {
			break
		}
		last--
	}
	return t.lines[last]
}

// splitMessage takes an error of the library apart; line is 0 if it has none.
func splitMessage(err error) (line int, message string) {
	if err == nil {
		return 0, ""
	}
	message = strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(message, "line "); ok {
		number, text, _ := strings.Cut(rest, ": ")
		line, _ = strconv.Atoi(number)
		message = text
	}
	return line, message
}

// lastContent returns the start of the last line before at with more than a
// comment, or at if there is none.
func (t *text) lastContent(at int) int {
	for start, _ := t.line(at); start > 0; {
		start, _ = t.line(start - 1)
		if line := bytes.TrimLeft(t.data[start:], " \t\r\n"); len(line) > 0 && line[0] != '#' {
			if _, end := t.line(start); len(t.data)-len(line) < end {
				return start
			}
		}
	}
	return at
}
