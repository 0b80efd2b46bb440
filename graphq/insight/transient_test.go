package insight

import (
	"testing"
	"time"
)

// A graph in memory holds what one in a folder would, is in order, and can be taken into a folder and taken in.
func TestTransient(t *testing.T) {
	now := clock()
	g := Transient(Options{Now: now})
	run := begin(t, g)
	first := insert(t, run, assoc("A", "x", "y", .3, 1e-9))
	insert(t, run, assoc("B", "x", "y", .2, 1e-6, where("z = 1")))
	clean(t, g)
	it, err := g.Item(t.Context(), first.ID)
	if err != nil || it == nil || it.Insight.Record.Name != "A" {
		t.Fatalf("%v %v", it, err)
	}
	folder := open(t, t.TempDir(), Options{Write: true, Now: now})
	defer folder.Close()
	if err := folder.Merge(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	if a, b := export(t, folder, JSONLines), export(t, g, JSONLines); a != b {
		t.Errorf("the folder holds\n%s\nthe memory\n%s", a, b)
	}
	// The same finding, stored earlier elsewhere: its version stays, so that the log in memory is written anew.
	early := Transient(Options{Now: func() time.Time { return time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC) }})
	insert(t, begin(t, early), assoc("A", "x", "y", .3, 1e-9))
	if err := g.Merge(t.Context(), early); err != nil {
		t.Fatal(err)
	}
	clean(t, g)
	if it, err = g.Item(t.Context(), first.ID); err != nil || it.Created.Year() != 2020 {
		t.Errorf("%v %v", it.Created, err)
	}
	insert(t, run, assoc("C", "u", "y", .2, 1e-6))
	clean(t, g)
	closed(t, g)
}
