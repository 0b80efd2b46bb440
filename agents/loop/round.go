package loop

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/hyp-lang/hyp/agents/mind"
	"github.com/hyp-lang/hyp/agents/score"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// begin opens the stage of the state's round.
func (l *Loop) begin(mode mind.Mode) (err error) {
	number := l.state.Round
	l.told = nil
	l.stage, err = l.graph.Stage(insight.StageInfo{
		RunInfo: insight.RunInfo{Number: &number, Mode: string(mode), Mind: l.mind.Name(), Study: l.data.Path, Version: l.opt.Version},
		ID:      fmt.Sprintf("%s.%05d", l.owner, number), Owner: l.owner,
	})
	return err
}

// abandon forgets a round that was not committed.
func (l *Loop) abandon() {
	if l.stage != nil {
		l.stage.Discard()
		l.stage = nil
	}
}

// mark is what is told of a run, as it stands between two rounds.
type mark struct {
	round, empty, findings int
	counts                 Counts
	reasons                map[string]int
	queue                  []queued
}

func (s *state) mark() mark {
	return mark{s.Round, s.Empty, len(s.findings), s.Counts, maps.Clone(s.Reasons), slices.Clone(s.Queue)}
}

// back takes the numbers of an abandoned round away. What else it left behind counts no more: the run ends.
func (s *state) back(m mark) {
	s.Round, s.Empty, s.Counts, s.Reasons, s.Queue = m.round, m.empty, m.counts, m.reasons, m.queue
	s.findings, s.expected = s.findings[:m.findings], 0
}

// commit stores the round.
func (l *Loop) commit(ctx context.Context, mode mind.Mode, n Counts) error {
	text, err := l.state.save()
	if err != nil {
		return err
	}
	number := l.state.Round
	r := insight.Round{Number: &number, Mode: string(mode), Mind: l.mind.Name(), Version: l.opt.Version, Proposed: &n.Proposed, Accepted: &n.Accepted, Rejected: &n.Rejected, State: text}
	for _, it := range l.stage.Items() {
		if it.Edge != nil || it.Insight != nil && it.Insight.Seed {
			l.state.learn(it)
		}
	}
	if err := l.stage.Commit(context.WithoutCancel(ctx), r); err != nil {
		return err
	}
	l.stage = nil
	return nil
}

// round is one round of Algorithm 1. Lost is why it ended before its last hypothesis, or had none.
func (l *Loop) round(ctx context.Context) (lost *mind.Failure, err error) {
	s := l.state
	s.Round++
	r := rand.New(s.random)
	p := l.plan(r)
	s.Lost = nil
	if err := l.begin(p.mode); err != nil {
		return nil, err
	}
	defer l.abandon()
	around, err := l.context(ctx, p.anchors)
	if err != nil {
		return nil, err
	}
	hypotheses, theme, err := l.propose(ctx, &p, around, r)
	if lost, err = l.lost("hypotheses", "", err); err != nil {
		return nil, fmt.Errorf("round %d: %w", s.Round, err)
	}
	if err := l.ahead(ctx, hypotheses); err != nil {
		return nil, fmt.Errorf("round %d: %w", s.Round, err)
	}
	s.noteTheme(theme, l.cfg.Generator.Window)
	s.Modes[p.mode]++
	n := Counts{Proposed: len(hypotheses)}
	s.Counts.Proposed += len(hypotheses)
	before := s.Counts
	seen := map[mind.Key]bool{}
	var waiting []*pending
	for i := range hypotheses {
		w, err := l.explore(ctx, &hypotheses[i], seen)
		if lost, err = l.lost("judgement", hypotheses[i].Claim, err); err != nil {
			return nil, fmt.Errorf("round %d, %s: %w", s.Round, hypotheses[i].Claim, err)
		}
		if lost != nil {
			break
		}
		if w != nil {
			waiting = append(waiting, w)
			s.expect(w)
		}
	}
	s.expectNone()
	if err := l.settle(ctx, &p, around, waiting); err != nil {
		return nil, fmt.Errorf("round %d: %w", s.Round, err)
	}
	n.Accepted, n.Rejected = s.Counts.Accepted-before.Accepted, s.Counts.Rejected-before.Rejected
	n.Tested, n.Refined, n.Executed = s.Counts.Tested-before.Tested, s.Counts.Refined-before.Refined, s.Counts.Executed-before.Executed
	switch {
	case n.Accepted > 0:
		s.Empty = 0
	case lost == nil || lost.Kind == mind.Unusable: // a round without an answer says nothing of what is left to be found
		s.Empty++
	}
	if err := l.commit(ctx, p.mode, n); err != nil {
		return nil, fmt.Errorf("round %d: %w", s.Round, err)
	}
	for _, e := range l.told { // nothing is told that is not stored
		l.opt.Events(e)
	}
	e := l.event("round")
	e.Mode, e.Theme, e.Round = string(p.mode), theme.Question, n
	l.opt.Events(e)
	return lost, nil
}

// pending is a result that the explored rows, the scores and the judgement would accept: only the holdout has not been asked.
type pending struct {
	c       *Compiled
	rec     *result.Record
	j       judgement
	holdout *objection // why the holdout does not show it
}

// explore takes a hypothesis through filter, execution, scores and judgement; nil when it ends there.
func (l *Loop) explore(ctx context.Context, c *Compiled, round map[mind.Key]bool) (*pending, error) {
	s := l.state
	objection, err := l.filter(ctx, c, round)
	if err != nil {
		return nil, err
	}
	if objection != nil {
		return nil, l.reject(c, nil, objection, "before")
	}
	round[c.Key] = true
	s.Counts.Executed++
	rec, err := l.execute(ctx, c, l.data.Train, plan.Train)
	if err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		why := err.Error()
		if l.opt.Private { // it may quote a cell
			why = "no result"
		}
		return nil, l.reject(c, nil, &failure{codeFailed, why}, "after")
	}
	if err := l.tested(c, rec); err != nil {
		return nil, err
	}
	if rec.Status != result.OK {
		s.Counts.Refused++
		return nil, l.reject(c, rec, &failure{codeRefused, rec.Refusal.Code + ": " + rec.Refusal.Message}, "after")
	}
	if l.opt.Private {
		if why := small(rec); why != nil {
			return nil, l.reject(c, rec, why, "after")
		}
	}
	if why := l.unshown(c, rec); why != nil {
		return nil, l.reject(c, rec, why, "after")
	}
	validity, err := l.evaluate(ctx, c, rec)
	if err != nil {
		return nil, err
	}
	j, err := l.judge(ctx, c, rec, validity)
	if why := unusable(err); why != nil {
		l.unanswered("surprise", c.Claim, why)
		return nil, l.reject(c, rec, &failure{codeUnjudged, why.Error()}, "after")
	}
	if err != nil {
		return nil, err
	}
	rec.Because = j.surprise.Mechanism
	switch j.disposition {
	case score.Reject:
		return nil, l.reject(c, rec, j.objection, "after")
	case score.Refine:
		return nil, l.queue(c, rec, &j)
	}
	return &pending{c: c, rec: rec, j: j}, nil
}

// settle asks the holdout about a round's results, puts its answers on disk, and then makes of each what its answer says.
func (l *Loop) settle(ctx context.Context, p *roundPlan, around []mind.Finding, waiting []*pending) (err error) {
	var broken error
	for _, w := range waiting {
		if w.holdout, err = l.confirm(ctx, w.c, w.rec); err != nil {
			broken = fmt.Errorf("%s: %w", w.c.Claim, err)
			break
		}
	}
	if err := l.stage.Flush(context.WithoutCancel(ctx)); err != nil { // also what was answered before an interrupt
		return fmt.Errorf("the ledger: %w", err)
	}
	if broken != nil {
		return broken
	}
	for _, w := range waiting {
		if w.holdout != nil {
			err = l.reject(w.c, w.rec, w.holdout, "after")
		} else {
			err = l.accept(ctx, p, around, w.c, w.rec, &w.j)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", w.c.Claim, err)
		}
	}
	return nil
}

// expect lets the rest of the round see a result as if it were a finding, until expectNone: of two claims that say the same one is accepted.
func (s *state) expect(w *pending) {
	if s.expected == 0 {
		s.certain = len(s.findings)
	}
	s.expected++
	r := w.rec
	f := mind.Finding{ID: fmt.Sprintf("expected %d", s.expected), Name: r.Name, Claim: r.Claim, Template: r.Template, Outcome: r.Outcome, Exposure: r.Exposure, Moderator: r.Moderator,
		Groups: r.Groups, Controls: slices.Clone(r.Controls), Where: r.Where, Estimand: r.Estimand, Estimate: r.Estimate}
	if r.Magnitude != nil {
		f.Magnitude = *r.Magnitude
	}
	s.findings = append(s.findings, f)
}

func (s *state) expectNone() {
	if s.expected > 0 {
		s.findings, s.expected = s.findings[:s.certain], 0
	}
}

type failure = objection

// unshown is why the explored rows do not show a claim: its p is above what a confirmation may be spent on.
func (l *Loop) unshown(c *Compiled, rec *result.Record) *objection {
	most := l.cfg.Confirm.MaxP
	if b, ok := l.mind.(interface{ Bound(claim string) float64 }); ok {
		if x := b.Bound(c.Claim); x > 0 {
			most = min(most, x)
		}
	}
	if l.data.Holdout == nil || most == 0 || rec.P == nil || *rec.P <= most {
		return nil
	}
	return &objection{codeUnshown, fmt.Sprintf("p %s on the explored rows, at most %s is asked", report.Probability(rec.P, rec.Log10P), report.Number(most))}
}
