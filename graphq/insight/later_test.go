package insight

import (
	"fmt"
	"path/filepath"
	"testing"
)

// laterEntries are results that contradict, narrow and repeat one another, with declared lineage and tests beside them.
func laterEntries() (out []Entry) {
	for i := range 40 {
		e := assoc(fmt.Sprintf("H%d", i), fmt.Sprintf("x%d", i%4), "y", float64(i%3-1)/3, 0.001)
		switch i % 5 {
		case 1:
			e = assoc(fmt.Sprintf("H%d", i), fmt.Sprintf("x%d", i%4), "y", -0.2, 0.01, where(fmt.Sprintf("a > %d", i%7)))
		case 2:
			e = assoc(fmt.Sprintf("H%d", i), fmt.Sprintf("x%d", i%4), "y", 0.1, 0.2, richer("interact", "m"))
		case 3:
			e.Hypothesis.Lineage = []Declared{{Relation: "extends", Targets: []string{fmt.Sprintf("H%d", (i*7)%40)}}}
		}
		out = append(out, e)
	}
	return out
}

// Results that wait for one commit make the graph that results with a commit each make.
func TestLater(t *testing.T) {
	graphs := map[string]string{}
	for _, mode := range []string{"now", "later", "by seven"} {
		dir := filepath.Join(t.TempDir(), "g")
		g := open(t, dir, Options{Write: true, Now: clock()})
		run := begin(t, g)
		for i, e := range laterEntries() {
			insert, test := run.Later, run.TestLater
			if mode == "now" {
				insert, test = run.Insert, run.Test
			}
			beside := assoc("beside", "u", fmt.Sprint(i%9), 0.1, 0.5)
			if fresh, err := test(t.Context(), beside, "family f"); err != nil || fresh != (i < 9) {
				t.Fatalf("%s: test %d: %v, %v", mode, i, fresh, err)
			}
			in, err := insert(t.Context(), e)
			if err != nil || in.Duplicate && in.Name == "" {
				t.Fatal(mode, in, err)
			}
			if mode == "later" && g.View().Node(in.ID) != 0 && !in.Duplicate {
				t.Fatal("a reader sees what is not stored")
			}
			if mode == "by seven" && i%7 == 0 {
				if err := g.Flush(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		closed(t, g)
		g = open(t, dir, Options{})
		clean(t, g)
		graphs[mode] = export(t, g, JSONLines)
		closed(t, g)
	}
	if graphs["now"] != graphs["later"] || graphs["now"] != graphs["by seven"] {
		t.Errorf("the graphs differ: %d, %d and %d bytes", len(graphs["now"]), len(graphs["later"]), len(graphs["by seven"]))
	}
}

// When the commit fails nothing of what waited is in the graph, and later results do not build on it.
func TestLaterFails(t *testing.T) {
	g := open(t, filepath.Join(t.TempDir(), "g"), Options{Write: true, Now: clock()})
	run := begin(t, g)
	a := insert(t, run, assoc("A", "x", "y", 0.3, 0.001))
	lost, err := run.Later(t.Context(), assoc("B", "x", "y", 0.3, 0.001, where("women")))
	if err != nil {
		t.Fatal(err)
	}
	j := g.journal.(*fileJournal)
	j.broken = ErrReadOnly // as after a full disk
	if err := g.Flush(t.Context()); err == nil {
		t.Fatal("no error")
	}
	j.broken = nil
	if err := g.Flush(t.Context()); err != nil || g.Has(lost.ID) {
		t.Errorf("%v, stored %v", err, g.Has(lost.ID))
	}
	c := insert(t, run, assoc("C", "x", "y", 0.3, 0.001, where("women and age > 3")))
	if len(c.Edges) != 1 || c.Edges[0].To != a.ID {
		t.Errorf("edges %+v", c.Edges)
	}
	clean(t, g)
	closed(t, g)
}
