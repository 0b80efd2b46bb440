package engine

import (
	"fmt"
	"math"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/dist"
	"github.com/hyp-lang/hyp/estimators/effect"
	"github.com/hyp-lang/hyp/estimators/moments"
	"github.com/hyp-lang/hyp/estimators/rank"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/table"
)

// momentsModel is a plan's model as the moments engine reads it.
func (e *run) momentsModel(m *plan.Model, outcome, weights *table.Numeric) *moments.Model {
	out := &moments.Model{Length: e.t.Rows, Rows: e.rows, Outcome: outcome, Weights: weights}
	columns, factors := map[*plan.Variable]int{}, map[*plan.Variable]int{}
	for _, t := range m.Terms {
		var term moments.Term
		for _, p := range t.Components {
			v := p.Variable
			if p.Factor {
				at, ok := factors[v]
				if !ok {
					at = len(out.Factors)
					factors[v] = at
					out.Factors = append(out.Factors, e.factors[v].model())
				}
				term.Factors = append(term.Factors, at)
				continue
			}
			at, ok := columns[v]
			if !ok {
				at = len(out.Columns)
				columns[v] = at
				out.Columns = append(out.Columns, e.numbers[v])
			}
			term.Columns = append(term.Columns, at)
		}
		out.Terms = append(out.Terms, term)
	}
	return out
}

// correlation is Pearson's r with its t test, or Spearman's as Pearson's r of average ranks.
func (e *run) correlation(p *plan.Correlation, outcome *outcome, rec *result.Record) error {
	x, y := e.numbers[p.Exposure], outcome.number
	rec.Event = outcome.event
	if p.Ranks {
		x = rank.Of(x, e.rows)
		y = rank.Of(y, e.rows)
	}
	m := &moments.Model{Length: e.t.Rows, Rows: e.rows, Outcome: y, Columns: []*table.Numeric{x}, Terms: []moments.Term{{Columns: []int{0}}}}
	s, err := moments.Fit(e.ctx, m)
	if err != nil {
		return err
	}
	if s.DF1 == 0 {
		return e.collinear(p.Exposure.Name)
	}
	if err := e.checkSolution(s, p.Outcome, p.Exposure.Name); err != nil {
		return err
	}
	c := s.Target[0]
	df := float64(s.DF2)
	t := signedRoot(s.F, c.Estimate)
	q := dist.StudentQuantile(0.975, df)
	if !p.Ranks {
		setEstimate(rec, c.Estimate, c.StdError, q)
	}
	rec.Statistic = &result.Statistic{Name: "t", Value: t, DF2: &df}
	setP(rec, dist.StudentTwoSided(t, df))
	r := t / math.Sqrt(t*t+df)
	rec.Effect = effectOf(effect.PearsonR(r, float64(s.N)))
	if p.Ranks {
		rec.Effect.Measure = "spearman_r"
	}
	rec.Magnitude = ptr(math.Abs(r))
	return nil
}

func signedRoot(f, sign float64) float64 { return math.Copysign(math.Sqrt(f), sign) }

func effectOf(v effect.Value) *result.Effect {
	return &result.Effect{Measure: string(v.Measure), Value: v.Value, Low: ptr(v.Low), High: ptr(v.High)}
}

// checkSolution refuses what has numbers only by accident: no residual, no degrees of freedom.
func (e *run) checkSolution(s *moments.Solution, outcome *plan.Variable, tested string) error {
	switch {
	case s.DF2 < e.limits.MinResidualDF:
		return refuse(TooFewRows, "%d complete rows for a model of rank %d leave %d residual degrees of freedom, at least %d are needed",
			s.N, s.Rank, s.DF2, e.limits.MinResidualDF)
	case !(s.SST > 0):
		return refuse(ZeroVariance, "outcome `%s` does not vary over the %d complete rows", outcome.Name, s.N)
	case s.SSE <= 1e-24*s.SST:
		code := PerfectFit
		if s.Rank == 2 {
			code = SameVariable
		}
		return refuse(code, "`%s` is an exact function of the other variables: no residual is left to judge %s by", outcome.Name, tested)
	}
	return nil
}

// collinear says what the tested column repeats: a control of the same values, or a combination.
func (e *run) collinear(tested string) error {
	if x := e.numbers[e.spec.Exposure]; x != nil {
		for _, c := range e.spec.Controls {
			if z := e.numbers[c]; z != nil && e.equalValues(x, z) {
				return refuse(SameVariable, "exposure `%s` and control `%s` hold the same values in all %d complete rows", e.spec.Exposure.Name, c.Name, e.n)
			}
		}
	}
	return refuse(CollinearTarget, "the other variables determine %s: it has no variation of its own to test", tested)
}

func (e *run) equalValues(x, z *table.Numeric) bool {
	for i := range x.Values {
		if e.rows.Get(i) && x.Values[i] != z.Values[i] {
			return false
		}
	}
	return true
}

// fitLeastSquares is ols or wls: one coefficient with its t test, or the Type II F test of a term.
func (e *run) fitLeastSquares(p *plan.LeastSquares, y *outcome, rec *result.Record) error {
	var weights *table.Numeric
	if p.Weights != nil {
		weights = e.numbers[p.Weights]
	}
	m := e.momentsModel(&p.Model, y.number, weights)
	s, err := moments.Fit(e.ctx, m)
	if err != nil {
		return err
	}
	if err := e.checkRank(&p.Model, s); err != nil {
		return err
	}
	if err := e.checkSolution(s, p.Outcome, e.termName(&p.Model)); err != nil {
		return err
	}
	e.partlyWarning(&p.Model, s)
	if y.binary {
		rec.Event = y.event
	}
	e.setTerm(rec, &p.Model, s)
	rec.ResidualSD = ptr(s.ResidualSD())
	if p.Errors != plan.ModelErrors {
		if err := e.robust(p, m, s, rec); err != nil {
			return err
		}
		return e.linearWarnings(p, y, m, s, rec)
	}
	df1, df2 := float64(s.DF1), float64(s.DF2)
	q := dist.StudentQuantile(0.975, df2)
	e.setCoefficients(rec, &p.Model, s.Target, q)
	e.setSlopes(rec, &p.Model, m, s, q)
	if len(s.Target) == 1 {
		c := s.Target[0]
		t := signedRoot(s.F, c.Estimate)
		setEstimate(rec, c.Estimate, c.StdError, q)
		rec.Statistic = &result.Statistic{Name: "t", Value: t, DF2: &df2}
		setP(rec, dist.StudentTwoSided(t, df2))
		v := effect.PartialR(t, df2)
		rec.Effect, rec.Magnitude = effectOf(v), ptr(math.Abs(v.Value))
	} else {
		rec.Statistic = &result.Statistic{Name: "F", Value: s.F, DF1: &df1, DF2: &df2}
		setP(rec, dist.FUpper(s.F, df1, df2))
		v := effect.PartialEta2(s.F, df1, df2, float64(s.N), s.Rank-1)
		rec.Effect, rec.Magnitude = effectOf(v), ptr(effect.FMagnitude(s.F, df1, df2))
		low, high := dist.PartialEta2Interval(s.F, df1, df2, 0.95)
		rec.Effect.NoncentralLow, rec.Effect.NoncentralHigh = &low, &high
	}
	return e.linearWarnings(p, y, m, s, rec)
}

// termName says the tested term for messages.
func (e *run) termName(m *plan.Model) string {
	parts := m.Terms[len(m.Terms)-1].Components
	if len(parts) == 2 {
		return fmt.Sprintf("the product of `%s` and `%s`", parts[0].Variable.Name, parts[1].Variable.Name)
	}
	return "`" + parts[0].Variable.Name + "`"
}

// setTerm stores the reference, the contrast and the levels of the tested factor.
func (e *run) setTerm(rec *result.Record, m *plan.Model, s *moments.Solution) {
	parts := m.Terms[len(m.Terms)-1].Components
	for _, p := range parts {
		if !p.Factor {
			continue
		}
		f := e.factors[p.Variable]
		if len(parts) == 1 {
			setLevels(rec, f, nil, false)
			if len(f.names) == 2 {
				rec.Contrast = f.names[1] + " vs " + f.names[0]
			}
			return
		}
		// Of two factors the second, the moderator or the groups, is the one that slopes are compared over.
		rec.Levels, rec.Contrast = nil, ""
		setLevels(rec, f, nil, false)
		if len(f.names) == 2 && p.Variable == parts[1].Variable {
			rec.Contrast = f.names[1] + " vs " + f.names[0]
		}
	}
}

// setCoefficients stores the tested term's coefficients, named after their levels, less those that the rows do not determine.
func (e *run) setCoefficients(rec *result.Record, m *plan.Model, target []moments.Coefficient, q float64) {
	for _, c := range target {
		if c.OK && c.Named {
			rec.Coefficients = append(rec.Coefficients, result.Coefficient{
				Term: coefficientName(m, c), Estimate: c.Estimate, StdError: c.StdError, Low: c.Estimate - q*c.StdError, High: c.Estimate + q*c.StdError,
			})
		}
	}
}

// coefficientName is the parts of the tested term with their levels: `x:g[b]`.
func coefficientName(m *plan.Model, c moments.Coefficient) string {
	name, k := "", 0
	for i, p := range m.Terms[len(m.Terms)-1].Components {
		if i > 0 {
			name += ":"
		}
		name += p.Variable.Name
		if p.Factor {
			name += "[" + p.Levels[c.Levels[k]] + "]"
			k++
		}
	}
	return name
}
