package mind

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// themeDepth is of how many of the strongest claims of two modules the mean says what a round about them is worth: about as many as it proposes.
const themeDepth = 10

// Theme takes the two modules whose strongest claims that are left are strongest: the forced one first, resting ones last. What was tried of them
// makes them worth less, so that in a wide table the first ten claims of every two modules come before the hundredth of the largest.
func (o *Offline) Theme(ctx context.Context, q ThemeQuestion) (Theme, error) {
	if err := ctx.Err(); err != nil {
		return Theme{}, err
	}
	resting := map[string]bool{}
	label := map[string]string{}
	for _, m := range q.Modules {
		resting[m.ID], label[m.ID] = m.Resting, m.Label
	}
	type between struct {
		left, tried int
		worth       float64
	}
	at := map[[2]string]*between{}
	var keys [][2]string
	for _, list := range [][]candidate{o.pairs, o.triples} {
		for i := range list {
			c := &list[i]
			if len(c.modules) == 0 {
				continue
			}
			k := [2]string{c.modules[0], c.modules[0]}
			if len(c.modules) > 1 {
				k = [2]string{min(c.modules[0], c.modules[1]), max(c.modules[0], c.modules[1])}
			}
			b := at[k]
			if b == nil {
				b = &between{}
				at[k] = b
				keys = append(keys, k)
			}
			if q.Known.Tried(c.key) {
				b.tried++
			} else if b.left++; b.left <= themeDepth { // the lists begin with the strongest, pairs before triples
				b.worth += c.strength
			}
		}
	}
	keys = slices.DeleteFunc(keys, func(k [2]string) bool { return at[k].left == 0 })
	weight := func(k [2]string) float64 {
		b := at[k]
		w := b.worth / float64(min(b.left, themeDepth)) / (1 + float64(b.tried)/themeDepth)
		if k[0] == k[1] {
			w /= 2 // what joins modules says more
		}
		if resting[k[0]] || resting[k[1]] {
			w /= 10
		}
		if q.Forced != "" && k[0] != q.Forced && k[1] != q.Forced {
			w /= 100
		}
		return w
	}
	slices.SortFunc(keys, func(a, b [2]string) int {
		return cmp.Or(cmp.Compare(weight(b), weight(a)), strings.Compare(a[0], b[0]), strings.Compare(a[1], b[1]))
	})
	if len(keys) == 0 {
		if q.Forced != "" {
			return Theme{Modules: []string{q.Forced}, Question: "What else goes with " + name(label, q.Forced) + "?"}, nil
		}
		return Theme{Question: "What else is related?"}, nil
	}
	k := keys[0]
	if q.Mode == Global && len(keys) > 1 {
		k = keys[q.Random.IntN(len(keys))]
	}
	if k[0] == k[1] {
		return Theme{Modules: []string{k[0]}, Question: "What holds " + name(label, k[0]) + " together?", Terms: []string{name(label, k[0])}}, nil
	}
	return Theme{Modules: k[:], Question: fmt.Sprintf("How does %s go with %s?", name(label, k[0]), name(label, k[1])),
		Terms: []string{name(label, k[0]), name(label, k[1])}}, nil
}

func name(label map[string]string, id string) string {
	if label[id] != "" {
		return label[id]
	}
	return id
}

// Hypotheses proposes, by mode:
//
//   - exploration: what is about the goal; the strongest pairs of the theme's modules, across modules first, then moderated ones;
//   - refinement: queued claims, the moderators of the anchors' pairs with the strongest product terms, and pairs of the theme's modules;
//   - conflict: moderators of the anchors, which may explain two signs;
//   - global: a random sample of pairs and triples that are left.
//
// What is still wanted is filled with the strongest that is left, so that no round is idle while anything is.
func (o *Offline) Hypotheses(ctx context.Context, q Question) ([]Proposal, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p := &proposing{o: o, q: q, taken: map[Key]bool{}, resting: map[string]bool{}}
	for _, v := range q.Resting {
		p.resting[v] = true
	}
	for _, r := range q.Retries {
		c := o.index[r.Claim]
		mechanism := ""
		if c != nil {
			mechanism = c.mechanism
			p.taken[c.key] = true
		}
		p.out = append(p.out, Proposal{Claim: r.Claim, Mechanism: mechanism})
	}
	switch q.Mode {
	case Exploration:
		if q.Relevant != nil { // a goal is a theme of its own
			near := func(c *candidate) bool { return p.relevance(c) >= 0.5 }
			p.take(o.pairs, near)
			p.take(o.triples, near)
		}
		p.take(o.pairs, func(c *candidate) bool { return len(c.modules) != 1 && p.themed(c) })
		p.take(o.pairs, p.themed)
		p.take(o.triples, p.themed)
	case Refinement, Conflict:
		// Of moderated claims there are many times more than of pairs, and most are weaker: they have half of the round while pairs are left.
		half := (q.Want + 1) / 2
		for i := range q.Anchors {
			a := &q.Anchors[i]
			core := a.Core()
			before := len(p.out)
			p.most(o.triples, min(3, half-before), func(c *candidate) bool { return a.Outcome == o.outcome(c) && p.holds(c, core) })
			if len(p.out) == before {
				p.most(o.triples, min(3, half-before), func(c *candidate) bool { return p.holds(c, core) })
			}
			for k := before; k < len(p.out); k++ {
				p.out[k].Parent = a.ID
			}
		}
		p.most(o.triples, half-len(p.out), func(*candidate) bool { return true })
		p.take(o.pairs, func(c *candidate) bool { return len(c.modules) != 1 && p.themed(c) })
	case Global:
		p.sample()
	}
	p.take(o.pairs, func(*candidate) bool { return true })
	p.take(o.triples, func(*candidate) bool { return true })
	if len(p.out) < q.Want && len(p.resting) > 0 { // better a variable that should rest than an idle round
		p.resting = nil
		p.take(o.pairs, func(*candidate) bool { return true })
		p.take(o.triples, func(*candidate) bool { return true })
	}
	return p.out, nil
}

// outcome is the name of a candidate's outcome.
func (o *Offline) outcome(c *candidate) string {
	return o.survey.Variables[c.core[len(c.core)-1]].Name
}

// proposing is one answer on its way.
type proposing struct {
	o       *Offline
	q       Question
	out     []Proposal
	taken   map[Key]bool
	resting map[string]bool
}

func (p *proposing) free(c *candidate) bool {
	if p.taken[c.key] || p.q.Known.Tried(c.key) {
		return false
	}
	for _, v := range c.core {
		if p.resting[p.o.survey.Variables[v].Name] {
			return false
		}
	}
	return true
}

func (p *proposing) add(c *candidate) {
	p.taken[c.key] = true
	p.out = append(p.out, Proposal{Claim: c.claim, Mechanism: c.mechanism})
}

// take adds what is free, in order, until enough is wanted: nearest to the goal first where there is one.
func (p *proposing) take(list []candidate, pass func(*candidate) bool) { p.most(list, p.q.Want, pass) }

func (p *proposing) most(list []candidate, n int, pass func(*candidate) bool) {
	if p.q.Relevant != nil {
		var near []*candidate
		for i := range list {
			if pass(&list[i]) && p.free(&list[i]) && p.relevance(&list[i]) > 0 {
				near = append(near, &list[i])
			}
		}
		slices.SortStableFunc(near, func(a, b *candidate) int {
			return cmp.Compare(p.relevance(b)*b.strength, p.relevance(a)*a.strength)
		})
		for _, c := range near {
			if n <= 0 || len(p.out) >= p.q.Want {
				return
			}
			if p.free(c) {
				p.add(c)
				n--
			}
		}
	}
	for i := range list {
		if n <= 0 || len(p.out) >= p.q.Want {
			return
		}
		if c := &list[i]; pass(c) && p.free(c) {
			p.add(c)
			n--
		}
	}
}

func (p *proposing) relevance(c *candidate) float64 {
	most := 0.0
	for _, v := range c.core {
		most = max(most, p.q.Relevant[p.o.survey.Variables[v].Name])
	}
	return most
}

// themed tells whether a candidate is about the theme: within its modules, and all of them.
func (p *proposing) themed(c *candidate) bool {
	if len(p.q.Theme.Modules) == 0 {
		return true
	}
	return !slices.ContainsFunc(p.q.Theme.Modules, func(m string) bool { return !slices.Contains(c.modules, m) })
}

// holds tells whether all of core are among a candidate's variables.
func (p *proposing) holds(c *candidate, core []string) bool {
	return !slices.ContainsFunc(core, func(name string) bool {
		return !slices.ContainsFunc(c.core, func(v int) bool { return p.o.survey.Variables[v].Name == name })
	})
}

// sample draws from all that is left: pairs and triples by turns, since of triples there are many times more.
func (p *proposing) sample() {
	var left [2][]*candidate
	for k, list := range [][]candidate{p.o.pairs, p.o.triples} {
		for i := range list {
			if p.free(&list[i]) {
				left[k] = append(left[k], &list[i])
			}
		}
		of := left[k]
		p.q.Random.Shuffle(len(of), func(i, j int) { of[i], of[j] = of[j], of[i] })
	}
	for k := 0; len(p.out) < p.q.Want && len(left[0])+len(left[1]) > 0; k = 1 - k {
		if len(left[k]) == 0 {
			k = 1 - k
		}
		c := left[k][0]
		left[k] = left[k][1:]
		if p.free(c) {
			p.add(c)
		}
	}
}
