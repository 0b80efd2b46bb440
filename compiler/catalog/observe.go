package catalog

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
)

// tallied bounds the distinct values that Observe counts one by one; beyond it Distinct is a lower bound and All false.
const tallied = 1000

// Observe says what the data show of a column, cells under missing left out. It takes one pass over the rows.
func Observe(c *table.Column, missing plan.Missing) Observed {
	o := Observed{Whole: true, All: true, Time: c.Time}
	skip := func(code string, x float64, number bool) bool {
		for _, m := range missing.Codes {
			if m == code || number && SameCode(m, code) {
				return true
			}
		}
		for _, r := range missing.Ranges {
			if number && x >= r[0] && x <= r[1] {
				return true
			}
		}
		return false
	}
	counts := map[float64]int{}
	if c.Numbers != nil {
		for i, x := range c.Numbers {
			if !c.IsNumber.Get(i) || len(missing.Codes)+len(missing.Ranges) > 0 && skip(trimNumber(x), x, true) {
				continue
			}
			if o.Numbers == 0 {
				o.Low, o.High = x, x
			}
			o.Numbers++
			o.Low, o.High = min(o.Low, x), max(o.High, x)
			o.Whole = o.Whole && x == float64(int64(x))
			if _, known := counts[x]; known || len(counts) < tallied {
				counts[x]++
			} else {
				o.All = false
			}
		}
	}
	for x, n := range counts {
		o.Values = append(o.Values, Tally{trimNumber(x), n, x, true})
	}
	texts := make([]int, len(c.Dict)+1)
	for i, n := 0, c.Text.Len(); i < n; i++ {
		texts[c.Text.At(i)]++
	}
	o.Present = o.Numbers
	for i, s := range c.Dict {
		n := texts[i+1]
		x, number := c.TextNumber(s)
		if n == 0 || skip(s, x, number) {
			continue
		}
		o.Present += n
		o.Distinct++
		if len(o.Example) < 50 {
			o.Example = append(o.Example, s)
		}
		if len(o.Values) < tallied {
			o.Values = append(o.Values, Tally{s, n, x, number})
		} else {
			o.All = false
		}
	}
	o.Distinct += len(counts)
	slices.SortFunc(o.Values, func(a, b Tally) int {
		if a.IsNumber != b.IsNumber { // numbers first
			if a.IsNumber {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(a.Value, b.Value))
	})
	return o
}

// trimNumber writes a number the short way: whole numbers without an exponent as far as they are exact.
func trimNumber(x float64) string {
	if x == float64(int64(x)) && x > -1e15 && x < 1e15 {
		return strconv.FormatInt(int64(x), 10)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
