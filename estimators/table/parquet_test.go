package table

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestParquet compares with what pyarrow (version in parquet.json) read from the files that it wrote (testdata/parquet_files.py), cell by cell.
func TestParquet(t *testing.T) {
	raw, err := os.ReadFile("testdata/parquet.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Files map[string][]wantColumn }
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Files) != 3 {
		t.Fatalf("%d files", len(file.Files))
	}
	for name, want := range file.Files {
		for _, workers := range []int{1, 3} {
			tab, err := Open(context.Background(), filepath.Join("testdata", name), Options{workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			if len(tab.Columns) != len(want) || len(tab.Hash) != 64 {
				t.Fatalf("%s: %q, hash %q", name, tab.Names(), tab.Hash)
			}
			for k, w := range want {
				c := tab.Columns[k]
				if c.Name != w.Name || c.Time != (strings.HasPrefix(w.Name, "ts_") || w.Name == "date") {
					t.Errorf("%s: column %q, time %t, want %q", name, c.Name, c.Time, w.Name)
				}
				for i, x := range w.Cells {
					got, want := cell(c, i), x.show(t)
					if got != want && !(strings.HasPrefix(w.Name, "ts_") && x != nil && x.Text == nil && near(c.Numbers[i], x.Hex)) {
						t.Errorf("%s: column %q row %d: %s, want %s", name, w.Name, i+1, got, want)
					}
				}
			}
		}
	}
}

// near allows a unit in the last place: whole days and the time of day are rounded apart.
func near(got float64, hex string) bool {
	want, err := strconv.ParseFloat(hex, 64)
	return err == nil && (got == want || got == math.Nextafter(want, math.Inf(1)) || got == math.Nextafter(want, math.Inf(-1)))
}

func TestParquetProjection(t *testing.T) {
	ctx := context.Background()
	tab, err := Open(ctx, "testdata/types.parquet", Options{Columns: []string{"text", "i8"}})
	if err != nil || strings.Join(tab.Names(), " ") != "i8 text" {
		t.Fatalf("%v %v", tab, err)
	}
	_, err = Open(ctx, "testdata/types.parquet", Options{Columns: []string{"nope"}})
	var unknown *UnknownColumnError
	if !errors.As(err, &unknown) || unknown.Column != "nope" {
		t.Fatal(err)
	}
	names, err := Header(ctx, "testdata/nested.parquet", Format{})
	if err != nil || strings.Join(names, " ") != "x tags point raw f" {
		t.Fatal(names, err)
	}
}

func TestParquetNested(t *testing.T) {
	ctx := context.Background()
	for _, name := range []string{"tags", "point", "raw"} {
		_, err := Open(ctx, "testdata/nested.parquet", Options{Columns: []string{name}})
		var e *ParquetColumnError
		if !errors.As(err, &e) || e.Column != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	tab, err := Open(ctx, "testdata/nested.parquet", Options{})
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(tab.Notes, "; ")
	if strings.Join(tab.Names(), " ") != "x f" || !strings.Contains(notes, "tags") || !strings.Contains(notes, "point") || !strings.Contains(notes, "raw") {
		t.Errorf("%q %s", tab.Names(), notes)
	}
	if f := tab.Column("f"); cell(f, 0) != "" || cell(f, 1) != `"Inf"` || !strings.Contains(notes, "column f: 1 cell NaN") {
		t.Errorf("%s %s; %s", cell(f, 0), cell(f, 1), notes)
	}
}

// TestParquetDamaged flips and cuts bytes: an error or a table, never a panic.
func TestParquetDamaged(t *testing.T) {
	raw, err := os.ReadFile("testdata/dictionary.parquet")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.parquet")
	failed := 0
	try := func(b []byte) {
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(context.Background(), path, Options{}); err != nil {
			failed++
			if !strings.HasPrefix(err.Error(), path) {
				t.Errorf("the error does not name the file: %v", err)
			}
		}
	}
	for i := 0; i < len(raw); i += 11 {
		b := append([]byte(nil), raw...)
		b[i] ^= 0xff
		try(b)
		if i > 4 && i%7 == 0 {
			try(raw[:i])
		}
	}
	if failed == 0 {
		t.Error("no damage was noticed")
	}
}
