package loop

import (
	"encoding/json"
	"fmt"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/graphq/insight"
	"github.com/hyp-lang/hyp/graphq/intake"
)

// What ledger rows say of why a test was made.
const (
	purposeTrain   = "explored"
	purposeHoldout = "confirmation"
)

// ruled tells whether a row of the ledger was tested at an online level.
func ruled(t *insight.Test) bool { return t.Level != nil && t.Policy != "" }

// replay takes a row of the ledger into the online rule: the ledger is the rule's state. Rows of other versions of the data are another stream.
func (l *Loop) replay(t *insight.Test) {
	if !ruled(t) || t.DataHash != l.data.Input.Table.Hash {
		return
	}
	p := 1.0
	if t.P != nil {
		p = *t.P
	}
	l.rule.Observe(p)
	l.state.used[t.Estimand] = true
	l.state.asked[t.Specification+" "+t.Part] = *t
}

// redone tells whether a claim's own confirmation is in the ledger and its round is not: a crash came between, and its verdict is taken again.
func (l *Loop) redone(c *Compiled) bool {
	t, there := l.state.asked[c.Spec.Specification+" "+string(plan.Holdout)]
	return there && t.Number != nil && *t.Number == l.state.Round
}

// ask puts a test to the online rule and stages its row of the ledger, which is on disk before its verdict is used. A row that is there already, from a round that a crash broke off, is
// the answer.
func (l *Loop) ask(c *Compiled, rec *result.Record) (insight.Test, error) {
	key := rec.Specification + " " + rec.Part
	if t, there := l.state.asked[key]; there {
		return t, nil
	}
	level, p := l.rule.Level(), 1.0
	if rec.Status == result.OK && rec.P != nil {
		p = *rec.P
	}
	rejected := l.rule.Observe(p)
	e, err := l.entry(c, rec)
	if err != nil {
		return insight.Test{}, err
	}
	e.Rule, e.Level, e.Rejected = l.rule.Name(), &level, &rejected
	if wealth, has := l.rule.Wealth(); has {
		e.Wealth = &wealth
	}
	if _, err := l.stage.Test(e, purposeHoldout); err != nil {
		return insight.Test{}, err
	}
	t := insight.Test{Specification: rec.Specification, Estimand: rec.Estimand, Part: rec.Part, Level: &level, Rejected: &rejected, P: rec.P, Policy: l.rule.Name()}
	number := l.state.Round
	t.Number = &number
	l.state.asked[key] = t
	l.state.used[rec.Estimand] = true
	return t, nil
}

// tested stages the ledger's row of a test on the explored rows. Without a holdout that is the test that the rule looks at.
func (l *Loop) tested(c *Compiled, rec *result.Record) error {
	if l.data.Holdout == nil {
		_, err := l.ask(c, rec)
		return err
	}
	e, err := l.entry(c, rec)
	if err != nil {
		return err
	}
	_, err = l.stage.Test(e, purposeTrain)
	return err
}

// entry is a result as the graph takes it.
func (l *Loop) entry(c *Compiled, rec *result.Record) (insight.Entry, error) {
	e := insight.Entry{Record: *rec, By: l.mind.Name(), Dataset: insight.Dataset{Name: l.data.ID, File: intake.File(l.data.Path), Columns: int64(l.data.Columns)}}
	e.Duplicate = l.cfg.Historian.Duplicate
	if l.cfg.Historian.Paper {
		e.Policy = insight.Paper
	}
	e.Hypothesis.Source = c.Claim
	if c.Spec == nil {
		return e, nil
	}
	text, err := json.Marshal(c.Spec)
	if err != nil {
		return e, fmt.Errorf("the plan of %s: %w", c.Claim, err)
	}
	e.Hypothesis.Plan = text
	e.Variables, e.Modules = intake.Describe(c.Hyp)
	for i := range e.Variables {
		if e.Variables[i].Module == "" {
			e.Variables[i].Module = l.data.module[e.Variables[i].Name]
		}
	}
	e.Modules = l.data.modulesOf(core(c.Spec))
	if rec.Where != "" {
		e.Context = &insight.Context{Name: rec.Where, Text: rec.Where}
	}
	return e, nil
}
