package survey

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/dist"
)

// Moderation is a test of how a third variable changes the relation of a pair.
type Moderation struct {
	Template plan.Template // interact or heterogeneity
	Exposure string
	Other    string // the moderator or the groups
	Outcome  string
	Claim    string
	Test     Test
}

// Interactions are the k third variables that most change the relation of exposure x with outcome y, by p-value, one test of each
// variable and form; tautological ones are left out. It takes one pass over the rows of every triple, and no filter of the survey
// counts.
func (s *Survey) Interactions(ctx context.Context, x, y, k int) ([]Moderation, error) {
	n := len(s.columns)
	if x < 0 || y < 0 || x >= n || y >= n || x == y {
		return nil, fmt.Errorf("variables %d and %d: %w", x, y, errNoVariable)
	}
	outcome := s.columns[y]
	if outcome.role == noOutcome {
		return nil, nil
	}
	whole := *s
	view := &whole
	view.opt.Templates, view.opt.Outcomes, view.opt.Exposures = []plan.Template{plan.Interact, plan.Heterogeneity}, nil, nil
	blocks, err := newBlocks(ctx, []*column{outcome}, s.Rows)
	if err != nil {
		return nil, err
	}
	b := blocks[0]
	var mu sync.Mutex
	var out []scored
	err = view.each(ctx, n, func(w *worker, z int) error {
		if z == x || z == y {
			return nil
		}
		u, v := s.columns[x], s.columns[z]
		var joints []joint
		for _, j := range jointsOf(u, v) { // the claims about x as the exposure
			if j.a == u || j.form == products || j.form == factorial && !j.b.numeric && !j.a.numeric || j.form == slopesIn && !u.numeric {
				joints = append(joints, j)
			}
		}
		w.pairs[0].two(u, v)
		if err := w.sums.add(ctx, b, &w.pairs[0]); err != nil {
			return err
		}
		view.triple(ctx, w, &w.pairs[0], joints, u, v, outcome, 0, func(_ *worker, c claim, e estimate) {
			if e.refusal != tested {
				return
			}
			if c.a != u && c.template == plan.Interact {
				c.a, c.b = c.b, c.a
			}
			p := e.tail()
			mu.Lock()
			out = append(out, scored{c, e, p.Log10P})
			mu.Unlock()
		})
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(out, func(a, b scored) int { return a.compare(&b) })
	var list []Moderation
	for i := range out[:min(max(k, 0), len(out))] {
		c := &out[i]
		list = append(list, Moderation{c.template, c.a.Name, c.b.Name, c.y.Name, c.text(), c.test()})
	}
	return list, nil
}

// Confounder is a variable related to both ends of a pair, with what controlling for it does. All numbers are of the rows that have
// all three variables. A variable of two levels is taken as 0 and 1 here, also as an outcome: this is a screen for what to control.
type Confounder struct {
	Name     string
	N        int64
	WithX    float64 // |r| of the variable with the exposure: the root of the share of variance that it takes
	WithY    float64 // the same with the outcome
	Raw      float64 // r of exposure and outcome
	Adjusted float64 // partial r with the variable controlled for
	P        float64 // of the adjusted r
	Change   float64 // |atanh Raw - atanh Adjusted|
}

// Confounders are the k variables that most change the correlation of exposure x with outcome y when they are controlled for, among
// those related to both ends (p < 0.05 each). A pair without numbers at both ends (more than two unordered levels) has none;
// tautological variables are left out.
func (s *Survey) Confounders(ctx context.Context, x, y, k int) ([]Confounder, error) {
	n := len(s.columns)
	if x < 0 || y < 0 || x >= n || y >= n || x == y {
		return nil, fmt.Errorf("variables %d and %d: %w", x, y, errNoVariable)
	}
	a, b := s.columns[x].asNumber(), s.columns[y].asNumber()
	if a == nil || b == nil {
		return nil, nil
	}
	found := make([]Confounder, n)
	err := s.each(ctx, n, func(_ *worker, z int) error {
		if z != x && z != y && s.taut[x*n+z] == 0 && s.taut[y*n+z] == 0 {
			found[z] = s.adjust(a, b, s.columns[z])
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(c Confounder) bool { return c.Name == "" })
	slices.SortStableFunc(found, func(a, b Confounder) int {
		return cmp.Or(cmp.Compare(b.Change, a.Change), cmp.Compare(a.Name, b.Name))
	})
	return found[:min(max(k, 0), len(found))], nil
}

// asNumber is the variable by row as one number, NaN where it is missing; nil for more than two unordered levels.
func (c *column) asNumber() []float64 {
	if !c.numeric && c.role != binaryOutcome {
		return nil
	}
	out := make([]float64, len(c.code))
	for i, k := range c.code {
		switch {
		case k < 0 || c.numeric && !c.number[k]:
			out[i] = math.NaN()
		case c.numeric:
			out[i] = c.value[k]
		default:
			out[i] = c.y[i]
		}
	}
	return out
}

// adjust controls the correlation of a and b for z: within the levels of a factor, or along a line. The result has no name when z is
// not related to both.
func (s *Survey) adjust(a, b []float64, z *column) Confounder {
	zs := z.asNumber()
	k := 1
	if zs == nil {
		k = z.k
	}
	// Means first, then products about them, so that nothing cancels.
	type moments struct{ n, a, b, z, aa, bb, zz, ab, az, bz float64 }
	total, by := moments{}, make([]moments, k)
	each := func(do func(i int, level int)) {
		for i, code := range z.code {
			if code < 0 || a[i] != a[i] || b[i] != b[i] || zs != nil && zs[i] != zs[i] {
				continue
			}
			if zs != nil {
				code = 0
			}
			do(i, int(code))
		}
	}
	each(func(i, l int) {
		by[l].n++
		by[l].a += a[i]
		by[l].b += b[i]
		if zs != nil {
			by[l].z += zs[i]
		}
	})
	levels := 0
	for l := range by {
		if m := &by[l]; m.n > 0 {
			levels++
			total.n, total.a, total.b, total.z = total.n+m.n, total.a+m.a, total.b+m.b, total.z+m.z
			m.a, m.b, m.z = m.a/m.n, m.b/m.n, m.z/m.n
		}
	}
	if total.n < minRows {
		return Confounder{}
	}
	total.a, total.b, total.z = total.a/total.n, total.b/total.n, total.z/total.n
	each(func(i, l int) {
		x, y := a[i]-total.a, b[i]-total.b
		total.aa, total.bb, total.ab = total.aa+x*x, total.bb+y*y, total.ab+x*y
		if zs != nil {
			w := zs[i] - total.z
			total.zz, total.az, total.bz = total.zz+w*w, total.az+x*w, total.bz+y*w
			return
		}
		x, y = a[i]-by[l].a, b[i]-by[l].b
		by[l].aa, by[l].bb, by[l].ab = by[l].aa+x*x, by[l].bb+y*y, by[l].ab+x*y
	})
	df1, saa, sbb, sab := 1.0, total.aa, total.bb, total.ab
	switch {
	case zs != nil && total.zz > 0:
		saa, sbb, sab = saa-total.az*total.az/total.zz, sbb-total.bz*total.bz/total.zz, sab-total.az*total.bz/total.zz
	case zs == nil && levels > 1:
		df1, saa, sbb, sab = float64(levels-1), 0, 0, 0
		for l := range by {
			saa, sbb, sab = saa+by[l].aa, sbb+by[l].bb, sab+by[l].ab
		}
	default:
		return Confounder{}
	}
	df2 := total.n - 1 - df1
	if df2 < minResidualDF+1 || !(saa > 1e-9*total.aa) || !(sbb > 1e-9*total.bb) {
		return Confounder{}
	}
	withX, withY := 1-saa/total.aa, 1-sbb/total.bb
	related := func(share float64) bool {
		return dist.FUpper(share/df1/((1-share)/df2), df1, df2).P < 0.05
	}
	if !related(withX) || !related(withY) {
		return Confounder{}
	}
	c := Confounder{Name: z.Name, N: int64(total.n), WithX: math.Sqrt(max(withX, 0)), WithY: math.Sqrt(max(withY, 0)), Raw: total.ab / math.Sqrt(total.aa*total.bb), Adjusted: sab / math.Sqrt(saa*sbb)}
	c.P = dist.StudentTwoSided(c.Adjusted*math.Sqrt((df2-1)/(1-c.Adjusted*c.Adjusted)), df2-1).P
	c.Change = math.Abs(math.Atanh(c.Raw) - math.Atanh(c.Adjusted))
	return c
}
