package query

import (
	"context"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/graphq/insight"
	"github.com/hyp-lang/hyp/lang/diag"
)

// Insights is the insight graph as the evaluator reads it: one view of it, so that a query sees one state.
type Insights struct{ view *insight.View }

// NewInsights is the graph as it is now.
func NewInsights(g *insight.Graph) *Insights { return &Insights{g.View()} }

var _ Graph = (*Insights)(nil)

// Stats counts nodes and edges.
func (g *Insights) Stats(ctx context.Context) (Stats, error) {
	s := Stats{Nodes: map[Kind]int{}, Edges: map[string]int{}}
	for _, k := range Kinds {
		s.Nodes[k.Kind] = len(g.view.Nodes(k.Name))
	}
	for i := range Relations {
		if r := &Relations[i]; r.Stored() {
			s.Edges[r.Name] = g.view.Neighbours(r.Name, false).Edges()
			if r.Symmetric {
				s.Edges[r.Name] /= 2
			}
		}
	}
	return s, ctx.Err()
}

// convert hands nodes over; both sides number them alike.
func convert(of []insight.Node) []Node {
	out := make([]Node, len(of))
	for i, n := range of {
		out[i] = Node(n)
	}
	return out
}

// Nodes is every node of a kind.
func (g *Insights) Nodes(ctx context.Context, kind Kind) ([]Node, error) {
	return convert(g.view.Nodes(kind.String())), ctx.Err()
}

// Describe names nodes.
func (g *Insights) Describe(ctx context.Context, of []Node, into []Identity) error {
	for i, n := range of {
		into[i] = Identity{g.view.ID(insight.Node(n)), LookupKind(g.view.Kind(insight.Node(n)))}
	}
	return ctx.Err()
}

// Values reads a property.
func (g *Insights) Values(ctx context.Context, property string, of []Node, into []Value) error {
	if property == "id" {
		for i, n := range of {
			into[i] = TextValue(g.view.ID(insight.Node(n)))
		}
		return ctx.Err()
	}
	column := g.view.Column(property)
	var names *insight.Names
	if property == "name" {
		names = g.view.Names()
	}
	for i, n := range of {
		if all := names.Of(insight.Node(n)); len(all) > 1 {
			into[i] = TextValue(strings.Join(all, between))
			continue
		}
		into[i] = Value{}
		switch v := column.At(insight.Node(n)); v.Kind {
		case insight.NumberValue:
			into[i] = NumberValue(v.Number)
		case insight.TextValue:
			into[i] = TextValue(v.Text)
		case insight.BoolValue:
			into[i] = BoolValue(v.Number != 0)
		case insight.TimeValue:
			into[i] = Value{Type: Time, Number: v.Number}
		}
	}
	return ctx.Err()
}

// Neighbours follows a relation.
func (g *Insights) Neighbours(ctx context.Context, relation string, d Direction, of []Node, each func(int, []Node) error) error {
	a := g.view.Neighbours(relation, d == In)
	var to []Node
	for i, n := range of {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		to = to[:0]
		for _, o := range a.Of(insight.Node(n)) {
			to = append(to, Node(o))
		}
		if err := each(i, to); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// Select answers filters on words by groups and filters on numbers and times by sorted order.
func (g *Insights) Select(ctx context.Context, f Filter) ([]Node, bool, error) {
	out, ok := g.selected(f)
	if !ok {
		return nil, false, ctx.Err()
	}
	if len(out) == 1 {
		return convert(out[0]), true, ctx.Err()
	}
	all := slices.Concat(out...) // values of Equals may be equal to each other
	slices.Sort(all)
	return convert(slices.Compact(all)), true, ctx.Err()
}

// Estimate is the length of what Select returns.
func (g *Insights) Estimate(ctx context.Context, f Filter) (n int, ok bool, err error) {
	out, ok := g.selected(f)
	for _, list := range out {
		n += len(list)
	}
	return n, ok, ctx.Err()
}

// selected is the nodes that pass, in lists; false when no index answers.
func (g *Insights) selected(f Filter) ([][]insight.Node, bool) {
	kind := f.Kind.String()
	if f.Property == "id" {
		var out [][]insight.Node
		for _, e := range f.Equals {
			if n := g.view.Node(e.Text); n != 0 && e.Type == Text && g.view.Kind(n) == kind {
				out = append(out, []insight.Node{n})
			}
		}
		return out, f.Equals != nil
	}
	if f.Equals == nil {
		return [][]insight.Node{g.view.Order(kind, f.Property).Between(f.Low, f.High, f.OpenLow, f.OpenHigh)}, true
	}
	var out [][]insight.Node
	for _, e := range f.Equals {
		switch e.Type {
		case Text:
			named := g.view.Named(kind, f.Property, e.Text)
			if f.Kind == Insight && f.Property == "name" {
				if named = g.view.Called(e.Text); len(named) == 0 && strings.Contains(e.Text, between) {
					return nil, false // a list as it is shown
				}
			}
			out = append(out, named)
		case Number, Time:
			out = append(out, g.view.Order(kind, f.Property).Between(e.Number, e.Number, false, false))
		default:
			return nil, false
		}
	}
	return out, true
}

// Lookup finds what a constant names. Of several findings of one name, those that another of them revises are left out;
// the name of a hypothesis that is an earlier test in other words names the finding of that test as well.
func (g *Insights) Lookup(ctx context.Context, kind Kind, name string) ([]Node, error) {
	prefix := kind.Schema().Prefix + ":"
	for _, id := range []string{name, prefix + name} {
		if n := g.view.Node(id); n != 0 && strings.HasPrefix(id, prefix) && slices.Contains(g.view.Nodes(kind.String()), n) {
			return []Node{Node(n)}, ctx.Err()
		}
	}
	if kind.Property("name") == nil {
		return nil, ctx.Err()
	}
	named := g.view.Named(kind.String(), "name", name)
	if kind == Insight {
		named = g.view.Called(name)
	}
	if kind == Insight && len(named) > 1 {
		revised := g.view.Neighbours("revises", true)
		named = slices.DeleteFunc(slices.Clone(named), func(n insight.Node) bool {
			return slices.ContainsFunc(revised.Of(n), func(by insight.Node) bool { return slices.Contains(named, by) })
		})
	}
	return convert(named), ctx.Err()
}

// Nearest is names for messages and completion.
func (g *Insights) Nearest(ctx context.Context, kind Kind, name string, n int) ([]string, error) {
	var names []string
	seen := map[string]bool{}
	for _, k := range Kinds {
		if kind != NoKind && kind != k.Kind {
			continue
		}
		column, further := g.view.Column("name"), g.view.Names()
		for _, node := range g.view.Nodes(k.Name) {
			called := further.Of(node)
			if len(called) == 0 {
				called = []string{column.At(node).Text}
			}
			if called[0] == "" || k.Kind.Property("name") == nil {
				_, called[0], _ = strings.Cut(g.view.ID(node), ":")
			}
			for _, s := range called {
				if !seen[s] {
					seen[s] = true
					names = append(names, s)
				}
			}
		}
	}
	slices.SortFunc(names, CompareIDs)
	var out []string
	for _, s := range names {
		if strings.HasPrefix(s, name) && len(out) < n {
			out = append(out, s)
		}
	}
	if name != "" {
		for _, s := range diag.Suggest(name, names) {
			if len(out) < n && !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out, ctx.Err()
}

// Similar is by the embedder that the graph was opened with.
func (g *Insights) Similar(ctx context.Context, kind Kind, text string, above float64) ([]Scored, error) {
	hits, err := g.view.Similar(ctx, kind.String(), kind.Schema().Text, text, above)
	if err != nil {
		return nil, err
	}
	out := make([]Scored, len(hits))
	for i, h := range hits {
		out[i] = Scored{Node(h.Node), h.Score}
	}
	return out, ctx.Err()
}
