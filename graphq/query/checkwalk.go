package query

import (
	"math"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/lang/diag"
)

func (c *checker) lineage(l *lineageQuery) {
	c.p.from = c.insightConstant(l.of)
	c.p.via = c.viaRelations(l.via, lineageRelations[:5])
	c.p.depth = c.depthOf(l.depth)
	c.limit(l.limit)
	c.inferKinds()
}

func (c *checker) path(p *pathQuery) {
	c.p.from, c.p.to = c.insightConstant(p.from), c.insightConstant(p.to)
	c.p.via = c.viaRelations(p.via, lineageRelations)
	c.p.depth = c.depthOf(p.depth)
	if c.limit(p.limit); p.limit == nil {
		c.p.limit = defaultPaths
	}
	c.inferKinds()
}

func (c *checker) insightConstant(k constant) end {
	e, _ := c.end(operand{constant: &k}, nil)
	e.kinds = setOf(Insight)
	return e
}

func (c *checker) viaRelations(via []name, standard []string) (out []string) {
	if len(via) == 0 {
		return standard
	}
	for _, n := range via {
		r := LookupRelation(n.text)
		switch {
		case r == nil:
			d := c.tell(diag.UnknownRelation, n.at, "`%s` is not a relation", clip(n.text))
			nearest(d, n, "the relations between insights are", lineageRelations)
		case !slices.Contains(lineageRelations, n.text):
			help(c.tell(diag.WrongEnd, n.at, "`%s` does not lead from insight to insight", n.text), "the relations between insights are %s", strings.Join(lineageRelations, ", "))
		case !slices.Contains(out, n.text):
			out = append(out, n.text)
		}
	}
	return out
}

func (c *checker) depthOf(d *whole64) int {
	switch {
	case d == nil:
		return maxDepth
	case d.n == 0:
		help(c.tell(diag.RangeEmpty, d.at, "`depth 0` goes nowhere"), "ask for one step or more")
	case d.n > maxDepth:
		help(c.tell(diag.DepthCapped, d.at, "chains are followed for at most %d steps", maxDepth), "write `depth %d` or leave it out", maxDepth)
	}
	return min(d.n, maxDepth)
}

// isInf tells whether a bound is open.
func isInf(x float64) bool { return math.IsInf(x, 0) }
