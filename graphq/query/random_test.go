package query_test

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/graphq/query/memgraph"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

var randomQueries = flag.Int("queries", 10_000, "random queries that TestRandom compares with the naive evaluator")

var firstQuery = flag.Int("from", 0, "the first random query to run, to look at one again")

// world is a small random graph as plain lists, for the naive evaluator.
type world struct {
	nodes map[byte][]string // by the first letter of variables of the kind
	props map[string]map[string]query.Value
	edges map[[3]string]bool
	next  map[[2]string][]string // by node and relation; with a minus in front, the other way
	graph *memgraph.Graph
	alike map[string]bool // similar tests that were asked
}

var letters = map[byte]string{'i': "insight", 'v': "variable", 'c': "context", 'h': "hypothesis", 'r': "round", 'x': "execution", 'j': "rejection", 't': "test"}

// relationsOf are stored relations and the letters of their ends.
var relationsOf = []struct {
	name     string
	from, to string
}{
	{"deepens", "i", "i"}, {"extends", "i", "i"}, {"narrows", "i", "i"}, {"contradicts", "i", "i"}, {"relates", "i", "i"},
	{"outcome", "i", "v"}, {"exposure", "i", "v"}, {"control", "i", "v"}, {"within", "i", "c"}, {"tests", "i", "h"}, {"during", "xjt", "r"},
}

func randomWorld(r *rand.Rand) *world {
	w := &world{nodes: map[byte][]string{}, props: map[string]map[string]query.Value{}, edges: map[[3]string]bool{}}
	b := memgraph.NewBuilder()
	for letter, n := range map[byte]int{'i': 5 + r.IntN(6), 'v': 3, 'c': 2, 'h': 2, 'r': 2, 'x': 2, 'j': 1, 't': 2} {
		for k := 0; k < n; k++ {
			id := fmt.Sprintf("%c:%c%d", letter, letter-32, k*k)
			w.nodes[letter] = append(w.nodes[letter], id)
			w.props[id] = map[string]query.Value{}
			b.Node(id)
		}
	}
	put := func(id, p string, v query.Value) {
		w.props[id][p] = v
		b.Set(id, p, v)
	}
	for _, id := range w.nodes['i'] {
		for _, p := range []string{"effect", "p", "surprise"} {
			if r.IntN(4) > 0 {
				put(id, p, query.NumberValue(float64(r.IntN(5))/4))
			}
		}
		put(id, "round", query.NumberValue(float64(r.IntN(3))))
		if r.IntN(5) > 0 {
			put(id, "status", query.TextValue([]string{"supported", "refuted", "blocked"}[r.IntN(3)]))
		}
		put(id, "text", query.TextValue(strings.Join([]string{"money", "school", "work", "sex"}[r.IntN(3):][:1+r.IntN(2)], " ")))
		if r.IntN(2) == 0 {
			put(id, "seed", query.BoolValue(r.IntN(2) == 0))
		}
	}
	for _, id := range w.nodes['v'] {
		put(id, "module", query.TextValue([]string{"a", "b"}[r.IntN(2)]))
	}
	for _, rel := range relationsOf {
		for _, f := range rel.from {
			for _, t := range rel.to {
				for _, from := range w.nodes[byte(f)] {
					for _, to := range w.nodes[byte(t)] {
						if r.IntN(6) == 0 {
							w.edges[[3]string{from, rel.name, to}] = true
							if rel.name == "contradicts" {
								w.edges[[3]string{to, rel.name, from}] = true
							}
							b.Edge(from, rel.name, to)
						}
					}
				}
			}
		}
	}
	g, err := b.Graph()
	if err != nil {
		panic(err)
	}
	g.NoIndex = r.IntN(2) == 0
	w.graph, w.alike = g, map[string]bool{}
	w.next = map[[2]string][]string{}
	for e := range w.edges {
		w.next[[2]string{e[0], e[1]}] = append(w.next[[2]string{e[0], e[1]}], e[2])
		w.next[[2]string{e[2], "-" + e[1]}] = append(w.next[[2]string{e[2], "-" + e[1]}], e[0])
	}
	return w
}

// env is an assignment of nodes to variables.
type env map[string]string

// test is a condition that writes itself and evaluates itself.
type test interface {
	String() string
	names(positive bool, visit func(string))
	holds(w *world, e env) bool
}

type (
	logic struct {
		op string
		of []test
	}
	negation struct{ of test }
	edge     struct {
		from, to string // variables, or constants with @
		names_   []string
		min, max int // 1, 1: no quantifier; max 32: open
	}
	compare struct {
		left, op, right string // v.p or a literal
	}
	among   struct{ left, text string }
	missing struct {
		left string
		not  bool
	}
	similar struct {
		v, text string
		above   float64
	}
)

func (l logic) String() string {
	parts := make([]string, len(l.of))
	for i, x := range l.of {
		parts[i] = "(" + x.String() + ")"
	}
	return strings.Join(parts, " "+l.op+" ")
}
func (n negation) String() string { return "not (" + n.of.String() + ")" }
func (e edge) String() string {
	q := ""
	switch {
	case e.min == 1 && e.max == 1:
	case e.max == 32 && e.min == 1:
		q = "+"
	case e.max == 32:
		q = "*"
	default:
		q = fmt.Sprintf("{%d..%d}", e.min, e.max)
	}
	return e.from + " " + strings.Join(e.names_, "|") + q + " " + e.to
}
func (c compare) String() string { return c.left + " " + c.op + " " + c.right }
func (a among) String() string   { return a.left + " in " + a.text }
func (m missing) String() string {
	if m.not {
		return m.left + " is not missing"
	}
	return m.left + " is missing"
}
func (s similar) String() string {
	return fmt.Sprintf("%s similar to %q above %v", s.v, s.text, s.above)
}

func variableOf(s string) string {
	if s[0] == '@' || s[0] == '\'' || s[0] == '-' || '0' <= s[0] && s[0] <= '9' || s == "true" || s == "false" {
		return ""
	}
	v, _, _ := strings.Cut(s, ".")
	return v
}

func (l logic) names(p bool, visit func(string)) {
	for _, x := range l.of {
		x.names(p, visit)
	}
}
func (n negation) names(p bool, visit func(string)) {
	if !p {
		n.of.names(p, visit)
	}
}
func visitAll(visit func(string), of ...string) {
	for _, s := range of {
		if v := variableOf(s); v != "" {
			visit(v)
		}
	}
}
func (e edge) names(_ bool, visit func(string))    { visitAll(visit, e.from, e.to) }
func (c compare) names(_ bool, visit func(string)) { visitAll(visit, c.left, c.right) }
func (a among) names(_ bool, visit func(string))   { visitAll(visit, a.left) }
func (m missing) names(_ bool, visit func(string)) { visitAll(visit, m.left) }
func (s similar) names(_ bool, visit func(string)) { visit(s.v) }

func (l logic) holds(w *world, e env) bool {
	for _, x := range l.of {
		if x.holds(w, e) == (l.op == "or") {
			return l.op == "or"
		}
	}
	return l.op == "and"
}

// A variable that occurs in the negation alone is any node for which it holds.
func (n negation) holds(w *world, e env) bool {
	var locals []string
	n.of.names(true, func(v string) {
		if _, bound := e[v]; !bound && !slices.Contains(locals, v) {
			locals = append(locals, v)
		}
	})
	found := false
	w.each(locals, e, func(e env) { found = found || n.of.holds(w, e) })
	return !found
}

// each tries every assignment of the variables.
func (w *world) each(vars []string, e env, try func(env)) {
	if len(vars) == 0 {
		try(e)
		return
	}
	for _, id := range w.nodes[vars[0][0]] {
		e[vars[0]] = id
		w.each(vars[1:], e, try)
	}
	delete(e, vars[0])
}

func (e edge) holds(w *world, at env) bool {
	node := func(s string) string {
		if s[0] == '@' {
			return s[1:]
		}
		return at[s]
	}
	step := func(from string) (out []string) {
		for _, r := range e.names_ {
			switch r {
			case "about":
				out = append(out, w.next[[2]string{from, "outcome"}]...)
				out = append(out, w.next[[2]string{from, "exposure"}]...)
				out = append(out, w.next[[2]string{from, "control"}]...)
			case "variable_of":
				out = append(out, w.next[[2]string{from, "-outcome"}]...)
				out = append(out, w.next[[2]string{from, "-exposure"}]...)
				out = append(out, w.next[[2]string{from, "-control"}]...)
			default:
				out = append(out, w.next[[2]string{from, r}]...)
			}
		}
		return out
	}
	reached := []string{node(e.from)}
	for n := 0; n <= e.max; n++ {
		if n >= e.min && slices.Contains(reached, node(e.to)) {
			return true
		}
		var next []string
		for _, from := range reached {
			next = append(next, step(from)...)
		}
		slices.Sort(next)
		reached = slices.Compact(next)
		if n > 16 { // every walk between so few nodes has a shorter one by now
			break
		}
	}
	return false
}

func (w *world) value(s string, e env) query.Value {
	if v := variableOf(s); v != "" {
		_, p, ok := strings.Cut(s, ".")
		if !ok {
			return query.TextValue(e[v])
		}
		if p == "id" {
			return query.TextValue(e[v])
		}
		return w.props[e[v]][p]
	}
	switch {
	case s[0] == '@':
		return query.TextValue(s[1:])
	case s[0] == '\'':
		return query.TextValue(strings.Trim(s, "'"))
	case s == "true" || s == "false":
		return query.BoolValue(s == "true")
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic(err)
	}
	return query.NumberValue(x)
}

func (c compare) holds(w *world, e env) bool {
	l, r := w.value(c.left, e), w.value(c.right, e)
	if l.Type == query.Missing || r.Type == query.Missing {
		return false
	}
	o := cmp.Compare(l.Number, r.Number)
	if l.Type == query.Text {
		o = cmp.Compare(l.Text, r.Text)
	}
	return map[string]bool{"=": o == 0, "!=": o != 0, "<": o < 0, "<=": o <= 0, ">": o > 0, ">=": o >= 0}[c.op]
}

func (a among) holds(w *world, e env) bool {
	v := w.value(a.left, e)
	if v.Type == query.Missing {
		return false
	}
	if low, high, ok := strings.Cut(a.text, ".."); ok {
		l, _ := strconv.ParseFloat(low, 64)
		h, _ := strconv.ParseFloat(high, 64)
		return v.Number >= l && v.Number <= h
	}
	for _, s := range strings.Split(strings.Trim(a.text, "()"), ", ") {
		if w.value(s, e) == v {
			return true
		}
	}
	return false
}

func (m missing) holds(w *world, e env) bool {
	return (w.value(m.left, e).Type == query.Missing) != m.not
}

func (s similar) holds(w *world, e env) bool {
	key := func(id string) string { return fmt.Sprint(s.text, s.above, id) }
	if holds, asked := w.alike[key(e[s.v])]; asked {
		return holds
	}
	found, _ := w.graph.Similar(context.Background(), query.Insight, s.text, s.above)
	for _, id := range w.nodes['i'] {
		w.alike[key(id)] = false
	}
	for _, f := range found {
		var is [1]query.Identity
		_ = w.graph.Describe(context.Background(), []query.Node{f.Node}, is[:])
		w.alike[key(is[0].ID)] = true
	}
	return w.alike[key(e[s.v])]
}

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

// aggregateOf splits count(i.p) into its parts; function is empty for other items.
func aggregateOf(item string) (function, of string) {
	f, rest, ok := strings.Cut(item, "(")
	if !ok {
		return "", item
	}
	return f, strings.TrimSuffix(rest, ")")
}

// naive answers a question by trying every assignment.
func naive(w *world, q question) [][]query.Value {
	var vars []string
	add := func(v string) {
		if v != "" && !slices.Contains(vars, v) {
			vars = append(vars, v)
		}
	}
	shown := map[string]bool{}
	counting, grouped := false, false
	var plain []string
	for _, it := range q.items {
		f, of := aggregateOf(it)
		if f != "" {
			grouped = true
			counting = counting || of == ""
		} else {
			plain = append(plain, variableOf(of))
		}
		if of != "" {
			add(variableOf(of))
			shown[variableOf(of)] = true
		}
	}
	q.where.names(true, add)
	for _, k := range q.order {
		if _, of := aggregateOf(k); of != "" {
			shown[variableOf(of)] = true
		}
	}
	if counting { // all but what only one `or` looks for
		for v := range own(q.where) {
			shown[v] = true
		}
	}
	var keep []string
	for v := range shown {
		keep = append(keep, v)
	}
	slices.Sort(keep)
	solutions := map[string]env{}
	key := func(e env) string {
		var b strings.Builder
		for _, v := range keep {
			b.WriteString(e[v] + " ")
		}
		return b.String()
	}
	w.each(vars, env{}, func(e env) {
		if q.where.holds(w, e) {
			solutions[key(e)] = maps.Clone(e)
		}
	})
	for _, pair := range mirrored(q.where, plain) {
		all := map[string]bool{}
		for k := range solutions {
			all[k] = true
		}
		for k, e := range solutions {
			swapped := env{}
			for v, id := range e {
				swapped[v] = id
			}
			swapped[pair[0]], swapped[pair[1]] = e[pair[1]], e[pair[0]]
			// Which of the two is the first is a matter of the order in which the variables are written.
			x, y := pair[0], pair[1]
			if slices.Index(vars, x) > slices.Index(vars, y) {
				x, y = y, x
			}
			if query.CompareIDs(e[x], e[y]) > 0 && all[key(swapped)] {
				delete(solutions, k)
			}
		}
	}
	columns := append(slices.Clone(q.items), q.order...)
	var rows [][]query.Value
	if !grouped {
		for _, e := range solutions {
			var row []query.Value
			for _, c := range columns {
				row = append(row, w.value(c, e))
			}
			rows = append(rows, row)
		}
	} else {
		groups := map[string][]env{}
		for _, e := range solutions {
			k := ""
			for _, it := range q.items {
				if f, _ := aggregateOf(it); f == "" {
					k += fmt.Sprint(w.value(it, e)) + "\x00"
				}
			}
			groups[k] = append(groups[k], e)
		}
		if len(groups) == 0 && len(plain) == 0 {
			groups[""] = nil
		}
		for _, of := range groups {
			var row []query.Value
			for _, c := range columns {
				row = append(row, aggregated(w, c, of))
			}
			rows = append(rows, row)
		}
	}
	n := len(q.items)
	isNode := func(k int) bool { f, of := aggregateOf(columns[k]); return f == "" && variableOf(of) == of }
	order := func(a, b []query.Value, k int) int {
		x, y := a[k], b[k]
		if (x.Type == query.Missing) != (y.Type == query.Missing) {
			return map[bool]int{true: 2, false: -2}[x.Type == query.Missing]
		}
		if isNode(k) {
			return query.CompareIDs(x.Text, y.Text)
		}
		return cmp.Or(cmp.Compare(x.Number, y.Number), cmp.Compare(x.Text, y.Text))
	}
	slices.SortFunc(rows, func(a, b []query.Value) int {
		for k := range q.order {
			o := order(a, b, n+k)
			if q.desc[k] && o >= -1 && o <= 1 {
				o = -o
			}
			if o != 0 {
				return o
			}
		}
		for k := 0; k < n; k++ {
			if o := order(a, b, k); o != 0 {
				return o
			}
		}
		return 0
	})
	for i := range rows {
		rows[i] = rows[i][:n]
	}
	rows = slices.CompactFunc(rows, func(a, b []query.Value) bool { return slices.Equal(a, b) })
	if q.limit > 0 && len(rows) > q.limit {
		rows = rows[:q.limit]
	}
	return rows
}

func aggregated(w *world, c string, of []env) query.Value {
	f, arg := aggregateOf(c)
	if f == "" {
		return w.value(c, of[0])
	}
	if arg == "" {
		return query.NumberValue(float64(len(of)))
	}
	nodes := map[string]bool{}
	var x []float64
	count := 0
	for _, e := range of {
		id := e[variableOf(arg)]
		if nodes[id] {
			continue
		}
		nodes[id] = true
		v := w.value(arg, e)
		if v.Type == query.Missing {
			continue
		}
		count++
		x = append(x, v.Number)
	}
	if f == "count" {
		return query.NumberValue(float64(count))
	}
	if len(x) == 0 {
		return query.Value{}
	}
	slices.Sort(x)
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	n := len(x)
	switch f {
	case "max":
		return query.NumberValue(x[n-1])
	case "sum":
		return query.NumberValue(sum)
	case "mean":
		return query.NumberValue(sum / float64(n))
	}
	return query.NumberValue((x[(n-1)/2] + x[n/2]) / 2)
}

// flat are the conjuncts of a condition.
func flat(t test) []test {
	if l, ok := t.(logic); ok && l.op == "and" {
		var out []test
		for _, x := range l.of {
			out = append(out, flat(x)...)
		}
		return out
	}
	return []test{t}
}

func own(t test) map[string]bool {
	times, out := map[string]int{}, map[string]bool{}
	for _, x := range flat(t) {
		l, or := x.(logic)
		or = or && l.op == "or"
		in := map[string]bool{}
		x.names(true, func(v string) { in[v] = true })
		positive := map[string]bool{}
		for _, y := range flat(t) {
			y.names(true, func(v string) { positive[v] = true })
		}
		if _, not := x.(negation); not {
			x.names(false, func(v string) {
				if positive[v] {
					in[v] = true
				}
			})
		} else {
			x.names(false, func(v string) {
				if positive[v] {
					in[v] = true
				}
			})
		}
		for v := range in {
			if times[v]++; !or || times[v] > 1 {
				out[v] = true
			}
		}
	}
	return out
}

// mirrored are the pairs of shown variables that a symmetric test joins.
func mirrored(t test, plain []string) (out [][2]string) {
	for _, x := range flat(t) {
		e, ok := x.(edge)
		if ok && len(e.names_) == 1 && e.names_[0] == "contradicts" && e.from != e.to && slices.Contains(plain, e.from) && slices.Contains(plain, e.to) {
			p := [2]string{min(e.from, e.to), max(e.from, e.to)}
			if !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	return out
}

// Random queries give what the naive evaluator gives, row by row and in order.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	var w *world
	ran, rows := 0, 0
	for n := 0; n < *randomQueries; n++ {
		if n%100 == 0 {
			w = randomWorld(r)
		}
		g := &generator{Rand: r, w: w}
		q := g.question()
		if n < *firstQuery {
			continue
		}
		res, ds, err := query.Run(context.Background(), w.graph, source.New("query", q.String()), query.Options{})
		if err != nil {
			t.Fatalf("%s: %v", q, err)
		}
		if diag.HasErrors(ds) {
			for _, d := range ds {
				if d.Severity == diag.Error && d.Name != "unsafe-variable" && d.Name != "unknown-kind" {
					t.Fatalf("%s: %s", q, d.Message)
				}
			}
			continue
		}
		ran++
		want := naive(w, q)
		rows += len(want)
		ok := res.Rows == len(want)
		for i := 0; ok && i < len(want); i++ {
			for j := range want[i] {
				ok = ok && res.Columns[j].Values[i] == want[i][j]
			}
		}
		if !ok {
			var b strings.Builder
			_ = res.WriteCSV(&b)
			t.Fatalf("query %d: %s\n got %s\nwant %v\nplan\n%s", n, q, b.String(), want, answer(t, w.graph, "explain "+q.String()))
		}
	}
	if *firstQuery == 0 && (ran < *randomQueries/3 || rows < ran) {
		t.Errorf("only %d of %d queries ran, with %d rows", ran, *randomQueries, rows)
	}
	t.Logf("%d of %d queries ran, with %d rows", ran, *randomQueries, rows)
}
