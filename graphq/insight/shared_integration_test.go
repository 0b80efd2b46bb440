//go:build integration

package insight

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"
)

// TestShared has two writers, each with its own connections, on a PostgreSQL whose address is in HYP_POSTGRES: an empty database.
func TestShared(t *testing.T) {
	where := os.Getenv("HYP_POSTGRES")
	if where == "" {
		t.Fatal("HYP_POSTGRES must hold the address of an empty database: postgres://user@host:port/name?sslmode=disable")
	}
	const each = 15
	var wait sync.WaitGroup
	var stored sync.Map
	for writer := range 2 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			g, err := Open(t.Context(), where, Options{Write: true})
			if err != nil {
				t.Error(err)
				return
			}
			defer g.Close()
			run, err := g.Begin(t.Context(), RunInfo{Study: fmt.Sprint("toy", writer), Datasets: []string{"toy"}})
			if err != nil {
				t.Error(err)
				return
			}
			for k := range each {
				// Both find k = 0, 3, 6, ...: one stores, the other assesses.
				x := fmt.Sprintf("x%d", k)
				if k%3 != 0 {
					x += fmt.Sprint("_", writer)
				}
				in, err := run.Insert(t.Context(), assoc(x, x, "y", 0.1, 0.2))
				if err != nil {
					t.Error(err)
					return
				}
				stored.Store(in.ID, true)
			}
		}()
	}
	wait.Wait()
	g := open(t, where, Options{Write: true, Now: time.Now})
	defer g.Close()
	n := 0
	stored.Range(func(id, _ any) bool {
		n++
		if !g.Has(id.(string)) {
			t.Errorf("%s was acknowledged and is lost", id)
		}
		return true
	})
	s, err := g.Stats(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if want := 5 + 2*10; n != want || s.Nodes[KindInsight] != want || s.Tests != want || s.Assessed != 5 {
		t.Errorf("%d ids, %d insights, %d tests, %d assessments; want %d, %d, %d, 5", n, s.Nodes[KindInsight], s.Tests, s.Assessed, want, want, want)
	}
	clean(t, g)
	// A reader sees a commit with the next Refresh, and an export goes into a folder and comes out the same.
	r := open(t, where, Options{})
	defer r.Close()
	in := insert(t, begin(t, g), assoc("late", "late", "y", 0.1, 0.2))
	if err := r.Refresh(t.Context()); err != nil || !r.Has(in.ID) {
		t.Errorf("a reader misses %s: %v", in.ID, err)
	}
	if export(t, copyOf(t, g), NQuads) != export(t, r, NQuads) {
		t.Error("the copy in a folder is another graph")
	}
}
