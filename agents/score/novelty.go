package score

import "math"

// Critic is the constants of novelty, of the overall score and of the dispositions.
type Critic struct {
	Insight       float64 `json:"insight" doc:"overall score from which a finding is accepted"`
	Refine        float64 `json:"refine" doc:"... from which it is worth another try"`
	LowValidity   float64 `json:"low_validity" doc:"validity under which nothing is accepted"`
	LowNovelty    float64 `json:"low_novelty" doc:"novelty under which nothing is accepted"`
	HighValidity  float64 `json:"high_validity" doc:"validity from which a finding without novelty is worth another try"`
	EffectFloor   float64 `json:"effect_floor" doc:"magnitude under which nothing is accepted"`
	LowSurprise   float64 `json:"low_surprise" doc:"surprise under which nothing is new"`
	Trivial       float64 `json:"trivial" doc:"surprise under which a trivial finding has no other novelty"`
	LowStructural float64 `json:"low_structural" doc:"structural distance under which novelty is at most critic.shallow"`
	Shallow       float64 `json:"shallow" doc:"that most"`
	Novelty       float64 `json:"novelty" doc:"weight of novelty in the overall score"`
	Validity      float64 `json:"validity" doc:"weight of validity in the overall score"`
	Interpretable float64 `json:"interpretable" doc:"weight of interpretability in the overall score"`
	Structural    float64 `json:"structural" doc:"weight of structural distance in novelty"`
	Semantic      float64 `json:"semantic" doc:"weight of semantic distance in novelty"`
	Surprise      float64 `json:"surprise" doc:"weight of surprise in novelty"`
}

// PaperCritic is the critic of the AutoKD paper.
func PaperCritic() Critic {
	return Critic{
		Insight: 0.55, Refine: 0.45, LowValidity: 0.4, LowNovelty: 0.3, HighValidity: 0.7, EffectFloor: 0.03,
		LowSurprise: 0.3, Trivial: 0.4, LowStructural: 0.3, Shallow: 0.40,
		Novelty: 0.5, Validity: 0.4, Interpretable: 0.1, Structural: 0.25, Semantic: 0.25, Surprise: 0.5,
	}
}

// Structure is how a claim stands to the claims of a graph.
type Structure struct {
	Empty       bool    // the graph has no finding
	SameColumns bool    // one of them has the same columns
	SameBattery bool    // its variables are items of one battery
	Modules     int     // modules that its core variables are from; 0: not known
	Jaccard     float64 // the largest overlap with one of them, over all columns
}

// OfStructure is the structural distance of a claim: 1 in an empty graph, .1 for the same columns or one battery, .15 inside a module, else what
// the nearest finding does not share.
func (Critic) OfStructure(s Structure) float64 {
	switch {
	case s.Empty:
		return 1
	case s.SameColumns || s.SameBattery:
		return 0.1
	case s.Modules == 1:
		return 0.15
	}
	return 1 - s.Jaccard
}

// OfMeaning is the semantic distance of a claim from the similarity of the nearest finding, on the paper's scale (cos + 1) / 2 of MiniLM;
// other embedders bring their similarities to it first.
func (Critic) OfMeaning(nearest float64) float64 {
	switch {
	case nearest >= 0.85:
		return 0.2
	case nearest >= 0.7:
		return 0.6
	case nearest >= 0.6:
		return 0.75
	}
	return 0.9
}

// Parts is what novelty is made of, each in [0, 1]. Surprise is the rubric's tenth: 0-2 tautological, 3-4 incoherent, 5-6 foundational,
// 7-8 novel, 9-10 surprising.
type Parts struct {
	Structural, Semantic, Surprise float64
	Deepens                        bool // it deepens a finding, so that it must be near to it
	Trivial                        bool // the judge calls it trivial
}

// OfParts is the novelty score.
func (c Critic) OfParts(p Parts) float64 {
	switch {
	case p.Surprise < c.LowSurprise:
		return 0
	case p.Structural < c.LowStructural && !p.Deepens:
		return math.Min(c.Shallow, 0.4*p.Structural+0.1*p.Semantic+0.5*p.Surprise)
	case p.Surprise < c.Trivial && p.Trivial:
		return math.Max(p.Surprise, 0.2)
	}
	return c.Structural*p.Structural + c.Semantic*p.Semantic + c.Surprise*p.Surprise
}

// Interpretability is how much a claim says: one that joins modules, has controls, or asks for whom.
func Interpretability(crossModule, controls, moderated bool) float64 {
	s := 0.5
	if crossModule {
		s += 0.2
	}
	if controls {
		s += 0.15
	}
	if moderated {
		s += 0.15
	}
	return s
}

// Overall is the score that decides.
func (c Critic) Overall(novelty, validity, interpretability float64) float64 {
	return c.Novelty*novelty + c.Validity*validity + c.Interpretable*interpretability
}

// BriefOverall, BriefNovelty and BriefValidity are the scores of the briefs of a cold start.
const (
	BriefOverall  = 0.35
	BriefNovelty  = 0.3
	BriefValidity = 0.4
)

// Disposition is what becomes of a result.
type Disposition string

// The dispositions.
const (
	Accept Disposition = "accept"
	Refine Disposition = "refine"
	Reject Disposition = "reject"
)

// Decide is the disposition of a result by its scores and its magnitude, with a code for the reason where it is not accepted.
func (c Critic) Decide(validity, novelty, overall, magnitude float64) (Disposition, string) {
	switch {
	case validity < c.LowValidity:
		if overall >= c.Refine {
			return Refine, "low-validity"
		}
		return Reject, "low-validity"
	case novelty < c.LowNovelty:
		if validity >= c.HighValidity && overall >= c.Refine {
			return Refine, "low-novelty"
		}
		return Reject, "low-novelty"
	case overall >= c.Insight:
		if magnitude >= c.EffectFloor {
			return Accept, ""
		}
		return Refine, "small-effect"
	case overall >= c.Refine:
		return Refine, "low-score"
	}
	return Reject, "low-score"
}

// Jaccard is the overlap of two sets given without repeats: what they share over what they have.
func Jaccard(a, b []string) float64 {
	if len(a)+len(b) == 0 {
		return 0
	}
	shared := 0
	for _, x := range a {
		for _, y := range b {
			if x == y {
				shared++
			}
		}
	}
	return float64(shared) / float64(len(a)+len(b)-shared)
}
