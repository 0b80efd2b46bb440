package insight

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// relateAll is the rules of linking as they are written in the documentation of relate, by looking at every older finding; olds
// are in order of arrival.
func relateAll(now *Facts, olds []*Facts, policy Policy) []Edge {
	var edges []Edge
	linked := map[string]bool{}
	link := func(old *Facts, relation, why string) {
		linked[old.ID] = true
		edges = append(edges, Edge{From: now.ID, Relation: relation, To: old.ID, Source: "rule", Why: why})
	}
	if now.Seed {
		return nil
	}
	newest := slices.DeleteFunc(slices.Clone(olds), func(f *Facts) bool { return f.Seed })
	slices.Reverse(newest)
	again := func(old *Facts) bool { return old.Specification == now.Specification && old.Part == now.Part }
	for _, old := range newest {
		if now.Specification != "" && again(old) {
			why := "another verdict on the same data"
			if old.DataHash != now.DataHash {
				why = "the same test on changed data"
			}
			link(old, "revises", why)
			break
		}
	}
	anchors := 0
	for _, contradicting := range []bool{true, false} {
		for _, old := range newest {
			if anchors == 10 || now.Estimand == "" || old.Estimand != now.Estimand || linked[old.ID] || again(old) {
				continue
			}
			if relation, why := Relation(now, old, policy); (relation == "contradicts") == contradicting {
				link(old, relation, why)
				anchors++
			}
		}
	}
	core := now.Core()
	var parents []*Facts
	for _, old := range newest {
		before := old.Core()
		if r := rank(old.Template); !linked[old.ID] && r > 0 && r < rank(now.Template) && len(before) > 0 && len(before) < len(core) && subset(before, core) && old.Dataset == now.Dataset {
			parents = append(parents, old)
		}
	}
	far := func(f *Facts) int {
		if f.Where == now.Where {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(parents, func(a, b *Facts) int {
		if d := len(b.Core()) - len(a.Core()); d != 0 {
			return d
		}
		return far(a) - far(b)
	})
	for _, old := range parents[:min(len(parents), 3)] {
		relation, why := Relation(now, old, policy)
		link(old, relation, why)
	}
	return edges
}

// randomFacts is a finding over few names, so that much is shared.
func randomFacts(r *rand.Rand, id int) *Facts {
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	f := &Facts{ID: fmt.Sprintf("i:%d", id), Name: pick("", "A", "B"), Template: pick("assoc", "diff", "interact", "heterogeneity", "brief"), Outcome: pick("x", "y"),
		Exposure: pick("", "x", "y", "z"), Where: pick("", "a", "a and b", "a and b and c", "b or c", "c"), Contrast: pick("", "", "k"), Part: pick("", "", "", "train"),
		Dataset: pick("d", "d", "d", "e"), DataHash: pick("1", "1", "2"), Status: pick("supported", "refuted"), Text: pick("t", "t", "u"), Seed: r.IntN(15) == 0}
	if f.Template == "interact" {
		f.Moderator = pick("x", "m", "n")
	}
	if f.Template == "heterogeneity" {
		f.Groups = pick("m", "g")
	}
	for range r.IntN(3) {
		f.Controls = append(f.Controls, pick("k", "l", "m"))
	}
	if r.IntN(8) > 0 {
		f.Specification = fmt.Sprint("s", r.IntN(40))
		f.Estimand = pick("", "e1", "e2", "e3")
	}
	if r.IntN(6) > 0 {
		f.P, f.Estimate = ptr(r.Float64()/10), ptr(float64(r.IntN(5)-2))
	}
	if r.IntN(3) == 0 {
		f.Modules = []string{pick("p", "q"), pick("p", "r")}
	}
	return f
}

// The indexes give the edges and the copies that looking at every older finding gives.
func TestRelateIsNaive(t *testing.T) {
	alike := func(a, b string) (bool, error) { return a == b, nil }
	relations := map[string]int{}
	copies := 0
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 3))
		h := newHistorian()
		var olds []*Facts
		for k := range 150 {
			now := randomFacts(r, k)
			for _, policy := range []Policy{Default, Paper} {
				got, want := h.related.relate(now, policy), relateAll(now, olds, policy)
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("seed %d, finding %d, %+v\ngot  %+v\nwant %+v", seed, k, now, got, want)
				}
				for _, e := range got {
					relations[e.Relation]++
				}
			}
			var want, got *Facts
			for _, old := range slices.Backward(olds) {
				if same, _ := Duplicate(now, old, alike); same && !old.Seed && (now.Estimand != "" || now.Specification == old.Specification) {
					want = old
					break
				}
			}
			for _, old := range h.same.candidates(now) {
				if same, _ := Duplicate(now, old, alike); same {
					got = old
					break
				}
			}
			if got != want {
				t.Fatalf("seed %d, finding %d, %+v: a copy of %+v, want %+v", seed, k, now, got, want)
			}
			if want != nil {
				copies++
			}
			h.keep(now)
			olds = append(olds, now)
		}
	}
	for _, name := range []string{"contradicts", "deepens", "extends", "narrows", "relates", "revises"} {
		if relations[name] < 100 {
			t.Errorf("%d edges of %s: the comparison says little", relations[name], name)
		}
	}
	if copies < 100 {
		t.Errorf("%d copies: the comparison says little", copies)
	}
}

// Circles are found as by a search of everything above.
func TestReachesIsNaive(t *testing.T) {
	yes := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 4))
		h := newHistorian()
		var more []Edge
		all := map[string][]string{}
		for range 14 {
			e := Edge{From: fmt.Sprint(r.IntN(10)), Relation: "deepens", To: fmt.Sprint(r.IntN(10))}
			all[e.From] = append(all[e.From], e.To)
			if r.IntN(4) == 0 {
				more = append(more, e, Edge{From: e.To, Relation: "relates", To: fmt.Sprint(r.IntN(10))})
			} else {
				h.descends(e.From, e.To)
			}
		}
		for i := range 100 {
			from, to := fmt.Sprint(i/10), fmt.Sprint(i%10)
			seen := map[string]bool{from: true}
			for next := []string{from}; len(next) > 0; next = next[1:] {
				for _, n := range all[next[0]] {
					if !seen[n] {
						seen[n] = true
						next = append(next, n)
					}
				}
			}
			if got := h.reaches(from, to, more); got != seen[to] {
				t.Fatalf("seed %d: %s reaches %s: %v", seed, from, to, got)
			}
			if seen[to] {
				yes++
			}
		}
	}
	if yes < 1000 || yes > 29000 {
		t.Errorf("%d of 30000 reach: the comparison says little", yes)
	}
}

// A study declares that A deepens B, and B, which comes later, narrows A by the rules: the circle is seen though both edges come with B.
func TestCircleOfOneResult(t *testing.T) {
	g := open(t, t.TempDir(), Options{Write: true, Now: clock()})
	defer g.Close()
	run := begin(t, g)
	a := assoc("A", "x", "y", 0.3, 0.001, where("women"))
	a.Hypothesis.Lineage = []Declared{{Relation: "deepens", Targets: []string{"B"}}}
	insert(t, run, a)
	in := insert(t, run, assoc("B", "x", "y", 0.3, 0.001, where("women and age > 3")))
	if len(in.Edges) != 1 || in.Edges[0].Relation != "narrows" || len(in.Skipped) != 1 {
		t.Errorf("edges %+v, skipped %q", in.Edges, in.Skipped)
	}
	clean(t, g)
}

// B is the test of A by another name. Lineage that is declared to B leads to the finding of that test, also in a later process.
func TestLineageToAnotherName(t *testing.T) {
	dir := t.TempDir()
	g := open(t, dir, Options{Write: true, Now: clock()})
	run := begin(t, g)
	a := insert(t, run, assoc("A", "x", "y", 0.3, 0.001))
	b := assoc("B", "x", "y", 0.3, 0.001)
	b.Hypothesis.File = "second.hyp"
	insert(t, run, b)
	declares := func(name, x string) {
		t.Helper()
		e := assoc(name, x, "w", 0.3, 0.001)
		e.Hypothesis.File, e.Hypothesis.Lineage = "second.hyp", []Declared{{Relation: "extends", Targets: []string{"B"}}}
		if in := insert(t, run, e); len(in.Edges) != 1 || in.Edges[0].To != a.ID {
			t.Errorf("%s: edges %+v", name, in.Edges)
		}
	}
	declares("C", "u")
	closed(t, g)
	g = open(t, dir, Options{Write: true, Now: clock()})
	defer g.Close()
	run = begin(t, g)
	declares("D", "v")
}
