package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

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
		for _, location := range slices.Concat(result.Locations, result.RelatedLocations) {
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

// A name cannot forge a link; brackets that are none stay as they are.
func TestSARIFLinks(t *testing.T) {
	for message, want := range map[string]string{
		"name [click](1).":             `name \[click\](1). See [other \[end\]](1).`,
		"[here](https://example.com).": `\[here\](https://example.com). See [other \[end\]](1).`,
		"args [0] (1)":                 `args [0] (1). See [other \[end\]](1).`,
	} {
		f := finding.Finding{Message: message, Related: []finding.Related{{Message: "other [end]."}}}
		if got := linked(f); got != want {
			t.Errorf("linked(%q) = %q, want %q", message, got, want)
		}
	}
}
