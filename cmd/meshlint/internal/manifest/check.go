package manifest

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

// checker looks for what Kubernetes' reader refuses although it is YAML, and
// turns keys into what that reader takes them for.
type checker struct {
	*reader
	object finding.Object
	// skip is the items of a List: they are looked at one by one.
	skip   *Node
	faults []Fault
	path   []step
}

// step is one step of a path; it is a key if index is negative.
type step struct {
	key   string
	index int
}

// node checks what is below a node at the given path. Aliases are checked where
// their anchor is.
func (c *checker) node(n *Node, prefix []any) {
	for _, p := range prefix {
		switch p := p.(type) {
		case string:
			c.path = append(c.path, step{p, -1})
		case int:
			c.path = append(c.path, step{"", p})
		}
	}
	c.walk(n)
}

// pointer is where the walk stands, as JSON pointer.
func (c *checker) pointer() string {
	path := make([]any, len(c.path))
	for i, s := range c.path {
		path[i] = s.key
		if s.index >= 0 {
			path[i] = s.index
		}
	}
	return Pointer(path...)
}

func (c *checker) push(s step) { c.path = append(c.path, s) }
func (c *checker) pop()        { c.path = c.path[:len(c.path)-1] }

func (c *checker) walk(n *Node) {
	if len(c.path) > c.limits.Depth {
		if len(c.faults) == 0 {
			path := c.path
			c.path = nil // it would fill the screen
			c.fault(n, fmt.Sprintf("Mappings and sequences are nested more than %d deep here, which no manifest needs; the document was not read.", c.limits.Depth))
			c.path = path
		}
		return
	}
	switch n.Kind {
	case MappingNode:
		c.mapping(n)
	case SequenceNode:
		if n == c.skip {
			return
		}
		for i, item := range n.Content {
			c.push(step{"", i})
			c.walk(item)
			c.pop()
		}
	case ScalarNode:
		if n.Style&yaml.TaggedStyle != 0 {
			if _, err := Scalar(n); err != nil {
				c.fault(n, "Kubernetes cannot read this value: "+err.Error()+".")
			}
		}
	}
}

func (c *checker) mapping(n *Node) {
	c.keys(n)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		c.push(step{key.Value, -1})
		if isMerge(key) && !mergeable(value) {
			c.fault(key, "The merge key << takes mappings only.")
		}
		c.walk(value)
		c.pop()
	}
}

// mergeable reports whether a merge key can take a value.
func mergeable(value *Node) bool {
	value = Resolve(value)
	if value.Kind == MappingNode {
		return true
	}
	if value.Kind != SequenceNode {
		return false
	}
	for _, item := range value.Content {
		if Resolve(item).Kind != MappingNode {
			return false
		}
	}
	return true
}

// few is up to how many keys comparing each with each costs less than a map.
const few = 8

// keys reads the keys of a mapping and reports those that are there twice.
func (c *checker) keys(n *Node) {
	var seen map[string]*Node
	if len(n.Content) > 2*few {
		seen = make(map[string]*Node, len(n.Content)/2)
	}
	for i := 0; i < len(n.Content); i += 2 {
		key := n.Content[i]
		if isMerge(key) || !c.key(key) {
			continue
		}
		var first *Node
		if seen != nil {
			if first = seen[key.Value]; first == nil {
				seen[key.Value] = key
			}
		} else {
			for j := 0; j < i && first == nil; j += 2 {
				if other := n.Content[j]; other.Value == key.Value && other.Kind == ScalarNode && !isMerge(other) {
					first = other
				}
			}
		}
		if first != nil {
			c.duplicate(key, first)
		}
	}
}

// key turns the value of a key into what Kubernetes takes it for. It reports
// whether it can be a key at all.
func (c *checker) key(key *Node) bool {
	if key.Kind == AliasNode {
		if target := key.Alias; target.Kind == ScalarNode {
			key.Kind, key.Alias = ScalarNode, nil
			key.Style, key.Tag, key.Value = target.Style, target.Tag, target.Value
		}
	}
	if key.Kind != ScalarNode {
		c.fault(key, "A key has to be a string, and this one is a mapping or a sequence.")
		return false
	}
	if key.Style&yaml.TaggedStyle == 0 && (key.Style != 0 || isText(key.Value)) {
		return true
	}
	read, err := Scalar(key)
	if err != nil {
		c.fault(key, "Kubernetes cannot read this key: "+err.Error()+".")
		return false
	}
	name, ok := keyName(read)
	if !ok {
		c.fault(key, fmt.Sprintf("A key has to be a string, and Kubernetes reads this one as %s: put it in quotes.", keyKind(read)))
		return false
	}
	if name != key.Value {
		c.document.text.rename(key, name)
	}
	return true
}

// isText reports whether a scalar without quotes is a string by its first
// letter or its length, as most keys are.
func isText(s string) bool {
	if s == "" {
		return false
	}
	c := s[0]
	if strings.IndexByte("yYnNtTfFoO", c) >= 0 {
		return len(s) > len("false")
	}
	return (c < '0' || c > '9') && strings.IndexByte("+-.~", c) < 0
}

// keyName is the string that sigs.k8s.io/yaml makes of a key.
func keyName(value any) (string, bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case bool:
		return strconv.FormatBool(v), true
	case int64:
		return strconv.FormatInt(v, 10), true
	case float64:
		switch {
		case math.IsInf(v, 1):
			return ".inf", true
		case math.IsInf(v, -1):
			return "-.inf", true
		case math.IsNaN(v):
			return ".nan", true
		}
		return strconv.FormatFloat(v, 'g', -1, 32), true
	}
	return "", false
}

func keyKind(value any) string {
	if number, ok := value.(json.Number); ok {
		return "the number " + number.String()
	}
	return "null"
}

// duplicate reports a key that its mapping has before.
func (c *checker) duplicate(key, first *Node) {
	text := c.document.text
	c.push(step{key.Value, -1})
	defer c.pop()
	firstStart, firstEnd := text.nodeSpan(nil, first, true)
	start, end := text.nodeSpan(nil, key, true)
	related := finding.Related{Span: text.span(firstStart, firstEnd), Path: c.pointer(), Message: "The first one is here."}
	related.Snippet = text.snippet(related.Line)
	fault := Fault{
		Rule: RuleDuplicateKey, Span: text.span(start, end), Path: related.Path, Object: c.object, Related: &related,
		Message: fmt.Sprintf("The key %s is in this mapping twice, first on line %d: most readers keep the last value and drop the first without a word. Keep one of them.", strconv.Quote(key.Value), related.Line),
	}
	fault.Snippet = text.snippet(fault.Line)
	c.faults = append(c.faults, fault)
}

// fault reports a node that cannot be read.
func (c *checker) fault(n *Node, message string) {
	fault := c.document.nodeFault(n, message)
	fault.Object, fault.Path = c.object, c.pointer()
	c.faults = append(c.faults, fault)
}
