package insight

import (
	"context"
	"errors"

	"github.com/cayleygraph/cayley/graph"
	"github.com/cayleygraph/cayley/graph/iterator"
	"github.com/cayleygraph/cayley/graph/refs"
	"github.com/cayleygraph/quad"
)

// ValueOf is the reference of a value, nil when no quad has it. The texts of whole items cannot be looked up.
func (s *quadStore) ValueOf(v quad.Value) (graph.Ref, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if n := s.lookup(v); n != 0 {
		return nodeRef(n), nil
	}
	return nil, nil
}

// NameOf is the value of a reference.
func (s *quadStore) NameOf(r graph.Ref) (quad.Value, error) {
	switch r := r.(type) {
	case refs.PreFetchedValue:
		return r.NameOf(), nil
	case nodeRef:
		s.mu.RLock()
		defer s.mu.RUnlock()
		return s.value(node(r))
	}
	return nil, nil
}

// Quad is the quad of a reference.
func (s *quadStore) Quad(r graph.Ref) (quad.Quad, error) {
	q, ok := r.(quadRef)
	if !ok {
		return quad.Quad{}, nil
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.quadAt(uint32(q))
}

func (s *quadStore) quadAt(q uint32) (out quad.Quad, err error) {
	for d, into := range []*quad.Value{&out.Subject, &out.Predicate, &out.Object, &out.Label} {
		if *into, err = s.value(s.dirs[d][q]); err != nil {
			return quad.Quad{}, err
		}
	}
	return out, nil
}

// QuadDirection is one end of a quad.
func (s *quadStore) QuadDirection(r graph.Ref, d quad.Direction) (graph.Ref, error) {
	q, ok := r.(quadRef)
	if !ok || d < quad.Subject || d > quad.Label {
		return nil, nil
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if n := s.dirs[d-quad.Subject][q]; n != 0 {
		return nodeRef(n), nil
	}
	return nil, nil
}

// QuadIterator lists the quads with a node in a direction.
func (s *quadStore) QuadIterator(d quad.Direction, r graph.Ref) iterator.Shape {
	n, ok := r.(nodeRef)
	if !ok || d < quad.Subject || d > quad.Label {
		return iterator.NewNull()
	}
	list := s.indexed().quads(int(d-quad.Subject), node(n))
	if len(list) == 0 {
		return iterator.NewNull()
	}
	return &quadList{s: s, d: d, of: node(n), list: list}
}

// QuadIteratorSize is the length of that list.
func (s *quadStore) QuadIteratorSize(_ context.Context, d quad.Direction, r graph.Ref) (refs.Size, error) {
	n, ok := r.(nodeRef)
	if !ok || d < quad.Subject || d > quad.Label {
		return refs.Size{Exact: true}, nil
	}
	return refs.Size{Value: int64(len(s.indexed().quads(int(d-quad.Subject), node(n)))), Exact: true}, nil
}

// Stats counts nodes and quads.
func (s *quadStore) Stats(context.Context, bool) (graph.Stats, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	nodes := len(s.iris) - 1 + len(s.floats) + len(s.strings) + len(s.times) + len(s.docs)
	return graph.Stats{Nodes: refs.Size{Value: int64(nodes), Exact: true}, Quads: refs.Size{Value: int64(len(s.dirs[0]) - len(s.dead)), Exact: true}}, nil
}

// errAppendOnly is the answer to writing quads past the log.
var errAppendOnly = errors.New("quads are made from items: use Graph.Add or Graph.Insert")

// ApplyDeltas is refused: a quad that no item in the log stands behind would be gone after the next open.
func (s *quadStore) ApplyDeltas([]graph.Delta, graph.IgnoreOpts) error { return errAppendOnly }

// NewQuadWriter is refused like ApplyDeltas.
func (s *quadStore) NewQuadWriter() (quad.WriteCloser, error) { return nil, errAppendOnly }

// NodesAllIterator lists every node.
func (s *quadStore) NodesAllIterator() iterator.Shape {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var all []refs.Ref
	for i := 1; i < len(s.iris); i++ {
		all = append(all, nodeRef(makeNode(entitySpace, i)))
	}
	for space, n := range map[uint32]int{floatSpace: len(s.floats), stringSpace: len(s.strings), timeSpace: len(s.times), docSpace: len(s.docs)} {
		for i := range n {
			all = append(all, nodeRef(makeNode(space, i)))
		}
	}
	return iterator.NewFixed(all...)
}

// QuadsAllIterator lists every quad.
func (s *quadStore) QuadsAllIterator() iterator.Shape {
	s.mu.RLock()
	defer s.mu.RUnlock()
	list := make([]uint32, 0, len(s.dirs[0]))
	for q := range s.dirs[0] {
		if !s.isDead(uint32(q)) {
			list = append(list, uint32(q))
		}
	}
	return &quadList{s: s, list: list}
}

// Close does nothing: the log is the graph's.
func (s *quadStore) Close() error { return nil }

var _ graph.QuadStore = (*quadStore)(nil)
