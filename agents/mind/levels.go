package mind

import (
	"fmt"
	"strings"

	"github.com/hyp-lang/hyp/lang/ast"
)

// The least rows of a level for a slope of its own, and of each value of a two-valued variable in it: under them the estimators refuse the whole
// claim, however many rows the other levels have.
const (
	levelRows = 10
	valueRows = 5
)

// borne fits a claim about the slope of y on x by z to the rows that have all three. Levels of a factor that are too rare to bear a slope are left
// out by a condition; false when fewer than two are left, or when a two-valued moderator has one of them.
func (o *Offline) borne(c *candidate) bool {
	x, z, y := c.core[0], c.core[1], c.core[2]
	of := o.gram.of[z]
	if len(of) == 1 && o.survey.Variables[z].Levels != 2 {
		return true
	}
	kept := o.bearing(x, y, z)
	all := len(of) + 1
	switch {
	case len(kept) == all:
		return true
	case len(of) == 1 || len(kept) < 2:
		return false
	}
	where := o.among(z, kept)
	c.claim += " where " + where
	c.key = c.key.Of(where, nil)
	return true
}

// among is the condition that a variable has one of some levels, by the places of their columns and 0 for the one that has none.
func (o *Offline) among(v int, kept []int) string {
	codes := make([]string, len(kept))
	for i, k := range kept {
		code := o.gram.first[v]
		if k > 0 {
			code = o.gram.columns[o.gram.of[v][k-1]].code
		}
		codes[i] = ast.Quote(code)
	}
	return fmt.Sprintf("%s in (%s)", ast.WriteName(o.survey.Variables[v].Name), strings.Join(codes, ", "))
}

// level is which of a factor's levels a row has: the place of its column, 0 for the level without one, -1 for none.
func (g *gram) level(v, row int) int {
	if !g.columns[g.of[v][0]].valid.Get(row) {
		return -1
	}
	for k, column := range g.of[v] {
		if g.columns[column].x[row] > 0 {
			return k + 1
		}
	}
	return 0
}

// frequent is a condition that leaves out the levels of x that too few rows with y have: where the explored rows have a few of them, the holdout may have
// one, and its estimator refuses all groups. Empty when there are none such, or no two others.
func (o *Offline) frequent(x, y int) string {
	g := o.gram
	b := g.single(y)
	if b < 0 || len(g.of[x]) < 2 {
		return ""
	}
	count := make([]int, len(g.of[x])+1)
	for i := range g.n {
		if k := g.level(x, i); k >= 0 && g.columns[b].valid.Get(i) {
			count[k]++
		}
	}
	var kept []int
	rare := false
	for k, n := range count {
		if n >= levelRows {
			kept = append(kept, k)
		}
		rare = rare || n > 0 && n < levelRows
	}
	if !rare || len(kept) < 2 {
		return ""
	}
	return o.among(x, kept)
}

// bearing is the levels of z, by the place of their columns and 0 for the one that has none, that have rows enough.
func (o *Offline) bearing(x, y, z int) (kept []int) {
	g := o.gram
	xs, ys := &g.columns[g.of[x][0]], &g.columns[g.of[y][0]]
	cells := make([][4]int, len(g.of[z])+1) // by the values of x and y: below and above the mean
	for i := range g.n {
		level := g.level(z, i)
		if level < 0 || !xs.valid.Get(i) || !ys.valid.Get(i) {
			continue
		}
		at := 0
		if xs.x[i] > 0 {
			at++
		}
		if ys.x[i] > 0 {
			at += 2
		}
		cells[level][at]++
	}
	two := func(v int) bool { return o.survey.Variables[v].Levels == 2 }
	for k, n := range cells {
		ok := n[0]+n[1]+n[2]+n[3] >= levelRows
		ok = ok && (!two(x) || min(n[0]+n[2], n[1]+n[3]) >= valueRows)
		ok = ok && (!two(y) || min(n[0]+n[1], n[2]+n[3]) >= valueRows)
		ok = ok && (!two(x) || !two(y) || min(n[0], n[1], n[2], n[3]) > 0)
		if ok {
			kept = append(kept, k)
		}
	}
	return kept
}
