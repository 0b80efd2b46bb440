package engine

import (
	"errors"
	"math"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/dist"
	"github.com/hyp-lang/hyp/estimators/effect"
	"github.com/hyp-lang/hyp/estimators/moments"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/rows"
	"github.com/hyp-lang/hyp/estimators/table"
)

// robust replaces the model's standard errors by HC3 or cluster-robust ones. The test is t or F with the residual degrees of
// freedom for HC3 (as R's lmtest) and clusters minus one for clusters (as Stata); the effect stays the model's own.
func (e *run) robust(p *plan.LeastSquares, m *moments.Model, s *moments.Solution, rec *result.Record) error {
	df := float64(s.DF2)
	var clusters *table.Factor
	if p.Errors == plan.ClusterErrors {
		var err error
		if clusters, err = rows.Factor(e.ctx, e.t, p.Cluster); err != nil {
			return err
		}
		for i := range e.t.Rows {
			if e.rows.Get(i) && !clusters.Valid.Get(i) {
				return refuse(NoRows, "cluster `%s` is missing in row %d, which the model uses", p.Cluster.Name, i+1)
			}
		}
	}
	r, err := moments.RobustErrors(e.ctx, m, s, clusters)
	var lone *moments.LoneRow
	if errors.As(err, &lone) {
		r := refuse(SmallGroup, "row %d alone decides a part of %s: no other row has its combination of values, and HC3 errors cannot see how far it may lie off", lone.Row+1, e.termName(&p.Model))
		return e.help(r, "merge the level that the row is alone in, or leave `using ols_hc3` out")
	}
	if err != nil {
		return err
	}
	if clusters != nil {
		if r.Clusters < 2 {
			return refuse(SingleGroup, "all complete rows are in one cluster of `%s`", p.Cluster.Name)
		}
		if err := e.checkClusters(p, clusters); err != nil {
			return err
		}
		e.clusterWarning(p.Cluster.Name, r.Clusters)
		df = float64(r.Clusters - 1)
	}
	var b []float64
	k := 0
	target := append([]moments.Coefficient(nil), s.Target...)
	for i := range target {
		if target[i].OK {
			model := target[i].StdError
			target[i].StdError = math.Sqrt(r.Cov[k][k])
			if target[i].StdError <= 1e-12*model { // rounding
				return refuse(PerfectFit, "`%s` is fitted without a rest in all rows that decide %s: robust errors see no spread there to judge it by",
					p.Outcome.Name, coefficientName(&p.Model, target[i]))
			}
			b = append(b, target[i].Estimate)
			k++
		}
	}
	q := dist.StudentQuantile(0.975, df)
	e.setCoefficients(rec, &p.Model, target, q)
	if len(target) == 1 {
		c := target[0]
		t := c.Estimate / c.StdError
		setEstimate(rec, c.Estimate, c.StdError, q)
		rec.Statistic = &result.Statistic{Name: "t", Value: t, DF2: &df}
		setP(rec, dist.StudentTwoSided(t, df))
		v := effect.PartialR(signedRoot(s.F, c.Estimate), float64(s.DF2))
		rec.Effect, rec.Magnitude = effectOf(v), ptr(math.Abs(v.Value))
		return nil
	}
	df1 := float64(len(b))
	if clusters != nil && r.Clusters-1 < len(b) {
		return refuse(RankDeficientTerm, "`%s` makes %d clusters of the rows, and the joint test of %s has %d degrees of freedom: cluster-robust errors carry at most one less than there are clusters",
			p.Cluster.Name, r.Clusters, e.termName(&p.Model), len(b))
	}
	f := moments.WaldF(b, r.Cov)
	if math.IsNaN(f) {
		return refuse(RankDeficientTerm, "the robust covariance of %s has no inverse", e.termName(&p.Model))
	}
	rec.Statistic = &result.Statistic{Name: "F", Value: f, DF1: &df1, DF2: &df}
	setP(rec, dist.FUpper(f, df1, df))
	rec.Effect = effectOf(effect.PartialEta2(s.F, float64(s.DF1), float64(s.DF2), float64(s.N), s.Rank-1))
	rec.Magnitude = ptr(effect.FMagnitude(s.F, float64(s.DF1), float64(s.DF2)))
	return nil
}

// checkClusters refuses a tested level, or combination of two, that lies in one cluster. The residuals of that cluster's rows in it sum to
// zero, so what varies between clusters is not in the standard error, which is far too small (MacKinnon and Webb, Econometrics
// Journal 21, 2018, on few treated clusters): a cluster is what a row is elsewhere, and a group of one row is refused there.
func (e *run) checkClusters(p *plan.LeastSquares, clusters *table.Factor) error {
	var by []*factor
	names := ""
	for _, c := range p.Terms[len(p.Terms)-1].Components {
		if c.Factor {
			by = append(by, e.factors[c.Variable])
			names += word(names != "", " and ", "") + "`" + c.Variable.Name + "`"
		}
	}
	if len(by) == 0 {
		return nil
	}
	cells := len(by[0].order)
	if len(by) == 2 {
		cells *= len(by[1].order)
	}
	first, seen, several := make([]uint32, cells), make([]bool, cells), make([]bool, cells)
	eachRow(e.rows, e.t.Rows, func(i int) {
		at := 0
		for _, f := range by {
			at = at*len(f.order) + int(f.level[f.Codes.At(i)])
		}
		c := clusters.Codes.At(i)
		if !seen[at] {
			seen[at], first[at] = true, c
		}
		several[at] = several[at] || c != first[at]
	})
	for at := range cells {
		if !seen[at] || several[at] {
			continue
		}
		where := by[len(by)-1].names[at%len(by[len(by)-1].order)]
		if len(by) == 2 {
			where = by[0].names[at/len(by[1].order)] + " with " + where
		}
		r := refuse(SmallGroup, "the rows of %s of %s all lie in one cluster, %s of `%s`: cluster-robust errors cannot see how far it may lie off",
			where, names, display(clusters.Levels[first[at]]), p.Cluster.Name)
		return e.help(r, "merge the level with another one, or leave `using ols_cluster` out")
	}
	return nil
}

func word(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}
