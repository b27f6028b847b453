package manifest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestComments(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string // line:column covers text
	}{
		"behind a value":      {"apiVersion: v1\nkind: Pod # mark a b\n", []string{"2:11 2 a b"}},
		"above a key":         {"apiVersion: v1\n# mark a\nkind: Pod\n", []string{"2:1 3 a"}},
		"above, with others":  {"apiVersion: v1\n# mark a\n\n# why\nkind: Pod\n", []string{"2:1 5 a"}},
		"at the end":          {"apiVersion: v1\nkind: Pod\n# mark a\n", []string{"3:1 4 a"}},
		"CR LF":               {"apiVersion: v1\r\n  # mark a\r\nkind: Pod\r\n", []string{"2:3 3 a"}},
		"in quotes":           {"apiVersion: v1\nkind: \"Pod # mark a\"\n", nil},
		"in a plain scalar":   {"apiVersion: v1\nkind: Pod#mark a\n", nil},
		"in a script":         {"apiVersion: v1\nkind: Pod\ndata:\n  run: |\n    # mark a\n    true\n", nil},
		"behind a script":     {"apiVersion: v1\nkind: Pod\ndata:\n  run: |\n    true\n  # mark a\n  more: x\n", []string{"6:3 7 a"}},
		"on a script":         {"apiVersion: v1\nkind: Pod\ndata:\n  run: | # mark a\n    true\n", []string{"4:10 4 a"}},
		"in a script, item":   {"apiVersion: v1\nkind: Pod\nargs:\n- |\n  # mark a\n  true\n", nil},
		"twice on a line":     {"apiVersion: v1\nkind: Pod # mark a # mark b\n", []string{"2:11 2 a # mark b"}},
		"behind wide letters": {"apiVersion: v1\nkind: ノード # mark a\n", []string{"2:11 2 a"}},
		"no object":           {"a: b # mark a\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for part, err := range Split(strings.NewReader(c.text), Limits{}) {
				if err != nil {
					t.Fatal(err)
				}
				for _, c := range Decode("x", part, Limits{}).Comments("mark") {
					got = append(got, fmt.Sprintf("%d:%d %d %s", c.Line, c.Column, c.Covers, c.Text))
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
