package query_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/graphq/query/memgraph"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

var update = flag.Bool("update", false, "write what is printed into the scripts")

// The scripts of testdata: `load` begins a graph, one line a node or an edge, and `query` a query, followed behind `----` by
// what is printed: diagnostics, then the result. A blank line ends each. Other lines are comments.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.script")
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	queries := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		var g *memgraph.Graph
		for _, block := range strings.Split(strings.TrimRight(string(data), "\n"), "\n\n") {
			verb, rest, _ := strings.Cut(block, "\n")
			switch verb {
			case "load":
				if rest, ok := strings.CutPrefix(rest, "file "); ok {
					text, err := os.ReadFile(filepath.Join("testdata", rest))
					if err != nil {
						t.Fatal(err)
					}
					g = load(t, string(text))
				} else {
					g = load(t, rest)
				}
			case "query":
				queries++
				text, want, _ := strings.Cut(rest+"\n", "\n----\n")
				want = strings.TrimRight(want, "\n")
				got := strings.TrimRight(answer(t, g, text), "\n")
				if got != want && !*update {
					t.Errorf("%s: %s\n--- got\n%s\n--- want\n%s", file, text, got, want)
				}
				block = "query\n" + text + "\n----\n" + got
			default:
				if !strings.HasPrefix(verb, "#") {
					t.Errorf("%s: a block begins with %q", file, verb)
				}
			}
			out = append(out, block)
		}
		if *update {
			if err := os.WriteFile(file, []byte(strings.Join(out, "\n\n")+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if queries < 75 {
		t.Errorf("%d queries", queries)
	}
}

func load(t testing.TB, text string) *memgraph.Graph {
	t.Helper()
	g, err := memgraph.Load(text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// answer is what a query prints, with no blank lines.
func answer(t testing.TB, g query.Graph, text string) string {
	t.Helper()
	r, ds, err := query.Run(context.Background(), g, source.New("query", text), query.Options{})
	var b strings.Builder
	if len(ds) > 0 {
		if err := diag.WriteText(&b, ds, diag.TextOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	switch {
	case err != nil:
		b.WriteString("error: " + err.Error() + "\n")
	case r != nil:
		switch r.Format {
		case "json":
			err = r.WriteJSON(&b)
		case "csv":
			err = r.WriteCSV(&b)
		case "ids":
			err = r.WriteIDs(&b)
		case "graph":
			if err = r.WriteTable(&b, 100); err == nil && r.Drawing != nil {
				err = r.Drawing.WriteDOT(&b)
			}
		default:
			err = r.WriteTable(&b, 100)
		}
		if err != nil {
			b.WriteString("error: " + err.Error() + "\n")
		}
	}
	lines := strings.Split(b.String(), "\n")
	n := 0
	for _, l := range lines {
		if l = strings.TrimRight(l, " "); l != "" {
			lines[n] = l
			n++
		}
	}
	return strings.Join(lines[:n], "\n")
}

func csvOf(t testing.TB, r *query.Result) string {
	t.Helper()
	var b strings.Builder
	if err := r.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
