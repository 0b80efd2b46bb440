package insight

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/cayleygraph/cayley/graph"
)

// Options say how a graph is opened. The zero value reads.
type Options struct {
	Write    bool
	Wait     time.Duration    // how long a writer waits for another; 0: not at all
	Embedder Embedder         // for similarity; nil: texts are compared by their bytes
	Now      func() time.Time // the clock; nil: the system's
	// AnyData lets findings on other data sets than the graph's be added.
	AnyData bool
	// Readable leaves damaged commits out, where the graph would be a *DamagedError: to save the rest. Not with Write.
	Readable bool
}

// Graph is an open insight graph. Its methods may be called by many goroutines. Insert and its like need Options.Write.
type Graph struct {
	where   string
	dir     string // empty for a shared graph
	opt     Options
	journal journal
	quads   *quadStore

	mu        sync.Mutex // one change at a time
	historian *historian
	pending   []*Item         // of results that Run.Later took: the next commit begins with them
	waits     map[string]bool // their ids
	snapped   int64           // the place of the last snapshot

	viewMu sync.Mutex
	view   *View
}

// Open opens the graph in a folder, or with a postgres:// address the shared one there. With Options.Write the folder is made where it
// is missing, and belongs to this process until Close; the error is *LockedError when it belongs to another. A newer schema is a
// *SchemaError; no graph where one should be read is ErrNoGraph,
// and one whose log is damaged in the middle a *DamagedError.
func Open(ctx context.Context, where string, opt Options) (*Graph, error) {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if strings.HasPrefix(where, "postgres://") || strings.HasPrefix(where, "postgresql://") {
		return openShared(ctx, where, opt)
	}
	j, err := openJournal(ctx, where, opt)
	if err != nil {
		return nil, err
	}
	g := &Graph{where: where, dir: where, opt: opt, journal: j, quads: newQuadStore()}
	g.quads.read = j.text
	head := j.end
	if end, err := g.quads.loadSnapshot(where, j.fingerprint); err == nil && !j.skip {
		j.end, g.snapped = end, end
	} else {
		g.quads = newQuadStore()
		g.quads.read = j.text
		j.end = head
	}
	if err := g.Refresh(ctx); err != nil {
		j.close()
		return nil, err
	}
	return g, nil
}

// Refresh takes in what others have stored since the graph was opened or last refreshed.
func (g *Graph) Refresh(ctx context.Context) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.follow(ctx)
}

func (g *Graph) follow(ctx context.Context) error {
	return g.journal.follow(ctx, func(items []*Item, at []span) error {
		if err := g.quads.apply(items, at); err != nil {
			return fmt.Errorf("%s: %w", g.where, err)
		}
		g.historian = nil
		return nil
	})
}

// Add stores items, all of them or none, and returns how many were new: an item whose id is there stays as it is. When Add returns without an
// error the items are durable. An edge or an assessment of an insight that is neither there nor among the items is an error.
func (g *Graph) Add(ctx context.Context, items ...*Item) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.add(ctx, items)
}

func (g *Graph) add(ctx context.Context, items []*Item) (int, error) {
	if !g.opt.Write {
		return 0, fmt.Errorf("%s: %w", g.where, ErrReadOnly)
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	learnt := g.waits
	if len(g.pending) > 0 {
		items = append(g.pending, items...)
		g.pending, g.waits = nil, nil
	}
	stored, err := g.commit(ctx, items, learnt)
	if err != nil && len(learnt) > 0 {
		g.historian = nil // it has learnt what is not stored
	}
	return stored, err
}

// commit stores items in one commit; the historian knows those that are learnt.
func (g *Graph) commit(ctx context.Context, items []*Item, learnt map[string]bool) (int, error) {
	var fresh []*Item
	seen := make(map[string]bool, len(items))
	for _, it := range items {
		if err := it.check(); err != nil {
			return 0, err
		}
		if !seen[it.ID] && !g.Has(it.ID) {
			fresh = append(fresh, it)
		}
		seen[it.ID] = true
	}
	for _, it := range fresh {
		var ends []string
		switch {
		case it.Edge != nil:
			ends = []string{it.Edge.From, it.Edge.To}
		case it.Assessment != nil:
			ends = []string{it.Assessment.Insight}
		}
		for _, end := range ends {
			if !seen[end] && !g.Has(end) {
				return 0, fmt.Errorf("%s: %s speaks of %s, which is not in the graph", g.where, it.ID, end)
			}
		}
	}
	if len(fresh) == 0 {
		return 0, nil
	}
	at, err := g.journal.append(ctx, fresh)
	if err != nil {
		return 0, err
	}
	if err := g.quads.apply(fresh, at); err != nil {
		return 0, fmt.Errorf("%s: %w", g.where, err)
	}
	if g.historian != nil {
		for _, it := range fresh {
			if !learnt[it.ID] {
				g.historian.learn(it)
			}
		}
	}
	g.snapshotIfDue()
	return len(fresh), nil
}

// A snapshot is due when a quarter of the log is not in it, and at least so much (a variable for the tests).
var snapshotEvery int64 = 8 << 20

func (g *Graph) snapshotIfDue() {
	if j, ok := g.journal.(*fileJournal); ok && j.end-g.snapped > max(snapshotEvery, g.snapped/4) {
		_ = g.snapshot(j) // it saves time at the next open, no more
	}
}

func (g *Graph) snapshot(j *fileJournal) error {
	mark, err := j.fingerprint(j.end)
	if err != nil {
		return err
	}
	if err := g.quads.saveSnapshot(g.dir, j.end, mark); err != nil {
		return err
	}
	g.snapped = j.end
	return nil
}

// Flush stores the results that Run.Later took, in one commit: when it returns without an error they are durable, and with one none of
// them is stored.
func (g *Graph) Flush(ctx context.Context) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.flush(ctx)
}

func (g *Graph) flush(ctx context.Context) error {
	if len(g.pending) == 0 {
		return nil
	}
	_, err := g.add(ctx, nil)
	return err
}

// Close ends the use of the graph, and a writer's claim to it. What waits for a Flush is stored first.
func (g *Graph) Close() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if err := g.flush(context.Background()); err != nil {
		return errors.Join(err, g.journal.close())
	}
	if j, ok := g.journal.(*fileJournal); ok && g.opt.Write && j.end-g.snapped > 1<<18 && j.broken == nil {
		_ = g.snapshot(j)
	}
	return g.journal.close()
}

// Where is what the graph was opened by.
func (g *Graph) Where() string { return g.where }

// Has tells whether an item is stored.
func (g *Graph) Has(id string) bool {
	g.quads.mu.RLock()
	defer g.quads.mu.RUnlock()
	return g.quads.has(id)
}

// Item is a stored item with everything that was known when it was stored; nil without an error when there is none of this id.
func (g *Graph) Item(ctx context.Context, id string) (*Item, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	g.quads.mu.RLock()
	var at span
	there := g.quads.has(id)
	if there {
		at = g.quads.docs[g.quads.itemAt[g.quads.iriAt[id].place()]-1]
	}
	g.quads.mu.RUnlock()
	if !there {
		return nil, nil
	}
	text, err := g.journal.text(at)
	if err != nil {
		return nil, err
	}
	items, _, err := decodeItems([]byte("["+text+"]"), 0)
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", g.where, id, err)
	}
	return items[0], nil
}

// Items hands out every item in the order in which it was stored. An error of each ends it.
func (g *Graph) Items(ctx context.Context, each func(*Item) error) error {
	g.quads.mu.RLock()
	docs := g.quads.docs
	g.quads.mu.RUnlock()
	for _, at := range docs {
		if err := ctx.Err(); err != nil {
			return err
		}
		text, err := g.journal.text(at)
		if err != nil {
			return err
		}
		items, _, err := decodeItems([]byte("["+text+"]"), 0)
		if err != nil {
			return fmt.Errorf("%s: %w", g.where, err)
		}
		if err := each(items[0]); err != nil {
			return err
		}
	}
	return nil
}

// Quads is the graph as Cayley's store of quads, for paths and iterators of Cayley. It is read-only: quads are made from items.
func (g *Graph) Quads() graph.QuadStore { return g.quads }

// Datasets is the names of the data sets that the graph is about, with the hashes of their versions in order of arrival.
func (g *Graph) Datasets() map[string][]string {
	g.quads.mu.RLock()
	defer g.quads.mu.RUnlock()
	out := map[string][]string{}
	for name, hashes := range g.quads.versions {
		out[name] = slices.Clone(hashes)
	}
	return out
}

// Size is the bytes of the log and of the snapshot on disk; zero for a shared graph.
func (g *Graph) Size() (log, snapshot int64, err error) {
	if g.dir == "" {
		return 0, 0, nil
	}
	info, err := os.Stat(filepath.Join(g.dir, logName))
	if err != nil {
		return 0, 0, err
	}
	log = info.Size()
	switch info, err = os.Stat(filepath.Join(g.dir, snapshotName)); {
	case err == nil:
		snapshot = info.Size()
	case !errors.Is(err, os.ErrNotExist):
		return 0, 0, err
	}
	return log, snapshot, nil
}
