package app

import (
	_ "embed"
	"fmt"
	"runtime/debug"
	"strings"
)

// The version stands in a file of its own: builds from a clone without tags,
// as pre-commit makes them, have no other.
//
//go:embed VERSION
var versionFile string

// Version returns the version of meshlint, without a leading v.
func Version() string { return strings.TrimSpace(versionFile) }

// versionCommand prints the version and what the build knows of its commit.
func versionCommand(c *call, args []string) error {
	set := c.flags("version", "Usage:\n  meshlint version\n")
	if err := parse(set, args); err != nil {
		return err
	}
	line := "meshlint " + Version()
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			switch setting.Key {
			case "vcs.revision":
				line += " commit " + setting.Value
			case "vcs.time":
				line += " of " + setting.Value
			}
		}
		line += " " + info.GoVersion
	}
	_, err := fmt.Fprintln(c.stdout, line)
	return err
}
