package report

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// cellWidth bounds a column of the table, the last one excepted.
const cellWidth = 60

// writeTable writes aligned columns with a header, for eyes and for cut -c.
func writeTable(out *bytes.Buffer, r Report, o Options) error {
	rows := [][]string{{"SEVERITY", "RULE", "OBJECT", "PLACE", "MESSAGE"}}
	for _, f := range r.Findings {
		severity := f.Severity.String()
		if f.Suppressed != nil {
			if !o.Verbose {
				continue
			}
			severity = "suppressed"
		}
		object := "-"
		if f.Object.Kind != "" {
			object = visible(f.Object.String(), "")
		}
		rows = append(rows, []string{severity, visible(f.Rule, ""), object, place(f.File, f.Span), readable(f.Message)})
	}
	if len(rows) > 1 {
		align(out, rows)
	}
	if !o.Quiet {
		if len(rows) > 1 {
			out.WriteByte('\n')
		}
		fmt.Fprintln(out, r.total())
	}
	return nil
}

// align writes rows of cells in columns of equal width on a terminal.
func align(out *bytes.Buffer, rows [][]string) {
	last := len(rows[0]) - 1
	widths := make([]int, last)
	for _, row := range rows {
		for i := range widths {
			row[i] = fitting(row[i])
			widths[i] = max(widths[i], displaywidth.String(row[i]))
		}
	}
	for _, row := range rows {
		for i, width := range widths {
			out.WriteString(row[i] + strings.Repeat(" ", width-displaywidth.String(row[i])+2))
		}
		out.WriteString(row[last] + "\n")
	}
}

// fitting cuts a cell in its middle: places and objects differ at both ends.
func fitting(text string) string {
	if displaywidth.String(text) <= cellWidth {
		return text
	}
	head := displaywidth.TruncateString(text, cellWidth/2, ellipsis)
	var tail []string
	clusters := displaywidth.StringGraphemes(text)
	for clusters.Next() {
		tail = append(tail, clusters.Value())
	}
	room := cellWidth - displaywidth.String(head)
	first := len(tail)
	for first > 0 && displaywidth.String(tail[first-1]) <= room {
		first--
		room -= displaywidth.String(tail[first])
	}
	return head + strings.Join(tail[first:], "")
}
