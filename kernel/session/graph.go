package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/hyp-lang/hyp/graphq/insight"
	"github.com/hyp-lang/hyp/graphq/intake"
)

// openGraph is the session's insight graph, to read it. It is opened by the first cell that needs it: a kernel starts faster without.
// Reading is free: another process may write to the same folder meanwhile, and what it stored is seen.
func (s *Session) openGraph(ctx context.Context) (*insight.Graph, error) {
	if err := s.holdGraph(ctx); err != nil {
		return nil, err
	}
	defer s.releaseGraph()
	return s.graphRead(ctx)
}

// storeGraph is the session's graph, to write to it.
func (s *Session) storeGraph(ctx context.Context) (*insight.Graph, error) {
	if err := s.holdGraph(ctx); err != nil {
		return nil, err
	}
	defer s.releaseGraph()
	return s.graphHeld(ctx)
}

// known tells of the hypotheses that only the graph has, to which lineage may lead. It is looked at when a statement first names a parent that the session
// does not have; none is made for that, and one that cannot be read knows nobody: what stores the results says why.
func (s *Session) known(ctx context.Context) func(name string) bool {
	known := sync.OnceValue(func() func(string) bool {
		nobody := func(string) bool { return false }
		if s.openedGraph() == nil {
			if _, err := os.Stat(filepath.Join(s.graphAt, graphLog)); s.graphAt == "" || inFolder(s.graphAt) && err != nil {
				return nobody
			}
		}
		g, err := s.openGraph(ctx)
		if err != nil {
			return nobody
		}
		return intake.Known(g)
	})
	return func(name string) bool { return known()(name) }
}

func (s *Session) holdGraph(ctx context.Context) error {
	select {
	case s.graphTurn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Session) releaseGraph() { <-s.graphTurn }

// graphHeld opens the graph for writing where that is still to do. A folder that was removed or exchanged under the session is an error:
// what is written to its log would be lost.
func (s *Session) graphHeld(ctx context.Context) (*insight.Graph, error) {
	if s.graph != nil {
		if s.graphGone() {
			return nil, problem("GraphError", fmt.Sprintf("%s: the graph is gone: its folder was removed or exchanged while it was in use\n"+
				"%%graph open %s makes it again, with everything that this session knows of it.", s.graphAt, s.graphAt))
		}
		if !s.reading {
			return s.graph, nil
		}
	}
	g, err := s.graphIn(ctx, s.graphAt, s.anyData)
	if err != nil {
		return nil, graphFailure(err)
	}
	if s.graph != nil {
		_ = s.graph.Close() // it was only read
	}
	s.useGraph(g, s.graphAt)
	return g, nil
}

// graphRead opens the graph for reading where it is not open; where there is none yet it is made.
func (s *Session) graphRead(ctx context.Context) (*insight.Graph, error) {
	switch {
	case s.graph != nil && s.reading:
		return s.graph, s.graph.Refresh(ctx)
	case s.graph != nil:
		return s.graph, nil
	case !inFolder(s.graphAt):
		return s.graphHeld(ctx)
	}
	g, err := insight.Open(ctx, s.graphAt, insight.Options{Embedder: s.cfg.Embedder})
	if errors.Is(err, insight.ErrNoGraph) {
		return s.graphHeld(ctx)
	}
	if err != nil {
		return nil, graphFailure(err)
	}
	s.useGraph(g, s.graphAt)
	s.reading = true
	return g, nil
}

// useGraph makes a graph that is open for writing the session's.
func (s *Session) useGraph(g *insight.Graph, at string) {
	s.graph, s.graphAt, s.reading, s.graphLog = g, at, false, nil
	if inFolder(at) {
		s.graphLog, _ = os.Stat(filepath.Join(at, graphLog))
	}
}

// graphLog is the file of a graph's folder that everything is written to.
const graphLog = "insights.log"

// graphGone tells whether the folder of the open graph is no longer there, or is another one.
func (s *Session) graphGone() bool {
	if s.graphLog == nil {
		return false
	}
	now, err := os.Stat(filepath.Join(s.graphAt, graphLog))
	return err != nil || !os.SameFile(now, s.graphLog)
}

// stateOfGraph tells whether the open graph's folder is gone, and whether it is open for reading only.
func (s *Session) stateOfGraph() (gone, reading bool) {
	s.graphTurn <- struct{}{}
	defer s.releaseGraph()
	return s.graphGone(), s.reading
}

// inFolder tells whether a graph is one of a folder: neither in memory nor shared.
func inFolder(at string) bool { return at != "" && !strings.Contains(at, "://") }

// graphIn opens a graph to write to; without a place it lives in memory, and takes findings about whatever data.
func (s *Session) graphIn(ctx context.Context, at string, anyData bool) (*insight.Graph, error) {
	opt := insight.Options{Write: true, Embedder: s.cfg.Embedder, AnyData: anyData || at == ""}
	if at == "" {
		return insight.Transient(opt), nil
	}
	return insight.Open(ctx, at, opt)
}

// graphFailure says why a graph cannot be opened, and what to do.
func graphFailure(err error) error {
	var locked *insight.LockedError
	if errors.As(err, &locked) {
		return problem("GraphError", fmt.Sprintf("%v\nStop the other program (a notebook keeps its graph until its kernel ends or it runs %%graph close), or keep this session's results elsewhere: %%graph open with another folder.", err))
	}
	return problem("GraphError", err.Error())
}

// moveGraph makes the graph at a place the session's, and takes along what is in memory, or what is known of a folder that was removed.
// An empty place means memory.
func (s *Session) moveGraph(ctx context.Context, at string, anyData bool) (took int, err error) {
	if err := s.holdGraph(ctx); err != nil {
		return 0, err
	}
	defer s.releaseGraph()
	old, here := s.graph, at != "" && at == s.graphAt
	gone := s.graphGone()
	if here && old != nil && !gone {
		if !s.reading && anyData == s.anyData {
			return 0, nil
		}
		s.graph = nil // it is opened again, and a folder has one writer
		if err := old.Close(); err != nil {
			return 0, err
		}
		old = nil
	}
	next, err := s.graphIn(ctx, at, anyData)
	var locked *insight.LockedError
	reading := errors.As(err, &locked) && (old == nil || s.graphAt != "" && !gone || len(old.View().Nodes(insight.KindInsight)) == 0)
	if reading { // there is nothing to take along, and reading is free
		next, err = insight.Open(ctx, at, insight.Options{Embedder: s.cfg.Embedder})
	}
	if err != nil {
		return 0, graphFailure(err)
	}
	if old != nil {
		if at != "" && (s.graphAt == "" || gone) && !reading {
			took = len(old.View().Nodes(insight.KindInsight))
			if err := next.Merge(ctx, old); err != nil {
				return 0, errors.Join(mergeFailure(err, at), next.Close())
			}
		}
		if err := old.Close(); err != nil && !gone {
			return 0, errors.Join(err, next.Close())
		}
	}
	s.anyData = anyData
	s.useGraph(next, at)
	s.reading = reading
	return took, nil
}

// mergeFailure says why findings could not be taken over.
func mergeFailure(err error, at string) error {
	text := err.Error()
	var other *insight.DatasetError
	if errors.As(err, &other) {
		text += fmt.Sprintf("\n%%graph open %s --any-data adds them on purpose.", at)
	}
	return problem("GraphError", text+"\nThe session's graph is as it was.")
}

// inMemory is how many findings are in memory only.
func (s *Session) inMemory(ctx context.Context) (int, error) {
	if err := s.holdGraph(ctx); err != nil {
		return 0, err
	}
	defer s.releaseGraph()
	if s.graph == nil || s.graphAt != "" {
		return 0, nil
	}
	return len(s.graph.View().Nodes(insight.KindInsight)), nil
}

// whereGraph says where results are kept.
func (s *Session) whereGraph(ctx context.Context) (string, error) {
	if err := s.holdGraph(ctx); err != nil {
		return "", err
	}
	defer s.releaseGraph()
	if s.graphAt == "" {
		return "", nil
	}
	return s.graphAt, nil
}

// withGraph gives a command a folder with the graph. One in memory is written to a folder that is gone afterwards. A command that
// writes has the folder for itself.
func (r *run) withGraph(ctx context.Context, write bool, use func(dir string) error) (err error) {
	s := r.s
	if err := s.holdGraph(ctx); err != nil {
		return err
	}
	defer s.releaseGraph()
	switch {
	case s.graphAt == "" && write:
		return problem("GraphError", "the session's graph is in memory: open one in a folder first, with %graph open .hyp/graph")
	case s.graphAt == "":
		return r.onCopy(ctx, use)
	case write:
		if s.graph == nil { // the command opens it, and makes it where it is not there
			break
		}
		err := s.graph.Close()
		s.graph = nil
		if err != nil {
			return err
		}
	case s.graph == nil: // it may not be there yet
		if _, err := s.graphRead(ctx); err != nil {
			return err
		}
	}
	return use(s.graphAt)
}

// discard removes a folder of the session's own while the cell's reply goes out: a busy disk takes its time, and an interrupted cell
// is to end at once. Close waits for it.
func (s *Session) discard(dir string) {
	s.discards.Go(func() {
		if err := os.RemoveAll(dir); err != nil {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.left = errors.Join(s.left, err)
		}
	})
}

// onCopy writes the graph in memory to a folder for one use.
func (r *run) onCopy(ctx context.Context, use func(dir string) error) error {
	dir, err := os.MkdirTemp("", "hyp-graph-")
	if err != nil {
		return err
	}
	defer r.s.discard(dir)
	out, err := insight.Open(ctx, dir, insight.Options{Write: true, AnyData: true})
	if err != nil {
		return err
	}
	if g := r.s.graph; g != nil {
		err = out.Merge(ctx, g)
	}
	if err = errors.Join(err, out.Close()); err != nil {
		return err
	}
	r.copied = dir
	defer func() { r.copied = "" }()
	return use(dir)
}
