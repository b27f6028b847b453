package policy

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
)

// Convert turns a node straight into an OPA value, read as Kubernetes reads
// it: aliases and merge keys resolved, YAML 1.1 words as booleans.
func Convert(n *manifest.Node) (*ast.Term, error) {
	n = manifest.Resolve(n)
	switch n.Kind {
	case manifest.MappingNode:
		items := make([][2]*ast.Term, 0, len(n.Content)/2)
		for key, value := range manifest.Fields(n) {
			term, err := Convert(value)
			if err != nil {
				return nil, err
			}
			items = append(items, ast.Item(ast.InternedTerm(key.Value), term))
		}
		return ast.ObjectTerm(items...), nil
	case manifest.SequenceNode:
		items := make([]*ast.Term, len(n.Content))
		for i, value := range n.Content {
			term, err := Convert(value)
			if err != nil {
				return nil, err
			}
			items[i] = term
		}
		return ast.ArrayTerm(items...), nil
	default:
		return scalar(n)
	}
}

func scalar(n *manifest.Node) (*ast.Term, error) {
	value, err := manifest.Scalar(n)
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", n.Line, err)
	}
	switch v := value.(type) {
	case nil:
		return ast.InternedNullTerm, nil
	case string:
		return ast.InternedTerm(v), nil
	case bool:
		return ast.InternedTerm(v), nil
	case int64:
		return ast.NumberTerm(json.Number(strconv.FormatInt(v, 10))), nil
	case json.Number:
		return ast.NumberTerm(v), nil
	case float64:
		if math.IsInf(v, 0) || math.IsNaN(v) {
			// JSON has no such number, so the API server refuses it; for
			// rules it only matters that it is no string.
			return ast.InternedNullTerm, nil
		}
		return ast.NumberTerm(json.Number(strconv.FormatFloat(v, 'g', -1, 64))), nil
	default:
		return nil, fmt.Errorf("line %d: unexpected scalar %v", n.Line, value)
	}
}
