package loop

import (
	"maps"
	"math"
	"slices"

	"github.com/hyp-lang/hyp/estimators/result"
)

// sign is that of the estimate; 0 for a test of several coefficients.
func sign(r *result.Record) float64 {
	switch {
	case r.Estimate == nil || *r.Estimate == 0:
		return 0
	case *r.Estimate < 0:
		return -1
	}
	return 1
}

// sameOrder compares tests without a sign: the groups' means, adjusted where there are controls, or their slopes must stand in a like order on
// both parts. That is a correlation above 0 over the groups, each weighing what is known of it: with ranks alone four small groups that hardly
// differ would outvote the large one that does.
func sameOrder(a, b *result.Record) bool {
	if a.Estimate != nil || b.Estimate != nil {
		return true
	}
	x, y := groupValues(a), groupValues(b)
	var w, mx, my float64
	names := slices.Sorted(maps.Keys(x))
	names = slices.DeleteFunc(names, func(g string) bool { _, both := y[g]; return !both })
	if len(names) < 2 {
		return true
	}
	for _, g := range names {
		u := math.Min(x[g].weight, y[g].weight)
		w, mx, my = w+u, mx+u*x[g].value, my+u*y[g].value
	}
	sum := 0.0
	for _, g := range names {
		sum += math.Min(x[g].weight, y[g].weight) * (x[g].value - mx/w) * (y[g].value - my/w)
	}
	return sum > 0
}

// groupValue is a group's mean, difference to the reference, or slope, with its weight: rows, or one over the squared standard error.
type groupValue struct{ value, weight float64 }

func groupValues(r *result.Record) map[string]groupValue {
	out := map[string]groupValue{}
	known := func(se float64) float64 {
		if se > 0 {
			return 1 / (se * se)
		}
		return 0
	}
	switch {
	case r.Slopes != nil && len(r.Slopes.Groups) > 0:
		for _, s := range r.Slopes.Groups {
			out[s.At] = groupValue{s.Slope, known(s.StdError)}
		}
	case len(r.Coefficients) > 0:
		least := math.Inf(1)
		for _, c := range r.Coefficients {
			out[c.Term] = groupValue{c.Estimate, known(c.StdError)}
			least = math.Min(least, c.StdError)
		}
		out[""] = groupValue{0, known(least)} // the reference
	default:
		for _, l := range r.Levels {
			switch {
			case l.Mean != nil:
				out[l.Value] = groupValue{*l.Mean, float64(l.N)}
			case l.Share != nil:
				out[l.Value] = groupValue{*l.Share, float64(l.N)}
			}
		}
	}
	return out
}
