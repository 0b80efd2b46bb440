package engine

import (
	"fmt"
	"strings"

	"github.com/hyp-lang/hyp/compiler/plan"
)

// route chooses the estimator plan from the template, the observed outcome and levels, the controls and weights
// (ESTIMATORS section 1; S1 and Table 9 of the AutoKD paper).
func (e *run) route(y *outcome) (plan.Plan, string, error) {
	s := e.spec
	plain := len(s.Controls) == 0 && s.Weights == nil
	if s.Using != "" {
		return e.override(y, plain)
	}
	if y.binary && s.Weights != nil {
		r := refuse(WeightsBinary, "outcome `%s` is binary (%s, %s) and the claim is weighted by `%s`", s.Outcome.Name, y.other, y.event, s.Weights.Name)
		return nil, "", e.help(r, "weighted logistic regression is not defined here: leave the weights out, or say `using ols` for a weighted linear probability model")
	}
	linear := y.binary && e.limits.LinearBinary && plain
	if y.binary && !linear {
		return e.logit(y), fmt.Sprintf("the outcome is binary (%s against %s)", y.event, y.other), nil
	}
	switch s.Template {
	case plan.Assoc:
		if plain && e.isNumber(s.Exposure) {
			why := "both are numeric, without controls or weights"
			if linear {
				why = "the policy `" + e.limits.Policy + "` reads a binary outcome as 0 and 1 where there are no controls"
			}
			return &plan.Correlation{Outcome: s.Outcome, Exposure: s.Exposure}, why, nil
		}
	case plan.Diff:
		if plain {
			return e.twoOrMoreGroups(y)
		}
	}
	return e.leastSquares(y, plan.ModelErrors), e.whyLinear(y), nil
}

func (e *run) isNumber(v *plan.Variable) bool { return e.numbers[v] != nil }

func (e *run) twoOrMoreGroups(y *outcome) (plan.Plan, string, error) {
	s := e.spec
	f := e.factors[s.Groups]
	switch {
	case len(f.order) > 2:
		return &plan.KruskalWallis{Outcome: s.Outcome, Groups: s.Groups, Levels: f.names}, fmt.Sprintf("%d groups, without controls or weights", len(f.order)), nil
	case y.distinct < e.limits.RankBelow:
		return &plan.MannWhitney{Outcome: s.Outcome, Groups: s.Groups, Levels: f.names},
			fmt.Sprintf("two groups, and the outcome has %d distinct values, fewer than %d", y.distinct, e.limits.RankBelow), nil
	}
	return &plan.Welch{Outcome: s.Outcome, Groups: s.Groups, Levels: f.names}, "two groups, without controls or weights", nil
}

func (e *run) whyLinear(y *outcome) string {
	s := e.spec
	var why []string
	if s.Weights != nil {
		why = append(why, "the claim is weighted")
	}
	if len(s.Controls) > 0 {
		why = append(why, "there are controls")
	}
	switch s.Template {
	case plan.Assoc:
		if !e.isNumber(s.Exposure) {
			why = append(why, "the exposure has levels")
		}
	case plan.Interact, plan.Heterogeneity:
		why = append(why, "the claim is about a product of two variables")
	}
	return "the outcome is numeric, and " + strings.Join(why, ", ")
}

// override answers `using`.
func (e *run) override(y *outcome, plain bool) (plan.Plan, string, error) {
	s := e.spec
	why := fmt.Sprintf("the claim says `using %s`", s.Using)
	mismatch := func(format string, args ...any) (plan.Plan, string, error) {
		return nil, "", refuse(MethodMismatch, "`using %s`: %s", s.Using, fmt.Sprintf(format, args...))
	}
	two := func() bool { return s.Groups != nil && len(e.factors[s.Groups].order) == 2 }
	switch s.Using {
	case plan.UsingPearson, plan.UsingSpearman:
		if s.Template != plan.Assoc || !plain || !e.isNumber(s.Exposure) || e.numbers[s.Outcome] == nil {
			return mismatch("a correlation needs assoc of two numeric variables without controls or weights")
		}
		return &plan.Correlation{Outcome: s.Outcome, Exposure: s.Exposure, Ranks: s.Using == plan.UsingSpearman}, why, nil
	case plan.UsingOLS, plan.UsingANOVA:
		return e.leastSquares(y, plan.ModelErrors), why, nil
	case plan.UsingWLS:
		if s.Weights == nil {
			return mismatch("the claim names no weights")
		}
		return e.leastSquares(y, plan.ModelErrors), why, nil
	case plan.UsingHC3:
		return e.leastSquares(y, plan.HC3Errors), why, nil
	case plan.UsingCluster:
		if s.Cluster == nil {
			return mismatch("the catalog names no cluster column (`design.cluster`)")
		}
		return e.leastSquares(y, plan.ClusterErrors), why + ", and the catalog's clusters are the values of `" + s.Cluster.Name + "`", nil
	case plan.UsingLogit:
		if !y.binary {
			return mismatch("outcome `%s` is not binary", s.Outcome.Name)
		}
		if s.Weights != nil {
			return mismatch("weighted logistic regression is not defined here")
		}
		return e.logit(y), why, nil
	case plan.UsingWelch, plan.UsingMannWhitney:
		if s.Template != plan.Diff || !plain || !two() {
			return mismatch("it compares two groups without controls or weights")
		}
		f := e.factors[s.Groups]
		if s.Using == plan.UsingWelch {
			return &plan.Welch{Outcome: s.Outcome, Groups: s.Groups, Levels: f.names}, why, nil
		}
		return &plan.MannWhitney{Outcome: s.Outcome, Groups: s.Groups, Levels: f.names}, why, nil
	case plan.UsingKruskal:
		if s.Template != plan.Diff || !plain {
			return mismatch("it compares groups without controls or weights")
		}
		return &plan.KruskalWallis{Outcome: s.Outcome, Groups: s.Groups, Levels: e.factors[s.Groups].names}, why, nil
	}
	return mismatch("there is no such estimator")
}

// model builds the terms: controls, then the parts of an interaction, then the tested term.
func (e *run) model() plan.Model {
	s := e.spec
	m := plan.Model{Outcome: s.Outcome}
	part := func(v *plan.Variable, asFactor bool) plan.Component {
		if f := e.factors[v]; f != nil && (asFactor || !e.isNumber(v)) {
			return plan.Component{Variable: v, Factor: true, Levels: f.names}
		}
		return plan.Component{Variable: v}
	}
	one := func(p plan.Component) plan.Term { return plan.Term{Components: []plan.Component{p}} }
	for _, c := range s.Controls {
		p := part(c, false)
		if p.Factor && len(p.Levels) < 2 {
			continue // a control with one level adds nothing
		}
		m.Terms = append(m.Terms, one(p))
	}
	var tested []plan.Component
	switch s.Template {
	case plan.Assoc:
		tested = []plan.Component{part(s.Exposure, false)}
	case plan.Diff:
		tested = []plan.Component{part(s.Groups, true)}
	case plan.Interact:
		tested = []plan.Component{part(s.Exposure, false), part(s.Moderator, false)}
	case plan.Heterogeneity:
		tested = []plan.Component{part(s.Exposure, false), part(s.Groups, true)}
	}
	df := 1
	for _, p := range tested {
		if p.Factor {
			df *= len(p.Levels) - 1
		}
		if len(tested) == 2 {
			m.Terms = append(m.Terms, one(p))
		}
	}
	m.Terms = append(m.Terms, plan.Term{Components: tested})
	switch {
	case df > 1:
		m.Test = plan.TestOmnibus
	case s.Template == plan.Diff:
		m.Test = plan.TestContrast
	default:
		m.Test = plan.TestCoefficient
	}
	return m
}

func (e *run) leastSquares(y *outcome, errors plan.Errors) *plan.LeastSquares {
	p := &plan.LeastSquares{Model: e.model(), Weights: e.spec.Weights, Errors: errors, Event: y.event}
	if errors == plan.ClusterErrors {
		p.Cluster = e.spec.Cluster
	}
	return p
}

func (e *run) logit(y *outcome) *plan.Logit {
	return &plan.Logit{Model: e.model(), Event: y.event, Other: y.other}
}

// parameters counts the columns of a plan's design before any is dropped, the intercept included; groups otherwise.
func parameters(p plan.Plan) int {
	count := func(m *plan.Model) int {
		n := 1
		for _, t := range m.Terms {
			df := 1
			for _, part := range t.Components {
				if part.Factor {
					df *= len(part.Levels) - 1
				}
			}
			n += df
		}
		return n
	}
	switch p := p.(type) {
	case *plan.LeastSquares:
		return count(&p.Model)
	case *plan.Logit:
		return count(&p.Model)
	case *plan.KruskalWallis:
		return len(p.Levels)
	}
	return 2
}

// formula says the plan's model in words.
func formula(p plan.Plan) string {
	switch p := p.(type) {
	case *plan.Correlation:
		if p.Ranks {
			return fmt.Sprintf("rank correlation of %s and %s", p.Exposure.Name, p.Outcome.Name)
		}
		return fmt.Sprintf("linear correlation of %s and %s", p.Exposure.Name, p.Outcome.Name)
	case *plan.LeastSquares:
		words := p.Outcome.Name + " as " + linear(&p.Model)
		if p.Weights != nil {
			words += ", rows weighted by " + p.Weights.Name
		}
		return words
	case *plan.Logit:
		return fmt.Sprintf("log odds that %s is %s as %s", p.Outcome.Name, p.Event, linear(&p.Model))
	case *plan.Welch:
		return fmt.Sprintf("mean of %s in %s minus mean in %s", p.Outcome.Name, p.Levels[1], p.Levels[0])
	case *plan.MannWhitney:
		return fmt.Sprintf("ranks of %s in %s against %s", p.Outcome.Name, p.Levels[1], p.Levels[0])
	case *plan.KruskalWallis:
		return fmt.Sprintf("ranks of %s over %d groups of %s", p.Outcome.Name, len(p.Levels), p.Groups.Name)
	}
	return ""
}

func linear(m *plan.Model) string {
	var terms []string
	for _, t := range m.Terms {
		var parts []string
		for _, p := range t.Components {
			name := p.Variable.Name
			if p.Factor {
				name += fmt.Sprintf(" [%d levels, reference %s]", len(p.Levels), p.Levels[0])
			}
			parts = append(parts, name)
		}
		terms = append(terms, strings.Join(parts, " times "))
	}
	tested := terms[len(terms)-1]
	return "intercept + " + strings.Join(append(terms[:len(terms)-1:len(terms)-1], tested), " + ") + "; tested: " + tested
}
