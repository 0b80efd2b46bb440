package lint

import (
	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/source"
)

var lineageMismatch = &Rule{
	Code: "HL501", Name: "lineage-mismatch", Level: Error, Needs: Text | Graph,
	Doc: Doc{
		What: "A link to an earlier hypothesis is not what its word says: `narrows` needs a condition that implies the parent's and more, `contradicts` an opposed prediction, `deepens` a higher template (interact above assoc and diff, heterogeneity above all) over the parent's variables. With `--graph` the earlier hypothesis may be one that is stored there; then `contradicts` also holds when opposite signs were found on the same estimand.",
		Why:  "lineage is read by people and by searches over the insight graph; a wrong word sends both astray",
		Example: `hyp H1: assoc(school, pay) where age > 30
hyp H2: assoc(school, pay) where age > 20 narrows H1
`,
		Instead: `hyp H1: assoc(school, pay) where age > 30
hyp H2: assoc(school, pay) where age > 40 narrows H1
`,
		Ignore: "the relation holds for a reason that the text cannot show; say which.",
	},
	Run: func(p *Pass) {
		for _, h := range p.Hyps {
			for _, l := range h.Node.Lineage {
				for _, target := range l.Targets {
					parent := p.byName[target.Text]
					if parent == h {
						continue // an error of the checker
					}
					if parent == nil { // of the graph; in neither: an error of the checker
						if o, label, help := p.mismatchStored(h, p.stored[target.Text], l.Relation.Text); o != nil {
							p.report(p.at(h.Subject(), source.Span{Start: l.Relation.At.Start, End: target.At.End}, "`%s` does not %s %s", h.Display, verb[l.Relation.Text], o.where()).
								WithLabel("%s", label).WithHelp("%s", help))
						}
						continue
					}
					if label, help := p.mismatch(h, parent, l.Relation.Text); label != "" {
						p.report(p.at(h.Subject(), source.Span{Start: l.Relation.At.Start, End: target.At.End}, "`%s` does not %s `%s`", h.Display, verb[l.Relation.Text], target.Text).
							WithLabel("%s", label).WithHelp("%s", help).
							WithRelated(p.Source, parent.claimSpan(), "the parent"))
					}
				}
			}
		}
	},
}

var verb = map[string]string{"narrows": "narrow", "contradicts": "contradict", "deepens": "deepen"}

// mismatch says what is wrong with a link; empty when nothing is.
func (p *Pass) mismatch(h, parent *Hyp, relation string) (label, help string) {
	switch relation {
	case "narrows":
		child, general := p.conjuncts(h), p.conjuncts(parent)
		switch {
		case !implies(child, general):
			return "its rows are not among the parent's", "repeat the parent's condition and add to it"
		case implies(general, child):
			return "the same rows", "add a condition with `where`"
		}
	case "contradicts":
		switch {
		case h.Node.Expect == nil || parent.Node.Expect == nil:
			return "one of the two predicts nothing", "give both a prediction with `expect`"
		case !p.opposed(h, parent) && !p.opposed(parent, h):
			return "both can be right", "a contradiction expects the opposite of `" + parent.Node.Expect.Text + "`"
		}
	case "deepens":
		switch {
		case depth(h) <= depth(parent):
			return "no deeper form of claim", "above assoc and diff stands interact, above that heterogeneity"
		case !p.covers(h, parent):
			return "without a variable of the parent", "a deeper claim is about the parent's variables and more"
		}
	}
	return "", ""
}

// depth ranks the forms of claim.
func depth(h *Hyp) int {
	switch h.Node.Claim.(type) {
	case *ast.Interact:
		return 2
	case *ast.Heterogeneity:
		return 3
	}
	return 1
}

// covers tells whether the claim of h has every variable of the parent's.
func (p *Pass) covers(h, parent *Hyp) bool {
	own := append([]ast.Name{h.Outcome}, h.Tested...)
	for _, n := range append([]ast.Name{parent.Outcome}, parent.Tested...) {
		found := false
		for _, o := range own {
			found = found || p.sameAcross(h.Dataset, o.Text, parent.Dataset, n.Text)
		}
		if !found {
			return false
		}
	}
	return true
}

func (s *Study) sameAcross(d *check.Dataset, a string, e *check.Dataset, b string) bool {
	return d == e && s.same(d, a, b) || d != e && a == b
}
