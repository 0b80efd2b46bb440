package query

import (
	"slices"

	"github.com/hyp-lang/hyp/lang/diag"
)

// items resolves what is shown.
func (c *checker) items(f *findQuery, env map[string]int) {
	for _, it := range f.items {
		if it.term.function != nil && isAggregate(it.term) {
			c.p.grouped = true
		}
	}
	for _, it := range f.items {
		col, ok := c.column(it.term, env)
		if !ok {
			col = column{title: it.term.String(), slot: -1, function: "count"} // told of already
		}
		c.p.columns = append(c.p.columns, col)
	}
	c.p.visible = len(c.p.columns)
}

func isAggregate(t term) bool {
	_, ok := aggregates[t.function.text]
	return ok
}

// column resolves a term as an item.
func (c *checker) column(t term, env map[string]int) (column, bool) {
	col := column{title: t.String(), slot: -1}
	if t.variable != nil {
		s, ok := env[t.variable.text]
		if !ok {
			return col, false
		}
		col.slot = s
	}
	if t.property != nil {
		if col.prop = c.propertyOf(t, col.slot); col.prop == nil {
			return col, false
		}
	}
	if t.function == nil {
		return col, true
	}
	if !isAggregate(t) {
		if !c.isSimilarity(t) {
			return col, false
		}
		col.score = c.score(t, col.slot)
		return col, col.score != nil
	}
	col.function = t.function.text
	if col.function == "count" {
		return col, true
	}
	if col.prop == nil {
		help(c.tell(diag.CompareValues, t.at, "`%s` is of numbers, not of nodes", t.function.text), "name a property: `%s(i.effect)`", t.function.text)
		return col, false
	}
	if b := basic(col.prop.Type); b != Number && (b != Time || aggregates[col.function]) {
		help(c.tell(diag.CompareValues, t.at, "`%s` is %s and has no %s", t.property.text, col.prop.Type.noun(), col.function), "take a property that is a number, or `count`")
		return col, false
	}
	return col, true
}

// propertyOf is the schema's row of a property of an item or a key, which the inference did not see.
func (c *checker) propertyOf(t term, slot int) *Property {
	v := c.p.vars[slot]
	if v.bad || !v.kinds.single() {
		return nil
	}
	k := v.kinds.first()
	p := k.Property(t.property.text)
	if p == nil {
		d := c.tell(diag.UnknownProperty, t.property.at, "%s has no property `%s`", article(v.kinds), clip(t.property.text))
		if !instead(d, t, v.kinds) {
			nearest(d, *t.property, "its properties are", PropertyNames(k))
		}
		if v.why.Len() > 0 {
			*d = d.WithRelated(c.file, v.why, "here it is %s", article(v.kinds))
		}
	}
	return p
}

// orderBy resolves the keys: items, or hidden columns that each row determines.
func (c *checker) orderBy(f *findQuery, env map[string]int) {
	for _, k := range f.order {
		title := k.term.String()
		if i := slices.IndexFunc(c.p.columns, func(col column) bool { return col.title == title }); i >= 0 {
			c.p.order = append(c.p.order, orderKey{i, k.desc})
			continue
		}
		if k.term.function != nil && isAggregate(k.term) && !c.p.grouped {
			help(c.tell(diag.AggregatePlace, k.term.at, "the rows are ordered by `%s`, and they are no groups", title), "show it among the items as well")
			continue
		}
		aggregate := k.term.function != nil && isAggregate(k.term)
		if !aggregate && !c.shown(k.term) {
			help(c.tell(diag.OrderScope, k.term.at, "a row does not hold `%s`", title), "add it to the items: `find ..., %s`", title)
			continue
		}
		if aggregate && k.term.variable != nil {
			if _, ok := env[k.term.variable.text]; !ok {
				help(c.tell(diag.OrderScope, k.term.at, "the query has no variable `%s`", k.term.variable.text), "order by an item")
				continue
			}
		}
		col, ok := c.column(k.term, env)
		if !ok {
			continue
		}
		c.p.columns = append(c.p.columns, col)
		c.p.order = append(c.p.order, orderKey{len(c.p.columns) - 1, k.desc})
	}
}

// shown tells whether a term's variable is an item.
func (c *checker) shown(t term) bool {
	if t.variable == nil {
		return false
	}
	for _, it := range c.p.query.find.items {
		if it.term.function == nil && it.term.property == nil && it.term.variable.text == t.variable.text {
			return true
		}
	}
	return false
}

// mirrors finds the symmetric tests between two shown variables that hold for every row: `find i, j where i contradicts j`
// lists each pair once.
func (c *checker) mirrors(root *fAnd) {
	plain := map[int]bool{}
	for _, col := range c.p.columns[:c.p.visible] {
		if col.function == "" {
			plain[col.slot] = true
		}
	}
	for _, f := range root.of {
		e, ok := f.(*fEdge)
		if !ok || e.from.slot < 0 || e.to.slot < 0 || e.from.slot == e.to.slot || !plain[e.from.slot] || !plain[e.to.slot] {
			continue
		}
		symmetric := len(e.hops) > 0
		for _, h := range e.hops {
			symmetric = symmetric && LookupRelation(h.relation).Symmetric
		}
		pair := [2]int{min(e.from.slot, e.to.slot), max(e.from.slot, e.to.slot)}
		if symmetric && !slices.Contains(c.p.mirrored, pair) {
			c.p.mirrored = append(c.p.mirrored, pair)
		}
	}
}
