package insight

import (
	"slices"
	"strings"
	"sync"
	"time"
)

// Node is a graph's number for a node, stable while the graph is open.
type Node uint32

// View is the graph at one moment, for reading: nothing that is stored later shows. Columns, neighbours and orders are made when
// first asked for and kept. Slices that it returns are not to be changed.
type View struct {
	g       *Graph
	iris    []string
	floats  []float64
	strings []string
	times   []int64
	dirs    [4][]node
	version int
	dead    map[uint32]uint32

	mu      sync.Mutex
	byPred  [][]uint32 // by place of the predicate
	kinds   map[string][]Node
	columns map[string]*Column
	edges   map[edgeKey]*Adjacency
	orders  map[orderKey]*Order
	texts   map[string]textIndex
	names   map[string]map[string][]Node
	several *Names
}

type edgeKey struct {
	relation string
	in       bool
}

type orderKey struct{ kind, property string }

type textIndex struct {
	nodes []Node
	index TextIndex
}

// View is the graph as it is now.
func (g *Graph) View() *View {
	g.viewMu.Lock()
	defer g.viewMu.Unlock()
	s := g.quads
	s.mu.RLock()
	defer s.mu.RUnlock()
	if g.view != nil && g.view.version == s.version {
		return g.view
	}
	v := &View{g: g, iris: s.iris, floats: s.floats, strings: s.strings, times: s.times, dirs: s.dirs, version: s.version, dead: map[uint32]uint32{},
		kinds: map[string][]Node{}, columns: map[string]*Column{}, edges: map[edgeKey]*Adjacency{}, orders: map[orderKey]*Order{}, texts: map[string]textIndex{},
		names: map[string]map[string][]Node{}}
	for q, by := range s.dead {
		v.dead[q] = by
	}
	g.view = v
	return v
}

// predicate is the living quads of a predicate; the caller holds the lock.
func (v *View) predicate(name string) []uint32 {
	if v.byPred == nil {
		most := 0 // predicates come early, so that a list by place is short
		for _, p := range v.dirs[1] {
			most = max(most, p.place())
		}
		counts := make([]int, most+1)
		for _, p := range v.dirs[1] {
			counts[p.place()]++
		}
		v.byPred = make([][]uint32, most+1)
		for p, n := range counts {
			if n > 0 {
				v.byPred[p] = make([]uint32, 0, n)
			}
		}
		for q, p := range v.dirs[1] {
			v.byPred[p.place()] = append(v.byPred[p.place()], uint32(q))
		}
		touched := map[int]bool{}
		for q := range v.dead {
			touched[v.dirs[1][q].place()] = true
		}
		for p := range touched {
			v.byPred[p] = slices.DeleteFunc(v.byPred[p], func(q uint32) bool {
				_, replaced := v.dead[q]
				return replaced
			})
		}
	}
	v.g.quads.mu.RLock()
	p := v.g.quads.iriAt[name]
	v.g.quads.mu.RUnlock()
	if p.place() >= len(v.byPred) {
		return nil
	}
	return v.byPred[p.place()]
}

// Nodes is every node of a kind, in the order in which they came.
func (v *View) Nodes(kind string) []Node {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.nodes(kind)
}

func (v *View) nodes(kind string) []Node {
	if len(v.kinds) == 0 {
		for _, q := range v.predicate(string(Type)) {
			kind := v.iris[v.dirs[2][q].place()]
			v.kinds[kind] = append(v.kinds[kind], Node(v.dirs[0][q]))
		}
	}
	return v.kinds[kind]
}

// ID is a node's id.
func (v *View) ID(n Node) string { return v.iris[node(n).place()] }

// Kind is a node's kind, by its id.
func (v *View) Kind(n Node) string {
	id := v.ID(n)
	for kind, prefix := range prefixes {
		if strings.HasPrefix(id, prefix) {
			return kind
		}
	}
	return ""
}

// Node is the node of an id, 0 when there is none.
func (v *View) Node(id string) Node {
	v.g.quads.mu.RLock()
	defer v.g.quads.mu.RUnlock()
	n := v.g.quads.iriAt[id]
	if n.place() >= len(v.iris) {
		return 0
	}
	return Node(n)
}

// ValueKind is the type of a property's value.
type ValueKind uint8

// The types of values.
const (
	NoValue ValueKind = iota
	NumberValue
	TextValue
	BoolValue
	TimeValue
)

// Value is a property's value. Number is also 1 or 0 for a Bool, and microseconds since 1970 for a Time.
type Value struct {
	Kind   ValueKind
	Number float64
	Text   string
}

// Column is one property of all nodes.
type Column struct {
	v  *View
	of []node
}

// Column is a property, by its name without the vocabulary.
func (v *View) Column(property string) *Column {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.column(property)
}

func (v *View) column(property string) *Column {
	c := v.columns[property]
	if c == nil {
		c = &Column{v: v, of: make([]node, len(v.iris))}
		for _, q := range v.predicate(vocabulary + property) {
			if o := v.dirs[2][q]; !o.isEntity() { // a name may be a property here and a relation there
				c.of[v.dirs[0][q].place()] = o
			}
		}
		v.columns[property] = c
	}
	return c
}

// At is a node's value; of several the one stored last.
func (c *Column) At(n Node) Value {
	if node(n).place() >= len(c.of) {
		return Value{}
	}
	return c.v.value(c.of[node(n).place()])
}

func (v *View) value(n node) Value {
	if n == 0 {
		return Value{}
	}
	switch i := n.place(); n.space() {
	case floatSpace:
		return Value{Kind: NumberValue, Number: v.floats[i]}
	case stringSpace:
		return Value{Kind: TextValue, Text: v.strings[i]}
	case boolSpace:
		return Value{Kind: BoolValue, Number: float64(i)}
	case timeSpace:
		return Value{Kind: TimeValue, Number: float64(time.Unix(0, v.times[i]).UnixMicro())}
	}
	return Value{}
}
