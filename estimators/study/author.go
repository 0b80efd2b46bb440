package study

import (
	"strings"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/lang/diag"
)

// author gives a record what its author said of the claim beside the test: the words, the reason, the prediction, the belief
// before the data, and the earlier hypotheses. A blocked hypothesis whose data do not exist has no spec; its words are in its text.
func author(h *check.Hyp, r *result.Record) {
	if h.Spec == nil {
		if n := h.Node; n != nil {
			if n.Finding != nil {
				r.Statement = n.Finding.Text
			}
			if n.Because != nil {
				r.Because = n.Because.Text
			}
			if n.Expect != nil {
				r.Expect = n.Expect.Text
			}
			if n.Prior != nil {
				r.Prior = &n.Prior.Value
			}
			for _, l := range n.Lineage {
				out := result.Lineage{Relation: l.Relation.Text}
				for _, t := range l.Targets {
					out.Targets = append(out.Targets, t.Text)
				}
				r.Lineage = append(r.Lineage, out)
			}
		}
		return
	}
	d := h.Spec.Decision
	r.Statement, r.Because, r.Expect, r.Prior = d.Finding, d.Because, string(d.Expect), d.Prior
	for _, l := range d.Lineage {
		r.Lineage = append(r.Lineage, result.Lineage{Relation: l.Relation, Targets: l.Targets})
	}
}

// leftOut are the checker's notes that take rows from a hypothesis, as warnings of its result. The checker says such a note once,
// where a variable is first used; it holds for every hypothesis that uses the variable in the same way.
func (s *Study) leftOut(h *check.Hyp) []result.Warning {
	var out []result.Warning
	for _, d := range s.Diagnostics {
		if d.Code != diag.CatalogMismatch || d.Severity != diag.Info || !strings.Contains(d.Message, "left out") {
			continue
		}
		if s.within(d, h) || s.shares(d, h) {
			out = append(out, result.Warning{Code: "left-out", Severity: "review", Message: d.Message})
		}
	}
	return out
}

func (s *Study) within(d diag.Diagnostic, h *check.Hyp) bool {
	return d.File == s.Text.Source && h.Span.Start <= d.Span.Start && d.Span.End <= h.Span.End
}

// shares tells whether the note's variable, as the noted hypothesis uses it, is one of h's.
func (s *Study) shares(d diag.Diagnostic, h *check.Hyp) bool {
	for _, noted := range s.Info.Hyps {
		if !s.within(d, noted) {
			continue
		}
		for _, v := range numbers(noted.Spec) {
			if !strings.HasPrefix(d.Message, "`"+v.Name+"`: ") {
				continue
			}
			for _, o := range numbers(h.Spec) {
				if o == v { // the checker makes one of them for a data set
					return true
				}
			}
		}
	}
	return false
}

// numbers are the variables in the places where codes beside a scale cannot stand.
func numbers(spec *plan.Spec) []*plan.Variable {
	if spec == nil {
		return nil
	}
	var out []*plan.Variable
	for _, v := range append([]*plan.Variable{spec.Exposure, spec.Moderator, spec.Outcome}, spec.Controls...) {
		if v != nil {
			out = append(out, v)
		}
	}
	return out
}
