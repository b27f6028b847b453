package fix

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
)

// scalar writes a value as the one that starts with the byte quote is written:
// in the same quotes, and without any where it had none and needs none.
func scalar(value any, quote byte, flow bool) (string, error) {
	text, isText := value.(string)
	switch {
	case !isText:
		return literal(value)
	case quote == '\'' && isPrintable(text):
		return "'" + strings.ReplaceAll(text, "'", "''") + "'", nil
	case quote != '"' && isPlain(text, flow):
		return text, nil
	default:
		return quoted(text), nil
	}
}

// literal writes what is no text: a number, true, false.
func literal(value any) (string, error) {
	switch value.(type) {
	case map[string]any, []any, nil:
		return "", fmt.Errorf("%v is no single value", value)
	}
	out, err := json.Marshal(value)
	return string(out), err
}

// quoted writes text in double quotes, which JSON and YAML read alike.
func quoted(text string) string {
	var encoded bytes.Buffer
	encoder := json.NewEncoder(&encoded)
	encoder.SetEscapeHTML(false)
	// A string can always be encoded.
	_ = encoder.Encode(text)
	var out strings.Builder
	for _, r := range strings.TrimSuffix(encoded.String(), "\n") {
		if isPrintable(string(r)) {
			out.WriteRune(r)
		} else {
			// JSON leaves these alone, YAML does not take them.
			fmt.Fprintf(&out, "\\u%04x", r)
		}
	}
	return out.String()
}

// isPrintable reports whether YAML takes text as it is, on one line.
func isPrintable(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		switch {
		case r < ' ', r >= 0x7f && r < 0xa0, r == 0x2028, r == 0x2029, r == 0xfeff, r == 0xfffe, r == 0xffff:
			return true
		}
		return false
	})
}

// isPlain reports whether text without quotes, as key and as value, is read as
// that text, by YAML and by Kubernetes.
func isPlain(text string, flow bool) bool {
	if text == "" || text == "<<" || !isPrintable(text) || strings.TrimSpace(text) != text {
		return false
	}
	if flow {
		n, ok := parsed("{" + text + ": 0}")
		if !ok || n.Kind != manifest.MappingNode || len(n.Content) != 2 || n.Content[0].Value != text {
			return false
		}
	}
	n, ok := parsed(text)
	if !ok || n.Kind != manifest.ScalarNode || n.Value != text || n.Style != 0 || n.LineComment != "" {
		return false
	}
	read, err := manifest.Scalar(n)
	return err == nil && read == any(text)
}

// parsed returns what a text is as YAML.
func parsed(text string) (*yaml.Node, bool) {
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(text), &document); err != nil || len(document.Content) != 1 {
		return nil, false
	}
	return document.Content[0], true
}

// style is how new entries are written.
type style struct {
	flow, json bool
	// indent is the white space in front of an entry of a block.
	indent string
	eol    string
}

// key writes a key with its colon.
func (s style) key(key string) string {
	if s.json || !isPlain(key, s.flow) {
		return quoted(key) + ":"
	}
	return key + ":"
}

// value writes a value behind a key or a dash, with the white space in front.
func (s style) value(value any) (string, error) {
	switch v := value.(type) {
	case string:
		return " " + quoted(v), nil
	case map[string]any:
		if s.flow || len(v) == 0 {
			return s.flowMapping(v)
		}
		deeper := s
		deeper.indent += "  "
		var out strings.Builder
		for _, key := range slices.Sorted(maps.Keys(v)) {
			text, err := deeper.value(v[key])
			if err != nil {
				return "", err
			}
			out.WriteString(s.eol + deeper.indent + s.key(key) + text)
		}
		return out.String(), nil
	case []any:
		return s.flowList(v)
	default:
		text, err := literal(v)
		return " " + text, err
	}
}

func (s style) flowMapping(mapping map[string]any) (string, error) {
	var entries []string
	for _, key := range slices.Sorted(maps.Keys(mapping)) {
		text, err := s.value(mapping[key])
		if err != nil {
			return "", err
		}
		entries = append(entries, s.key(key)+text)
	}
	return " {" + strings.Join(entries, ", ") + "}", nil
}

// flowList writes a list; the rules' lists are short.
func (s style) flowList(list []any) (string, error) {
	s.flow = true
	var items []string
	for _, item := range list {
		text, err := s.value(item)
		if err != nil {
			return "", err
		}
		items = append(items, strings.TrimPrefix(text, " "))
	}
	return " [" + strings.Join(items, ", ") + "]", nil
}
