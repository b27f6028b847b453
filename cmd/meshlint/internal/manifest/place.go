package manifest

import (
	"bytes"
	"strconv"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

// Place is where a path of an object stands in the source.
type Place struct {
	finding.Span
	// Path is the JSON pointer into the document of the path asked for, also
	// where a parent stands for it.
	Path string
	// Snippet is the source line of Span.Line, without its line end.
	Snippet string
	// Offset and EndOffset are the bytes of the span in the Data of the
	// document's part.
	Offset, EndOffset int
}

// Pointer writes a path as JSON pointer (RFC 6901).
func Pointer(path ...any) string {
	var out strings.Builder
	for _, step := range path {
		out.WriteByte('/')
		switch step := step.(type) {
		case string:
			out.WriteString(pointerEscapes.Replace(step))
		case int:
			out.WriteString(strconv.Itoa(step))
		}
	}
	return out.String()
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// Place finds a path, of keys and indices, in the object. The span covers the
// value where that is a scalar on the line of its key, else the key; with onKey
// always the key. For an item of a sequence that is no scalar it covers the
// first key or the bracket. Where the path does not exist, its nearest existing
// parent stands for it.
func (o *Object) Place(path []any, onKey bool) Place {
	key, value, found := o.walk(path)
	place := Place{Path: Pointer(append(o.Prefix[:len(o.Prefix):len(o.Prefix)], path...)...)}
	place.Offset, place.EndOffset = o.Document.text.nodeSpan(key, value, onKey && found)
	place.Span = o.Document.text.span(place.Offset, place.EndOffset)
	place.Snippet = o.Document.text.snippet(place.Line)
	return place
}

// walk follows a path as far as it exists. The key is nil for an item of a
// sequence and for the object itself.
func (o *Object) walk(path []any) (key, value *Node, found bool) {
	value = o.Root
	for _, step := range path {
		node := Resolve(value)
		switch step := step.(type) {
		case string:
			k, v := lookup(node, step)
			if k == nil || k.Line == 0 {
				return key, value, false
			}
			key, value = k, v
		case int:
			if node == nil || node.Kind != SequenceNode || step < 0 || step >= len(node.Content) {
				return key, value, false
			}
			key, value = nil, node.Content[step]
		default:
			return key, value, false
		}
	}
	return key, value, true
}

// nodeSpan returns the bytes that stand for an entry of a mapping, or for an
// item of a sequence, if key is nil.
func (t *text) nodeSpan(key, value *Node, onKey bool) (start, end int) {
	if key == nil {
		if start, end, ok := t.token(value); ok {
			return start, end
		}
		// An empty item has no text but its dash.
		at := min(t.offset(value), len(t.data))
		lineStart, _ := t.line(at)
		if dash := bytes.LastIndexByte(t.data[lineStart:at], '-'); dash >= 0 {
			return lineStart + dash, lineStart + dash + 1
		}
		return at, at
	}
	keyStart, keyEnd, ok := t.token(key)
	if !ok {
		keyStart = t.offset(key)
		keyEnd = keyStart
	}
	if target := Resolve(value); onKey || target == nil || target.Kind != ScalarNode ||
		value.Kind == ScalarNode && value.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		return keyStart, keyEnd
	}
	start, end, ok = t.token(value)
	keyLine, _ := t.position(keyStart)
	if line, _ := t.position(start); !ok || line != keyLine {
		return keyStart, keyEnd
	}
	return start, end
}

// Token returns the bytes of Data that hold a scalar or an alias, or what a
// mapping or sequence starts with: its bracket, else its first key or item. Of
// a block scalar it is the header. ok is false where a value is empty.
func (d *Document) Token(n *Node) (start, end int, ok bool) { return d.text.token(n) }

// Span turns a region of Data into lines and columns.
func (d *Document) Span(start, end int) finding.Span { return d.text.span(start, end) }
