// Package memgraph is an insight graph in memory: what the tests and benchmarks of the query language run on, and a plain
// model of what query.Graph asks of a store. It keeps nothing on disk.
package memgraph

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/lang/diag"
)

// Builder collects nodes and edges in any order; Graph makes the graph.
type Builder struct {
	nodes map[string]map[string]query.Value
	edges map[[3]string]bool
	err   error
}

// NewBuilder is an empty one.
func NewBuilder() *Builder {
	return &Builder{nodes: map[string]map[string]query.Value{}, edges: map[[3]string]bool{}}
}

func kindOf(id string) query.Kind {
	prefix, _, _ := strings.Cut(id, ":")
	for _, k := range query.Kinds {
		if k.Prefix == prefix {
			return k.Kind
		}
	}
	return query.NoKind
}

func (b *Builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf(format, args...)
	}
}

// Node adds a node, whose kind is told by its id.
func (b *Builder) Node(id string) {
	if kindOf(id) == query.NoKind || strings.HasSuffix(id, ":") {
		b.fail("%q is not the id of a node", id)
		return
	}
	if b.nodes[id] == nil {
		b.nodes[id] = map[string]query.Value{}
	}
}

// Set gives a node a property.
func (b *Builder) Set(id, property string, v query.Value) {
	b.Node(id)
	if kindOf(id).Property(property) == nil {
		b.fail("%s has no property %q", id, property)
		return
	}
	b.nodes[id][property] = v
}

// Edge adds an edge of a stored relation; both ends become nodes.
func (b *Builder) Edge(from, relation, to string) {
	b.Node(from)
	b.Node(to)
	r := query.LookupRelation(relation)
	if r == nil || !r.Stored() || !slices.Contains(r.From, kindOf(from)) || !slices.Contains(r.To, kindOf(to)) {
		b.fail("%s %s %s is not an edge of the schema", from, relation, to)
		return
	}
	if r.Symmetric && query.CompareIDs(to, from) < 0 {
		from, to = to, from
	}
	b.edges[[3]string{from, relation, to}] = true
}

// Graph is a graph in memory. It never changes and is safe for concurrent use.
type Graph struct {
	// NoIndex turns the property indexes off, so that the evaluator has to scan.
	NoIndex bool

	ids    []string
	kinds  []query.Kind
	byKind map[query.Kind][]query.Node
	byID   map[string]query.Node
	byName map[string][]query.Node
	values map[string][]query.Value // by property and node
	edges  map[string]*adjacency
	index  map[indexKey][]entry // by number
	words  map[query.Node]map[string]float64
}

type adjacency struct {
	out, in [][]query.Node
	n       int
}

type indexKey struct {
	kind     query.Kind
	property string
}

type entry struct {
	x    float64
	node query.Node
}

// Graph makes the graph of what was collected.
func (b *Builder) Graph() (*Graph, error) {
	if b.err != nil {
		return nil, b.err
	}
	g := &Graph{byKind: map[query.Kind][]query.Node{}, byID: map[string]query.Node{}, byName: map[string][]query.Node{},
		values: map[string][]query.Value{}, edges: map[string]*adjacency{}, index: map[indexKey][]entry{}, words: map[query.Node]map[string]float64{}}
	for id := range b.nodes {
		g.ids = append(g.ids, id)
	}
	slices.SortFunc(g.ids, query.CompareIDs)
	g.kinds = make([]query.Kind, len(g.ids))
	for i, id := range g.ids {
		n, k := query.Node(i), kindOf(id)
		g.kinds[i] = k
		g.byKind[k] = append(g.byKind[k], n)
		g.byID[id] = n
		_, name, _ := strings.Cut(id, ":")
		names := []string{name}
		if v := b.nodes[id]["name"]; v.Text != "" && v.Text != name {
			names = append(names, v.Text)
		}
		for _, name := range names {
			g.byName[name] = append(g.byName[name], n)
		}
		for p, v := range b.nodes[id] {
			if g.values[p] == nil {
				g.values[p] = make([]query.Value, len(g.ids))
			}
			g.values[p][i] = v
			if v.Type == query.Number || v.Type == query.Time {
				g.index[indexKey{k, p}] = append(g.index[indexKey{k, p}], entry{v.Number, n})
			}
		}
		if k.HasText() {
			g.words[n] = bag(b.nodes[id][k.Schema().Text].Text)
		}
	}
	for _, e := range g.index {
		slices.SortFunc(e, func(a, b entry) int {
			switch {
			case a.x < b.x:
				return -1
			case a.x > b.x:
				return 1
			}
			return int(a.node) - int(b.node)
		})
	}
	for e := range b.edges {
		a := g.edges[e[1]]
		if a == nil {
			a = &adjacency{out: make([][]query.Node, len(g.ids)), in: make([][]query.Node, len(g.ids))}
			g.edges[e[1]] = a
		}
		from, to := g.byID[e[0]], g.byID[e[2]]
		a.n++
		a.out[from] = append(a.out[from], to)
		a.in[to] = append(a.in[to], from)
		if query.LookupRelation(e[1]).Symmetric && from != to {
			a.out[to] = append(a.out[to], from)
			a.in[from] = append(a.in[from], to)
		}
	}
	for _, a := range g.edges {
		for i := range g.ids {
			slices.Sort(a.out[i])
			slices.Sort(a.in[i])
		}
	}
	return g, nil
}

// Stats implements query.Graph.
func (g *Graph) Stats(ctx context.Context) (query.Stats, error) {
	s := query.Stats{Nodes: map[query.Kind]int{}, Edges: map[string]int{}}
	for k, of := range g.byKind {
		s.Nodes[k] = len(of)
	}
	for r, a := range g.edges {
		s.Edges[r] = a.n
	}
	return s, ctx.Err()
}

// Nodes implements query.Graph.
func (g *Graph) Nodes(ctx context.Context, kind query.Kind) ([]query.Node, error) {
	return g.byKind[kind], ctx.Err()
}

// Describe implements query.Graph.
func (g *Graph) Describe(ctx context.Context, of []query.Node, into []query.Identity) error {
	for i, n := range of {
		into[i] = query.Identity{ID: g.ids[n], Kind: g.kinds[n]}
	}
	return ctx.Err()
}

// Values implements query.Graph.
func (g *Graph) Values(ctx context.Context, property string, of []query.Node, into []query.Value) error {
	column := g.values[property]
	for i, n := range of {
		switch {
		case property == "id":
			into[i] = query.TextValue(g.ids[n])
		case column == nil:
			into[i] = query.Value{}
		default:
			into[i] = column[n]
		}
	}
	return ctx.Err()
}

// Neighbours implements query.Graph.
func (g *Graph) Neighbours(ctx context.Context, relation string, d query.Direction, of []query.Node, each func(int, []query.Node) error) error {
	a := g.edges[relation]
	for i, n := range of {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		var to []query.Node
		switch {
		case a == nil:
		case d == query.Out:
			to = a.out[n]
		default:
			to = a.in[n]
		}
		if err := each(i, to); err != nil {
			return err
		}
	}
	return nil
}

func (g *Graph) between(f query.Filter) []entry {
	of := g.index[indexKey{f.Kind, f.Property}]
	low, _ := slices.BinarySearchFunc(of, f, func(e entry, f query.Filter) int {
		if e.x < f.Low || f.OpenLow && e.x == f.Low {
			return -1
		}
		return 1
	})
	high, _ := slices.BinarySearchFunc(of, f, func(e entry, f query.Filter) int {
		if e.x < f.High || !f.OpenHigh && e.x == f.High {
			return -1
		}
		return 1
	})
	return of[low:max(low, high)]
}

// Select implements query.Graph.
func (g *Graph) Select(ctx context.Context, f query.Filter) ([]query.Node, bool, error) {
	if g.NoIndex || f.Equals != nil {
		return nil, false, ctx.Err()
	}
	of := g.between(f)
	nodes := make([]query.Node, len(of))
	for i, e := range of {
		nodes[i] = e.node
	}
	return nodes, true, ctx.Err()
}

// Estimate implements query.Graph.
func (g *Graph) Estimate(ctx context.Context, f query.Filter) (int, bool, error) {
	if g.NoIndex || f.Equals != nil {
		return 0, false, ctx.Err()
	}
	return len(g.between(f)), true, ctx.Err()
}

// Lookup implements query.Graph.
func (g *Graph) Lookup(ctx context.Context, kind query.Kind, name string) (out []query.Node, err error) {
	if n, ok := g.byID[name]; ok && g.kinds[n] == kind {
		return []query.Node{n}, ctx.Err()
	}
	for _, n := range g.byName[name] {
		if g.kinds[n] == kind {
			out = append(out, n)
		}
	}
	return out, ctx.Err()
}

// Nearest implements query.Graph.
func (g *Graph) Nearest(ctx context.Context, kind query.Kind, name string, n int) (out []string, err error) {
	var names []string
	for i, id := range g.ids {
		if kind == query.NoKind || g.kinds[i] == kind {
			_, short, _ := strings.Cut(id, ":")
			names = append(names, short)
		}
	}
	for _, s := range names {
		if strings.HasPrefix(s, name) && len(out) < n {
			out = append(out, s)
		}
	}
	for _, s := range diag.Suggest(name, names) {
		if len(out) < n && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out, ctx.Err()
}

// bag counts the words of a text, on a unit sphere.
func bag(text string) map[string]float64 {
	m := map[string]float64{}
	for _, w := range strings.Fields(strings.ToLower(text)) {
		m[w]++
	}
	sum := 0.0
	for _, x := range m {
		sum += x * x
	}
	for w := range m {
		m[w] /= math.Sqrt(sum)
	}
	return m
}

// Similar implements query.Graph: the cosine of word counts, which is enough to test with.
func (g *Graph) Similar(ctx context.Context, kind query.Kind, text string, above float64) (out []query.Scored, err error) {
	want := bag(text)
	words := make([]string, 0, len(want))
	for w := range want {
		words = append(words, w)
	}
	slices.Sort(words) // one order of summing, so that equal texts score equally
	for _, n := range g.byKind[kind] {
		s := 0.0
		for _, w := range words {
			s += want[w] * g.words[n][w]
		}
		if s = math.Round(s*1e9) / 1e9; s >= above {
			out = append(out, query.Scored{Node: n, Score: s})
		}
	}
	return out, ctx.Err()
}
