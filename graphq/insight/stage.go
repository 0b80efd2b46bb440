package insight

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Stage is a round of discovery on its way into the graph: what is staged sees what was staged before it, and is stored in one commit, so that
// a crash leaves the whole round or nothing of it. Flush stores the ledger's rows ahead of the rest. A stage that
// is not committed leaves no more than what was flushed, and Discard forgets it.
//
// Ids of staged items do not depend on the clock or the process: a round that is done again gives the same items.
type Stage struct {
	run   *Run
	items []*Item
	index map[string]bool
}

// StageInfo is what a round is known by. ID is its item's id without the prefix; Owner is the id of the round item that stands for the
// whole discovery and is stored already: flushed rows speak of it, since the round's own item comes last.
type StageInfo struct {
	RunInfo
	ID    string
	Owner string
}

// Stage begins a round of the discovery Owner.
func (g *Graph) Stage(info StageInfo) (*Stage, error) {
	if !g.Has("r:" + info.Owner) {
		return nil, fmt.Errorf("%s: there is no discovery %s", g.where, info.Owner)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.remember()
	return &Stage{run: &Run{g: g, ID: info.ID, info: info.RunInfo, owner: info.Owner}, index: map[string]bool{}}, nil
}

// Discover stores the round item that stands for a whole discovery: its state says what it is about. It is stored once.
func (g *Graph) Discover(ctx context.Context, id string, r Round, datasets []string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if err := g.about(datasets); err != nil {
		return err
	}
	_, err := g.add(ctx, []*Item{{Kind: KindRound, ID: "r:" + id, Run: id, Created: g.now(), Round: &r}})
	return err
}

// Insert stages a result with everything that led to it, as Run.Insert stores it.
func (s *Stage) Insert(ctx context.Context, e Entry) (out Inserted, err error) {
	err = s.write(&e, func(w *writing) error {
		if err := w.record(ctx); err != nil {
			return fmt.Errorf("%s: %w", e.Record.Claim, err)
		}
		out = w.out
		return nil
	})
	return out, err
}

// Test stages the ledger's row of a test, as Run.Test stores it. When the ledger has the test nothing is staged and fresh is false.
func (s *Stage) Test(e Entry, purpose string) (fresh bool, err error) {
	err = s.write(&e, func(w *writing) error {
		t := w.row()
		id := testID(&t, w.rec)
		if w.has(id) {
			return nil
		}
		fresh, t.Purpose, t.Round = true, purpose, "r:"+s.run.owner
		w.dataset()
		t.Hypothesis = w.hypothesis()
		w.item(Item{Kind: KindTest, ID: id, Test: &t})
		return nil
	})
	return fresh, err
}

// Reject stages a hypothesis that is not accepted: one that was answered with its execution. Its tests are staged by Test.
func (s *Stage) Reject(e Entry, code, reason, stage string) error {
	return s.write(&e, func(w *writing) error {
		w.dataset()
		hypothesis := w.hypothesis()
		if w.rec.Status != "" {
			w.execution(hypothesis, "")
		}
		w.item(Item{Kind: KindRejection, ID: "j:" + digest(hypothesis, s.run.ID, code), Rejection: &Rejection{
			Hypothesis: hypothesis, Code: code, Reason: reason, Text: w.rec.Claim, Stage: stage, Round: w.round(), Number: s.run.info.Number}})
		return nil
	})
}

// write runs one writing over the staged items and takes its items in.
func (s *Stage) write(e *Entry, do func(*writing) error) error {
	g := s.run.g
	g.mu.Lock()
	defer g.mu.Unlock()
	w := &writing{g: g, run: s.run, staged: s.index, e: e, rec: &e.Record, now: g.now(), h: g.remember()}
	if err := do(w); err != nil {
		return err
	}
	for _, it := range w.items {
		if w.has(it.ID) {
			continue
		}
		s.items, s.index[it.ID] = append(s.items, it), true
		w.h.learn(it)
	}
	return nil
}

// Flush stores the ledger's rows that are staged, and the hypotheses and data sets that they speak of.
func (s *Stage) Flush(ctx context.Context) error {
	first := func(it *Item) bool { return it.Kind == KindTest || it.Kind == KindHypothesis || it.Kind == KindDataset }
	var now, later []*Item
	for _, it := range s.items {
		if first(it) {
			now = append(now, it)
		} else {
			later = append(later, it)
		}
	}
	if err := s.store(ctx, now); err != nil {
		return err
	}
	s.items = later
	return nil
}

// Commit stores the round: everything staged, and its item with the counts and the state that the next round begins with.
func (s *Stage) Commit(ctx context.Context, r Round) error {
	s.items = append(s.items, &Item{Kind: KindRound, ID: "r:" + s.run.ID, Run: s.run.ID, Created: s.run.g.now(), Round: &r})
	if err := s.store(ctx, s.items); err != nil {
		return err
	}
	s.items = nil
	return nil
}

// Items are the staged items that are not stored yet.
func (s *Stage) Items() []*Item { return slices.Clone(s.items) }

func (s *Stage) store(ctx context.Context, items []*Item) error {
	if len(items) == 0 {
		return nil
	}
	g := s.run.g
	g.mu.Lock()
	defer g.mu.Unlock()
	unlock, err := g.current(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if _, err := g.add(ctx, items); err != nil {
		return errors.Join(err, s.forget())
	}
	return nil
}

// Discard forgets what is staged.
func (s *Stage) Discard() {
	s.run.g.mu.Lock()
	defer s.run.g.mu.Unlock()
	_ = s.forget()
}

func (s *Stage) forget() error {
	s.items, s.run.g.historian = nil, nil // it has learnt what is not stored
	return nil
}

// State is a discovery's or a round's state, as the loop wrote it.
func State(v any) (json.RawMessage, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("the state of a round: %w", err)
	}
	return text, nil
}
