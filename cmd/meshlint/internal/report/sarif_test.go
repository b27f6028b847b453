package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
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
	for i, location := range append(result.Locations, result.RelatedLocations...) {
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

func TestSARIF(t *testing.T) {
	run := parse(t, sample(), Options{})
	if len(run.Results) != 4 || len(run.Tool.Driver.Rules) != 5 || run.AutomationDetails != nil {
		t.Fatalf("%d results, %d rules, details %v", len(run.Results), len(run.Tool.Driver.Rules), run.AutomationDetails)
	}
	for _, result := range run.Results {
		if result.Suppressions != nil {
			t.Error("suppressions, although none are asked for")
		}
	}
	uid := run.Results[1]
	if got := uid.Locations[0].PhysicalLocation.Region; fmt.Sprint(got) != "map[endColumn:24 endLine:12 startColumn:20 startLine:12]" {
		t.Errorf("region %v", got)
	}
	if got := uid.Locations[0].PhysicalLocation.ArtifactLocation.URI; got != "apps/deploy%20%231.yaml" {
		t.Errorf("uri %s", got)
	}
	names := uid.Locations[0].LogicalLocations
	if len(names) != 2 || names[0].FullyQualifiedName != "Deployment/shop/orders" || names[1].FullyQualifiedName != "/spec/template/spec/containers/1/securityContext/runAsUser" {
		t.Errorf("logical locations %v", names)
	}
	if len(uid.RelatedLocations) != 1 || !strings.Contains(uid.Message.Text, "](1)") {
		t.Errorf("no link in %q", uid.Message.Text)
	}
	if len(uid.Fixes) != 1 || uid.Fixes[0].ArtifactChanges[0].Replacements[0].InsertedContent.Text != "1337" {
		t.Errorf("fixes %v", uid.Fixes)
	}
	notifications := run.Invocations[0].ToolExecutionNotifications
	if len(notifications) != 1 || len(notifications[0].Locations) != 1 || !*run.Invocations[0].ExecutionSuccessful {
		t.Errorf("what could not be read is no notification: %v", notifications)
	}
	if len(run.Artifacts) != 4 {
		t.Errorf("%d artifacts", len(run.Artifacts))
	}
}

func TestSARIFForms(t *testing.T) {
	t.Run("nothing found", func(t *testing.T) {
		run := parse(t, Report{Version: "0.1.0", Rules: rules(), Files: []string{"a.yaml"}}, Options{})
		if run.Results == nil || len(run.Results) != 0 || len(run.Tool.Driver.Rules) != 5 {
			t.Errorf("results %v, %d rules", run.Results, len(run.Tool.Driver.Rules))
		}
	})
	t.Run("no rules", func(t *testing.T) { parse(t, Report{Version: "dev"}, Options{}) })
	t.Run("problems", func(t *testing.T) {
		r := sample()
		r.Problems = []Problem{{File: "no such file.yaml", Message: "reading: no such file"}, {Message: "evaluating: out of time"}}
		invocation := parse(t, r, Options{}).Invocations[0]
		if *invocation.ExecutionSuccessful || len(invocation.ToolExecutionNotifications) != 3 {
			t.Errorf("%v", invocation)
		}
		checkURI(t, invocation.ToolExecutionNotifications[0].Locations[0].PhysicalLocation.ArtifactLocation.URI)
	})
	t.Run("stdin", func(t *testing.T) {
		r := sample()
		r.Findings, r.Files, r.Stdin = r.Findings[1:2], []string{"stdin"}, "stdin"
		r.Findings[0].File = "stdin"
		run := parse(t, r, Options{Root: "/repo", Dir: "/repo/sub"})
		if run.Results[0].Locations[0].PhysicalLocation.ArtifactLocation.URI != "stdin" || run.Invocations[0].Stdin.URI != "stdin" {
			t.Errorf("%v", run.Results[0].Locations)
		}
	})
	t.Run("suppressed", func(t *testing.T) {
		run := parse(t, sample(), Options{IncludeSuppressed: true})
		hidden := 0
		for _, result := range run.Results {
			if result.Suppressions == nil {
				t.Fatal("a result without the list, others have it")
			}
			hidden += len(*result.Suppressions)
		}
		if len(run.Results) != 5 || hidden != 1 {
			t.Errorf("%d results, %d suppressed", len(run.Results), hidden)
		}
	})
	t.Run("category", func(t *testing.T) {
		for _, category := range []string{"prod", "prod/"} {
			if run := parse(t, sample(), Options{SARIFCategory: category}); run.AutomationDetails == nil || run.AutomationDetails.ID != "prod/" {
				t.Errorf("%s: %v", category, run.AutomationDetails)
			}
		}
	})
	t.Run("version", func(t *testing.T) {
		for version, want := range map[string]string{"1.2.3": "1.2.3", "1.2.3-rc.1+dirty": "1.2.3-rc.1+dirty", "dev": "", "1.2": ""} {
			if got := parse(t, Report{Version: version}, Options{}).Tool.Driver; got.SemanticVersion != want || got.Version != version {
				t.Errorf("%s: semantic %q", version, got.SemanticVersion)
			}
		}
	})
	t.Run("no place", func(t *testing.T) {
		r := sample()
		r.Findings[1].Span, r.Findings[1].File = finding.Span{}, ""
		r.Findings[1].Related[0].Span = finding.Span{}
		parseLoose(t, r)
	})
	for name, text := range hostile {
		t.Run("hostile "+name, func(t *testing.T) {
			r := withText(text)
			if text == "" {
				r.Version = "0"
			}
			parseLoose(t, r)
		})
	}
}

// parseLoose is parse for reports whose texts hold what parse looks for.
func parseLoose(t *testing.T, r Report) {
	t.Helper()
	built := newSARIF(r, Options{})
	if err := built.report().Validate(); err != nil {
		t.Errorf("as built: %v", err)
	}
	text := render(t, "sarif", r, Options{})
	validateClean(t, text)
	var l log
	if err := json.Unmarshal([]byte(text), &l); err != nil {
		t.Fatal(err)
	}
	for _, result := range l.Runs[0].Results {
		for _, location := range append(result.Locations, result.RelatedLocations...) {
			checkURI(t, location.PhysicalLocation.ArtifactLocation.URI)
			if location.PhysicalLocation.Region["startLine"] < 1 {
				t.Errorf("region %v", location.PhysicalLocation.Region)
			}
		}
		for _, link := range embedded.FindAllStringSubmatch(result.Message.Text, -1) {
			if id, _ := strconv.Atoi(link[1]); id < 1 || id > len(result.RelatedLocations) {
				t.Errorf("a link to nowhere in %q", result.Message.Text)
			}
		}
	}
}

func TestSARIFLimits(t *testing.T) {
	many := func(n int) Report {
		r := Report{Version: "0.1.0", Rules: rules(), Files: []string{"a.yaml"}}
		for i := range n {
			r.Findings = append(r.Findings, finding.Finding{
				Rule: "host-match", Severity: finding.Severity(i % 3), File: "a.yaml", Span: span(i+1, 1, 2), Message: "m", Fingerprint: strconv.Itoa(i),
			})
		}
		return r
	}
	read := func(r Report) run {
		var l log
		if err := json.Unmarshal([]byte(render(t, "sarif", r, Options{})), &l); err != nil {
			t.Fatal(err)
		}
		return l.Runs[0]
	}
	few := read(many(3))
	if few.Results[0].Level != "note" || few.Invocations[0].ToolExecutionNotifications != nil {
		t.Errorf("a few results are reordered: %v", few.Results)
	}
	some := read(many(5001))
	if len(some.Results) != 5001 || some.Results[0].Level != "error" || some.Results[5000].Level != "note" {
		t.Errorf("%d results, %s first", len(some.Results), some.Results[0].Level)
	}
	all := read(many(25003))
	notifications := all.Invocations[0].ToolExecutionNotifications
	if len(all.Results) != 25000 || len(notifications) != 1 || !strings.HasPrefix(notifications[0].Message.Text, "3 of 25003 results are left out") {
		t.Errorf("%d results, %v", len(all.Results), notifications)
	}

	wide := many(1)
	wide.Findings[0].Related = make([]finding.Related, 1500)
	if related := read(wide).Results[0].RelatedLocations; len(related) != 1000 {
		t.Errorf("%d related locations", len(related))
	}
}

func TestSARIFIsNotEscapedForHTML(t *testing.T) {
	var out bytes.Buffer
	r := sample()
	r.Findings[1].Message = "a <b> & c."
	if err := Write(&out, "sarif", r, Options{}); err != nil || !strings.Contains(out.String(), "a <b> & c.") {
		t.Errorf("%v", err)
	}
}
