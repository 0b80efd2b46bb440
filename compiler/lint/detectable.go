package lint

import (
	"math"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/power"
	"github.com/hyp-lang/hyp/estimators/rows"
	"github.com/hyp-lang/hyp/estimators/table"
)

var undetectableFloor = &Rule{
	Code: "HL204", Name: "undetectable-floor", Level: Warn, Needs: Data,
	Doc: Doc{
		What: "The floor is smaller than the smallest effect that the complete rows detect with power 0.8 at level 0.05.",
		Why:  "an effect just above the floor will most likely be missed: the verdict is inconclusive before the data are looked at",
		Example: `dataset d from "table.csv"
var x numeric
var y numeric
hyp H1: assoc(x, y) floor r >= 0.05
`,
		Instead: `dataset d from "table.csv"
var x numeric
var y numeric
hyp H1: assoc(x, y) floor r >= 0.5
`,
		Data:   "x,y\n" + cells(60, "%d,%d\n", 3, 7),
		Ignore: "the study is one of several that will be pooled.",
	},
	Run: func(p *Pass) {
		for _, h := range p.Hyps {
			f := h.Node.Floor
			b, _ := p.bind(h)
			kept := p.complete(h)
			if f == nil || b == nil || kept == nil {
				continue
			}
			d, ok := p.design(h, b, *kept)
			if !ok {
				continue
			}
			least, err := power.MinimalDetectable(d, f.Measure.Text, power.DefaultPower, power.DefaultAlpha)
			if err != nil {
				continue // a measure that does not fit is the checker's
			}
			small := f.Value.Value < math.Abs(least)
			if m := f.Measure.Text; m == "odds" || m == "rr" {
				small = math.Abs(math.Log(f.Value.Value)) < math.Abs(math.Log(least))
			}
			if small {
				p.report(p.at(h.Subject(), f.At, "the floor is below what %d rows detect at power %.1f", b.Rows.Complete, power.DefaultPower).
					WithLabel("they detect %s from %.3g on", f.Measure.Text, math.Abs(least)))
			}
		}
	},
}

// design is the plan of a hypothesis as a question of power.
func (p *Pass) design(h *Hyp, b *plan.Bound, kept table.Bitmap) (power.Design, bool) {
	d := power.Design{N: float64(b.Rows.Complete)}
	s := h.Spec
	tested := s.Groups
	if tested == nil && s.Exposure != nil && !s.Exposure.Type.NumericLike() {
		tested = s.Exposure
	}
	var groups []group
	if tested != nil && s.Template != plan.Interact && s.Template != plan.Heterogeneity {
		for _, g := range p.count(h, tested, kept) {
			if g.n > 0 && g.counts(s) {
				groups = append(groups, g)
			}
		}
		if c := s.Contrast; c != nil && c.Rest {
			groups = against(groups, c.A)
		}
	}
	switch x := b.Plan.(type) {
	case *plan.Correlation:
		d.Kind = power.Correlation
	case *plan.Welch, *plan.MannWhitney:
		if len(groups) != 2 {
			return d, false
		}
		d.Kind, d.N1, d.N2 = power.Groups, float64(groups[0].n), float64(groups[1].n)
	case *plan.KruskalWallis:
		d.Kind, d.DF1 = power.Omnibus, len(x.Levels)-1
	case *plan.LeastSquares:
		switch {
		case x.Test == plan.TestOmnibus && len(groups) > 2:
			d.Kind, d.DF1 = power.Omnibus, len(groups)-1
			d.Controls = b.Parameters - len(groups)
		case len(groups) == 2:
			d.Kind, d.N1, d.N2, d.Controls = power.Groups, float64(groups[0].n), float64(groups[1].n), b.Parameters-2
		case x.Test == plan.TestCoefficient:
			d.Kind, d.Controls = power.Correlation, b.Parameters-2
		default:
			return d, false
		}
	case *plan.Logit:
		if x.Test == plan.TestOmnibus || s.Template == plan.Interact || s.Template == plan.Heterogeneity {
			return d, false
		}
		d.Kind = power.Logit
		if len(groups) == 2 {
			d.N1, d.N2 = float64(groups[0].n), float64(groups[1].n)
		}
		for _, g := range p.count(h, s.Outcome, kept) {
			if sameCode(g.code, x.Event) {
				d.EventShare = float64(g.n) / d.N
			}
		}
	default:
		return d, false
	}
	d.SDOutcome = p.deviation(h, s.Outcome, kept)
	if s.Exposure != nil {
		d.SDExposure = p.deviation(h, s.Exposure, kept)
	}
	return d, true
}

// against is one group beside all others together.
func against(groups []group, code string) []group {
	out := make([]group, 2)
	for _, g := range groups {
		if sameCode(g.code, code) {
			out[1].n += g.n
		} else {
			out[0].n += g.n
		}
	}
	return out
}

// deviation is the standard deviation of a numeric variable over rows; 0 when it has none.
func (p *Pass) deviation(h *Hyp, v *plan.Variable, kept table.Bitmap) float64 {
	if !v.Type.NumericLike() {
		return 0
	}
	t := p.table(h)
	n, err := rows.Numeric(p.ctx, t, v)
	if err != nil {
		return 0
	}
	count, sum, squares := 0.0, 0.0, 0.0
	for i, x := range n.Values {
		if kept.Get(i) && n.Valid.Get(i) {
			x -= n.Center
			count, sum, squares = count+1, sum+x, squares+x*x
		}
	}
	if count < 2 {
		return 0
	}
	return math.Sqrt(max(0, (squares-sum*sum/count)/(count-1)))
}

func sameCode(a, b string) bool { return catalog.SameCode(a, b) }
