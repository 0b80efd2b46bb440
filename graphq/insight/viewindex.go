package insight

import (
	"math"
	"slices"
	"sort"
)

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
