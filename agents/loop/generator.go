package loop

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/agents/mind"
)

// propose is Generator.Propose: a theme from the menu of modules, then hypotheses over the variables that are retrieved for it. Without a theme
// the least used modules are one. Nobody is asked again here: a mind that may mend its answer has been told what was wrong.
func (l *Loop) propose(ctx context.Context, p *roundPlan, around []mind.Finding, r *rand.Rand) ([]Compiled, mind.Theme, error) {
	s := l.state
	theme, err := l.mind.Theme(l.asking, mind.ThemeQuestion{Mode: p.mode, Goal: l.opt.Goal, Domain: l.data.Domain, Modules: l.menu(), Forced: l.forced(),
		Earlier: s.Earlier, NearMisses: l.nearMisses(), Ungrounded: s.Terms, Anchors: p.anchors, Known: l.known(), Random: r})
	if why := unusable(err); why != nil {
		l.unanswered("theme", "", why)
		theme, err = l.plainTheme(), nil
	}
	if err != nil {
		return nil, theme, fmt.Errorf("the theme: %w", err)
	}
	theme.Modules = slices.DeleteFunc(theme.Modules, func(m string) bool {
		return !slices.ContainsFunc(l.data.Modules, func(o mind.Module) bool { return o.ID == m })
	})
	cards, lost, err := l.retrieve(ctx, theme, p)
	if err != nil {
		return nil, theme, err
	}
	s.Terms = lost
	q := mind.Question{Mode: p.mode, Goal: l.opt.Goal, Relevant: l.relevant, Theme: theme, Cards: cards, Anchors: p.anchors, Context: around, Resting: l.resting(),
		Want: l.cfg.Loop.Batch, Known: l.known(), Random: r}
	for _, x := range p.retries {
		q.Retries = append(q.Retries, mind.Retry{Claim: x.Claim, Hint: x.Hint, Overall: x.Overall, Tries: x.Tries})
	}
	q.Rejected = s.Objected
	proposals, err := l.mind.Hypotheses(l.asking, q)
	if err != nil {
		return nil, theme, fmt.Errorf("the hypotheses: %w", err)
	}
	if most := l.cfg.Loop.Batch; len(proposals) > most {
		proposals = proposals[:most]
	}
	compiled := l.data.Compile(ctx, proposals, fmt.Sprintf("R%d", s.Round))
	for i := range compiled {
		for k := range q.Retries {
			if q.Retries[k].Claim == compiled[i].Claim {
				compiled[i].Retry = &q.Retries[k]
			}
		}
	}
	return compiled, theme, ctx.Err()
}

// known is the memory that a mind is given.
func (l *Loop) known() mind.Known {
	if l.opt.Ablate == "persistence" {
		return forgetful{}
	}
	return l.state
}

// menu is the modules with how often they were a theme's, and which rest: used too often in the last rounds, or in too large a share of all.
func (l *Loop) menu() []mind.Module {
	g, s := l.cfg.Generator, l.state
	last := s.Themes[max(0, len(s.Themes)-g.Window):]
	out := slices.Clone(l.data.Modules)
	for i := range out {
		m := &out[i]
		m.Uses = s.Uses[m.ID]
		lately := 0
		for _, t := range last {
			if slices.Contains(t, m.ID) {
				lately++
			}
		}
		m.Resting = g.Threshold > 0 && lately >= g.Threshold || s.Round > g.Window && float64(m.Uses) > g.ThemeShare*float64(s.Round)
	}
	return out
}

// forced is the least used module in a round where one is forced; empty in others.
func (l *Loop) forced() string {
	every := l.cfg.Generator.ForceEvery
	if every <= 0 || l.state.Round%every != 0 || len(l.data.Modules) == 0 {
		return ""
	}
	least := l.data.Modules[0].ID
	for _, m := range l.data.Modules {
		if l.state.Uses[m.ID] < l.state.Uses[least] {
			least = m.ID
		}
	}
	return least
}

// noteTheme notes a theme.
func (s *state) noteTheme(theme mind.Theme, window int) {
	s.Themes = append(s.Themes, theme.Modules)
	if n := len(s.Themes); n > window {
		s.Themes = s.Themes[n-window:]
	}
	for _, m := range theme.Modules {
		s.Uses[m]++
	}
	if theme.Question != "" && !slices.Contains(s.Earlier, theme.Question) {
		s.Earlier = append(s.Earlier, theme.Question)
		if n := len(s.Earlier); n > 20 {
			s.Earlier = s.Earlier[n-20:]
		}
	}
}

// resting are the variables in too large a share of the last accepted insights.
func (l *Loop) resting() []string {
	g, s := l.cfg.Generator, l.state
	if len(s.Recent) < g.OverUseLast {
		return nil
	}
	count := map[string]int{}
	var names []string
	for _, core := range s.Recent {
		for _, v := range core {
			if count[v]++; count[v] == 1 {
				names = append(names, v)
			}
		}
	}
	slices.Sort(names)
	return slices.DeleteFunc(names, func(v string) bool { return float64(count[v]) <= g.OverUse*float64(len(s.Recent)) })
}

// nearMisses are queued claims, the best first, for the theme.
func (l *Loop) nearMisses() []string {
	var out []string
	for _, q := range l.state.Queue {
		if len(out) < 5 {
			out = append(out, q.Claim+": "+q.Hint)
		}
	}
	return out
}

// retrieve finds the cards of variables by a theme's terms (by the embedder: the built-in one is TF-IDF over words and pairs of words), its modules, the goal, and the claims that the
// round begins from, the best first; all of a small table. Lost are the terms that found none.
func (l *Loop) retrieve(ctx context.Context, theme mind.Theme, p *roundPlan) (cards []mind.Variable, lost []string, err error) {
	const mostCards, leastCards = 40, 10
	score := make([]float64, len(l.cards))
	for _, term := range theme.Terms {
		hits, err := l.cardsNear(ctx, term, 0.05)
		if err != nil {
			return nil, nil, err
		}
		if len(hits) == 0 {
			lost = append(lost, term)
		}
		for _, h := range hits {
			score[h.Place] = max(score[h.Place], h.Score)
		}
	}
	begun := map[string]bool{}
	for i := range p.anchors {
		for _, v := range append(p.anchors[i].Core(), p.anchors[i].Controls...) {
			begun[v] = true
		}
	}
	for _, q := range p.retries {
		for _, v := range []string{q.Key.A, q.Key.B, q.Key.C} {
			begun[v] = true
		}
	}
	for i := range l.cards {
		c := &l.cards[i]
		if slices.Contains(theme.Modules, c.Module) {
			score[i] += 0.1
		}
		score[i] += l.relevant[c.Name] / 2
		if begun[c.Name] {
			score[i]++
		}
	}
	// Those that nothing speaks for come by chance, which takes nothing from the round's own stream.
	order := rand.New(rand.NewPCG(l.opt.Seed, uint64(l.state.Round))).Perm(len(l.cards))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(score[b], score[a]) })
	for k, i := range order {
		if score[i] > 0 && k < mostCards || k < leastCards || len(l.cards) <= mostCards {
			cards = append(cards, l.cards[i])
		}
	}
	if len(lost) > 10 {
		lost = lost[:10]
	}
	return cards, lost, nil
}

// cardText is what a variable is found by.
func cardText(v *mind.Variable) string {
	parts := []string{v.Name, v.Label, v.Question, v.Module}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ". ")
}
