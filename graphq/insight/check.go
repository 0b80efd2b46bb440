package insight

import (
	"context"
	"fmt"
	"slices"

	"github.com/hyp-lang/hyp/estimators/result"
)

// Problem is an invariant that does not hold, of the item ID.
type Problem struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// Check verifies what a graph promises: every commit of the log has its sum, every item is readable and of its kind, lineage is acyclic, every id that an item speaks of
// is there, probabilities and scores lie in [0, 1], every finding has its row in the ledger and no test two, and the quads are
// those that the items give. Problems are in the order of the log.
func (g *Graph) Check(ctx context.Context) ([]Problem, error) {
	var problems []Problem
	report := func(id, format string, args ...any) {
		problems = append(problems, Problem{id, fmt.Sprintf(format, args...)})
	}
	if j, ok := g.journal.(*fileJournal); ok {
		damaged, _, err := j.verify(ctx)
		if err != nil {
			return nil, err
		}
		for _, d := range damaged {
			report("", "%v", d)
		}
		if len(damaged) > 0 { // what items of the rest lack would follow from it
			return problems, nil
		}
	}
	known := map[string]bool{}
	var items []*Item
	if err := g.Items(ctx, func(it *Item) error {
		if known[it.ID] {
			report(it.ID, "it is stored twice")
		}
		known[it.ID] = true
		if it.Dataset != nil {
			known[DatasetID(it.Dataset.Name)] = true
		}
		items = append(items, it)
		return nil
	}); err != nil {
		return nil, err
	}
	next := map[string][]string{}
	tests := map[string]string{}
	for _, it := range items {
		for _, id := range speaksOf(it) {
			if id != "" && !known[id] {
				report(it.ID, "it speaks of %s, which is not there", id)
			}
		}
		switch {
		case it.Insight != nil:
			i := it.Insight
			checkRecord(&i.Record, func(text string) { report(it.ID, "%s", text) })
			checkScores(i.Scores, func(text string) { report(it.ID, "%s", text) })
			row := &Test{Specification: i.Record.Specification, Part: i.Record.Part, DataHash: i.Record.DataHash, Done: i.Record.Status == result.OK}
			if !i.Seed && !known[testID(row, &i.Record)] {
				report(it.ID, "its test is not in the ledger")
			}
		case it.Assessment != nil:
			checkScores(it.Assessment.Scores, func(text string) { report(it.ID, "%s", text) })
		case it.Test != nil:
			t := it.Test
			key := digest(t.Specification, t.Part, t.DataHash, fmt.Sprint(t.Done))
			if old := tests[key]; old != "" && t.Specification != "" {
				report(it.ID, "the ledger has the test twice: also as %s", old)
			}
			tests[key] = it.ID
			for name, x := range map[string]*float64{"p": t.P, "level": t.Level} {
				if x != nil && !(*x >= 0 && *x <= 1) {
					report(it.ID, "%s = %v is no probability", name, *x)
				}
			}
		case it.Edge != nil && slices.Contains(lineage, it.Edge.Relation):
			next[it.Edge.From] = append(next[it.Edge.From], it.Edge.To)
		}
	}
	if circle := findCircle(items, next); circle != nil {
		report(circle[0], "its lineage is a circle: %v", circle)
	}
	slices.SortFunc(items, compareItems)
	want, err := quadLines(ctx, items)
	if err != nil {
		return nil, err
	}
	have, err := g.quads.lines(ctx)
	if err != nil {
		return nil, err
	}
	if i := firstDifference(want, have); i >= 0 {
		report("", "the quads are not those of the items, first at %s: remove the file %s in the graph's folder, and it is made anew", lineAt(want, have, i), snapshotName)
	}
	return problems, nil
}

func firstDifference(a, b []string) int {
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return i
		}
	}
	return -1
}

func lineAt(a, b []string, i int) string {
	if i < len(a) {
		return fmt.Sprintf("%.120s", a[i])
	}
	return fmt.Sprintf("%.120s", b[i])
}

// speaksOf is the ids that an item refers to.
func speaksOf(it *Item) []string {
	switch {
	case it.Insight != nil:
		i := it.Insight
		ids := []string{i.Hypothesis, i.Dataset, i.Context, i.Round}
		for _, v := range append([]string{i.Record.Outcome, i.Record.Exposure, i.Record.Moderator, i.Record.Groups}, i.Record.Controls...) {
			if v != "" {
				ids = append(ids, VariableID(v))
			}
		}
		return ids
	case it.Hypothesis != nil:
		return []string{it.Hypothesis.Round}
	case it.Execution != nil:
		return []string{it.Execution.Hypothesis, it.Execution.Insight, it.Execution.Round}
	case it.Rejection != nil:
		return []string{it.Rejection.Hypothesis, it.Rejection.Round}
	case it.Test != nil:
		return []string{it.Test.Hypothesis, it.Test.Round}
	case it.Edge != nil:
		return []string{it.Edge.From, it.Edge.To}
	case it.Assessment != nil:
		return []string{it.Assessment.Insight}
	}
	return nil
}

func checkRecord(r *result.Record, report func(string)) {
	for name, x := range map[string]*float64{"p": r.P, "q": r.Q, "coverage": r.Coverage} {
		if x != nil && !(*x >= 0 && *x <= 1) {
			report(fmt.Sprintf("%s = %v is not in [0, 1]", name, *x))
		}
	}
	if !slices.Contains([]string{"supported", "refuted", "inconclusive", "qualified", "blocked"}, status(r)) {
		report("its status is " + status(r))
	}
}

func checkScores(s Scores, report func(string)) {
	for name, x := range map[string]*float64{"validity": s.Validity, "novelty": s.Novelty, "score": s.Score, "surprise": s.Surprise, "prior": s.Prior, "posterior": s.Posterior, "level": s.Level} {
		if x != nil && !(*x >= 0 && *x <= 1) {
			report(fmt.Sprintf("%s = %v is not in [0, 1]", name, *x))
		}
	}
}

// findCircle is the ids of a circle of edges, nil when there is none; depth first without recursion, since chains may be long.
func findCircle(items []*Item, next map[string][]string) []string {
	const (
		open = 1
		done = 2
	)
	state := map[string]int{}
	for _, it := range items {
		if it.Insight == nil || state[it.ID] != 0 {
			continue
		}
		path := []string{it.ID}
		place := []int{0}
		state[it.ID] = open
		for len(path) > 0 {
			at := path[len(path)-1]
			if k := place[len(place)-1]; k < len(next[at]) {
				place[len(place)-1]++
				to := next[at][k]
				switch state[to] {
				case open:
					return append(path[slices.Index(path, to):], to)
				case 0:
					state[to] = open
					path, place = append(path, to), append(place, 0)
				}
				continue
			}
			state[at] = done
			path, place = path[:len(path)-1], place[:len(place)-1]
		}
	}
	return nil
}
