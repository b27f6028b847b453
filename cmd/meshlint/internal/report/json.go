package report

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

// jsonReport is the contract for scripts; docs say which keys it has. Findings
// carry theirs as tags. Data stands in it as it is in the manifest, in full.
type jsonReport struct {
	// Version is that of the contract: it grows when a key goes or changes its
	// meaning, not when one is added.
	Version  string            `json:"version"`
	Tool     string            `json:"tool"`
	Findings []finding.Finding `json:"findings"`
	Summary  finding.Summary   `json:"summary"`
}

func writeJSON(out *bytes.Buffer, r Report, _ Options) error {
	report := jsonReport{Version: "1", Tool: "meshlint " + r.Version, Findings: make([]finding.Finding, len(r.Findings)), Summary: r.Summary}
	for i, f := range r.Findings {
		if f.Related == nil {
			f.Related = []finding.Related{}
		}
		f.Fix = withNulls(f.Fix)
		report.Findings[i] = f
	}
	return encodeJSON(out, report)
}

// withNulls keeps the null of an operation that sets one, which JSON Patch wants
// to see and omitempty would drop.
func withNulls(fix []finding.Operation) []finding.Operation {
	kept := make([]finding.Operation, len(fix))
	copy(kept, fix)
	for i, operation := range kept {
		takesValue := operation.Op == "add" || operation.Op == "replace" || operation.Op == "test"
		if takesValue && operation.Value == nil {
			kept[i].Value = json.RawMessage("null")
		}
	}
	return kept
}

// encodeJSON writes indented JSON in which < stays < (nothing here is HTML) and
// no character is hidden.
func encodeJSON(out *bytes.Buffer, value any) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		return fmt.Errorf("encoding the report as JSON: %w", err)
	}
	out.Write(escapeJSON(text.Bytes()))
	return nil
}
