package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// committed lists the injected files below dir, by their path in it. Other
// files there are not ours: expectations of the tests stand beside manifests.
func committed(dir string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.yaml"))
	if err != nil {
		return nil, err
	}
	for n, file := range files {
		if files[n], err = filepath.Rel(dir, file); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// write makes the folder hold the files that were made and no others.
func write(dir string, made map[string][]byte) error {
	old, err := committed(dir)
	if err != nil {
		return err
	}
	for _, name := range old {
		if made[name] == nil {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				return err
			}
		}
	}
	for name, text := range made {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// check names the committed files that differ from those that were made.
func check(dir string, made map[string][]byte) error {
	old, err := committed(dir)
	if err != nil {
		return err
	}
	var faults []error
	for _, name := range old {
		if made[name] == nil {
			faults = append(faults, fmt.Errorf("%s is not made by the injector", name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(made)) {
		text, err := os.ReadFile(filepath.Join(dir, name))
		switch {
		case errors.Is(err, os.ErrNotExist):
			faults = append(faults, fmt.Errorf("%s is missing", name))
		case err != nil:
			return err
		case !bytes.Equal(text, made[name]):
			faults = append(faults, fmt.Errorf("%s differs from what the injector makes", name))
		}
	}
	if len(faults) > 0 {
		faults = append(faults, errors.New("`go run .` in .ci/injector writes the files anew"))
	}
	return errors.Join(faults...)
}
