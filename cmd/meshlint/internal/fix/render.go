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
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	// A string can always be encoded.
	_ = encoder.Encode(text)
	return strings.TrimSuffix(out.String(), "\n")
}

func isPrintable(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 })
}

// isPlain reports whether text without quotes is read as that text, by YAML and
// by Kubernetes.
func isPlain(text string, flow bool) bool {
	if text == "" || !isPrintable(text) || flow && strings.ContainsAny(text, ",[]{}") || strings.TrimSpace(text) != text {
		return false
	}
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(text), &document); err != nil || len(document.Content) != 1 {
		return false
	}
	n := document.Content[0]
	if n.Kind != manifest.ScalarNode || n.Value != text || n.Style != 0 || n.LineComment != "" {
		return false
	}
	read, err := manifest.Scalar(n)
	return err == nil && read == any(text)
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
		if s.flow {
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
		encoded, err := json.Marshal(v)
		return " " + string(encoded), err
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
