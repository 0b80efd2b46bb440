package mind

import (
	"context"
	"fmt"
	"math"

	"github.com/hyp-lang/hyp/estimators/dist"
	"github.com/hyp-lang/hyp/lang/ast"
)

// screenTriples takes the triples whose product term the train rows show at the false discovery rate QModerated over all of them.
func (o *Offline) screenTriples(ctx context.Context, progress func(done, total int)) error {
	if o.cfg.QModerated <= 0 {
		return nil
	}
	const least = 3.7 // p = 2e-4: nothing above it can be rejected in a table of any width
	found, err := o.gram.triples(ctx, least, o.may, progress)
	if err != nil {
		return err
	}
	vars := o.survey.Variables
	total := 0.0
	n := 0
	for i := range vars {
		if o.copyOf[i] == i {
			n++
		}
	}
	for i := range vars {
		if vars[i].Outcome() && o.copyOf[i] == i {
			total += float64((n - 1) * (n - 2) / 2)
		}
	}
	seen := map[Key]bool{}
	var list []candidate
	var ps []float64
	for _, t := range found {
		if err := ctx.Err(); err != nil {
			return err
		}
		c, ok := o.moderation(t)
		if !ok || seen[c.key] {
			continue
		}
		seen[c.key] = true
		list = append(list, c)
		ps = append(ps, dist.NormalTwoSided(t.z).P)
	}
	kept := 0
	for k, p := range ps {
		if p <= o.cfg.QModerated*float64(k+1)/total {
			kept = k + 1
		}
	}
	for i := range list[:kept] {
		// The exact test may differ from the moments' by what rows are missing and by the link of a binary outcome: it must pass too.
		list[i].bound = o.cfg.QModerated * float64(kept) / total
	}
	for i := range list[:kept] {
		if err := ctx.Err(); err != nil {
			return err
		}
		if len(o.triples) < mostTriples && o.borne(&list[i]) {
			o.triples = append(o.triples, list[i])
		}
	}
	return ctx.Err()
}

// mostTriples bounds the claims about triples that are kept: more than a run of the most rounds proposes.
const mostTriples = 20_000

// moderation makes a triple a claim.
func (o *Offline) moderation(t triple) (candidate, bool) {
	g, vars := o.gram, o.survey.Variables
	x, z, y := g.columns[t.a].variable, g.columns[t.b].variable, g.columns[t.y].variable
	if len(g.of[y]) != 1 || !vars[y].Outcome() {
		return candidate{}, false
	}
	if len(g.of[x]) > 1 || len(g.of[z]) == 1 && !vars[x].Type.NumericLike() && vars[z].Type.NumericLike() {
		x, z = z, x // the factor, or the binary one, is the moderator
	}
	if len(g.of[x]) > 1 || o.after(x, y) || o.after(z, y) {
		return candidate{}, false
	}
	c := candidate{core: []int{x, z, y}, strength: math.Abs(t.z), r: t.r, marginal: t.r}
	xn, zn, yn := vars[x].Name, vars[z].Name, vars[y].Name
	w := ast.WriteName
	if len(g.of[z]) > 1 {
		c.claim = fmt.Sprintf("heterogeneity(%s ~ %s | %s)", w(yn), w(xn), w(zn))
		c.key = KeyOf("heterogeneity", yn, xn, "", zn)
	} else {
		c.claim = fmt.Sprintf("interact(%s * %s -> %s)", w(xn), w(zn), w(yn))
		c.key = KeyOf("interact", yn, xn, zn, "")
	}
	c.modules = o.modulesOf(c.core)
	c.mechanism = fmt.Sprintf("the slope of `%s` on `%s` changes with `%s` on the rows that are explored (partial r %.2f)", yn, xn, zn, t.r)
	return c, true
}
