package manifest

import (
	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

// Fault is why a document, or an item of a List, cannot be read. It is a
// finding, not an error: it has a place and the rest goes on.
type Fault struct {
	// Rule is RuleParseError or RuleDuplicateKey.
	Rule    string
	Message string
	finding.Span
	// Path is a JSON pointer into the document.
	Path string
	// Object is what the fault is in, as far as is known.
	Object  finding.Object
	Related *finding.Related
	Snippet string
}

// The rules that Decode speaks for.
const (
	RuleParseError   = "yaml-parse-error"
	RuleDuplicateKey = "yaml-duplicate-key"
)

// lineFault is a fault of the document that covers the line around an offset.
func (d *Document) lineFault(message string, offset int) Fault {
	start, end := d.text.content(min(offset, len(d.Data)))
	return d.spanFault(message, start, end)
}

// nodeFault is a fault of the document that covers a node.
func (d *Document) nodeFault(n *Node, message string) Fault {
	start, end := d.text.nodeSpan(nil, n, false)
	return d.spanFault(message, start, end)
}

func (d *Document) spanFault(message string, start, end int) Fault {
	fault := Fault{Rule: RuleParseError, Message: message, Span: d.text.span(start, end)}
	fault.Snippet = d.text.snippet(fault.Line)
	return fault
}
