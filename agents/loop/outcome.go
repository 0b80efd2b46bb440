package loop

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/hyp-lang/hyp/agents/mind"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// reject stores a hypothesis that is not accepted, with the reason.
func (l *Loop) reject(c *Compiled, rec *result.Record, o *objection, stage string) error {
	s := l.state
	s.Counts.Rejected++
	s.Reasons[o.code]++
	blank := result.Record{Name: c.Name, Claim: c.Claim}
	if c.Spec != nil {
		blank.Template, blank.Specification, blank.Estimand, blank.Dataset = string(c.Spec.Template), c.Spec.Specification, c.Spec.Estimand, c.Spec.Dataset
	}
	if rec == nil {
		rec = &blank
	}
	e, err := l.entry(c, rec)
	if err != nil {
		return err
	}
	if err := l.stage.Reject(e, o.code, o.reason, stage); err != nil {
		return err
	}
	if o.code != codeUnjudged {
		s.rejected[c.Claim] = true
		if c.Spec != nil {
			s.tried[c.Key] = true
		}
	}
	s.dequeue(c.Claim)
	s.Objected = append(s.Objected, c.Claim+": "+o.code)
	if n := len(s.Objected); n > 10 {
		s.Objected = s.Objected[n-10:]
	}
	ev := l.event("rejected")
	ev.Claim, ev.Code, ev.Reason = c.Claim, o.code, o.reason
	l.told = append(l.told, ev)
	return nil
}

// queue puts a result into the refinement queue, or after too many tries rejects it.
func (l *Loop) queue(c *Compiled, rec *result.Record, j *judgement) error {
	s := l.state
	tries := 0
	for _, q := range s.Queue {
		if q.Claim == c.Claim {
			tries = q.Tries + 1
		}
	}
	if tries >= l.cfg.Orchestrator.RetryTries {
		return l.reject(c, rec, &failure{codeTries, fmt.Sprintf("after %d tries: %s", tries, j.objection.reason)}, "after")
	}
	s.dequeue(c.Claim)
	s.Counts.Refined++
	s.tried[c.Key] = true
	s.Queue = append(s.Queue, queued{Claim: c.Claim, Mechanism: c.Mechanism, Hint: j.objection.code + ": " + j.objection.reason, Overall: j.overall, Tries: tries, Key: c.Key})
	const most = 100
	if len(s.Queue) > most {
		s.Queue = s.Queue[len(s.Queue)-most:]
	}
	ev := l.event("refine")
	ev.Claim, ev.Code, ev.Reason = c.Claim, j.objection.code, j.objection.reason
	l.told = append(l.told, ev)
	return nil
}

func (s *state) dequeue(claim string) {
	s.Queue = slices.DeleteFunc(s.Queue, func(q queued) bool { return q.Claim == claim })
}

// accept inserts a finding.
func (l *Loop) accept(ctx context.Context, p *roundPlan, around []mind.Finding, c *Compiled, rec *result.Record, j *judgement) error {
	s := l.state
	if rec.Verdict == nil { // without a confirmation split the explored rows are all there is
		rec.Verdict = &result.Verdict{Value: result.Supported, Reason: fmt.Sprintf("p %s, validity %.2f", report.Probability(rec.P, rec.Log10P), j.validity)}
	}
	rec.Finding = report.Sentence(rec)
	e, err := l.entry(c, rec)
	if err != nil {
		return err
	}
	surprise := float64(j.surprise.Score) / 10
	e.Scores = insight.Scores{Validity: &j.validity, Novelty: &j.novelty, Score: &j.overall, Surprise: &surprise}
	if e.Note, err = json.Marshal(j.surprise); err != nil {
		return err
	}
	if t, asked := s.asked[rec.Specification+" "+l.part()]; asked {
		e.Rule, e.Level, e.Rejected = t.Policy, t.Level, t.Rejected
	}
	e.Anchors, e.Nearby = l.linked(core(c.Spec), p, around)
	in, err := l.stage.Insert(ctx, e)
	if err != nil {
		return err
	}
	s.Counts.Accepted++
	s.tried[c.Key] = true
	s.dequeue(c.Claim)
	if in.Duplicate {
		s.Counts.Repeated++
	}
	if mind.Rank(rec.Template) > 1 {
		s.Counts.Deep++
	}
	for _, it := range l.stage.Items() {
		if it.ID == in.ID {
			s.learn(it)
		}
	}
	s.Recent = append(s.Recent, core(c.Spec))
	if n, most := len(s.Recent), l.cfg.Generator.OverUseLast; n > most {
		s.Recent = s.Recent[n-most:]
	}
	ev := l.event("accepted")
	ev.Claim, ev.Insight, ev.Text, ev.Score, ev.Record = c.Claim, in.ID, rec.Finding, j.overall, rec
	l.told = append(l.told, ev)
	return nil
}

// part is the part of the data that the online rule looks at.
func (l *Loop) part() string {
	if l.data.Holdout == nil {
		return ""
	}
	return string(plan.Holdout)
}
