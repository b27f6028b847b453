package app

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/report"
)

// output is one report to write; no file is standard output.
type output struct {
	format, file string
}

// parseOutputs reads FORMAT[=FILE] arguments. Two reports into one place would
// be none.
func parseOutputs(args []string) ([]output, error) {
	if len(args) == 0 {
		args = []string{"text"}
	}
	var outputs []output
	seen := map[string]bool{}
	for _, arg := range args {
		format, file, hasFile := strings.Cut(arg, "=")
		if !slices.Contains(report.Formats(), format) {
			return nil, usageError("unknown output format %q: use %s%s", format, strings.Join(report.Formats(), ", "),
				didYouMean("", nearest(format, report.Formats())))
		}
		if hasFile && file == "" {
			return nil, usageError("--output %s: no file after the equals sign", arg)
		}
		if file == "-" {
			file = ""
		}
		if seen[file] {
			return nil, usageError("--output %s: another report goes to the same place", arg)
		}
		seen[file] = true
		outputs = append(outputs, output{format, file})
	}
	return outputs, nil
}

// write writes one report. A file is written beside its place and renamed, so
// that a report cut short never stands under its name.
func (c *call) write(out output, r report.Report, o report.Options) error {
	if out.file == "" {
		w := bufio.NewWriter(c.stdout)
		err := report.Write(w, out.format, r, o)
		if flushErr := w.Flush(); err == nil {
			err = flushErr
		}
		if err != nil {
			return fmt.Errorf("writing the %s report: %w", out.format, err)
		}
		return nil
	}
	if err := writeFile(out, r, o); err != nil {
		return fmt.Errorf("writing the %s report to %s: %w", out.format, out.file, err)
	}
	return nil
}

func writeFile(out output, r report.Report, o report.Options) error {
	if info, err := os.Stat(out.file); err == nil && !info.Mode().IsRegular() {
		return writeDevice(out, r, o)
	}
	temporary, err := os.CreateTemp(filepath.Dir(out.file), "."+filepath.Base(out.file)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name())
	w := bufio.NewWriter(temporary)
	err = report.Write(w, out.format, r, o)
	if err == nil {
		err = w.Flush()
	}
	if err == nil {
		err = temporary.Chmod(0o644)
	}
	if closeErr := temporary.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	return os.Rename(temporary.Name(), out.file)
}

// writeDevice writes to what cannot be replaced by a rename, such as
// /dev/stderr or a named pipe.
func writeDevice(out output, r report.Report, o report.Options) error {
	device, err := os.OpenFile(out.file, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	err = report.Write(device, out.format, r, o)
	if closeErr := device.Close(); err == nil {
		err = closeErr
	}
	return err
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
