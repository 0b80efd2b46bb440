package query_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hyp-lang/hyp/graphq/query"
)

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
