package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// table is the content of one file: everything below its only top-level key, which is the name of the file.
type table map[string]any

// build makes all tables by name.
func build() (map[string]table, error) {
	over, err := readOverlay()
	if err != nil {
		return nil, err
	}
	meta, err := readMeta()
	if err != nil {
		return nil, err
	}
	tables := map[string]table{}
	if tables["annotations"], err = keyTable(annotationsOfAPI(), over.annotations); err != nil {
		return nil, fmt.Errorf("annotations: %w", err)
	}
	if tables["labels"], err = keyTable(labelsOfAPI(), over.labels); err != nil {
		return nil, fmt.Errorf("labels: %w", err)
	}
	tables["proxyconfig"] = proxyConfigTable()
	for name, content := range over.plain {
		tables[name] = content
	}
	for _, content := range tables {
		content["meta"] = meta
	}
	return tables, verify(tables)
}

// encode gives the bytes of a file: two spaces, sorted keys, so that an update shows as a small diff.
func encode(name string, content table) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(map[string]table{name: content}); err != nil {
		return nil, fmt.Errorf("encoding %s: %w", name, err)
	}
	return out.Bytes(), nil
}

// write puts every table into dir.
func write(dir string, tables map[string]table, stdout io.Writer) error {
	for _, name := range sortedKeys(tables) {
		data, err := encode(name, tables[name])
		if err != nil {
			return err
		}
		path := filepath.Join(dir, name+".json")
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return fmt.Errorf("writing a table: %w", err)
		}
		fmt.Fprintln(stdout, path)
	}
	return nil
}

// compare fails with a summary of the lines in which the files of dir and the tables differ.
func compare(dir string, tables map[string]table) error {
	var out []string
	for _, name := range sortedKeys(tables) {
		want, err := encode(name, tables[name])
		if err != nil {
			return err
		}
		path := filepath.Join(dir, name+".json")
		have, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			out = append(out, path+": missing")
			continue
		}
		if err != nil {
			return fmt.Errorf("reading a table: %w", err)
		}
		if !bytes.Equal(have, want) {
			out = append(out, path+":")
			out = append(out, difference(string(have), string(want))...)
		}
	}
	if len(out) > 0 {
		return fmt.Errorf("out of step with the sources, run `go run .` in .ci/facts:\n%s", strings.Join(out, "\n"))
	}
	return nil
}

// difference lists lines that one text has more often than the other, ten of each at most: enough to see what changed.
func difference(have, want string) []string {
	const most = 10
	count := map[string]int{}
	for line := range strings.Lines(have) {
		count[line]--
	}
	for line := range strings.Lines(want) {
		count[line]++
	}
	var gone, added []string
	for _, line := range sortedKeys(count) {
		text := strings.TrimRight(line, "\n")
		switch {
		case count[line] < 0:
			gone = append(gone, "  - "+text)
		case count[line] > 0:
			added = append(added, "  + "+text)
		}
	}
	if len(gone)+len(added) == 0 {
		return []string{"  the same lines in another order"}
	}
	return append(gone[:min(len(gone), most)], added[:min(len(added), most)]...)
}

// sortedKeys gives the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
