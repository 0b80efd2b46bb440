package insight

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sort"
	"testing"

	"github.com/cayleygraph/cayley/graph"
	"github.com/cayleygraph/cayley/graph/iterator"
	"github.com/cayleygraph/cayley/graph/memstore"
	"github.com/cayleygraph/cayley/query/path"
	"github.com/cayleygraph/cayley/query/shape"
	"github.com/cayleygraph/quad"
)

// stores is the same quads in our store and in Cayley's own: what Cayley's paths answer must not depend on the store.
func stores(t *testing.T) map[string]graph.QuadStore {
	t.Helper()
	g := open(t, filepath.Join(t.TempDir(), "g"), Options{Write: true, Now: clock()})
	t.Cleanup(func() { g.Close() })
	fill(t, g, 40)
	mem := memstore.New()
	it := g.Quads().QuadsAllIterator().Iterate()
	for it.Next(t.Context()) {
		q, err := g.Quads().Quad(it.Result())
		if err != nil {
			t.Fatal(err)
		}
		mem.AddQuad(q)
	}
	if it.Err() != nil {
		t.Fatal(it.Err())
	}
	return map[string]graph.QuadStore{"insight": g.Quads(), "memstore": mem}
}

func values(t *testing.T, qs graph.QuadStore, p *path.Path) []string {
	t.Helper()
	list, err := p.Iterate(context.Background()).AllValues(qs)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, v := range list {
		out = append(out, v.String())
	}
	sort.Strings(out)
	return out
}

// TestContractPaths holds what we use of Cayley to the same answers on both stores, and none of them empty.
func TestContractPaths(t *testing.T) {
	all := stores(t)
	insights := func(qs graph.QuadStore) *path.Path { return path.StartPath(qs, quad.IRI(KindInsight)).In(Type) }
	for name, make := range map[string]func(graph.QuadStore) *path.Path{
		"In": insights,
		"Has": func(qs graph.QuadStore) *path.Path {
			return insights(qs).Has(quad.IRI("hyp:template"), quad.String("assoc"))
		},
		"Out and Filter": func(qs graph.QuadStore) *path.Path {
			return insights(qs).Tag("i").Out(quad.IRI("hyp:p")).Filter(iterator.CompareLT, quad.Float(0.5))
		},
		"HasFilter": func(qs graph.QuadStore) *path.Path {
			return insights(qs).HasFilter(quad.IRI("hyp:p"), false, shape.Comparison{Op: iterator.CompareLT, Val: quad.Float(0.5)})
		},
		"several predicates": func(qs graph.QuadStore) *path.Path {
			return insights(qs).Out(quad.IRI("hyp:exposure"), quad.IRI("hyp:outcome"))
		},
		"Both": func(qs graph.QuadStore) *path.Path { return insights(qs).Both(quad.IRI("hyp:contradicts")) },
		"Or":   func(qs graph.QuadStore) *path.Path { return insights(qs).Or(path.StartPath(qs, quad.IRI("v:x1"))) },
		"LabelContext": func(qs graph.QuadStore) *path.Path {
			return insights(qs).LabelContext(quad.IRI("run:run")).Out(quad.IRI("hyp:text"))
		},
		"two steps": func(qs graph.QuadStore) *path.Path {
			return insights(qs).Out(quad.IRI("hyp:deepens")).Out(quad.IRI("hyp:outcome"))
		},
	} {
		ours, theirs := values(t, all["insight"], make(all["insight"])), values(t, all["memstore"], make(all["memstore"]))
		if len(ours) == 0 || !slices.Equal(ours, theirs) {
			t.Errorf("%s: %d values here, %d in memstore", name, len(ours), len(theirs))
		}
	}
}

// TestContractPitfalls holds the measured pitfalls that the design works around. When one of them fails, Cayley has changed, and the
// way around may go.
func TestContractPitfalls(t *testing.T) {
	for name, qs := range stores(t) {
		insights := func() *path.Path { return path.StartPath(qs, quad.IRI(KindInsight)).In(Type) }
		// Numbers compare only with their own type: all of ours are Float.
		if n := len(values(t, qs, insights().Out(quad.IRI("hyp:n")).Filter(iterator.CompareGT, quad.Int(1)))); n != 0 {
			t.Errorf("%s: Int and Float compare: %d values", name, n)
		}
		if n := len(values(t, qs, insights().Out(quad.IRI("hyp:n")).Filter(iterator.CompareGT, quad.Float(1)))); n == 0 {
			t.Errorf("%s: Float does not compare with Float", name)
		}
		// Order sorts printed text: 1E+01 before 4.2E-01.
		list, err := insights().Out(quad.IRI("hyp:p")).Order().Iterate(context.Background()).AllValues(qs)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) < 20 || sort.SliceIsSorted(list, func(i, j int) bool { return list[i].(quad.Float) < list[j].(quad.Float) }) {
			t.Errorf("%s: Order sorts %d numbers as numbers", name, len(list))
		}
		// Limit changes its receiver.
		p := insights()
		_ = p.Limit(1)
		if n := len(values(t, qs, p)); n != 1 {
			t.Errorf("%s: Limit leaves its receiver alone: %d values", name, n)
		}
		// The Except of nothing must not be used: it panics, or gives anything.
		func() {
			defer func() { _ = recover() }()
			got := values(t, qs, insights().Except(path.StartPath(qs, quad.IRI("i:nowhere"))))
			if want := values(t, qs, insights()); slices.Equal(got, want) {
				t.Errorf("%s: Except of nothing works", name)
			}
		}()
	}
	// A cancelled context is told by our iterators, and kept from the user by Cayley's.
	all := stores(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	it := all["insight"].QuadsAllIterator().Iterate()
	if it.Next(ctx) || !errors.Is(it.Err(), context.Canceled) {
		t.Error("a cancelled scan ends without an error")
	}
	// Quads are made from items only.
	if err := all["insight"].ApplyDeltas(nil, graph.IgnoreOpts{}); !errors.Is(err, errAppendOnly) {
		t.Errorf("ApplyDeltas: %v", err)
	}
	if _, err := all["insight"].NewQuadWriter(); !errors.Is(err, errAppendOnly) {
		t.Errorf("NewQuadWriter: %v", err)
	}
}

// TestContractNames: every value of a quad can be looked up and named again, but for the texts of whole items.
func TestContractNames(t *testing.T) {
	qs := stores(t)["insight"]
	it := qs.QuadsAllIterator().Iterate()
	seen := map[string]bool{}
	for it.Next(t.Context()) {
		q, err := qs.Quad(it.Result())
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range quad.Directions {
			v := q.Get(d)
			if v == nil || q.Predicate == quad.Value(Whole) && d == quad.Object {
				continue
			}
			ref, err := qs.ValueOf(v)
			if err != nil || ref == nil {
				t.Fatalf("%v has no reference (%v)", v, err)
			}
			if back, err := qs.NameOf(ref); err != nil || back != v && back.String() != v.String() {
				t.Errorf("%v is named %v (%v)", v, back, err)
			}
			seen[fmt.Sprintf("%T", v)] = true
		}
	}
	for _, want := range []string{"quad.IRI", "quad.String", "quad.Float", "quad.Bool", "quad.Time"} {
		if !seen[want] {
			t.Errorf("no value of type %s was seen: %v", want, seen)
		}
	}
}
