package grammar

import (
	"math/rand/v2"
	"strings"
	"unicode/utf8"

	"golang.org/x/exp/ebnf"
)

// Sentence writes a random sentence of the form, to try what reads it. Depth bounds how deep alternatives and options are
// drawn; beyond it the first alternative is taken and options are left out.
func (f *Form) Sentence(r *rand.Rand, depth int) string {
	s := speaker{f: f, r: r, deep: depth}
	s.say(f.productions[f.start].Expr, 0)
	return s.b.String()
}

type speaker struct {
	f    *Form
	r    *rand.Rand
	deep int
	b    strings.Builder
}

func (s *speaker) say(e ebnf.Expression, depth int) {
	switch e := e.(type) {
	case *ebnf.Name:
		s.say(s.f.productions[e.String].Expr, depth+1)
	case *ebnf.Token:
		s.b.WriteString(e.String)
	case *ebnf.Range:
		low, _ := utf8.DecodeRuneInString(e.Begin.String)
		high, _ := utf8.DecodeRuneInString(e.End.String)
		r := low + rune(s.r.IntN(int(high-low)+1))
		if r >= 0xd800 && r < 0xe000 || high > 0xffff {
			r = low
		}
		s.b.WriteRune(r)
	case ebnf.Sequence:
		for _, x := range e {
			s.say(x, depth+1)
		}
	case ebnf.Alternative:
		if depth > s.deep {
			s.say(e[0], depth+1)
			return
		}
		s.say(e[s.r.IntN(len(e))], depth+1)
	case *ebnf.Group:
		s.say(e.Body, depth)
	case *ebnf.Option:
		if depth < s.deep && s.r.IntN(3) == 0 {
			s.say(e.Body, depth+1)
		}
	case *ebnf.Repetition:
		for depth < s.deep && s.r.IntN(3) == 0 {
			s.say(e.Body, depth+1)
		}
	}
}
