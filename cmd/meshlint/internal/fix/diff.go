package fix

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// contextLines is how many lines stand around a change, as git has them.
const contextLines = 3

// Diff returns the unified diff from before to after that `git apply` takes. The
// name is relative to the folder in which that runs.
func Diff(name string, before, after []byte) (string, error) {
	name = path.Clean(filepath.ToSlash(name))
	edits := udiff.Lines(string(before), string(after))
	text, err := udiff.ToUnified(header("a/"+name), header("b/"+name), string(before), edits, contextLines)
	if err != nil {
		return "", fmt.Errorf("comparing %s: %w", name, err)
	}
	return text, nil
}

// header writes a name as git does: in quotes if it could not be told where it
// ends, or if it could move the cursor of a terminal.
func header(name string) string {
	if !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return name
	}
	var out strings.Builder
	for _, c := range []byte(name) {
		switch {
		case c == '"' || c == '\\':
			out.WriteString(`\` + string(rune(c)))
		case c < ' ' || c == 0x7f:
			fmt.Fprintf(&out, `\%03o`, c)
		default:
			out.WriteByte(c)
		}
	}
	return `"` + out.String() + `"`
}
