package query

import (
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/hyp-lang/hyp/lang/source"
)

// maxNesting bounds brackets and negations, maxTests the tests of one query, so that no text exhausts the stack.
const (
	maxNesting = 100
	maxTests   = 1000
)

type condParser struct {
	lex   *lexer.PeekingLexer
	depth int
	tests int
}

// Parse implements participle.Parseable: `or` binds weaker than `and`, that weaker than `not`.
func (g *gCond) Parse(lex *lexer.PeekingLexer) error {
	p := condParser{lex: lex}
	c, err := p.or()
	g.cond = c
	return err
}

func (p *condParser) or() (cond, error) {
	return p.list("or", p.and, func(of []cond) cond { return &orCond{of} })
}

func (p *condParser) and() (cond, error) {
	return p.list("and", p.unit, func(of []cond) cond { return &andCond{of} })
}

func (p *condParser) list(word string, part func() (cond, error), join func([]cond) cond) (cond, error) {
	first, err := part()
	if err != nil || !isWord(*p.lex.Peek(), word) {
		return first, err
	}
	of := []cond{first}
	for isWord(*p.lex.Peek(), word) {
		p.lex.Next()
		c, err := part()
		if err != nil {
			return nil, err
		}
		of = append(of, c)
	}
	return join(of), nil
}

func (p *condParser) unit() (cond, error) {
	t := *p.lex.Peek()
	if p.depth++; p.depth > maxNesting {
		return nil, fail(spanOf(t), "more than %d brackets and negations inside each other", maxNesting)
	}
	defer func() { p.depth-- }()
	switch {
	case isWord(t, "not"):
		p.lex.Next()
		c, err := p.unit()
		if err != nil {
			return nil, err
		}
		return &notCond{spanOf(t).Join(c.span()), c}, nil
	case isPunct(t, "("):
		p.lex.Next()
		c, err := p.or()
		if err != nil {
			return nil, err
		}
		if end := *p.lex.Peek(); !isPunct(end, ")") {
			f := expected("`and`, `or` or `)`", end)
			f.Diagnostic = f.WithRelated(nil, spanOf(t), "opened here")
			return nil, f
		}
		p.lex.Next()
		return c, nil
	}
	if p.tests++; p.tests > maxTests {
		return nil, fail(spanOf(t), "more than %d tests in one query", maxTests)
	}
	return p.test()
}

func (p *condParser) operand() (operand, error) {
	t := *p.lex.Peek()
	switch {
	case t.Type == tokConstant:
		p.lex.Next()
		c, err := constantOf(t)
		return operand{constant: &c}, err
	case t.Type == tokIdent && !isWord(t, "true") && !isWord(t, "false"):
		var g gTerm
		err := g.Parse(p.lex)
		return operand{term: &g.term}, err
	case t.Type == tokNumber, t.Type == tokString, isPunct(t, "-"), t.Type == tokIdent:
		l, err := literalOf(p.lex)
		return operand{literal: l}, err
	}
	return operand{}, expected("a variable, a constant or a value", t)
}

func (p *condParser) test() (cond, error) {
	left, err := p.operand()
	if err != nil {
		return nil, err
	}
	t := *p.lex.Peek()
	switch {
	case isCompare(t):
		return p.compare(left)
	case isWord(t, "not"):
		p.lex.Next()
		in := *p.lex.Peek()
		if !isWord(in, "in") {
			f := expected("`in` behind `not`", in)
			if LookupRelation(strings.ToLower(in.Value)) != nil {
				f = f.help("a test is negated as a whole: `not %s %s ...`", left, in.Value)
			}
			return nil, f
		}
		return p.in(left, true)
	case isWord(t, "in"):
		return p.in(left, false)
	case isWord(t, "is"):
		return p.is(left)
	case isWord(t, "similar"):
		return p.similar(left)
	case t.Type == tokIdent && !isWord(t, "and") && !isWord(t, "or") && !isWord(t, "order") && !isWord(t, "limit") && !isWord(t, "as"):
		return p.relation(left)
	}
	f := expected("a comparison or a relation behind `"+clip(left.String())+"`", t)
	if isPunct(t, ":") {
		f = f.help("the kind of a variable is said in a condition with `is`: `%s is insight`", left)
	} else {
		f = f.help("a test is `i about @name`, `i.q < 0.05`, `i.n in 3..5`, `i.q is missing` or `i similar to \"...\"`")
	}
	return nil, f
}

func isCompare(t lexer.Token) bool {
	if t.Type != tokPunct {
		return false
	}
	switch t.Value {
	case "=", "!=", "<", "<=", ">", ">=", "==", "<>":
		return true
	}
	return false
}

func (p *condParser) compare(left operand) (cond, error) {
	op := p.lex.Next().Value
	switch op {
	case "==":
		op = "="
	case "<>":
		op = "!="
	}
	right, err := p.operand()
	if err != nil {
		return nil, err
	}
	if again := *p.lex.Peek(); isCompare(again) {
		return nil, fail(spanOf(again), "two comparisons share `%s`", clip(right.String())).
			help("write two comparisons joined by `and`, or a range: `i.round in 3..5`")
	}
	return &compareTest{left, right, op}, nil
}

func (p *condParser) in(left operand, not bool) (cond, error) {
	p.lex.Next()
	c := &inTest{left: left, not: not}
	open := *p.lex.Peek()
	if !isPunct(open, "(") {
		low, err := literalOf(p.lex)
		if err != nil {
			return nil, err
		}
		if dots := *p.lex.Peek(); !isPunct(dots, "..") {
			return nil, expected("`..` and the high end of the range", dots).help("a range is `3..5`, a list `(3, 4, 5)`")
		}
		p.lex.Next()
		high, err := literalOf(p.lex)
		if err != nil {
			return nil, err
		}
		c.low, c.high, c.at = low, high, left.at().Join(high.at)
		return c, nil
	}
	p.lex.Next()
	for {
		l, err := literalOf(p.lex)
		if err != nil {
			return nil, err
		}
		c.list = append(c.list, *l)
		end := *p.lex.Peek()
		if !isPunct(end, ",") && !isPunct(end, ")") {
			return nil, expected("`,` or `)`", end)
		}
		p.lex.Next()
		if isPunct(end, ")") {
			c.at = left.at().Join(spanOf(end))
			return c, nil
		}
	}
}

func (p *condParser) is(left operand) (cond, error) {
	p.lex.Next()
	c := &isTest{left: left}
	t := *p.lex.Peek()
	if isWord(t, "not") {
		p.lex.Next()
		c.not = true
		t = *p.lex.Peek()
		if !absent(t) {
			return nil, expected("`missing` behind `is not`", t).help("write `not %s is %s`", left, strings.ToLower(t.Value))
		}
	}
	if t.Type != tokIdent {
		return nil, expected("a kind or `missing` behind `is`", t)
	}
	p.lex.Next()
	c.at = left.at().Join(spanOf(t))
	if !absent(t) {
		n := nameOf(t)
		n.text = strings.ToLower(n.text)
		c.kind = &n
	}
	return c, nil
}

func (p *condParser) similar(left operand) (cond, error) {
	p.lex.Next()
	if t := *p.lex.Peek(); !isWord(t, "to") {
		return nil, expected("`to` behind `similar`", t).help("write `i similar to \"words\" above 0.6`")
	}
	p.lex.Next()
	t := *p.lex.Peek()
	if t.Type != tokString {
		return nil, expected("a text in quotes", t).help("write `i similar to \"words\" above 0.6`")
	}
	text, err := literalOf(p.lex)
	if err != nil {
		return nil, err
	}
	c := &similarTest{at: left.at().Join(text.at), left: left, text: *text}
	if isWord(*p.lex.Peek(), "above") {
		p.lex.Next()
		n := *p.lex.Peek()
		if n.Type != tokNumber {
			return nil, expected("a number from 0 to 1 behind `above`", n)
		}
		if c.above, err = literalOf(p.lex); err != nil {
			return nil, err
		}
		c.at = c.at.Join(c.above.at)
	}
	return c, nil
}

func (p *condParser) relation(left operand) (cond, error) {
	c := &relationTest{left: left}
	if f := p.spelled(left); f != nil {
		return nil, f
	}
	for {
		t := *p.lex.Peek()
		if t.Type != tokIdent {
			return nil, expected("a relation behind `|`", t)
		}
		p.lex.Next()
		n := nameOf(t)
		n.text = strings.ToLower(n.text)
		c.relations = append(c.relations, n)
		if !isPunct(*p.lex.Peek(), "|") {
			break
		}
		p.lex.Next()
	}
	if err := p.quantifier(c); err != nil {
		return nil, err
	}
	t := *p.lex.Peek()
	if t.Type != tokConstant && t.Type != tokIdent || isWord(t, "and") || isWord(t, "or") {
		f := expected("a variable or a constant behind `"+clip(c.relations[0].text)+"`", t)
		if len(c.relations) == 1 && LookupRelation(c.relations[0].text) == nil {
			f = unknownWord(c.relations[0])
		}
		return nil, f
	}
	right, err := p.operand()
	c.right = right
	return c, err
}

func (p *condParser) quantifier(c *relationTest) error {
	t := *p.lex.Peek()
	q := &quantifier{at: spanOf(t), max: -1}
	switch {
	case isPunct(t, "+"):
		q.min = 1
	case isPunct(t, "*"):
	case isPunct(t, "{"):
		p.lex.Next()
		n := *p.lex.Peek()
		if n.Type != tokNumber {
			return expected("a number of steps behind `{`", n).help("write `deepens{2}` or `deepens{1..3}`")
		}
		low, err := wholeOf(n)
		if err != nil {
			return err
		}
		q.min, q.max = low, low
		p.lex.Next()
		if isPunct(*p.lex.Peek(), "..") {
			p.lex.Next()
			n = *p.lex.Peek()
			if n.Type != tokNumber {
				return expected("a number of steps behind `..`", n).help("write `deepens{1..3}`")
			}
			if q.max, err = wholeOf(n); err != nil {
				return err
			}
			p.lex.Next()
		}
		end := *p.lex.Peek()
		if !isPunct(end, "}") {
			return expected("`}`", end)
		}
		q.at = source.Span{Start: q.at.Start, End: spanOf(end).End}
	default:
		return nil
	}
	p.lex.Next()
	c.quantifier = q
	switch {
	case q.max < 0 && q.min == 1:
		q.text = "+"
	case q.max < 0:
		q.text = "*"
	case q.min == q.max:
		q.text = "{" + strconv.Itoa(q.min) + "}"
	default:
		q.text = "{" + strconv.Itoa(q.min) + ".." + strconv.Itoa(q.max) + "}"
	}
	return nil
}
