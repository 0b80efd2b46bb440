package query_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/graphq/query/memgraph"
)

// world is a small random graph as plain lists, for the naive evaluator.
type world struct {
	nodes map[byte][]string // by the first letter of variables of the kind
	props map[string]map[string]query.Value
	edges map[[3]string]bool
	next  map[[2]string][]string // by node and relation; with a minus in front, the other way
	graph *memgraph.Graph
	alike map[string]bool // similar tests that were asked
}

var letters = map[byte]string{'i': "insight", 'v': "variable", 'c': "context", 'h': "hypothesis", 'r': "round", 'x': "execution", 'j': "rejection", 't': "test"}

// relationsOf are stored relations and the letters of their ends.
var relationsOf = []struct {
	name     string
	from, to string
}{
	{"deepens", "i", "i"}, {"extends", "i", "i"}, {"narrows", "i", "i"}, {"contradicts", "i", "i"}, {"relates", "i", "i"},
	{"outcome", "i", "v"}, {"exposure", "i", "v"}, {"control", "i", "v"}, {"within", "i", "c"}, {"tests", "i", "h"}, {"during", "xjt", "r"},
}

func randomWorld(r *rand.Rand) *world {
	w := &world{nodes: map[byte][]string{}, props: map[string]map[string]query.Value{}, edges: map[[3]string]bool{}}
	b := memgraph.NewBuilder()
	for letter, n := range map[byte]int{'i': 5 + r.IntN(6), 'v': 3, 'c': 2, 'h': 2, 'r': 2, 'x': 2, 'j': 1, 't': 2} {
		for k := 0; k < n; k++ {
			id := fmt.Sprintf("%c:%c%d", letter, letter-32, k*k)
			w.nodes[letter] = append(w.nodes[letter], id)
			w.props[id] = map[string]query.Value{}
			b.Node(id)
		}
	}
	put := func(id, p string, v query.Value) {
		w.props[id][p] = v
		b.Set(id, p, v)
	}
	for _, id := range w.nodes['i'] {
		for _, p := range []string{"effect", "p", "surprise"} {
			if r.IntN(4) > 0 {
				put(id, p, query.NumberValue(float64(r.IntN(5))/4))
			}
		}
		put(id, "round", query.NumberValue(float64(r.IntN(3))))
		if r.IntN(5) > 0 {
			put(id, "status", query.TextValue([]string{"supported", "refuted", "blocked"}[r.IntN(3)]))
		}
		put(id, "text", query.TextValue(strings.Join([]string{"money", "school", "work", "sex"}[r.IntN(3):][:1+r.IntN(2)], " ")))
		if r.IntN(2) == 0 {
			put(id, "seed", query.BoolValue(r.IntN(2) == 0))
		}
	}
	for _, id := range w.nodes['v'] {
		put(id, "module", query.TextValue([]string{"a", "b"}[r.IntN(2)]))
	}
	for _, rel := range relationsOf {
		for _, f := range rel.from {
			for _, t := range rel.to {
				for _, from := range w.nodes[byte(f)] {
					for _, to := range w.nodes[byte(t)] {
						if r.IntN(6) == 0 {
							w.edges[[3]string{from, rel.name, to}] = true
							if rel.name == "contradicts" {
								w.edges[[3]string{to, rel.name, from}] = true
							}
							b.Edge(from, rel.name, to)
						}
					}
				}
			}
		}
	}
	g, err := b.Graph()
	if err != nil {
		panic(err)
	}
	g.NoIndex = r.IntN(2) == 0
	w.graph, w.alike = g, map[string]bool{}
	w.next = map[[2]string][]string{}
	for e := range w.edges {
		w.next[[2]string{e[0], e[1]}] = append(w.next[[2]string{e[0], e[1]}], e[2])
		w.next[[2]string{e[2], "-" + e[1]}] = append(w.next[[2]string{e[2], "-" + e[1]}], e[0])
	}
	return w
}
