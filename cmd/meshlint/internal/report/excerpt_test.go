package report

import (
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

func displayWidth(text string) int { return displaywidth.String(text) }

func TestExcerpt(t *testing.T) {
	cases := []struct {
		name, line    string
		span          finding.Span
		shown, carets string
	}{
		{"value", "  port: 80", span(1, 9, 11), "  port: 80", "        ^^"},
		{"CRLF", "  port: 80\r\n", span(1, 9, 11), "  port: 80", "        ^^"},
		{"to the end of a CRLF line", "a: b\r", finding.Span{Line: 1, Column: 4, EndLine: 2, EndColumn: 1}, "a: b", "   ^"},
		{"wide before", "名前: 値", span(1, 5, 6), "名前: 値", "      ^^"},
		{"wide covered", "名前: 値", span(1, 1, 3), "名前: 値", "^^^^"},
		{"combining", "e\u0301e\u0301: x", span(1, 7, 8), "e\u0301e\u0301: x", "    ^"},
		{"combining covered", "e\u0301b: x", span(1, 1, 4), "e\u0301b: x", "^^"},
		{"emoji", "a: 👩\u200d👩\u200d👧 # x", span(1, 10, 11), "a: 👩\u200d👩\u200d👧 # x", "      ^"},
		{"flag", "🇩🇪: x", span(1, 5, 6), "🇩🇪: x", "    ^"},
		{"tabs before", "\t\"a\":\t1", span(1, 7, 8), "\t\"a\":\t1", "\t    \t^"},
		{"tab covered", "a\tb", span(1, 1, 4), "a\tb", "^^^^^^^^^"},
		{"escape before", "a\x1bb: x", span(1, 6, 7), `a\x1bb: x`, "        ^"},
		{"bidi covered", "a: \u202ex", span(1, 4, 6), `a: \u202ex`, "   ^^^^^^^"},
		{"not UTF-8", "a\xff: x", span(1, 5, 6), `a\xff: x`, "       ^"},
		{"empty span", "a: ", span(1, 4, 4), "a: ", "   ^"},
		{"empty span inside", "abc", span(1, 2, 2), "abc", " ^"},
		{"behind the end", "a", span(1, 9, 12), "a", " ^"},
		{"several lines", "a: |", finding.Span{Line: 1, Column: 4, EndLine: 3, EndColumn: 2}, "a: |", "   ^"},
		{"end before start", "abc", finding.Span{Line: 1, Column: 3, EndLine: 1, EndColumn: 1}, "abc", "  ^"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			shown, carets := excerpt(c.line, c.span, 0)
			if shown != c.shown || carets != c.carets {
				t.Errorf("got\n%s\n%s|\nwant\n%s\n%s|", shown, carets, c.shown, c.carets)
			}
		})
	}
}

// A long line is cut around the span, and the carets stay below it.
func TestExcerptOfLongLines(t *testing.T) {
	for name, filler := range map[string]string{"ASCII": "x", "wide": "名", "escapes": "\x1b", "combining": "e\u0301\u0302", "tabs": "\t"} {
		t.Run(name, func(t *testing.T) {
			pad := strings.Repeat(filler, 3000)
			count := len([]rune(pad))
			for _, c := range []struct {
				name, line string
				start      int
			}{
				{"start", "NEEDLE" + pad, 1}, {"middle", pad + "NEEDLE" + pad, count + 1}, {"end", pad + "NEEDLE", count + 1},
			} {
				shown, carets := excerpt(c.line, span(1, c.start, c.start+6), 0)
				at := strings.Index(shown, "NEEDLE")
				if at < 0 {
					t.Fatalf("%s: the span is not shown: %s", c.name, shown)
				}
				if strings.TrimLeft(carets, " \t") != "^^^^^^" || displayWidth(shown[:at]) != displayWidth(strings.TrimRight(carets, "^")) ||
					strings.Count(shown[:at], "\t") != strings.Count(carets, "\t") {
					t.Errorf("%s: carets are off:\n%s\n%s", c.name, shown, carets)
				}
				if width := displayWidth(shown); width > excerptWidth {
					t.Errorf("%s: %d columns", c.name, width)
				}
				if strings.HasPrefix(shown, ellipsis) != (c.name != "start") || strings.HasSuffix(shown, ellipsis) != (c.name != "end") {
					t.Errorf("%s: cuts are not marked: %s", c.name, shown)
				}
			}
		})
	}
	t.Run("long span", func(t *testing.T) {
		shown, carets := excerpt("key: "+strings.Repeat("v", 1000), span(1, 6, 1006), 0)
		if displayWidth(shown) > excerptWidth || strings.Count(carets, "^") < excerptWidth/2 || !strings.HasSuffix(shown, "v"+ellipsis) {
			t.Errorf("\n%s\n%s", shown, carets)
		}
	})
}

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"plain":               "plain",
		"a\x1b[0m\r\n\tb":     `a\x1b[0m\r\n` + "\tb",
		"\u009b\u2028\u202e":  `\u009b\u2028\u202e`,
		"\U000e0041":          `\U000e0041`,
		"\xff\xc3(":           `\xff\xc3(`,
		"👩\u200d👧 n\u200cm é": "👩\u200d👧 n\u200cm é",
	} {
		if got := visible(text, "\t"); got != want {
			t.Errorf("visible(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestClip(t *testing.T) {
	for text, want := range map[string]string{"abc": "abc", "abcd": "abcd", "abcde": "abc…", "名前値段": "名前値段", "名前値段だ": "名前値…", "": ""} {
		if got := clip(text, 4); got != want {
			t.Errorf("clip(%q) = %q, want %q", text, got, want)
		}
	}
}
