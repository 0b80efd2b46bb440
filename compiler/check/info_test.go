package check_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

const partyCatalog = `{"dataset": "survey", "design": {"cluster": "psu"}, "variables": [
	{"name": "income", "type": "numeric", "label": "yearly income", "missing_codes": [-9], "scale": {"kind": "numeric", "special_values": {"99": "99 or more"}}},
	{"name": "party", "type": "ordinal", "scale": {"kind": "ordinal", "values": {"0": "left", "1": "centre", "2": "right", "7": "other"}, "off_scale_codes": [7]}},
	{"name": "day", "type": "date"},
	{"name": "size", "type": "ordinal", "scale": {"kind": "ordinal", "values": {"S": "small", "M": "medium", "L": "large"}, "order": ["S", "M", "L"]}},
	{"name": "psu", "type": "design"},
	{"name": "caseid", "type": "id"},
	{"name": "wt", "type": "weight"},
	{"name": "absent", "type": "numeric", "label": "not in the data"}]}`

func survey(t testing.TB) check.Memory {
	t.Helper()
	cells := func(s ...string) []string {
		var out []string
		for range 10 {
			out = append(out, s...)
		}
		return out
	}
	tab, err := table.New("survey.csv",
		table.CellsColumn("income", cells("10", "20", "-9", "99")), table.CellsColumn("party", cells("0", "1", "2", "7")),
		table.CellsColumn("day", cells("2007-11-11", "2008-01-02", "2009-05-06", "")), table.CellsColumn("size", cells("S", "M", "L", "M")),
		table.CellsColumn("psu", cells("1", "2", "3", "4")), table.CellsColumn("caseid", cells("1", "2", "3", "4")),
		table.CellsColumn("wt", cells("1", "1.5", "1", "2")), table.CellsColumn("town", cells("A", "B", "C", "C")), table.CellsColumn("two", cells("1", "2", "", "2")))
	if err != nil {
		t.Fatal(err)
	}
	c, found := catalog.Parse(source.New("survey.catalog.json", partyCatalog))
	if len(found) > 0 {
		t.Fatal(found)
	}
	return check.Memory{Data: "survey.csv", Tables: map[string]*table.Table{"survey.csv": tab}, Catalogs: map[string]*catalog.Catalog{"survey.csv": c}}
}

func one(t testing.TB, text string, loader check.Loader) *plan.Spec {
	t.Helper()
	info, found := run(t, text, loader)
	if diag.HasErrors(found) || len(info.Hyps) != 1 || info.Hyps[0].Spec == nil {
		t.Fatalf("%s: %+v", text, found)
	}
	return info.Hyps[0].Spec
}

// A spec holds what the catalog, the study and the data say, in that order of weight from behind.
func TestSpec(t *testing.T) {
	s := one(t, `var money = income count missing (99 "much") unit "euro"
		hyp H: diff(money, by = party : "left" vs 7) controlling for size, town weights = wt where day >= "2008-01-01"`, survey(t))
	if s.Name != "H" || s.Dataset != "survey" || s.DataID != "survey" || s.Template != plan.Diff {
		t.Errorf("%+v", s)
	}
	if want := `diff(money, by=party: "left" vs 7) controlling for size, town weights=wt where day >= "2008-01-01"`; s.Claim != want {
		t.Errorf("claim %s", s.Claim)
	}
	o := s.Outcome
	if o.Name != "money" || o.Column != "income" || o.Type != plan.Count || o.Label != "yearly income" || o.Unit != "euro" || !slices.Equal(o.Missing.Codes, []string{"-9", "99"}) {
		t.Errorf("outcome %+v", o)
	}
	if *s.Contrast != (plan.Contrast{A: "0", B: "7"}) {
		t.Errorf("contrast %+v: as groups all codes are levels", s.Contrast)
	}
	if size := s.Controls[0]; size.Type != plan.Ordinal || size.Levels[2].Code != "L" || size.Inferred {
		t.Errorf("size %+v", size)
	}
	if town := s.Controls[1]; town.Type != plan.Categorical || !town.Inferred || town.Levels != nil {
		t.Errorf("town %+v", town)
	}
	if s.Weights.Column != "wt" || s.Weights.Type != plan.Numeric {
		t.Errorf("weights %+v", s.Weights)
	}
	// 2008-01-01 is day 13879 (R 4.2.2: as.numeric(as.Date("2008-01-01"))).
	if got := plan.Canonical(s.Where); got != `["<=",13879,["column","day"]]` {
		t.Errorf("where %s", got)
	}
}

// Where an ordinal counts as numbers, codes that have no place in its order are missing, and that is said once.
func TestOffScale(t *testing.T) {
	info, found := run(t, "assoc(party, income)\nassoc(income, party) where party > \"left\"\ndiff(income, by=party)", survey(t))
	if len(found) != 1 || found[0].Severity != diag.Info || !strings.Contains(found[0].Message, `7 "other"`) {
		t.Errorf("%+v", found)
	}
	if v := info.Hyps[0].Spec.Exposure; !slices.Contains(v.Missing.Codes, "7") || len(v.Levels) != 3 {
		t.Errorf("%+v", v)
	}
	if v := info.Hyps[2].Spec.Groups; len(v.Missing.Codes) != 0 || len(v.Levels) != 4 {
		t.Errorf("%+v", v)
	}
}

// Conditions are what they say, with names, labels and contexts resolved.
func TestWhere(t *testing.T) {
	tests := []struct{ where, want string }{
		{`party = "left"`, `["level","party",["0"]]`},
		{`party != 0.0`, `["not",["level","party",["0"]]]`},
		{`party in ("right", 1)`, `["level","party",["1","2"]]`},
		{`party in 1..2`, `["range",["column","party"],1,2]`},
		{`size >= "medium"`, `["<=",2,["column","size"]]`},
		{`"M" < size`, `["<",2,["column","size"]]`},
		{`size not in ("S")`, `["not",["level","size",["S"]]]`},
		{`income = "99 or more"`, `["=",99,["column","income"]]`},
		{`income in (10, 20) and town is not missing`, `["and",[["in",["column","income"],[10,20]],["not",["missing",["column","town"]]]]]`},
		{`rich or not left`, `["or",[["<",15,["column","income"]],["not",["level","party",["0"]]]]]`},
		{`doubled > 30`, `["<",30,["*",2,["column","income"]]]`},
		{`isleft`, `["level","party",["0"]]`},
		{`isleft = false`, `["not",["level","party",["0"]]]`},
		{`isleft = "true" and grade = "high"`, `["and",[["in",["call",["if",["<",15,["column","income"]],1,0]],[1]],["level","party",["0"]]]]`},
		{`caseid = 3`, `["level","caseid",["3"]]`},
		{`-income < 2 / (income - 1)`, `["<",["neg",["column","income"]],["/",2,["-",["column","income"],1]]]`},
		{`two = 2`, `["level","two",["2"]]`},
	}
	for _, test := range tests {
		s := one(t, `context rich = income > 15
			context left = party = "left"
			var doubled = income * 2 numeric
			var isleft = left binary
			var grade = if(rich, 1, 0) binary levels (0 "low", 1 "high")
			assoc(income, size) where `+test.where, survey(t))
		if got := plan.Canonical(s.Where); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.where, got, test.want)
		}
	}
}

// Errors that only a catalog makes possible.
func TestCatalogErrors(t *testing.T) {
	tests := []struct{ text, code, message string }{
		{"assoc(absent, income)", diag.CatalogMismatch, "the data have no such column"},
		{"assoc(wt, income)", diag.WeightAsVariable, "is a weight"},
		{"assoc(caseid, income)", diag.IDOrTextInClaim, "is an identifier"},
		{"assoc(yearly, income)", diag.UnknownName, "no variable or column"},
		{"diff(income, by=party: \"Left\" vs \"right\")", diag.UnknownLevel, "no level"},
		{"diff(income, by=two: 3 vs 1)", diag.UnknownLevel, "`two` has no level 3"},
		{"diff(income, by=day)", diag.NotAGroup, "is time and has no groups"},
		{"assoc(income, size) where size > 2", diag.UnknownLevel, "no level 2"},
		{"assoc(income, size) where day > 5 and day = \"tomorrow\"", diag.CompareTypes, "time variable is compared with a text"},
	}
	for _, test := range tests {
		_, found := run(t, test.text, survey(t))
		if len(found) != 1 || found[0].Code != test.code || !strings.Contains(found[0].Message, test.message) {
			t.Errorf("%s: %+v", test.text, found)
		}
	}
	_, found := run(t, "assoc(yearly, income)", survey(t))
	if len(found) != 1 || !strings.Contains(found[0].Help, "`income` is labelled \"yearly income\"") {
		t.Errorf("%+v", found)
	}
	if s := one(t, "var key = caseid numeric\nassoc(key, income) using ols_cluster", survey(t)); s.Cluster == nil || s.Cluster.Column != "psu" {
		t.Errorf("%+v", s.Cluster)
	}
}

// Aliases, comments, layout, labels and unused declarations change no id.
func TestIDsOfStudies(t *testing.T) {
	a := one(t, "assoc(income, party) controlling for town, size where party = \"left\" and income > 3", survey(t))
	for _, text := range []string{
		"# a comment\nvar unused = town categorical label \"unused\"\nassoc(income,party)\n  controlling for town,\n size where party=0 and income>3 # end",
		"context c = 3 < income and party = \"left\"\nassoc(income, party) controlling for size, town where c",
		"dataset other from \"survey.csv\"\nhyp H: assoc(income, party) controlling for town, size where party = 0.0 and income > 3 because \"so\"",
		"var money = income numeric label \"money\" unit \"euro\" missing (-9)\nassoc(money, party) controlling for town, size where party = \"left\" and money > 3",
	} {
		b := one(t, text, survey(t))
		if a.Specification != b.Specification || a.Estimand != b.Estimand {
			t.Errorf("%s: %s %s, want %s %s", text, b.Specification, b.Estimand, a.Specification, a.Estimand)
		}
	}
	c := one(t, "assoc(party, income)", survey(t))
	if c.Estimand != a.Estimand || c.Specification == a.Specification {
		t.Error("the reversed claim without controls is the same question by another test")
	}
}

// Only the columns that the hypotheses lead to are read.
func TestUsed(t *testing.T) {
	info, _ := run(t, "var b = log(income) numeric\nvar unused = psu categorical\ncontext k = party = 1\nassoc(b, size) where k", survey(t))
	if got := strings.Join(info.Datasets[0].Used, " "); got != "income party size" {
		t.Errorf("used %q", got)
	}
}

// A blocked hypothesis has no error for data that do not exist, and a spec when they do.
func TestBlocked(t *testing.T) {
	info, found := run(t, "hyp A: assoc(future, income) needs \"a second wave\"\nhyp B: assoc(income, size) needs \"more rows\"", survey(t))
	if len(found) != 0 || info.Hyps[0].Spec != nil || info.Hyps[0].Failed || info.Hyps[0].Blocked != "a second wave" || info.Hyps[1].Spec == nil {
		t.Errorf("%+v %+v", found, info.Hyps)
	}
	if len(info.Specs()) != 0 {
		t.Error("a blocked hypothesis is among those that run")
	}
}

// A study without names says where its hypotheses are.
func TestDisplay(t *testing.T) {
	info, _ := run(t, "\n\nassoc(income, size)\nhyp N: assoc(income, party)", survey(t))
	if info.Hyps[0].Display != "line 3" || info.Hyps[0].Name != "" || info.Hyps[1].Display != "N" {
		t.Errorf("%+v", info.Hyps)
	}
}

// What the clauses say is kept beside the spec, and changes neither of its ids.
func TestDecision(t *testing.T) {
	info, _ := run(t, "family f alpha 0.1 method holm\nhyp A: assoc(income, size)\nhyp B: assoc(income, size) expect positive floor r >= 0.1 decide q < 0.05 and n >= 20 under f rival A, \"luck\" prior 0.5 deepens A", survey(t))
	a, b := info.Hyps[0].Spec, info.Hyps[1].Spec
	if a.Specification != b.Specification || a.Estimand != b.Estimand {
		t.Error("a decision changed an id")
	}
	d := b.Decision
	if d.Expect != plan.ExpectPositive || d.Floor.Measure != "r" || d.Floor.Value != 0.1 || len(d.Criteria) != 2 || d.Criteria[1].Quantity != "n" || d.Criteria[1].Op != ">=" ||
		d.Family != "f" || len(d.Rivals) != 2 || d.Rivals[0].Name != "A" || d.Rivals[1].Text != "luck" || *d.Prior != 0.5 || d.Lineage[0].Targets[0] != "A" {
		t.Errorf("%+v", d)
	}
	if f := check.PlanFamily(info.Families["f"]); f.Alpha != 0.1 || f.Method != "holm" {
		t.Errorf("%+v", f)
	}
}

// The data without a study's dataset line, and none at all.
func TestNoDataset(t *testing.T) {
	_, found := run(t, "assoc(x, y)\nassoc(a, b)", check.Memory{})
	if len(found) != 1 || found[0].Code != diag.NoDataset {
		t.Errorf("%+v", found)
	}
	_, found = run(t, "assoc(x, y)", check.Memory{Data: "gone.csv"})
	if len(found) != 1 || found[0].Code != diag.MissingFile || found[0].File != nil {
		t.Errorf("%+v", found)
	}
}

// A data set that is named in a line with an error is not missing as well.
func TestBrokenDataset(t *testing.T) {
	_, found := run(t, "dataset d from \"survey.csv\" key caseid key town\nassoc(income, size)", check.Memory{})
	if len(found) != 1 || found[0].Code != diag.DuplicateClause {
		t.Errorf("%+v", found)
	}
}

// A level without quotes is taken for what it is; a column that a `var` line declares is not its own suggestion.
func TestSuggestions(t *testing.T) {
	_, found := run(t, "assoc(income, size) where party = left", survey(t))
	if len(found) != 1 || found[0].Code != diag.UnknownName || len(found[0].Fixes) != 1 || found[0].Fixes[0].Edits[0].Text != `"left"` {
		t.Errorf("%+v", found)
	}
	_, found = run(t, "var visits count\nassoc(income, visits)", survey(t))
	if len(found) != 1 || strings.Contains(found[0].Help, "`visits`") {
		t.Errorf("%+v", found)
	}
}

// A long list of values that are no levels is one mistake, not thousands.
func TestManyMisses(t *testing.T) {
	_, found := run(t, "assoc(income, size) where town in (\"A\""+strings.Repeat(", \"z\"", 1000)+")", survey(t))
	if len(found) > 10 || !strings.Contains(found[len(found)-1].Message, "nor 994 further values") {
		t.Errorf("%d found: %+v", len(found), found[len(found)-1])
	}
}

// Definitions that use each other twice double with every step: they are refused before they fill the memory.
func TestDoublingDefinitions(t *testing.T) {
	text := "var v0 = income numeric\n"
	for i := 1; i <= 60; i++ {
		text += fmt.Sprintf("var v%d = v%d + v%d numeric\n", i, i-1, i-1)
	}
	_, found := run(t, text+"assoc(v60, income)", survey(t))
	if len(found) != 1 || found[0].Code != diag.NestedTooDeep {
		t.Errorf("%+v", found)
	}
	one(t, "var a = income * 2 numeric\nvar b = a + a numeric\nvar c = b * b - a numeric\nassoc(c, size)", survey(t))
}

// What is wrong with files is said once, in the reader's words, and nothing follows from it.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("empty.csv", "")
	write("header.csv", "a,b\n")
	write("ragged.csv", "a,b\n1,2\n3\n")
	write("twice.csv", "a,a\n1,2\n")
	write("latin.csv", "a,b\n1,\xe9t\xe9\n")
	write("book.csv", "PK\x03\x04 and so on")
	write("good.csv", "a,b,g\n1,2,1\n2,3,2\n3,5,3\n")
	write("good.catalog.json", `{"variables": [{"name": "g", "type": "categorcial"}]}`)
	write("broken.csv", "a,b,g\n1,2,1\n2,3,2\n3,5,3\n")
	write("broken.catalog.yaml", "variables:\n  - {name: g\n")
	if err := os.Mkdir(filepath.Join(dir, "folder.csv"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, code := range map[string]string{"gone": diag.MissingFile, "empty": diag.EmptyFile, "header": diag.NoRows, "ragged": diag.RaggedRow, "twice": diag.DuplicateColumn,
		"latin": diag.NotUTF8, "book": diag.UnknownFormat, "folder": diag.UnreadableFile, "good": diag.BadCatalog, "broken": diag.BadCatalog} {
		text := fmt.Sprintf("dataset d from %q\nassoc(a, b)\ndiff(b, by=g)\n", name+".csv")
		if name == "header" || name == "ragged" || name == "latin" {
			text = fmt.Sprintf("dataset d from %q\nassoc(a, b)\nassoc(b, a)\n", name+".csv")
		}
		_, found := run(t, text, check.Files{Folder: dir})
		if len(found) != 1 || found[0].Code != code {
			t.Errorf("%s: want one %s, got %+v", name, code, found)
		}
	}
}

// The two example studies check without an error, from any folder.
func TestExampleStudies(t *testing.T) {
	for _, path := range []string{"../../examples/penguins/penguins.hyp", "../../examples/nlsy79/nlsy79.hyp"} {
		text, err := os.ReadFile(filepath.FromSlash(path))
		if err != nil {
			t.Fatal(err)
		}
		info, found := run(t, string(text), check.Files{Folder: filepath.Dir(path)})
		if diag.HasErrors(found) {
			t.Errorf("%s: %+v", path, found)
		}
		if info.Datasets[0].Catalog.How != "beside the data, by name" {
			t.Errorf("%s: %+v", path, info.Datasets[0].Catalog)
		}
		for _, h := range info.Hyps {
			if h.Spec == nil || h.Spec.Estimand == "" {
				t.Errorf("%s: %s has no spec", path, h.Display)
			}
		}
	}
}

// An unknown name is one diagnostic, however often it is used.
func TestManyUses(t *testing.T) {
	_, found := run(t, strings.Repeat("assoc(incom, size)\n", 5000), survey(t))
	if len(found) != 1 || !strings.Contains(found[0].Label, "used 4999 more times") {
		t.Errorf("%d diagnostics, the first %+v", len(found), found[0])
	}
}

func BenchmarkCheck100kLines(b *testing.B) {
	var text strings.Builder
	text.WriteString("context k = party = 1 and income > 3\n")
	for i := range 100_000 {
		fmt.Fprintf(&text, "hyp H%d: assoc(income, size) controlling for town, party where k and income > %d expect positive\n", i, i%40)
	}
	f, _ := parse.File(source.New("big.hyp", text.String()))
	loader := survey(b)
	for b.Loop() {
		check.Check(context.Background(), f, loader)
	}
}

func ExampleCheck() {
	tab, err := table.New("people.csv", table.NumbersColumn("income", []float64{1, 2, 3}, nil), table.TextColumn("town", []string{"a", "b", "a"}))
	if err != nil {
		fmt.Println(err)
		return
	}
	f, _ := parse.File(source.New("study.hyp", "assoc(incme, income)\ndiff(income, by=town: \"a\" vs \"b\")\n"))
	info, found := check.Check(context.Background(), f, check.Memory{Data: "people.csv", Tables: map[string]*table.Table{"people.csv": tab}})
	for _, d := range found {
		fmt.Printf("%s %s; %s\n", d.Code, d.Message, d.Help)
	}
	for _, s := range info.Specs() {
		fmt.Println(s.Claim, s.Groups.Type, s.Contrast.A, s.Contrast.B)
	}
	// Output:
	// E0201 there is no variable or column `incme`; did you mean `income`?
	// diff(income, by=town: "a" vs "b") binary a b
}

// No text makes the checker panic or point outside of it.
func FuzzCheck(f *testing.F) {
	for _, e := range diag.Examples() {
		f.Add(e.Example)
	}
	raw, err := os.ReadFile("testdata/errors.hyp")
	if err != nil {
		f.Fatal(err)
	}
	for _, chunk := range strings.Split(string(raw), "\n---\n") {
		f.Add(chunk)
	}
	loader := stub(f)
	f.Fuzz(func(t *testing.T, text string) {
		info, found := run(t, text, loader)
		for _, d := range found {
			if d.File != nil && (d.Span.Start < 0 || d.Span.Start > d.Span.End || d.Span.End > len(d.File.Text)) {
				t.Fatalf("%s: span %v outside of the text", d.Code, d.Span)
			}
		}
		for _, h := range info.Hyps {
			if h.Spec != nil && h.Failed {
				t.Fatalf("%s has an error and a spec", h.Display)
			}
			if h.Spec == nil && !h.Failed && h.Blocked == "" {
				t.Fatalf("%s has neither an error nor a spec", h.Display)
			}
		}
	})
}
