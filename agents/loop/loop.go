// Package loop is the discovery loop of AutoKD (Algorithm 1) over an insight graph: plan, context, propose, filter, execute, evaluate, judge,
// confirm, insert.
//
// # What is kept
//
// The rows are split once, by a seed: a part to explore, and a holdout that is asked about an estimand once. The survey, the seeds and briefs of a
// cold start, proposals, scores and the replication check see the explored rows only. What they would accept is tested on the holdout at the level of an
// online rule (package online), and is a finding when it holds there too. Every test has its row in the graph's ledger, and a confirmation's row is
// on disk before its verdict is used.
//
// A round is stored in one commit with the state that the next one begins with. A process that is killed at any moment leaves whole rounds and, at most, the
// ledger rows of the one that it broke off; the next process replays the ledger, does that round again, and takes its verdicts from those
// rows. Equal seeds give equal graphs, but for the times in them.
//
// # Measured
//
// 2026-11-30, the offline mind, two shared cores of which other work held the most; testdata/findings.py makes what the judges read:
//
//	hyp discover DATA --graph G && hyp graph export --graph G | python testdata/findings.py [--records]
//
// Five tables of 5,000 rows and 120 variables with known truth, judged by refitting on 200,000 rows; detectable is what the holdout shows with
// power .8 at p = .01 and a template can say:
//
//	policy    false     with confounded, colliders, copies   recall of the detectable   rounds
//	default   3 of 619                 3                      170 of 179                43 to 46
//	paper     833 of 1,180             835                    162 of 179                99 to 107
//
// The default made no finding in 40 tables without any truth, followed the data on all 35 reversed relations of five counterfactual tables, and
// was silent on their 15 removed ones.
//
// Published claims on real tables, one run without a goal each (gss_2016_2018 ended after 300 s, nlsy79 and resume_audit after 80 s, the others when
// nothing was new):
//
//	                rows x columns   rounds  insights  deep   claims covered, partial, of   absent ones asserted
//	penguins          344 x 17           41       74   .65     5, 3, 10                     0 of 1
//	star           11,598 x 48          225      446   .50     6, 2,  9                     1 of 2
//	fertility1980 254,654 x 9            33       16   .31     9, 0, 10                     -
//	nlsy79         12,686 x 56          433    1,456   .84     9, 1, 11                     0 of 1
//	resume_audit    4,870 x 64          460    1,789   .91     3, 1,  7                     0 of 4
//	gss_2016_2018   5,215 x 304         750    4,011   .53    11, 0, 14                     -
//
// Processor time of a round: 30 to 60 ms on gss_2016_2018, of which the engine takes a quarter, the mind's walk through its candidates a half,
// and scores the rest; 5 ms on the tables of 120 variables. Before the first round the survey of pairs and the scan of all triples take half a
// minute of processor time on gss_2016_2018 and under a second there.
//
// What the mechanisms are for, 120 rounds on star (--ablate; --set loop.stall=1000):
//
//	               accepted   estimands an insight   rediscovered   deep   relations an insight
//	whole               323           1.00                 0        .38            3.1
//	persistence         672            .19               .81        .07            0.1
//	graph               336           1.00                 0        .38            4.0
//	steering            265           1.00                 0        .46            0.2
package loop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/hyp-lang/hyp/agents/config"
	"github.com/hyp-lang/hyp/agents/mind"
	"github.com/hyp-lang/hyp/agents/online"
	"github.com/hyp-lang/hyp/agents/score"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// Options say how a discovery runs.
type Options struct {
	Config   config.Config
	Seed     uint64           // of the random stream
	Goal     string           // what to look for, in words
	Resume   bool             // go on with the graph's discovery
	Rounds   int              // most rounds of this run; 0: as the config says
	MaxTime  time.Duration    // no round begins after it; 0: none
	Private  bool             // the graph's texts tell of no cell under ten rows
	Ablate   string           // persistence, graph or steering; empty: nothing is taken away
	Version  string           // of hyp, for the graph
	Embedder insight.Embedder // of words
	Events   func(Event)      // told of everything that happens, in order
}

// Ablations are what can be taken away.
var Ablations = []string{"persistence", "graph", "steering"}

// Loop is a discovery over one data set and one graph.
type Loop struct {
	cfg   config.Config
	opt   Options
	data  *Data
	mind  mind.Mind
	graph *insight.Graph
	rule  online.Rule
	state *state
	owner string

	cards     []mind.Variable
	cardIndex insight.TextIndex
	relevant  map[string]float64

	replication []*table.Table // the parts of the replication split

	stage  *insight.Stage // of the round at hand
	told   []Event        // what the end of the round will tell
	begun  time.Time
	asking context.Context // of the mind's questions
}

// about is the state of a discovery as a whole: what must be the same when it goes on.
type about struct {
	Config   config.Config `json:"config"`
	Seed     uint64        `json:"seed"`
	Goal     string        `json:"goal,omitempty"`
	Ablate   string        `json:"ablate,omitempty"`
	DataHash string        `json:"data_hash"`
	Split    *plan.Split   `json:"split,omitempty"`
}

// ErrResume tells that a graph has a discovery already, which must be resumed on purpose.
var ErrResume = errors.New("the graph has a discovery of these data already: --resume goes on with it")

// New makes a discovery ready, or the one that the graph holds. The error is ErrResume when there is one and Resume is not set.
func New(ctx context.Context, d *Data, m mind.Mind, g *insight.Graph, opt Options) (*Loop, error) {
	if err := opt.Config.Check(); err != nil {
		return nil, err
	}
	if opt.Ablate != "" && !slices.Contains(Ablations, opt.Ablate) {
		return nil, fmt.Errorf("nothing is called %q that could be taken away: there are %v", opt.Ablate, Ablations)
	}
	l := &Loop{cfg: opt.Config, opt: opt, data: d, mind: m, graph: g, state: newState(opt.Seed)}
	if l.opt.Events == nil {
		l.opt.Events = func(Event) {}
	}
	if err := l.attach(ctx); err != nil {
		return nil, err
	}
	l.cards = mind.Cards(d.Survey)
	texts := make([]string, len(l.cards))
	for i := range l.cards {
		l.cards[i].Module = d.module[l.cards[i].Name]
		texts[i] = cardText(&l.cards[i])
	}
	var err error
	if l.cardIndex, err = opt.Embedder.Index(ctx, texts); err != nil {
		return nil, err
	}
	return l, l.aim(ctx)
}

// aim finds how near each variable is to the goal.
func (l *Loop) aim(ctx context.Context) error {
	if l.opt.Goal == "" {
		return nil
	}
	hits, err := l.cardIndex.Search(ctx, l.opt.Goal, 0.02)
	if err != nil || len(hits) == 0 {
		return err
	}
	most := 0.0
	for _, h := range hits {
		most = max(most, h.Score)
	}
	l.relevant = map[string]float64{}
	for _, h := range hits {
		l.relevant[l.cards[h.Place].Name] = h.Score / most
	}
	return nil
}

// Relevant are the variables that the goal names, with their nearness in [0, 1]; nil when it names none.
func (l *Loop) Relevant() map[string]float64 { return l.relevant }

// attach finds or begins the graph's discovery, and reads what it knows.
func (l *Loop) attach(ctx context.Context) error {
	var err error
	if l.rule, err = online.Restore(online.State{Rule: l.cfg.Online.Rule, Alpha: l.cfg.Online.Alpha, Sequence: l.cfg.Online.Sequence}); err != nil {
		return err
	}
	me := about{Config: l.cfg, Seed: l.opt.Seed, Goal: l.opt.Goal, Ablate: l.opt.Ablate, DataHash: l.data.Input.Table.Hash}
	if l.data.Holdout != nil {
		me.Split = &plan.Split{Holdout: l.cfg.Split.Holdout, Seed: l.cfg.Split.Seed}
	}
	var found []*insight.Item // discoveries
	var rounds []*insight.Item
	var claims []mind.Proposal
	err = l.graph.Items(ctx, func(it *insight.Item) error {
		switch {
		case it.Round != nil && it.Round.State != nil && it.Round.Number == nil:
			found = append(found, it)
		case it.Round != nil && it.Round.State != nil:
			rounds = append(rounds, it)
		case it.Test != nil:
			l.replay(it.Test)
		case it.Rejection != nil && it.Rejection.Code == codeUnjudged: // it may be proposed again
		case it.Rejection != nil:
			l.state.rejected[it.Rejection.Text] = true
			claims = append(claims, mind.Proposal{Claim: it.Rejection.Text})
		case it.Insight != nil && !it.Insight.Seed:
			claims = append(claims, mind.Proposal{Claim: it.Insight.Record.Claim})
		}
		l.state.learn(it)
		return nil
	})
	if err != nil {
		return err
	}
	old, me, err := l.opt.standing(l.graph, found, me)
	if err != nil {
		return err
	}
	for _, c := range l.data.Compile(ctx, claims, "K") {
		if c.Spec != nil {
			l.state.tried[c.Key] = true
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if old != nil {
		l.owner = old.ID[len("r:"):]
		for _, it := range rounds {
			if len(it.Run) > len(l.owner) && it.Run[:len(l.owner)+1] == l.owner+"." {
				if err := l.state.restore(it.Round.State); err != nil {
					return err
				}
			}
		}
		for _, q := range l.state.Queue {
			l.state.tried[q.Key] = true
		}
		return nil
	}
	state, err := insight.State(me)
	if err != nil {
		return err
	}
	l.owner = fmt.Sprintf("discovery.%d", len(found)+1)
	return l.graph.Discover(ctx, l.owner, insight.Round{Mind: l.mind.Name(), Study: l.data.Path, Version: l.opt.Version, State: state}, []string{l.data.ID})
}

// Why a run ended.
const (
	Stalled     = "stalled"     // so many rounds found nothing
	RoundLimit  = "rounds"      // as many rounds as were asked for
	TimeLimit   = "time"        // no more time
	Interrupted = "interrupted" // by its context
	Budget      = "budget"      // the mind may not be asked any more
)

// Run does rounds until something ends it, and returns why. A round that has begun is stored whole, also when the context ends; that of a mind that
// waits for others is stored as far as it came. A mind that is gone, or that leaves three rounds in a row without an answer, ends the run
// with an error after such a round.
func (l *Loop) Run(ctx context.Context) (why string, err error) {
	l.begun = time.Now()
	whole := context.WithoutCancel(ctx)
	l.asking = whole
	if w, ok := l.mind.(interface{ Waits() bool }); ok && w.Waits() {
		l.asking = ctx
	}
	if l.state.Round == 0 && l.state.seeds == 0 {
		if err := l.coldStart(whole); err != nil {
			return "", err
		}
	}
	l.opt.Events(l.event("begin"))
	first, silent := l.state.Round, 0
	defer func() {
		if err == nil {
			e := l.event("end")
			e.Why = why
			l.opt.Events(e)
		}
	}()
	for {
		switch {
		case ctx.Err() != nil:
			return Interrupted, nil
		case l.state.Empty >= l.cfg.Loop.Stall:
			return Stalled, nil
		case l.state.Round >= l.cfg.Loop.MaxRounds || l.opt.Rounds > 0 && l.state.Round-first >= l.opt.Rounds:
			return RoundLimit, nil
		case l.opt.MaxTime > 0 && time.Since(l.begun) >= l.opt.MaxTime:
			return TimeLimit, nil
		}
		lost, err := l.round(whole)
		switch {
		case err != nil:
			return "", err
		case lost == nil || lost.Kind == mind.Unusable:
			silent = 0
		case ctx.Err() != nil: // the interrupt is the reason
		case lost.Kind == mind.Spent:
			return Budget, nil
		case lost.Kind == mind.Gone:
			return "", lost
		default:
			if silent++; silent == mostSilent {
				return "", fmt.Errorf("%d rounds in a row had no answer; what was found is stored, and --resume goes on: %w", silent, lost)
			}
		}
	}
}

// coldStart is round 0.
func (l *Loop) coldStart(ctx context.Context) error {
	if err := l.begin(mind.Global); err != nil {
		return err
	}
	defer l.abandon()
	if err := l.seed(ctx); err != nil {
		return fmt.Errorf("the cold start: %w", err)
	}
	return l.commit(ctx, mind.Global, Counts{})
}

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
	if err := l.stage.Commit(ctx, r); err != nil {
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
	for _, w := range waiting {
		if w.holdout, err = l.confirm(ctx, w.c, w.rec); err != nil {
			return fmt.Errorf("%s: %w", w.c.Claim, err)
		}
	}
	if err := l.stage.Flush(ctx); err != nil {
		return fmt.Errorf("the ledger: %w", err)
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
