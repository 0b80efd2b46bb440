package survey

import (
	"context"
	"math"
	"slices"

	"github.com/hyp-lang/hyp/agents/space"
	"github.com/hyp-lang/hyp/estimators/rows"
	"github.com/hyp-lang/hyp/estimators/table"
)

// column is a variable as the screens read it: every row has the code of its value, and a code stands for a number, a level, or both.
// An ordinal scale is a number as an exposure or an outcome and a level as groups; a code off its scale is a level alone.
type column struct {
	*space.Variable
	at     int       // number in the survey
	code   []int32   // by row; -1 where the value is missing
	k      int       // codes
	value  []float64 // by code: the number, centered and scaled
	number []bool    // by code: it has a number
	level  []int32   // by code: the level, the reference first; -1 for none
	levels int
	sorted []int32 // rows with a code, in order of code

	numeric bool // can be a number
	groups  bool // can be groups
	off     bool // a number with codes that are none
	scale   float64
	extreme bool // values whose products leave the range of a double: the engine's work

	numbers *table.Numeric // the view behind the numbers; nil without
	factor  *table.Factor  // the view behind the levels; nil without
	to      []int32        // from the factor's codes to level

	// as an outcome
	role outcomeRole
	y    []float64 // by row: the centered and scaled number, or 1 for the event; 0 where missing
	has  table.Bitmap
	zero float64 // what 0 and 1 of the data are in y, for an outcome that has both: some rows may leave no other value
	one  float64
}

// outcomeRole is what a variable is as an outcome.
type outcomeRole uint8

const (
	noOutcome outcomeRole = iota // more than two unordered levels
	numericOutcome
	binaryOutcome
)

// readColumn reads one variable.
func readColumn(ctx context.Context, t *table.Table, v *space.Variable) (*column, error) {
	c := &column{Variable: v, numeric: v.Type.NumericLike(), groups: v.Groups != nil, scale: 1, zero: math.NaN(), one: math.NaN()}
	var err error
	if c.numeric {
		if c.numbers, err = rows.Numeric(ctx, t, v.Numbers); err != nil {
			return nil, err
		}
		c.scale = scaleOf(c.numbers)
		c.extreme = c.scale > 1e100 || c.scale < 1e-100
	}
	if c.groups {
		if c.factor, err = rows.Factor(ctx, t, v.Groups); err != nil {
			return nil, err
		}
		c.to = order(c.factor, v.Groups.Ref, t.Rows)
	}
	if err := c.encode(ctx, t.Rows); err != nil {
		return nil, err
	}
	c.outcome(t.Rows)
	return c, ctx.Err()
}

// scaleOf is the power of two that brings a column's distances from its center near one.
func scaleOf(x *table.Numeric) float64 {
	largest := 0.0
	for i, v := range x.Values {
		if x.Valid.Get(i) {
			largest = max(largest, math.Abs(v-x.Center))
		}
	}
	if largest == 0 || math.IsInf(largest, 0) {
		return 1
	}
	_, e := math.Frexp(largest)
	return math.Ldexp(1, max(-1000, min(1000, -e)))
}

// order numbers the levels of a factor with the reference in front, as the engine does.
func order(f *table.Factor, ref string, length int) []int32 {
	at := -1
	if ref != "" {
		want := table.NewLevel(ref, "")
		at = slices.IndexFunc(f.Levels, func(l table.Level) bool {
			return l.Code == ref || l.IsNumber && want.IsNumber && l.Number == want.Number
		})
	}
	out := make([]int32, len(f.Levels))
	next := int32(0)
	if at >= 0 {
		next = 1
	}
	for i := range out {
		if i != at {
			out[i] = next
			next++
		}
	}
	return out
}

// lookEvery is how many rows are read between two looks at the context.
const lookEvery = 1 << 14

// encode gives every row its code: one for every pair of level and number that occurs, in order of level and then of number.
func (c *column) encode(ctx context.Context, length int) error {
	type value struct {
		level  int32
		number bool
		x      float64
	}
	of := func(i int) (v value, present bool) {
		v.level = -1
		if c.factor != nil && c.factor.Valid.Get(i) {
			v.level, present = c.to[c.factor.Codes.At(i)], true
		}
		if c.numbers != nil && c.numbers.Valid.Get(i) {
			v.number, v.x, present = true, c.numbers.Values[i], true
		}
		return v, present
	}
	seen := map[value]int32{}
	var all []value
	for i := range length {
		if i%lookEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if v, present := of(i); present {
			if _, known := seen[v]; !known {
				seen[v] = 0
				all = append(all, v)
			}
		}
	}
	slices.SortFunc(all, func(a, b value) int {
		switch {
		case a.level != b.level:
			return int(a.level) - int(b.level)
		case a.x < b.x:
			return -1
		case a.x > b.x:
			return 1
		}
		return 0
	})
	c.k = len(all)
	c.value, c.number, c.level = make([]float64, c.k), make([]bool, c.k), make([]int32, c.k)
	for k, v := range all {
		seen[v] = int32(k)
		c.level[k], c.number[k] = v.level, v.number
		if v.number {
			c.value[k] = (v.x - c.numbers.Center) * c.scale
		}
		c.levels = max(c.levels, int(v.level)+1)
	}
	c.off = c.numeric && slices.Contains(c.number, false)
	c.code = make([]int32, length)
	start := make([]int32, c.k+1)
	for i := range length {
		if i%lookEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		c.code[i] = -1
		if v, present := of(i); present {
			k := seen[v]
			c.code[i] = k
			start[k+1]++
		}
	}
	for k := range c.k {
		start[k+1] += start[k]
	}
	c.sorted = make([]int32, start[c.k])
	for i, k := range c.code {
		if k >= 0 {
			c.sorted[start[k]] = int32(i)
			start[k]++
		}
	}
	return nil
}

// outcome reads the variable as an outcome: a number, or the event of two levels (the second in order, or the number 1).
func (c *column) outcome(length int) {
	c.y, c.has = make([]float64, length), table.NewBitmap(length, false)
	if c.numeric {
		c.role = numericOutcome
		var values []float64
		zeroOne := true
		for k, is := range c.number {
			if is {
				values = append(values, c.value[k])
			}
		}
		slices.Sort(values)
		values = slices.Compact(values)
		zero, one := -c.numbers.Center*c.scale, (1-c.numbers.Center)*c.scale
		has0, has1 := slices.Contains(values, zero), slices.Contains(values, one)
		zeroOne = has0 && has1 && len(values) == 2
		if has0 && has1 && !zeroOne {
			c.zero, c.one = zero, one
		}
		for i, k := range c.code {
			if k < 0 || !c.number[k] {
				continue
			}
			c.has.Set(i)
			c.y[i] = c.value[k]
			if zeroOne {
				c.y[i] = 0
				if c.value[k] == one {
					c.y[i] = 1
				}
			}
		}
		if zeroOne {
			c.role = binaryOutcome
		}
		return
	}
	event := int32(-1)
	observed := 0
	seen := make([]bool, c.levels)
	for _, l := range c.level {
		if l >= 0 && !seen[l] {
			seen[l] = true
			observed++
			event = max(event, l)
		}
	}
	if observed != 2 {
		return
	}
	c.role = binaryOutcome
	for i, k := range c.code {
		if k >= 0 {
			c.has.Set(i)
			if c.level[k] == event {
				c.y[i] = 1
			}
		}
	}
}
