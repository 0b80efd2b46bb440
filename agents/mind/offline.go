package mind

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/hyp-lang/hyp/agents/config"
	"github.com/hyp-lang/hyp/agents/survey"
	"github.com/hyp-lang/hyp/estimators/dist"
	"github.com/hyp-lang/hyp/lang/ast"
)

// Offline proposes from a survey of the train rows and the state of the graph, and judges surprise against what the graph predicts.
// It needs no model and no network, and equal questions get equal answers.
//
// It proposes only what the train rows show, in order of strength, so that the confirmation split is asked little that is not
// so. A pair that a third variable explains is not proposed; one that it changes is proposed with that variable as a control, since
// only that is a claim about the pair itself. Controls are never chosen to make an association appear: two causes of one effect are
// related at equal effect, and that says nothing of them.
type Offline struct {
	survey *survey.Survey
	gram   *gram
	cfg    config.Screen
	copyOf []int // the variable that a variable repeats; itself when it repeats none

	pairs   []candidate // by strength
	triples []candidate
	index   map[string]*candidate // by claim
}

// candidate is a claim that the train rows show.
type candidate struct {
	claim     string
	key       Key
	core      []int // variables
	modules   []string
	strength  float64 // of the test: a |z|
	r         float64 // signed where it has a sign, what is left with the controls held
	marginal  float64 // without them
	bound     float64 // the p that an exact test on the train rows must meet
	mechanism string
}

var _ Mind = (*Offline)(nil)

// NewOffline looks at a survey's pairs, and at all triples of its rows.
func NewOffline(ctx context.Context, s *survey.Survey, in survey.Input, cfg config.Screen, progress func(done, total int)) (*Offline, error) {
	g, err := newGram(ctx, in.Table, s.Variables, cfg.Rows)
	if err != nil {
		return nil, err
	}
	o := &Offline{survey: s, gram: g, cfg: cfg, index: map[string]*candidate{}}
	o.findCopies()
	o.screenPairs()
	if err := o.screenTriples(ctx, progress); err != nil {
		return nil, err
	}
	for _, list := range [][]candidate{o.pairs, o.triples} {
		for i := range list {
			o.index[list[i].claim] = &list[i]
		}
	}
	return o, nil
}

// Name is what a graph calls it.
func (o *Offline) Name() string { return "offline" }

// sameMeasure is the correlation from which two variables that are related by construction are one measurement.
const sameMeasure = 0.95

// findCopies finds the variables that repeat another: recodes, rescalings, repeated measurements. The first of them in the table stands
// for all, since it is mostly what the others were made from. What keeps less than that (a scale cut in two, an item of a sum) is a variable of its
// own.
func (o *Offline) findCopies() {
	n := len(o.survey.Variables)
	o.copyOf = make([]int, n)
	for i := range n {
		o.copyOf[i] = i
		for j := range i {
			a, b := o.gram.single(j), o.gram.single(i)
			why := o.survey.Tautology(j, i)
			same := why == "same-values"
			if why != "" && a >= 0 && b >= 0 {
				r, _ := o.gram.correlation(a, b)
				same = same || math.Abs(r) >= sameMeasure
			}
			if same {
				o.copyOf[i] = o.copyOf[j]
				break
			}
		}
	}
}

// may tells whether two variables can stand in one claim.
func (o *Offline) may(a, b int) bool {
	return a != b && o.copyOf[a] == a && o.copyOf[b] == b && o.survey.Tautology(a, b) == ""
}

// screenPairs takes the pairs that the survey rejects at the false discovery rate Q over all of them, and asks of each what is left of it when
// a third variable is held.
func (o *Offline) screenPairs() {
	type tested struct {
		c    candidate
		x, y int
		p    float64
	}
	var all []tested
	n := len(o.survey.Variables)
	for i := range n {
		for j := i + 1; j < n; j++ {
			if !o.may(i, j) {
				continue
			}
			x, y, isDiff := o.orient(i, j)
			if x < 0 {
				continue
			}
			test := o.survey.Assoc(x, y)
			if isDiff {
				test = o.survey.Diff(y, x)
			}
			if !test.Made() {
				continue
			}
			t := tested{x: x, y: y, p: test.P}
			t.c = candidate{core: []int{x, y}, r: test.Effect, marginal: test.Effect, strength: strength(test.P, test.Log10P)}
			all = append(all, t)
		}
	}
	slices.SortStableFunc(all, func(a, b tested) int { return cmp.Compare(b.c.strength, a.c.strength) })
	kept := 0
	for k := range all {
		if all[k].p <= o.cfg.Q*float64(k+1)/float64(len(all)) { // Benjamini and Hochberg
			kept = k + 1
		}
	}
	for _, t := range all[:kept] {
		if c, ok := o.direct(t.c, t.x, t.y); ok {
			c.bound = o.cfg.Q
			o.pairs = append(o.pairs, c)
		}
	}
	slices.SortStableFunc(o.pairs, func(a, b candidate) int { return cmp.Compare(b.strength, a.strength) })
}

// strength is the |z| of a p-value.
func strength(p, log10 float64) float64 {
	if p > 1e-300 {
		return -dist.NormalQuantile(p / 2)
	}
	return math.Sqrt(-2 * math.Ln10 * log10) // the leading term of its tail
}

// orient chooses exposure and outcome: groups compare a number; else the first of the table is the exposure. x is -1 when no template takes
// the pair.
func (o *Offline) orient(i, j int) (x, y int, isDiff bool) {
	a, b := &o.survey.Variables[i], &o.survey.Variables[j]
	groups := func(v int) bool { return !o.survey.Variables[v].Type.NumericLike() }
	switch {
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

// direct adds to a pair the controls that make it a claim about the pair itself; false when a third variable, or two, leave nothing of it.
func (o *Offline) direct(c candidate, x, y int) (candidate, bool) {
	a, b := o.gram.single(x), o.gram.single(y)
	var controls []string
	if a >= 0 && b >= 0 {
		left, _ := o.gram.correlation(a, b)
		c.marginal = left
		var held []int
		for len(held) <= 12 && len(controls) <= o.cfg.MaxControls {
			h := o.between(a, b, left, held)
			if h.explains {
				return c, false
			}
			if h.variable < 0 || len(controls) == o.cfg.MaxControls || h.left/left >= o.cfg.Direct {
				break
			}
			held = append(held, o.gram.of[h.variable]...)
			controls = append(controls, o.survey.Variables[h.variable].Name)
			left = h.left
			c.r, c.strength = left, h.z
		}
	}
	c.mechanism = o.mechanism(x, y, c.r, c.marginal, controls)
	names := func(v int) string { return ast.WriteName(o.survey.Variables[v].Name) }
	template := "assoc"
	if _, _, isDiff := o.orient(x, y); isDiff {
		template = "diff"
		c.claim = fmt.Sprintf("diff(%s, by=%s)", names(y), names(x))
	} else {
		c.claim = fmt.Sprintf("assoc(%s, %s)", names(x), names(y))
	}
	c.claim += controlling(controls)
	c.key = KeyOf(template, o.survey.Variables[y].Name, o.survey.Variables[x].Name, "", "")
	c.modules = o.modulesOf(c.core)
	return c, true
}

// proxyFrom is the correlation from which a variable is another measurement of an end, and holding it would hold the end.
const proxyFrom = 0.75

// held is what a variable between two columns leaves of them.
type held struct {
	variable int // -1: there is none
	left, z  float64
	explains bool
}

// between is the variable that, held beside others, leaves least of what is left of a pair of columns, among those nearer to both ends than these
// are to each other: nothing else can stand between them. One that measures an end itself is no third variable. Where one explains the pair, that is the answer, though another should turn its
// sign: two causes that are unrelated at equal common cause turn related when their common effect is held.
func (o *Offline) between(a, b int, left float64, already []int) held {
	g := o.gram
	x, y := g.columns[a].variable, g.columns[b].variable
	out, best := held{variable: -1}, math.Inf(1)
	for v, columns := range g.of {
		if len(columns) == 0 || !o.may(v, x) || !o.may(v, y) || slices.Contains(already, columns[0]) {
			continue
		}
		near, proxy := false, false
		for _, c := range columns {
			ra, na := g.correlation(a, c)
			rb, nb := g.correlation(b, c)
			proxy = proxy || math.Abs(ra) > proxyFrom || math.Abs(rb) > proxyFrom
			near = near || math.Abs(ra) > math.Abs(left) && math.Abs(rb) > math.Abs(left) && ra*ra*float64(na) > 6.6 && rb*rb*float64(nb) > 6.6 // p < .01
		}
		if !near || proxy {
			continue
		}
		all := append(slices.Clone(already), columns...)
		r, n := g.partial(a, b, all)
		if n < 30 {
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

func controlling(controls []string) string {
	text := ""
	for i, c := range controls {
		if i == 0 {
			text = " controlling for "
		} else {
			text += ", "
		}
		text += ast.WriteName(c)
	}
	return text
}

// screenTriples takes the triples whose product term the train rows show at the false discovery rate QModerated over all of them.
func (o *Offline) screenTriples(ctx context.Context, progress func(done, total int)) error {
	if o.cfg.QModerated <= 0 {
		return nil
	}
	const least = 3.7 // p = 2e-4: nothing above it can be rejected in a table of any width
	found, err := o.gram.triples(ctx, least, o.may, progress)
	if err != nil {
		return err
	}
	slices.SortStableFunc(found, func(s, t triple) int { return cmp.Compare(math.Abs(t.z), math.Abs(s.z)) })
	vars := o.survey.Variables
	total := 0.0
	n := 0
	for i := range vars {
		if o.copyOf[i] == i {
			n++
		}
	}
	for i := range vars {
		if vars[i].Outcome() && o.copyOf[i] == i {
			total += float64((n - 1) * (n - 2) / 2)
		}
	}
	seen := map[Key]bool{}
	var list []candidate
	var ps []float64
	for _, t := range found {
		c, ok := o.moderation(t)
		if !ok || seen[c.key] {
			continue
		}
		seen[c.key] = true
		list = append(list, c)
		ps = append(ps, dist.NormalTwoSided(t.z).P)
	}
	kept := 0
	for k, p := range ps {
		if p <= o.cfg.QModerated*float64(k+1)/total {
			kept = k + 1
		}
	}
	for i := range list[:kept] {
		// The exact test may differ from the moments' by what rows are missing and by the link of a binary outcome: it must pass too.
		list[i].bound = o.cfg.QModerated * float64(kept) / total
	}
	o.triples = list[:min(kept, mostTriples)]
	return nil
}

// mostTriples bounds the claims about triples that are kept: more than a run of the most rounds proposes.
const mostTriples = 20_000

// moderation makes a triple a claim.
func (o *Offline) moderation(t triple) (candidate, bool) {
	g, vars := o.gram, o.survey.Variables
	x, z, y := g.columns[t.a].variable, g.columns[t.b].variable, g.columns[t.y].variable
	if len(g.of[y]) != 1 || !vars[y].Outcome() {
		return candidate{}, false
	}
	if len(g.of[x]) > 1 || len(g.of[z]) == 1 && !vars[x].Type.NumericLike() && vars[z].Type.NumericLike() {
		x, z = z, x // the factor, or the binary one, is the moderator
	}
	if len(g.of[x]) > 1 {
		return candidate{}, false
	}
	c := candidate{core: []int{x, z, y}, strength: math.Abs(t.z), r: t.r, marginal: t.r}
	xn, zn, yn := vars[x].Name, vars[z].Name, vars[y].Name
	w := ast.WriteName
	if len(g.of[z]) > 1 {
		c.claim = fmt.Sprintf("heterogeneity(%s ~ %s | %s)", w(yn), w(xn), w(zn))
		c.key = KeyOf("heterogeneity", yn, xn, "", zn)
	} else {
		c.claim = fmt.Sprintf("interact(%s * %s -> %s)", w(xn), w(zn), w(yn))
		c.key = KeyOf("interact", yn, xn, zn, "")
	}
	c.modules = o.modulesOf(c.core)
	c.mechanism = fmt.Sprintf("the slope of `%s` on `%s` changes with `%s` on the rows that are explored (partial r %.2f)", yn, xn, zn, t.r)
	return c, true
}

func (o *Offline) modulesOf(core []int) []string {
	var out []string
	for _, v := range core {
		if m := o.survey.Variables[v].Module; m != "" && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}

// mechanism says in words why a pair should hold.
func (o *Offline) mechanism(x, y int, left, raw float64, controls []string) string {
	a, b := &o.survey.Variables[x], &o.survey.Variables[y]
	switch {
	case len(controls) > 0 && left*raw < 0:
		return fmt.Sprintf("at equal %s the association of `%s` and `%s` has the other sign: %s hid it", quoted(controls), a.Name, b.Name, quoted(controls))
	case len(controls) > 0:
		return fmt.Sprintf("a part of the association that does not go through %s", quoted(controls))
	case a.Module != "" && a.Module == b.Module:
		return fmt.Sprintf("both are of module %s", a.Module)
	}
	return "no third variable between the two takes more than a quarter of the association"
}

func quoted(names []string) string {
	text := ""
	for i, n := range names {
		switch {
		case i == 0:
		case i == len(names)-1:
			text += " and "
		default:
			text += ", "
		}
		text += "`" + n + "`"
	}
	return text
}

// Bound is the p that the explored rows must show for a claim that the screen proposed; 0 for others.
func (o *Offline) Bound(claim string) float64 {
	if c := o.index[claim]; c != nil {
		return c.bound
	}
	return 0
}

// Candidates is how many claims the train rows show: pairs, and triples.
func (o *Offline) Candidates() (pairs, moderated int) { return len(o.pairs), len(o.triples) }

// Cards are the variables as other minds are told of them.
func Cards(s *survey.Survey) []Variable {
	out := make([]Variable, len(s.Variables))
	for i, v := range s.Variables {
		card := Variable{Name: v.Name, Label: v.Numbers.Label, Type: v.Type, Module: v.Module, Battery: v.Battery}
		if v.Groups != nil {
			card.Levels = slices.Clone(v.Groups.Levels)
		}
		if v.Entry != nil {
			card.Question = v.Entry.Question
		}
		out[i] = card
	}
	return out
}
