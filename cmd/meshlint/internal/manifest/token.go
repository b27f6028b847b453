package manifest

import (
	"bytes"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// token returns the bytes of a scalar, an alias, or of what a mapping or
// sequence starts with: its bracket, else its first key or item. ok is false
// for what has no text: an empty value, a node put in by Decode.
func (t *text) token(n *Node) (start, end int, ok bool) {
	for {
		if n == nil || n.Line == 0 {
			return 0, 0, false
		}
		if n.Kind != MappingNode && n.Kind != SequenceNode || n.Style&yaml.FlowStyle != 0 || len(n.Content) == 0 {
			break
		}
		first := slices.IndexFunc(n.Content, func(child *Node) bool { return child.Line > 0 })
		if first < 0 {
			return 0, 0, false
		}
		n = n.Content[first]
	}
	start = t.value(t.offset(n))
	if start >= len(t.data) {
		return 0, 0, false
	}
	end = t.tokenEnd(n, start)
	return start, end, end > start
}

// tokenEnd returns the index behind the token of n that starts at start.
func (t *text) tokenEnd(n *Node, start int) int {
	text := t.data[start:]
	switch {
	case text[0] == '*':
		return start + nameLength(text)
	case n.Kind == MappingNode || n.Kind == SequenceNode:
		if text[0] == '{' || text[0] == '[' {
			return start + 1
		}
		return start
	case n.Style&yaml.DoubleQuotedStyle != 0:
		return start + doubleQuoted(text)
	case n.Style&yaml.SingleQuotedStyle != 0:
		return start + singleQuoted(text)
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return start + wordLength(text)
	}
	if written, ok := t.written[n]; ok {
		return start + plainLength(text, written)
	}
	return start + plainLength(text, n.Value)
}

// value skips anchors and tags, and the white space and comments behind them.
func (t *text) value(at int) int {
	for at < len(t.data) {
		switch t.data[at] {
		case '&':
			at += nameLength(t.data[at:])
		case '!':
			at += wordLength(t.data[at:])
		default:
			return at
		}
		at = t.skipSpace(at)
	}
	return at
}

// skipSpace returns the index of the next byte that is neither white space nor
// part of a comment.
func (t *text) skipSpace(at int) int {
	for {
		next := len(t.data) - len(bytes.TrimLeft(t.data[at:], " \t\r\n"))
		if next == at || next == len(t.data) || t.data[next] != '#' {
			return next
		}
		_, at = t.line(next)
	}
}

// wordLength is the length of what text starts with up to white space.
func wordLength(text []byte) int {
	if end := bytes.IndexAny(text, " \t\r\n"); end >= 0 {
		return end
	}
	return len(text)
}

// nameLength is the length of an anchor or alias with its sign.
func nameLength(text []byte) int {
	for i, c := range text[1:] {
		switch {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '-', c == '_':
		default:
			return i + 1
		}
	}
	return len(text)
}

// doubleQuoted is the length of a scalar in double quotes, 0 if it is none.
func doubleQuoted(text []byte) int {
	if text[0] != '"' {
		return 0
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}

// singleQuoted is the length of a scalar in single quotes, 0 if it is none.
func singleQuoted(text []byte) int {
	if text[0] != '\'' {
		return 0
	}
	for i := 1; i < len(text); i++ {
		if text[i] != '\'' {
			continue
		}
		if i+1 == len(text) || text[i+1] != '\'' {
			return i + 1
		}
		i++
	}
	return 0
}

// plainLength is the length of a scalar without quotes, 0 if text does not
// start with it. The value is the text itself, but that line ends and the white
// space around them are folded.
func plainLength(text []byte, value string) int {
	const folded = " \t\r\n\u0085\u2028\u2029"
	at := 0
	for len(value) > 0 {
		if at == len(text) {
			return 0
		}
		if text[at] == value[0] && !isSpace(text[at]) {
			at, value = at+1, value[1:]
			continue
		}
		space := len(text[at:]) - len(bytes.TrimLeft(text[at:], folded))
		rest := strings.TrimLeft(value, folded)
		if space == 0 || len(rest) == len(value) {
			return 0
		}
		at, value = at+space, rest
	}
	return at
}
