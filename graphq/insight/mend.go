package insight

import (
	"strings"

	"github.com/hyp-lang/hyp/estimators/result"
)

// mended is the items that are left of a damaged graph, so that they are a graph again: what findings and rows of the ledger speak of and
// was lost is made anew from what they say of it, and what says nothing without a lost item is left out.
func mended(items []*Item) []*Item {
	known := map[string]bool{}
	for _, it := range items {
		known[it.ID] = true
		if it.Dataset != nil {
			known[DatasetID(it.Dataset.Name)] = true
		}
	}
	out := make([]*Item, 0, len(items))
	for _, it := range items {
		e, a, x, j := it.Edge, it.Assessment, it.Execution, it.Rejection
		if e != nil && !(known[e.From] && known[e.To]) || a != nil && !known[a.Insight] || j != nil && !known[j.Hypothesis] ||
			x != nil && !(known[x.Hypothesis] && (x.Insight == "" || known[x.Insight])) {
			continue
		}
		again := func(id string, lost Item) {
			if id == "" || known[id] {
				return
			}
			known[id] = true
			lost.ID, lost.Run, lost.Created = id, it.Run, it.Created
			if d := lost.Dataset; d != nil {
				lost.ID = id + "#" + digest(d.Hash)
			}
			out = append(out, &lost)
		}
		round := func(id string) { again(id, Item{Kind: KindRound, Round: &Round{}}) }
		switch {
		case it.Insight != nil:
			i, r := it.Insight, &it.Insight.Record
			again(i.Dataset, Item{Kind: KindDataset, Dataset: &Dataset{Name: strings.TrimPrefix(i.Dataset, prefixes[KindDataset]), Hash: r.DataHash, Rows: r.NTotal}})
			again(i.Context, Item{Kind: KindContext, Context: &Context{Name: r.Where, Text: r.Where}})
			for _, v := range append([]string{r.Outcome, r.Exposure, r.Moderator, r.Groups}, r.Controls...) {
				if v != "" {
					again(VariableID(v), Item{Kind: KindVariable, Variable: &Variable{Name: v}})
				}
			}
			again(i.Hypothesis, Item{Kind: KindHypothesis, Hypothesis: &Hypothesis{Name: r.Name, Claim: r.Claim, Template: r.Template, Specification: r.Specification, Estimand: r.Estimand}})
			round(i.Round)
			if !i.Seed {
				t := &Test{Hypothesis: i.Hypothesis, Specification: r.Specification, Estimand: r.Estimand, Part: r.Part, DataHash: r.DataHash, Done: r.Status == result.OK,
					P: r.P, Log10P: r.Log10P, Round: i.Round, Number: i.Number}
				again(testID(t, r), Item{Kind: KindTest, Test: t})
			}
		case it.Hypothesis != nil:
			round(it.Hypothesis.Round)
		case it.Test != nil:
			again(it.Test.Hypothesis, Item{Kind: KindHypothesis, Hypothesis: &Hypothesis{Claim: "a hypothesis that was lost", Specification: it.Test.Specification, Estimand: it.Test.Estimand}})
			round(it.Test.Round)
		case x != nil:
			round(x.Round)
		case j != nil:
			round(j.Round)
		}
		out = append(out, it)
	}
	return out
}
