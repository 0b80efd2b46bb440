package loop

import (
	"errors"
	"slices"

	"github.com/hyp-lang/hyp/agents/mind"
)

// mostSilent is how many rounds in a row may go without an answer.
const mostSilent = 3

// unusable is an answer of a mind that could not be used; nil for every other error.
func unusable(err error) *mind.Failure {
	var f *mind.Failure
	if errors.As(err, &f) && f.Kind == mind.Unusable {
		return f
	}
	return nil
}

// lost takes a failure of the mind out of an error, and notes it as unanswered: the round ends there and is stored. Questions to others that an
// interrupt broke off are a failure too. Every other error stays one.
func (l *Loop) lost(question, claim string, err error) (*mind.Failure, error) {
	var f *mind.Failure
	switch {
	case err == nil:
		return nil, nil
	case l.waits && l.asking.Err() != nil && errors.Is(err, l.asking.Err()):
		f = &mind.Failure{Kind: mind.Spent, Err: err}
	case !errors.As(err, &f):
		return nil, err
	}
	l.unanswered(question, claim, f)
	return f, nil
}

// unanswered notes a question that the mind left open: in the round's state, and as an event. The state has no more than its kind, so that a replay of
// the same calls leaves the same graph.
func (l *Loop) unanswered(question, claim string, f *mind.Failure) {
	l.state.Lost = append(l.state.Lost, question+": "+string(f.Kind))
	e := l.event("unanswered")
	e.Claim, e.Code, e.Reason = claim, question, f.Error()
	l.opt.Events(e)
}

// plainTheme is a theme without a question: the forced module and the least used ones that do not rest, two in all.
func (l *Loop) plainTheme() (t mind.Theme) {
	if m := l.forced(); m != "" {
		t.Modules = append(t.Modules, m)
	}
	menu := l.menu()
	slices.SortStableFunc(menu, func(a, b mind.Module) int { return a.Uses - b.Uses })
	for _, rest := range []bool{false, true} {
		for _, m := range menu {
			if m.Resting == rest && len(t.Modules) < 2 && !slices.Contains(t.Modules, m.ID) {
				t.Modules = append(t.Modules, m.ID)
			}
		}
	}
	return t
}
