package lint

import (
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/lang/ast"
)

var duplicateClaim = &Rule{
	Code: "HL208", Name: "duplicate-claim", Level: Warn, Needs: Text | Graph,
	Doc: Doc{
		What: "Two hypotheses have the same specification, once names, contexts and the order of controls are taken out. With `--graph` the other may be one that is stored there, under another name or of another study.",
		Why:  "one test that stands twice counts twice in its family, and two names for it hide that",
		Example: `hyp H1: assoc(school, pay) controlling for age, sex
hyp H2: assoc(school, pay) controlling for sex, age
`,
		Instead: `hyp H1: assoc(school, pay) controlling for age, sex
hyp H2: assoc(school, pay) controlling for age
`,
		Ignore: "the two are judged by different criteria on purpose.",
	},
	Run: func(p *Pass) {
		first := map[string]*Hyp{}
		for _, h := range p.Hyps {
			k := p.specification(h)
			o := first[k]
			if o == nil {
				first[k] = h
				if d := p.duplicate(h); d != nil {
					x := p.at(h.Subject(), h.claimSpan(), "same specification as %s: %s", d.where(), d.Verdict()).WithLabel("tested already")
					if d.ID != "" {
						x = x.WithHelp("`hyp graph show %s` prints the result", d.ID)
					}
					p.report(x)
				}
				continue
			}
			p.report(p.at(h.Subject(), h.claimSpan(), "same specification as `%s` after normalising", o.Display).
				WithLabel("the same test").
				WithRelated(p.Source, o.claimSpan(), "first here"))
		}
	},
}

// specification identifies the exact test: the checker's id, or the canonical line where there is none.
func (s *Study) specification(h *Hyp) string {
	if h.Spec != nil {
		return h.Spec.Specification
	}
	on := ""
	if h.Dataset != nil {
		on = h.Dataset.Name
	}
	return on + "\x00" + h.Claim
}

var opposedPair = &Rule{
	Code: "HL209", Name: "opposed-pair", Level: Warn, Needs: Text,
	Doc: Doc{
		What: "Two hypotheses about one question, in the same rows, expect opposite results, and neither names the other as `rival` or `contradicts` it.",
		Why:  "whatever comes out, one of the two is right; that they compete should be said before",
		Example: `hyp H1: assoc(school, pay) expect positive
hyp H2: assoc(school, pay) controlling for age expect negative
`,
		Instead: `hyp H1: assoc(school, pay) expect positive rival H2
hyp H2: assoc(school, pay) controlling for age expect negative
`,
		Ignore: "the difference in controls is the point; say so with `rival`.",
	},
	Run: func(p *Pass) {
		groups := map[string][]*Hyp{}
		for _, h := range p.Hyps {
			if h.Node.Expect == nil || h.Spec == nil {
				continue
			}
			k, _ := estimand(h.Spec)
			group := groups[k]
			for _, o := range group[:min(len(group), mostPairs)] {
				if p.opposed(o, h) && p.sameRows(o, h) && !linked(o, h) && !linked(h, o) {
					p.report(p.at(h.Subject(), h.Node.Expect.At, "`%s` expects the opposite; link the two with `rival` or `contradicts`", o.Display).
						WithLabel("`%s` here", h.Node.Expect.Text).
						WithRelated(p.Source, o.Node.Expect.At, "`%s` there", o.Node.Expect.Text))
					break
				}
			}
			groups[k] = append(group, h)
		}
	},
}

// mostPairs bounds how many hypotheses about one question are compared with each other.
const mostPairs = 50

// opposed tells whether two hypotheses about one question cannot both be right.
func (s *Study) opposed(a, b *Hyp) bool {
	return exclusive(direction(a), direction(b))
}

// exclusive tells whether two predictions cannot both be right; no prediction is against nothing.
func exclusive(x, y string) bool {
	return y != "" && opposite[x] == y || x != y && (x == "null" && directed[y] || y == "null" && directed[x])
}

// direction is the prediction of a hypothesis; that of `b vs a` is turned to `a vs b`, a before b.
func direction(h *Hyp) string { return turned(h.Node.Expect.Text, h.Spec) }

// backwards tells whether a contrast is `b vs a`, a before b.
func backwards(s *plan.Spec) bool {
	return s != nil && s.Contrast != nil && !s.Contrast.Rest && s.Contrast.B < s.Contrast.A
}

// estimand identifies the question, where `b vs a` is the same as `a vs b`; flip tells that it was turned round.
func estimand(s *plan.Spec) (id string, flip bool) {
	if !backwards(s) {
		return s.Estimand, false
	}
	x := *s
	x.Contrast = &plan.Contrast{A: s.Contrast.B, B: s.Contrast.A}
	plan.Identify(&x)
	return x.Estimand, true
}

// turned is a prediction about `a vs b`, a before b.
func turned(word string, s *plan.Spec) string {
	if backwards(s) {
		switch word {
		case "positive":
			return "negative"
		case "negative":
			return "positive"
		}
	}
	return word
}

var (
	opposite = map[string]string{"positive": "negative", "negative": "positive", "varies": "uniform", "uniform": "varies",
		"amplify": "attenuate", "attenuate": "amplify", "null": "nonzero", "nonzero": "null"}
	directed = map[string]bool{"positive": true, "negative": true, "nonzero": true, "amplify": true, "attenuate": true, "reverse": true}
)

// linked tells whether a names b as a rival, or contradicts it.
func linked(a, b *Hyp) bool {
	if b.Name == "" {
		return false
	}
	for _, r := range a.Node.Rivals {
		if r.Name != nil && r.Name.Text == b.Name {
			return true
		}
	}
	for _, l := range a.Node.Lineage {
		if l.Relation.Text == "contradicts" && contains(l.Targets, b.Name) {
			return true
		}
	}
	return false
}

func contains(ids []ast.Ident, name string) bool {
	for _, id := range ids {
		if id.Text == name {
			return true
		}
	}
	return false
}
