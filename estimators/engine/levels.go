package engine

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/moments"
	"github.com/hyp-lang/hyp/estimators/table"
)

// PoolName is the display name of pooled levels, RestName that of `a vs rest`.
const (
	PoolName = "(other)"
	RestName = "rest"
)

// hopelessLevels is a number of levels that no pooling of sparse ones makes fit for a model.
const hopelessLevels = 1000

// chooseLevels fixes the levels of every factor on the complete rows: the reference first, sparse levels pooled last. Rows
// of a pool that is itself too small leave the sample, which can make other levels sparse, so it repeats until it rests.
func (e *run) chooseLevels() error {
	for _, r := range e.roles() {
		if !r.factor || r.name == "outcome" {
			continue
		}
		f := e.factors[r.variable]
		counts := e.countLevels(f)
		if many := countAtLeast(counts, 1); many > hopelessLevels && f.order == nil {
			return refuse(TooManyLevels, "`%s` has %d levels in %d rows, at most %d can be compared", r.variable.Name, many, e.n, e.limits.MaxGroups)
		}
		for i, n := range counts {
			if n == 1 && r.tested && f.order == nil && countAtLeast(counts, 1) > 1 {
				return refuse(SmallGroup, "level %s of `%s` has 1 row", display(f.Levels[i]), r.variable.Name)
			}
		}
		if f.order != nil { // a named contrast
			for model, at := range f.order {
				var n int64
				for i, c := range counts {
					if f.level[i] == int32(model) {
						n += c
					}
				}
				if n == 0 {
					name := RestName
					if at >= 0 {
						name = display(f.Levels[at])
					}
					return refuse(SingleGroup, "group %s of `%s` has no complete row", name, r.variable.Name)
				}
				if n == 1 {
					return refuse(SmallGroup, "group %s of `%s` has 1 row", modelName(f, at), r.variable.Name)
				}
			}
		}
	}
	for again := true; again; {
		again = false
		e.pooled = slices.DeleteFunc(e.pooled, func(p plan.Pooled) bool { return !p.Dropped })
		for _, r := range e.roles() {
			if !r.factor || r.name == "outcome" {
				continue
			}
			f := e.factors[r.variable]
			if e.order(f) {
				again = true
			}
		}
	}
	if e.n == 0 {
		return refuse(NoRows, "no row is left when sparse levels are set aside")
	}
	return nil
}

func countAtLeast(counts []int64, least int64) int {
	n := 0
	for _, c := range counts {
		if c >= least {
			n++
		}
	}
	return n
}

// countLevels counts complete rows by level, once for a sample of rows.
func (e *run) countLevels(f *factor) []int64 {
	if f.counted != e.n || f.counts == nil {
		f.counts, f.counted = countCodes(f.Codes, e.rows, len(f.Levels)), e.n
	}
	return f.counts
}

// countCodes counts the codes of the rows that are in.
func countCodes(codes table.Codes, rows table.Bitmap, levels int) []int64 {
	switch {
	case codes.U8 != nil:
		return tally(codes.U8, rows, levels)
	case codes.U16 != nil:
		return tally(codes.U16, rows, levels)
	}
	return tally(codes.U32, rows, levels)
}

// tally counts into four tables in turn, so that a run of equal codes does not wait for its own stores.
func tally[T uint8 | uint16 | uint32](codes []T, rows table.Bitmap, levels int) []int64 {
	counts := make([]int64, 4*levels)
	a, b, c, d := counts[:levels], counts[levels:2*levels], counts[2*levels:3*levels], counts[3*levels:]
	for from := 0; from < len(codes); from += 64 {
		part := codes[from:min(from+64, len(codes))]
		if rows == nil || rows[from>>6] == ^uint64(0) {
			for len(part) >= 4 {
				a[part[0]]++
				b[part[1]]++
				c[part[2]]++
				d[part[3]]++
				part = part[4:]
			}
			for _, code := range part {
				a[code]++
			}
			continue
		}
		for word := rows[from>>6]; word != 0; word &= word - 1 {
			a[part[bits.TrailingZeros64(word)]]++
		}
	}
	for i := range a {
		a[i] += b[i] + c[i] + d[i]
	}
	return a
}

// order decides the model's levels of one factor and tells whether rows left the sample.
func (e *run) order(f *factor) (removed bool) {
	counts := e.countLevels(f)
	if f.order != nil && f.level != nil && len(f.order) == 2 && (e.spec.Contrast != nil && f.v == e.spec.Groups) {
		f.count = make([]int64, 2)
		for i, n := range counts {
			if f.level[i] >= 0 {
				f.count[f.level[i]] += n
			}
		}
		f.names = []string{modelName(f, f.order[0]), modelName(f, f.order[1])}
		return false
	}
	var small []int
	var pool int64
	observed := countAtLeast(counts, 1)
	if observed > 2 {
		for i, n := range counts {
			if n > 0 && n < int64(e.limits.PoolBelow) {
				small = append(small, i)
				pool += n
			}
		}
	}
	dropped := pool > 0 && pool < int64(e.limits.PoolBelow)
	f.level = make([]int32, len(f.Levels))
	f.order, f.names, f.count = nil, nil, nil
	isSmall := map[int]bool{}
	for _, i := range small {
		isSmall[i] = true
		e.pooled = append(e.pooled, plan.Pooled{Variable: f.v.Name, Level: display(f.Levels[i]), N: counts[i], Dropped: dropped})
	}
	add := func(i int) {
		f.level[i] = int32(len(f.order))
		f.order, f.names, f.count = append(f.order, i), append(f.names, display(f.Levels[i])), append(f.count, counts[i])
	}
	reference := -1
	if f.v.Ref != "" {
		if at := levelIndex(f.Levels, f.v.Ref); at >= 0 && counts[at] > 0 && !isSmall[at] {
			reference = at
			add(at)
		}
	}
	for i, n := range counts {
		if i == reference {
			continue
		}
		f.level[i] = -1
		if n > 0 && !isSmall[i] {
			add(i)
		}
	}
	if pool > 0 && !dropped {
		for _, i := range small {
			f.level[i] = int32(len(f.order))
		}
		f.order, f.names, f.count = append(f.order, -1), append(f.names, PoolName), append(f.count, pool)
	}
	if !dropped {
		return false
	}
	if e.rows = e.rows.Clone(); e.rows == nil {
		e.rows = table.NewBitmap(e.t.Rows, true)
	}
	eachRow(e.rows, e.t.Rows, func(i int) {
		if isSmall[int(f.Codes.At(i))] {
			e.rows.Clear(i)
			e.n--
		}
	})
	return true
}

func modelName(f *factor, at int) string {
	switch at {
	case -1:
		return PoolName
	case -2:
		return RestName
	}
	return display(f.Levels[at])
}

// display is a level's label, or its code when it has none.
func display(l table.Level) string {
	if l.Label != "" {
		return l.Label
	}
	return l.Code
}

// model is the factor as the moments engine reads it.
func (f *factor) model() moments.Factor {
	return moments.Factor{Codes: f.Codes, Level: f.level, K: len(f.order)}
}

// describe lists the levels with their counts, for messages.
func (f *factor) describe() string {
	parts := make([]string, len(f.names))
	for i, n := range f.names {
		parts[i] = fmt.Sprintf("%s (%d)", n, f.count[i])
	}
	return strings.Join(parts, ", ")
}

// eachRow calls fn for every row of rows, in order.
func eachRow(rows table.Bitmap, length int, fn func(i int)) {
	if rows == nil {
		for i := range length {
			fn(i)
		}
		return
	}
	for w, word := range rows {
		for ; word != 0; word &= word - 1 {
			fn(w<<6 + bits.TrailingZeros64(word))
		}
	}
}
