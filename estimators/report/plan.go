package report

import (
	"io"
	"strconv"
	"strings"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/result"
)

// WritePlan prints how a hypothesis will be answered: template, roles, estimator and why, formula, rows, parameters and
// ids. Of a refused or blocked one it prints the reason; bound may then be nil. No empty line follows the block.
func WritePlan(w io.Writer, name, claim string, bound *plan.Bound, refusal *result.Refusal, needs string, o Options) error {
	b := &block{width: o.width(), color: o.Color}
	b.head(&result.Record{Name: name, Claim: claim})
	b.print(PlanItems(bound, refusal, needs))
	_, err := io.WriteString(w, b.text.String())
	return err
}

// PlanItems are the parts of WritePlan's block, for those who lay them out themselves.
func PlanItems(bound *plan.Bound, refusal *result.Refusal, needs string) []Item {
	var l items
	switch {
	case refusal != nil:
		l.refusal(&result.Record{Refusal: refusal})
	case bound == nil:
		l.row("blocked", Doubtful, Sentence(&result.Record{Status: result.Blocked, Needs: needs}))
	default:
		l.plan(bound)
	}
	return l
}

func (l *items) plan(p *plan.Bound) {
	s := p.Spec
	l.row("template", Neutral, string(s.Template))
	for _, role := range []struct {
		name string
		v    *plan.Variable
	}{{"exposure", s.Exposure}, {"outcome", s.Outcome}, {"moderator", s.Moderator}, {"groups", s.Groups}, {"weights", s.Weights}} {
		if role.v != nil {
			l.row(role.name, Neutral, describe(role.v))
		}
	}
	if len(s.Controls) > 0 {
		var all []string
		for _, c := range s.Controls {
			all = append(all, describe(c))
		}
		l.row("controls", Neutral, strings.Join(all, "; "))
	}
	method := Method(&result.Record{Estimator: p.Plan.Estimator(), Test: string(p.Plan.Tested())})
	l.row("estimator", Neutral, method)
	if p.Why != "" {
		l.row("why", Neutral, p.Why)
	}
	l.row("formula", Neutral, p.Formula)
	coverage := p.Rows.Coverage()
	l.row("rows", Neutral, rows(&result.Record{N: p.Rows.Complete, NTotal: p.Rows.Total, Coverage: &coverage, Where: s.WhereText, Part: string(s.Part)}))
	l.row("columns", Neutral, Plural(p.Parameters, "parameter", "parameters"))
	var pooled []string
	for _, x := range p.Pooled {
		what := x.Variable + " = " + x.Level + " (n " + Count(x.N) + ")"
		if x.Dropped {
			what += ", left out"
		}
		pooled = append(pooled, what)
	}
	if len(pooled) > 0 {
		l.row("pooled", Neutral, "levels with few rows, read as (other): "+strings.Join(pooled, "; "))
	}
	l.row("test id", Neutral, s.Specification+" (specification: this test)")
	l.row("estimand", Neutral, s.Estimand+" (the question, whatever the controls and rows)")
}

// describe is a variable with its type, unit and levels.
func describe(v *plan.Variable) string {
	s := v.Name + ", " + string(v.Type)
	if v.Derived != nil {
		s += ", derived"
	} else if v.Column != v.Name {
		s += ", column " + v.Column
	}
	if v.Unit != "" {
		s += ", in " + v.Unit
	}
	if v.Inferred {
		s += ", type inferred from the data"
	}
	if k := len(v.Levels); k > 0 {
		s += ", " + strconv.Itoa(k) + " levels"
		if v.Ref != "" {
			s += ", reference " + v.Ref
		}
	}
	return s
}
