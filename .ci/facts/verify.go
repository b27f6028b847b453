package main

import (
	"errors"
	"fmt"
	"slices"
)

// validators are the checks of the injector that the rules implement.
var validators = []string{
	"bool", "excludeIPRanges", "includeIPRanges", "includeInboundPorts", "interception", "interfaces", "portList",
	"proxyConfig", "quantity", "statusPort", "uint32",
}

// verify holds the tables against each other: a name that one file uses and another does not know is a slip.
func verify(tables map[string]table) error {
	annotations, ok := tables["annotations"]["keys"].(map[string]key)
	if !ok {
		return errors.New("the table of annotations has no keys")
	}
	var faults []error
	for _, name := range sortedKeys(annotations) {
		if v := annotations[name].Validator; v != "" && !slices.Contains(validators, v) {
			faults = append(faults, fmt.Errorf("annotations: %s: unknown validator %q", name, v))
		}
	}
	known := func(table, name string) {
		if _, ok := annotations[name]; !ok {
			faults = append(faults, fmt.Errorf("%s: %s is not in the table of annotations", table, name))
		}
	}
	if guesses, ok := tables["annotations"]["guesses"].(map[string]string); ok {
		for _, name := range guesses {
			known("annotations: guesses", name)
		}
	}
	places, _ := tables["landing"]["places"].(map[string]any)
	for _, name := range sortedKeys(places) {
		known("landing", name)
	}
	honoured, _ := tables["landing"]["gateway_template"].([]any)
	for _, name := range honoured {
		known("landing: gateway_template", fmt.Sprint(name))
	}
	names, _ := tables["protocols"]["names"].(map[string]any)
	protocols, _ := tables["protocols"]["protocols"].(map[string]any)
	for _, prefix := range sortedKeys(names) {
		if _, ok := protocols[fmt.Sprint(names[prefix])]; !ok {
			faults = append(faults, fmt.Errorf("protocols: %s: no entry for %v", prefix, names[prefix]))
		}
	}
	if len(annotations) == 0 || len(places) == 0 || len(names) == 0 {
		faults = append(faults, errors.New("a table is empty"))
	}
	return errors.Join(faults...)
}
