package fix

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

// FuzzEdits makes any operation on any source: it is refused, or comes to what
// the patch makes of the object.
func FuzzEdits(f *testing.F) {
	for _, source := range []string{
		"a: 1\nb: {c: [x, \"y\"]} # c\n", "m:\n- a: |+\n    x\n\n  b: 'q'\n- [x]\n", "a: &x {k: v}\nb: *x\nc:\n  <<: *x\n",
		"m: !!str x\nn:\r\n  o:\r\n", "? a\n: - b\n", "a: {b, c: , \"d\": 1,}\n", "---\n%YAML\n", "yes: {1: x, ~: y}\n",
	} {
		for _, path := range []string{"/a", "/b/c/-", "/m/0/a", "/m/1", "/n/o", "/c/k"} {
			f.Add(head+source, "remove", path, `"x"`)
			f.Add(head+source, "add", path, `{"x": "1"}`)
			f.Add(head+source, "replace", path, `1337`)
		}
	}
	f.Fuzz(func(t *testing.T, source, kind, path, value string) {
		var v any
		if json.Unmarshal([]byte(value), &v) != nil {
			return
		}
		list, err := objects(source)
		if err != nil || len(list) == 0 {
			return
		}
		for i, object := range list {
			if _, err := plain(object.Root); err != nil || path == "/kind" || path == "/apiVersion" || path == "/items" {
				return
			}
			_, err := checkEdits(source, i, []finding.Operation{{Op: kind, Path: path, Value: v}})
			if _, refused := errors.AsType[refusal](err); err != nil && !refused {
				t.Fatalf("%q, object %d, %s %s %s: %v", source, i, kind, path, value, err)
			}
		}
	})
}
