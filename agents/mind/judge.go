package mind

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/hyp-lang/hyp/estimators/result"
)

// PriorNovelty is how far the claim's core is from the nearest insight's; a claim that only asks of another outcome of the same variables is
// half new.
func (o *Offline) PriorNovelty(ctx context.Context, q NoveltyQuestion) (float64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	novelty := 1.0
	for i := range q.Near {
		core := q.Near[i].Core()
		shared := 0
		for _, v := range core {
			if slices.Contains(q.Core, v) {
				shared++
			}
		}
		overlap := float64(shared) / float64(len(core)+len(q.Core)-shared)
		if overlap == 1 && q.Near[i].Claim != q.Claim {
			overlap = 0.5
		}
		novelty = math.Min(novelty, 1-overlap)
	}
	return novelty, nil
}

// The rubric's scores that the offline mind gives.
const (
	noSurprise   = 5 // what the graph predicts
	something    = 6 // more than it predicts
	unpredicted  = 7
	moderatedOne = 8
	reversed     = 9
)

// Surprise compares a result with what the insights predict. For a pair that is the largest product of correlations along a path of two
// insights; the distance is that of Fisher's z, and what a path explains to three quarters is foundational. A sign that
// turns between the ends of a moderator, or against the path or against the pair without its controls, surprises most. A
// claim has a mechanism when the train rows showed it, when its variables are of one module, or when a path leads from one to the other.
func (o *Offline) Surprise(ctx context.Context, q SurpriseQuestion) (Surprise, error) {
	if err := ctx.Err(); err != nil {
		return Surprise{}, err
	}
	r := q.Record
	s := Surprise{Mechanism: q.Mechanism}
	c := o.index[q.Claim]
	if s.Mechanism == "" && c != nil {
		s.Mechanism = c.mechanism
	}
	if s.Mechanism == "" && len(q.Modules) == 1 {
		s.Mechanism = "its variables are of one module, " + q.Modules[0]
	}
	magnitude := 0.0
	if r.Magnitude != nil {
		magnitude = *r.Magnitude
	}
	switch r.Template {
	case "assoc", "diff":
		predicted, path := o.predict(q.Known, r.Exposure+r.Groups, r.Outcome)
		observed := magnitude
		if r.Estimate != nil && *r.Estimate < 0 {
			observed = -magnitude
		}
		if r.Estimate == nil {
			predicted = math.Abs(predicted)
		}
		if s.Mechanism == "" && path != "" {
			s.Mechanism = "a path through `" + path + "`"
		}
		gap := math.Abs(math.Atanh(bound(observed)) - math.Atanh(bound(predicted)))
		whole := math.Abs(math.Atanh(bound(observed)))
		switch {
		case c != nil && len(r.Controls) > 0 && c.r*c.marginal < 0:
			s.Score, s.Reasoning = reversed, fmt.Sprintf("without controls its sign is the other one (r %.2f)", c.marginal)
		case path != "" && predicted*observed < 0 && math.Abs(predicted) > 0.05:
			s.Score, s.Reasoning = reversed, fmt.Sprintf("the path through `%s` predicts the other sign (%.2f)", path, predicted)
		case path != "" && gap < 0.25*whole:
			s.Score, s.Reasoning = noSurprise, fmt.Sprintf("the path through `%s` predicts it (%.2f)", path, predicted)
		case path != "" && math.Abs(predicted) > 0.02:
			s.Score, s.Reasoning = something, fmt.Sprintf("the path through `%s` predicts a part of it (%.2f)", path, predicted)
		default:
			s.Score, s.Reasoning = unpredicted, "no insight predicts it"
		}
	default:
		s.Score, s.Reasoning = moderatedOne, "no insight says that the relation depends on a third variable"
		if turns(r.Slopes) {
			s.Score, s.Reasoning = reversed, "the slope has opposite signs at the ends of the moderator"
		}
	}
	if s.Mechanism == "" {
		s.Critique = "nothing that the graph or the data know leads from one variable to the other"
	}
	s.Classification = Classification(s.Score)
	return s, nil
}

func bound(r float64) float64 { return math.Max(-0.999, math.Min(0.999, r)) }

// predict is the correlation of x and y that two insights predict which share a third variable: the product of theirs, the largest there
// is, with that variable.
func (o *Offline) predict(known Known, x, y string) (r float64, through string) {
	of := map[string]map[string]float64{x: {}, y: {}}
	for _, f := range known.Findings() {
		if Rank(f.Template) != 1 || f.Where != "" {
			continue
		}
		a, b := f.Outcome, f.Exposure+f.Groups
		for _, end := range []string{x, y} {
			other := ""
			switch end {
			case a:
				other = b
			case b:
				other = a
			}
			if other != "" && other != x && other != y {
				of[end][other] = f.Signed()
			}
		}
	}
	for z, a := range of[x] {
		if b, both := of[y][z]; both {
			if p := a * b; math.Abs(p) > math.Abs(r) || math.Abs(p) == math.Abs(r) && z < through {
				r, through = p, z
			}
		}
	}
	return r, through
}

// turns tells whether slopes have opposite signs at the ends, each by its interval.
func turns(s *result.Slopes) bool {
	if s == nil {
		return false
	}
	low, high := false, false
	see := func(x *result.Slope) {
		if x != nil {
			low = low || x.High < 0
			high = high || x.Low > 0
		}
	}
	see(s.Low)
	see(s.High)
	for i := range s.Groups {
		see(&s.Groups[i])
	}
	return low && high
}
