package manifest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// Scalar reads a scalar as Kubernetes does (sigs.k8s.io/yaml, which holds to
// YAML 1.1): a string, bool, int64, float64, json.Number for an integer beyond
// int64, or nil. It fails where Kubernetes' reader fails: a tag that does not
// fit the value. Decode has checked all tags of the objects it returns.
func Scalar(n *Node) (any, error) {
	if n.Style&yaml.TaggedStyle != 0 {
		return tagged(n)
	}
	if n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		return n.Value, nil
	}
	return plain(n.Value), nil
}

// tagged reads a scalar with an explicit tag. Tags that are not of YAML's own
// schema leave a string.
func tagged(n *Node) (any, error) {
	value := plain(n.Value)
	fits := true
	switch n.Tag {
	case yaml.NodeTagString:
		return n.Value, nil
	case "!!binary":
		text, err := base64.StdEncoding.DecodeString(n.Value)
		if err != nil {
			return nil, fmt.Errorf("the value is tagged !!binary and is not base64: %w", err)
		}
		return string(text), nil
	case yaml.NodeTagBool:
		_, fits = value.(bool)
	case yaml.NodeTagNull:
		fits = value == nil
	case yaml.NodeTagInt:
		switch value.(type) {
		case int64, json.Number:
		default:
			fits = false
		}
	case yaml.NodeTagFloat:
		switch v := value.(type) {
		case int64:
			value = float64(v)
		case float64:
		default:
			fits = false
		}
	case "!!timestamp":
		_, fits = value.(string)
		fits = fits && isTimestamp(n.Value)
	default:
		return n.Value, nil
	}
	if !fits {
		return nil, fmt.Errorf("the value %q does not fit its tag %s", n.Value, n.Tag)
	}
	return value, nil
}

// plain reads a scalar without quotes and without a tag, as yaml.v2 does.
func plain(s string) any {
	if s == "" {
		return nil
	}
	switch c := s[0]; {
	case c >= '0' && c <= '9' || c == '+' || c == '-':
		if v, ok := word(s); ok { // -.inf
			return v
		}
		return number(s)
	case c == '.':
		if v, ok := word(s); ok {
			return v
		}
		if f, err := strconv.ParseFloat(s, 64); err == nil {
			return f
		}
	case strings.IndexByte("yYnNtTfFoO~", c) >= 0:
		if v, ok := word(s); ok {
			return v
		}
	}
	return s
}

// word reads the words of YAML 1.1 that are no strings.
func word(s string) (any, bool) {
	if len(s) > len("false") {
		return nil, false
	}
	switch s {
	case "y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON":
		return true, true
	case "n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF":
		return false, true
	case "~", "null", "Null", "NULL":
		return nil, true
	case ".nan", ".NaN", ".NAN":
		return math.NaN(), true
	case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF":
		return math.Inf(1), true
	case "-.inf", "-.Inf", "-.INF":
		return math.Inf(-1), true
	}
	return nil, false
}

// number reads what starts with a digit or a sign, or gives it back as it is.
func number(s string) any {
	if isTimestamp(s) {
		return s
	}
	digits := s
	if strings.IndexByte(s, '_') >= 0 {
		digits = strings.ReplaceAll(s, "_", "")
	}
	if i, err := strconv.ParseInt(digits, 0, 64); err == nil {
		return i
	}
	if u, err := strconv.ParseUint(digits, 0, 64); err == nil {
		return json.Number(strconv.FormatUint(u, 10))
	}
	if isFloat(digits) {
		if f, err := strconv.ParseFloat(digits, 64); err == nil {
			return f
		}
	}
	if rest, ok := strings.CutPrefix(digits, "-0b"); ok {
		if i, err := strconv.ParseInt("-"+rest, 2, 64); err == nil {
			return i
		}
	}
	if rest, ok := strings.CutPrefix(digits, "0b"); ok {
		if i, err := strconv.ParseInt(rest, 2, 64); err == nil {
			return i
		}
	}
	return s
}

// isFloat reports whether s is a decimal number: [-+]?(.d+|d+(.d*)?)(e[-+]?d+)?
func isFloat(s string) bool {
	s = strings.TrimLeft(s[:min(1, len(s))], "+-") + s[min(1, len(s)):]
	whole := digitCount(s)
	s = s[whole:]
	if strings.HasPrefix(s, ".") {
		fraction := digitCount(s[1:])
		if whole == 0 && fraction == 0 {
			return false
		}
		s = s[1+fraction:]
	} else if whole == 0 {
		return false
	}
	if s == "" {
		return true
	}
	if s[0] != 'e' && s[0] != 'E' {
		return false
	}
	s = s[1:]
	if s != "" && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	return s != "" && digitCount(s) == len(s)
}

// isTimestamp reports whether yaml.v2 takes s for a timestamp, which it hands
// on as the string it is; so 2026-01-01 is never a sum.
func isTimestamp(s string) bool {
	if digitCount(s) != 4 || len(s) == 4 || s[4] != '-' {
		return false
	}
	for _, layout := range [...]string{
		"2006-1-2T15:4:5.999999999Z07:00", "2006-1-2t15:4:5.999999999Z07:00", "2006-1-2 15:4:5.999999999", "2006-1-2",
	} {
		if _, err := time.Parse(layout, s); err == nil {
			return true
		}
	}
	return false
}

func digitCount(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
