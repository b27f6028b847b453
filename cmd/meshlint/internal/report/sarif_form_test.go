package report

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// The part of a SARIF file that GitHub reads, as it reads it: absent numbers are
// nil here, which the types of go-sarif cannot tell from 0.
type log struct {
	Schema  string `json:"$schema"`
	Version string
	Runs    []run
}

type run struct {
	Tool struct {
		Driver struct {
			Name, InformationURI, Version, SemanticVersion string
			Rules                                          []rule
		}
	}
	Results           []result
	ColumnKind        string
	AutomationDetails *struct{ ID string }
	Artifacts         []struct{ Location artifact }
	Invocations       []struct {
		ExecutionSuccessful        *bool
		Stdin                      *artifact
		ToolExecutionNotifications []struct {
			Level     string
			Message   struct{ Text string }
			Locations []location
		}
	}
}

type rule struct {
	ID, Name, HelpURI                 string
	ShortDescription, FullDescription struct{ Text string }
	Help                              struct{ Text, Markdown string }
	DefaultConfiguration              struct{ Level string }
	Properties                        map[string]any
}

type result struct {
	RuleID              string
	RuleIndex           *int
	Level               string
	Message             struct{ Text string }
	Locations           []location
	RelatedLocations    []location
	PartialFingerprints map[string]string
	Suppressions        *[]any
	Fixes               []struct {
		ArtifactChanges []struct {
			ArtifactLocation artifact
			Replacements     []struct {
				DeletedRegion   map[string]int
				InsertedContent *struct{ Text string }
			}
		}
	}
}

type artifact struct{ URI string }

type location struct {
	ID               *int
	PhysicalLocation struct {
		ArtifactLocation artifact
		Region           map[string]int
	}
	LogicalLocations []struct{ FullyQualifiedName, Kind string }
}

// parse writes r as SARIF, checks what holds for every file and returns it.
func parse(t *testing.T, r Report, o Options) run {
	t.Helper()
	built := newSARIF(r, o).report()
	if err := built.Validate(); err != nil {
		t.Errorf("as built: %v", err)
	}
	text := render(t, "sarif", r, o)
	validateClean(t, text)
	for _, value := range []string{"-1", "null", "{}", `""`} {
		if strings.Contains(text, ": "+value) {
			t.Errorf("a value that says nothing: %s", value)
		}
	}
	if match := regexp.MustCompile(`"(\w+)": \[\]`).FindAllStringSubmatch(text, -1); match != nil {
		for _, m := range match {
			if m[1] != "results" && m[1] != "rules" && m[1] != "suppressions" {
				t.Errorf("an empty list of %s", m[1])
			}
		}
	}
	var l log
	if err := json.Unmarshal([]byte(text), &l); err != nil {
		t.Fatal(err)
	}
	if l.Schema != sarifSchema || l.Version != "2.1.0" || len(l.Runs) != 1 {
		t.Fatalf("schema %q, version %q, %d runs", l.Schema, l.Version, len(l.Runs))
	}
	if !strings.Contains(text, `"results": [`) || !strings.Contains(text, `"rules": [`) {
		t.Error("no results or no rules, not even empty ones")
	}
	checkRun(t, l.Runs[0])
	return l.Runs[0]
}

// validateClean validates what is written. go-sarif reads an absent language as
// an empty one, which its schema refuses.
func validateClean(t *testing.T, text string) {
	t.Helper()
	read, err := sarif.FromBytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range read.Runs {
		run.Language, run.Tool.Driver.Language = "en-US", "en-US"
		run.NewlineSequences, run.Tool.Driver.Contents = []string{"\n"}, []string{"localizedData"}
	}
	if err := read.Validate(); err != nil {
		t.Errorf("as written: %v", err)
	}
}

func checkRun(t *testing.T, r run) {
	t.Helper()
	if r.ColumnKind != "unicodeCodePoints" || r.Tool.Driver.Name != "meshlint" || r.Tool.Driver.InformationURI == "" {
		t.Errorf("columns %q, driver %q", r.ColumnKind, r.Tool.Driver.Name)
	}
	if len(r.Invocations) != 1 || r.Invocations[0].ExecutionSuccessful == nil {
		t.Error("not one invocation, or it does not say how it ended")
	}
	for _, rule := range r.Tool.Driver.Rules {
		checkRule(t, rule)
	}
	for _, result := range r.Results {
		checkResult(t, r, result)
	}
	for _, artifact := range r.Artifacts {
		checkURI(t, artifact.Location.URI)
	}
}

func checkRule(t *testing.T, r rule) {
	t.Helper()
	for what, text := range map[string]string{"short": r.ShortDescription.Text, "full": r.FullDescription.Text} {
		if n := utf8.RuneCountInString(text); n == 0 || n > 1024 {
			t.Errorf("rule %s: %s description of %d characters", r.ID, what, n)
		}
	}
	if r.Help.Text == "" || r.Help.Markdown == "" || r.Name == "" || len(r.Name) > 255 {
		t.Errorf("rule %s: help or name are missing", r.ID)
	}
	if strings.HasSuffix(r.HelpURI, "#") {
		t.Errorf("rule %s: help at %s", r.ID, r.HelpURI)
	}
	tags, _ := r.Properties["tags"].([]any)
	if len(tags) == 0 || len(tags) > 20 {
		t.Errorf("rule %s: %d tags", r.ID, len(tags))
	}
	if severity, ok := r.Properties["security-severity"]; ok {
		text, _ := severity.(string)
		if score, err := strconv.ParseFloat(text, 64); err != nil || score <= 0 || score > 10 || !strings.Contains(fmt.Sprint(tags), "security") {
			t.Errorf("rule %s: security-severity %v with tags %v", r.ID, severity, tags)
		}
	}
	if r.Properties["precision"] == nil || r.Properties["problem.severity"] == nil || r.DefaultConfiguration.Level == "" {
		t.Errorf("rule %s: %v, level %q", r.ID, r.Properties, r.DefaultConfiguration.Level)
	}
}

// embedded is a link in a message; a bracket with a backslash starts none.
var embedded = regexp.MustCompile(`(?:^|[^\\])\]\((\d+)\)`)

func checkResult(t *testing.T, r run, result result) {
	t.Helper()
	if result.Message.Text == "" || !strings.HasSuffix(result.Message.Text, ".") {
		t.Errorf("message %q", result.Message.Text)
	}
	if len(result.Locations) != 1 || len(result.RelatedLocations) > 1000 {
		t.Errorf("%d locations, %d related", len(result.Locations), len(result.RelatedLocations))
	}
	if result.RuleIndex == nil || r.Tool.Driver.Rules[*result.RuleIndex].ID != result.RuleID {
		t.Errorf("the index of rule %s is that of another", result.RuleID)
	}
	if result.PartialFingerprints["meshlint/v1"] == "" {
		t.Error("no fingerprint")
	}
	ids := map[string]bool{}
	for i, location := range slices.Concat(result.Locations, result.RelatedLocations) {
		checkURI(t, location.PhysicalLocation.ArtifactLocation.URI)
		region := location.PhysicalLocation.Region
		if region["startLine"] < 1 || region["startColumn"] < 1 || region["endLine"] < region["startLine"] {
			t.Errorf("region %v", region)
		}
		if (i == 0) != (location.ID == nil) {
			t.Errorf("location %d has the id %v", i, location.ID)
		}
		if location.ID != nil {
			ids[strconv.Itoa(*location.ID)] = true
		}
	}
	for _, link := range embedded.FindAllStringSubmatch(result.Message.Text, -1) {
		if !ids[link[1]] {
			t.Errorf("a link to nowhere in %q", result.Message.Text)
		}
	}
}

func checkURI(t *testing.T, uri string) {
	t.Helper()
	parsed, err := url.Parse(uri)
	if err != nil || uri == "" || parsed.Scheme != "" && parsed.Scheme != "file" || parsed.Fragment != "" || parsed.RawQuery != "" {
		t.Errorf("uri %q: %v", uri, err)
	}
	for _, c := range uri {
		if c <= ' ' || c > '~' || strings.ContainsRune("<>\"\\^`{}|", c) {
			t.Errorf("uri %q has %q", uri, c)
		}
	}
}
