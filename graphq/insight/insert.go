package insight

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"

	"github.com/hyp-lang/hyp/estimators/result"
)

// RunInfo is what a run of a study, or a round of discovery, is known by.
type RunInfo struct {
	Study    string
	Version  string   // of hyp
	Datasets []string // identities of the data sets that it will use
	Number   *int     // of a round of discovery
	Mode     string
	Mind     string
}

// Run is a run that has begun.
type Run struct {
	g    *Graph
	ID   string
	info RunInfo

	owner string // of a Stage: the discovery
}

// Begin stores a run. The error is a *DatasetError when the graph is about other data (and Options.AnyData is not set).
func (g *Graph) Begin(ctx context.Context, info RunInfo) (*Run, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if err := g.about(info.Datasets); err != nil {
		return nil, err
	}
	now := g.now()
	id := now.Format("20060102T150405.000000") + "-" + digest(info.Study, strconv.Itoa(os.Getpid()), now.String())[:6]
	it := &Item{Kind: KindRound, ID: "r:" + id, Run: id, Created: now, Round: &Round{Number: info.Number, Mode: info.Mode, Mind: info.Mind, Study: info.Study, Version: info.Version}}
	if _, err := g.add(ctx, []*Item{it}); err != nil {
		return nil, err
	}
	g.remember() // a second for 100,000 insights, which the first result need not wait for
	return &Run{g: g, ID: id, info: info}, nil
}

// about refuses data sets that the graph is not about.
func (g *Graph) about(datasets []string) error {
	have := slices.Sorted(maps.Keys(g.Datasets()))
	if !g.opt.AnyData && len(have) > 0 && len(datasets) > 0 && disjoint(have, datasets) {
		return &DatasetError{Where: g.where, Have: have, Want: datasets}
	}
	return nil
}

// Entry is a result with what is known of it beside its record.
type Entry struct {
	Record     result.Record
	Dataset    Dataset         // its identity and version; Hash and Rows are the record's where empty
	Hypothesis Hypothesis      // its place in a study, its words and declared lineage; the rest is the record's
	Variables  []Variable      // what is known of its variables
	Context    *Context        // of the record's Where; nil: only its text is known
	Modules    []string        // of the core variables
	Scores     Scores          // of an assessment, if any
	By         string          // who assessed
	Note       json.RawMessage // of the assessment
	Anchors    []string        // insights that a round began from: linked first (at most 3)
	Nearby     []string        // its context insights
	Policy     Policy
	Duplicate  float64  // similarity from which it says what an older finding says, on the paper's scale; 0: .92
	Level      *float64 // the online rule's, with its name and wealth
	Rule       string
	Wealth     *float64
	Rejected   *bool
	Attempt    int
	Seed       bool
}

// Inserted is what became of an entry. ID is the insight, of which the entry may be a further assessment (Duplicate); it is empty for a
// refusal, which leaves a hypothesis, an execution and a row of the ledger.
type Inserted struct {
	ID        string
	Edges     []Edge // the new ones
	Duplicate bool
	Name      string   // of a Duplicate: the name of the hypothesis that came first
	Skipped   []string // declared lineage that would have closed a circle, in words
}

// Insert stores a result with everything that led to it, in one commit: when it returns without an error all of it is durable.
func (r *Run) Insert(ctx context.Context, e Entry) (out Inserted, err error) {
	err = r.write(ctx, &e, true, func(w *writing) error {
		err := w.record(ctx)
		out = w.out
		return err
	})
	if err != nil {
		return Inserted{}, err
	}
	return out, nil
}

// Later takes a result as Insert does, and leaves storing it to the next commit or Flush: many small results are durable at the price of
// one. Until then later results see it, and readers do not. A shared graph stores it at once.
func (r *Run) Later(ctx context.Context, e Entry) (out Inserted, err error) {
	err = r.write(ctx, &e, false, func(w *writing) error {
		err := w.record(ctx)
		out = w.out
		return err
	})
	if err != nil {
		return Inserted{}, err
	}
	return out, nil
}

// Test stores a test that was run beside the results of hypotheses, for a verdict on one of them: its row in the ledger with what the
// row speaks of, and nothing that a finding leaves. Purpose says why it was run. When the ledger has the test, by whomever, nothing
// is stored and fresh is false. The entry's hypothesis has its own specification and estimand where the test has others.
func (r *Run) Test(ctx context.Context, e Entry, purpose string) (fresh bool, err error) {
	err = r.write(ctx, &e, true, func(w *writing) error {
		fresh = w.beside(purpose)
		return nil
	})
	return fresh && err == nil, err
}

// TestLater takes a test as Test does, and stores it as Later does.
func (r *Run) TestLater(ctx context.Context, e Entry, purpose string) (fresh bool, err error) {
	err = r.write(ctx, &e, false, func(w *writing) error {
		fresh = w.beside(purpose)
		return nil
	})
	return fresh && err == nil, err
}

// beside is the ledger's row of a test; false when the ledger has it.
func (w *writing) beside(purpose string) bool {
	t := w.row()
	id := testID(&t, w.rec)
	if w.has(id) {
		return false
	}
	t.Purpose = purpose
	w.dataset()
	t.Hypothesis = w.hypothesis()
	w.item(Item{Kind: KindTest, ID: id, Test: &t})
	return true
}

// write runs one writing, and stores what comes of it now or with the next commit.
func (r *Run) write(ctx context.Context, e *Entry, now bool, do func(*writing) error) error {
	g := r.g
	g.mu.Lock()
	defer g.mu.Unlock()
	unlock, err := g.current(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	w := &writing{g: g, run: r, e: e, rec: &e.Record, now: g.now(), h: g.remember()}
	if err := do(w); err != nil {
		return fmt.Errorf("%s: %w", e.Record.Claim, err)
	}
	if _, shared := g.journal.(*sharedJournal); now || shared || !g.opt.Write {
		if _, err := g.add(ctx, w.items); err != nil {
			return err
		}
	} else {
		for _, it := range w.items {
			if w.has(it.ID) {
				continue
			}
			if g.waits == nil {
				g.waits = map[string]bool{}
			}
			g.pending, g.waits[it.ID] = append(g.pending, it), true
			w.h.learn(it)
		}
	}
	for key, edges := range w.waiting {
		w.h.waiting[key] = append(w.h.waiting[key], edges...)
	}
	return nil
}

// current takes in what other writers of a shared graph have stored, and keeps them out until it is released.
func (g *Graph) current(ctx context.Context) (release func(), err error) {
	sh, shared := g.journal.(*sharedJournal)
	if !shared {
		return func() {}, nil
	}
	unlock, err := sh.exclusive(ctx)
	if err != nil {
		return nil, err
	}
	if err := g.follow(ctx); err != nil {
		unlock()
		return nil, err
	}
	return func() { unlock() }, nil
}
