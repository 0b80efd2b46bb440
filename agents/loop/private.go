package loop

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/lang/ast"
)

// leastCell is the fewest rows of a cell that a private discovery writes down.
const leastCell = 10

// withhold takes the columns that the catalog marks sensitive, and the goal does not name, out of the meanings, and returns them by name.
func withhold(meanings []check.Meaning, goal string) (rest []check.Meaning, withheld map[string]bool) {
	withheld = map[string]bool{}
	for _, m := range meanings {
		if m.Entry != nil && m.Entry.Sensitive && !mentions(goal, m.Name) && !mentions(goal, m.Entry.Label) {
			withheld[m.Name] = true
			continue
		}
		rest = append(rest, m)
	}
	return rest, withheld
}

// mentions tells whether a text holds a name, whole and in any case.
func mentions(text, name string) bool {
	text, name = strings.ToLower(text), strings.ToLower(name)
	part := func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	for at := 0; name != ""; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		before, after := []rune(text[:at+i]), []rune(text[at+i+len(name):])
		if (len(before) == 0 || !part(before[len(before)-1])) && (len(after) == 0 || !part(after[0])) {
			return true
		}
		at += i + len(name)
	}
	return false
}

// withheldIn is the first withheld column that a claim names; empty when it names none.
func (d *Data) withheldIn(h *ast.Hyp) (name string) {
	if len(d.withheld) == 0 {
		return ""
	}
	look := func(n ast.Name) {
		if name == "" && d.withheld[n.Text] {
			name = n.Text
		}
	}
	for _, n := range slices.Concat(ast.ClaimNames(h.Claim), h.Controls) {
		look(n)
	}
	if h.Weights != nil {
		look(*h.Weights)
	}
	ast.Names(h.Where, look)
	return name
}

// discreet takes out of a record what tells of few rows: messages name levels with their counts.
func discreet(r *result.Record) {
	if r.Refusal != nil {
		r.Refusal = &result.Refusal{Code: r.Refusal.Code, Message: "its rows are not told"}
		r.Levels, r.Pooled, r.Coefficients = nil, nil, nil
	}
	r.Warnings = slices.Clone(r.Warnings)
	for i := range r.Warnings {
		r.Warnings[i].Message = r.Warnings[i].Code
	}
}

// small is why a result may not be kept by a private discovery: it tells of a cell with few rows.
func small(r *result.Record) *objection {
	if r.N < leastCell || len(r.Pooled) > 0 || slices.ContainsFunc(r.Levels, func(l result.Level) bool { return l.N < leastCell }) {
		return &objection{codeSmall, fmt.Sprintf("it would tell of a group with fewer than %d rows", leastCell)}
	}
	return nil
}
