package insight

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Transient is an empty graph that lives in memory and ends with the process: for a session that names no folder. It is open for
// writing whatever Options.Write says. Merge takes it into a graph that lasts.
func Transient(opt Options) *Graph {
	opt.Write = true
	if opt.Now == nil {
		opt.Now = time.Now
	}
	j := &transientJournal{}
	g := &Graph{where: "the graph in memory", opt: opt, journal: j, quads: newQuadStore()}
	g.quads.read = j.text
	return g
}

// transientJournal is a log in memory, of the items' texts alone. It has one writer, the graph, which applies what it appends: there
// is nothing to follow until replace has put other texts in place of all.
type transientJournal struct {
	mu    sync.Mutex
	log   []byte
	again []*Item // to be handed out by follow
	at    []span
}

func (j *transientJournal) append(_ context.Context, items []*Item) ([]span, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	at := make([]span, len(items))
	log := j.log
	for i, it := range items {
		text, err := encodeItem(it)
		if err != nil {
			return nil, err
		}
		at[i] = span{int64(len(log)), uint32(len(text))}
		log = append(log, text...)
	}
	j.log = log
	return at, nil
}

func (j *transientJournal) follow(_ context.Context, each func([]*Item, []span) error) error {
	j.mu.Lock()
	items, at := j.again, j.at
	j.again, j.at = nil, nil
	j.mu.Unlock()
	if len(items) == 0 {
		return nil
	}
	return each(items, at)
}

func (j *transientJournal) replace(ctx context.Context, items []*Item) error {
	fresh := &transientJournal{}
	at, err := fresh.append(ctx, items)
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.log, j.again, j.at = fresh.log, items, at
	return nil
}

func (j *transientJournal) text(s span) (string, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if s.Offset < 0 || s.Offset+int64(s.Length) > int64(len(j.log)) {
		return "", fmt.Errorf("the graph in memory has no byte %d", s.Offset)
	}
	return string(j.log[s.Offset : s.Offset+int64(s.Length)]), nil
}

func (j *transientJournal) close() error { return nil }
