package report

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// messageLimit bounds a message, in code points, wherever people read it. Names
// of Kubernetes objects hold at most 253 characters; longer texts are attacks
// or accidents, and whoever needs all of them has the JSON format.
const messageLimit = 2000

// unseen says of a character that it steers a terminal, hides, or reorders the
// text around it: C0 and C1 controls, line and paragraph separators, and format
// characters such as bidirectional overrides and zero-width spaces. The joiners
// are left, as Persian, Indic scripts and emoji are written with them.
func unseen(r rune) bool {
	return r != '\u200c' && r != '\u200d' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// visible writes unseen characters and invalid UTF-8 as escapes, all but those
// in keep, so that nothing in a manifest can move a cursor, forge a line of the
// report or read differently from what it is.
func visible(text, keep string) string {
	if isPlain(text) {
		return text
	}
	var out strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&out, `\x%02x`, text[i])
		case !unseen(r) || strings.ContainsRune(keep, r):
			out.WriteRune(r)
		default:
			out.WriteString(escape(r))
		}
		i += size
	}
	return out.String()
}

func escape(r rune) string {
	switch {
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case r < utf8.RuneSelf:
		return fmt.Sprintf(`\x%02x`, r)
	case r <= 0xffff:
		return fmt.Sprintf(`\u%04x`, r)
	default:
		return fmt.Sprintf(`\U%08x`, r)
	}
}

func isPlain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// readable is a message as people get it: visible and of bounded length.
func readable(message string) string { return clip(visible(message, ""), messageLimit) }

// clip cuts text to a number of code points and says so with an ellipsis.
func clip(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	count := 0
	for i := range text {
		if count == limit-1 && utf8.RuneCountInString(text[i:]) > 1 {
			return text[:i] + "…"
		}
		count++
	}
	return text
}

// escapeJSON escapes the unseen characters that encoding/json leaves raw, such
// as C1 controls, in a finished JSON text. They can stand in strings only.
func escapeJSON(text []byte) []byte {
	var out bytes.Buffer
	start := 0
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf && text[i] != 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if unseen(r) {
			out.Write(text[start:i])
			for _, unit := range utf16.AppendRune(nil, r) {
				fmt.Fprintf(&out, `\u%04x`, unit)
			}
			start = i + size
		}
		i += size
	}
	if start == 0 {
		return text
	}
	out.Write(text[start:])
	return out.Bytes()
}
