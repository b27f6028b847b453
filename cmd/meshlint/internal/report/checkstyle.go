package report

import (
	"bytes"
	"encoding/xml"
	"fmt"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

type checkstyleReport struct {
	XMLName xml.Name         `xml:"checkstyle"`
	Version string           `xml:"version,attr"`
	Files   []checkstyleFile `xml:"file"`
}

type checkstyleFile struct {
	Name       string            `xml:"name,attr"`
	Exceptions []string          `xml:"exception"`
	Errors     []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr,omitempty"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

// writeCheckstyle writes the XML of Checkstyle 4.3. Every file that was checked
// has an element; one that could not be read has an exception in it. Suppressed
// findings are left out.
func writeCheckstyle(out *bytes.Buffer, r Report, _ Options) error {
	report := checkstyleReport{Version: "4.3"}
	for _, problem := range r.Problems {
		name := problem.File
		if name == "" {
			name = "meshlint"
		}
		report.Files = append(report.Files, checkstyleFile{Name: visible(name, ""), Exceptions: []string{readable(problem.Message)}})
	}
	files, found := r.byFile(r.open())
	for _, file := range files {
		element := checkstyleFile{Name: visible(file, "")}
		for _, f := range found[file] {
			element.Errors = append(element.Errors, checkstyleError{
				Line: f.Line, Column: f.Column, Severity: f.Severity.String(), Message: readable(withNotes(f)), Source: "meshlint." + f.Rule,
			})
		}
		report.Files = append(report.Files, element)
	}
	return encodeXML(out, report)
}

// withNotes is the message with the other places that the finding is about.
func withNotes(f finding.Finding) string {
	message := f.Message
	for _, related := range f.Related {
		message += fmt.Sprintf(" Note: %s: %s", place(relatedFile(f, related), related.Span), related.Message)
	}
	return message
}

// encodeXML writes an XML 1.0 document. The encoder replaces what XML cannot
// hold; names and messages come in visible form, so that little is lost.
func encodeXML(out *bytes.Buffer, value any) error {
	text, err := xml.MarshalIndent(value, "", "  ")
	if err != nil {
		return fmt.Errorf("encoding the report as XML: %w", err)
	}
	out.WriteString(xml.Header)
	out.Write(text)
	out.WriteByte('\n')
	return nil
}
