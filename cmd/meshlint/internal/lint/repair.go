package lint

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/fix"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/policy"
)

// repair works out the edits of a finding's fix while its document is at hand.
// A fix that would change more than the rule can have seen is dropped.
func repair(object *manifest.Object, f *finding.Finding) {
	if len(f.Fix) == 0 {
		return
	}
	if !keepsSpelling(object, f.Fix) {
		f.Fix = []finding.Operation{}
		return
	}
	edits, err := fix.Edits(object, f.Fix)
	if err != nil {
		f.Unfixable = err.Error()
		return
	}
	f.Edits = edits
}

// factPlace is the place of a fact, with the edits of the fix that it brings.
func factPlace(object *manifest.Object, fact policy.Fact) placed {
	at := placed{
		file: object.Document.File, document: object.Document.Document,
		place: object.Place(fact.Path, fact.OnKey), names: names(object, fact.Path),
		repair: finding.Finding{Fix: fact.Fix},
	}
	repair(object, &at.repair)
	return at
}

// keepsSpelling reports whether no operation puts text in place of a number or
// boolean that is spelled otherwise: a rule sees 1.1 and false where the source
// has 1.10 and no, and cannot know which was meant. An operation `test` on the
// same place says that the rule means the value and not the spelling.
func keepsSpelling(object *manifest.Object, operations []finding.Operation) bool {
	meant := map[string]bool{}
	for _, operation := range operations {
		if operation.Op == "test" {
			meant[operation.Path] = true
			continue
		}
		text, isText := operation.Value.(string)
		if operation.Op != "replace" || !isText || meant[operation.Path] {
			continue
		}
		n := at(object.Root, operation.Path)
		if n == nil || n.Kind != manifest.ScalarNode {
			continue
		}
		if value, err := manifest.Scalar(n); err == nil && n.Value != text && fmt.Sprintf("%T", value) != "string" {
			return false
		}
	}
	return true
}

// at follows a JSON pointer.
func at(n *manifest.Node, pointer string) *manifest.Node {
	for _, step := range strings.Split(pointer, "/")[1:] {
		n = manifest.Resolve(n)
		if n == nil {
			return nil
		}
		if n.Kind == manifest.SequenceNode {
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(n.Content) {
				return nil
			}
			n = n.Content[i]
			continue
		}
		n = manifest.Field(n, strings.NewReplacer("~1", "/", "~0", "~").Replace(step))
	}
	return manifest.Resolve(n)
}
