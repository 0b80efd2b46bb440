// Package rows evaluates checked expressions and variables over a table: which rows a condition keeps, and what numbers or
// levels a variable has.
//
// Meaning is SQL's three-valued logic: an operation on a missing value is missing, `and` and `or` follow Kleene's tables,
// `if` follows its condition and is missing where that is, and a row is kept only where the condition is true. A result that
// is not a finite number (division by zero, log of 0, overflow) is missing; NaN and infinities never come out.
//
// Work goes in blocks of 1024 rows, truth values as bit masks, on all cores. Conditions and derived variables are kept beside
// their table (by the JSON of the expression), up to 256 MB a table; when two callers ask for one at the same time, it is
// computed once.
//
// Measured on 500,000 rows (go test -bench ., CPU time, shared by the cores): `x > 0 and g = 2` 2.1 ms, log(x*x + 1) 13 ms;
// a kept result .01 ms.
package rows

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
)

// Mask returns the rows where e is true; nil (every row) for a nil e. The bitmap is shared: do not write into it. Errors are
// those of reading a column (*table.CellError, *table.UnknownColumnError, ...), an expression that is no condition, and the
// context's.
func Mask(ctx context.Context, t *table.Table, e plan.Expr) (table.Bitmap, error) {
	if e == nil {
		return nil, nil
	}
	key, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("condition: %w", err)
	}
	return cached(ctx, t, "m|"+string(key), func(b table.Bitmap) int { return 8 * len(b) }, func() (table.Bitmap, error) {
		return condition(ctx, t, e)
	})
}

// Numeric reads a variable as numbers: numeric, count and time variables as recorded, ordinal ones as recorded or, with
// levels that are no numbers, as positions 1..K; a binary variable as 0 for its reference level (the declared one, else the
// first in order) and 1 for the other; a derived one as computed, a condition as 0 and 1. The view is shared: do not write
// into it. A value outside the declared range, a text in a column of numbers (*table.CellError), a binary variable with
// more than two levels and a variable without numbers are errors.
func Numeric(ctx context.Context, t *table.Table, v *plan.Variable) (*table.Numeric, error) {
	switch {
	case v.Type == plan.Binary:
		return binary(ctx, t, v)
	case v.Type != "" && !v.Type.NumericLike():
		return nil, fmt.Errorf("%s: variable `%s` is %s and has no numbers", t.Name, v.Name, v.Type)
	case v.Derived == nil:
		return t.Numeric(v.Column, numericRule(v))
	}
	one, err := derived(ctx, t, v)
	if err != nil {
		return nil, err
	}
	return one.Numeric(v.Name, numericRule(v))
}

func numericRule(v *plan.Variable) table.NumericRule {
	r := table.NumericRule{Missing: missingRule(v), Time: v.Type == plan.Time}
	if v.Type == plan.Ordinal {
		for _, l := range v.Levels {
			r.Levels, r.Labels = append(r.Levels, l.Code), append(r.Labels, l.Label)
		}
	}
	if v.Range != nil {
		r.Low, r.High = &v.Range[0], &v.Range[1]
	}
	return r
}

func missingRule(v *plan.Variable) table.Missing {
	return table.Missing{Codes: v.Missing.Codes, Ranges: v.Missing.Ranges}
}

// binary is 0 for the reference level and 1 for the other, of the levels that some row has.
func binary(ctx context.Context, t *table.Table, v *plan.Variable) (*table.Numeric, error) {
	key, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("variable `%s`: %w", v.Name, err)
	}
	return cached(ctx, t, "b|"+string(key), sizeOf, func() (*table.Numeric, error) {
		f, err := Factor(ctx, t, v)
		if err != nil {
			return nil, err
		}
		seen := make([]bool, len(f.Levels))
		for i := range t.Rows {
			if f.Valid.Get(i) {
				seen[f.Codes.At(i)] = true
			}
		}
		var have []int
		var codes []string
		for i, l := range f.Levels {
			if seen[i] {
				have, codes = append(have, i), append(codes, l.Code)
			}
		}
		if len(have) > 2 {
			return nil, fmt.Errorf("%s: binary variable `%s` has %d levels in the data: %s", t.Name, v.Name, len(have),
				strings.Join(codes[:min(len(codes), 6)], ", "))
		}
		other := -1 // the level that counts 1
		switch {
		case len(have) == 2 && v.Ref != "" && sameCode(f.Levels[have[1]], v.Ref):
			other = have[0]
		case len(have) == 2:
			other = have[1]
		case len(have) == 1 && v.Ref != "" && !sameCode(f.Levels[have[0]], v.Ref):
			other = have[0]
		}
		values := make([]float64, t.Rows)
		for i := range values {
			if int(f.Codes.At(i)) == other {
				values[i] = 1
			}
		}
		return table.NewNumeric(v.Name, values, f.Valid), nil
	})
}

func sameCode(l table.Level, code string) bool {
	want := table.NewLevel(code, "")
	return l.Code == code || l.IsNumber && want.IsNumber && l.Number == want.Number
}

// Factor reads a variable as levels: the declared ones first, then those found in the data, by number when all are numbers,
// else by text. A derived variable has its values as levels, a condition the levels 0 "false" and 1 "true". The view is
// shared: do not write into it. Errors as Numeric's, and *table.TooManyLevels.
func Factor(ctx context.Context, t *table.Table, v *plan.Variable) (*table.Factor, error) {
	rule := table.FactorRule{Missing: missingRule(v)}
	for _, l := range v.Levels {
		rule.Levels = append(rule.Levels, table.NewLevel(l.Code, l.Label))
	}
	source, column := t, v.Column
	if v.Derived != nil {
		if len(v.Levels) == 0 && isCondition(v.Derived) {
			rule.Levels = []table.Level{table.NewLevel("0", "false"), table.NewLevel("1", "true")}
		}
		var err error
		if source, err = derived(ctx, t, v); err != nil {
			return nil, err
		}
		column = v.Name
	}
	if v.Range != nil && v.Type.NumericLike() { // the declared range holds for levels too
		if _, err := source.Numeric(column, numericRule(v)); err != nil {
			return nil, err
		}
	}
	return source.Factor(column, rule)
}

// derived is a table of one column, the computed variable, so that it is read by the same rules as a column of the data.
func derived(ctx context.Context, t *table.Table, v *plan.Variable) (*table.Table, error) {
	key, err := json.Marshal(v.Derived)
	if err != nil {
		return nil, fmt.Errorf("variable `%s`: %w", v.Name, err)
	}
	size := func(one *table.Table) int { return 9 * one.Rows }
	one, err := cached(ctx, t, "d|"+v.Name+"|"+string(key), size, func() (*table.Table, error) {
		n, err := computed(ctx, t, v)
		if err != nil {
			return nil, err
		}
		return table.New(t.Name, &table.Column{Name: v.Name, Numbers: n.Values, IsNumber: n.Valid, Fill: n.Center})
	})
	if err == nil || errors.Is(err, ctx.Err()) {
		return one, err
	}
	return nil, fmt.Errorf("variable `%s`: %w", v.Name, err)
}

func sizeOf(n *table.Numeric) int { return 8*len(n.Values) + 8*len(n.Valid) }
