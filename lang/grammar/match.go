package grammar

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/exp/ebnf"
)

// matcher recognises texts of a form: the set of places where each production can end, remembered by where it begins.
type matcher struct {
	f    *Form
	text string
	memo map[string]map[int][]int
}

// Matches tells whether a whole text is a sentence of the form. Time grows with the length of the text, and within one
// expression with the depth of its brackets.
func (f *Form) Matches(text string) bool {
	m := matcher{f, text, map[string]map[int][]int{}}
	return slices.Contains(m.ends(&ebnf.Name{String: f.start}, 0), len(text))
}

func (m *matcher) ends(e ebnf.Expression, at int) (out []int) {
	switch e := e.(type) {
	case *ebnf.Name:
		memo := m.memo[e.String]
		if memo == nil {
			memo = map[int][]int{}
			m.memo[e.String] = memo
		}
		if found, ok := memo[at]; ok {
			return found
		}
		out = m.ends(m.f.productions[e.String].Expr, at)
		memo[at] = out
		return out
	case *ebnf.Token:
		if strings.HasPrefix(m.text[at:], e.String) {
			out = []int{at + len(e.String)}
		}
		return out
	case *ebnf.Range:
		r, n := utf8.DecodeRuneInString(m.text[at:])
		low, _ := utf8.DecodeRuneInString(e.Begin.String)
		high, _ := utf8.DecodeRuneInString(e.End.String)
		if n > 0 && low <= r && r <= high {
			out = []int{at + n}
		}
		return out
	case ebnf.Sequence:
		out = []int{at}
		for _, x := range e {
			var next []int
			for _, from := range out {
				next = append(next, m.ends(x, from)...)
			}
			out = set(next)
		}
		return out
	case ebnf.Alternative:
		for _, x := range e {
			out = append(out, m.ends(x, at)...)
		}
		return set(out)
	case *ebnf.Group:
		return m.ends(e.Body, at)
	case *ebnf.Option:
		return set(append(m.ends(e.Body, at), at))
	case *ebnf.Repetition:
		seen := map[int]bool{at: true}
		for work := []int{at}; len(work) > 0; {
			from := work[0]
			work = work[1:]
			out = append(out, from)
			for _, to := range m.ends(e.Body, from) {
				if !seen[to] {
					seen[to] = true
					work = append(work, to)
				}
			}
		}
		return set(out)
	}
	return nil
}

func set(ends []int) []int {
	ends = slices.Clone(ends)
	slices.Sort(ends)
	return slices.Compact(ends)
}
