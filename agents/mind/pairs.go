package mind

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/dist"
	"github.com/hyp-lang/hyp/estimators/engine"
	"github.com/hyp-lang/hyp/lang/ast"
)

// pairTest is a pair as the train rows show it: a claim before third variables are looked at.
type pairTest struct {
	c        candidate
	x, y     int
	isDiff   bool
	column   int            // of x in the moments; -1: it has several, or none
	contrast *plan.Contrast // one level of x against the others; nil: all levels
	p        float64
}

// screenPairs takes the pairs that the survey rejects at the false discovery rate Q over all of them, and asks of each what is left of it when
// a third variable is held.
func (o *Offline) screenPairs() {
	var all []pairTest
	n := len(o.survey.Variables)
	for i := range n {
		for j := i + 1; j < n; j++ {
			if !o.may(i, j) {
				continue
			}
			if t, ok := o.pair(i, j); ok {
				all = append(all, t)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b pairTest) int { return cmp.Compare(b.c.strength, a.c.strength) })
	kept := 0
	for k := range all {
		if all[k].p <= o.cfg.Q*float64(k+1)/float64(len(all)) { // Benjamini and Hochberg
			kept = k + 1
		}
	}
	for i := range all[:kept] {
		if c, ok := o.direct(&all[i]); ok {
			c.bound = o.cfg.Q
			o.pairs = append(o.pairs, c)
		}
	}
	slices.SortStableFunc(o.pairs, func(a, b candidate) int { return cmp.Compare(b.strength, a.strength) })
}

// pair is the survey's test of a pair; false where it has none.
func (o *Offline) pair(i, j int) (t pairTest, ok bool) {
	x, y, isDiff := o.orient(i, j)
	if x < 0 {
		return t, false
	}
	test := o.survey.Assoc(x, y)
	if isDiff {
		test = o.survey.Diff(y, x)
	}
	t = pairTest{x: x, y: y, isDiff: isDiff, column: o.gram.single(x), p: test.P}
	t.c = candidate{core: []int{x, y}, r: test.Effect, marginal: test.Effect, strength: strength(test.P, test.Log10P)}
	switch {
	case test.Made():
		return t, true
	case isDiff && (test.Refusal == engine.SmallGroup || test.Refusal == engine.SeparationCode):
		return o.oneLevel(t)
	}
	return t, false
}

// rareLevel is how many rows a level needs, and all others together, to be compared with them.
const rareLevel = 30

// oneLevel stands in for a comparison of all groups that a rare one makes impossible: the level that differs most from all the others
// together, of those with enough rows. Its p counts every level that was looked at.
func (o *Offline) oneLevel(t pairTest) (pairTest, bool) {
	g := o.gram
	b := g.single(t.y)
	if b < 0 || len(g.of[t.x]) < 2 {
		return t, false
	}
	looked, best := 0, 0.0
	var first, spread float64 // of the level that has no column: what the others leave
	rest := 1.0
	try := func(code string, column int, r float64, n, ones int) {
		if ones < rareLevel || n-ones < rareLevel {
			return
		}
		looked++
		if z := math.Abs(math.Atanh(r)) * math.Sqrt(float64(n-3)); z > best {
			best = z
			t.column, t.c.r, t.c.marginal = column, r, r
			t.contrast = &plan.Contrast{A: code, Rest: true}
		}
	}
	n := 0
	for _, a := range g.of[t.x] {
		r, rows := g.correlation(a, b)
		share := g.columns[a].share
		n = rows
		try(g.columns[a].code, a, r, rows, int(share*float64(rows)))
		spread = math.Sqrt(share * (1 - share))
		first -= r * spread
		rest -= share
	}
	if spread = math.Sqrt(math.Max(0, rest*(1-rest))); spread > 0 {
		try(g.first[t.x], -1, math.Max(-0.999, math.Min(0.999, first/spread)), n, int(rest*float64(n)))
	}
	if t.contrast == nil {
		return t, false
	}
	tail := dist.NormalTwoSided(best)
	t.p = math.Min(1, tail.P*float64(looked))
	t.c.strength = strength(t.p, tail.Log10P+math.Log10(float64(looked)))
	return t, true
}

// strength is the |z| of a p-value.
func strength(p, log10 float64) float64 {
	if p > 1e-300 {
		return -dist.NormalQuantile(p / 2)
	}
	return math.Sqrt(-2 * math.Ln10 * log10) // the leading term of its tail
}

// orient chooses exposure and outcome: what is measured later is the outcome, where it can be one; groups compare a number; else the first of the table
// is the exposure. x is -1 when no template takes the pair.
func (o *Offline) orient(i, j int) (x, y int, isDiff bool) {
	a, b := &o.survey.Variables[i], &o.survey.Variables[j]
	groups := func(v int) bool { return !o.survey.Variables[v].Type.NumericLike() }
	compared := func(x, y int) bool { return groups(x) && (!groups(y) || o.survey.Variables[x].Levels > 2) }
	switch {
	case o.after(i, j) && a.Outcome():
		return j, i, compared(j, i)
	case o.after(j, i) && b.Outcome():
		return i, j, compared(i, j)
	case a.Entry != nil && a.Entry.Role == "outcome" && a.Outcome() && (b.Entry == nil || b.Entry.Role != "outcome"):
		return j, i, b.Levels > 2 && groups(j) // the catalog's word
	case b.Entry != nil && b.Entry.Role == "outcome" && b.Outcome() && (a.Entry == nil || a.Entry.Role != "outcome"):
		return i, j, a.Levels > 2 && groups(i)
	case groups(i) && !groups(j):
		return i, j, true
	case groups(j) && !groups(i):
		return j, i, true
	case !groups(i): // two numbers
		return i, j, false
	case b.Outcome():
		return i, j, a.Levels > 2
	case a.Outcome():
		return j, i, b.Levels > 2
	}
	return -1, -1, false
}

// direct adds to a pair the controls that make it a claim about the pair itself; false when a third variable leaves nothing of it. Where it takes
// two to leave nothing, the first is a control, and the mechanism names both: in a wide table two out of hundreds can take away what is there.
func (o *Offline) direct(t *pairTest) (candidate, bool) {
	c := t.c
	a, b := t.column, o.gram.single(t.y)
	var controls []string
	through := "" // what leaves nothing beside the controls
	if a >= 0 && b >= 0 {
		left, _ := o.gram.correlation(a, b)
		c.marginal = left
		var held []int
		for len(held) <= 12 && len(controls) <= o.cfg.MaxControls {
			h := o.between(a, b, left, held)
			if h.explains && len(controls) == 0 {
				return c, false
			}
			if h.explains {
				through = o.survey.Variables[h.variable].Name
			}
			if through != "" || h.variable < 0 || len(controls) == o.cfg.MaxControls || h.left/left >= o.cfg.Direct {
				break
			}
			held = append(held, o.gram.of[h.variable]...)
			controls = append(controls, o.survey.Variables[h.variable].Name)
			left = h.left
			c.r, c.strength = left, h.z
		}
	}
	if len(controls) > 0 && c.strength < weakest {
		return c, false
	}
	c.mechanism = o.mechanism(t, c, controls, through)
	x, y := o.survey.Variables[t.x].Name, o.survey.Variables[t.y].Name
	template := "assoc"
	switch {
	case t.contrast != nil:
		template = "diff"
		c.claim = fmt.Sprintf("diff(%s, by=%s: %s vs rest)", ast.WriteName(y), ast.WriteName(x), ast.Quote(t.contrast.A))
	case t.isDiff:
		template = "diff"
		c.claim = fmt.Sprintf("diff(%s, by=%s)", ast.WriteName(y), ast.WriteName(x))
	default:
		c.claim = fmt.Sprintf("assoc(%s, %s)", ast.WriteName(x), ast.WriteName(y))
	}
	c.claim += controlling(controls)
	where := ""
	if t.isDiff && t.contrast == nil {
		if where = o.frequent(t.x, t.y); where != "" {
			c.claim += " where " + where
		}
	}
	c.key = KeyOf(template, y, x, "", "").Of(where, t.contrast)
	c.modules = o.modulesOf(c.core)
	return c, true
}

// weakest is the |z| that has to be left with controls held, p = .01: less is too little for the holdout, which has fewer rows, to show.
const weakest = 2.58

// A variable is another measurement of an end, and holding it would hold the end, when they correlate as highly as proxyFrom; for one of the end's own
// module, in which the other end is not, kinFrom is enough: a module is what measures one thing.
const (
	proxyFrom = 0.75
	kinFrom   = 0.5
)

// measures tells whether a variable that correlates so with an end is another measurement of it.
func (o *Offline) measures(v, end, other int, r float64) bool {
	module := o.survey.Variables[v].Module
	kin := module != "" && module == o.survey.Variables[end].Module && module != o.survey.Variables[other].Module
	return math.Abs(r) > proxyFrom || kin && math.Abs(r) > kinFrom
}

// leastSeen is the share of a pair's rows on which a variable must be seen that explains it: what is known of a few rows only says little of the rest.
const leastSeen = 0.25

// held is what a variable between two columns leaves of them.
type held struct {
	variable int // -1: there is none
	left, z  float64
	explains bool
}

// between is the variable that, held beside others, leaves least of what is left of a pair of columns, among those nearer to both ends than these
// are to each other: nothing else can stand between them. One that measures an end itself is no third variable, nor is one that comes after the exposure: it may be what the exposure does. Where one explains the pair, that is the answer, though another should turn its
// sign: two causes that are unrelated at equal common cause turn related when their common effect is held.
func (o *Offline) between(a, b int, left float64, already []int) held {
	g := o.gram
	x, y := g.columns[a].variable, g.columns[b].variable
	_, rows := g.correlation(a, b)
	out, best := held{variable: -1}, math.Inf(1)
	for v, columns := range g.of {
		if len(columns) == 0 || !o.may(v, x) || !o.may(v, y) || o.after(v, x) || slices.Contains(already, columns[0]) {
			continue
		}
		near, proxy := false, false
		for _, c := range columns {
			ra, na := g.correlation(a, c)
			rb, nb := g.correlation(b, c)
			proxy = proxy || o.measures(v, x, y, ra) || o.measures(v, y, x, rb)
			near = near || math.Abs(ra) > math.Abs(left) && math.Abs(rb) > math.Abs(left) && ra*ra*float64(na) > 6.6 && rb*rb*float64(nb) > 6.6 // p < .01
		}
		if !near || proxy {
			continue
		}
		all := append(slices.Clone(already), columns...)
		r, n := g.partial(a, b, all)
		if n < 30 || float64(n) < leastSeen*float64(rows) {
			continue
		}
		z := math.Abs(math.Atanh(r)) * math.Sqrt(float64(n-3-len(all)))
		share := r / left // of the other sign: less than nothing
		explains := math.Abs(share) < o.cfg.Explained || z < 2 && math.Abs(share) < 0.6
		if explains && !out.explains || explains == out.explains && share < best {
			out, best = held{v, r, z, explains}, share
		}
	}
	return out
}
