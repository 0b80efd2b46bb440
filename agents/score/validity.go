// Package score holds the formulas of the evaluator and the critic: what a result is worth as evidence, how new it is beside a graph of
// findings, and what becomes of it. All are pure functions of numbers; their constants are fields, so that a policy can
// have its own.
//
// The formulas are those of AutoKD (sections 4 and 6.1, appendix A, Table 7); constants that the text does not print are those of its
// authors' public code.
package score

import "math"

// Evaluator is the constants of the validity score.
type Evaluator struct {
	PMin          float64 `json:"p_min" doc:"p from which validity is capped at p_cap"`
	PCap          float64 `json:"p_cap" doc:"the most validity such a result has"`
	EffectFloor   float64 `json:"effect_floor" doc:"magnitude under which validity is capped at effect_cap"`
	EffectCap     float64 `json:"effect_cap" doc:"the most validity such a result has"`
	EffectSlope   float64 `json:"effect_slope" doc:"of the sigmoid of the effect"`
	EffectMiddle  float64 `json:"effect_middle" doc:"magnitude where it is one half"`
	PWeight       float64 `json:"p_weight" doc:"least weight of p, that of large samples"`
	PWeightSmall  float64 `json:"p_weight_small" doc:"what small samples add to it"`
	PWeightRows   float64 `json:"p_weight_rows" doc:"rows where half of that is gone"`
	PWeightPower  float64 `json:"p_weight_power" doc:"how fast it goes with the rows"`
	Review        float64 `json:"review" doc:"multiplier for a warning to review"`
	Material      float64 `json:"material" doc:"for a material one"`
	NotReplicated float64 `json:"not_replicated" doc:"where one half of the rows does not show it"`
	SplitShare    float64 `json:"split_share" doc:"rows of the smaller part of the replication split"`
	SplitSeed     int64   `json:"split_seed" doc:"which rows those are"`
	SplitP        float64 `json:"split_p" doc:"p that both parts must stay under"`
	SplitRows     int64   `json:"split_rows" doc:"fewer rows cannot replicate"`
}

// PaperEvaluator is the evaluator of the AutoKD paper.
func PaperEvaluator() Evaluator {
	return Evaluator{
		PMin: 0.05, PCap: 0.3, EffectFloor: 0.03, EffectCap: 0.5, EffectSlope: 8, EffectMiddle: 0.12,
		PWeight: 0.3, PWeightSmall: 0.5, PWeightRows: 1000, PWeightPower: 1.5,
		Review: 0.95, Material: 0.8, NotReplicated: 0.8, SplitShare: 0.3, SplitSeed: 42, SplitP: 0.10, SplitRows: 40,
	}
}

// Evidence is what validity is made of. Magnitude is the effect without its sign, on the scale of the policy.
type Evidence struct {
	P             float64
	Magnitude     float64
	N             int64
	Review        bool // the result has a warning to review
	Material      bool // ... a material one
	NotReplicated bool // the replication split was made, and one part does not show the effect
}

// OfP is the score of a p-value: 1 below .001, falling along straight lines to .95 at .01 and .85 at .05, from .75 just above that to .65 at
// .1, and beyond .75 exp(-3 (p - .1)). NaN scores 0.
func (Evaluator) OfP(p float64) float64 {
	line := func(from, to, high, low float64) float64 { return high - (high-low)*(p-from)/(to-from) }
	switch {
	case p < 0.001:
		return 1
	case p <= 0.01:
		return line(0.001, 0.01, 1, 0.95)
	case p <= 0.05:
		return line(0.01, 0.05, 0.95, 0.85)
	case p <= 0.1:
		return line(0.05, 0.1, 0.75, 0.65)
	case p <= 1:
		return 0.75 * math.Exp(-3*(p-0.1))
	}
	return 0
}

// OfEffect is the score of a magnitude: a sigmoid.
func (e Evaluator) OfEffect(magnitude float64) float64 {
	return 1 / (1 + math.Exp(-e.EffectSlope*(magnitude-e.EffectMiddle)))
}

// Validity is the composite score in [0, 1]: p and effect weighed by the number of rows, since with many of them any p is small; capped for
// a trivial effect and for a large p; times the multipliers of warnings and of a failed replication.
func (e Evaluator) Validity(x Evidence) float64 {
	w := e.PWeight + e.PWeightSmall/(1+math.Pow(float64(x.N)/e.PWeightRows, e.PWeightPower))
	v := w*e.OfP(x.P) + (1-w)*e.OfEffect(x.Magnitude)
	if x.Magnitude < e.EffectFloor {
		v = math.Min(v, e.EffectCap)
	}
	if !(x.P < e.PMin) {
		v = math.Min(v, e.PCap)
	}
	if x.Review {
		v *= e.Review
	}
	if x.Material {
		v *= e.Material
	}
	if x.NotReplicated {
		v *= e.NotReplicated
	}
	return v
}
