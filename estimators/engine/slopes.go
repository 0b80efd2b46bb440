package engine

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/moments"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/table"
)

// setSlopes stores the simple slopes behind an interaction: at the two ends of the moderator, or in each group. There are none
// when the exposure has several columns.
func (e *run) setSlopes(rec *result.Record, p *plan.Model, m *moments.Model, s *moments.Solution, q float64) {
	parts := p.Terms[len(p.Terms)-1].Components
	if len(parts) != 2 {
		return
	}
	slope := func(at string, v moments.SlopeAt) *result.Slope {
		if !v.OK || math.IsNaN(v.StdError) {
			return nil
		}
		return &result.Slope{At: at, Slope: v.Estimate, StdError: v.StdError, Low: v.Estimate - q*v.StdError, High: v.Estimate + q*v.StdError}
	}
	other := parts[1]
	out := &result.Slopes{}
	switch {
	case e.spec.Template == plan.Heterogeneity:
		for level, name := range other.Levels {
			if v := slope(name, s.SlopeAtLevel(m, level)); v != nil {
				out.Groups = append(out.Groups, *v)
			}
		}
	case other.Factor && len(other.Levels) == 2:
		out.Low, out.High = slope(other.Levels[0], s.SlopeAtLevel(m, 0)), slope(other.Levels[1], s.SlopeAtLevel(m, 1))
	case !other.Factor:
		low, high := ends(e.numbers[other.Variable], e.rows, int(e.n))
		out.Low = slope(fmt.Sprintf("%.6g", low), s.SlopeAtValue(m, low))
		out.High = slope(fmt.Sprintf("%.6g", high), s.SlopeAtValue(m, high))
	}
	if out.Low != nil || out.High != nil || len(out.Groups) > 0 {
		rec.Slopes = out
	}
}

// ends are the 10th and 90th percentile of a column over the rows (R's quantile type 7), or its smallest and largest value where
// the two are equal.
func ends(x *table.Numeric, rows table.Bitmap, n int) (low, high float64) {
	values := make([]float64, 0, n)
	eachRow(rows, len(x.Values), func(i int) { values = append(values, x.Values[i]) })
	low, high = percentile(values, 0.1), percentile(values, 0.9)
	if low == high {
		low, high = math.Inf(1), math.Inf(-1)
		for _, v := range values {
			low, high = min(low, v), max(high, v)
		}
	}
	return low, high
}

// percentile reorders values.
func percentile(values []float64, p float64) float64 {
	h := p * float64(len(values)-1)
	k := int(h)
	at := selectNth(values, k)
	if k+1 >= len(values) {
		return at
	}
	next := math.Inf(1)
	for _, v := range values[k+1:] {
		next = min(next, v)
	}
	return at + (h-float64(k))*(next-at)
}

// selectNth is Hoare's selection: afterwards nothing before k is larger and nothing behind it smaller.
func selectNth(v []float64, k int) float64 {
	r := rand.New(rand.NewPCG(1, uint64(len(v))))
	for lo, hi := 0, len(v)-1; lo < hi; {
		pivot := v[lo+r.IntN(hi-lo+1)]
		i, j := lo, hi
		for i <= j {
			for v[i] < pivot {
				i++
			}
			for v[j] > pivot {
				j--
			}
			if i <= j {
				v[i], v[j] = v[j], v[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return v[k]
		}
	}
	return v[k]
}

// setMarginal stores the average marginal contrasts that a floor on rr or rd is judged by.
func (e *run) setMarginal(rec *result.Record, m *moments.Model, s *moments.Logit, q float64) error {
	f := e.spec.Decision.Floor
	if f == nil || f.Measure != "rr" && f.Measure != "rd" || len(s.Target) != 1 {
		return nil
	}
	if e.spec.Template == plan.Interact || e.spec.Template == plan.Heterogeneity {
		return nil
	}
	c, err := s.MarginalContrast(e.ctx, m)
	if err != nil || c == nil {
		return err
	}
	rec.Marginal = &result.Marginal{
		RD: &result.Interval{Value: c.Difference, Low: c.Difference - q*c.DiffError, High: c.Difference + q*c.DiffError},
		RR: &result.Interval{Value: math.Exp(c.LogRatio), Low: math.Exp(c.LogRatio - q*c.RatioError), High: math.Exp(c.LogRatio + q*c.RatioError)},
	}
	return nil
}
