package main

import (
	"fmt"
	"slices"
	"strings"

	"istio.io/api/annotation"
	"istio.io/api/label"
)

// key is what a table tells about one annotation or label. Fields that are unset are left out.
type key struct {
	Resources   []string `json:"resources"`
	Status      string   `json:"status"`
	Deprecated  bool     `json:"deprecated,omitempty"`
	Hidden      bool     `json:"hidden,omitempty"`
	Source      string   `json:"source"`
	Validator   string   `json:"validator,omitempty"`   // the injector's check of the value
	Values      []string `json:"values,omitempty"`      // the only values that mean something
	Generated   bool     `json:"generated,omitempty"`   // written by Istio, not by people
	Since       string   `json:"since,omitempty"`       // first release that reads it
	Removed     string   `json:"removed,omitempty"`     // first release that ignores it
	Replacement string   `json:"replacement,omitempty"` // what to use instead
}

// apiSource marks keys that the API module lists.
const apiSource = "istio.io/api"

// annotationsOfAPI lists the annotations of istio.io/api.
func annotationsOfAPI() map[string]key {
	keys := map[string]key{}
	for _, a := range annotation.AllResourceAnnotations() {
		keys[a.Name] = apiKey(a.Resources, a.FeatureStatus, a.Deprecated, a.Hidden)
	}
	return keys
}

// labelsOfAPI lists the labels of istio.io/api.
func labelsOfAPI() map[string]key {
	keys := map[string]key{}
	for _, l := range label.AllResourceLabels() {
		keys[l.Name] = apiKey(l.Resources, l.FeatureStatus, l.Deprecated, l.Hidden)
	}
	return keys
}

// apiKey turns an instance of either package into an entry.
func apiKey[R fmt.Stringer](resources []R, status fmt.Stringer, deprecated, hidden bool) key {
	k := key{
		Resources:  make([]string, 0, len(resources)),
		Status:     strings.ToLower(status.String()),
		Deprecated: deprecated,
		Hidden:     hidden,
		Source:     apiSource,
	}
	for _, r := range resources {
		k.Resources = append(k.Resources, r.String())
	}
	slices.Sort(k.Resources)
	return k
}

// keyTable merges the hand-written facts into the list of the API. An overlay entry without resources and source of its
// own adds to a key of the API and fails when the API has dropped it: that is how an update shows.
func keyTable(keys map[string]key, over keyOverlay) (table, error) {
	domains := map[string]bool{}
	for name, extra := range over.Keys {
		have, ok := keys[name]
		switch {
		case extra.Source != "" && ok:
			return nil, fmt.Errorf("%s: the API lists it now, the overlay should only add to it", name)
		case extra.Source != "":
			keys[name] = extra
		case !ok:
			return nil, fmt.Errorf("%s: gone from the API; mark it as removed in the overlay", name)
		default:
			keys[name] = merge(have, extra)
		}
	}
	for name := range keys {
		if domain, _, ok := strings.Cut(name, "/"); ok && istioDomain(domain) {
			domains[domain] = true
		}
	}
	for _, pattern := range over.Patterns {
		domain, _, ok := strings.Cut(pattern, "/")
		if !ok || !strings.HasSuffix(pattern, "*") || !istioDomain(domain) {
			return nil, fmt.Errorf("pattern %q: want DOMAIN/PREFIX* in a domain of Istio", pattern)
		}
		domains[domain] = true
	}
	content := table{"keys": keys, "domains": sortedKeys(domains), "patterns": over.Patterns}
	if over.Guesses != nil {
		content["guesses"] = over.Guesses
	}
	return content, nil
}

// istioDomain says whether a key of this domain is Istio's to define.
func istioDomain(domain string) bool {
	return domain == "istio.io" || strings.HasSuffix(domain, ".istio.io")
}

// merge adds the fields that the API does not have; what the API says is never overridden.
func merge(have, extra key) key {
	have.Validator = extra.Validator
	have.Values = extra.Values
	have.Generated = extra.Generated
	have.Since = extra.Since
	have.Removed = extra.Removed
	have.Replacement = extra.Replacement
	return have
}
