package lint

import (
	"slices"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/check"
)

var sharedSource = &Rule{
	Code: "HL103", Name: "shared-source", Level: Error, Needs: Text,
	Doc: Doc{
		What: "Outcome and exposure are computed from the same column: by their definitions, or by the catalog's `derived_from` and `derived_pairs`.",
		Why:  "two quantities with a part in common go together by arithmetic, whatever the world is like",
		Example: `var rate = crimes / people numeric
hyp H1: assoc(people, rate)
`,
		Instead: `var rate = crimes / people numeric
hyp H1: assoc(income, rate)
`,
		Ignore: "the arithmetic is the claim, and its size is what is asked.",
	},
	Run: func(p *Pass) {
		for _, h := range p.Hyps {
			y := p.variable(h.Dataset, h.Outcome.Text)
			for _, n := range h.Tested {
				if p.same(h.Dataset, n.Text, h.Outcome.Text) {
					continue // an error of the checker
				}
				shared, ok := p.shared(h.Dataset, y, p.variable(h.Dataset, n.Text))
				if !ok {
					continue
				}
				d := p.at(h.Subject(), n.At, "outcome `%s` and exposure `%s` are computed from the same column", h.Outcome.Text, n.Text).
					WithRelated(p.Source, h.Outcome.At, "the outcome")
				if shared != "" {
					d = d.WithLabel("both come from `%s`", shared)
				} else {
					d = d.WithLabel("the catalog lists them as a derived pair")
				}
				p.report(d)
				break
			}
		}
	},
}

// shared finds a column that two variables come from; ok with an empty name for a pair that the catalog lists.
func (s *Study) shared(d *check.Dataset, a, b *variable) (column string, ok bool) {
	cat := catalogOf(d)
	x, y := origins(cat, a.columns), origins(cat, b.columns)
	for _, c := range x {
		if slices.Contains(y, c) {
			return c, true
		}
	}
	if cat == nil {
		return "", false
	}
	for _, pair := range cat.DerivedPairs {
		if slices.Contains(a.columns, pair[0]) && slices.Contains(b.columns, pair[1]) || slices.Contains(a.columns, pair[1]) && slices.Contains(b.columns, pair[0]) {
			return "", true
		}
	}
	return "", false
}

// origins are columns with everything that the catalog derives them from.
func origins(cat *catalog.Catalog, columns []string) []string {
	out := slices.Clone(columns)
	for i := 0; i < len(out); i++ {
		if v := cat.Variable(out[i]); v != nil {
			for _, from := range v.DerivedFrom {
				if !slices.Contains(out, from) {
					out = append(out, from)
				}
			}
		}
	}
	return out
}

var sameBattery = &Rule{
	Code: "HL109", Name: "same-battery", Level: Info, Needs: Text,
	Doc: Doc{
		What: "Outcome and exposure are items of one battery, by the catalog.",
		Why:  "questions that are asked together are answered alike; an association is expected by construction",
		Example: `dataset d from "table.csv"
hyp H1: assoc(trust_press, trust_courts)
`,
		Instead: `dataset d from "table.csv"
hyp H1: assoc(age, trust_courts)
`,
		Catalog: `variables:
  - {name: age, type: numeric}
  - {name: trust_press, type: ordinal, battery: confidence}
  - {name: trust_courts, type: ordinal, battery: confidence}
`,
		Ignore: "the structure of the battery is the question.",
	},
	Run: func(p *Pass) {
		for _, h := range p.Hyps {
			y := p.variable(h.Dataset, h.Outcome.Text)
			if y.entry == nil || y.entry.Battery == "" {
				continue
			}
			for _, n := range h.Tested {
				x := p.variable(h.Dataset, n.Text)
				if x.entry == nil || x.entry == y.entry || x.entry.Battery != y.entry.Battery {
					continue
				}
				p.report(p.at(h.Subject(), n.At, "both items come from one battery; an association is expected by construction").
					WithLabel("of battery `%s`, like `%s`", x.entry.Battery, h.Outcome.Text))
				break
			}
		}
	},
}
