package app

import (
	"errors"
	"fmt"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/spf13/pflag"
)

// flags makes a flag set that reports its own errors and prints help to
// standard output when it is asked for.
func (c *call) flags(name, usage string) *pflag.FlagSet {
	set := pflag.NewFlagSet(name, pflag.ContinueOnError)
	set.SetOutput(c.stderr)
	set.SortFlags = false
	set.Usage = func() {
		fmt.Fprint(c.stdout, usage)
		if set.HasAvailableFlags() {
			fmt.Fprintf(c.stdout, "\nFlags:\n%s", set.FlagUsages())
		}
	}
	return set
}

// parse reads the flags; a mistyped flag gets a suggestion.
func parse(set *pflag.FlagSet, args []string) error {
	err := set.Parse(args)
	if err == nil || errors.Is(err, pflag.ErrHelp) {
		return err
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		var names []string
		set.VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				names = append(names, f.Name)
			}
		})
		return usageError("%w%s", err, didYouMean("--", nearest(unknown.GetSpecifiedName(), names)))
	}
	return usageError("%w", err)
}

// nearest returns the candidate most like word, or "" when none is near.
func nearest(word string, candidates []string) string {
	best, distance := "", 1+max(2, len(word)/3)
	for _, candidate := range candidates {
		if d := levenshtein.ComputeDistance(strings.ToLower(word), candidate); d < distance {
			best, distance = candidate, d
		}
	}
	return best
}

func didYouMean(prefix, word string) string {
	if word == "" {
		return ""
	}
	return fmt.Sprintf(": did you mean %s%s?", prefix, word)
}

// printable makes control characters visible, so that a name in an error
// cannot move the cursor of a terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if (r < ' ' && r != '\t') || (r >= 0x7f && r < 0xa0) || r == '\u2028' || r == '\u2029' {
			return '\ufffd'
		}
		return r
	}, text)
}
