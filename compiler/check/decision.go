package check

import (
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/lang/ast"
)

// decision is how a hypothesis will be judged, from its clauses; their words are checked by words.
func decision(n *ast.Hyp) plan.Decision {
	d := plan.Decision{Finding: text(n.Finding), Because: text(n.Because), Needs: text(n.Needs)}
	if n.Expect != nil {
		d.Expect = plan.Expect(n.Expect.Text)
	}
	if n.Floor != nil {
		d.Floor = &plan.Floor{Measure: n.Floor.Measure.Text, Value: n.Floor.Value.Value}
	}
	for _, c := range n.Decide {
		out := plan.Criterion{Quantity: c.Quantity.Text, Op: plan.CompareOp(c.Op), Value: c.Value.Value}
		if c.Part != nil {
			out.On = plan.Part(c.Part.Text)
		}
		d.Criteria = append(d.Criteria, out)
	}
	if n.Under != nil {
		d.Family = n.Under.Text
	}
	for _, r := range n.Rivals {
		if r.Name != nil {
			d.Rivals = append(d.Rivals, plan.Rival{Name: r.Name.Text})
		} else {
			d.Rivals = append(d.Rivals, plan.Rival{Text: text(r.Text)})
		}
	}
	for _, l := range n.Lineage {
		out := plan.Lineage{Relation: l.Relation.Text}
		for _, t := range l.Targets {
			out.Targets = append(out.Targets, t.Text)
		}
		d.Lineage = append(d.Lineage, out)
	}
	if n.Prior != nil {
		d.Prior = &n.Prior.Value
	}
	return d
}

func text(s *ast.String) string {
	if s == nil {
		return ""
	}
	return s.Text
}

// split is the declared split of a data set with its key resolved: `by`, else the data set's key, else none (the row number).
func (c *checker) split(sc *scope) *plan.Split {
	if sc.d.Node == nil || sc.d.Node.Split == nil || sc.split != nil {
		return sc.split
	}
	n := sc.d.Node.Split
	sc.split = &plan.Split{Holdout: n.Holdout.Value, Seed: int64(n.Seed.Value)}
	for _, name := range splitKey(sc.d.Node) {
		if y := c.resolve(sc, name); y.v != nil {
			sc.split.Key = append(sc.split.Key, y.v)
		}
	}
	return sc.split
}

// splitKey names what a split is by: `by`, else the data set's key.
func splitKey(d *ast.Dataset) []ast.Name {
	if d.Split.By != nil {
		return []ast.Name{*d.Split.By}
	}
	return d.Key
}

// PlanFamily is a declared family with its defaults: alpha 0.05 and Benjamini-Hochberg.
func PlanFamily(f *ast.Family) plan.Family {
	out := plan.Family{Name: f.Name.Text, Alpha: 0.05, Method: "bh", Label: text(f.Label)}
	if f.Alpha != nil {
		out.Alpha = f.Alpha.Value
	}
	if f.Method != nil {
		out.Method = f.Method.Text
	}
	return out
}
