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
	switch {
	case refusal != nil:
		b.refusal(&result.Record{Refusal: refusal})
	case bound == nil:
		b.row("blocked", yellow, Sentence(&result.Record{Status: result.Blocked, Needs: needs}))
	default:
		b.plan(bound)
	}
	_, err := io.WriteString(w, b.text.String())
	return err
}

func (b *block) plan(p *plan.Bound) {
	s := p.Spec
	b.row("template", plain, string(s.Template))
	for _, role := range []struct {
		name string
		v    *plan.Variable
	}{{"exposure", s.Exposure}, {"outcome", s.Outcome}, {"moderator", s.Moderator}, {"groups", s.Groups}, {"weights", s.Weights}} {
		if role.v != nil {
			b.row(role.name, plain, describe(role.v))
		}
	}
	if len(s.Controls) > 0 {
		var all []string
		for _, c := range s.Controls {
			all = append(all, describe(c))
		}
		b.row("controls", plain, strings.Join(all, "; "))
	}
	method := Method(&result.Record{Estimator: p.Plan.Estimator(), Test: string(p.Plan.Tested())})
	b.row("estimator", plain, method)
	if p.Why != "" {
		b.row("why", plain, p.Why)
	}
	b.row("formula", plain, p.Formula)
	coverage := p.Rows.Coverage()
	b.row("rows", plain, rows(&result.Record{N: p.Rows.Complete, NTotal: p.Rows.Total, Coverage: &coverage, Where: s.WhereText, Part: string(s.Part)}))
	b.row("columns", plain, plural(p.Parameters, "parameter", "parameters"))
	var pooled []string
	for _, l := range p.Pooled {
		what := l.Variable + " = " + l.Level + " (n " + Count(l.N) + ")"
		if l.Dropped {
			what += ", left out"
		}
		pooled = append(pooled, what)
	}
	if len(pooled) > 0 {
		b.row("pooled", plain, "levels with few rows, read as (other): "+strings.Join(pooled, "; "))
	}
	b.row("test id", plain, s.Specification+" (specification: this test)")
	b.row("estimand", plain, s.Estimand+" (the question, whatever the controls and rows)")
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
