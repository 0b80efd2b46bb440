package moments

import (
	"context"
	"errors"
	"math"

	"github.com/hyp-lang/hyp/estimators/table"
)

// Logit is a fitted logistic model.
type Logit struct {
	Solution
	Wald       float64 // chi-squared of the tested term, DF1 degrees of freedom
	Deviance   float64
	Events     int64
	Iterations int
}

// Separation says that no finite maximum of the likelihood exists: along a direction of recession every row is fitted at
// least as well. Term and Levels name the design column with the largest share in that direction (Albert and Anderson,
// Biometrika 71, 1984).
type Separation struct {
	Complete bool
	Term     int
	Levels   [2]int
}

func (s *Separation) Error() string {
	if s.Complete {
		return "complete separation"
	}
	return "quasi-complete separation"
}

// ErrNotConverged says that Newton's method did not settle although no separation was found.
var ErrNotConverged = errors.New("the logistic model did not converge")

const (
	maxSteps      = 40
	settled       = 1e-5 // largest move of a row's log odds after which the next step, its square, is below rounding
	settledLarge  = 1e-3 // the same for many rows, where a pass is dear: the step after it is below 1e-6, and the mean far below
	separateAfter = 18   // steps after which a separated fit has moved its log odds so far that the rest stands still
	measureAfter  = 8    // steps after which every step is measured, settled or not
	warmRows      = 1 << 16
)

// FitLogit maximises the logistic likelihood of a 0/1 outcome by Newton's method with step halving. It has converged when a
// step moves no row's log odds by more than 1e-5, or 1e-3 with many rows (the next one is taken too): for a self-concordant-like loss that proves that a maximum exists
// nearby (Bach, Electronic Journal of Statistics 4, 2010), while under separation every step moves the separated rows by
// about one, for ever. It returns *Separation then, after checking that the step is a direction of recession.
func FitLogit(ctx context.Context, m *Model) (*Logit, error) {
	if sep, err := m.separatedWithin(ctx); err != nil || sep != nil {
		if err == nil {
			err = sep
		}
		return nil, err
	}
	v := m.layout()
	v.center[len(v.center)-1], v.scale[len(v.scale)-1] = 0, 1
	fit := logitFit{m: m, v: v}
	if every := m.Length / warmRows; every > 3 {
		fit.every = every
		if err := fit.run(ctx, 4); err != nil && !errors.Is(err, errSteps) {
			return nil, err
		}
		// Only the place is taken over: a step that settled among the sampled rows says nothing about the others.
		b := fit.b
		if fit.separating {
			b = nil
		}
		fit = logitFit{m: m, v: v, b: b}
	}
	err := fit.run(ctx, maxSteps)
	if errors.Is(err, errSteps) {
		return nil, ErrNotConverged
	}
	if err != nil {
		return nil, err
	}
	return fit.result(), nil
}

// enough is the largest move of a row's log odds that ends the iteration.
func (f *logitFit) enough() float64 {
	if f.m.Length >= warmRows {
		return settledLarge
	}
	return settled
}

var errSteps = errors.New("out of steps")

type logitFit struct {
	m          *Model
	v          vectors
	every      int
	b          []float64 // coefficients, the intercept first
	step       []float64 // the step that led to b
	kept       []bool    // design columns in the model, decided by the first pass over all rows
	sums       *Sums
	sol        *Solution
	steps      int
	separating bool
	near       bool // the last decrement was small: measure the next step
}

func (f *logitFit) run(ctx context.Context, limit int) error {
	var from []float64 // where the step began
	previous := math.Inf(1)
	shape := newSums(f.m.cellsOf(), f.v, false)
	cols := shape.design(f.m)
	if f.b == nil {
		f.b = make([]float64, len(cols)+1)
	}
	halved := 0
	for range limit {
		l := &link{at: shape.predictorOf(cols, f.b), every: f.every}
		if f.step != nil && (f.near || f.steps >= measureAfter) {
			p := shape.predictorOf(cols, f.step)
			l.step = &p
		}
		s, err := f.m.reduceCells(ctx, shape.cells, f.v, false, l)
		if err != nil {
			return err
		}
		f.steps++
		if s.deviance > previous*(1+1e-12)+1e-9 && from != nil && halved < 20 && (l.step == nil || s.largest > settled) {
			halved++
			for j := range f.b {
				f.step[j] /= 2
				f.b[j] = from[j] + f.step[j]
			}
			continue
		}
		halved = 0
		f.sums = s
		f.sol = s.solveKeeping(f.m, f.kept)
		if f.kept == nil && f.every == 0 {
			f.kept = f.sol.kept
		}
		if l.step != nil && s.largest < f.enough() {
			for j := range f.b { // the step after it is known already, and quadratically smaller
				f.b[j] += f.sol.estimates[j]
			}
			return nil
		}
		f.near = f.sol.Decrement < 1e-2
		if l.step != nil && s.largest > 0.1 && s.against <= recession*s.largest {
			f.separating = true
			if f.every == 0 && f.steps > separateAfter {
				return f.separation(cols, s)
			}
		} else {
			f.separating = false
		}
		previous = s.deviance
		from = append(from[:0:0], f.b...)
		f.step = append([]float64(nil), f.sol.estimates...)
		for j := range f.b {
			if math.IsNaN(f.step[j]) || math.IsInf(f.step[j], 0) {
				return ErrNotConverged
			}
			f.b[j] += f.step[j]
		}
	}
	return errSteps
}

// separation names the direction: the column that moved most, in units of the log odds.
func (f *logitFit) separation(cols []column, s *Sums) error {
	sep := &Separation{Complete: s.least > recession*s.largest}
	largest := -1.0
	for j, col := range cols {
		if move := math.Abs(f.step[j+1]); move > largest {
			largest = move
			sep.Term, sep.Levels = col.term, [2]int{int(col.levels[0]), int(col.levels[1])}
			for i, g := range col.factors {
				if g < 0 {
					sep.Levels[i] = -1
				}
			}
		}
	}
	return sep
}

// result reads the Wald test from the information matrix at the maximum.
func (f *logitFit) result() *Logit {
	out := &Logit{Solution: *f.sol, Deviance: f.sums.deviance, Iterations: f.steps}
	out.estimates, out.variance = f.b, 1
	tested := len(f.m.Terms) - 1
	var b []float64
	k := 0
	out.Target = nil
	for j, col := range f.sol.columns {
		if col.term != tested {
			continue
		}
		c := Coefficient{Term: tested, Levels: f.sol.Target[k].Levels, OK: f.sol.Target[k].OK, Named: f.sol.Target[k].Named}
		k++
		if c.OK {
			i := len(b)
			b = append(b, f.b[j+1])
			c.Estimate = f.b[j+1] * col.unit
			c.StdError = math.Sqrt(f.sol.target[i][i]) * col.unit
		}
		out.Target = append(out.Target, c)
	}
	out.Wald = quadratic(f.sol.block, b)
	out.F, out.SS, out.SSE, out.SST = math.NaN(), math.NaN(), math.NaN(), math.NaN()
	out.Events = int64(math.Round(f.sums.events))
	return out
}

func quadratic(a [][]float64, b []float64) float64 {
	var t dd
	for i := range b {
		for j := range b {
			t = t.add(twoProd(b[i], b[j]).mulFloat(a[i][j]))
		}
	}
	return t.float()
}

// EventsOf is a 0/1 outcome for FitLogit: 1 where the factor has the level.
func EventsOf(f *table.Factor, level uint32) *table.Numeric {
	values := make([]float64, f.Codes.Len())
	switch c := f.Codes; {
	case c.U8 != nil:
		mark(values, c.U8, uint8(level))
	case c.U16 != nil:
		mark(values, c.U16, uint16(level))
	default:
		mark(values, c.U32, level)
	}
	return &table.Numeric{Name: f.Name, Values: values, Valid: f.Valid}
}

func mark[T uint8 | uint16 | uint32](values []float64, codes []T, level T) {
	var number [2]float64
	number[1] = 1
	for i, c := range codes[:len(values)] {
		k := 0
		if c == level {
			k = 1
		}
		values[i] = number[k]
	}
}
