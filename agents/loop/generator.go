package loop

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/agents/mind"
)

// propose is Generator.Propose: a theme from the menu of modules, then hypotheses over the variables that are retrieved for it. A mind whose
// answer cannot be read is asked again; when that does not help either, the round has no hypotheses, and the error says why.
func (l *Loop) propose(ctx context.Context, p *roundPlan, around []mind.Finding, r *rand.Rand) ([]Compiled, mind.Theme, error) {
	s := l.state
	theme, err := retry(ctx, l.cfg.Loop.Retries, func() (mind.Theme, error) {
		return l.mind.Theme(ctx, mind.ThemeQuestion{Mode: p.mode, Goal: l.opt.Goal, Domain: l.data.Domain, Modules: l.menu(), Forced: l.forced(),
			Earlier: s.Earlier, NearMisses: l.nearMisses(), Ungrounded: s.Terms, Anchors: p.anchors, Known: l.known(), Random: r})
	})
	if err != nil {
		return nil, theme, fmt.Errorf("the theme: %w", err)
	}
	theme.Modules = slices.DeleteFunc(theme.Modules, func(m string) bool {
		return !slices.ContainsFunc(l.data.Modules, func(o mind.Module) bool { return o.ID == m })
	})
	cards, lost, err := l.retrieve(ctx, theme)
	if err != nil {
		return nil, theme, err
	}
	s.Terms = lost
	q := mind.Question{Mode: p.mode, Goal: l.opt.Goal, Relevant: l.relevant, Theme: theme, Cards: cards, Anchors: p.anchors, Context: around, Resting: l.resting(),
		Want: l.cfg.Loop.Batch, Known: l.known(), Random: r}
	for _, x := range p.retries {
		q.Retries = append(q.Retries, mind.Retry{Claim: x.Claim, Hint: x.Hint, Overall: x.Overall, Tries: x.Tries})
	}
	q.Rejected = l.recentlyRejected
	proposals, err := retry(ctx, l.cfg.Loop.Retries, func() ([]mind.Proposal, error) { return l.mind.Hypotheses(ctx, q) })
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

// retry asks again after an error, a few times.
func retry[T any](ctx context.Context, times int, ask func() (T, error)) (out T, err error) {
	for k := 0; k <= times; k++ {
		if out, err = ask(); err == nil || ctx.Err() != nil {
			return out, err
		}
	}
	return out, err
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

// retrieve finds the cards of variables by a theme's terms (TF-IDF over words and pairs of words) and its modules. Lost are the terms that found
// none.
func (l *Loop) retrieve(ctx context.Context, theme mind.Theme) (cards []mind.Variable, lost []string, err error) {
	const mostCards = 40
	score := make([]float64, len(l.cards))
	for _, term := range theme.Terms {
		hits, err := l.cardIndex.Search(ctx, term, 0.05)
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
	for i := range l.cards {
		if slices.Contains(theme.Modules, l.cards[i].Module) {
			score[i] += 0.1
		}
	}
	var at []int
	for i, x := range score {
		if x > 0 {
			at = append(at, i)
		}
	}
	slices.SortStableFunc(at, func(a, b int) int {
		switch {
		case score[a] > score[b]:
			return -1
		case score[a] < score[b]:
			return 1
		}
		return 0
	})
	for _, i := range at[:min(len(at), mostCards)] {
		cards = append(cards, l.cards[i])
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
