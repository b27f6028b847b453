package fix

import (
	"fmt"
	"path"
	"path/filepath"

	"github.com/aymanbagabas/go-udiff"
)

// contextLines is how many lines stand around a change, as git has them.
const contextLines = 3

// Diff returns the unified diff from before to after that `git apply` takes. The
// name is relative to the folder in which that runs.
func Diff(name string, before, after []byte) (string, error) {
	name = filepath.ToSlash(name)
	edits := udiff.Lines(string(before), string(after))
	text, err := udiff.ToUnified("a/"+path.Clean(name), "b/"+path.Clean(name), string(before), edits, contextLines)
	if err != nil {
		return "", fmt.Errorf("comparing %s: %w", name, err)
	}
	return text, nil
}
