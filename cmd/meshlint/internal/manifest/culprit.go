package manifest

import (
	"bytes"
	"fmt"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

const (
	templateMessage = "This is a template that was not rendered: lint what `helm template` or the like makes of it."
	logMessage      = "This is a line of a log, not of a manifest: keep standard error apart from standard output (no 2>&1 in the pipe)."
	mergeMessage    = "This is a conflict marker of git: the file has been merged halfway."
	tabMessage      = "This line is indented with a tab: YAML takes only spaces."
)

// culprit looks for what people pipe into a linter by mistake, when the parser
// failed at an offset.
func (t *text) culprit(at int) (found int, message string, ok bool) {
	t.index()
	first := contentStart(t.data)
	for _, start := range t.lines {
		line := t.data[start:]
		switch {
		case isConflict(line):
			return start, mergeMessage, true
		case bytes.HasPrefix(line, []byte("{{")):
			// In the first column it is in no block scalar.
			return start, templateMessage, true
		}
	}
	before := t.lastContent(at)
	for _, near := range []int{at, before, t.lastContent(before)} {
		if start, end := t.content(near); hasTemplate(t.data[start:end]) {
			return near, templateMessage, true
		}
	}
	for _, near := range []int{first, at, before} {
		if start, end := t.content(near); isLog(t.data[start:end], true) {
			return near, logMessage, true
		}
	}
	lineStart, _ := t.line(at)
	if start, _ := t.content(at); bytes.IndexByte(t.data[lineStart:start], '\t') >= 0 {
		return at, tabMessage, true
	}
	return 0, "", false
}

// hasTemplate reports whether a line has a {{ outside of quotes.
func hasTemplate(line []byte) bool {
	before, _, found := bytes.Cut(line, []byte("{{"))
	return found && bytes.Count(before, []byte("'"))%2 == 0 && bytes.Count(before, []byte("\""))%2 == 0
}

// isConflict reports whether a line is what git puts into a file that it could
// not merge.
func isConflict(line []byte) bool {
	return bytes.HasPrefix(line, []byte("<<<<<<< ")) || bytes.HasPrefix(line, []byte(">>>>>>> "))
}

// isLog reports whether a line was written by a logger. With loose it need only
// be what programs say on standard error; that is for lines that are no YAML.
func isLog(line []byte, loose bool) bool {
	s := string(line[:min(len(line), 64)])
	if strings.HasPrefix(s, "===> ") {
		return true // the injector about what it skips
	}
	if loose {
		for _, word := range []string{"error: ", "warning: ", "warn: ", "info: ", "debug: ", "level=", "time=\""} {
			if len(s) >= len(word) && strings.EqualFold(s[:len(word)], word) {
				return true
			}
		}
	}
	for _, layout := range []string{"0000-00-00T00:00", "0000-00-00 00:00", "0000/00/00 00:00", "I0000 00:00", "W0000 00:00", "E0000 00:00", "F0000 00:00"} {
		if hasLayout(s, layout) {
			return true
		}
	}
	return false
}

// hasLayout reports whether s starts with layout, in which 0 is any digit.
func hasLayout(s, layout string) bool {
	if len(s) < len(layout) {
		return false
	}
	for i := range len(layout) {
		digit := s[i] >= '0' && s[i] <= '9'
		if layout[i] == '0' && !digit || layout[i] != '0' && s[i] != layout[i] {
			return false
		}
	}
	return true
}

// disguised finds in a document that could be parsed what is no manifest all
// the same: a template whose brackets happen to be YAML, or a line of a log.
func (t *text) disguised(root *Node) (at int, message string, ok bool) {
	if root == nil {
		return 0, "", false
	}
	line := root
	if root.Kind == MappingNode && len(root.Content) > 0 {
		line = root.Content[0]
	}
	if line.Kind == ScalarNode && line.Style == 0 && isLog([]byte(line.Value), false) {
		return t.offset(line), logMessage, true
	}
	if bytes.Contains(t.data, []byte("{{")) {
		if n := t.template(root); n != nil {
			return t.offset(n), templateMessage, true
		}
	}
	return 0, "", false
}

// template finds a {{ that was read as a mapping in the key of a mapping.
func (t *text) template(n *Node) *Node {
	for i, child := range n.Content {
		key := n.Kind == MappingNode && i%2 == 0
		if key && child.Kind == MappingNode && n.Style&yaml.FlowStyle != 0 && bytes.HasPrefix(t.data[t.value(t.offset(n)):], []byte("{{")) {
			return n
		}
		if found := t.template(child); found != nil {
			return found
		}
	}
	return nil
}

// sayings turn what the parser says into what is to be done about it.
var sayings = []struct{ prefix, message string }{
	{"could not find expected ':'", "This line is neither a `key: value` nor an item of a list."},
	{"mapping values are not allowed", "There is one `: ` too many in this line, or its indentation does not fit the line above: put the value in quotes, or correct the indentation."},
	{"block sequence entries are not allowed", "A list item (`- `) cannot stand here: the indentation does not fit the lines above."},
	{"mapping keys are not allowed", "A key cannot stand here: the indentation does not fit the lines above."},
	{"did not find expected key", "This line does not fit into the mapping around it: its indentation is not that of the other keys, or something follows a value that has ended."},
	{"did not find expected '-' indicator", "This line does not fit into the list around it: items start with `- `, all in the same column."},
	{"did not find expected ',' or '}'", "A { is not closed or a comma is missing, in this line or at its end."},
	{"did not find expected ',' or ']'", "A [ is not closed or a comma is missing, in this line or at its end."},
	{"did not find expected node content", "A value is missing here."},
	{"did not find expected <document start>", "This stands behind the end of the document: a line with --- is missing, or the line belongs elsewhere."},
	{"found unexpected end of stream", "The quotes that open here are never closed: the document ends within them."},
	{"found unexpected document indicator", "The quotes that open here are never closed: the document ends within them."},
	{"found unknown escape", "In double quotes a \\ starts an escape, and there is one here that does not exist: use single quotes, or write \\\\."},
	{"found a tab character", tabMessage},
	{tooDeep, "Mappings and sequences are nested too deep here; the document was not read."},
	{"found incompatible YAML document", "Only YAML 1.1 can be read; leave the %YAML directive out."},
}

// explain puts what the parser says about a place into words.
func (t *text) explain(said string, at int) string {
	message := "This is not YAML: " + said + "."
	for _, s := range sayings {
		if strings.HasPrefix(said, s.prefix) {
			message = s.message
		}
	}
	if rest, ok := strings.CutPrefix(said, "unknown anchor '"); ok {
		name, _, _ := strings.Cut(rest, "'")
		message = fmt.Sprintf("The alias *%s has no anchor &%s before it in this document; anchors do not reach across ---.", name, name)
	}
	if strings.HasPrefix(said, "found character that cannot start") {
		message = "A value cannot start with @, ` or %: put it in quotes."
	}
	if t.cutOff(said, at) {
		message += " The document ends here in the middle of a line, so the stream may have been cut off."
	}
	return message
}

// cutOff reports whether the parser missed something that may be missing
// because the document stops before its last line ends.
func (t *text) cutOff(said string, at int) bool {
	if end := t.data[len(t.data)-1]; end == '\n' || end == '\r' {
		return false
	}
	for _, open := range []string{"did not find expected ',' or", "found unexpected end of stream"} {
		if strings.HasPrefix(said, open) {
			return true
		}
	}
	_, end := t.line(at)
	return end == len(t.data) && (strings.HasPrefix(said, "could not find expected ':'") || strings.HasPrefix(said, "did not find expected node content"))
}
