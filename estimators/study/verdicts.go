package study

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/engine"
	"github.com/hyp-lang/hyp/estimators/judge"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/table"
)

// answer is one hypothesis with everything that its verdict is made from.
type answer struct {
	h       *check.Hyp
	t       *table.Table
	emit    bool
	record  *result.Record // nil: it could not be run, and that was said
	holdout *result.Record
}

// Run answers the selected hypotheses in the order of the file and hands each record, with its verdict, to emit. What a verdict
// needs beside the hypothesis itself is run too and not emitted: the other members of its family, its rivals, the
// interactions of its outcome and exposure. It ends with the first error of emit or of the context. An error of one
// hypothesis or of a table (a ragged row, say) is handed to failed with the hypothesis's name, and the others run on.
func (s *Study) Run(ctx context.Context, emit func(*result.Record) error, failed func(name string, err error)) error {
	selected := s.Selected()
	needed := s.needed(selected)
	s.emitted = map[[2]string]bool{}
	for _, h := range selected {
		if h.Spec != nil {
			s.emitted[[2]string{h.Spec.Specification, string(h.Spec.Part)}] = true
		}
	}
	// A hypothesis that stands alone is judged and emitted at once; the others when all have run.
	var waiting []*answer
	byName := map[string]*answer{}
	err := s.each(ctx, needed, failed, func(h *check.Hyp, t *table.Table) error {
		a := &answer{h: h, t: t, emit: slices.Contains(selected, h)}
		var err error
		if h.Blocked != "" {
			a.record = s.blocked(h)
		} else if a.record, err = s.answer(ctx, a, h.Spec); err != nil {
			return err
		} else if s.wantsHoldout(h, needed) {
			holdout := *h.Spec
			holdout.Part = plan.Holdout
			plan.Identify(&holdout)
			if a.holdout, err = s.answer(ctx, a, &holdout); err != nil {
				return err
			}
		}
		if err := s.silent(a, selected); err != nil {
			return err
		}
		author(h, a.record)
		if h.Blocked == "" { // no rows, no row left out
			a.record.Warnings = append(a.record.Warnings, s.leftOut(h)...)
		}
		if h.Name != "" {
			byName[h.Name] = a
		}
		if len(waiting) == 0 && s.alone(h, needed) {
			return s.finish(ctx, a, nil, byName, emit)
		}
		waiting = append(waiting, a)
		return nil
	})
	if err != nil {
		return err
	}
	if err := s.adjust(waiting); err != nil {
		return err
	}
	for _, a := range waiting {
		if !a.emit {
			continue
		}
		err := s.finish(ctx, a, waiting, byName, emit)
		var stop *stopError
		switch {
		case err == nil:
		case errors.As(err, &stop):
			return stop.err
		case ctx.Err() != nil:
			return ctx.Err()
		default:
			failed(s.Name(a.h), err)
		}
	}
	return nil
}

// silent tells of the tests of a hypothesis that is run for others' verdicts and not emitted.
func (s *Study) silent(a *answer, selected []*check.Hyp) error {
	if s.opt.Tested == nil || a.emit || a.h.Blocked != "" {
		return nil
	}
	purpose := s.purpose(a.h, selected)
	if err := s.tell(a.record, purpose); err != nil || a.holdout == nil {
		return err
	}
	return s.tell(a.holdout, "holdout, "+purpose)
}

// tell hands a test to Tested, unless it is that of a record which is emitted: that one tells of it.
func (s *Study) tell(r *result.Record, purpose string) error {
	if s.opt.Tested == nil || s.emitted[[2]string{r.Specification, r.Part}] {
		return nil
	}
	return stopped(s.opt.Tested(r, purpose))
}

// purpose is why h is run beside the selected hypotheses: the first that needs it, in each way.
func (s *Study) purpose(h *check.Hyp, selected []*check.Hyp) string {
	var family, rival, moderator string
	for _, c := range selected {
		if c.Spec == nil {
			continue
		}
		if f := c.Spec.Decision.Family; f != "" && h.Spec != nil && h.Spec.Decision.Family == f {
			family = "family " + f
		}
		if rival == "" && h.Name != "" && slices.ContainsFunc(c.Spec.Decision.Rivals, func(r plan.Rival) bool { return r.Name == h.Name }) {
			rival = "rival of " + s.Name(c)
		}
		if moderator == "" && moderates(h, c) {
			moderator = "moderator of " + s.Name(c)
		}
	}
	return strings.Join(slices.DeleteFunc([]string{family, rival, moderator}, func(p string) bool { return p == "" }), ", ")
}

// answer runs one spec of a hypothesis.
func (s *Study) answer(ctx context.Context, a *answer, spec *plan.Spec) (*result.Record, error) {
	r, err := engine.Run(ctx, a.t, spec, engine.Options{Limits: s.opt.Limits})
	if err != nil {
		return nil, err
	}
	r.Name = s.Name(a.h)
	return r, nil
}

// needed lists the hypotheses to run for the verdicts of the selected ones, in the order of the file.
func (s *Study) needed(selected []*check.Hyp) []*check.Hyp {
	if len(selected) == len(s.Info.Hyps) {
		return selected
	}
	want := map[*check.Hyp]bool{}
	families, rivals := map[string]bool{}, map[string]bool{}
	for _, h := range selected {
		want[h] = true
		if h.Spec == nil {
			continue
		}
		families[h.Spec.Decision.Family] = true
		for _, r := range h.Spec.Decision.Rivals {
			rivals[r.Name] = true
		}
	}
	delete(families, "")
	delete(rivals, "")
	var out []*check.Hyp
	for _, h := range s.Info.Hyps {
		member := h.Spec != nil && families[h.Spec.Decision.Family]
		if want[h] || member || rivals[h.Name] || slices.ContainsFunc(selected, func(c *check.Hyp) bool { return moderates(h, c) }) {
			out = append(out, h)
		}
	}
	return out
}

// moderates tells whether m is an interaction or heterogeneity of the pair that h claims, so that its slopes may qualify h.
func moderates(m, h *check.Hyp) bool {
	if m == h || m.Spec == nil || h.Spec == nil || m.Spec.DataID != h.Spec.DataID {
		return false
	}
	if m.Spec.Template != plan.Interact && m.Spec.Template != plan.Heterogeneity {
		return false
	}
	exposure := h.Spec.Exposure
	if h.Spec.Template == plan.Diff {
		exposure = h.Spec.Groups
	}
	return (h.Spec.Template == plan.Assoc || h.Spec.Template == plan.Diff) && exposure != nil &&
		plan.Same(m.Spec.Exposure, exposure) && plan.Same(m.Spec.Outcome, h.Spec.Outcome) && m.Spec.WhereText == h.Spec.WhereText && sameControls(m.Spec, h.Spec)
}

// sameControls tells whether two specs adjust for the same variables, the moderator of m apart: otherwise its slopes would differ
// from the claim by what is controlled.
func sameControls(m, h *plan.Spec) bool {
	other := m.Moderator
	if other == nil {
		other = m.Groups
	}
	in := func(v *plan.Variable, controls []*plan.Variable) bool {
		return plan.Same(v, other) || slices.ContainsFunc(controls, func(c *plan.Variable) bool { return plan.Same(c, v) })
	}
	return !slices.ContainsFunc(m.Controls, func(v *plan.Variable) bool { return !in(v, h.Controls) }) &&
		!slices.ContainsFunc(h.Controls, func(v *plan.Variable) bool { return !in(v, m.Controls) })
}

// alone tells whether a verdict needs no other hypothesis.
func (s *Study) alone(h *check.Hyp, needed []*check.Hyp) bool {
	if h.Spec == nil {
		return true
	}
	d := h.Spec.Decision
	named := slices.ContainsFunc(d.Rivals, func(r plan.Rival) bool { return r.Name != "" })
	return d.Family == "" && !named && !slices.ContainsFunc(s.moderators(needed), func(m *check.Hyp) bool { return moderates(m, h) })
}

// moderators are the interactions and heterogeneities among hypotheses: few, so that looking through them for each is cheap.
func (s *Study) moderators(hyps []*check.Hyp) []*check.Hyp {
	if s.inter == nil {
		s.inter = []*check.Hyp{}
		for _, h := range hyps {
			if h.Spec != nil && (h.Spec.Template == plan.Interact || h.Spec.Template == plan.Heterogeneity) {
				s.inter = append(s.inter, h)
			}
		}
	}
	return s.inter
}

// wantsHoldout tells whether a criterion looks at the holdout: the hypothesis's own, or one on q of its family.
func (s *Study) wantsHoldout(h *check.Hyp, needed []*check.Hyp) bool {
	if h.Spec.Split == nil {
		return false
	}
	asks := func(d plan.Decision, quantity string) bool {
		return slices.ContainsFunc(d.Criteria, func(c plan.Criterion) bool {
			return c.On == plan.Holdout && (quantity == "" || c.Quantity == quantity)
		})
	}
	if asks(h.Spec.Decision, "") {
		return true
	}
	family := h.Spec.Decision.Family
	return family != "" && slices.ContainsFunc(needed, func(o *check.Hyp) bool {
		return o.Spec != nil && o.Spec.Decision.Family == family && asks(o.Spec.Decision, "q")
	})
}

// adjust makes the q-values of every family, on each part by itself.
func (s *Study) adjust(answers []*answer) error {
	var names []string
	members, holdouts := map[string][]judge.Member{}, map[string][]judge.Member{}
	for _, a := range answers {
		if a.h.Spec == nil || a.h.Spec.Decision.Family == "" || a.record == nil {
			continue
		}
		name := a.h.Spec.Decision.Family
		if members[name] == nil {
			names = append(names, name)
		}
		members[name] = append(members[name], judge.Member{Decision: a.h.Spec.Decision, Record: a.record})
		if a.holdout != nil {
			holdouts[name] = append(holdouts[name], judge.Member{Decision: a.h.Spec.Decision, Record: a.holdout})
		}
	}
	for _, name := range names {
		family := check.PlanFamily(s.Info.Families[name])
		for _, m := range [][]judge.Member{members[name], holdouts[name]} {
			if err := judge.AdjustFamily(family, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// finish judges an answer and emits its record.
func (s *Study) finish(ctx context.Context, a *answer, all []*answer, byName map[string]*answer, emit func(*result.Record) error) error {
	in := judge.Input{Record: a.record, Holdout: a.holdout}
	if spec := a.h.Spec; spec != nil {
		in.Decision = spec.Decision
		for _, r := range spec.Decision.Rivals {
			rival := judge.Rival{Name: r.Name, Text: r.Text}
			if other := byName[r.Name]; r.Name != "" && other != nil {
				rival.Result = other.record
				controlled, err := s.controlled(ctx, a, other)
				if err != nil {
					return err
				}
				rival.Controlled = controlled
			}
			in.Rivals = append(in.Rivals, rival)
		}
		for _, m := range all {
			if moderates(m.h, a.h) && m.record != nil {
				in.Moderators = append(in.Moderators, m.record)
			}
		}
	}
	j, err := judge.Judge(in)
	if err != nil {
		return fmt.Errorf("the verdict: %w", err)
	}
	j.Write(a.record)
	a.record.Finding = report.Sentence(a.record)
	return stopped(emit(a.record))
}

// controlled is the claim run again with the rival's variables (all but its outcome) among the controls; nil when they add nothing.
func (s *Study) controlled(ctx context.Context, a, rival *answer) (*result.Record, error) {
	if a.t == nil || rival.h.Spec == nil || a.h.Spec == nil || rival.h.Spec.Dataset != a.h.Spec.Dataset {
		return nil, nil
	}
	spec, r := *a.h.Spec, rival.h.Spec
	spec.Controls = slices.Clone(spec.Controls)
	added := false
	for _, v := range append([]*plan.Variable{r.Exposure, r.Moderator, r.Groups}, r.Controls...) {
		if v == nil || slices.ContainsFunc([]*plan.Variable{spec.Outcome, spec.Exposure, spec.Moderator, spec.Groups}, func(o *plan.Variable) bool { return o != nil && plan.Same(o, v) }) ||
			slices.ContainsFunc(spec.Controls, func(o *plan.Variable) bool { return plan.Same(o, v) }) {
			continue
		}
		spec.Controls = append(spec.Controls, v)
		added = true
	}
	if !added {
		return nil, nil
	}
	spec.Using = controllable(spec.Using)
	plan.Identify(&spec)
	controlled, err := s.answer(ctx, a, &spec)
	if err != nil {
		return nil, err
	}
	return controlled, s.tell(controlled, "rival control of "+s.Name(a.h))
}

// controllable drops an estimator that takes no controls: the adjusted claim is routed by default.
func controllable(m plan.Method) plan.Method {
	switch m {
	case plan.UsingPearson, plan.UsingSpearman, plan.UsingWelch, plan.UsingMannWhitney, plan.UsingKruskal:
		return ""
	}
	return m
}
