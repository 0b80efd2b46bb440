package moments

import (
	"context"
	"math"
	"slices"
)

// extent is the range of a column among the rows with one outcome.
type extent struct{ low, high float64 }

var nothing = extent{math.Inf(1), math.Inf(-1)}

func (e *extent) take(x float64) { e.low, e.high = min(e.low, x), max(e.high, x) }

// below tells whether two ranges, each of some row, can be parted by a point with e at or under it and o at or over it, at least one of
// the rows not on it.
func (e extent) below(o extent) bool {
	return e.low <= e.high && o.low <= o.high && e.high <= o.low && (e.low < o.high)
}

// separatedWithin looks for a level of a factor inside of which a column that the model multiplies by the factor separates the outcome: the
// level's own intercept and slope then fit its rows ever better without end, whatever the other terms are (Albert and Anderson 1984). Newton's
// method finds that too, but not where the column varies little inside the level and much elsewhere: the slope needed there is
// lost in the rounding of the others.
func (m *Model) separatedWithin(ctx context.Context) (*Separation, error) {
	for t, term := range m.Terms {
		if len(term.Columns) != 1 || len(term.Factors) != 1 {
			continue
		}
		column, factor := term.Columns[0], term.Factors[0]
		alone := func(columns, factors []int) bool {
			return slices.ContainsFunc(m.Terms, func(o Term) bool { return slices.Equal(o.Columns, columns) && slices.Equal(o.Factors, factors) })
		}
		if !alone(term.Columns, nil) || !alone(nil, term.Factors) {
			continue
		}
		ranges := make([][2]extent, m.Factors[factor].K)
		for g := range ranges {
			ranges[g] = [2]extent{nothing, nothing}
		}
		f, x, y := m.Factors[factor], m.Columns[column].Values, m.Outcome.Values
		for i := range m.Length {
			if i%(1<<16) == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if !in(m.Rows, i) {
				continue
			}
			event := 0
			if y[i] > 0.5 {
				event = 1
			}
			ranges[f.Level[f.Codes.At(i)]][event].take(x[i])
		}
		for g, r := range ranges {
			if r[0].below(r[1]) || r[1].below(r[0]) {
				return &Separation{Term: t, Levels: [2]int{g, -1}}, nil
			}
		}
	}
	return nil, nil
}
