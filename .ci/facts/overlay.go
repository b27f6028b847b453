package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// overlayFiles are the facts written by hand, and go.mod, which names the version of the API.
//
//go:embed overlay/*.json go.mod
var overlayFiles embed.FS

// keyOverlay is the hand-written part of annotations.json or labels.json.
type keyOverlay struct {
	Keys     map[string]key    `json:"keys"`
	Patterns []string          `json:"patterns"`
	Guesses  map[string]string `json:"guesses,omitempty"` // names that people make up, in lower case, and what they mean
}

// overlay is all of overlay/*.json but meta.json.
type overlay struct {
	annotations, labels keyOverlay
	plain               map[string]table // tables that are hand-written as a whole
}

// plainTables are written as they are; their file names in overlay and in policies/data are the same.
var plainTables = []string{"gatewayclasses", "landing", "namespaces", "ports", "protocols"}

// readOverlay reads the hand-written facts.
func readOverlay() (overlay, error) {
	over := overlay{plain: map[string]table{}}
	if err := readStrict("annotations", &over.annotations); err != nil {
		return overlay{}, err
	}
	if err := readStrict("labels", &over.labels); err != nil {
		return overlay{}, err
	}
	for _, name := range plainTables {
		var content table
		if err := readStrict(name, &content); err != nil {
			return overlay{}, err
		}
		over.plain[name] = content
	}
	return over, nil
}

// readStrict reads one overlay file; a field that is not meant is an error.
func readStrict(name string, into any) error {
	path := "overlay/" + name + ".json"
	data, err := overlayFiles.ReadFile(path)
	if err != nil {
		return fmt.Errorf("reading the overlay: %w", err)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return fmt.Errorf("reading %s: %w", path, err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("reading %s: more than one value", path)
	}
	return nil
}

// source names a module that facts were taken from.
type source struct {
	Module  string `json:"module"`
	Version string `json:"version"`
}

// metadata heads every table: where its facts come from and the release of Istio they describe.
type metadata struct {
	Sources []source `json:"sources"`
	Release string   `json:"release"`
}

// readMeta joins the version of the API, as go.mod pins it, with the hand-written versions.
func readMeta() (metadata, error) {
	var meta metadata
	if err := readStrict("meta", &meta); err != nil {
		return metadata{}, err
	}
	mod, err := overlayFiles.ReadFile("go.mod")
	if err != nil {
		return metadata{}, fmt.Errorf("reading go.mod: %w", err)
	}
	for line := range strings.Lines(string(mod)) {
		words := strings.Fields(line)
		if i := slices.Index(words, apiSource); i >= 0 && i+1 < len(words) {
			meta.Sources = append([]source{{Module: apiSource, Version: words[i+1]}}, meta.Sources...)
			return meta, nil
		}
	}
	return metadata{}, fmt.Errorf("go.mod does not require %s", apiSource)
}
