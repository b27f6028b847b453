package manifest

import (
	"bytes"
	"encoding/json"
)

// jsonTracker follows the brackets of a document that starts with one, to find
// where a JSON object ends.
type jsonTracker struct {
	active bool
	from   int // where the object starts in its document
	// done says that all brackets are closed and only white space followed.
	done            bool
	depth           int
	quoted, escaped bool
}

// feed takes the next bytes of the document.
func (t *jsonTracker) feed(data []byte) {
	if !t.active {
		return
	}
	for _, c := range data {
		switch {
		case t.escaped:
			t.escaped = false
		case t.quoted:
			t.escaped = c == '\\'
			t.quoted = c != '"'
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		case t.done:
			// Something follows: not one JSON object.
			t.active = false
			return
		case c == '"':
			t.quoted = true
		case c == '{' || c == '[':
			t.depth++
		case c == '}' || c == ']':
			t.depth--
			t.done = t.depth == 0
		}
	}
}

// startsNext reports whether the line at index begin of a document, which is
// its last, is the start of another JSON object. It is sure: what stands before
// is JSON and complete, so that the two cannot be one document.
func (t *jsonTracker) startsNext(document []byte, begin int) bool {
	if !t.active || !t.done {
		return false
	}
	line := bytes.TrimLeft(document[begin:], " \t")
	return len(line) > 0 && line[0] == '{' && json.Valid(document[t.from:begin])
}
