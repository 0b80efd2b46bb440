package rich

import (
	"context"
	"math"
	"time"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/rows"
	"github.com/hyp-lang/hyp/estimators/table"
)

// Describe is what the data show of every variable, as check.Meanings resolved them. A variable that cannot be read says why
// in its row. The error is the context's.
func Describe(ctx context.Context, t *table.Table, ms []check.Meaning) ([]Variable, error) {
	out := make([]Variable, 0, len(ms))
	for _, m := range ms {
		v := m.Groups
		if v == nil {
			v = m.Numbers
		}
		d := Variable{Name: m.Name, Label: v.Label, Type: string(v.Type), Unit: v.Unit, Inferred: v.Inferred, Rows: int64(t.Rows)}
		if m.Role != catalog.Plain && m.Role != catalog.ID {
			d.Type += ", " + string(m.Role)
		}
		var err error
		switch {
		case m.Groups != nil:
			err = d.levelsOf(ctx, t, v)
		case v.Type.NumericLike():
			err = d.numbersOf(ctx, t, v)
		default:
			s := t.Summary(v.Column)
			d.Missing = int64(s.Missing)
			d.Note = report.Count(int64(s.Distinct)) + " different"
			if s.More {
				d.Note = "over " + d.Note
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			d = Variable{Name: d.Name, Label: d.Label, Type: d.Type, Unit: d.Unit, Inferred: d.Inferred, Note: "not readable: " + err.Error()}
		}
		out = append(out, d)
	}
	return out, nil
}

func (d *Variable) levelsOf(ctx context.Context, t *table.Table, v *plan.Variable) error {
	f, err := rows.Factor(ctx, t, v)
	if err != nil {
		return err
	}
	counts := make([]int64, len(f.Levels))
	for i := range t.Rows {
		if f.Valid.Get(i) {
			counts[f.Codes.At(i)]++
		} else {
			d.Missing++
		}
	}
	for k, l := range f.Levels {
		name := l.Label
		if name == "" {
			name = l.Code
		}
		d.Levels = append(d.Levels, Level{name, counts[k]})
	}
	return nil
}

// mostBins are the bars of a histogram; whole numbers of a short range have one each.
const mostBins = 20

func (d *Variable) numbersOf(ctx context.Context, t *table.Table, v *plan.Variable) error {
	x, err := rows.Numeric(ctx, t, v)
	if err != nil {
		return err
	}
	low, high, sum, whole, n := math.Inf(1), math.Inf(-1), 0.0, true, int64(0)
	for i, value := range x.Values {
		if !x.Valid.Get(i) {
			d.Missing++
			continue
		}
		n++
		low, high = min(low, value), max(high, value)
		sum += value - x.Center
		whole = whole && value == math.Trunc(value)
	}
	if n == 0 {
		d.Note = "no values"
		return nil
	}
	d.Low, d.High, d.Mean = low, high, x.Center+sum/float64(n)
	bins := mostBins
	if whole && high-low < mostBins {
		bins = int(high-low) + 1
		low, high = low-0.5, high+0.5
	}
	d.Bins = make([]int64, bins)
	for i, value := range x.Values {
		if x.Valid.Get(i) {
			at := 0
			if high > low {
				at = int((value/2 - low/2) / (high/2 - low/2) * float64(bins))
			}
			d.Bins[min(max(at, 0), bins-1)]++
		}
	}
	if v.Derived == nil && (t.Summary(v.Column).Dates || t.Summary(v.Column).Time) {
		d.Note = day(d.Low) + " to " + day(d.High)
	}
	return nil
}

// day is the date of so many days since 1970.
func day(days float64) string {
	return time.Unix(int64(math.Floor(days))*86400, 0).UTC().Format(time.DateOnly)
}
