package fix

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
)

// replace puts a scalar in place of another, in the quotes of the old one.
func (e *editor) replace(path []string, value any) error {
	parent, _, old, err := e.find(path)
	if err != nil {
		return err
	}
	if old == nil {
		return errMissing
	}
	return e.put(parent, old, value)
}

func (e *editor) put(parent, old *manifest.Node, value any) error {
	if old.Kind == manifest.AliasNode {
		return errShared
	}
	if old.Kind != manifest.ScalarNode {
		return errors.New("only a single value can be replaced")
	}
	if isBlockScalar(old) {
		return errors.New("a value of several lines is left to people")
	}
	if old.Anchor != "" || isTagged(old) {
		return errors.New("the value has an anchor or a tag")
	}
	start, end, ok := e.object.Document.Token(old)
	if !ok {
		return errors.New("there is no value to replace")
	}
	text, err := scalar(value, e.quote(start), isFlow(parent))
	if err != nil {
		return err
	}
	e.edit(start, end, text)
	return nil
}

// quote is the byte that says how what stands in place of the scalar at start
// is to be quoted: in JSON everything in double quotes.
func (e *editor) quote(start int) byte {
	if e.isJSON() {
		return '"'
	}
	return e.data[start]
}

// isJSON reports whether the document is written as JSON.
func (e *editor) isJSON() bool {
	text := bytes.TrimLeft(e.data, " \t\r\n")
	return len(text) > 0 && text[0] == '{' && json.Valid(text)
}
