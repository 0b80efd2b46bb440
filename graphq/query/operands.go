package query

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hyp-lang/hyp/lang/diag"
)

// aggregates are the functions of groups; whether they take numbers only.
var aggregates = map[string]bool{"count": false, "min": false, "max": false, "mean": true, "median": true, "sum": true}

// functionNames are all functions, for messages and completion.
var functionNames = []string{"count", "min", "max", "mean", "median", "sum", "similarity"}

// value resolves an operand that is no bare node; resolve finishes it when the kinds are known.
func (c *checker) value(o operand, env map[string]int) (value, bool) {
	switch {
	case o.literal != nil:
		return value{slot: -1, lit: o.literal.value, text: o.literal.String()}, true
	case o.term != nil && o.term.function != nil:
		return c.functionValue(*o.term, env)
	case o.term != nil && o.term.property != nil:
		s := env[o.term.variable.text]
		c.needsProperty(*o.term, s)
		return value{slot: s, text: o.String()}, true
	}
	// A bare node: is told of by resolve, which sees that there is neither property nor score.
	if o.term != nil {
		return value{slot: env[o.term.variable.text], text: o.String()}, true
	}
	return value{slot: -1, text: o.String()}, true
}

func (c *checker) needsProperty(t term, slot int) {
	c.narrow = append(c.narrow, constraint{at: t.at, one: c.p.vars[slot], property: t.property, atEnd: t.variable.at})
}

// functionValue resolves a function in a condition: similarity, since aggregates have no place there.
func (c *checker) functionValue(t term, env map[string]int) (value, bool) {
	if _, ok := aggregates[t.function.text]; ok {
		help(c.tell(diag.AggregatePlace, t.at, "`%s` stands in a condition, where there are no groups", t), "show it among the items and read it there: `find v, count(i) where i about v order by count(i) desc`")
		return value{}, false
	}
	if !c.isSimilarity(t) {
		return value{}, false
	}
	s, ok := env[t.variable.text]
	if !ok {
		return value{}, false
	}
	return value{slot: s, text: t.String()}, true
}

// isSimilarity tells of functions that do not exist and of wrong arguments.
func (c *checker) isSimilarity(t term) bool {
	if t.function.text != "similarity" {
		d := c.tell(diag.QuerySyntax, t.function.at, "`%s` is not a function", clip(t.function.text))
		if other := otherFunctions[t.function.text]; other == "" {
			nearest(d, *t.function, "the functions are", functionNames)
		} else if help(d, "write %s", other); other == "`mean`" {
			replace(d, true, t.function.at, "mean")
		}
		return false
	}
	if t.variable == nil || t.property != nil {
		help(c.tell(diag.QuerySyntax, t.at, "`similarity` is of a variable"), "write `similarity(i)`")
		return false
	}
	return true
}

// score is the one similarity test of a slot.
func (c *checker) score(t term, slot int) *fSimilar {
	switch of := c.scores[slot]; len(of) {
	case 1:
		return of[0]
	case 0:
		help(c.tell(diag.NotSimilar, t.at, "`%s` has no test `similar to` that holds for every row", t.variable.text), "add `%s similar to \"...\"`, outside of `or` and `not`", t.variable.text)
	default:
		help(c.tell(diag.NotSimilar, t.at, "`%s` has %d tests `similar to`: which one?", t.variable.text, len(of)), "keep one of them")
	}
	return nil
}

// resolve finishes a value: its property's row of the schema, or its score.
func (c *checker) resolve(v *value, o operand) bool {
	if v.slot < 0 || o.term == nil {
		return o.literal != nil
	}
	if o.term.function != nil {
		v.score = c.score(*o.term, v.slot)
		return v.score != nil
	}
	if o.term.property == nil {
		return false
	}
	r := c.p.vars[v.slot]
	if !r.kinds.single() {
		return false
	}
	v.prop = r.kinds.first().Property(o.term.property.text)
	return v.prop != nil
}

func bareNode(o operand) bool {
	return o.constant != nil || o.term != nil && o.term.function == nil && o.term.property == nil
}

func (c *checker) compare(x *compareTest, env map[string]int) formula {
	if bareNode(x.left) && bareNode(x.right) {
		a, _ := c.end(x.left, env)
		b, _ := c.end(x.right, env)
		if x.op != "=" && x.op != "!=" {
			help(c.tell(diag.CompareValues, x.span(), "nodes have no order"), "compare them with `=` or `!=`, or compare a property of each")
			return c.badTest(env, x.left, x.right)
		}
		f := &fSame{a, b, x.op == "!="}
		c.narrow = append(c.narrow, constraint{at: x.span(), same: f})
		if a.slot >= 0 && a.slot == b.slot {
			c.always(!f.not, x)
		}
		return f
	}
	if !c.notValue(x) {
		return c.badTest(env, x.left, x.right)
	}
	f := &fCompare{op: x.op, at: x.span()}
	var ok1, ok2 bool
	f.left, ok1 = c.value(x.left, env)
	f.right, ok2 = c.value(x.right, env)
	if !ok1 || !ok2 {
		return c.badTest(env, x.left, x.right)
	}
	for _, o := range []operand{x.left, x.right} {
		if bareNode(o) {
			c.nodeAsValue(o, x)
			return c.badTest(env, x.left, x.right)
		}
	}
	c.later = append(c.later, func() {
		l, r := c.resolve(&f.left, x.left), c.resolve(&f.right, x.right)
		if l && r {
			c.compareTypes(f, x)
		}
	})
	return f
}

// nodeAsValue tells of a node that is compared with a value.
func (c *checker) nodeAsValue(o operand, x *compareTest) {
	d := c.tell(diag.CompareValues, x.span(), "`%s` is a node and is never equal to a value", clip(o.String()))
	other := x.right
	if o == x.right {
		other = x.left
	}
	switch {
	case other.literal != nil && other.literal.value.Type == Text && o.term != nil:
		k := "@" + constantText(other.literal.value.Text)
		help(d, "a constant is marked with `@`, or compare a property: `%s.name`", o)
		replace(d, false, other.literal.at, k)
	case o.term != nil && other.term != nil && other.term.property != nil && c.p.query.find.uses()[o.term.variable.text] == 1:
		help(d, "a text stands in quotes: `%s %s \"%s\"`", other, x.op, o)
		replace(d, true, o.at(), strconv.Quote(o.String()))
	case o.term != nil:
		help(d, "compare a property: `%s.effect`", o)
	default:
		help(d, "a constant stands for a node; a value is a number, or a text in quotes")
	}
}

// always tells of a condition that does not depend on the graph.
func (c *checker) always(holds bool, x cond) {
	code, word := diag.AlwaysFalse, "never"
	if holds {
		code, word = diag.AlwaysTrue, "always"
	}
	help(c.tell(code, x.span(), "`%s` %s holds", clip(condText(x)), word), "leave it out, or compare with something else")
}

// basic is the type that decides what can be compared.
func basic(t Type) Type {
	switch t {
	case Whole:
		return Number
	case Enum:
		return Text
	}
	return t
}

func (c *checker) compareTypes(f *fCompare, x *compareTest) {
	l, r := f.left.typ(), f.right.typ()
	// A moment is written as a text.
	if l == Time && f.right.slot < 0 && r == Text {
		c.moment(&f.right, x.right)
		r = f.right.typ()
	} else if r == Time && f.left.slot < 0 && l == Text {
		c.moment(&f.left, x.left)
		l = f.left.typ()
	}
	if basic(l) != basic(r) {
		if l != Missing && r != Missing {
			c.mismatch(f.left, f.right, x)
		}
		return
	}
	ordered := x.op != "=" && x.op != "!="
	if ordered && (l == Enum || r == Enum || l == Bool) {
		help(c.tell(diag.CompareValues, f.at, "`%s` has no order", clip(f.left.text)), "compare it with `=`, `!=` or `in (...)`")
		return
	}
	for _, side := range [][2]int{{0, 1}, {1, 0}} {
		v := []value{f.left, f.right}
		o := []operand{x.left, x.right}
		if p := v[side[0]].prop; p != nil && p.Type == Enum && o[side[1]].literal != nil {
			c.enumValue(p, *o[side[1]].literal)
		}
		if o[side[1]].literal != nil && x.op == "=" {
			c.unborne(v[side[0]].prop, v[side[0]], *o[side[1]].literal)
		}
	}
	switch {
	case f.left.slot < 0 && f.right.slot < 0:
		c.always(compareValues(f.left.lit, f.right.lit, f.op), x)
	case f.left.text == f.right.text:
		c.always(f.op == "=" || f.op == "<=" || f.op == ">=", x)
	case !ordered && (computed(f.left) || computed(f.right)):
		d := c.tell(diag.FloatEquality, f.at, "`%s` is a computed number and is compared with `%s`", clip(f.left.text), f.op)
		if f.right.slot < 0 && f.right.lit.Log == 0 {
			b := f.right.lit.Number
			step := math.Pow(10, math.Floor(math.Log10(math.Max(math.Abs(b), 1e-300)))-3)
			if b == 0 {
				step = 1e-9
			}
			help(d, "ask for a range: `%s in %s..%s`", f.left.text, literal{value: NumberValue(b - step)}, literal{value: NumberValue(b + step)})
		} else {
			help(d, "compare with `<` or `>`")
		}
	}
}

func (c *checker) mismatch(l, r value, x *compareTest) {
	d := c.tell(diag.CompareValues, x.span(), "`%s` is %s and `%s` is %s", clip(l.text), l.typ().noun(), clip(r.text), r.typ().noun())
	for _, v := range []value{l, r} {
		switch v.typ() {
		case Time:
			help(d, "write a moment as a text: '2026-01-31' or '2026-01-31T12:00:00Z'")
			return
		case Bool:
			help(d, "compare it with true or false")
			return
		}
	}
	lit := x.right.literal
	if lit == nil {
		lit = x.left.literal
	}
	switch {
	case lit != nil && lit.value.Type == Text:
		help(d, "numbers stand without quotes")
	case lit != nil:
		help(d, "texts stand in quotes")
	default:
		help(d, "compare properties of one type")
	}
}

// computed tells whether a value is a number that is not whole, and not a literal.
func computed(v value) bool { return v.slot >= 0 && v.typ() == Number }

// moments are the spellings of a moment.
var moments = []string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02", "2006-01", "2006"}

// moment reads the text of a literal as a time in UTC.
func (c *checker) moment(v *value, o operand) {
	for _, layout := range moments {
		if t, err := time.Parse(layout, v.lit.Text); err == nil {
			v.lit = TimeValue(t)
			return
		}
	}
	help(c.tell(diag.CompareValues, o.at(), "`%s` is no moment", clip(o.String())), "write '2026-01-31' or '2026-01-31T12:00:00Z'")
	v.lit = Value{}
}

func (c *checker) enumValue(p *Property, l literal) {
	if l.value.Type != Text || slices.Contains(p.Values, l.value.Text) {
		return
	}
	d := c.tell(diag.EnumValue, l.at, "`%s` is never '%s'", p.Name, clip(l.value.Text))
	if best := diag.Suggest(l.value.Text, p.Values); len(best) > 0 {
		help(d, "did you mean '%s'?", best[0])
		*d = d.WithFix("replace with '"+best[0]+"'", true, diag.Edit{Span: l.at, Text: "'" + best[0] + "'"})
		return
	}
	help(d, "its values are %s", strings.Join(p.Values, ", "))
}

func (c *checker) in(x *inTest, env map[string]int) formula {
	f := &fIn{not: x.not, at: x.at}
	if bareNode(x.left) {
		help(c.tell(diag.CompareValues, x.left.at(), "`%s` is a node, and a list holds values", clip(x.left.String())), "compare a property, or join tests with `or`: `i = @a or i = @b`")
		return c.badTest(env, x.left)
	}
	v, ok := c.value(x.left, env)
	if !ok {
		return c.badTest(env, x.left)
	}
	f.of = v
	c.later = append(c.later, func() {
		if c.resolve(&f.of, x.left) {
			c.inTypes(f, x)
		}
	})
	return f
}

func (c *checker) inTypes(f *fIn, x *inTest) {
	t := f.of.typ()
	item := func(l literal) (Value, bool) {
		v := value{slot: -1, lit: l.value, text: l.String()}
		if t == Time && l.value.Type == Text {
			c.moment(&v, operand{literal: &l})
			return v.lit, v.lit.Type != Missing
		}
		if basic(t) != v.typ() {
			d := c.tell(diag.CompareValues, l.at, "`%s` is %s and `%s` is %s", clip(f.of.text), t.noun(), clip(l.String()), v.typ().noun())
			help(d, "list values of its type")
			return v.lit, false
		}
		return v.lit, true
	}
	if x.list != nil {
		f.list = []Value{}
		for _, l := range x.list {
			v, ok := item(l)
			if !ok {
				continue
			}
			if f.of.prop != nil && f.of.prop.Type == Enum {
				c.enumValue(f.of.prop, l)
			}
			if !f.not {
				c.unborne(f.of.prop, f.of, l)
			}
			f.list = append(f.list, v)
		}
		if computed(f.of) {
			help(c.tell(diag.FloatEquality, x.at, "`%s` is a computed number and is compared with a list", clip(f.of.text)), "ask for a range: `%s in 0.2..0.4`", f.of.text)
		}
		return
	}
	if b := basic(t); b != Number && b != Time {
		help(c.tell(diag.CompareValues, x.at, "`%s` is %s, and a range is of numbers or moments", clip(f.of.text), t.noun()), "list the values: `%s in ('a', 'b')`", f.of.text)
		return
	}
	low, ok1 := item(*x.low)
	high, ok2 := item(*x.high)
	if !ok1 || !ok2 {
		return
	}
	f.low, f.high = low, high
	if compareNumbers(low, high) > 0 {
		d := c.tell(diag.RangeEmpty, x.low.at.Join(x.high.at), "no value lies in `%s..%s`", x.low, x.high)
		help(d, "write the low end first: `%s..%s`", x.high, x.low)
		replace(d, true, x.low.at.Join(x.high.at), x.high.String()+".."+x.low.String())
	}
}

// compareValues compares two values of one type; a missing one never compares.
func compareValues(a, b Value, op string) bool {
	if a.Type == Missing || b.Type == Missing {
		return false
	}
	var order int
	if a.Type == Text {
		order = strings.Compare(a.Text, b.Text)
	} else {
		if math.IsNaN(a.Number) || math.IsNaN(b.Number) {
			return op == "!="
		}
		order = compareNumbers(a, b)
	}
	switch op {
	case "=":
		return order == 0
	case "!=":
		return order != 0
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	}
	return order >= 0
}
