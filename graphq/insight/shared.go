package insight

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/cayleygraph/cayley/graph"
	"github.com/cayleygraph/cayley/graph/refs"
	_ "github.com/cayleygraph/cayley/graph/sql/postgres" // Cayley's store on PostgreSQL, and the driver
	"github.com/cayleygraph/quad"
)

// sharedJournal keeps items in Cayley's SQL backend on PostgreSQL, as the quads that they become and, on Whole, their JSON. Reading is
// from memory, as with a folder: follow fetches the items that are new. Writers take turns by an advisory lock for the length
// of one commit, so that the rules of the historian see everything that is there; readers take none.
type sharedJournal struct {
	where string
	qs    graph.QuadStore
	db    *sql.DB

	mu    sync.Mutex
	seen  map[string]bool
	texts []string
	held  bool // the advisory lock, by a commit of ours
}

const (
	sharedType  = "postgres"
	advisoryKey = 0x6879702067726170 // "hyp grap"
)

// openShared opens a graph on PostgreSQL; a writer makes its tables when they are missing.
func openShared(ctx context.Context, where string, opt Options) (*Graph, error) {
	fail := func(err error) (*Graph, error) {
		return nil, fmt.Errorf("the shared graph: %w", err)
	}
	db, err := sql.Open("postgres", where)
	if err != nil {
		return fail(err)
	}
	if err := db.PingContext(ctx); err != nil {
		db.Close()
		return fail(err)
	}
	j := &sharedJournal{where: where, db: db, seen: map[string]bool{}}
	if opt.Write {
		unlock, err := j.exclusive(ctx) // two first writers would make the tables at once
		if err != nil {
			db.Close()
			return fail(err)
		}
		var tables sql.NullString
		err = db.QueryRowContext(ctx, "SELECT to_regclass('quads')::text").Scan(&tables)
		if err == nil && !tables.Valid {
			err = graph.InitQuadStore(sharedType, where, nil)
		}
		unlock()
		if err != nil {
			db.Close()
			return fail(err)
		}
	}
	if j.qs, err = graph.NewQuadStore(sharedType, where, nil); err != nil {
		db.Close()
		return fail(err)
	}
	g := &Graph{where: "the shared graph", opt: opt, journal: j, quads: newQuadStore()}
	g.quads.read = j.text
	if err := g.Refresh(ctx); err != nil {
		return nil, errors.Join(err, j.close())
	}
	return g, nil
}

// exclusive waits for the other writers; the lock ends with the returned function, and with the connection however that ends.
func (j *sharedJournal) exclusive(ctx context.Context) (func(), error) {
	c, err := j.db.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("the shared graph: %w", err)
	}
	if _, err := c.ExecContext(ctx, "SELECT pg_advisory_lock($1)", int64(advisoryKey)); err != nil {
		c.Close()
		return nil, fmt.Errorf("the shared graph: waiting for its writers: %w", err)
	}
	j.mu.Lock()
	j.held = true
	j.mu.Unlock()
	return func() {
		j.mu.Lock()
		j.held = false
		j.mu.Unlock()
		_, _ = c.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", int64(advisoryKey))
		c.Close()
	}, nil
}

// append stores items in one transaction.
func (j *sharedJournal) append(ctx context.Context, items []*Item) ([]span, error) {
	j.mu.Lock()
	held := j.held
	j.mu.Unlock()
	if !held {
		unlock, err := j.exclusive(ctx)
		if err != nil {
			return nil, err
		}
		defer unlock()
	}
	tx := graph.NewTransaction()
	var texts []string
	for _, it := range items {
		text, err := encodeItem(it)
		if err != nil {
			return nil, err
		}
		texts = append(texts, string(text))
		for _, q := range quadsOf(it, quad.String(text)) {
			tx.AddQuad(q)
		}
		if it.Insight != nil {
			for _, q := range scoreQuads(it.ID, it.Insight.Scores) {
				tx.AddQuad(q)
			}
		}
	}
	if err := j.qs.ApplyDeltas(tx.Deltas, graph.IgnoreOpts{IgnoreDup: true, IgnoreMissing: true}); err != nil {
		return nil, fmt.Errorf("the shared graph: not stored, and it is as before: %w", err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	at := make([]span, len(items))
	for i, it := range items {
		at[i] = j.keep(it.ID, texts[i])
	}
	return at, nil
}

func (j *sharedJournal) keep(id, text string) span {
	j.seen[id] = true
	j.texts = append(j.texts, text)
	return span{int64(len(j.texts) - 1), uint32(len(text))}
}

// follow fetches the items that are new. They come in no order from SQL; that of compareItems puts what others speak of first.
func (j *sharedJournal) follow(ctx context.Context, each func([]*Item, []span) error) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	whole, err := j.qs.ValueOf(Whole)
	if err != nil {
		return fmt.Errorf("the shared graph: %w", err)
	}
	if whole == nil {
		return nil
	}
	texts := map[string]string{}
	var fresh []*Item
	it := j.qs.QuadIterator(quad.Predicate, whole).Iterate()
	defer it.Close()
	for it.Next(ctx) {
		subject, err := j.end(it.Result(), quad.Subject)
		if err != nil {
			return err
		}
		id := string(subject.(quad.IRI))
		if j.seen[id] {
			continue
		}
		object, err := j.end(it.Result(), quad.Object)
		if err != nil {
			return err
		}
		text := string(object.(quad.String))
		items, _, err := decodeItems([]byte("["+text+"]"), 0)
		if err != nil {
			return fmt.Errorf("the shared graph: %s: %w", id, err)
		}
		texts[id] = text
		fresh = append(fresh, items[0])
	}
	if err := errors.Join(it.Err(), ctx.Err()); err != nil { // Cayley ends a cancelled scan without an error
		return fmt.Errorf("the shared graph: %w", err)
	}
	slices.SortFunc(fresh, compareItems)
	at := make([]span, len(fresh))
	for i, it := range fresh {
		at[i] = j.keep(it.ID, texts[it.ID])
	}
	if len(fresh) == 0 {
		return nil
	}
	return each(fresh, at)
}

func (j *sharedJournal) end(q refs.Ref, d quad.Direction) (quad.Value, error) {
	ref, err := j.qs.QuadDirection(q, d)
	if err == nil {
		var v quad.Value
		if v, err = j.qs.NameOf(ref); err == nil {
			return v, nil
		}
	}
	return nil, fmt.Errorf("the shared graph: %w", err)
}

func (j *sharedJournal) text(s span) (string, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.texts[s.Offset], nil
}

func (j *sharedJournal) close() error { return errors.Join(j.qs.Close(), j.db.Close()) }

// replace cannot be: others read the same rows. What differs from a merge into a folder is which of two runs of one finding
// counts as the first.
func (j *sharedJournal) replace(context.Context, []*Item) error {
	return errors.New("the shared graph holds later versions of some of these items, and it only grows: merge in a folder, and import that into an empty shared graph")
}
