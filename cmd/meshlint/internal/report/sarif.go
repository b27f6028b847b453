package report

// SARIF is written for GitHub code scanning first. It takes or rejects a file
// as a whole, so these hold for every file:
//   - one run; every result has exactly one physical location with a URI that is
//     relative to the repository (or file://) and percent-encoded;
//   - message.text, shortDescription, fullDescription and help.text are there and
//     not empty; security-severity is a number and only on rules about security;
//   - automationDetails only when asked for: it silences the category that the
//     user gives to the upload action;
//   - no suppressed results unless asked for: GitHub opens them as alerts;
//   - at most 25,000 results; it shows 5,000.
// go-sarif gives the structure and is known to this file and its neighbours
// sarif_rules.go and sarif_clean.go alone.

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

const (
	sarifSchema      = "https://json.schemastore.org/sarif-2.1.0.json"
	projectURI       = "https://github.com/meshlint/meshlint"
	fingerprintKey   = "meshlint/v1"
	sarifMaxResults  = 25000
	sarifShown       = 5000
	sarifMaxRelated  = 1000
	sarifLinkedPlace = 10
)

// unreadable are the rules by which meshlint says that a document could not be
// read: results for the place, and notifications because the run is incomplete.
var unreadable = map[string]bool{"yaml-parse-error": true, "yaml-duplicate-key": true}

// semantic is the form of a version that SARIF calls semantic.
var semantic = regexp.MustCompile(`^\d+\.\d+\.\d+([-+][0-9A-Za-z.+-]+)?$`)

func writeSARIF(out *bytes.Buffer, r Report, o Options) error {
	document, err := cleanSARIF(newSARIF(r, o).report(), o.IncludeSuppressed)
	if err != nil {
		return err
	}
	return encodeJSON(out, document)
}

// sarifLog builds the SARIF of one run.
type sarifLog struct {
	Report
	Options
	run      *sarif.Run
	index    map[string]int    // of rules
	findings []finding.Finding // those to be written
}

func newSARIF(r Report, o Options) *sarifLog {
	s := &sarifLog{Report: r, Options: o, run: sarif.NewRunWithInformationURI("meshlint", projectURI), index: map[string]int{}}
	s.findings = r.open()
	if o.IncludeSuppressed {
		s.findings = r.Findings
	}
	return s
}

func (s *sarifLog) report() *sarif.Report {
	driver := s.run.Tool.Driver.WithVersion(s.Version)
	if semantic.MatchString(s.Version) {
		driver.WithSemanticVersion(s.Version)
	}
	for i, rule := range s.Rules {
		s.index[rule.ID] = i
		driver.Rules = append(driver.Rules, sarifRule(rule))
	}
	s.run.WithColumnKind("unicodeCodePoints")
	if s.SARIFCategory != "" {
		// GitHub reads what stands before the last slash as the category.
		s.run.WithAutomationDetails(sarif.NewRunAutomationDetails().WithID(strings.TrimSuffix(s.SARIFCategory, "/") + "/"))
	}
	invocation := sarif.NewInvocation().WithExecutionSuccessful(len(s.Problems) == 0)
	s.problems(invocation)
	s.results(invocation)
	s.artifacts()
	if s.Stdin != "" {
		invocation.WithStdin(s.artifact(s.Stdin))
	}
	s.run.AddInvocation(invocation)
	report := sarif.NewReport()
	report.Schema = sarifSchema
	return report.AddRun(s.run)
}

// results adds the findings that GitHub takes and says what is left out.
func (s *sarifLog) results(invocation *sarif.Invocation) {
	findings := s.findings
	if count := len(findings); count > sarifShown {
		findings = mostSevereFirst(findings)
		text := fmt.Sprintf("GitHub shows %d of these %d results; the most severe come first.", sarifShown, count)
		if count > sarifMaxResults {
			findings = findings[:sarifMaxResults]
			text = fmt.Sprintf("%d of %d results are left out, the least severe ones: GitHub takes %d and shows %d.",
				count-sarifMaxResults, count, sarifMaxResults, sarifShown)
		}
		invocation.AddToolExecutionNotification(sarif.NewNotification().WithLevel("warning").WithMessage(sarif.NewTextMessage(text)))
	}
	for _, f := range findings {
		s.run.AddResult(s.result(f))
		if unreadable[f.Rule] {
			invocation.AddToolExecutionNotification(sarif.NewNotification().WithLevel("error").
				WithMessage(sarif.NewTextMessage(readable(f.Message))).
				WithLocations([]*sarif.Location{s.location(f.File, f.Span)}).
				WithAssociatedRule(s.ruleReference(f.Rule)))
		}
	}
}

func (s *sarifLog) ruleReference(id string) *sarif.ReportingDescriptorReference {
	reference := sarif.NewReportingDescriptorReference().WithID(id)
	if index, ok := s.index[id]; ok {
		reference.WithIndex(index)
	}
	return reference
}

// problems adds what could not be read at all, which has no place in a file.
func (s *sarifLog) problems(invocation *sarif.Invocation) {
	for _, problem := range s.Problems {
		notification := sarif.NewNotification().WithLevel("error").WithMessage(sarif.NewTextMessage(sentence(readable(problem.Message))))
		if problem.File != "" {
			notification.AddLocation(sarif.NewLocation().WithPhysicalLocation(sarif.NewPhysicalLocation().WithArtifactLocation(s.artifact(problem.File))))
		}
		invocation.AddToolExecutionNotification(notification)
	}
}

func (s *sarifLog) result(f finding.Finding) *sarif.Result {
	location := s.location(f.File, f.Span)
	location.LogicalLocations = logicalLocations(f)
	result := sarif.NewRuleResult(f.Rule).WithLevel(sarifLevel(f.Severity)).AddLocation(location)
	if index, ok := s.index[f.Rule]; ok {
		result.WithRuleIndex(index)
	}
	if f.Fingerprint != "" {
		result.WithPartialFingerprints(map[string]string{fingerprintKey: f.Fingerprint})
	}
	for i, related := range f.Related[:min(len(f.Related), sarifMaxRelated)] {
		place := s.location(relatedFile(f, related), related.Span).WithID(i + 1)
		result.AddRelatedLocation(place.WithMessage(sarif.NewTextMessage(sentence(readable(related.Message)))))
	}
	result.WithMessage(sarif.NewTextMessage(linked(f)))
	if len(f.Edits) > 0 {
		result.AddFixe(s.fix(f))
	}
	if f.Suppressed != nil {
		kind := "external"
		if f.Suppressed.By == "comment" || f.Suppressed.By == "annotation" {
			kind = "inSource"
		}
		result.AddSuppression(sarif.NewSuppression().WithKind(kind).WithJustification(readable(suppressionReason(*f.Suppressed))))
	}
	return result
}

// linked is the message with links to the related locations, in the syntax of
// SARIF 3.11.6. What only looks like a link in it is escaped.
func linked(f finding.Finding) string {
	text := sentence(readable(f.Message))
	if strings.Contains(text, "](") {
		text = brackets.Replace(text)
	}
	var links []string
	for i, related := range f.Related[:min(len(f.Related), sarifLinkedPlace)] {
		label := strings.TrimSuffix(readable(related.Message), ".")
		if label == "" {
			label = place(relatedFile(f, related), related.Span)
		}
		links = append(links, fmt.Sprintf("[%s](%d)", brackets.Replace(label), i+1))
	}
	if len(links) == 0 {
		return text
	}
	return text + " See " + strings.Join(links, ", ") + "."
}

var brackets = strings.NewReplacer("[", `\[`, "]", `\]`, `\`, `\\`)

// sentence ends text with a period; an empty one would reject the file.
func sentence(text string) string {
	if strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}

// location is a place in a file. GitHub wants a region in every one.
func (s *sarifLog) location(file string, span finding.Span) *sarif.Location {
	return sarif.NewLocation().WithPhysicalLocation(sarif.NewPhysicalLocation().
		WithArtifactLocation(s.artifact(file)).WithRegion(region(span)))
}

func region(span finding.Span) *sarif.Region {
	line, column := max(span.Line, 1), max(span.Column, 1)
	region := sarif.NewRegion().WithStartLine(line).WithStartColumn(column)
	if span.EndLine > line || span.EndLine == line && span.EndColumn >= column {
		region.WithEndLine(span.EndLine).WithEndColumn(max(span.EndColumn, 1))
	}
	return region
}

// artifact names a file. A finding without one still needs a URI.
func (s *sarifLog) artifact(file string) *sarif.ArtifactLocation {
	if file == "" {
		file = stdinName
	}
	return sarif.NewSimpleArtifactLocation(s.uri(file))
}

// artifacts lists the files that were checked, each once.
func (s *sarifLog) artifacts() {
	files, _ := s.byFile(s.findings)
	seen := map[string]bool{}
	for _, file := range files {
		location := s.artifact(file)
		if !seen[*location.URI] {
			seen[*location.URI] = true
			s.run.AddArtifact(sarif.NewArtifact().WithLength(-1).WithLocation(location).WithRoles([]string{"analysisTarget"}))
		}
	}
}

// logicalLocations name the object, and the value in it by its JSON pointer.
func logicalLocations(f finding.Finding) []*sarif.LogicalLocation {
	locations := []*sarif.LogicalLocation{}
	if f.Object.Kind != "" {
		locations = append(locations, sarif.NewLogicalLocation().WithKind("resource").
			WithName(readable(f.Object.Name)).WithFullyQualifiedName(readable(f.Object.String())))
	}
	if f.Path != "" {
		path := readable(f.Path)
		locations = append(locations, sarif.NewLogicalLocation().WithKind("property").
			WithName(path[strings.LastIndexByte(path, '/')+1:]).WithFullyQualifiedName(path))
	}
	return locations
}

func (s *sarifLog) fix(f finding.Finding) *sarif.Fix {
	change := sarif.NewArtifactChange().WithArtifactLocation(s.artifact(f.File))
	for _, edit := range f.Edits {
		replacement := sarif.NewReplacement().WithDeletedRegion(region(edit.Span))
		if edit.Text != "" {
			// The text goes into a file: escapes that people can read would be wrong.
			replacement.WithInsertedContent(sarif.NewArtifactContent().WithText(edit.Text))
		}
		change.AddReplacement(replacement)
	}
	return sarif.NewFix().WithDescription(sarif.NewTextMessage("Repair as meshlint --fix does.")).AddArtifactChange(change)
}

func sarifLevel(s finding.Severity) string {
	switch s {
	case finding.Error:
		return sarif.LevelError
	case finding.Warning:
		return sarif.LevelWarning
	default:
		return sarif.LevelNote
	}
}
