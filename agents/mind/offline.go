package mind

import (
	"context"
	"math"
	"slices"

	"github.com/hyp-lang/hyp/agents/config"
	"github.com/hyp-lang/hyp/agents/survey"
)

// Offline proposes from a survey of the train rows and the state of the graph, and judges surprise against what the graph predicts.
// It needs no model and no network, and equal questions get equal answers.
//
// It proposes only what the train rows show, in order of strength, so that the confirmation split is asked little that is not
// so. A pair that a third variable explains is not proposed; one that it changes is proposed with that variable as a control, since
// only that is a claim about the pair itself. What it takes two to explain is proposed with the first as a control, and says so. Levels that few rows
// have are left out of a claim by a condition, since no estimator takes a claim with them.
//
// Controls are never chosen to make an association appear: two causes of one effect are related at equal effect, and that says nothing of them. Where
// the catalog says when variables were measured, no claim has its outcome before its exposure, if it can be turned, and none holds what comes
// after its exposure.
type Offline struct {
	survey *survey.Survey
	gram   *gram
	cfg    config.Screen
	copyOf []int // the variable that a variable repeats; itself when it repeats none

	pairs   []candidate // by strength
	triples []candidate
	index   map[string]*candidate // by claim
}

// candidate is a claim that the train rows show.
type candidate struct {
	claim     string
	key       Key
	core      []int // variables
	modules   []string
	strength  float64 // of the test: a |z|
	r         float64 // signed where it has a sign, what is left with the controls held
	marginal  float64 // without them
	bound     float64 // the p that an exact test on the train rows must meet
	mechanism string
}

var _ Mind = (*Offline)(nil)

// NewOffline looks at a survey's pairs, and at all triples of its rows.
func NewOffline(ctx context.Context, s *survey.Survey, in survey.Input, cfg config.Screen, progress func(done, total int)) (*Offline, error) {
	g, err := newGram(ctx, in.Table, s.Variables, cfg.Rows)
	if err != nil {
		return nil, err
	}
	o := &Offline{survey: s, gram: g, cfg: cfg, index: map[string]*candidate{}}
	o.findCopies()
	o.screenPairs()
	if err := o.screenTriples(ctx, progress); err != nil {
		return nil, err
	}
	for _, list := range [][]candidate{o.pairs, o.triples} {
		for i := range list {
			o.index[list[i].claim] = &list[i]
		}
	}
	return o, nil
}

// Name is what a graph calls it.
func (o *Offline) Name() string { return "offline" }

// sameMeasure is the correlation from which two variables that are related by construction are one measurement.
const sameMeasure = 0.95

// findCopies finds the variables that repeat another: recodes, rescalings, repeated measurements. The first of them in the table stands
// for all, since it is mostly what the others were made from. What keeps less than that (a scale cut in two, an item of a sum) is a variable of its
// own.
func (o *Offline) findCopies() {
	n := len(o.survey.Variables)
	o.copyOf = make([]int, n)
	for i := range n {
		o.copyOf[i] = i
		for j := range i {
			a, b := o.gram.single(j), o.gram.single(i)
			why := o.survey.Tautology(j, i)
			same := why == "same-values"
			if why != "" && a >= 0 && b >= 0 {
				r, _ := o.gram.correlation(a, b)
				same = same || math.Abs(r) >= sameMeasure
			}
			if same {
				o.copyOf[i] = o.copyOf[j]
				break
			}
		}
	}
}

// may tells whether two variables can stand in one claim.
func (o *Offline) may(a, b int) bool {
	return a != b && o.copyOf[a] == a && o.copyOf[b] == b && o.survey.Tautology(a, b) == ""
}

// after tells whether a variable is measured later than another, as far as the catalog says it of both.
func (o *Offline) after(a, b int) bool {
	s, dated := o.survey.Variables[a].Entry.Time()
	t, too := o.survey.Variables[b].Entry.Time()
	return dated && too && s > t
}

func (o *Offline) modulesOf(core []int) []string {
	var out []string
	for _, v := range core {
		if m := o.survey.Variables[v].Module; m != "" && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}

// Bound is the p that the explored rows must show for a claim that the screen proposed; 0 for others.
func (o *Offline) Bound(claim string) float64 {
	if c := o.index[claim]; c != nil {
		return c.bound
	}
	return 0
}

// Candidates is how many claims the train rows show: pairs, and triples.
func (o *Offline) Candidates() (pairs, moderated int) { return len(o.pairs), len(o.triples) }

// Cards are the variables as other minds are told of them.
func Cards(s *survey.Survey) []Variable {
	out := make([]Variable, len(s.Variables))
	for i, v := range s.Variables {
		card := Variable{Name: v.Name, Label: v.Numbers.Label, Type: v.Type, Module: v.Module, Battery: v.Battery}
		if v.Groups != nil {
			card.Levels = slices.Clone(v.Groups.Levels)
		}
		if v.Entry != nil {
			card.Question = v.Entry.Question
			if at, dated := v.Entry.Time(); dated {
				card.Measured = &at
			}
		}
		out[i] = card
	}
	return out
}
