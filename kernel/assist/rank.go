package assist

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/hyp-lang/hyp/kernel/serve"
)

// candidate is something that may stand at a cursor.
type candidate struct {
	name string // what is typed for it: without quotes
	text string // what is inserted
	kind string
	note string
	also string // further words that find it: a label
	poor bool   // it does not fit the place: offered only when nothing else matches
}

// fit tells how well what was typed stands for a candidate; smaller is better.
type fit uint8

const (
	exact     fit = iota // the name begins with it
	anyCase              // so, but for the case
	wordBegin            // a part of the name begins with it: degree for ba_degree
	inside               // it stands in the name
	ofLabel              // a word of the label begins with it
	scattered            // its letters stand in the name in this order
	none
)

// most bounds what a completion lists.
const most = 500

// ranked makes matches of the candidates that fit what was typed, best first; equal ones keep their order. When some begin as
// typed, those that only have it somewhere are left out, so that the one that is meant is alone.
func ranked(typed string, from []candidate) []serve.Match {
	type scored struct {
		candidate
		fit fit
	}
	var list []scored
	best := none
	seen := map[string]bool{}
	for _, poor := range []bool{false, true} {
		if poor && (best < none || typed == "") {
			break
		}
		for _, c := range from {
			f := fitOf(typed, c)
			if c.poor != poor || f == none || seen[c.text] {
				continue
			}
			seen[c.text] = true
			best = min(best, f)
			list = append(list, scored{c, f})
		}
	}
	worst := scattered
	switch {
	case best <= anyCase:
		worst = wordBegin
	case best <= ofLabel:
		worst = ofLabel
	}
	slices.SortStableFunc(list, func(a, b scored) int { return cmp.Compare(a.fit, b.fit) })
	out := []serve.Match{}
	for _, c := range list {
		if c.fit <= worst && len(out) < most {
			out = append(out, serve.Match{Text: c.text, Kind: c.kind, Note: c.note})
		}
	}
	return out
}

func fitOf(typed string, c candidate) fit {
	if strings.HasPrefix(c.name, typed) {
		return exact
	}
	want, have := strings.ToLower(typed), strings.ToLower(c.name)
	switch {
	case strings.HasPrefix(have, want):
		return anyCase
	case beginsWord(have, want):
		return wordBegin
	case strings.Contains(have, want):
		return inside
	case len(want) > 1 && (strings.HasPrefix(strings.ToLower(c.also), want) || beginsWord(strings.ToLower(c.also), want)):
		return ofLabel
	case len(want) > 1 && isScattered(have, want):
		return scattered
	}
	return none
}

// beginsWord tells whether a part of text behind something that is no letter begins with want.
func beginsWord(text, want string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], want)
		if i < 0 {
			return false
		}
		if at := from + i; at > 0 {
			before, _ := lastRune(text[:at])
			if !unicode.IsLetter(before) && !unicode.IsDigit(before) {
				return true
			}
		}
		from += i + 1
	}
}

func isScattered(text, want string) bool {
	for _, r := range want {
		i := strings.IndexRune(text, r)
		if i < 0 {
			return false
		}
		text = text[i+len(string(r)):]
	}
	return true
}
