package loop

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/hyp-lang/hyp/agents/config"
	"github.com/hyp-lang/hyp/agents/mind"
	"github.com/hyp-lang/hyp/agents/online"
	"github.com/hyp-lang/hyp/compiler/plan"
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

	replication []halved // the replication splits of the last few grouping variables

	stage  *insight.Stage // of the round at hand
	told   []Event        // what the end of the round will tell
	begun  time.Time
	asking context.Context // of the mind's questions
	waits  bool            // the mind waits for others, so that what it said is dear
}

// about is the state of a discovery as a whole: what must be the same when it goes on.
type about struct {
	Config   config.Config `json:"config"`
	Seed     uint64        `json:"seed"`
	Goal     string        `json:"goal,omitempty"`
	Ablate   string        `json:"ablate,omitempty"`
	Embedder string        `json:"embedder,omitempty"` // empty for the built-in one
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
	hits, err := l.cardsNear(ctx, l.opt.Goal, 0.02)
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
	me := about{Config: l.cfg, Seed: l.opt.Seed, Goal: l.opt.Goal, Ablate: l.opt.Ablate, Embedder: l.opt.embedder(), DataHash: l.data.Input.Table.Hash}
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
					return fmt.Errorf("%s, stored %s: %w", it.ID, writtenBy(it), err)
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

// Run does rounds until something ends it, and returns why. A round that has begun when the context ends is forgotten, but for what the holdout was
// asked: who resumes does it again, in the same way. That of a mind that waits for others is stored as far as it came. A mind that is gone, or that leaves three rounds in a row without an answer, ends the run
// with an error after such a round.
func (l *Loop) Run(ctx context.Context) (why string, err error) {
	l.begun = time.Now()
	l.asking = ctx
	work := ctx
	if w, ok := l.mind.(interface{ Waits() bool }); ok && w.Waits() {
		l.waits, work = true, context.WithoutCancel(ctx)
	}
	left := func(err error) bool { return work.Err() != nil && errors.Is(err, work.Err()) }
	if l.state.Round == 0 && l.state.seeds == 0 {
		switch err := l.coldStart(work); {
		case left(err):
			return Interrupted, nil
		case err != nil:
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
		before := l.state.mark()
		lost, err := l.round(work)
		switch {
		case left(err):
			l.state.back(before)
			return Interrupted, nil
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
