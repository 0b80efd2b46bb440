package evaluate

import (
	"context"
	"path/filepath"
	"time"

	"github.com/hyp-lang/hyp/agents/config"
	"github.com/hyp-lang/hyp/agents/embed"
	"github.com/hyp-lang/hyp/agents/loop"
	"github.com/hyp-lang/hyp/agents/mind"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// Run is one unguided discovery without a model.
type Run struct {
	Data    string // a file
	Catalog string // of the data; empty: found beside them
	Graph   string // the folder of its graph
	Policy  string // empty: default
	Seed    uint64
	Rounds  int    // most rounds; 0: as the policy says
	Ablate  string // what is taken away

	Events func(loop.Event) // told of everything that happens; nil: nobody
}

// Done is what a run did, and how long its parts took.
type Done struct {
	Why     string // it ended
	Last    loop.Event
	Reasons map[string]int // rejections by code
	// Reading holds the split and the survey of all pairs; Moderators the screen of triples.
	Reading, Moderators time.Duration
	Rounds              time.Duration // all of them, with the cold start
}

// Discover does a run and closes its graph.
func Discover(ctx context.Context, r Run) (done Done, err error) {
	cfg, err := config.Named(r.Policy)
	if err != nil {
		return done, err
	}
	begun := time.Now()
	lap := func() time.Duration {
		d := time.Since(begun)
		begun = time.Now()
		return d
	}
	data, err := loop.Open(ctx, r.Data, r.Catalog, &cfg, nil)
	if err != nil {
		return done, err
	}
	done.Reading = lap()
	m, err := mind.NewOffline(ctx, data.Survey, data.Input, cfg.Screen, nil)
	if err != nil {
		return done, err
	}
	done.Moderators = lap()
	g, err := insight.Open(ctx, r.Graph, insight.Options{Write: true, Embedder: embed.Embedder{}})
	if err != nil {
		return done, err
	}
	defer func() {
		if e := g.Close(); err == nil {
			err = e
		}
	}()
	l, err := loop.New(ctx, data, m, g, loop.Options{Config: cfg, Seed: r.Seed, Rounds: r.Rounds, Ablate: r.Ablate, Embedder: embed.Embedder{},
		Events: func(e loop.Event) {
			done.Last = e
			if r.Events != nil {
				r.Events(e)
			}
		}})
	if err != nil {
		return done, err
	}
	done.Why, err = l.Run(ctx)
	done.Rounds, done.Reasons = lap(), l.Reasons()
	return done, err
}

// Set is the files of a data set with published findings: a folder with data.csv, catalog.json and gold_claims.jsonl.
type Set struct{ Name, Data, Catalog, Gold string }

// SetIn is the set in a folder.
func SetIn(folder string) Set {
	return Set{filepath.Base(folder), filepath.Join(folder, "data.csv"), filepath.Join(folder, "catalog.json"), filepath.Join(folder, "gold_claims.jsonl")}
}
