package report

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// defaults are the values that go-sarif always writes and that mean the same as
// none. GitHub documents some of the numbers as starting at 0.
var defaults = map[string]string{
	"byteOffset": "-1", "charOffset": "-1", "enabled": "true", "id": "-1", "index": "-1",
	"isComprehensive": "false", "kind": "fail", "language": "en-US", "length": "-1",
	"parentIndex": "-1", "rank": "-1", "ruleIndex": "-1",
}

// cleanSARIF turns a report into plain maps without what says nothing. With
// suppressions every result gets the list of its own, also an empty one: SARIF
// wants it for all results of a run or for none.
func cleanSARIF(report *sarif.Report, suppressions bool) (any, error) {
	text, err := json.Marshal(report)
	if err != nil {
		return nil, fmt.Errorf("encoding the SARIF report: %w", err)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var document map[string]any
	if err := decoder.Decode(&document); err != nil {
		return nil, fmt.Errorf("cleaning the SARIF report: %w", err)
	}
	cleaner{suppressions}.object(document)
	return document, nil
}

type cleaner struct{ suppressions bool }

// object removes defaults, nulls and whatever is empty, from the leaves up.
func (c cleaner) object(object map[string]any) {
	for key, value := range object {
		if c.empty(key, value) {
			delete(object, key)
		}
	}
}

// empty cleans value and says whether its key can go.
func (c cleaner) empty(key string, value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case map[string]any:
		c.object(value)
		return len(value) == 0
	case []any:
		c.list(key, value)
		// The first two are required, also when nothing was found; the others
		// are lists of what SARIF takes for granted.
		required := key == "results" || key == "rules"
		granted := key == "newlineSequences" || key == "contents"
		return len(value) == 0 && !required || granted
	default:
		usual, known := defaults[key]
		return known && fmt.Sprint(value) == usual
	}
}

func (c cleaner) list(key string, items []any) {
	for _, item := range items {
		if item, ok := item.(map[string]any); ok {
			c.object(item)
			if key == "results" && c.suppressions && item["suppressions"] == nil {
				item["suppressions"] = []any{}
			}
		}
	}
}
