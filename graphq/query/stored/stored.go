// Package stored lets the query language read an insight graph from its store.
package stored

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/hyp-lang/hyp/graphq/insight"
	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/lang/diag"
)

// Graph is the state of an insight graph at one moment, for queries. It is safe for concurrent use.
type Graph struct {
	v *insight.View

	mu    sync.Mutex
	stats *query.Stats
	names map[query.Kind][]string
}

var _ query.Graph = (*Graph)(nil)

// New is the graph as it is now; what is stored later does not show.
func New(g *insight.Graph) *Graph { return &Graph{v: g.View(), names: map[query.Kind][]string{}} }

// Stats implements query.Graph.
func (g *Graph) Stats(ctx context.Context) (query.Stats, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.stats != nil {
		return *g.stats, ctx.Err()
	}
	s := query.Stats{Nodes: map[query.Kind]int{}, Edges: map[string]int{}}
	for _, k := range query.Kinds {
		s.Nodes[k.Kind] = len(g.v.Nodes(k.Name))
	}
	for i := range query.Relations {
		r := &query.Relations[i]
		if !r.Stored() {
			continue
		}
		if err := ctx.Err(); err != nil {
			return s, err
		}
		s.Edges[r.Name] = g.v.Neighbours(r.Name, false).Edges()
		if r.Symmetric {
			s.Edges[r.Name] /= 2
		}
	}
	g.stats = &s
	return s, ctx.Err()
}

// nodes turns the store's numbers into those of queries: they are the same numbers.
func nodes(of []insight.Node) []query.Node {
	out := make([]query.Node, len(of))
	for i, n := range of {
		out[i] = query.Node(n)
	}
	return out
}

// Nodes implements query.Graph.
func (g *Graph) Nodes(ctx context.Context, kind query.Kind) ([]query.Node, error) {
	return nodes(g.v.Nodes(kind.String())), ctx.Err()
}

// Describe implements query.Graph.
func (g *Graph) Describe(ctx context.Context, of []query.Node, into []query.Identity) error {
	for i, n := range of {
		into[i] = query.Identity{ID: g.v.ID(insight.Node(n)), Kind: query.LookupKind(g.v.Kind(insight.Node(n)))}
	}
	return ctx.Err()
}

// Values implements query.Graph.
func (g *Graph) Values(ctx context.Context, property string, of []query.Node, into []query.Value) error {
	if property == "id" {
		for i, n := range of {
			into[i] = query.TextValue(g.v.ID(insight.Node(n)))
		}
		return ctx.Err()
	}
	c := g.v.Column(property)
	for i, n := range of {
		into[i] = value(c.At(insight.Node(n)))
	}
	return ctx.Err()
}

func value(v insight.Value) query.Value {
	switch v.Kind {
	case insight.NumberValue:
		return query.NumberValue(v.Number)
	case insight.TextValue:
		return query.TextValue(v.Text)
	case insight.BoolValue:
		return query.BoolValue(v.Number == 1)
	case insight.TimeValue:
		return query.Value{Type: query.Time, Number: v.Number}
	}
	return query.Value{}
}

// Neighbours implements query.Graph.
func (g *Graph) Neighbours(ctx context.Context, relation string, d query.Direction, of []query.Node, each func(int, []query.Node) error) error {
	a := g.v.Neighbours(relation, d == query.In)
	var to []query.Node
	for i, n := range of {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		to = to[:0]
		for _, m := range a.Of(insight.Node(n)) {
			to = append(to, query.Node(m))
		}
		if err := each(i, to); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// parts are the answers of the store's indexes to a filter; ok is false when it has none.
func (g *Graph) parts(f query.Filter) (parts [][]insight.Node, ok bool) {
	kind := f.Kind.String()
	if f.Property == "id" {
		return nil, false
	}
	if f.Equals == nil {
		return [][]insight.Node{g.v.Order(kind, f.Property).Between(f.Low, f.High, f.OpenLow, f.OpenHigh)}, true
	}
	var asked []query.Value
	for _, v := range f.Equals {
		if slices.Contains(asked, v) {
			continue
		}
		asked = append(asked, v)
		switch v.Type {
		case query.Text:
			parts = append(parts, g.v.Named(kind, f.Property, v.Text))
		case query.Number, query.Time:
			parts = append(parts, g.v.Order(kind, f.Property).Between(v.Number, v.Number, false, false))
		default:
			return nil, false
		}
	}
	return parts, true
}

// Select implements query.Graph.
func (g *Graph) Select(ctx context.Context, f query.Filter) ([]query.Node, bool, error) {
	parts, ok := g.parts(f)
	if !ok {
		return nil, false, ctx.Err()
	}
	var out []query.Node
	for _, p := range parts {
		out = append(out, nodes(p)...)
	}
	return out, true, ctx.Err()
}

// Estimate implements query.Graph.
func (g *Graph) Estimate(ctx context.Context, f query.Filter) (n int, ok bool, err error) {
	parts, ok := g.parts(f)
	for _, p := range parts {
		n += len(p)
	}
	return n, ok, ctx.Err()
}

// Lookup implements query.Graph.
func (g *Graph) Lookup(ctx context.Context, kind query.Kind, name string) ([]query.Node, error) {
	prefix := kind.Schema().Prefix + ":"
	if strings.HasPrefix(name, prefix) {
		if n := g.v.Node(name); g.is(n, kind) {
			return []query.Node{query.Node(n)}, ctx.Err()
		}
	}
	var out []query.Node
	if n := g.v.Node(prefix + name); g.is(n, kind) {
		out = append(out, query.Node(n))
	}
	for _, n := range g.v.Named(kind.String(), "name", name) {
		if !slices.Contains(out, query.Node(n)) {
			out = append(out, query.Node(n))
		}
	}
	return out, ctx.Err()
}

// is tells whether there is a node, and it is of a kind: an id that is only spoken of is none.
func (g *Graph) is(n insight.Node, kind query.Kind) bool {
	return n != 0 && slices.Contains(g.v.Nodes(kind.String()), n)
}

// Nearest implements query.Graph.
func (g *Graph) Nearest(ctx context.Context, kind query.Kind, name string, n int) (out []string, err error) {
	var all []string
	for _, k := range query.Kinds {
		if kind == query.NoKind || kind == k.Kind {
			all = append(all, g.namesOf(k.Kind)...)
		}
	}
	for _, s := range all {
		if len(out) < n && strings.HasPrefix(s, name) && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for _, s := range diag.Suggest(name, all) {
		if len(out) < n && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out, ctx.Err()
}

// namesOf is what stands behind @ for a kind: the name of a node, or its id without the prefix where it has none.
func (g *Graph) namesOf(kind query.Kind) []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	if names, ok := g.names[kind]; ok {
		return names
	}
	c := g.v.Column("name")
	var names []string
	for _, n := range g.v.Nodes(kind.String()) {
		if v := c.At(n); v.Kind == insight.TextValue {
			names = append(names, v.Text)
			continue
		}
		_, name, _ := strings.Cut(g.v.ID(n), ":")
		names = append(names, name)
	}
	slices.SortFunc(names, query.CompareIDs)
	names = slices.Compact(names)
	g.names[kind] = names
	return names
}

// Similar implements query.Graph.
func (g *Graph) Similar(ctx context.Context, kind query.Kind, text string, above float64) ([]query.Scored, error) {
	found, err := g.v.Similar(ctx, kind.String(), kind.Schema().Text, text, above)
	if err != nil {
		return nil, err
	}
	out := make([]query.Scored, len(found))
	for i, s := range found {
		out[i] = query.Scored{Node: query.Node(s.Node), Score: s.Score}
	}
	return out, ctx.Err()
}
