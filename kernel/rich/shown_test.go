package rich

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/graphq/insight"
	"github.com/hyp-lang/hyp/graphq/intake"
	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

// stored is the graph of an example's findings.
func stored(t *testing.T, example string) *insight.Graph {
	t.Helper()
	ctx := context.Background()
	g, err := insight.Open(ctx, t.TempDir(), insight.Options{Write: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = g.Close() })
	keeper := intake.Keep(g, "test", func(string) {})
	for _, s := range opened(t, example) {
		if err := keeper.Study(ctx, s); err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range recordsOf(t, example) {
		if _, err := keeper.Keep(ctx, r); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func answerTo(t *testing.T, g *insight.Graph, q string) *query.Result {
	t.Helper()
	r, ds, err := query.Run(context.Background(), query.NewInsights(g), source.New("query", q), query.Options{})
	if err != nil || r == nil {
		t.Fatal(q, ds, err)
	}
	return r
}

func TestQueries(t *testing.T) {
	g := stored(t, "penguins")
	for file, q := range map[string]string{
		"query":       "find i.name, i.status, i.effect, i.p, i.n, i.text where i about @bill_length_mm order by i.name",
		"query-one":   "find count() where i is insight",
		"query-none":  "find i where i.effect > 100",
		"query-plan":  "explain find i.name where i about @species and i.p < 0.01",
		"query-graph": "find i, j where i narrows j as graph",
		"query-wide":  "find i, v where i about v as graph",
		"query-json":  "find i.name, i.effect where i about @species order by i.name as json",
		"query-csv":   "find i.name, i.effect where i about @species order by i.name as csv",
	} {
		golden(t, file, Query(answerTo(t, g, q), 100))
	}
}

func TestLongAnswersAreCut(t *testing.T) {
	r := &query.Result{Columns: []query.Column{{Name: "i.n", Type: query.Whole}}, Rows: 100_000, Format: "table"}
	for i := range r.Rows {
		r.Columns[0].Values = append(r.Columns[0].Values, query.NumberValue(float64(i)))
	}
	b := Query(r, 0)
	sound(t, b)
	for media, v := range b {
		if s, _ := v.(string); len(s) > 40_000 || !strings.Contains(s, "the first 200 of 100,000 rows") {
			t.Errorf("%s: %d bytes: %.200s", media, len(s), s)
		}
	}
}

func TestInsight(t *testing.T) {
	rs := recordsOf(t, "penguins", "H1", "H2", "H3")
	near := []Neighbour{
		{Relation: "revises", ID: "i:H1", Name: "H1", Status: "qualified", Finding: report.Sentence(rs[0]), Source: "declared"},
		{Relation: "narrows", Incoming: true, ID: "i:H3", Name: "H3", Status: "supported", Finding: report.Sentence(rs[2]), Source: "declared"},
		{Relation: "contradicts", ID: "i:H1", Name: "H1", Status: "qualified", Finding: report.Sentence(rs[0]), Why: "the same estimand with another sign", Source: "rule"},
	}
	golden(t, "insight", Insight("i:7486b237a99d5780", rs[1], near, report.Options{}))
	golden(t, "insight-alone", Insight("i:7486b237a99d5780", rs[1], nil, report.Options{}))
	golden(t, "links", Links([]Link{{"H2", near[0]}, {"H2", near[1]}}))
	if Links(nil) != nil {
		t.Error("links of nothing")
	}
}

func TestDiagnostics(t *testing.T) {
	text := "dataset d from \"../../examples/penguins/penguins.csv\"\nassoc(bill_lenght_mm, body_mass_g)\nhyp H1: diff(body_mass_g, by=species: \"Emperor\" vs rest)\nhyp H1: assoc(bill_length_mm, sex) expect up\n"
	ds := study.Open(context.Background(), []study.Text{{Source: source.New("In [3]", text), Folder: "."}}, study.Options{})[0].Diagnostics
	if len(ds) == 0 {
		t.Fatal("no diagnostics")
	}
	golden(t, "diagnostics", Diagnostics(ds))
	lines := Traceback(ds)
	all := strings.Join(lines, "\n")
	for _, want := range []string{"\x1b[1;31merror[E0201]", "In [3]:2:7", "^^^^", "%explain E0201"} {
		if !strings.Contains(all, want) {
			t.Errorf("the traceback has no %q:\n%s", want, all)
		}
	}
	if Diagnostics(nil) != nil || Traceback(nil) == nil {
		t.Error("nothing to tell is a nil bundle and an empty traceback")
	}
}

func TestPlans(t *testing.T) {
	var ps []*study.Planned
	for _, s := range opened(t, "penguins", "H2", "H8", "H15", "H16") {
		if err := s.Plan(context.Background(), func(p *study.Planned) error { ps = append(ps, p); return nil }, nil); err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "plans", Plans(ps, report.Options{}))
	golden(t, "plan", Plans(ps[:1], report.Options{}))
}

func TestProgress(t *testing.T) {
	golden(t, "progress", OfStudy(study.Progress{Done: 12, Total: 40}).Bundle())
	golden(t, "progress-reading", OfStudy(study.Progress{Reading: "data/gss.csv", Bytes: 30 << 20, TotalBytes: -1}).Bundle())
	for _, p := range []Progress{{}, {Done: 9, Total: 3}, {Done: -1, Total: 10}, {Text: "<b>"}, {Done: 1 << 62, Total: 1<<63 - 1}} {
		b := p.Bundle()
		b[Plain] = b[Plain].(string) + "."
		sound(t, b)
	}
}

// described are the variables of a study's text over a file of examples.
func described(t *testing.T, text string) []Variable {
	t.Helper()
	f, ds := parse.File(source.New("t.hyp", text))
	_, data, ms, more := check.Meanings(context.Background(), f, &check.Files{Folder: "../../examples"})
	if data == nil {
		t.Fatal(ds, more)
	}
	vs, err := Describe(context.Background(), data, ms)
	if err != nil {
		t.Fatal(err)
	}
	return vs
}

// The digits of calendar years are not grouped, those of other numbers are.
func TestOverviewYears(t *testing.T) {
	for _, v := range []Variable{
		{Name: "cohort", Label: "year of birth", Type: "numeric", Low: 1927, High: 2000, Mean: 1967.64, Bins: []int64{1, 1}},
		{Name: "birth", Type: "numeric, year", Low: 1927, High: 2000, Mean: 1967.64, Bins: []int64{1, 1}},
	} {
		if got := v.values(); got != "1927 to 2000, mean 1967.6" {
			t.Errorf("%s: %s", v.Name, got)
		}
	}
	v := Variable{Name: "income", Label: "income of the last year", Type: "numeric", Low: 0, High: 25000, Mean: 1250, Bins: []int64{1, 1}}
	if got := v.values(); got != "0 to 25,000, mean 1,250" {
		t.Error(got)
	}
}

// Of many variables only the first are open, and all are there.
func TestOverviewOfMany(t *testing.T) {
	var vs []Variable
	for i := range 304 {
		vs = append(vs, Variable{Name: fmt.Sprintf("v%d", i), Type: "numeric", Rows: 3, High: 1, Bins: []int64{1, 2}})
	}
	b := Overview("many", vs)
	sound(t, b)
	open, rest, found := strings.Cut(fmt.Sprint(b[HTML]), "<details>")
	if !found || strings.Count(open, "<tr>") != 41 || !strings.Contains(rest, "<summary>264 more variables</summary>") || strings.Count(rest, "<tr>") != 265 {
		t.Errorf("%d and %d rows", strings.Count(open, "<tr>"), strings.Count(rest, "<tr>"))
	}
	if !strings.Contains(fmt.Sprint(b[Plain]), "v303") {
		t.Error("text without the last variable")
	}
}

func TestOverview(t *testing.T) {
	vs := described(t, "dataset p from \"penguins/penguins.csv\"\nvar heavy = body_mass_g > 4500 binary\n")
	golden(t, "overview", Overview("penguins: 344 rows, 18 variables", vs))
	golden(t, "overview-nlsy79", Overview("nlsy79", described(t, "dataset p from \"nlsy79/nlsy79.csv\"")))
	// The counts of pandas 3.1.1 (value_counts, describe) on the same file: 152 Adelie, 68 Chinstrap, 124 Gentoo; body mass 2700 to
	// 6300, mean 4202, 2 missing; 165 female, 168 male, 11 missing.
	found := map[string]Variable{}
	for _, v := range vs {
		found[v.Name] = v
	}
	if v := found["species"]; len(v.Levels) != 3 || v.Levels[0].N != 152 || v.Levels[1].N != 68 || v.Levels[2].N != 124 {
		t.Errorf("species: %+v", v)
	}
	if v := found["body_mass_g"]; v.Low != 2700 || v.High != 6300 || v.Missing != 2 || int(v.Mean+0.5) != 4202 {
		t.Errorf("body_mass_g: %+v", v)
	}
	if v := found["sex"]; v.Missing != 11 || v.Levels[0].N+v.Levels[1].N != 333 {
		t.Errorf("sex: %+v", v)
	}
}

func TestDescribeOddColumns(t *testing.T) {
	cells := func(name string, s ...string) *table.Column { return table.CellsColumn(name, s) }
	tab, err := table.New("t", cells("one", "7", "7", "7"), cells("none", "", "", ""), cells("wide", "-1e308", "1e308", "0"), cells("tiny", "5e-324", "0", "1e-300"))
	if err != nil {
		t.Fatal(err)
	}
	var ms []check.Meaning
	for _, c := range tab.Columns {
		ms = append(ms, check.Meaning{Name: c.Name, Numbers: numericVariable(c.Name), Role: catalog.Plain})
	}
	vs, err := Describe(context.Background(), tab, ms)
	if err != nil {
		t.Fatal(err)
	}
	sound(t, Overview("odd", vs))
	if vs[0].values() != "always 7" || vs[1].values() != "no values" || vs[1].missing() != "100%" {
		t.Errorf("%+v", vs)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Describe(ctx, tab, ms); err == nil {
		t.Error("a cancelled description goes on")
	}
}
