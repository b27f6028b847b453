// Command injector makes fixtures/injected: it runs the real sidecar injector
// of Istio over fixtures/source, offline and at a pinned version.
//
//	go run .                   write ../../fixtures/injected
//	go run . -check            compare instead; exit code 1 where they differ
//	go run . -where            print the path of the built istioctl, never build it
//	go run . -config DIR       write the configuration for kube-inject, nothing else
//	    -istioctl PATH         use this istioctl instead of the pinned one
//
// Run it in its folder, .ci/injector.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

const (
	sourceDir   = "../../fixtures/source"
	injectedDir = "../../fixtures/injected"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "injector:", err)
		os.Exit(1)
	}
}

func run() error {
	var (
		compare  = flag.Bool("check", false, "compare with the committed files instead of writing them")
		where    = flag.Bool("where", false, "print the path of the built istioctl")
		config   = flag.String("config", "", "write the configuration for kube-inject to `DIR`, nothing else")
		istioctl = flag.String("istioctl", "", "`PATH` of an istioctl to use instead of the pinned one")
	)
	flag.Parse()
	if flag.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flag.Arg(0))
	}
	tool, err := findTool(*istioctl, !*where)
	if err != nil {
		return err
	}
	if *where {
		fmt.Println(tool)
		return nil
	}
	scratch, err := os.MkdirTemp("", "injector-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	i := injector{istioctl: tool, home: scratch, config: filepath.Join(scratch, "config")}
	if *config != "" {
		i.config = *config
	}
	if err := i.configure(); err != nil || *config != "" {
		return err
	}
	made, err := i.injectAll(sourceDir)
	if err != nil {
		return err
	}
	if *compare {
		return check(injectedDir, made)
	}
	return write(injectedDir, made)
}

// findTool returns the istioctl to run: the given one, or the pinned one from
// the cache, which it builds where that is missing and build allows it.
func findTool(given string, build bool) (string, error) {
	if given != "" {
		return filepath.Abs(given)
	}
	tool, err := cached()
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(tool); err == nil {
		return tool, nil
	}
	if !build {
		return "", errors.New("the pinned istioctl is not built yet: `go run .` in .ci/injector does it")
	}
	return tool, buildTool(tool)
}
