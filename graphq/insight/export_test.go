package insight

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cayleygraph/quad"

	"github.com/hyp-lang/hyp/estimators/result"
)

// two are two graphs of one study by two people: some findings are the same, some tests too.
func two(t *testing.T) (a, b *Graph) {
	t.Helper()
	a = open(t, filepath.Join(t.TempDir(), "a"), Options{Write: true, Now: clock()})
	late := clock()
	b = open(t, filepath.Join(t.TempDir(), "b"), Options{Write: true, Now: func() time.Time { return late().Add(time.Hour) }})
	run := begin(t, a)
	insert(t, run, assoc("A", "x", "y", 0.3, 0.001))
	insert(t, run, assoc("B", "x", "y", -0.2, 0.01, where("women")))
	insert(t, run, assoc("A", "x", "y", 0.3, 0.001)) // an assessment
	run = begin(t, b)
	insert(t, run, assoc("B", "x", "y", -0.2, 0.01, where("women")))
	insert(t, run, assoc("A", "x", "y", 0.3, 0.001))
	insert(t, run, assoc("C", "u", "w", 0.2, 0.01))
	scored := assoc("C", "u", "w", 0.2, 0.01)
	scored.Scores, scored.By = Scores{Novelty: ptr(0.7)}, "judge"
	insert(t, run, scored)
	t.Cleanup(func() { a.Close(); b.Close() })
	return a, b
}

func copyOf(t *testing.T, g *Graph) *Graph {
	t.Helper()
	c := open(t, filepath.Join(t.TempDir(), "copy"), Options{Write: true, Now: clock()})
	t.Cleanup(func() { c.Close() })
	if _, _, err := c.Import(t.Context(), strings.NewReader(export(t, g, JSONLines)), "copy"); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestExport(t *testing.T) {
	a, b := two(t)
	for _, g := range []*Graph{a, b} {
		for _, format := range []string{JSONLines, NQuads} {
			text := export(t, g, format)
			c := open(t, filepath.Join(t.TempDir(), "c"), Options{Write: true})
			if _, _, err := c.Import(t.Context(), strings.NewReader(text), "export"); err != nil {
				t.Fatalf("%s: %v", format, err)
			}
			if again := export(t, c, format); again != text {
				t.Errorf("%s: export, import, export gives other bytes", format)
			}
			clean(t, c)
			// What is cut short, or was touched, is refused and nothing of it stored.
			lines := strings.SplitAfter(text, "\n")
			lost := strings.Join(append(append([]string{}, lines[:5]...), lines[6:]...), "")
			d := open(t, filepath.Join(t.TempDir(), "d"), Options{Write: true})
			if _, _, err := d.Import(t.Context(), strings.NewReader(lost), "export"); err == nil {
				t.Errorf("%s: a missing line is not noticed: %s", format, lines[5])
			}
			if s, err := d.Stats(t.Context()); err != nil || s.Quads != 0 {
				t.Errorf("%s: %d quads of a refused export, %v", format, s.Quads, err)
			}
			closed(t, c)
			closed(t, d)
		}
	}
	forged := strings.Replace(export(t, a, NQuads), `<hyp:p> "1E-03"`, `<hyp:p> "1E-09"`, 1)
	c := open(t, filepath.Join(t.TempDir(), "c"), Options{Write: true})
	defer c.Close()
	if _, _, err := c.Import(t.Context(), strings.NewReader(forged), "export"); err == nil || forged == export(t, a, NQuads) {
		t.Errorf("a quad that no item says: %v", err)
	}
}

func TestMerge(t *testing.T) {
	a, b := two(t)
	ab, ba := copyOf(t, a), copyOf(t, b)
	reader := open(t, ba.Where(), Options{}) // sees one state until it is opened again
	defer reader.Close()
	seen := export(t, reader, JSONLines)
	if err := ab.Merge(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	if err := ba.Merge(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	want := export(t, ab, JSONLines)
	if err := reader.Refresh(t.Context()); err == nil || !strings.Contains(err.Error(), "open it again") || export(t, reader, JSONLines) != seen {
		t.Errorf("a reader of a graph that was written anew: %v", err)
	}
	if export(t, ba, JSONLines) != want {
		t.Error("merging is not commutative")
	}
	for _, g := range []*Graph{a, b, ba} {
		if err := ab.Merge(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		if export(t, ab, JSONLines) != want {
			t.Error("merging again changes something")
		}
	}
	clean(t, ab)
	clean(t, ba)
	s, err := ab.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// A and B once with the other's run as an assessment each, the rerun of A, the scores of C; three tests, of which both ledgers list two.
	if s.Nodes[KindInsight] != 3 || s.Assessed != 4 || s.Tests != 3 {
		t.Errorf("%d insights, %d assessments, %d tests", s.Nodes[KindInsight], s.Assessed, s.Tests)
	}
	v := ab.View()
	if got := v.Column("novelty").At(v.Named(KindInsight, "name", "C")[0]); got.Number != 0.7 {
		t.Errorf("novelty of C: %+v", got)
	}
	// After a merge that wrote the log anew the graph still grows, and reopens as it is.
	insert(t, begin(t, ba), assoc("D", "q", "w", 0.1, 0.2))
	want = export(t, ba, NQuads)
	dir := ba.Where()
	closed(t, ba)
	again := open(t, dir, Options{})
	defer again.Close()
	if export(t, again, NQuads) != want {
		t.Error("another graph after reopening")
	}
}

func TestMergeRefuses(t *testing.T) {
	a, _ := two(t)
	other := open(t, filepath.Join(t.TempDir(), "o"), Options{Write: true, Now: clock()})
	defer other.Close()
	run, err := other.Begin(t.Context(), RunInfo{Datasets: []string{"others"}})
	if err != nil {
		t.Fatal(err)
	}
	e := assoc("A", "x", "y", 0.3, 0.001)
	e.Dataset.Name = "others"
	insert(t, run, e)
	before := export(t, a, JSONLines)
	var wrong *DatasetError
	if err := a.Merge(t.Context(), other); !errors.As(err, &wrong) {
		t.Errorf("other data: %v", err)
	}
	if _, err := a.Begin(t.Context(), RunInfo{Datasets: []string{"others"}}); !errors.As(err, &wrong) {
		t.Errorf("a run on other data: %v", err)
	}
	changed := open(t, filepath.Join(t.TempDir(), "c"), Options{Write: true, Now: clock()})
	defer changed.Close()
	e = assoc("A", "x", "y", 0.3, 0.001)
	e.Record.DataHash = "ffff"
	insert(t, begin(t, changed), e)
	if err := a.Merge(t.Context(), changed); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "the data of toy differ: 0123456789ab here, ffff in") {
		t.Errorf("another version of the data: %v", err)
	}
	var newer *SchemaError
	if _, _, err := a.Import(t.Context(), strings.NewReader(`{"hyp_graph":99,"items":0}`), "x"); !errors.As(err, &newer) {
		t.Errorf("a newer schema: %v", err)
	}
	if export(t, a, JSONLines) != before {
		t.Error("a refusal changed the graph")
	}
}

// An export that was made before p-values had their logarithm as a quad is read, and the quad made from the item.
func TestImportOlder(t *testing.T) {
	g := open(t, filepath.Join(t.TempDir(), "g"), Options{Write: true, Now: clock()})
	defer g.Close()
	e := assoc("A", "x", "y", 0.9, 0)
	e.Record.Log10P, e.Record.Log10Q = ptr(-1200.25), ptr(-1199.5)
	e.Record.Holdout = &result.Summary{Status: result.OK, P: ptr(0), Log10P: ptr(-700)}
	insert(t, begin(t, g), e)
	want := export(t, g, NQuads)
	var old []string
	for _, line := range strings.SplitAfter(want, "\n") {
		if !strings.Contains(line, "log10_") || strings.Contains(line, "<"+string(Whole)+">") {
			old = append(old, line)
		}
	}
	if lost := strings.Count(want, "\n") - (len(old) - 1); lost != 5 { // p, q and holdout of the insight; two rows of the ledger
		t.Fatalf("%d quads of logarithms", lost)
	}
	c := open(t, filepath.Join(t.TempDir(), "c"), Options{Write: true})
	defer c.Close()
	if _, _, err := c.Import(t.Context(), strings.NewReader(strings.Join(old, "")), "old"); err != nil {
		t.Fatal(err)
	}
	if export(t, c, NQuads) != want {
		t.Error("the logarithms are not made")
	}
	clean(t, c)
}

// The condition of a context may hold anything; N-Quads give it back, also those that were written without escapes.
func TestNQuadsOfContexts(t *testing.T) {
	g := open(t, filepath.Join(t.TempDir(), "g"), Options{Write: true, Now: clock()})
	defer g.Close()
	run := begin(t, g)
	conditions := []string{"age > 3", "x < 3 and y > 2", `lunch in ("free", 'paid')`, `b = "\\ \u0041"`, "`a name` != 4", "{|}^ > 1", "é ≥ 2 and z = \"日本\"", "a > 1 <b>", "late .", "tab\tand\nline > 1"}
	for i, c := range conditions {
		insert(t, run, assoc("H"+string(rune('A'+i)), "x", "y", 0.3, 0.001, where(c)))
	}
	text := export(t, g, NQuads)
	for i, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "<") {
			iri, _, _ := strings.Cut(line[1:], ">")
			if strings.ContainsAny(iri, " <\"{}|^`") {
				t.Errorf("line %d: %s", i+1, line)
			}
		}
	}
	raw := text
	for i, c := range conditions {
		if i == 3 || i == len(conditions)-1 { // what looks like an escape, and a line break
			continue
		}
		raw = strings.ReplaceAll(raw, term(quad.IRI("c:"+c)), "<c:"+c+">")
	}
	for _, text := range []string{text, raw} {
		c := open(t, filepath.Join(t.TempDir(), "c"), Options{Write: true})
		if _, _, err := c.Import(t.Context(), strings.NewReader(text), "export"); err != nil {
			t.Fatal(err)
		}
		if export(t, c, JSONLines) != export(t, g, JSONLines) {
			t.Error("another graph")
		}
		clean(t, c)
		closed(t, c)
	}
}
