package insight

import (
	"context"
	"math/bits"
	"slices"
	"sort"

	"github.com/cayleygraph/cayley/graph/iterator"
	"github.com/cayleygraph/cayley/graph/refs"
	"github.com/cayleygraph/quad"
)

// quadIndex lists the quads of every node by direction, for one version of the store: counting sorts, a tenth of a second for
// three million quads.
type quadIndex struct {
	version int
	base    [spaces]int // where a space begins in the numbering of all nodes
	start   [4][]uint32 // by node, one more at the end
	list    [4][]uint32 // numbers of quads, ascending within a node
}

// indexed is the index of the present version.
func (s *quadStore) indexed() *quadIndex {
	s.mu.RLock()
	x := s.index
	fresh := x != nil && x.version == s.version
	s.mu.RUnlock()
	if fresh {
		return x
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.index != nil && s.index.version == s.version {
		return s.index
	}
	x = &quadIndex{version: s.version}
	n := 0
	for space, size := range []int{len(s.iris), len(s.floats), len(s.strings), 2, len(s.times), len(s.docs)} {
		x.base[space] = n
		n += size
	}
	for d, nodes := range s.dirs {
		start := make([]uint32, n+1)
		for q, of := range nodes {
			if of != 0 && !s.isDead(uint32(q)) {
				start[x.at(of)+1]++
			}
		}
		for i := range n {
			start[i+1] += start[i]
		}
		list := make([]uint32, start[n])
		next := slices.Clone(start)
		for q, of := range nodes {
			if of != 0 && !s.isDead(uint32(q)) {
				list[next[x.at(of)]] = uint32(q)
				next[x.at(of)]++
			}
		}
		x.start[d], x.list[d] = start, list
	}
	s.index = x
	return x
}

func (x *quadIndex) at(n node) int { return x.base[n.space()] + n.place() }

// quads is the quads of a node in a direction.
func (x *quadIndex) quads(d int, n node) []uint32 {
	i := x.at(n)
	if i+1 >= len(x.start[d]) {
		return nil
	}
	return x.list[d][x.start[d][i]:x.start[d][i+1]]
}

// quadList is Cayley's iterator over an ascending list of quads; d is 0 for all quads.
type quadList struct {
	s    *quadStore
	d    quad.Direction
	of   node
	list []uint32
}

// Iterate scans the list.
func (l *quadList) Iterate() iterator.Scanner { return &quadScan{quadList: l, at: -1} }

// Lookup tells whether a quad is in it.
func (l *quadList) Lookup() iterator.Index { return &quadScan{quadList: l, at: -1} }

// String names it in plans.
func (l *quadList) String() string { return "InsightQuads(" + l.d.String() + ")" }

// Sorted tells Cayley that equal lists can be merged.
func (l *quadList) Sorted() bool { return true }

// SubIterators has none.
func (l *quadList) SubIterators() []iterator.Shape { return nil }

// Optimize has nothing to do.
func (l *quadList) Optimize(context.Context) (iterator.Shape, bool) { return l, false }

// Stats is the length and the cost of a binary search.
func (l *quadList) Stats(context.Context) (iterator.Costs, error) {
	return iterator.Costs{NextCost: 1, ContainsCost: int64(bits.Len(uint(len(l.list)))), Size: refs.Size{Value: int64(len(l.list)), Exact: true}}, nil
}

// quadScan walks a list. A cancelled context ends it with the context's error, where Cayley's own iterators end without one.
type quadScan struct {
	*quadList
	at  int
	err error
}

func (c *quadScan) Next(ctx context.Context) bool {
	if c.err = ctx.Err(); c.err != nil || c.at+1 >= len(c.list) {
		return false
	}
	c.at++
	return true
}

func (c *quadScan) Contains(ctx context.Context, r refs.Ref) bool {
	q, ok := r.(quadRef)
	if c.err = ctx.Err(); !ok || c.err != nil {
		return false
	}
	i := sort.Search(len(c.list), func(i int) bool { return c.list[i] >= uint32(q) })
	if i == len(c.list) || c.list[i] != uint32(q) {
		return false
	}
	c.at = i
	return true
}

func (c *quadScan) Result() refs.Ref {
	if c.at < 0 || c.at >= len(c.list) {
		return nil
	}
	return quadRef(c.list[c.at])
}

func (c *quadScan) TagResults(map[string]refs.Ref) {}
func (c *quadScan) NextPath(context.Context) bool  { return false }
func (c *quadScan) Err() error                     { return c.err }
func (c *quadScan) Close() error                   { return nil }
