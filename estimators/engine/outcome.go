package engine

import (
	"math/bits"
	"runtime"
	"slices"
	"sync"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/moments"
	"github.com/hyp-lang/hyp/estimators/table"
)

// outcome is the outcome as observed on the complete rows.
type outcome struct {
	binary       bool
	event, other string         // names of the two levels of a binary outcome
	number       *table.Numeric // the outcome as a number; 1 for the event of a binary one
	distinct     int            // distinct values of a numeric outcome, counted up to Limits.RankBelow
}

// readOutcome decides between a numeric and a binary outcome on the complete rows. Two levels, or the numbers 0 and 1
// alone, are binary; more unordered levels are refused.
func (e *run) readOutcome() (*outcome, error) {
	v := e.spec.Outcome
	if f := e.factors[v]; f != nil {
		counts := e.countLevels(f)
		var at []int
		for i, n := range counts {
			if n > 0 {
				at = append(at, i)
			}
		}
		switch {
		case len(at) == 1:
			return nil, refuse(ZeroVariance, "outcome `%s` is %s in all %d complete rows", v.Name, display(f.Levels[at[0]]), e.n)
		case len(at) > 2:
			r := refuse(CategoricalOutcome, "outcome `%s` has %d unordered levels: %s", v.Name, len(at), e.listLevels(f, at))
			return nil, e.help(r, "ask about one level with a derived variable such as `var is_a = %s = %q binary`, or declare it ordinal if its levels have an order", v.Name, f.Levels[at[0]].Code)
		}
		if v.Ref != "" {
			if ref := levelIndex(f.Levels, v.Ref); ref == at[1] {
				at[0], at[1] = at[1], at[0]
			}
		}
		return &outcome{binary: true, other: display(f.Levels[at[0]]), event: display(f.Levels[at[1]]), number: moments.EventsOf(f.Factor, uint32(at[1]))}, nil
	}
	y := e.numbers[v]
	values := distinct(y, e.rows, e.t.Rows, max(e.limits.RankBelow, 3))
	switch {
	case len(values) == 1:
		return nil, refuse(ZeroVariance, "outcome `%s` is %g in all %d complete rows", v.Name, values[0], e.n)
	case len(values) == 2 && min(values[0], values[1]) == 0 && max(values[0], values[1]) == 1:
		return &outcome{binary: true, other: "0", event: "1", number: zeroOne(y), distinct: 2}, nil
	}
	return &outcome{number: y, distinct: len(values)}, nil
}

// zeroOne is the column with center 0, as the logistic model wants its outcome.
func zeroOne(y *table.Numeric) *table.Numeric {
	values := make([]float64, len(y.Values))
	for i, x := range y.Values {
		if x == 1 {
			values[i] = 1
		}
	}
	return &table.Numeric{Name: y.Name, Values: values, Valid: y.Valid}
}

// distinct returns up to limit different values among rows, small whole numbers first.
func distinct(x *table.Numeric, rows table.Bitmap, length, limit int) []float64 {
	// A look at the beginning settles most columns; what is left is shared out.
	head := min(length, 1<<14)
	all := seen{}
	all.look(x, rows, 0, head, limit)
	if workers := runtime.GOMAXPROCS(0); !all.full(limit) && head < length {
		size := ((length-head)/workers + 64) / 64 * 64
		parts := make([]seen, workers)
		var wait sync.WaitGroup
		for w := range parts {
			wait.Go(func() {
				parts[w].look(x, rows, min(head+w*size, length), min(head+(w+1)*size, length), limit)
			})
		}
		wait.Wait()
		for _, p := range parts {
			all.small |= p.small
			for _, v := range p.other {
				if !slices.Contains(all.other, v) {
					all.other = append(all.other, v)
				}
			}
		}
	}
	values := all.values()
	return values[:min(len(values), limit)]
}

// seen is a set of values: bit k of small is the value k-32.
type seen struct {
	small uint64
	other []float64
}

func (s *seen) full(limit int) bool { return len(s.other)+bits.OnesCount64(s.small) >= limit }

// look adds the values of rows [from, to), from being a multiple of 64, until there are limit. It takes no branch that the
// data decide as long as the values are small whole numbers.
func (s *seen) look(x *table.Numeric, rows table.Bitmap, from, to, limit int) {
	for ; from < to; from += 64 {
		word := ^uint64(0)
		if rows != nil {
			word = rows[from>>6]
		}
		small := s.small
		for i, v := range x.Values[from:min(from+64, to)] {
			k := int(max(-33, min(v, 32))) + 32
			if float64(k-32) == v && uint(k) < 64 {
				small |= (word >> i & 1) << k
				continue
			}
			if word>>i&1 == 0 || slices.Contains(s.other, v) {
				continue
			}
			if s.other = append(s.other, v); len(s.other) >= limit {
				break
			}
		}
		if s.small = small; s.full(limit) {
			return
		}
	}
}

func (s *seen) values() []float64 {
	var all []float64
	for small := s.small; small != 0; small &= small - 1 {
		all = append(all, float64(bits.TrailingZeros64(small)-32))
	}
	return append(all, s.other...)
}

func (e *run) listLevels(f *factor, at []int) string {
	var out string
	for k, i := range at {
		if k == 6 {
			return out + ", …"
		}
		if k > 0 {
			out += ", "
		}
		out += display(f.Levels[i])
	}
	return out
}

// checkVariation refuses an exposure or moderator with one value and groups of one level.
func (e *run) checkVariation() error {
	for _, r := range e.roles() {
		if !r.tested {
			continue
		}
		if r.factor {
			f := e.factors[r.variable]
			switch {
			case len(f.order) > 1:
			case r.name == "groups":
				return refuse(SingleGroup, "`%s` has one group in the %d complete rows: %s", r.variable.Name, e.n, f.describe())
			default:
				return refuse(ZeroVariance, "%s `%s` has one level in the %d complete rows: %s", r.name, r.variable.Name, e.n, f.describe())
			}
			continue
		}
		if values := distinct(e.numbers[r.variable], e.rows, e.t.Rows, 2); len(values) < 2 {
			return refuse(ZeroVariance, "%s `%s` is %g in all %d complete rows", r.name, r.variable.Name, values[0], e.n)
		}
	}
	return nil
}

// checkRoles refuses one variable in two roles, by column or by derivation.
func (e *run) checkRoles() error {
	seen := map[string]string{}
	for _, r := range e.roles() {
		key := "column " + r.variable.Column
		if r.variable.Column == "" {
			key = "derived " + plan.Canonical(r.variable.Derived)
		}
		if before, ok := seen[key]; ok {
			if before == "control" && r.name == "control" {
				continue // naming a control twice only repeats a column
			}
			return refuse(SameVariable, "`%s` is both %s and %s", r.variable.Name, before, r.name)
		}
		seen[key] = r.name
	}
	return nil
}
