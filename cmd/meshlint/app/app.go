// Package app is the command line of meshlint: flags, subcommands and exit
// codes. It knows nothing of single rules.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/pflag"
)

// The exit codes, the same in every output format.
const (
	exitClean    = 0 // nothing at or above --fail-on
	exitFindings = 1 // findings at or above --fail-on
	exitUsage    = 2 // wrong flags, arguments or configuration
	exitFailure  = 3 // an input could not be read, or meshlint failed
)

// command is one subcommand. Its run gets the arguments after its name.
type command struct {
	name    string
	summary string
	run     func(c *call, args []string) error
}

// commands lists the subcommands in the order of the help.
func commands() []command {
	return []command{
		{"lint", "check manifests (the default: `meshlint PATH` is `meshlint lint PATH`)", lintCommand},
		{"rules", "list the rules", rulesCommand},
		{"explain", "explain one rule: why, how it fails, how to fix", explainCommand},
		{"version", "print the version", versionCommand},
	}
}

// call is one run of the program: its streams and what is known of them.
type call struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	// out is the real standard output where reports go elsewhere.
	out io.Writer
	ctx context.Context //nolint:containedctx // lives exactly as long as the call
}

// exitError carries an exit code to Main. An empty message prints nothing.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// usageError is wrong use of the command line: exit code 2.
func usageError(format string, args ...any) error {
	return &exitError{exitUsage, fmt.Errorf(format, args...)}
}

// errFindings ends a run that worked and found something.
var errFindings = &exitError{exitFindings, errors.New("findings")}

// errReported ends a run whose faults have been printed already.
var errReported = &exitError{exitFailure, errors.New("inputs could not be read")}

// Main runs meshlint with the arguments after the program's name and returns
// the exit code: 0 clean, 1 findings, 2 wrong usage, 3 failure.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := dispatch(&call{stdin: stdin, stdout: stdout, stderr: stderr, ctx: ctx}, args)
	switch {
	case err == nil, errors.Is(err, pflag.ErrHelp):
		return exitClean
	case errors.Is(err, errFindings), errors.Is(err, errReported):
	case errors.Is(err, syscall.EPIPE):
		// The reader of our output has gone; there is nobody to tell.
		return exitFailure
	default:
		fmt.Fprintf(stderr, "meshlint: %s\n", printable(err.Error()))
	}
	if exit, ok := errors.AsType[*exitError](err); ok {
		return exit.code
	}
	return exitFailure
}

// dispatch finds the subcommand; without one the arguments are those of lint.
func dispatch(c *call, args []string) error {
	if len(args) == 0 {
		return usageError("no PATH given: name files or directories, or - for standard input (meshlint --help says more)")
	}
	if args[0] == "help" {
		if len(args) == 1 {
			args = []string{"--help"}
		} else {
			args = []string{args[1], "--help"}
		}
	}
	for _, command := range commands() {
		if args[0] == command.name {
			return command.run(c, args[1:])
		}
	}
	return lintCommand(c, args)
}
