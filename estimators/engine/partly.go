package engine

import (
	"fmt"
	"strings"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/moments"
)

// A term of several columns is one question: do the slopes, or the means, differ at all beyond what the other terms say? Where some of its
// columns are determined by the others (a group in which the exposure does not vary, a combination of levels without rows) the
// comparison of the models with and without the term answers it for what is left, with as many degrees of freedom as the term adds:
// R's anova(less, full). It is refused when nothing is left; a term of one column has no part that could be left.

// checkRank refuses a term that the other terms determine.
func (e *run) checkRank(m *plan.Model, s *moments.Solution) error {
	tested := e.termName(m)
	single := len(s.Target) == 1
	if s.DF1 > 0 && !(single && s.Tolerance < e.limits.CollinearTarget) {
		return nil
	}
	gaps := e.gaps(m)
	if gaps != "" {
		gaps = ": " + gaps
	}
	switch {
	case single && gaps == "":
		return e.collinear(tested)
	case single:
		return refuse(CollinearTarget, "the other variables determine %s%s", tested, gaps)
	}
	return refuse(RankDeficientTerm, "the other variables leave %s no degree of freedom%s", tested, gaps)
}

// partlyWarning says what of a term of several columns could not be tested.
func (e *run) partlyWarning(m *plan.Model, s *moments.Solution) {
	if len(s.Target) == 1 || s.DF1 == len(s.Target) {
		return
	}
	why := e.gaps(m)
	if why == "" {
		why = "the controls determine the rest"
	}
	without := ""
	if names := e.unnamed(m, s.Target); len(names) > 0 {
		without = "; no estimate for " + enumerate(names)
	}
	e.warn("partly-estimable", material, "%d of the %d degrees of freedom of %s can be tested, and are: %s%s", s.DF1, len(s.Target), e.termName(m), why, without)
}

// unnamed lists the coefficients of a term that have no estimate.
func (e *run) unnamed(m *plan.Model, target []moments.Coefficient) []string {
	var out []string
	for _, c := range target {
		if !c.Named {
			out = append(out, coefficientName(m, c))
		}
	}
	return out
}

// gaps says which rows an interaction lacks: the levels in which its number does not vary, or the combinations of levels without rows.
// It is empty for another term, and where every level and combination is there.
func (e *run) gaps(m *plan.Model) string {
	parts := m.Terms[len(m.Terms)-1].Components
	if len(parts) != 2 || !parts[0].Factor && !parts[1].Factor {
		return ""
	}
	number, by := parts[0], parts[1]
	switch {
	case number.Factor && by.Factor:
		return e.emptyCells(number, by)
	case number.Factor:
		number, by = by, number
	}
	f, x := e.factors[by.Variable], e.numbers[number.Variable]
	first, seen, varies := make([]float64, len(f.order)), make([]bool, len(f.order)), make([]bool, len(f.order))
	eachRow(e.rows, e.t.Rows, func(i int) {
		l := f.level[f.Codes.At(i)]
		if !seen[l] {
			seen[l], first[l] = true, x.Values[i]
		}
		varies[l] = varies[l] || x.Values[i] != first[l]
	})
	var still []string
	for l, ok := range varies {
		if !ok {
			still = append(still, f.names[l])
		}
	}
	if len(still) == 0 {
		return ""
	}
	return fmt.Sprintf("`%s` does not vary where `%s` is %s", number.Variable.Name, by.Variable.Name, enumerate(still))
}

// emptyCells names the combinations of two factors' levels that no complete row has.
func (e *run) emptyCells(a, b plan.Component) string {
	f, g := e.factors[a.Variable], e.factors[b.Variable]
	has := make([]bool, len(f.order)*len(g.order))
	eachRow(e.rows, e.t.Rows, func(i int) {
		has[int(f.level[f.Codes.At(i)])*len(g.order)+int(g.level[g.Codes.At(i)])] = true
	})
	var empty []string
	for at, ok := range has {
		if !ok {
			empty = append(empty, f.names[at/len(g.order)]+" with "+g.names[at%len(g.order)])
		}
	}
	if len(empty) == 0 {
		return ""
	}
	return fmt.Sprintf("no complete row has, of `%s` and `%s`, %s", a.Variable.Name, b.Variable.Name, enumerate(empty))
}

// enumerate lists up to six names.
func enumerate(names []string) string {
	const most = 6
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}
