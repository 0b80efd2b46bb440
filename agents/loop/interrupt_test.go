package loop

import (
	"context"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/hyp-lang/hyp/agents/embed"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// counting is a context that ends when it has been asked so many times whether it has.
type counting struct {
	context.Context
	left atomic.Int64
}

func (c *counting) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestInterrupted interrupts a discovery wherever it looks whether it should end, in the middle of rounds too: each time the run ends in order, tells
// of whole rounds only, and who resumes it comes to the graph of a run that was never interrupted.
func TestInterrupted(t *testing.T) {
	c := constants(t, "default", "loop.batch=3", "loop.max_rounds=12")
	d, m := prepared(t, world(t, 800), c)
	_, want, err := discover(t, t.TempDir(), d, m, Options{Config: c, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	dir, r := t.TempDir(), rand.New(rand.NewPCG(3, 1))
	interrupts, within := 0, 0
	why, got := Interrupted, ""
	for k := 0; why == Interrupted && k < 200; k++ {
		ctx := &counting{Context: t.Context()}
		ctx.left.Store(int64(r.IntN(20 + 4*k)))
		g, err := insight.Open(t.Context(), dir, insight.Options{Write: true, Embedder: embed.Embedder{}})
		if err != nil {
			t.Fatal(err)
		}
		var end, round Event
		l, err := New(t.Context(), d, m, g, Options{Config: c, Seed: 5, Resume: k > 0, Embedder: embed.Embedder{}, Events: func(e Event) {
			switch e.Event {
			case "round":
				round = e
			case "end":
				end = e
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		if why, err = l.Run(ctx); err != nil {
			t.Fatal(err)
		}
		if why == Interrupted {
			interrupts++
			if l.stage != nil {
				t.Error("a round is left open")
			}
			if end.Number != len(g.View().Nodes(insight.KindRound))-2 && end.Number > 0 { // the discovery and its cold start are nodes too
				t.Errorf("%d rounds are told, of %d stored", end.Number, len(g.View().Nodes(insight.KindRound))-2)
			}
			if round.Event != "" && end.Total != round.Total {
				t.Errorf("%+v counted at the end, and %+v by the last round", end.Total, round.Total)
			}
			if ctx.left.Load() < -1 {
				within++
			}
		}
		if problems, err := g.Check(t.Context()); err != nil || len(problems) > 0 {
			t.Errorf("the graph: %v, %v", problems, err)
		}
		got = exported(t, g)
		if err := g.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if got != want {
		t.Errorf("after %d interrupts:\n%s", interrupts, firstDifference(got, want))
	}
	if interrupts < 5 || within == 0 {
		t.Errorf("%d interrupts, %d within rounds", interrupts, within)
	}
	t.Logf("%d interrupts", interrupts)
}
