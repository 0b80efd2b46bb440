package loop

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/agents/score"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/rows"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// seed stages the orientation of an empty graph: for each module a descriptive seed with the basic statistics of its variables, and for pairs of
// modules a brief of their strongest correlations. Both see the explored rows only. They are no findings: nothing is a duplicate of them, and they
// are never cited.
func (l *Loop) seed(ctx context.Context) error {
	for _, m := range l.data.Modules {
		text, n, err := l.describe(ctx, m.ID, m.Label)
		if err != nil {
			return err
		}
		if err := l.orientation(ctx, "descriptive", "module "+m.ID, text, n, []string{m.ID}, insight.Scores{}); err != nil {
			return err
		}
	}
	overall, novelty, validity := score.BriefOverall, score.BriefNovelty, score.BriefValidity
	for _, b := range l.briefs() {
		scores := insight.Scores{Score: &overall, Novelty: &novelty, Validity: &validity}
		if err := l.orientation(ctx, "brief", "brief "+strings.Join(b.modules, " and "), b.text(), b.n, b.modules, scores); err != nil {
			return err
		}
	}
	return nil
}

// orientation stages one node of a cold start.
func (l *Loop) orientation(ctx context.Context, template, name, text string, n int64, modules []string, scores insight.Scores) error {
	rec := result.Record{Schema: result.Schema, Name: name, Claim: name, Template: template, Controls: []string{}, Dataset: l.data.Input.Dataset, Status: result.OK,
		NTotal: int64(l.data.Rows), N: n, Finding: text, DataHash: l.data.Input.Table.Hash}
	if l.data.Holdout != nil {
		rec.Part = "train"
	}
	e := insight.Entry{Record: rec, By: "cold start", Dataset: insight.Dataset{Name: l.data.ID, Columns: int64(l.data.Columns)}, Modules: slices.Compact(slices.Clone(modules)), Scores: scores, Seed: true}
	_, err := l.stage.Insert(ctx, e)
	return err
}

// describe is the basic statistics of a module's variables, in a sentence each.
func (l *Loop) describe(ctx context.Context, module, label string) (text string, n int64, err error) {
	var parts []string
	for i := range l.data.Survey.Variables {
		v := &l.data.Survey.Variables[i]
		if v.Module != module {
			continue
		}
		if v.Type.NumericLike() {
			x, err := rows.Numeric(ctx, l.data.Train, v.Numbers)
			if err != nil {
				return "", 0, err
			}
			count, sum, squares := 0.0, 0.0, 0.0
			for i, value := range x.Values {
				if x.Valid.Get(i) {
					count++
					d := value - x.Center
					sum += d
					squares += d * d
				}
			}
			if l.opt.Private && count < leastCell {
				continue
			}
			n = max(n, int64(count))
			mean := sum / count
			parts = append(parts, fmt.Sprintf("%s mean %s, sd %s, n %s", v.Name, report.Number(mean+x.Center), report.Number(math.Sqrt(math.Max(0, squares/count-mean*mean))), report.Count(int64(count))))
			continue
		}
		f, err := rows.Factor(ctx, l.data.Train, v.Groups)
		if err != nil {
			return "", 0, err
		}
		counts, total := make([]int, len(f.Levels)), 0
		for i := range l.data.Train.Rows {
			if f.Valid.Get(i) {
				counts[f.Codes.At(i)]++
				total++
			}
		}
		if l.opt.Private && slices.ContainsFunc(counts, func(c int) bool { return c > 0 && c < leastCell }) {
			continue // nor those of the other levels, from which it could be told
		}
		n = max(n, int64(total))
		var shares []string
		for k, c := range counts {
			if c > 0 && len(shares) < 6 {
				name := f.Levels[k].Code
				if f.Levels[k].Label != "" {
					name = f.Levels[k].Label
				}
				shares = append(shares, fmt.Sprintf("%s %s", name, report.Percent(float64(c)/float64(total))))
			}
		}
		parts = append(parts, fmt.Sprintf("%s %s, n %s", v.Name, strings.Join(shares, ", "), report.Count(int64(total))))
	}
	const most = 30
	more := ""
	if len(parts) > most {
		more = fmt.Sprintf("; and %d more", len(parts)-most)
		parts = parts[:most]
	}
	return fmt.Sprintf("%s: %s%s.", label, strings.Join(parts, "; "), more), n, nil
}

// brief is the strongest correlations between two modules, or inside one.
type brief struct {
	modules []string
	pairs   []briefPair
	n       int64
}

type briefPair struct {
	x, y string
	r    float64
}

func (b *brief) text() string {
	var parts []string
	for _, p := range b.pairs {
		parts = append(parts, fmt.Sprintf("%s and %s (r %.2f)", p.x, p.y, p.r))
	}
	where := "Between " + strings.Join(b.modules, " and ")
	if b.modules[0] == b.modules[len(b.modules)-1] {
		where = "Inside " + b.modules[0]
	}
	return where + " these go together most on the explored rows: " + strings.Join(parts, "; ") + "."
}

// briefs are one brief a pair of modules, from the numeric pairs with enough rows, a small p and an r of some size: pairs across modules first, the
// strongest first, at most so many.
func (l *Loop) briefs() []*brief {
	s, cfg := l.data.Survey, l.cfg.Seeds
	type pair struct {
		briefPair
		modules [2]string
		n       int64
	}
	var all []pair
	for i := range s.Variables {
		for j := range i {
			a, b := &s.Variables[j], &s.Variables[i]
			t := s.Assoc(j, i)
			if !a.Type.NumericLike() || !b.Type.NumericLike() || a.Module == "" || b.Module == "" || !t.Made() || s.Tautology(j, i) != "" ||
				t.N < cfg.Rows || !(t.P < cfg.P) || math.Abs(t.Effect) < cfg.R {
				continue
			}
			all = append(all, pair{briefPair{a.Name, b.Name, t.Effect}, [2]string{min(a.Module, b.Module), max(a.Module, b.Module)}, t.N})
		}
	}
	slices.SortStableFunc(all, func(a, b pair) int {
		inside := func(p pair) int {
			if p.modules[0] == p.modules[1] {
				return 1
			}
			return 0
		}
		return cmp.Or(inside(a)-inside(b), cmp.Compare(math.Abs(b.r), math.Abs(a.r)))
	})
	all = all[:min(len(all), cfg.Pairs)]
	var out []*brief
	at := map[[2]string]*brief{}
	for _, p := range all {
		b := at[p.modules]
		if b == nil {
			b = &brief{modules: p.modules[:]}
			at[p.modules] = b
			out = append(out, b)
		}
		if len(b.pairs) < cfg.Briefs {
			b.pairs = append(b.pairs, p.briefPair)
			b.n = max(b.n, p.n)
		}
	}
	return out
}
