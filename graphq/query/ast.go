package query

import (
	"strconv"
	"strings"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/source"
)

// Query is a query as written. The zero value is not useful; Parse makes one.
type Query struct {
	file    *source.File
	explain bool
	find    *findQuery
	lineage *lineageQuery
	path    *pathQuery
	format  *name
}

type name struct {
	at   source.Span
	text string
}

type findQuery struct {
	items []item
	where cond // nil: none
	order []key
	limit *limitClause
}

type lineageQuery struct {
	of    constant
	down  bool
	via   []name
	depth *whole64
	limit *limitClause
}

type pathQuery struct {
	from, to constant
	via      []name
	depth    *whole64
	limit    *limitClause
}

type whole64 struct {
	at source.Span
	n  int
}

type limitClause struct {
	limit  whole64
	offset *whole64
}

type item struct {
	term term
	kind *name
}

type key struct {
	term term
	desc bool
}

// term is a variable, a property of one, or a function of either.
type term struct {
	at       source.Span
	function *name
	variable *name // nil: count()
	property *name
}

type constant struct {
	at   source.Span
	name string
}

type literal struct {
	at    source.Span
	value Value // Number, Text or Bool
}

// operand is exactly one of the three.
type operand struct {
	term     *term
	constant *constant
	literal  *literal
}

func (o operand) at() source.Span {
	switch {
	case o.term != nil:
		return o.term.at
	case o.constant != nil:
		return o.constant.at
	}
	return o.literal.at
}

// cond is *andCond, *orCond, *notCond or one of the tests.
type cond interface{ span() source.Span }

type (
	andCond struct{ of []cond }
	orCond  struct{ of []cond }
	notCond struct {
		at source.Span
		of cond
	}
	compareTest struct {
		left, right operand
		op          string
	}
	inTest struct {
		at        source.Span
		left      operand
		not       bool
		list      []literal // nil: a range
		low, high *literal
	}
	isTest struct {
		at   source.Span
		left operand
		not  bool
		kind *name // nil: missing
	}
	similarTest struct {
		at    source.Span
		left  operand
		text  literal
		above *literal
	}
	relationTest struct {
		left, right operand
		relations   []name
		quantifier  *quantifier
	}
)

type quantifier struct {
	at       source.Span
	min, max int // max < 0: open
	text     string
}

func (c *andCond) span() source.Span      { return c.of[0].span().Join(c.of[len(c.of)-1].span()) }
func (c *orCond) span() source.Span       { return c.of[0].span().Join(c.of[len(c.of)-1].span()) }
func (c *notCond) span() source.Span      { return c.at }
func (c *compareTest) span() source.Span  { return c.left.at().Join(c.right.at()) }
func (c *inTest) span() source.Span       { return c.at }
func (c *isTest) span() source.Span       { return c.at }
func (c *similarTest) span() source.Span  { return c.at }
func (c *relationTest) span() source.Span { return c.left.at().Join(c.right.at()) }

// String is the query in canonical spelling; parsing it gives the same query.
func (q *Query) String() string {
	var b strings.Builder
	if q.explain {
		b.WriteString("explain ")
	}
	switch {
	case q.find != nil:
		q.find.write(&b)
	case q.lineage != nil:
		b.WriteString("lineage of " + q.lineage.of.String())
		if q.lineage.down {
			b.WriteString(" down")
		}
		writeTail(&b, q.lineage.via, q.lineage.depth, q.lineage.limit)
	case q.path != nil:
		b.WriteString("paths from " + q.path.from.String() + " to " + q.path.to.String())
		writeTail(&b, q.path.via, q.path.depth, q.path.limit)
	}
	if q.format != nil {
		b.WriteString(" as " + q.format.text)
	}
	return b.String()
}

func writeTail(b *strings.Builder, via []name, depth *whole64, limit *limitClause) {
	for i, v := range via {
		b.WriteString([]string{" via ", ", "}[min(i, 1)] + v.text)
	}
	if depth != nil {
		b.WriteString(" depth " + strconv.Itoa(depth.n))
	}
	limit.write(b)
}

func (l *limitClause) write(b *strings.Builder) {
	if l == nil {
		return
	}
	b.WriteString(" limit " + strconv.Itoa(l.limit.n))
	if l.offset != nil {
		b.WriteString(" offset " + strconv.Itoa(l.offset.n))
	}
}

func (f *findQuery) write(b *strings.Builder) {
	for i, it := range f.items {
		b.WriteString([]string{"find ", ", "}[min(i, 1)] + it.term.String())
		if it.kind != nil {
			b.WriteString(":" + it.kind.text)
		}
	}
	if f.where != nil {
		b.WriteString(" where " + condText(f.where))
	}
	for i, k := range f.order {
		b.WriteString([]string{" order by ", ", "}[min(i, 1)] + k.term.String())
		if k.desc {
			b.WriteString(" desc")
		}
	}
	f.limit.write(b)
}

// String is the term as it heads a column.
func (t term) String() string {
	var b strings.Builder
	if t.variable != nil {
		b.WriteString(t.variable.text)
		if t.property != nil {
			b.WriteString("." + t.property.text)
		}
	}
	if t.function != nil {
		return t.function.text + "(" + b.String() + ")"
	}
	return b.String()
}

// String is the constant with its sign, in quotes where it needs them.
func (c constant) String() string { return "@" + constantText(c.name) }

// constantText is a name as it stands behind `@`.
func constantText(text string) string {
	before, after, whole := strings.Cut(text, ":")
	if identRunesOnly(text) || whole && identRunesOnly(before) && identRunesOnly(after) {
		return text
	}
	return ast.Quote(text)
}

func identRunesOnly(text string) bool {
	for _, r := range text {
		if !ast.IsIdentRune(r, false) {
			return false
		}
	}
	return text != ""
}

func (l literal) String() string {
	switch l.value.Type {
	case Text:
		return ast.Quote(l.value.Text)
	case Bool:
		return strconv.FormatBool(l.value.Number == 1)
	}
	if l.value.Log != 0 {
		return tinyText(l.value, -1)
	}
	return strconv.FormatFloat(l.value.Number, 'g', -1, 64)
}

func (o operand) String() string {
	switch {
	case o.term != nil:
		return o.term.String()
	case o.constant != nil:
		return o.constant.String()
	}
	return o.literal.String()
}

func joined[T any](sep string, of []T, text func(T) string) string {
	parts := make([]string, len(of))
	for i := range of {
		parts[i] = text(of[i])
	}
	return strings.Join(parts, sep)
}

func condText(c cond) string {
	switch c := c.(type) {
	case *andCond:
		return joined(" and ", c.of, func(x cond) string { return bracketed(x, false) })
	case *orCond:
		return joined(" or ", c.of, func(x cond) string { return bracketed(x, true) })
	case *notCond:
		return "not " + bracketed(c.of, false)
	case *compareTest:
		return c.left.String() + " " + c.op + " " + c.right.String()
	case *inTest:
		text := c.left.String()
		if c.not {
			text += " not"
		}
		if c.list == nil {
			return text + " in " + c.low.String() + ".." + c.high.String()
		}
		return text + " in (" + joined(", ", c.list, literal.String) + ")"
	case *isTest:
		text := c.left.String() + " is "
		if c.kind != nil {
			return text + c.kind.text
		}
		if c.not {
			text += "not "
		}
		return text + "missing"
	case *similarTest:
		text := c.left.String() + " similar to " + c.text.String()
		if c.above != nil {
			text += " above " + c.above.String()
		}
		return text
	case *relationTest:
		text := c.left.String() + " " + joined("|", c.relations, func(n name) string { return n.text })
		if c.quantifier != nil {
			text += c.quantifier.text
		}
		return text + " " + c.right.String()
	}
	return ""
}

func bracketed(c cond, inOr bool) string {
	switch c.(type) {
	case *orCond:
		return "(" + condText(c) + ")"
	case *andCond:
		if !inOr {
			return "(" + condText(c) + ")"
		}
	}
	return condText(c)
}
