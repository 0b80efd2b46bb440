//go:build integration

package jupyter

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/kernel/session/sessiontest"
)

// notebooks are those of the examples, as they are committed.
func notebooks(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../../examples/*/*.ipynb")
	if err != nil || len(files) < 3 {
		t.Fatalf("%v %v", files, err)
	}
	return files
}

// same holds the outputs of a notebook that was run against the committed ones.
func same(t *testing.T, committed, executed string) {
	t.Helper()
	want, err := sessiontest.ReadNotebook(committed)
	if err != nil {
		t.Fatal(err)
	}
	got, err := sessiontest.ReadNotebook(executed)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range want.Differences(got) {
		t.Errorf("%s differs at %s", committed, d)
	}
}

func TestNbconvert(t *testing.T) {
	for _, file := range notebooks(t) {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := folder(t)
			must(t, command(t, dir, python, "-m", "nbconvert", "--to", "notebook", "--execute", "--ExecutePreprocessor.iopub_timeout=600", name, "--output", "executed.ipynb"))
			same(t, file, filepath.Join(dir, "executed.ipynb"))
		})
	}
}

func TestNbclient(t *testing.T) {
	for _, file := range notebooks(t) {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := folder(t)
			must(t, command(t, dir, python, script(t, "execute.py"), name, "executed.ipynb"))
			same(t, file, filepath.Join(dir, "executed.ipynb"))
		})
	}
}

// A page that nbconvert makes shows what the notebook shows: tables, plots and drawings as SVG, and no renderer is missed.
func TestPage(t *testing.T) {
	for _, file := range notebooks(t) {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := folder(t)
			must(t, command(t, dir, python, "-m", "nbconvert", "--to", "html", name, "--output", "page.html"))
			text, err := os.ReadFile(filepath.Join(dir, "page.html"))
			if err != nil {
				t.Fatal(err)
			}
			page := string(text)
			for _, part := range []string{`src="data:image/svg+xml;base64,`, "<table", `class="hyp-badge hyp-supported"`} {
				if !strings.Contains(page, part) {
					t.Errorf("the page has no %s", part)
				}
			}
			for _, part := range []string{"no renderer", "jp-RenderedVega", `"$schema"`} {
				if strings.Contains(page, part) {
					t.Errorf("the page has %s", part)
				}
			}
		})
	}
}

// A notebook that writes 100,000 lines keeps them all: nbconvert drops what overruns its queue and says nothing.
func TestOverrun(t *testing.T) {
	dir := folder(t)
	must(t, command(t, dir, python, script(t, "overrun.py")))
}
