// Package mind is judgement: a few typed questions that the agents of discovery ask, and the mind that answers them without a model.
//
// A question carries everything that its answer may depend on, so that a mind has no memory of its own and a run can be
// resumed anywhere. Claims are written in the language and are data: the loop parses and checks them before anything runs.
package mind

import (
	"context"
	"math/rand/v2"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/result"
)

// Mind answers the agents' questions.
type Mind interface {
	// Name is what a graph calls the mind.
	Name() string
	// Theme chooses a thematic direction without concrete variables (the generator's first phase).
	Theme(ctx context.Context, q ThemeQuestion) (Theme, error)
	// Hypotheses proposes claims over known variables (its second phase). It may propose fewer than were asked for, or none.
	Hypotheses(ctx context.Context, q Question) ([]Proposal, error)
	// PriorNovelty estimates in [0, 1] how new a claim would be, before it is run.
	PriorNovelty(ctx context.Context, q NoveltyQuestion) (float64, error)
	// Surprise judges a result against what is known.
	Surprise(ctx context.Context, q SurpriseQuestion) (Surprise, error)
}

// Answerer answers people's questions from insights, and verifies answers. Without one package ask does both from the insights' own sentences.
type Answerer interface {
	// Name is what an answer calls its author.
	Name() string
	// Answer answers a question from insights, and cites them.
	Answer(ctx context.Context, q AnswerQuestion) (Answer, error)
	// Entails tells whether an insight says what a claim in words says.
	Entails(ctx context.Context, claim string, by Finding) (bool, error)
}

// Mode is how a round explores.
type Mode string

// The modes. Exploration is the paper's local: it extends the frontier.
const (
	Exploration Mode = "exploration"
	Global      Mode = "global"
	Refinement  Mode = "refinement"
	Conflict    Mode = "conflict"
)

// Modes are all modes, in the order in which they are drawn.
var Modes = []Mode{Exploration, Global, Refinement, Conflict}

// Variable is what a mind may know of a variable.
type Variable struct {
	Name     string
	Label    string
	Question string
	Type     plan.Type
	Module   string
	Battery  string
	Levels   []plan.Level
	Measured *float64 // in years; nil when nobody says it
}

// Module is a part of the data: the catalog's, or a cluster of variables.
type Module struct {
	ID, Label string
	Variables int
	Uses      int  // rounds whose theme it was
	Resting   bool // used so often that it should wait
}

// Finding is an insight of the graph, as far as judgement needs it.
type Finding struct {
	ID, Name, Text, Claim                string
	Template                             string
	Outcome, Exposure, Moderator, Groups string
	Controls                             []string
	Where                                string
	Estimand                             string
	Modules                              []string
	Seed                                 bool
	Estimate                             *float64 // nil for a test of several coefficients
	Magnitude                            float64  // on the scale of |r|
	Validity, Novelty, Score             float64
	Number                               int // of its round
}

// Core is the variables that make the claim, sorted; controls never do.
func (f *Finding) Core() []string {
	return result.Core(f.Outcome, f.Exposure, f.Moderator, f.Groups)
}

// Signed is the magnitude with the sign of the estimate; unsigned tests give the magnitude.
func (f *Finding) Signed() float64 {
	if f.Estimate != nil && *f.Estimate < 0 {
		return -f.Magnitude
	}
	return f.Magnitude
}

// Rank orders templates by depth: assoc and diff 1, interact 2, heterogeneity 3.
func Rank(template string) int {
	return map[string]int{"assoc": 1, "diff": 1, "interact": 2, "heterogeneity": 3}[template]
}

// Key is a claim without its controls and its rows: what is asked of which variables. Unordered where the template's effect is symmetric.
type Key struct{ Template, A, B, C string }

// KeyOf is the key of a claim: assoc and diff of one pair are one question, as are both orders of an interaction.
func KeyOf(template, outcome, exposure, moderator, groups string) Key {
	switch template {
	case "assoc", "diff":
		a, b := outcome, exposure+groups
		if b < a {
			a, b = b, a
		}
		return Key{Template: "pair", A: a, B: b}
	case "interact":
		a, b := exposure, moderator
		if b < a {
			a, b = b, a
		}
		return Key{Template: template, A: a, B: b, C: outcome}
	}
	a, b := exposure, outcome
	if b < a {
		a, b = b, a
	}
	return Key{Template: template, A: a, B: b, C: groups}
}

// Of is the same question about a part of the rows, by its canonical condition, or about some of the groups; a key is itself without them.
func (k Key) Of(where string, groups *plan.Contrast) Key {
	if where != "" {
		k.Template += " where " + where
	}
	if groups != nil {
		against := groups.B
		if groups.Rest {
			against = "rest"
		}
		k.Template += " " + groups.A + " vs " + against
	}
	return k
}

// ThemeQuestion asks for a direction.
type ThemeQuestion struct {
	Mode       Mode
	Goal       string
	Domain     string
	Modules    []Module
	Forced     string // a module that the theme must be about: the least used one, now and then
	Earlier    []string
	NearMisses []string
	Ungrounded []string // terms that found no variable before
	Anchors    []Finding
	Known      Known
	Random     *rand.Rand
}

// Theme is a direction: modules, a research question, and terms by which variables are found.
type Theme struct {
	Modules     []string
	Question    string
	Constructs  []string
	Relations   []string
	Confounders []string
	Terms       []string
	Angle       string // what would surprise
}

// Known is what the loop remembers of earlier rounds.
type Known interface {
	// Findings are the insights, seeds apart, in the order of their arrival.
	Findings() []Finding
	// Tried tells whether a question was put before, whatever came of it.
	Tried(Key) bool
}

// Question asks for hypotheses.
type Question struct {
	Mode     Mode
	Goal     string
	Relevant map[string]float64 // how near each variable is to the goal, in [0, 1]; nil without a goal
	Theme    Theme
	Cards    []Variable // retrieved for the theme
	Anchors  []Finding
	Context  []Finding
	Retries  []Retry // queued refinements that are to be tried again
	Rejected []string
	Resting  []string // variables that were used too often lately
	Want     int
	Known    Known
	Random   *rand.Rand
}

// Retry is a claim of the refinement queue with the reason why it was not accepted.
type Retry struct {
	Claim   string
	Hint    string
	Overall float64
	Tries   int
}

// Proposal is one hypothesis: a claim line of the language, and why it should hold.
type Proposal struct {
	Claim     string
	Mechanism string
	Parent    string // the insight that it deepens, if any
}

// NoveltyQuestion asks how new a claim would be.
type NoveltyQuestion struct {
	Claim string
	Core  []string
	Near  []Finding // up to ten
	Known Known
}

// SurpriseQuestion asks for a judgement of a result.
type SurpriseQuestion struct {
	Claim     string
	Mechanism string // the proposal's
	Record    *result.Record
	Modules   []string
	Near      []Finding // up to ten
	Domain    string
	Known     Known
}

// Surprise is the rubric's answer. Score: 0-2 tautological, 3-4 incoherent, 5-6 foundational, 7-8 novel, 9-10 surprising. A finding
// without a mechanism is not accepted, whatever its p.
type Surprise struct {
	Mechanism      string `json:"mechanism"`
	Reasoning      string `json:"reasoning"`
	Classification string `json:"classification"`
	Score          int    `json:"score"`
	Critique       string `json:"critique,omitempty"`
	Trivial        bool   `json:"trivial,omitempty"`
}

// Classification names a score's part of the rubric.
func Classification(score int) string {
	switch {
	case score <= 2:
		return "tautological"
	case score <= 4:
		return "incoherent"
	case score <= 6:
		return "foundational"
	case score <= 8:
		return "novel"
	}
	return "surprising"
}

// AnswerQuestion asks a question of insights.
type AnswerQuestion struct {
	Question string
	Insights []Finding // by relevance
}

// Answer is sentences, each with the insights that it cites.
type Answer struct{ Sentences []Sentence }

// Sentence is one sentence of an answer.
type Sentence struct {
	Text  string
	Cites []string // ids of insights
}
