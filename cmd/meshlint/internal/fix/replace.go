package fix

import (
	"errors"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
)

// replace puts a scalar in place of another, in the quotes of the old one.
func (e *editor) replace(path []string, value any) error {
	parent, _, old, err := e.find(path)
	if err != nil {
		return err
	}
	if old == nil {
		return errMissing
	}
	return e.put(parent, old, value)
}

func (e *editor) put(parent, old *manifest.Node, value any) error {
	if old.Kind == manifest.AliasNode {
		return errShared
	}
	if old.Kind != manifest.ScalarNode {
		return errors.New("only a single value can be replaced")
	}
	if old.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		return errors.New("a value of several lines is left to people")
	}
	if old.Anchor != "" || old.Style&yaml.TaggedStyle != 0 {
		return errors.New("the value has an anchor or a tag")
	}
	start, end, ok := e.object.Document.Token(old)
	if !ok {
		return errors.New("there is no value to replace")
	}
	text, err := scalar(value, e.data[start], isFlow(parent))
	if err != nil {
		return err
	}
	e.edit(start, end, text)
	return nil
}

func isFlow(n *manifest.Node) bool { return n.Style&yaml.FlowStyle != 0 }
