package insight

import (
	"context"
	"math"
	"slices"
	"sort"
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

// Adjacency is one relation from one side.
type Adjacency struct {
	start []uint32
	to    []Node
}

// Of is the nodes at the other end, each once.
func (a *Adjacency) Of(n Node) []Node {
	i := node(n).place()
	if i+1 >= len(a.start) {
		return nil
	}
	return a.to[a.start[i]:a.start[i+1]]
}

// Edges counts the edges; one of a symmetric relation is there twice.
func (a *Adjacency) Edges() int { return len(a.to) }

// Neighbours is a relation outward, or inward; contradicts is the same from both sides.
func (v *View) Neighbours(relation string, in bool) *Adjacency {
	v.mu.Lock()
	defer v.mu.Unlock()
	symmetric := relation == "contradicts"
	key := edgeKey{relation, in && !symmetric}
	if a := v.edges[key]; a != nil {
		return a
	}
	a := &Adjacency{start: make([]uint32, len(v.iris)+1)}
	quads := v.predicate(vocabulary + relation)
	ends := func(each func(from, to node)) {
		for _, q := range quads {
			s, o := v.dirs[0][q], v.dirs[2][q]
			if !o.isEntity() {
				continue
			}
			if symmetric || !key.in {
				each(s, o)
			}
			if symmetric || key.in {
				each(o, s)
			}
		}
	}
	ends(func(from, _ node) { a.start[from.place()+1]++ })
	for i := range v.iris {
		a.start[i+1] += a.start[i]
	}
	a.to = make([]Node, a.start[len(v.iris)])
	next := slices.Clone(a.start)
	ends(func(from, to node) {
		a.to[next[from.place()]] = Node(to)
		next[from.place()]++
	})
	a.unique()
	v.edges[key] = a
	return a
}

// unique sorts the ends of every node and drops doubles, which shift the rest.
func (a *Adjacency) unique() {
	out := uint32(0)
	for i := 0; i+1 < len(a.start); i++ {
		from, to := a.start[i], a.start[i+1]
		list := a.to[from:to]
		slices.Sort(list)
		a.start[i] = out
		for k, n := range list {
			if k == 0 || n != list[k-1] {
				a.to[out] = n
				out++
			}
		}
	}
	a.start[len(a.start)-1] = out
	a.to = a.to[:out]
}

// Order is the nodes of a kind that have a number (or a time) for a property, by that number.
type Order struct {
	Nodes  []Node
	Values []float64
}

// Order sorts a kind by a property, nodes of equal numbers in the order in which they came.
func (v *View) Order(kind, property string) *Order {
	v.mu.Lock()
	defer v.mu.Unlock()
	key := orderKey{kind, property}
	if o := v.orders[key]; o != nil {
		return o
	}
	c := v.column(property)
	o := &Order{}
	for _, n := range v.nodes(kind) {
		if x := c.At(n); x.Kind == NumberValue || x.Kind == TimeValue {
			o.Nodes = append(o.Nodes, n)
			o.Values = append(o.Values, x.Number)
		}
	}
	sort.Stable(o)
	v.orders[key] = o
	return o
}

// Len, Less and Swap make an Order sortable.
func (o *Order) Len() int { return len(o.Nodes) }

// Less is by number.
func (o *Order) Less(i, j int) bool { return o.Values[i] < o.Values[j] }

// Swap exchanges two.
func (o *Order) Swap(i, j int) {
	o.Nodes[i], o.Nodes[j] = o.Nodes[j], o.Nodes[i]
	o.Values[i], o.Values[j] = o.Values[j], o.Values[i]
}

// Between is the part of the order from low to high, the ends themselves left out where open.
func (o *Order) Between(low, high float64, openLow, openHigh bool) []Node {
	from := sort.Search(len(o.Values), func(i int) bool { return o.Values[i] > low || !openLow && o.Values[i] == low })
	to := sort.Search(len(o.Values), func(i int) bool { return o.Values[i] > high || openHigh && o.Values[i] == high })
	if math.IsNaN(low) || math.IsNaN(high) || from >= to {
		return nil
	}
	return o.Nodes[from:to]
}

// Named is the nodes of a kind by a property that is a text: `name` for constants, `template` or `status` for filters.
func (v *View) Named(kind, property, text string) []Node {
	v.mu.Lock()
	defer v.mu.Unlock()
	key := kind + " " + property
	byText := v.names[key]
	if byText == nil {
		byText = map[string][]Node{}
		c := v.column(property)
		for _, n := range v.nodes(kind) {
			if x := c.At(n); x.Kind == TextValue {
				byText[x.Text] = append(byText[x.Text], n)
			}
		}
		v.names[key] = byText
	}
	return byText[text]
}

// Scored is a node with a similarity.
type Scored struct {
	Node  Node
	Score float64
}

// count is how many nodes have a text for a property.
func (v *View) count(property, text string) (n int) {
	c := v.Column(property)
	for _, o := range c.of {
		if x := v.value(o); x.Kind == TextValue && x.Text == text {
			n++
		}
	}
	return n
}

// Similar is every node of a kind whose text (of the property) is at least so similar to a text.
func (v *View) Similar(ctx context.Context, kind, property, text string, above float64) ([]Scored, error) {
	x, err := v.textIndex(ctx, kind, property)
	if err != nil {
		return nil, err
	}
	hits, err := x.index.Search(ctx, text, above)
	if err != nil {
		return nil, err
	}
	out := make([]Scored, len(hits))
	for i, h := range hits {
		out[i] = Scored{x.nodes[h.Place], h.Score}
	}
	return out, nil
}

func (v *View) textIndex(ctx context.Context, kind, property string) (textIndex, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	key := kind + " " + property
	if x, there := v.texts[key]; there {
		return x, nil
	}
	var x textIndex
	var texts []string
	c := v.column(property)
	for _, n := range v.nodes(kind) {
		if t := c.At(n); t.Kind == TextValue {
			x.nodes = append(x.nodes, n)
			texts = append(texts, t.Text)
		}
	}
	var err error
	if x.index, err = v.g.embedder().Index(ctx, texts); err != nil {
		return x, err
	}
	v.texts[key] = x
	return x, nil
}

func (g *Graph) embedder() Embedder {
	if g.opt.Embedder == nil {
		return literally{}
	}
	return g.opt.Embedder
}
