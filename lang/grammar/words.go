package grammar

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/exp/ebnf"

	"github.com/hyp-lang/hyp/lang/ast"
)

// slots are the places where the grammar has an identifier and the language a vocabulary: production, item before, item.
var slots = map[string]string{
	"HypClause|floor|ident": "Measure",
	"HypClause|using|ident": "Estimator",
	"Criterion||ident":      "Quantity",
	"Family|method|ident":   "Method",
	"Call||ident":           "Function",
	"Primary||Name":         "Operand",
}

// vocabulary fills in the words that the checker knows.
func (b *builder) vocabulary(v Vocabulary) {
	b.words("Type", v.Types)
	b.words("Measure", v.Measures)
	b.words("Estimator", v.Estimators)
	b.words("Quantity", v.Quantities)
	b.words("Method", v.Methods)
	b.words("Function", v.Functions)
}

// terminals puts what the formatter writes in the place of all that is read: one sign for each operator, double quotes,
// and names that are no word of the language. Numbers begin with a digit and have at most two digits of exponent, which
// keeps them within a double.
func (b *builder) terminals() {
	b.text(`
CompareOp = "=" | "!=" | "<" | "<=" | ">" | ">=" .
Equal     = "=" .
number    = digit { digit } [ "." digit { digit } ] [ exponent ] .
exponent  = ( "e" | "E" ) [ "+" | "-" ] digit [ digit ] .
string    = "\"" { character | "'" | "` + "`" + `" | escape } "\"" .
character = " " … "!" | "#" … "&" | "(" … "[" | "]" … "_" | "a" … "\U0010FFFF" .
escape    = "\\" ( "n" | "t" | "\"" | "\\" | "u{" ( "7f" | "1" hex | control ) "}" ) .
hex       = "0" … "9" | "a" … "f" .
control   = "0" … "8" | "b" … "f" .
Operand   = plain | quoted .
`)
	// weights stands with a sign in a claim and without one in a data set.
	b.replace("HypClause", "weights", ebnf.Sequence{&ebnf.Token{String: "weights"}, &ebnf.Name{String: "Equal"}, &ebnf.Name{String: "Name"}})
	b.replace("DatasetClause", "weights", ebnf.Sequence{&ebnf.Token{String: "weights"}, &ebnf.Name{String: "Name"}})
	all := append(append([]string{}, ast.StatementWords...), ast.ExprWords...)
	b.put(b.from, "other_letter", otherLetters())
	b.put(b.from, "letter", letters)
	b.put(b.from, "follow", ebnf.Alternative{&ebnf.Name{String: "letter"}, &ebnf.Name{String: "digit"}})
	b.put(b.from, "ident", except(ast.StatementWords))
	b.put(b.from, "plain", except(all))
}

// replace changes the alternative of a production that begins with a word.
func (b *builder) replace(production, word string, with ebnf.Expression) {
	alts, _ := b.from[production].Expr.(ebnf.Alternative)
	for i, alt := range alts {
		if firstItem(alt) == word {
			alts[i] = with
			return
		}
	}
	b.fail("%s has no alternative %s", production, word)
}

// shortestRun bounds the list of letters: scripts whose letters lie apart would make it hundreds of ranges long. A name
// with other letters is written in backquotes, and a model seldom needs one.
const shortestRun = 40

// letters are the letters that a name can begin with.
var letters = ebnf.Alternative{char('_'), span('A', 'Z'), span('a', 'z'), &ebnf.Name{String: "other_letter"}}

// otherLetters are the runs of at least shortestRun letters beyond ASCII.
var otherLetters = sync.OnceValue(func() ebnf.Alternative {
	var out ebnf.Alternative
	from := rune(0x80)
	for r := from; r <= unicode.MaxRune; r++ {
		if unicode.IsLetter(r) {
			continue
		}
		if r-from >= shortestRun {
			out = append(out, span(from, r-1))
		}
		from = r + 1
	}
	return out
})

func char(r rune) *ebnf.Token { return &ebnf.Token{String: string(r)} }

func span(low, high rune) *ebnf.Range { return &ebnf.Range{Begin: char(low), End: char(high)} }

// except is an identifier that is none of the words, in any case: a tree of their letters, which is left at the first
// letter that none of them has.
func except(words []string) ebnf.Expression {
	return exceptFrom(words, "")
}

func exceptFrom(words []string, prefix string) ebnf.Expression {
	next := map[byte]bool{}
	isWord := false
	for _, w := range words {
		if rest, found := strings.CutPrefix(w, prefix); found {
			if rest == "" {
				isWord = true
			} else {
				next[rest[0]] = true
			}
		}
	}
	tail := &ebnf.Repetition{Body: &ebnf.Name{String: "follow"}}
	if len(next) == 0 { // at the end of a word: something must follow
		return ebnf.Sequence{&ebnf.Name{String: "follow"}, tail}
	}
	var other ebnf.Alternative
	for _, x := range letters {
		r, ok := x.(*ebnf.Range)
		if !ok {
			other = append(other, x)
			continue
		}
		from := r.Begin.String[0]
		for c := from; c <= r.End.String[0]; c++ {
			if next[c|0x20] {
				if c > from {
					other = append(other, span(rune(from), rune(c-1)))
				}
				from = c + 1
			}
		}
		if from <= r.End.String[0] {
			other = append(other, span(rune(from), rune(r.End.String[0])))
		}
	}
	if prefix != "" {
		other = append(other, span('0', '9'))
	}
	out := ebnf.Alternative{ebnf.Sequence{other, tail}}
	for c := byte('a'); c <= 'z'; c++ {
		if next[c] {
			out = append(out, ebnf.Sequence{ebnf.Alternative{char(rune(c)), char(rune(c - 0x20))}, exceptFrom(words, prefix+string(c))})
		}
	}
	if prefix == "" || isWord {
		return out
	}
	return &ebnf.Option{Body: out}
}
