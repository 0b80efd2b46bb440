package engine

import (
	"context"
	"fmt"
	"strings"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/rows"
	"github.com/hyp-lang/hyp/estimators/table"
)

// run is the work on one Spec: its rows, its variables as the estimators read them, and what was found on the way.
type run struct {
	ctx    context.Context
	t      *table.Table
	spec   *plan.Spec
	limits Limits
	within table.Bitmap // of Options

	rows     table.Bitmap
	kept     int64
	n        int64
	sampled  bool // kept and n are known
	numbers  map[*plan.Variable]*table.Numeric
	factors  map[*plan.Variable]*factor
	pooled   []plan.Pooled
	warnings []result.Warning
}

// factor is a factor variable with the levels that enter the model.
type factor struct {
	*table.Factor
	v     *plan.Variable
	order []int    // model level -> index in Levels; -1: the pool, -2: the rest of a contrast
	level []int32  // index in Levels -> model level, -1 when not in the model
	count []int64  // rows of each model level
	names []string // display name of each model level

	counts  []int64 // complete rows by index in Levels, as of counted
	counted int64   // the run's n when counts was made: rows only ever leave
}

// sample reads the variables and finds the complete rows.
func (e *run) sample() error {
	mask, err := rows.Mask(e.ctx, e.t, e.spec.Where)
	if err != nil {
		return err
	}
	s := e.spec
	e.numbers, e.factors = map[*plan.Variable]*table.Numeric{}, map[*plan.Variable]*factor{}
	if mask == nil {
		mask = table.NewBitmap(e.t.Rows, true)
	}
	part, err := rows.Part(e.ctx, e.t, s.Split, s.Part)
	if err != nil {
		return err
	}
	if part != nil {
		e.splitWarning(part.Count(e.t.Rows))
	}
	mask = mask.And(part).And(e.within)
	if s.Contrast != nil {
		if mask, err = e.restrict(mask); err != nil {
			return err
		}
	}
	e.kept = int64(mask.Count(e.t.Rows))
	if err := e.checkDeclared(mask); err != nil {
		return err
	}
	valid := mask
	for _, r := range e.roles() {
		v := r.variable
		if r.factor {
			if e.factors[v] == nil {
				f, err := rows.Factor(e.ctx, e.t, v)
				if err != nil {
					return err
				}
				e.factors[v] = &factor{Factor: f, v: v}
			}
			valid = valid.And(e.factors[v].Valid)
			continue
		}
		if e.numbers[v] == nil {
			if e.numbers[v], err = rows.Numeric(e.ctx, e.t, v); err != nil {
				return err
			}
		}
		valid = valid.And(e.numbers[v].Valid)
	}
	if s.Weights != nil {
		if valid, err = e.weigh(mask, valid); err != nil {
			return err
		}
	}
	e.rows = valid
	e.n = int64(valid.Count(e.t.Rows))
	e.sampled = true
	if e.n == 0 {
		return e.noRows(mask)
	}
	return nil
}

// total is the number of rows that there are for this run.
func (e *run) total() int { return e.within.Count(e.t.Rows) }

// role is a variable with its place in the claim.
type role struct {
	name     string
	variable *plan.Variable
	factor   bool // read as levels
	tested   bool // part of the tested term
}

// roles lists the variables of the claim but the weights, the outcome first.
func (e *run) roles() []role {
	s := e.spec
	levels := func(v *plan.Variable) bool { return !v.Type.NumericLike() }
	out := []role{{"outcome", s.Outcome, levels(s.Outcome), false}}
	if s.Exposure != nil {
		out = append(out, role{"exposure", s.Exposure, levels(s.Exposure), true})
	}
	if s.Moderator != nil {
		out = append(out, role{"moderator", s.Moderator, levels(s.Moderator), true})
	}
	if s.Groups != nil {
		out = append(out, role{"groups", s.Groups, true, true})
	}
	for _, c := range s.Controls {
		out = append(out, role{"control", c, levels(c), false})
	}
	return out
}

// weigh drops rows without a positive weight; a negative weight refuses.
func (e *run) weigh(mask, valid table.Bitmap) (table.Bitmap, error) {
	w, err := rows.Numeric(e.ctx, e.t, e.spec.Weights)
	if err != nil {
		return nil, err
	}
	e.numbers[e.spec.Weights] = w
	positive := table.NewBitmap(e.t.Rows, false)
	for i, x := range w.Values {
		switch {
		case !w.Valid.Get(i):
		case x > 0:
			positive.Set(i)
		case x < 0 && mask.Get(i):
			r := refuse(NegativeWeight, "weight `%s` is %g in row %d", e.spec.Weights.Name, x, i+1)
			return nil, e.help(r, "weights are analytic: correct the data, or keep such rows out with `where %s >= 0`", e.spec.Weights.Name)
		}
	}
	return valid.And(positive), nil
}

// restrict keeps the rows of the levels that the contrast names; rows without a group stay, to be counted as incomplete.
func (e *run) restrict(mask table.Bitmap) (table.Bitmap, error) {
	c, v := e.spec.Contrast, e.spec.Groups
	f, err := rows.Factor(e.ctx, e.t, v)
	if err != nil {
		return nil, err
	}
	g := &factor{Factor: f, v: v, level: make([]int32, len(f.Levels)), order: []int{-2, -2}}
	for i := range g.level {
		g.level[i] = -1
		if c.Rest {
			g.level[i] = 0
		}
	}
	for model, code := range []string{c.B, c.A} {
		if model == 0 && c.Rest {
			continue
		}
		at := levelIndex(f.Levels, code)
		if at < 0 {
			return nil, refuse(SingleGroup, "`%s` has no row with level %q", v.Name, code)
		}
		g.level[at], g.order[model] = int32(model), at
	}
	e.factors[v] = g
	if c.Rest {
		return mask, nil
	}
	kept := mask.Clone()
	for i := range e.t.Rows {
		if f.Valid.Get(i) && g.level[f.Codes.At(i)] < 0 {
			kept.Clear(i)
		}
	}
	return kept, nil
}

// levelIndex finds a level by code: as numbers when both are, else as text; -1 when there is none.
func levelIndex(levels []table.Level, code string) int {
	want := table.NewLevel(code, "")
	for i, l := range levels {
		if l.Code == code || l.IsNumber && want.IsNumber && l.Number == want.Number {
			return i
		}
	}
	return -1
}

// noRows says which variable is missing where.
func (e *run) noRows(mask table.Bitmap) *result.Refusal {
	if e.total() == 0 {
		return refuse(NoRows, "the data have no rows")
	}
	if e.kept == 0 {
		if e.spec.Contrast != nil {
			return refuse(NoRows, "no row has one of the named levels of `%s`", e.spec.Groups.Name)
		}
		switch part := string(e.spec.Part); {
		case part == "":
			return refuse(NoRows, "`where %s` keeps no row of %d", e.spec.WhereText, e.total())
		case e.spec.WhereText == "":
			out := refuse(NoRows, "the split leaves no row of %d in the %s part", e.total(), part)
			if s := e.spec.Split; s != nil && len(s.Key) > 0 {
				return e.help(out, "all rows of one `%s` go to the same part, and there are too few of them: split by something with more values", s.Key[0].Name)
			}
			return out
		default:
			return refuse(NoRows, "`where %s` keeps no row of %d in the %s part", e.spec.WhereText, e.total(), part)
		}
	}
	var parts []string
	for _, r := range e.roles() {
		var valid table.Bitmap
		if r.factor {
			valid = e.factors[r.variable].Valid
		} else {
			valid = e.numbers[r.variable].Valid
		}
		present := mask.And(valid).Count(e.t.Rows)
		if int64(present) < e.kept {
			parts = append(parts, fmt.Sprintf("`%s` is present in %d", r.variable.Name, present))
		}
	}
	if e.spec.Weights != nil {
		parts = append(parts, fmt.Sprintf("weight `%s` must be positive", e.spec.Weights.Name))
	}
	return refuse(NoRows, "no row of %d has every variable: %s", e.kept, strings.Join(parts, ", "))
}
