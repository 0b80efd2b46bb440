package grammar_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/exp/ebnf"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/format"
	"github.com/hyp-lang/hyp/lang/grammar"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

func read(t *testing.T) ebnf.Grammar {
	t.Helper()
	g, err := ebnf.Parse("grammar.ebnf", strings.NewReader(grammar.EBNF()))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestVerify(t *testing.T) {
	if err := ebnf.Verify(read(t), "File"); err != nil {
		t.Error(err)
	}
}

// writer writes random sentences of the grammar.
type writer struct {
	g ebnf.Grammar
	r *rand.Rand
	b strings.Builder
}

func (w *writer) word(s string) { w.b.WriteString(s + " ") }

func (w *writer) pick(words ...string) { w.word(words[w.r.IntN(len(words))]) }

func (w *writer) expr(e ebnf.Expression, depth int) {
	switch e := e.(type) {
	case ebnf.Alternative:
		if depth > 12 { // toward the shortest ends
			w.expr(e[0], depth+1)
			return
		}
		w.expr(e[w.r.IntN(len(e))], depth+1)
	case ebnf.Sequence:
		for _, x := range e {
			w.expr(x, depth+1)
		}
	case *ebnf.Name:
		switch e.String {
		case "ident":
			w.pick("x", "Y2", "_z", "größe", "年齢", "weight", "where", "label", "by", "unit", "Rest")
		case "quoted":
			w.pick("`a b`", "`x, y: z`", "`tick``s`", "`diff`", "`😀`", "`\"`")
		case "int":
			w.pick("1", "20260701")
		case "number":
			w.pick("0", "12", "0.05", "1e-3", "2.5E+4", ".5")
		case "string":
			w.pick(`"a"`, `'it"s'`, `"\u{1F600}\n\\"`, `""`)
		default:
			w.expr(w.g[e.String].Expr, depth+1)
		}
	case *ebnf.Token:
		w.word(e.String)
	case *ebnf.Group:
		w.expr(e.Body, depth+1)
	case *ebnf.Option:
		if depth < 12 && w.r.IntN(2) == 0 {
			w.expr(e.Body, depth+1)
		}
	case *ebnf.Repetition:
		for depth < 12 && w.r.IntN(3) == 0 {
			w.expr(e.Body, depth+1)
		}
	}
}

// What the grammar makes, the parser reads; only that a clause stands once is beyond the grammar.
func TestSentences(t *testing.T) {
	g := read(t)
	read := 0
	for seed := range 4000 {
		w := &writer{g: g, r: rand.New(rand.NewPCG(uint64(seed), 3))}
		w.expr(g["Statement"].Expr, 0)
		text := w.b.String()
		f, ds := parse.File(source.New("s.hyp", text))
		skip := false
		for _, d := range ds {
			skip = skip || d.Code == diag.DuplicateClause
			if !skip {
				t.Errorf("%s[%s] %s\n%s", d.Severity, d.Code, d.Message, text)
			}
		}
		if skip {
			continue
		}
		if len(f.Statements) != 1 {
			t.Errorf("%d statements in %s", len(f.Statements), text)
			continue
		}
		if _, bad := f.Statements[0].(*ast.Bad); !bad {
			read++
		}
		if _, ds := parse.File(source.New("p.hyp", format.File(f))); diag.HasErrors(ds) {
			t.Errorf("the printed form of %s does not read: %v", text, ds[0])
		}
	}
	if read < 2500 {
		t.Errorf("only %d of 4000 sentences say anything", read)
	}
}

// The nine reserved words of the grammar are those of the tree.
func TestReservedWords(t *testing.T) {
	for _, word := range ast.StatementWords {
		if !strings.Contains(grammar.EBNF(), `"`+word+`"`) {
			t.Errorf("the grammar has no word %q", word)
		}
		if _, ds := parse.File(source.New("s.hyp", "assoc(x, "+word+")")); len(ds) != 1 || ds[0].Code != diag.ReservedWord {
			t.Errorf("%s as a column: %v", word, ds)
		}
	}
}
