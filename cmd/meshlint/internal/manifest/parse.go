package manifest

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// parse returns the root node of the document, or nil if it is empty or cannot
// be parsed, which it reports.
func (r *reader) parse() *Node {
	data := r.document.Data
	content := contentStart(data)
	if content == len(data) {
		return nil
	}
	failed := -1
	if data[content] == '{' {
		var root *Node
		if root, failed = parseJSON(data, content, r.limits.Depth); root != nil {
			return root
		}
	}
	data = withoutVersion(data, content)
	feed := &feeder{data: data, slow: len(data)}
	root, err := parseYAML(feed)
	if err != nil {
		fault, ok := r.diagnoseJSON(content, failed)
		if !ok || strings.Contains(err.Error(), tooDeep) {
			fault = r.diagnose(err, feed.consumed)
		}
		r.document.report(fault)
		return nil
	}
	if at, message, ok := r.document.text.disguised(root); ok {
		r.document.report(r.document.lineFault(message, at))
		return nil
	}
	return root
}

// contentStart returns where something other than comments, white space,
// directives and the separator begins.
func contentStart(data []byte) int {
	at := 0
	for at < len(data) {
		rest := data[at:]
		switch c := rest[0]; {
		case isSpace(c):
			at++
		case c == '#', c == '%' && at == lineStart(data, at):
			next := bytes.IndexAny(rest, "\r\n")
			if next < 0 {
				return len(data)
			}
			at += next
		case isMarker(rest, '-') && at == lineStart(data, at), isMarker(rest, '.') && at == lineStart(data, at):
			at += 3
		default:
			return at
		}
	}
	return at
}

// withoutVersion turns a %YAML directive into a comment, since the library
// insists on version 1.1. What is before content is what may be a directive.
func withoutVersion(data []byte, content int) []byte {
	at := bytes.Index(data[:content], []byte("%YAML"))
	if at < 0 || at != lineStart(data, at) {
		return data
	}
	data = bytes.Clone(data)
	data[at] = '#'
	return data
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// lineStart returns where the line begins that at is in.
func lineStart(data []byte, at int) int {
	return bytes.LastIndexAny(data[:at], "\r\n") + 1
}

// tooDeep is what the library says of nesting that it does not follow.
const tooDeep = "exceeded max depth"

// errTrailing is the error of a part in which something follows the document.
var errTrailing = errors.New("did not find expected <document start>")

// parseYAML parses the one document of a reader.
func parseYAML(r io.Reader) (root *Node, err error) {
	// The library has its own recover, but not for faults of its own.
	defer func() {
		if p := recover(); p != nil {
			root, err = nil, errors.New("yaml: the parser fails on this document")
		}
	}()
	decoder := yaml.NewDecoder(r)
	var document yaml.Node
	if err := decoder.Decode(&document); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		return nil, err
	}
	var more yaml.Node
	if err := decoder.Decode(&more); !errors.Is(err, io.EOF) {
		if err == nil {
			err = errTrailing
		}
		return nil, err
	}
	if len(document.Content) == 0 {
		return nil, nil
	}
	return document.Content[0], nil
}

// feeder hands out data in large pieces, and from slow on byte by byte: so
// consumed tells how far a parser has come. The parser has no other way to say
// where it failed.
type feeder struct {
	data           []byte
	slow, consumed int
}

// Read hands out the next piece.
func (f *feeder) Read(p []byte) (int, error) {
	if f.consumed == len(f.data) {
		return 0, io.EOF
	}
	end := f.consumed + 1
	if f.consumed < f.slow {
		end = f.slow
	}
	n := copy(p, f.data[f.consumed:end])
	f.consumed += n
	return n, nil
}
