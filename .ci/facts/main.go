// Command facts writes the tables of Istio facts that the rules read (policies/data/*.json).
//
// What the module istio.io/api knows (annotations, labels, fields of ProxyConfig) is taken from it; what only the source
// of Istio tells (validators, landing places, ports) is written by hand in overlay/*.json and merged in.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "facts:", err)
		os.Exit(1)
	}
}

// run writes the tables or, with -check, compares them with the committed ones.
func run(args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("facts", flag.ContinueOnError)
	flags.SetOutput(stderr)
	dir := flags.String("dir", "../../policies/data", "folder of the tables")
	check := flags.Bool("check", false, "write nothing; fail when the committed tables differ")
	istio := flags.String("istio", "", "folder of the source of istio.io/istio to hold the hand-written facts against")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	tables, err := build()
	if err != nil {
		return err
	}
	if *istio != "" {
		if err := checkSource(*istio, tables); err != nil {
			return err
		}
	}
	if *check {
		return compare(*dir, tables)
	}
	return write(*dir, tables, stdout)
}
