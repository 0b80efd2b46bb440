package session

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/hyp-lang/hyp/graphq/insight"
)

// openGraph is the session's insight graph. It is opened by the first cell that needs it: a kernel starts faster without.
func (s *Session) openGraph(ctx context.Context) (*insight.Graph, error) {
	if err := s.holdGraph(ctx); err != nil {
		return nil, err
	}
	defer s.releaseGraph()
	return s.graphHeld(ctx)
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

// graphHeld opens the graph where that is still to do.
func (s *Session) graphHeld(ctx context.Context) (*insight.Graph, error) {
	if s.graph != nil {
		return s.graph, nil
	}
	var err error
	s.graph, err = s.graphIn(ctx, s.graphAt)
	return s.graph, err
}

// graphIn opens a graph to write to; without a place it lives in memory.
func (s *Session) graphIn(ctx context.Context, at string) (*insight.Graph, error) {
	opt := insight.Options{Write: true, Embedder: s.cfg.Embedder}
	if at == "" {
		return insight.Transient(opt), nil
	}
	g, err := insight.Open(ctx, at, opt)
	var locked *insight.LockedError
	if errors.As(err, &locked) {
		return nil, problem("GraphError", fmt.Sprintf("%v\nResults must be kept somewhere: stop the other program, or write %%graph close to keep those of this session in memory.", err))
	}
	if err != nil {
		return nil, problem("GraphError", err.Error())
	}
	return g, nil
}

// moveGraph makes the graph at a place the session's, and takes along what is in memory. An empty place means memory.
func (s *Session) moveGraph(ctx context.Context, at string) (took int, err error) {
	if err := s.holdGraph(ctx); err != nil {
		return 0, err
	}
	defer s.releaseGraph()
	if at != "" && at == s.graphAt && s.graph != nil {
		return 0, nil
	}
	next, err := s.graphIn(ctx, at)
	if err != nil {
		return 0, err
	}
	if old := s.graph; old != nil {
		if at != "" && s.graphAt == "" {
			took = len(old.View().Nodes(insight.KindInsight))
			if err := next.Merge(ctx, old); err != nil {
				return 0, errors.Join(problem("GraphError", err.Error()+"\nThe session's graph is as it was."), next.Close())
			}
		}
		if err := old.Close(); err != nil {
			return 0, errors.Join(err, next.Close())
		}
	}
	s.graph, s.graphAt = next, at
	return took, nil
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
		if _, err := s.graphHeld(ctx); err != nil {
			return err
		}
	}
	return use(s.graphAt)
}

// onCopy writes the graph in memory to a folder for one use.
func (r *run) onCopy(ctx context.Context, use func(dir string) error) (err error) {
	dir, err := os.MkdirTemp("", "hyp-graph-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
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
