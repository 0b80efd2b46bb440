package query_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// question is a random query.
type question struct {
	items []string // v, v.p, count(v), max(v.p), count()
	kinds []bool   // whether the item says its kind
	where test
	order []string
	desc  []bool
	limit int
}

func (q question) String() string {
	var b strings.Builder
	b.WriteString("find ")
	for n, it := range q.items {
		if n > 0 {
			b.WriteString(", ")
		}
		b.WriteString(it)
		if q.kinds[n] {
			b.WriteString(":" + letters[it[0]])
		}
	}
	if q.where != nil {
		b.WriteString(" where " + q.where.String())
	}
	for n, k := range q.order {
		b.WriteString([]string{" order by ", ", "}[min(n, 1)] + k)
		if q.desc[n] {
			b.WriteString(" desc")
		}
	}
	if q.limit > 0 {
		fmt.Fprintf(&b, " limit %d", q.limit)
	}
	return b.String()
}

type generator struct {
	*rand.Rand
	w *world
}

func pick[T any](r *generator, of ...T) T { return of[r.IntN(len(of))] }

func (g *generator) variable(letter byte) string {
	return string(letter) + pick(g, "", "", "2")
}

func (g *generator) node(letters string) string {
	l := letters[g.IntN(len(letters))]
	if g.IntN(5) == 0 {
		return "@" + pick(g, g.w.nodes[l]...)
	}
	return g.variable(l)
}

func (g *generator) atom() test {
	switch g.IntN(10) {
	case 0, 1, 2, 3:
		r := pick(g, relationsOf...)
		e := edge{g.node(r.from), g.node(r.to), []string{r.name}, 1, 1}
		switch {
		case r.from == "i" && r.to == "i" && r.name != "contradicts" && r.name != "relates":
			switch g.IntN(4) {
			case 0:
				e.names_ = append(e.names_, pick(g, "deepens", "extends"))
			case 1:
				e.min, e.max = g.IntN(2), 32
			case 2:
				e.min = g.IntN(3)
				e.max = max(1, e.min+g.IntN(3))
			}
		case r.to == "v" && g.IntN(3) == 0:
			e.names_ = []string{"about"}
		case r.to == "v" && g.IntN(4) == 0:
			e.from, e.to, e.names_ = e.to, e.from, []string{"variable_of"}
		}
		return e
	case 4:
		return compare{g.variable('i') + pick(g, ".effect", ".p", ".surprise"), pick(g, "<", "<=", ">", ">="), pick(g, "0.25", "0.5", "0.75")}
	case 5:
		v, u := g.variable('i'), g.variable('i')
		switch g.IntN(5) {
		case 0:
			return compare{v + ".effect", pick(g, "<", ">"), u + ".p"}
		case 1:
			return compare{v + ".status", pick(g, "=", "!="), u + ".status"}
		case 2:
			return compare{v, pick(g, "=", "!="), g.node("i")}
		case 3:
			return compare{v + ".seed", "=", pick(g, "true", "false")}
		}
		return compare{v + ".round", pick(g, "=", "<", ">="), pick(g, "0", "1", "2", u+".round")}
	case 6:
		return among{g.variable('i') + ".status", pick(g, "('supported', 'blocked')", "('refuted')")}
	case 7:
		return among{g.variable('i') + ".round", pick(g, "0..1", "1..2", "(0, 2)")}
	case 8:
		if g.IntN(2) == 0 {
			return similar{g.variable('i'), pick(g, "money", "school work"), pick(g, 0.5, 0.7, 0.95)}
		}
		return missing{g.variable('i') + pick(g, ".effect", ".surprise", ".status"), g.IntN(2) == 0}
	}
	return compare{g.variable('v') + ".module", pick(g, "=", "!="), pick(g, "'a'", "'b'")}
}

func (g *generator) cond(depth int) test {
	switch n := g.IntN(10); {
	case depth > 0 && n < 4:
		l := logic{op: "and"}
		for k := 2 + g.IntN(2); k > 0; k-- {
			l.of = append(l.of, g.cond(depth-1))
		}
		return l
	case depth > 0 && n < 6:
		return logic{"or", []test{g.cond(depth - 1), g.cond(depth - 1)}}
	case depth > 0 && n < 8:
		return negation{g.cond(depth - 1)}
	}
	return g.atom()
}

func (g *generator) question() question {
	q := question{where: g.cond(3)}
	var names []string
	q.where.names(true, func(v string) {
		if !slices.Contains(names, v) {
			names = append(names, v)
		}
	})
	names = append(names, "i")
	slices.Sort(names)
	names = slices.Compact(names)
	grouped := g.IntN(4) == 0
	add := func(it string, kind bool) {
		if !slices.Contains(q.items, it) {
			q.items, q.kinds = append(q.items, it), append(q.kinds, kind)
		}
	}
	for k := 1 + g.IntN(2); k > 0; k-- {
		v := pick(g, names...)
		if v[0] == 'i' && g.IntN(4) == 0 {
			add(v+pick(g, ".effect", ".status", ".round", ".id"), false)
		} else {
			add(v, g.IntN(2) == 0)
		}
	}
	if grouped {
		if g.IntN(4) == 0 {
			q.items, q.kinds = nil, nil
		}
		for k := 1 + g.IntN(2); k > 0; k-- {
			v := pick(g, names...)
			if v[0] == 'i' {
				add(pick(g, "count("+v+")", "max("+v+".effect)", "sum("+v+".p)", "mean("+v+".effect)", "median("+v+".surprise)", "count("+v+".status)", "count()"), false)
			} else {
				add("count("+v+")", false)
			}
		}
	}
	for k := g.IntN(3); k > 0; k-- {
		it := pick(g, q.items...)
		if len(it) <= 2 && it[0] == 'i' && g.IntN(2) == 0 {
			it += pick(g, ".effect", ".p", ".status")
		}
		if !slices.Contains(q.order, it) {
			q.order, q.desc = append(q.order, it), append(q.desc, g.IntN(2) == 0)
		}
	}
	if g.IntN(4) == 0 {
		q.limit = 1 + g.IntN(4)
	}
	return q
}
