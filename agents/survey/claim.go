package survey

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/dist"
	"github.com/hyp-lang/hyp/estimators/engine"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/lang/ast"
)

// claim is a hypothesis without controls. a is the exposure, or the groups of a diff; b the moderator, or the groups of a
// heterogeneity, nil in the templates of two variables.
type claim struct {
	template plan.Template
	a, b, y  *column
}

// text is the claim as a study has it.
func (c claim) text() string {
	b := ""
	if c.b != nil {
		b = c.b.Name
	}
	return Sentence(c.template, c.y.Name, c.a.Name, b)
}

// Sentence writes a claim without controls: exposure stands for the groups of a diff, and other for the moderator of an interaction or
// the groups of a heterogeneity.
func Sentence(t plan.Template, outcome, exposure, other string) string {
	y, a := ast.WriteName(outcome), ast.WriteName(exposure)
	switch t {
	case plan.Diff:
		return fmt.Sprintf("diff(%s, by=%s)", y, a)
	case plan.Interact:
		return fmt.Sprintf("interact(%s * %s -> %s)", a, ast.WriteName(other), y)
	case plan.Heterogeneity:
		return fmt.Sprintf("heterogeneity(%s ~ %s | %s)", y, a, ast.WriteName(other))
	}
	return fmt.Sprintf("assoc(%s, %s)", a, y)
}

// spec is the claim as the engine takes it.
func (c claim) spec(in *Input) *plan.Spec {
	s := &plan.Spec{Claim: c.text(), Template: c.template, Outcome: c.y.Numbers, Dataset: in.Dataset, DataID: in.DataID}
	switch c.template {
	case plan.Assoc:
		s.Exposure = c.a.Numbers
	case plan.Diff:
		s.Groups = c.a.Groups
	case plan.Interact:
		s.Exposure, s.Moderator = c.a.Numbers, c.b.Numbers
	case plan.Heterogeneity:
		s.Exposure, s.Groups = c.a.Numbers, c.b.Groups
	}
	plan.Identify(s)
	return s
}

// order sorts claims by template and variables, so that equal p-values come in one order whatever the cores did.
func (c claim) order(o claim) int {
	at := func(x *column) int {
		if x == nil {
			return -1
		}
		return x.at
	}
	return cmp.Or(cmp.Compare(c.template, o.template), at(c.y)-at(o.y), at(c.a)-at(o.a), at(c.b)-at(o.b))
}

// ask has the engine answer a claim.
func (s *Survey) ask(ctx context.Context, c claim) estimate {
	s.asked.Add(1)
	rec, err := engine.Run(ctx, s.input.Table, c.spec(&s.input), engine.Options{})
	if err != nil { // an interrupted context, which whoever waits for this will see
		return estimate{refusal: otherRefusal}
	}
	return fromRecord(rec)
}

// fromRecord reads a result record as an estimate.
func fromRecord(rec *result.Record) estimate {
	if rec.Refusal != nil {
		return estimate{refusal: refusalOf(rec.Refusal.Code), n: rec.N}
	}
	e := estimate{n: rec.N, stat: rec.Statistic.Value}
	if rec.Statistic.DF1 != nil {
		e.df1 = *rec.Statistic.DF1
	}
	if rec.Statistic.DF2 != nil {
		e.df2 = *rec.Statistic.DF2
	}
	one := rec.Test != string(plan.TestOmnibus)
	switch rec.Estimator {
	case "pearson":
		e.method = Pearson
	case "ols":
		e.method = Omnibus
		if one {
			e.method = Coefficient
		}
	case "welch":
		e.method = Welch
	case "mann_whitney":
		e.method = MannWhitney
	case "kruskal_wallis":
		e.method = KruskalWallis
	case "logit":
		e.method = LogitWald
		if one {
			e.method = LogitZ
		}
	}
	e.effect = *rec.Magnitude
	if one {
		e.effect = math.Copysign(*rec.Magnitude, rec.Effect.Value)
	}
	e.known = &dist.Tail{P: *rec.P, Log10P: *rec.Log10P}
	return e
}
