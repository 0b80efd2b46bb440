package mind

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync/atomic"

	"github.com/hyp-lang/hyp/estimators/table"
)

// triple is a product of two columns against a third: the partial correlation of a*b and y with a and b held.
type triple struct {
	a, b, y int // columns
	r       float64
	n       int
	z       float64 // of Fisher's transformation, for the order
}

// triples are the triples of columns whose |z| is at least so large, each with the three outcomes that it may have, the largest first. May says which variables
// can stand together.
func (g *gram) triples(ctx context.Context, least float64, may func(u, v int) bool, progress func(done, total int)) ([]triple, error) {
	k := len(g.columns)
	found := make([][]triple, k)
	var done atomic.Int64
	err := parallel(ctx, k, func(a int) error {
		product, both := make([]float64, g.n), table.NewBitmap(g.n, false)
		for b := a + 1; b < k; b++ {
			if !may(g.columns[a].variable, g.columns[b].variable) {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			x, y := g.columns[a].x, g.columns[b].x
			for i := range product {
				product[i] = x[i] * y[i]
			}
			for i := range both {
				both[i] = g.columns[a].valid[i] & g.columns[b].valid[i]
			}
			for c := b + 1; c < k; c++ {
				if v := g.columns[c].variable; !may(g.columns[a].variable, v) || !may(g.columns[b].variable, v) {
					continue
				}
				n := shared(both, g.columns[c].valid)
				if n < 20 {
					continue
				}
				third := dotProduct(product, g.columns[c].x) / float64(n)
				for _, t := range [3]triple{{a: a, b: b, y: c}, {a: a, b: c, y: b}, {a: b, b: c, y: a}} {
					t.n = n
					if t.r = g.moderated(t.a, t.b, t.y, third); math.Abs(t.r) > 0.01 {
						if t.z = math.Atanh(t.r) * math.Sqrt(float64(n-5)); math.Abs(t.z) >= least {
							found[a] = append(found[a], t)
						}
					}
				}
			}
		}
		slices.SortStableFunc(found[a], func(s, t triple) int { return cmp.Compare(math.Abs(t.z), math.Abs(s.z)) })
		if progress != nil {
			progress(int(done.Add(1)), k)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return merged(ctx, found)
}

// merged is the triples of lists that are in order, in order; of equal ones those of the earlier list come first. An interrupt ends it between
// two lists: sorted in one go, a wide table's triples would take a second.
func merged(ctx context.Context, lists [][]triple) ([]triple, error) {
	for len(lists) > 1 {
		var next [][]triple
		for i := 0; i < len(lists); i += 2 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if i+1 == len(lists) {
				next = append(next, lists[i])
				break
			}
			s, t := lists[i], lists[i+1]
			both := make([]triple, 0, len(s)+len(t))
			for len(s) > 0 && len(t) > 0 {
				if math.Abs(s[0].z) >= math.Abs(t[0].z) {
					both, s = append(both, s[0]), s[1:]
				} else {
					both, t = append(both, t[0]), t[1:]
				}
			}
			next = append(next, append(append(both, s...), t...))
		}
		lists = next
	}
	if len(lists) == 0 {
		return nil, ctx.Err()
	}
	return lists[0], ctx.Err()
}

// moderated is the partial correlation of the product of a and b with y, from third moments.
func (g *gram) moderated(a, b, y int, third float64) float64 {
	k := len(g.columns)
	rho, ra, rb := g.r[a*k+b], g.r[a*k+y], g.r[b*k+y]
	ca, cb := g.skew[a*k+b], g.skew[b*k+a] // E[a ab], E[b ab]
	d := 1 - rho*rho
	if d < 1e-2 {
		return 0
	}
	ba, bb := (ca-rho*cb)/d, (cb-rho*ca)/d
	spread := g.square[a*k+b] - rho*rho - ba*ca - bb*cb
	rest := 1 - (ra*ra+rb*rb-2*rho*ra*rb)/d
	if spread < 1e-3 || rest < 1e-3 {
		return 0
	}
	r := (third - ba*ra - bb*rb) / math.Sqrt(spread*rest)
	return math.Max(-0.999, math.Min(0.999, r))
}

// dotProduct has four sums, which is twice as fast as one.
func dotProduct(x, y []float64) float64 {
	var s0, s1, s2, s3 float64
	y = y[:len(x)]
	for i := 0; i+3 < len(x); i += 4 {
		s0 += x[i] * y[i]
		s1 += x[i+1] * y[i+1]
		s2 += x[i+2] * y[i+2]
		s3 += x[i+3] * y[i+3]
	}
	for i := len(x) &^ 3; i < len(x); i++ {
		s0 += x[i] * y[i]
	}
	return s0 + s1 + s2 + s3
}
