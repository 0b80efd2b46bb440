// Package follow tells what may stand next in an unfinished study, for completion and for prompts that ask for another line. It
// reads tokens along the grammar of package grammar, all readings at once, so that a new word or clause of the grammar is known
// here without a change.
package follow

import (
	"slices"
	"strings"
)

// Statement is the last statement of a text, read as far as it goes.
type Statement struct {
	Tokens []Token // with the places that took them; comments are not among them
	Next   []Place // what may stand behind them, in the order of the grammar
	Ended  bool    // the text may end here
	Broken bool    // a token did not fit
}

// Place is a place of the grammar that takes one token: a word or a sign, or a token of a class.
type Place struct {
	Literal string // in lower case; in Statement.Next, words that can only follow each other stand together: `controlling for`
	Class   string // when there is no literal: ident, quoted, string, number or int
	Path    []Step // where it stands, the innermost step first; very long ones lack their middle
}

// Last reads the last statement of tokens. What does not fit is passed over, up to the next clause.
func Last(tokens []Token) Statement {
	tokens = slices.DeleteFunc(slices.Clone(tokens[lastStart(tokens):]), func(t Token) bool { return t.Kind == Comment })
	r := reader{program: compiled()}
	r.states = r.start()
	out := Statement{Tokens: tokens}
	for i := range tokens {
		took := r.step(tokens[i])
		if len(took) == 0 {
			out.Broken = true
			took = r.recover(tokens, i)
		}
		for _, s := range took {
			tokens[i].Places = append(tokens[i].Places, r.place(s))
		}
	}
	waiting, ended := r.next()
	out.Ended = ended
	states := slices.Clone(waiting)
	for _, s := range states {
		n := r.place(s)
		if isWord(n.Literal) {
			n.Literal += r.only(state{s.pc + 1, s.top})
		}
		out.Next = append(out.Next, n)
	}
	return out
}

// lastStart is the index of the token that begins the last statement.
func lastStart(tokens []Token) int {
	for i := len(tokens) - 1; i >= 0; i-- {
		if tokens[i].Kind != Keyword {
			continue
		}
		for j, n := i-1, 0; j >= 0 && n < 3; j-- { // hyp NAME: assoc
			if tokens[j].Kind == Keyword {
				if tokens[j].word == "hyp" {
					return j
				}
				break
			}
			if tokens[j].Kind != Comment {
				n++
			}
		}
		return i
	}
	return 0
}

func isWord(literal string) bool { return literal != "" && 'a' <= literal[0] && literal[0] <= 'z' }

// only is the rest of a phrase: the words behind s as long as nothing else can stand there.
func (r *reader) only(s state) string {
	var phrase string
	for range 3 {
		r.states = []state{s}
		waiting, ended := r.next()
		if ended || len(waiting) != 1 || !isWord(r.code[waiting[0].pc].literal) {
			break
		}
		phrase += " " + r.code[waiting[0].pc].literal
		s = state{waiting[0].pc + 1, waiting[0].top}
	}
	return phrase
}

// recover goes on behind a token that does not fit: it begins a statement or a clause, its predecessor was the word of a clause
// (`controlling for x, weights = w`), or it is passed over. It returns the states that took the token.
func (r *reader) recover(tokens []Token, i int) []state {
	t := tokens[i]
	if t.Kind == Keyword {
		r.states = r.start()
		return r.step(t)
	}
	head := r.heads[kindOf(tokens[:i])]
	if head == nil {
		return nil
	}
	before := r.states
	r.states = head
	if took := r.step(t); len(took) > 0 {
		return took
	}
	if i > 0 && tokens[i-1].Kind == Ident && len(r.step(tokens[i-1])) > 0 {
		if took := r.step(t); len(took) > 0 {
			return took
		}
	}
	r.states = before
	return nil
}

// kindOf is the word of heads for a statement that begins with tokens.
func kindOf(tokens []Token) string {
	if len(tokens) == 0 || tokens[0].Kind != Keyword {
		return ""
	}
	switch word := tokens[0].word; word {
	case "assoc", "diff", "interact", "heterogeneity":
		return "hyp"
	default:
		return word
	}
}

// String writes a place with its path, the outermost production first, for tests and messages.
func (p Place) String() string {
	var b strings.Builder
	for _, s := range slices.Backward(p.Path) {
		b.WriteString(s.Production + "|" + s.Before + " ")
	}
	if p.Literal != "" {
		return b.String() + "`" + p.Literal + "`"
	}
	return b.String() + p.Class
}
