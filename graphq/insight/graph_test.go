package insight

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/hyp-lang/hyp/estimators/result"
)

// clock is a clock that moves a second a look.
func clock() func() time.Time {
	t := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return func() time.Time { t = t.Add(time.Second); return t }
}

func open(t testing.TB, dir string, opt Options) *Graph {
	t.Helper()
	g, err := Open(t.Context(), dir, opt)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func closed(t testing.TB, g *Graph) {
	t.Helper()
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
}

func ptr(x float64) *float64 { return &x }

// assoc is a plain finding of y on x.
func assoc(name, x, y string, estimate, p float64, mods ...func(*result.Record)) Entry {
	r := result.Record{Schema: 1, Name: name, Claim: fmt.Sprintf("assoc(%s, %s)", x, y), Template: "assoc", Outcome: y, Exposure: x, Controls: []string{},
		Dataset: "toy", Specification: digest("spec", x, y), Estimand: digest("estimand", min(x, y), max(x, y)), Status: result.OK, NTotal: 100, N: 90,
		Coverage: ptr(0.9), Estimate: ptr(estimate), P: ptr(p), Effect: &result.Effect{Measure: "pearson_r", Value: estimate, Low: ptr(estimate - .1), High: ptr(estimate + .1)},
		Finding: fmt.Sprintf("%s goes with %s", x, y), Verdict: &result.Verdict{Value: result.Supported}, DataHash: "0123456789abcdef"}
	for _, m := range mods {
		m(&r)
	}
	return Entry{Record: r, Hypothesis: Hypothesis{File: "toy.hyp"}}
}

// where puts a finding in a context.
func where(text string) func(*result.Record) {
	return func(r *result.Record) {
		r.Where = text
		r.Claim += " where " + text
		r.Specification = digest(r.Specification, text)
	}
}

// richer makes a finding an interaction or a heterogeneity.
func richer(template, v string) func(*result.Record) {
	return func(r *result.Record) {
		r.Template = template
		if template == "interact" {
			r.Moderator = v
		} else {
			r.Groups = v
		}
		r.Claim = template + "(" + v + ")"
		r.Specification, r.Estimand = digest(r.Specification, template, v), digest(r.Estimand, template, v)
	}
}

func insert(t testing.TB, run *Run, e Entry) Inserted {
	t.Helper()
	in, err := run.Insert(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func begin(t testing.TB, g *Graph) *Run {
	t.Helper()
	run, err := g.Begin(t.Context(), RunInfo{Study: "toy.hyp", Datasets: []string{"toy"}})
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func clean(t testing.TB, g *Graph) {
	t.Helper()
	problems, err := g.Check(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.ID, p.Text)
	}
}

func export(t testing.TB, g *Graph, format string) string {
	t.Helper()
	var b bytes.Buffer
	if err := g.Export(t.Context(), &b, format); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestInsert stores findings that the rules link, and looks at every edge.
func TestInsert(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "graph")
	g := open(t, dir, Options{Write: true, Now: clock()})
	run := begin(t, g)
	ids := map[string]string{}
	edges := map[string]string{}
	name := map[string]string{}
	put := func(e Entry) Inserted {
		in := insert(t, run, e)
		ids[e.Record.Name] = in.ID
		if name[in.ID] == "" {
			name[in.ID] = e.Record.Name
		}
		for _, edge := range in.Edges {
			edges[name[edge.From]+" "+edge.Relation+" "+name[edge.To]+" "+edge.Source] = edge.Why
		}
		return in
	}
	put(assoc("A", "x", "y", 0.3, 0.001))
	put(assoc("B", "x", "y", -0.2, 0.01, where("women")))
	put(assoc("C", "x", "y", 0.4, 0.01, where("women and age > 3")))
	put(assoc("D", "x", "y", 0.1, 0.4, where("men")))
	put(assoc("E", "x", "y", 0.1, 0.2, richer("interact", "m")))
	put(assoc("F", "u", "w", 0.1, 0.2))
	e := assoc("G", "u", "w", 0.1, 0.2, where("late"))
	e.Hypothesis.Lineage = []Declared{{Relation: "extends", Targets: []string{"A"}}, {Relation: "deepens", Targets: []string{"H"}}}
	put(e)
	put(assoc("H", "q", "w", 0.1, 0.2)) // G waits for it
	want := []string{
		"B contradicts A rule", "C contradicts B rule", "C narrows A rule", "D narrows A rule", "D relates B rule", "D relates C rule",
		"E deepens A rule", "E deepens B rule", "E deepens C rule", "E deepens D rule",
		"G narrows F rule", "G extends A declared", "G deepens H declared",
	}
	for _, w := range want[:6] {
		if _, there := edges[w]; !there {
			t.Errorf("missing edge: %s", w)
		}
		delete(edges, w)
	}
	deepened := 0
	for _, w := range want[6:10] { // three of the four
		if _, there := edges[w]; there {
			deepened++
		}
		delete(edges, w)
	}
	if deepened != 3 {
		t.Errorf("%d strict parents, want 3", deepened)
	}
	for _, w := range want[10:] {
		if _, there := edges[w]; !there {
			t.Errorf("missing edge: %s", w)
		}
		delete(edges, w)
	}
	for e, why := range edges {
		t.Errorf("edge that nobody expects: %s (%s)", e, why)
	}

	// The same again is an assessment; a refusal is no insight and has its row in the ledger.
	if in := insert(t, run, assoc("A", "x", "y", 0.3, 0.001)); !in.Duplicate || in.ID != ids["A"] {
		t.Errorf("a rerun: %+v", in)
	}
	refused := assoc("R", "x", "z", 0, 0)
	refused.Record.Status, refused.Record.Refusal = result.Refused, &result.Refusal{Code: "too_few", Message: "3 rows"}
	refused.Record.P, refused.Record.Estimate, refused.Record.Effect, refused.Record.Verdict = nil, nil, nil, nil
	if in := insert(t, run, refused); in.ID != "" {
		t.Errorf("a refusal became insight %s", in.ID)
	}
	blocked := assoc("W", "x", "later", 0, 0)
	blocked.Record.Status, blocked.Record.Needs = result.Blocked, "a new wave"
	blocked.Record.P, blocked.Record.Estimate, blocked.Record.Effect = nil, nil, nil
	insert(t, run, blocked)

	// Changed data: a new finding that revises the old one.
	changed := assoc("A", "x", "y", 0.29, 0.001)
	changed.Record.DataHash = "fedcba9876543210"
	in := insert(t, run, changed)
	if in.Duplicate || len(in.Edges) == 0 || in.Edges[0].Relation != "revises" || in.Edges[0].To != ids["A"] {
		t.Errorf("changed data: %+v", in)
	}
	clean(t, g)
	before := export(t, g, JSONLines)
	stats, err := g.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if stats.Nodes[KindInsight] != 10 || stats.Tests != 9 || stats.NotDone != 2 || stats.Assessed != 1 || stats.Declared != 2 || stats.Status["blocked"] != 1 {
		t.Errorf("stats %+v", stats)
	}
	closed(t, g)

	g = open(t, dir, Options{})
	defer g.Close()
	if export(t, g, JSONLines) != before {
		t.Error("the graph is another after reopening")
	}
	it, err := g.Item(t.Context(), ids["B"])
	if err != nil || it == nil || it.Insight.Record.Where != "women" || *it.Insight.Record.Estimate != -0.2 {
		t.Errorf("item %+v, %v", it, err)
	}
	if _, err := g.Begin(t.Context(), RunInfo{}); !errors.Is(err, ErrReadOnly) {
		t.Errorf("writing to a reader: %v", err)
	}
}

// TestLedger: a test beside the results of hypotheses has one row, whoever runs it first and again, and a merge keeps it so.
func TestLedger(t *testing.T) {
	now := clock()
	g := open(t, filepath.Join(t.TempDir(), "g"), Options{Write: true, Now: now})
	defer g.Close()
	run := begin(t, g)
	test := func(run *Run, e Entry, purpose string) bool {
		t.Helper()
		fresh, err := run.Test(t.Context(), e, purpose)
		if err != nil {
			t.Fatal(err)
		}
		return fresh
	}
	a := assoc("A", "x", "y", 0.3, 0.001)
	control := assoc("A", "x", "y", 0.1, 0.4)
	control.Record.Specification, control.Record.Log10P = "controlled", ptr(-0.4)
	control.Hypothesis.Specification, control.Hypothesis.Estimand = a.Record.Specification, a.Record.Estimand
	member := assoc("B", "u", "w", 0.2, 0.02)
	refused := assoc("C", "u", "z", 0, 0)
	refused.Record.Status, refused.Record.Refusal, refused.Record.P = result.Refused, &result.Refusal{Code: "too-few"}, nil
	if !test(run, control, "rival control of A") || !test(run, member, "family f") || !test(run, refused, "family f") {
		t.Error("a new test was not stored")
	}
	a.Record.Holdout = &result.Summary{Status: result.OK, P: ptr(0.03)}
	insert(t, run, a) // the hypothesis is there already, by its control
	if test(run, control, "rival control of Z") || test(run, a, "family g") {
		t.Error("a test was stored twice")
	}
	holdout := assoc("A", "x", "y", 0.2, 0.03)
	holdout.Record.Part = "holdout"
	if test(run, holdout, "holdout, family f") {
		t.Error("a record's holdout was stored twice")
	}
	holdout.Record.DataHash = "fedcba9876543210"
	if !test(run, holdout, "holdout, family f") {
		t.Error("a test on changed data is another")
	}
	rows := func(g *Graph) map[string]string {
		out := map[string]string{}
		if err := g.Items(t.Context(), func(it *Item) error {
			if x := it.Test; x != nil {
				h, err := g.Item(t.Context(), x.Hypothesis)
				if err != nil || h == nil {
					t.Fatalf("%s records %s: %v", it.ID, x.Hypothesis, err)
				}
				p := "-"
				if x.P != nil {
					p = fmt.Sprint(*x.P)
				}
				out[h.Hypothesis.Name+" "+x.Purpose+" "+x.Part+" "+x.DataHash[:2]] = p + " " + x.Why
				if x.Purpose == "rival control of A" && (x.Specification != "controlled" || *x.Log10P != -0.4 || x.Round != "r:"+run.ID || it.Run != run.ID || x.Estimand == "") {
					t.Errorf("row %+v", x)
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return out
	}
	want := map[string]string{"A   01": "0.001 ", "A rival control of A  01": "0.4 ", "B family f  01": "0.02 ", "C family f  01": "- too-few",
		"A holdout holdout 01": "0.03 ", "A holdout, family f holdout fe": "0.03 "}
	if got := rows(g); !maps.Equal(got, want) {
		t.Errorf("rows %q", got)
	}
	clean(t, g)
	s, err := g.Stats(t.Context())
	if err != nil || s.Tests != 5 || s.Beside != 4 || s.NotDone != 1 || s.Nodes[KindHypothesis] != 3 || s.Nodes[KindInsight] != 1 || s.Nodes[KindExecution] != 1 {
		t.Errorf("stats %+v, %v", s, err)
	}

	// A colleague's ledger has two of the tests, for other reasons: they count once, and the earlier reason stays.
	other := open(t, filepath.Join(t.TempDir(), "other"), Options{Write: true, Now: now})
	defer other.Close()
	theirs := begin(t, other)
	insert(t, theirs, member)
	if !test(theirs, control, "rival control of Z") {
		t.Error("not stored")
	}
	if err := g.Merge(t.Context(), other); err != nil {
		t.Fatal(err)
	}
	if got := rows(g); !maps.Equal(got, want) {
		t.Errorf("rows after merging %q", got)
	}
	clean(t, g)
	if err := other.Merge(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	if export(t, other, JSONLines) != export(t, g, JSONLines) {
		t.Error("the order of merging matters")
	}
}

// TestSnapshot opens a graph with and without its snapshot, and with damaged ones.
func TestSnapshot(t *testing.T) {
	dir := t.TempDir()
	g := open(t, dir, Options{Write: true, Now: clock()})
	fill(t, g, 150)
	want := export(t, g, NQuads)
	closed(t, g)
	path := filepath.Join(dir, snapshotName)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal("no snapshot was written:", err)
	}
	try := func(what string) {
		g := open(t, dir, Options{})
		defer g.Close()
		clean(t, g)
		if export(t, g, NQuads) != want {
			t.Errorf("%s: another graph", what)
		}
	}
	try("with a snapshot")
	for _, size := range []int{0, 10, len(good) / 2, len(good) - 1} {
		if err := os.WriteFile(path, good[:size], 0o644); err != nil {
			t.Fatal(err)
		}
		try(fmt.Sprintf("%d bytes of %d", size, len(good)))
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 8 {
		bad := bytes.Clone(good)
		bad[r.IntN(len(bad))] ^= 1 << r.IntN(8)
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		try("a flipped bit")
	}
	// A snapshot of another log of the same length.
	other := t.TempDir()
	g = open(t, other, Options{Write: true, Now: clock()})
	fill(t, g, 140)
	closed(t, g)
	foreign, err := os.ReadFile(filepath.Join(other, snapshotName))
	if err != nil {
		t.Fatal(err)
	}
	foreign = bytes.Replace(foreign, []byte("x1"), []byte("x2"), 1)
	if err := os.WriteFile(path, foreign, 0o644); err != nil {
		t.Fatal(err)
	}
	try("a snapshot of another log")
}

// fill stores n findings in a way that gives each about three edges.
func fill(t testing.TB, g *Graph, n int) {
	t.Helper()
	for _, it := range synthetic(n, 7) {
		if _, err := g.Add(context.Background(), it...); err != nil {
			t.Fatal(err)
		}
	}
}

// synthetic is n findings with their records and three edges each, in commits of one finding.
func synthetic(n int, seed uint64) [][]*Item {
	r := rand.New(rand.NewPCG(seed, 1))
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var out [][]*Item
	var ids []string
	for k := range n {
		at = at.Add(time.Second)
		x, y := fmt.Sprintf("x%d", r.IntN(200)), fmt.Sprintf("y%d", r.IntN(50))
		e := assoc(fmt.Sprintf("H%d", k), x, y, r.NormFloat64()/3, r.Float64())
		e.Record.Specification = digest("s", fmt.Sprint(k))
		e.Record.Q, e.Record.Finding = ptr(r.Float64()), fmt.Sprintf("Higher %s goes with lower %s: Pearson r %.4f, p = %.3g, n = 90.", x, y, *e.Record.Estimate, *e.Record.P)
		id := "i:" + digest(fmt.Sprint(k))
		var items []*Item
		add := func(it Item) {
			it.Created, it.Run = at, "run"
			items = append(items, &it)
		}
		if k == 0 {
			add(Item{Kind: KindRound, ID: "r:run", Round: &Round{Study: "toy.hyp"}})
			add(Item{Kind: KindDataset, ID: "d:toy#1", Dataset: &Dataset{Name: "toy", Hash: "0123456789abcdef", Rows: 100}})
		}
		add(Item{Kind: KindVariable, ID: "v:" + x, Variable: &Variable{Name: x}})
		add(Item{Kind: KindVariable, ID: "v:" + y, Variable: &Variable{Name: y}})
		h := "h:" + digest(fmt.Sprint(k))
		add(Item{Kind: KindHypothesis, ID: h, Hypothesis: &Hypothesis{Name: e.Record.Name, Claim: e.Record.Claim, Template: "assoc", File: "toy.hyp", Round: "r:run"}})
		round := 1 + k/10
		add(Item{Kind: KindInsight, ID: id, Insight: &Insight{Hypothesis: h, Dataset: "d:toy", Round: "r:run", Number: &round,
			Scores: Scores{Validity: ptr(r.Float64()), Novelty: ptr(r.Float64()), Score: ptr(r.Float64()), Surprise: ptr(r.Float64())}, Record: e.Record}})
		row := &Test{Hypothesis: h, Specification: e.Record.Specification, Estimand: e.Record.Estimand, DataHash: e.Record.DataHash, Done: true, P: e.Record.P, Round: "r:run"}
		add(Item{Kind: KindTest, ID: testID(row, &e.Record), Test: row})
		for range min(3, len(ids)) {
			edge := Edge{From: id, Relation: relations[r.IntN(len(relations))], To: ids[r.IntN(len(ids))], Source: "rule"}
			add(Item{Kind: KindEdge, ID: edge.itemID(), Edge: &edge})
		}
		ids = append(ids, id)
		out = append(out, items)
	}
	return out
}
