package manifest

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// parseJSON parses a document that is one JSON object, as kubectl does with all
// that starts with a bracket. It gives the nodes that the YAML library would
// give, but reads escapes as JSON has them, and takes a fraction of the time.
// The root is nil for what is no JSON, which may still be YAML; failed is then
// where it ceases to be JSON.
func parseJSON(data []byte, start, depth int) (root *Node, failed int) {
	if !utf8.Valid(data) {
		return nil, start
	}
	p := jsonParser{data: data, at: start, depth: depth, line: 1, column: 1}
	root, ok := p.value()
	if !ok || p.space() != 0 {
		return nil, p.at
	}
	return root, 0
}

// jsonParser is a recursive descent over data.
type jsonParser struct {
	data  []byte
	at    int
	depth int
	// line and column are those of marked, as the YAML library counts them.
	marked, line, column int
	slab                 []Node
}

// node makes a node at the current place. Nodes come in slabs, as a document
// has very many and they live as long as each other.
func (p *jsonParser) node(kind Kind, style yaml.Style, tag string) *Node {
	p.mark()
	if len(p.slab) == 0 {
		p.slab = make([]Node, 64)
	}
	n := &p.slab[0]
	p.slab = p.slab[1:]
	n.Kind, n.Style, n.Tag, n.Line, n.Column = kind, style, tag, p.line, p.column
	return n
}

// mark brings line and column up to the current place.
func (p *jsonParser) mark() {
	for p.marked < p.at {
		rest := p.data[p.marked:]
		switch c := rest[0]; {
		case c == '\n' || c == '\r' || c >= 0x80 && isExoticBreak(rest):
			p.marked += breakWidth(rest)
			p.line++
			p.column = 1
		default:
			_, width := utf8.DecodeRune(rest)
			p.marked += width
			p.column++
		}
	}
}

func isExoticBreak(text []byte) bool {
	return bytes.HasPrefix(text, []byte("\u0085")) || bytes.HasPrefix(text, []byte("\u2028")) || bytes.HasPrefix(text, []byte("\u2029"))
}

// space skips white space and returns the byte behind it, 0 at the end.
func (p *jsonParser) space() byte {
	for p.at < len(p.data) && isSpace(p.data[p.at]) {
		p.at++
	}
	if p.at == len(p.data) {
		return 0
	}
	return p.data[p.at]
}

func (p *jsonParser) value() (*Node, bool) {
	switch c := p.space(); c {
	case '{':
		return p.collection(MappingNode, yaml.NodeTagMap, '}')
	case '[':
		return p.collection(SequenceNode, yaml.NodeTagSeq, ']')
	case '"':
		return p.text()
	case 't':
		return p.word("true", yaml.NodeTagBool)
	case 'f':
		return p.word("false", yaml.NodeTagBool)
	case 'n':
		return p.word("null", yaml.NodeTagNull)
	default:
		return p.number()
	}
}

// collection parses an object or an array from its bracket on.
func (p *jsonParser) collection(kind Kind, tag string, end byte) (*Node, bool) {
	if p.depth--; p.depth < 0 {
		return nil, false
	}
	defer func() { p.depth++ }()
	n := p.node(kind, yaml.FlowStyle, tag)
	p.at++
	if p.space() == end {
		p.at++
		return n, true
	}
	for {
		if kind == MappingNode {
			if p.space() != '"' {
				return nil, false
			}
			key, ok := p.text()
			if !ok || p.space() != ':' {
				return nil, false
			}
			p.at++
			n.Content = append(n.Content, key)
		}
		value, ok := p.value()
		if !ok {
			return nil, false
		}
		n.Content = append(n.Content, value)
		switch p.space() {
		case ',':
			p.at++
		case end:
			p.at++
			return n, true
		default:
			return nil, false
		}
	}
}

// text parses a string.
func (p *jsonParser) text() (*Node, bool) {
	n := p.node(ScalarNode, yaml.DoubleQuotedStyle, yaml.NodeTagString)
	length := doubleQuoted(p.data[p.at:])
	if length == 0 {
		return nil, false
	}
	quoted := p.data[p.at : p.at+length]
	p.at += length
	simple := true
	for _, c := range quoted {
		if c < ' ' {
			return nil, false
		}
		simple = simple && c != '\\'
	}
	if simple {
		n.Value = string(quoted[1 : len(quoted)-1])
		return n, true
	}
	return n, json.Unmarshal(quoted, &n.Value) == nil
}

func (p *jsonParser) word(word, tag string) (*Node, bool) {
	if !bytes.HasPrefix(p.data[p.at:], []byte(word)) {
		return nil, false
	}
	n := p.node(ScalarNode, 0, tag)
	n.Value = word
	p.at += len(word)
	return n, true
}

func (p *jsonParser) number() (*Node, bool) {
	length := 0
	tag := yaml.NodeTagInt
	for _, c := range p.data[p.at:] {
		if c == '.' || c == 'e' || c == 'E' {
			tag = yaml.NodeTagFloat
		} else if (c < '0' || c > '9') && c != '-' && c != '+' {
			break
		}
		length++
	}
	digits := p.data[p.at : p.at+length]
	if !json.Valid(digits) {
		return nil, false
	}
	n := p.node(ScalarNode, 0, tag)
	n.Value = string(digits)
	p.at += length
	return n, true
}
