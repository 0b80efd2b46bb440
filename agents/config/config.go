// Package config holds every constant of discovery in one struct: those of Table 7 of the AutoKD paper, those that its text names, and ours.
//
// A named policy is a whole set of them. A single one is set by its dotted name, `online.alpha=0.01`; Fields lists them all with
// what they mean.
package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hyp-lang/hyp/agents/online"
	"github.com/hyp-lang/hyp/agents/score"
)

// Config is the constants of a discovery. The JSON names are those that Set takes; the `doc` tags are their documentation.
type Config struct {
	Policy       string          `json:"policy" doc:"the named policy that this began as"`
	Loop         Loop            `json:"loop"`
	Split        Split           `json:"split"`
	Online       Online          `json:"online"`
	Confirm      Confirm         `json:"confirm"`
	Screen       Screen          `json:"screen"`
	Orchestrator Orchestrator    `json:"orchestrator"`
	Generator    Generator       `json:"generator"`
	Filter       Filter          `json:"filter"`
	Evaluator    score.Evaluator `json:"evaluator"`
	Critic       score.Critic    `json:"critic"`
	Historian    Historian       `json:"historian"`
	Seeds        Seeds           `json:"seeds"`
}

// Loop is the loop's own.
type Loop struct {
	Batch     int           `json:"batch" doc:"hypotheses proposed a round (B)"`
	Stall     int           `json:"stall" doc:"rounds in a row without a finding that end the run (tau)"`
	MaxRounds int           `json:"max_rounds" doc:"most rounds"`
	Timeout   time.Duration `json:"timeout" doc:"of one execution"`
	Retries   int           `json:"retries" doc:"further tries of an execution that fails; one that takes too long is not tried again"`
	Limits    string        `json:"limits" doc:"the estimators' limits: default or paper"`
}

// Split is the confirmation split. Without a holdout nothing is confirmed.
type Split struct {
	Holdout float64 `json:"holdout" doc:"share of the rows that only verdicts look at"`
	Seed    int64   `json:"seed" doc:"which rows: a matter of the seed alone"`
}

// Online is the rule of the ledger.
type Online struct {
	Rule     string  `json:"rule" doc:"lord saffron alpha_investing elond paper"`
	Sequence string  `json:"sequence" doc:"gamma of lord and elond: slow (empty, as published) or power"`
	Alpha    float64 `json:"alpha" doc:"bound on the false discovery rate; for paper the level of each test"`
}

// Confirm is what a finding must show on the holdout beside the rule's level.
type Confirm struct {
	Floor float64 `json:"floor" doc:"least magnitude, on both parts"`
	Ratio float64 `json:"ratio" doc:"least share of the train magnitude that the holdout's must have"`
	MaxP  float64 `json:"max_p" doc:"largest p on the train part"`
}

// Screen is what the offline mind asks of a survey of the train rows before it proposes.
type Screen struct {
	Q            float64 `json:"q" doc:"false discovery rate of the pairs that are proposed"`
	QModerated   float64 `json:"q_moderated" doc:"... of the interactions and heterogeneities"`
	Explained    float64 `json:"explained" doc:"share of an association that is left when a third variable is held, under which it is that variable's"`
	Direct       float64 `json:"direct" doc:"share under which the third variable joins the claim as a control"`
	Rows         int     `json:"rows" doc:"most rows that the screen of triples reads; more are thinned"`
	MaxControls  int     `json:"max_controls" doc:"most controls of a proposal"`
	ClusterLinks float64 `json:"cluster_links" doc:"correlation that joins variables into a module where the catalog names none"`
}

// Orchestrator is the weights of the modes and how the state of the graph changes them.
type Orchestrator struct {
	Exploration  float64 `json:"exploration" doc:"base weight"`
	Global       float64 `json:"global" doc:"base weight"`
	Refinement   float64 `json:"refinement" doc:"base weight"`
	Conflict     float64 `json:"conflict" doc:"base weight"`
	GlobalFrom   int     `json:"global_from" doc:"insights from which global is a mode (g_min)"`
	Retry        int     `json:"retry" doc:"queued refinements that a refinement round tries again"`
	RetryScore   float64 `json:"retry_score" doc:"least overall score of one"`
	RetryTries   int     `json:"retry_tries" doc:"most tries of one"`
	ModuleShare  float64 `json:"module_share" doc:"share of the insights from which a module is over-used"`
	AssocBonus   float64 `json:"assoc_bonus" doc:"of an assoc or diff that nothing deepens yet"`
	DeepBonus    float64 `json:"deep_bonus" doc:"of an interact that nothing deepens yet"`
	TopShare     float64 `json:"top_share" doc:"share of the top score from which anchors of a refinement are drawn"`
	Anchors      int     `json:"anchors" doc:"context anchors"`
	ContextLimit int     `json:"context_limit" doc:"insights of a round's context"`
}

// Generator is the rest of themes and variables.
type Generator struct {
	Window      int     `json:"window" doc:"rounds that a theme's cooldown looks back"`
	Threshold   int     `json:"threshold" doc:"uses in them from which a theme rests"`
	ThemeShare  float64 `json:"theme_share" doc:"share of all rounds above which a theme rests"`
	ForceEvery  int     `json:"force_every" doc:"rounds after which the least used theme is forced; 0: never"`
	OverUse     float64 `json:"over_use" doc:"share of the last accepted insights above which a variable rests"`
	OverUseLast int     `json:"over_use_last" doc:"how many those are"`
}

// Filter is the critic before execution.
type Filter struct {
	Novelty        float64 `json:"novelty" doc:"estimated novelty under which a hypothesis is not tried"`
	Semantic       float64 `json:"semantic" doc:"similarity of a semantic duplicate, on the paper's scale"`
	SemanticCore   float64 `json:"semantic_core" doc:"core overlap that it needs as well"`
	SmallCore      float64 `json:"small_core" doc:"... in catalogs of few columns"`
	SmallCatalog   int     `json:"small_catalog" doc:"columns from which a catalog is not small"`
	Structural     float64 `json:"structural" doc:"core overlap of a structural duplicate"`
	Deepenings     int     `json:"deepenings" doc:"most deepenings of one insight"`
	Tighten        float64 `json:"tighten" doc:"how much the semantic threshold falls with each near insight beyond three"`
	TightenMost    float64 `json:"tighten_most" doc:"how much it falls at most"`
	SplitQuestions bool    `json:"split_questions" doc:"an interaction of the same variables on another outcome is another question"`
}

// Historian is what a new insight is to those before it, and how they are retrieved.
type Historian struct {
	Duplicate float64 `json:"duplicate" doc:"similarity from which a finding is another's repetition, on the paper's scale"`
	Order     string  `json:"order" doc:"relations that a round's context follows, the first first"`
	Linked    int     `json:"linked" doc:"context insights that share a core variable and are linked beside the anchors"`
	Paper     bool    `json:"paper" doc:"a link that is nothing else narrows"`
}

// Seeds is the cold start.
type Seeds struct {
	Rows   int64   `json:"rows" doc:"least rows of a brief's pair"`
	P      float64 `json:"p" doc:"largest p"`
	R      float64 `json:"r" doc:"least |r|"`
	Pairs  int     `json:"pairs" doc:"most pairs"`
	Briefs int     `json:"briefs" doc:"pairs that a brief names"`
}

// Relations are those that a round's context follows, in the paper's order.
var Relations = []string{"deepens", "narrows", "extends", "contradicts"}

// Relations is the relations that a round's context follows.
func (h *Historian) Relations() []string { return strings.Fields(h.Order) }

// Policies are the named policies.
var Policies = []string{"default", "paper", "discoper"}

// Named is a policy by name.
//
//   - default: LORD++ on a confirmation split that is looked at once an estimand.
//   - paper: the choices of AutoKD, without a confirmation split and without control of the false discovery rate.
//   - discoper: the thresholds of DiscoPER: magnitude .2 and p <= .05 on both parts, 60% of the magnitude held.
func Named(name string) (Config, error) {
	c := Config{
		Policy:       "default",
		Loop:         Loop{Batch: 10, Stall: 30, MaxRounds: 2000, Timeout: 30 * time.Second, Retries: 3, Limits: "default"},
		Split:        Split{Holdout: 0.3, Seed: 42},
		Online:       Online{Rule: online.LORD, Sequence: online.Power, Alpha: 0.05},
		Confirm:      Confirm{Floor: 0.03, Ratio: 0.6, MaxP: 0.05},
		Screen:       Screen{Q: 0.05, QModerated: 0.05, Explained: 0.3, Direct: 0.75, Rows: 20_000, MaxControls: 2, ClusterLinks: 0.3},
		Orchestrator: Orchestrator{Exploration: 0.30, Global: 0.15, Refinement: 0.40, Conflict: 0.30, GlobalFrom: 12, Retry: 3, RetryScore: 0.5, RetryTries: 2, ModuleShare: 0.25, AssocBonus: 0.25, DeepBonus: 0.15, TopShare: 0.7, Anchors: 5, ContextLimit: 10},
		Generator:    Generator{Window: 6, Threshold: 3, ThemeShare: 0.4, ForceEvery: 3, OverUse: 0.15, OverUseLast: 30},
		Filter:       Filter{Novelty: 0.25, Semantic: 0.88, SemanticCore: 0.67, SmallCore: 0.90, SmallCatalog: 30, Structural: 0.80, Deepenings: 3, Tighten: 0.005, TightenMost: 0.03, SplitQuestions: true},
		Evaluator:    score.PaperEvaluator(),
		Critic:       confirmed(score.PaperCritic()),
		Historian:    Historian{Duplicate: 0.92, Order: strings.Join(Relations, " "), Linked: 2},
		Seeds:        Seeds{Rows: 30, P: 0.01, R: 0.03, Pairs: 150, Briefs: 5},
	}
	switch name {
	case "", "default":
	case "paper":
		c.Policy, c.Loop.Limits, c.Split.Holdout = "paper", "paper", 0
		c.Critic = score.PaperCritic()
		c.Online = Online{Rule: online.Paper, Alpha: 0.05}
		c.Confirm = Confirm{}
		c.Filter.SplitQuestions, c.Historian.Paper = false, true
		// The paper proposes from words, not from a survey: what a mind that looks at the data may do is left open.
		c.Screen.Q, c.Screen.QModerated, c.Screen.Explained, c.Screen.Direct = 1, 0.05, 0, 0
	case "discoper":
		c.Policy, c.Critic = "discoper", score.PaperCritic()
		c.Online = Online{Rule: online.Paper, Alpha: 0.05}
		c.Confirm = Confirm{Floor: 0.2, Ratio: 0.6, MaxP: 0.05}
	default:
		return c, fmt.Errorf("there is no policy %q: there are %v", name, Policies)
	}
	return c, nil
}

// confirmed is the critic where a holdout confirms: the paper's threshold of .55 stands between a large graph and findings that are small or of one
// module, and a finding that was confirmed needs no such guard. Scores still order what was found.
func confirmed(c score.Critic) score.Critic {
	c.Insight, c.Refine = 0.45, 0.40
	return c
}

// Check refuses values that no run can have.
func (c *Config) Check() error {
	if err := c.natural(); err != nil {
		return err
	}
	for name, x := range map[string]float64{"split.holdout": c.Split.Holdout, "confirm.ratio": c.Confirm.Ratio, "confirm.max_p": c.Confirm.MaxP,
		"screen.q": c.Screen.Q, "screen.q_moderated": c.Screen.QModerated, "evaluator.split_share": c.Evaluator.SplitShare, "seeds.p": c.Seeds.P, "historian.duplicate": c.Historian.Duplicate} {
		if !(x >= 0 && x <= 1) {
			return fmt.Errorf("%s lies between 0 and 1, not at %v", name, x)
		}
	}
	for name, n := range map[string]int{"loop.batch": c.Loop.Batch, "loop.stall": c.Loop.Stall, "loop.max_rounds": c.Loop.MaxRounds} {
		if n < 1 {
			return fmt.Errorf("%s is at least 1, not %d", name, n)
		}
	}
	if c.Split.Holdout > 0.9 {
		return fmt.Errorf("split.holdout leaves too few rows to explore: it is %v", c.Split.Holdout)
	}
	if c.Loop.Timeout <= 0 {
		return fmt.Errorf("loop.timeout is a positive duration, not %v", c.Loop.Timeout)
	}
	if o := c.Orchestrator; o.Exploration+o.Global+o.Refinement+o.Conflict == 0 {
		return errors.New("the four weights of orchestrator (exploration, global, refinement, conflict) are all 0, so that no mode is left")
	}
	if c.Historian.Duplicate == 0 {
		return errors.New("historian.duplicate lies above 0: at 0 every finding on the same variables would repeat the one before")
	}
	var seen []string
	for _, r := range c.Historian.Relations() {
		if !slices.Contains(Relations, r) || slices.Contains(seen, r) {
			return fmt.Errorf("historian.order names relations once each, the first first: %q is none of %v, or there twice", r, Relations)
		}
		seen = append(seen, r)
	}
	if c.Loop.Limits != "default" && c.Loop.Limits != "paper" {
		return fmt.Errorf("loop.limits is default or paper, not %q", c.Loop.Limits)
	}
	_, err := online.Restore(online.State{Rule: c.Online.Rule, Alpha: c.Online.Alpha, Sequence: c.Online.Sequence})
	return err
}
