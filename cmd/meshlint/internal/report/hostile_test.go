package report

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

// hostile are names and messages as a stranger could put them into a manifest.
var hostile = map[string]string{
	"quotes":         `a"b'c` + "`d`",
	"newline":        "a\n::error::forged\r\nb",
	"command":        "::set-output name=x::y",
	"command format": "100%,a:b",
	"cdata":          "]]><script>&amp;</script>",
	"pipes":          "a|b||c \\| d",
	"escape":         "\x1b[31mred\x1b]0;title\x07\x00\x7f",
	"c1":             "\u009b31m\u0085next",
	"bidi":           "\u202eevil\u2066\u200b\ufeff",
	"separators":     "a\u2028b\u2029c",
	"tag":            "x\U000e0041y",
	"not UTF-8":      "a\xff\xc3(b\xed\xa0\x80",
	"no XML":         "a\ufffe\uffff\x0bb",
	"long":           strings.Repeat("名", 10<<10),
	"long ASCII":     strings.Repeat("a", 10<<10),
	"mention":        "@octocat #1 [x](https://example.com) <img src=x> ![i](j) $1$",
	"markdown":       "</summary></details>\n\n# heading\n- item\n***",
	"link":           "[click](1) [here](https://example.com)",
	"empty":          "",
	"braces":         "{0} {{x}} %s %!d(string)",
}

// withText is a report that has text wherever a manifest or a rule can put it.
func withText(text string) Report {
	f := finding.Finding{
		Rule: "proxy-uid-mismatch", Category: "interception", Severity: finding.Error, Message: text, File: text + ".yaml",
		Span: span(3, 4, 8), Path: "/" + text, Object: finding.Object{APIVersion: text, Kind: text, Namespace: text, Name: text},
		Snippet: "key: " + text, Fingerprint: "1",
		Related: []finding.Related{{File: text, Span: span(1, 1, 2), Path: "/" + text, Message: text}},
		Fix:     []finding.Operation{{Op: "replace", Path: "/" + text, Value: text}},
		Edits:   []finding.Edit{{Span: span(3, 4, 8), Text: text}},
	}
	hidden := f
	hidden.Suppressed = &finding.Suppressed{By: "comment", Reason: text}
	custom := finding.Rule{ID: "custom", Category: text, Title: text, Description: text, Advice: text, Silent: text, Resources: []finding.Resource{{Ref: text, Description: text}}}
	other := f
	other.Rule, other.Fingerprint = "custom", "2"
	r := Report{
		Version: text, Rules: append(rules(), custom), Findings: []finding.Finding{f, hidden, other}, Files: []string{text + ".yaml", text},
		Summary: finding.Summary{Files: 2, Documents: 1, Objects: 1}, Problems: []Problem{{File: text, Message: text}},
	}
	r.Summary.Count(r.Findings)
	return r
}

func TestHostile(t *testing.T) {
	for name, text := range hostile {
		t.Run(name, func(t *testing.T) { checkWellFormed(t, withText(text)) })
	}
}

func FuzzFormats(f *testing.F) {
	for _, text := range hostile {
		if len(text) < 1000 { // long seeds make everything bred from them slow
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) { checkWellFormed(t, withText(text)) })
}

// checkWellFormed writes r in every format and checks that each keeps its form,
// whatever stands in the report.
func checkWellFormed(t *testing.T, r Report) {
	t.Helper()
	for _, format := range Formats() {
		got := render(t, format, r, Options{Verbose: true, IncludeSuppressed: true})
		if !utf8.ValidString(got) {
			t.Errorf("%s is not UTF-8", format)
		}
		for _, c := range got {
			if unseen(c) && c != '\n' && !(c == '\t' && format == "text") {
				t.Errorf("%s lets %U through", format, c)
				break
			}
		}
		switch format {
		case "json", "sarif", "gitlab":
			if !json.Valid([]byte(got)) {
				t.Errorf("%s is no JSON:\n%s", format, got)
			}
		case "junit", "checkstyle":
			checkXML(t, format, got)
		case "github":
			checkLines(t, format, got, len(r.Problems)+len(r.open()))
			for line := range strings.Lines(got) {
				if !strings.HasPrefix(line, "::error ") {
					t.Errorf("github: a line of another kind: %q", line)
				}
			}
		case "table":
			checkLines(t, format, got, 1+len(r.Findings)+2)
		case "markdown":
			checkMarkdown(t, got)
		}
	}
}

func checkXML(t *testing.T, format, text string) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Errorf("%s is no XML: %v", format, err)
			return
		}
	}
}

func checkLines(t *testing.T, format, text string, want int) {
	t.Helper()
	if got := strings.Count(text, "\n"); got != want {
		t.Errorf("%s has %d lines, want %d:\n%s", format, got, want, text)
	}
}

// checkMarkdown looks for what must not be in a table made of hostile text.
func checkMarkdown(t *testing.T, text string) {
	t.Helper()
	rest := strings.NewReplacer("<details>", "", "</details>", "", "<summary>", "", "</summary>", "", "<br>", " ").Replace(text)
	for line := range strings.Lines(rest) {
		if strings.HasPrefix(line, "###") {
			continue // the name of a file, in code style
		}
		if strings.ContainsAny(line, "<>") {
			t.Errorf("markdown lets HTML through: %q", line)
		}
		if columns := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|"); strings.HasPrefix(line, "| ") && columns != 5 {
			t.Errorf("markdown has a row of %d bars: %q", columns, line)
		}
		if mention.MatchString(strings.ReplaceAll(line, "&#8203;", "\u200b")) && !strings.Contains(line, "rules.md#") {
			t.Errorf("markdown lets a mention through: %q", line)
		}
	}
}

// Every format bounds what one name can take, but JSON, which is for programs.
func TestLongNames(t *testing.T) {
	r := withText(strings.Repeat("名", 100<<10))
	r.Files, r.Problems = []string{"a.yaml"}, nil
	r.Findings = r.Findings[:1]
	r.Findings[0].File, r.Findings[0].Related, r.Findings[0].Edits = "a.yaml", nil, nil
	r.Rules, r.Version = rules(), "1"
	for _, format := range Formats() {
		if size := len(render(t, format, r, Options{})); format != "json" && size > 40<<10 {
			t.Errorf("%s takes %d bytes", format, size)
		}
	}
}

func TestGitHubEscapes(t *testing.T) {
	r := Report{Findings: []finding.Finding{{
		Rule: "a,b:c", Severity: finding.Warning, Message: "100% a,b:c\nnext\rline", File: "a,b:c%d.yaml", Span: finding.Span{Line: 2, Column: 3, EndLine: 4, EndColumn: 5},
	}}}
	r.Summary.Count(r.Findings)
	want := "::warning file=a%2Cb%3Ac%25d.yaml,line=2,endLine=4,title=a%2Cb%3Ac::100%25 a,b:c%0Anext%0Dline\n"
	if got := render(t, "github", r, Options{}); got != want {
		t.Errorf("got  %s want %s", got, want)
	}
}

// The notice about what GitHub does not show stands where it is shown itself.
func TestGitHubOrder(t *testing.T) {
	r := Report{Summary: finding.Summary{Objects: 1}}
	for i := range 36 {
		r.Findings = append(r.Findings, finding.Finding{Rule: "r", Severity: finding.Severity(i % 3), File: "a.yaml", Span: span(i+1, 1, 2)})
	}
	r.Summary.Count(r.Findings)
	var kinds []string
	for line := range strings.Lines(render(t, "github", r, Options{})) {
		kind, _, _ := strings.Cut(line, " ")
		kinds = append(kinds, kind)
		if strings.Contains(line, "title=meshlint::") && !strings.Contains(line, "7 more") {
			t.Errorf("notice: %s", line)
		}
	}
	want := strings.Repeat("::error ", 12) + strings.Repeat("::warning ", 12) + strings.Repeat("::notice ", 13)
	if got := strings.Join(kinds, " ") + " "; got != want {
		t.Errorf("order: %s", got)
	}
}

func TestMarkdownLimit(t *testing.T) {
	r := Report{Rules: rules(), Summary: finding.Summary{Files: 1, Objects: 1}, Files: []string{"a.yaml"}}
	for i := range 3000 {
		r.Findings = append(r.Findings, finding.Finding{
			Rule: "proxy-uid-mismatch", Severity: finding.Error, File: "a.yaml", Span: span(i+1, 1, 2), Message: strings.Repeat("<", 1000),
		})
	}
	r.Summary.Count(r.Findings)
	got := render(t, "markdown", r, Options{})
	rows := strings.Count(got, "| error |")
	if len(got) > 1024<<10 || rows < 200 {
		t.Errorf("%d bytes with %d rows", len(got), rows)
	}
	if want := plural(3000-rows, "finding") + " left out"; !strings.Contains(got, want) {
		t.Errorf("no note that %q", want)
	}
}

func TestTableAlignment(t *testing.T) {
	r := sample()
	r.Findings[1].Object.Name, r.Findings[2].Object.Name = "注文-👩‍👩‍👧", strings.Repeat("x", 100)
	column := -1
	for line := range strings.Lines(render(t, "table", r, Options{Quiet: true})) {
		at := strings.Index(line, "apps/")
		if at < 0 {
			continue
		}
		width := displayWidth(line[:at])
		if column >= 0 && width != column {
			t.Errorf("column at %d, want %d: %s", width, column, line)
		}
		column = width
	}
}
