package grammar

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/exp/ebnf"
)

// Vocabulary lists the words that the grammar calls identifiers and the checker knows by name.
type Vocabulary struct {
	Types, Measures, Quantities, Methods, Estimators, Functions []string
	Predictions                                                 map[string][]string // by claim: assoc, diff, ...
}

// Form is a grammar of what `hyp fmt` writes: the EBNF with its spaces, its vocabularies and one order of clauses, down to
// characters. It is made by code from the EBNF, and GBNF and Lark are two ways to print it.
type Form struct {
	productions ebnf.Grammar
	start       string
	title       string
}

// Studies is the form of whole studies.
func Studies(v Vocabulary) (*Form, error) {
	return build(v, nil)
}

// Lines is the form of the hypotheses that may be added to a study, one a line and at least one: claims with their
// clauses over the names that the study declares, and nothing else. A name that the study does not have is no sentence of
// it, and neither is a clause whose names the study lacks (`under` without a family).
func Lines(v Vocabulary, n Names) (*Form, error) {
	return build(v, &n)
}

// builder turns token productions into character productions.
type builder struct {
	from, to ebnf.Grammar
	names    *Names
	slots    map[string]string   // production|item before|item -> the production that takes its place
	origin   map[string]string   // a production that was split off -> the one whose slots and spaces it follows
	order    map[string][]string // the clauses of a list, in order
	can      map[string]bool     // productions that some text matches
	err      error
}

// clauseOrder is the order in which the formatter writes the clauses of a hypothesis, where the grammar has another.
var clauseOrder = []string{"controlling", "weights", "on", "where", "expect", "floor", "decide", "under", "using", "rival", "Lineage", "needs", "prior", "claim", "because"}

// several are the clauses that may stand more than once.
var several = map[string]bool{"HypLineage": true}

// build makes a form; without names it is that of whole studies.
func build(v Vocabulary, n *Names) (*Form, error) {
	from, err := ebnf.Parse("grammar.ebnf", strings.NewReader(EBNF()))
	if err != nil {
		return nil, err
	}
	b := &builder{from: from, to: ebnf.Grammar{}, names: n, slots: maps.Clone(slots), origin: map[string]string{}, order: map[string][]string{}}
	b.terminals()
	b.vocabulary(v)
	if n != nil {
		b.study(v, n)
	}
	b.clauses(v)
	start, title := "study", "whole studies, as `hyp fmt` writes them"
	if n != nil {
		start, title = "lines", "hypotheses to be added to a study, one a line"
		b.text(lineLayout)
	} else {
		b.text(studyLayout)
	}
	b.findPossible()
	printed := map[string]string{}
	for name := range b.from {
		key := hyphenated(name, '-')
		if printed[key] != "" {
			b.fail("%s and %s print alike", name, printed[key])
		}
		printed[key] = name
	}
	for _, name := range slices.Sorted(maps.Keys(b.from)) {
		if isToken(name) && name != "study" && name != "lines" {
			b.to[name] = b.from[name]
			continue
		}
		if b.possible(b.from[name].Expr) {
			e, _ := b.compile(b.from[name].Expr, name, nil)
			b.put(b.to, name, simplify(e))
		}
	}
	if b.err != nil {
		return nil, b.err
	}
	if !b.can["Statement"] {
		return nil, errors.New("grammar: these names make no hypothesis: two variables that a claim can be about are needed")
	}
	f := &Form{productions: b.to, start: start, title: title}
	return f, f.trim()
}

// The layout: how statements and clauses are parted. A break stands before a clause, a line before a statement.
const (
	studyLayout = `
study   = { comment newline } [ "syntax 1" line ] [ Statement { line Statement } ] [ line ] .
break   = " " | [ "  " comment ] newline { "  " comment newline } "  " .
line    = [ "  " comment ] newline { comment newline } .
newline = "\n" { "\n" } .
comment = "#" { inline } .
inline  = "\t" | " " … "\U0010FFFF" .
`
	lineLayout = `
lines = Statement { "\n" Statement } [ "\n" ] .
break = " " .
`
)

func isToken(name string) bool { return name[0] >= 'a' && name[0] <= 'z' }

func (b *builder) put(g ebnf.Grammar, name string, e ebnf.Expression) {
	g[name] = &ebnf.Production{Name: &ebnf.Name{String: name}, Expr: e}
}

// text adds productions, in place of those of the same name.
func (b *builder) text(productions string) {
	g, err := ebnf.Parse("", strings.NewReader(productions))
	if err != nil {
		b.fail("%w", err)
	}
	maps.Copy(b.from, g)
}

func (b *builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf("grammar: "+format, args...)
	}
}

// words puts a vocabulary in the place of a production; an empty one matches nothing.
func (b *builder) words(name string, words []string) {
	var alt ebnf.Alternative
	for _, w := range words {
		alt = append(alt, &ebnf.Token{String: w})
	}
	switch len(alt) {
	case 0:
		b.from[name] = &ebnf.Production{Name: &ebnf.Name{String: name}, Expr: impossible}
	case 1:
		b.put(b.from, name, alt[0])
	default:
		b.put(b.from, name, alt)
	}
}

// impossible is an expression that no text matches.
var impossible = ebnf.Expression(&ebnf.Bad{Error: "nothing"})

// clauses splits `{ Clause }` into one production for each clause, so that they can stand in order and once each, and
// gives every claim its own predictions.
func (b *builder) clauses(v Vocabulary) {
	for _, of := range []string{"DatasetClause", "VarClause", "HypClause", "Family"} {
		var alts ebnf.Alternative
		switch e := b.from[of].Expr.(type) {
		case ebnf.Alternative:
			alts = e
		case ebnf.Sequence: // "family" ident { ... }
			body := e[len(e)-1].(*ebnf.Repetition).Body
			alts = body.(ebnf.Alternative)
			b.put(b.from, of, append(e[:len(e)-1:len(e)-1], &ebnf.Repetition{Body: &ebnf.Name{String: "FamilyClause"}}))
		}
		list := of
		if of == "Family" {
			list = "FamilyClause"
		}
		found := map[string]string{}
		for _, alt := range alts {
			word := firstItem(alt)
			name := strings.TrimSuffix(list, "Clause") + strings.ToUpper(word[:1]) + word[1:]
			b.put(b.from, name, alt)
			b.origin[name] = of
			found[word] = name
			b.order[list] = append(b.order[list], word)
		}
		words := b.order[list]
		if list == "HypClause" {
			words = clauseOrder
			if len(found) != len(words) {
				b.fail("%d clauses of a hypothesis, %d in the formatter's order", len(found), len(words))
			}
		}
		b.order[list] = nil
		for _, word := range words {
			if found[word] == "" {
				b.fail("no clause %s", word)
			}
			b.order[list] = append(b.order[list], found[word])
		}
		if list == of {
			delete(b.from, list)
		}
	}
	// Statement = ... | Hyp | Claim { HypClause }, Hyp = "hyp" [ ident ":" ] Claim { HypClause }.
	var all ebnf.Alternative
	for _, c := range b.from["Claim"].Expr.(ebnf.Alternative) {
		claim := c.(*ebnf.Name).String
		word := strings.ToLower(claim)
		b.words("Predict"+claim, v.Predictions[word])
		expect := "Hyp" + "Expect" + claim
		b.put(b.from, expect, ebnf.Sequence{&ebnf.Token{String: "expect"}, &ebnf.Name{String: "Predict" + claim}})
		b.origin[expect] = "HypClause"
		list := claim + "Clauses"
		for _, name := range b.order["HypClause"] {
			if name == "HypExpect" {
				name = expect
			}
			b.order[list] = append(b.order[list], name)
		}
		whole := claim + "Line"
		b.put(b.from, whole, ebnf.Sequence{c, &ebnf.Repetition{Body: &ebnf.Name{String: list}}})
		all = append(all, &ebnf.Name{String: whole})
	}
	delete(b.from, "HypExpect")
	// Context = "context" ident Equal Expr [ "label" string ] .
	context := slices.Clone(b.from["Context"].Expr.(ebnf.Sequence))
	b.put(b.from, "ContextLabel", context[len(context)-1].(*ebnf.Option).Body)
	context[len(context)-1] = &ebnf.Repetition{Body: &ebnf.Name{String: "ContextClause"}}
	b.put(b.from, "Context", context)
	b.order["ContextClause"] = []string{"ContextLabel"}
	b.put(b.from, "Claim", all)
	hyp := ebnf.Sequence{&ebnf.Token{String: "hyp"}, &ebnf.Option{Body: ebnf.Sequence{&ebnf.Name{String: "ident"}, &ebnf.Token{String: ":"}}}, &ebnf.Name{String: "Claim"}}
	b.put(b.from, "Hyp", hyp)
	statements := ebnf.Alternative{&ebnf.Name{String: "Hyp"}, &ebnf.Name{String: "Claim"}}
	if b.names == nil {
		old := b.from["Statement"].Expr.(ebnf.Alternative)
		statements = append(slices.Clone(old[:len(old)-2]), statements...)
	}
	b.put(b.from, "Statement", statements)
	delete(b.from, "File")
}

// firstItem is the word or the name that an alternative begins with.
func firstItem(e ebnf.Expression) string {
	switch e := e.(type) {
	case ebnf.Sequence:
		return firstItem(e[0])
	case *ebnf.Token:
		return e.String
	case *ebnf.Name:
		return e.String
	}
	return "?"
}

// trim keeps what the start leads to.
func (f *Form) trim() error {
	reached := map[string]bool{}
	var visit func(e ebnf.Expression) error
	visit = func(e ebnf.Expression) error {
		for _, part := range parts(e) {
			if err := visit(part); err != nil {
				return err
			}
		}
		n, ok := e.(*ebnf.Name)
		if !ok || reached[n.String] {
			return nil
		}
		reached[n.String] = true
		p := f.productions[n.String]
		if p == nil {
			return fmt.Errorf("grammar: no production %s", n.String)
		}
		return visit(p.Expr)
	}
	err := visit(&ebnf.Name{String: f.start})
	maps.DeleteFunc(f.productions, func(name string, _ *ebnf.Production) bool { return !reached[name] })
	return err
}

// parts are the expressions right inside of one.
func parts(e ebnf.Expression) []ebnf.Expression {
	switch e := e.(type) {
	case ebnf.Alternative:
		return e
	case ebnf.Sequence:
		return e
	case *ebnf.Group:
		return []ebnf.Expression{e.Body}
	case *ebnf.Option:
		return []ebnf.Expression{e.Body}
	case *ebnf.Repetition:
		return []ebnf.Expression{e.Body}
	}
	return nil
}
