package config

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hyp-lang/hyp/agents/online"
)

// TestTable7 holds the policies to Table 7 of the AutoKD paper; the default has an insight threshold of its own.
func TestTable7(t *testing.T) {
	for _, name := range Policies {
		c, err := Named(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		o := c.Orchestrator
		for what, same := range map[string]bool{
			"Generator B": c.Loop.Batch == 10, "context anchors": o.Anchors == 5,
			"Evaluator": c.Evaluator.PMin == 0.05 && c.Evaluator.EffectFloor == 0.03 && c.Evaluator.SplitShare == 0.3,
			"Critic":    (c.Critic.Insight == 0.55 || name == "default") && c.Filter.Structural == 0.80 && c.Filter.Semantic == 0.88,
			"Runner":    c.Loop.Timeout == 30*time.Second && c.Loop.Retries == 3,
			"weights":   o.Exploration == 0.30 && o.Global == 0.15 && o.Refinement == 0.40 && o.Conflict == 0.30,
			"limits":    o.GlobalFrom == 12 && c.Loop.MaxRounds == 2000 && c.Loop.Stall == 30,
			"Historian": c.Historian.Duplicate == 0.92 && slices.Equal(c.Historian.Relations(), []string{"deepens", "narrows", "extends", "contradicts"}),
			"catalog":   c.Generator.Window == 6 && c.Generator.Threshold == 3 && c.Generator.OverUse == 0.15 && c.Generator.ForceEvery == 3,
		} {
			if !same {
				t.Errorf("%s: %s is not that of Table 7", name, what)
			}
		}
	}
	if _, err := Named("papre"); err == nil {
		t.Error("an unknown policy was taken")
	}
}

func TestSet(t *testing.T) {
	c, _ := Named("")
	for _, s := range []string{"online.alpha=0.01", "loop.timeout = 2m", "split.seed=7", "online.rule=elond", "filter.split_questions=false", "critic.insight=.6"} {
		if err := c.Set(s); err != nil {
			t.Error(err)
		}
	}
	if c.Online.Alpha != 0.01 || c.Loop.Timeout != 2*time.Minute || c.Split.Seed != 7 || c.Online.Rule != "elond" || c.Filter.SplitQuestions || c.Critic.Insight != 0.6 {
		t.Errorf("%+v", c)
	}
	if err := c.Check(); err != nil {
		t.Error(err)
	}
	for s, want := range map[string]string{
		"alpha=0.1": "online.alpha", "online.level=1": "--show-config", "loop.batch=ten": "whole number", "loop.timeout=9": "duration",
		"online.alpha": "name=value", "policy=paper": "by itself", "online.alpha=NaN": "no number", "filter.split_questions=maybe": "true",
	} {
		if err := c.Set(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q in it", s, err, want)
		}
	}
	for _, s := range []string{"online.alpha=0", "split.holdout=1", "loop.batch=0", "online.rule=bonferroni", "loop.limits=none", "loop.timeout=-1s", "orchestrator.global=-1", "screen.q=2",
		"historian.duplicate=2", "historian.duplicate=0", "historian.order=deepens deepens", "historian.order=widens"} {
		c, _ := Named("")
		if err := c.Set(s); err != nil {
			t.Error(err)
		}
		if c.Check() == nil {
			t.Errorf("%s was taken", s)
		}
	}
}

// TestFields lists every constant once, by the names that JSON has.
func TestFields(t *testing.T) {
	c, _ := Named("")
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, f := range c.Fields() {
		parts := strings.Split(f.Name, ".")
		if seen[f.Name] || !strings.Contains(string(text), `"`+parts[len(parts)-1]+`":`) {
			t.Errorf("%s", f.Name)
		}
		seen[f.Name] = true
		if f.Doc == "" {
			t.Errorf("%s: --show-config says nothing of what it is", f.Name)
		}
	}
	if !seen["evaluator.p_min"] || len(seen) < 80 {
		t.Errorf("%d constants", len(seen))
	}
}

// A slip in a constant's name is told the name that was meant, in its section too.
func TestSetNearName(t *testing.T) {
	c, err := Named("default")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"loop.stal", "stall", "Loop.stall"} {
		if err := c.Set(name + "=3"); err == nil || !strings.Contains(err.Error(), "did you mean loop.stall?") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// No number below 0 reaches a run, of whatever constant: -1 is nobody's count, share, weight or threshold. A seed may be any number.
func TestNegative(t *testing.T) {
	first, _ := Named("default")
	for _, f := range first.Fields() {
		for _, value := range []string{"-1", "-Inf", "+Inf"} {
			c, _ := Named("default")
			if err := c.Set(f.Name + "=" + value); err != nil {
				continue // it is no number
			}
			if err := c.Check(); (err == nil) != (strings.HasSuffix(f.Name, "seed") || f.Name == "loop.timeout" && value != "-1") {
				t.Errorf("%s=%s: %v", f.Name, value, err)
			}
		}
	}
	c, _ := Named("default")
	c.Orchestrator.Exploration, c.Orchestrator.Global, c.Orchestrator.Refinement, c.Orchestrator.Conflict = 0, 0, 0, 0
	if c.Check() == nil {
		t.Error("no mode is left, and that was taken")
	}
}

// Every rule can be chosen by its name alone, in every policy; a sequence for a rule that has none is refused.
func TestRules(t *testing.T) {
	for _, policy := range Policies {
		for _, rule := range online.Names {
			c, _ := Named(policy)
			if err := c.Set("online.rule=" + rule); err != nil {
				t.Error(err)
			}
			if err := c.Check(); err != nil {
				t.Errorf("policy %s, rule %s: %v", policy, rule, err)
			}
		}
	}
	c, _ := Named("default")
	if err := errors.Join(c.Set("online.rule=saffron"), c.Set("online.sequence=power")); err != nil {
		t.Error(err)
	}
	if c.Check() == nil {
		t.Error("saffron was given a sequence")
	}
}
