// Package suppress marks findings that somebody has looked at and accepted, and
// reports the suppressions that are wrong or no longer needed.
package suppress

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

// Marker starts a suppression in a comment; Annotation is the key of one in
// the metadata of an object or of its pod template.
const (
	Marker     = "meshlint:ignore"
	Annotation = "meshlint/ignore"
)

// The rules that speak of suppressions themselves.
const (
	invalidRule = "suppression-invalid"
	unusedRule  = "suppression-unused"
)

// The places a suppression can come from, as reports name them.
const (
	ByComment    = "comment"
	ByAnnotation = "annotation"
	ByConfig     = "config"
	ByBaseline   = "baseline"
)

// day is the form of a date in a suppression and of --today.
const day = time.DateOnly

// entry is what one suppression says, wherever it stands.
type entry struct {
	rules  []string
	reason string
	until  string
}

// spaces makes every white space a blank; an annotation may have line ends.
var spaces = strings.NewReplacer("\t", " ", "\n", " ", "\r", " ")

// parse reads `RULE[,RULE] [until=YYYY-MM-DD] -- REASON`.
func parse(text string) (entry, error) {
	var e entry
	head, reason, found := strings.Cut(" "+spaces.Replace(text)+" ", " -- ")
	e.reason = strings.TrimSpace(reason)
	if !found || e.reason == "" {
		return e, errors.New("it gives no reason: write `RULE -- REASON`")
	}
	for _, word := range strings.FieldsFunc(head, func(r rune) bool { return r == ',' || r == ' ' }) {
		date, isDate := strings.CutPrefix(word, "until=")
		switch {
		case !isDate:
			e.rules = append(e.rules, word)
		case e.until != "":
			return e, errors.New("it has two dates")
		default:
			if _, err := time.Parse(day, date); err != nil {
				return e, fmt.Errorf("until=%s is no date: write until=YYYY-MM-DD", date)
			}
			e.until = date
		}
	}
	if len(e.rules) == 0 {
		return e, errors.New("it names no rule: write `RULE -- REASON`")
	}
	return e, nil
}

// Suppression is one suppression and what it covers.
type Suppression struct {
	entry
	// By is one of the By constants.
	By string
	// err says why the suppression is malformed; it then covers nothing.
	err error

	// file, document, place and object say where the suppression itself
	// stands.
	file     string
	document int
	span     finding.Span
	path     string
	snippet  string
	object   finding.Object

	// covers reports whether a finding lies where the suppression reaches; the
	// rule is compared apart.
	covers func(f *finding.Finding) bool
	used   map[string]bool
}

// expired reports whether the last day of the suppression is before today.
func (s *Suppression) expired(today string) bool {
	return s.until != "" && today != "" && s.until < today
}
