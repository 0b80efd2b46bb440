package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/kernel/session/sessiontest"
)

// TestExampleNotebooks runs the notebooks of the examples, each in a folder with the data: what stands below their cells is what
// the cells show. `go test ./cmd/hyp -run ExampleNotebooks -update` writes them.
func TestExampleNotebooks(t *testing.T) {
	files, err := filepath.Glob("../../examples/*/*.ipynb")
	if err != nil || len(files) < 3 {
		t.Fatalf("%v %v", files, err)
	}
	for _, file := range files {
		path, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".ipynb"), func(t *testing.T) {
			committed, err := sessiontest.ReadNotebook(path)
			if err != nil {
				t.Fatal(err)
			}
			now, err := sessiontest.ReadNotebook(path)
			if err != nil {
				t.Fatal(err)
			}
			sessiontest.Folder(t, "../../examples")
			s := notebook()
			defer s.Close()
			now.Run(t, s)
			different := committed.Differences(now)
			if *update && len(different) > 0 && !t.Failed() {
				text, err := now.Bytes()
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, text, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			for _, d := range different {
				t.Errorf("%s differs at %s", path, d)
			}
		})
	}
}
