package lint

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

// fakeGraph is a graph of hypotheses in a slice.
type fakeGraph []Stored

func (g fakeGraph) Specification(_ context.Context, id string) (out []Stored, err error) {
	for _, s := range g {
		if s.Spec != nil && s.Spec.Specification == id {
			out = append(out, s)
		}
	}
	return out, nil
}

func (g fakeGraph) Named(_ context.Context, name string) (out []Stored, err error) {
	for _, s := range g {
		if s.Name == name {
			out = append(out, s)
		}
	}
	return out, nil
}

// brokenGraph cannot be read.
type brokenGraph struct{}

var errBroken = errors.New("the log is torn")

func (brokenGraph) Specification(context.Context, string) ([]Stored, error) { return nil, errBroken }
func (brokenGraph) Named(context.Context, string) ([]Stored, error)         { return nil, errBroken }

const graphData = "x,y,z,m,g\n1,2,3,4,a\n2,1,4,3,b\n3,5,1,2,a\n4,4,2,1,b\n5,6,6,6,a\n6,5,5,7,b\n"

func graphLoader(t *testing.T) check.Loader {
	t.Helper()
	data, err := table.Read(context.Background(), "t.csv", strings.NewReader(graphData), table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return check.Memory{Data: "t.csv", Tables: map[string]*table.Table{"t.csv": data}}
}

// storedStudy is a study as a graph holds it, each hypothesis with an estimate and a verdict.
func storedStudy(t *testing.T, file, text string, estimate float64) (out fakeGraph) {
	t.Helper()
	f, found := parse.File(source.New(file, text))
	info, more := check.Check(context.Background(), f, graphLoader(t))
	if found = append(found, more...); diag.HasErrors(found) {
		t.Fatalf("%s: %v", file, found)
	}
	for _, h := range info.Hyps {
		r := result.Record{Name: h.Display, Template: string(h.Spec.Template), Specification: h.Spec.Specification, Estimand: h.Spec.Estimand,
			Outcome: h.Spec.Outcome.Name, Expect: string(h.Spec.Decision.Expect), Status: result.OK, Estimate: &estimate,
			Verdict: &result.Verdict{Value: result.Supported}}
		out = append(out, Stored{Name: h.Display, File: file, Spec: h.Spec, Record: r})
	}
	return out
}

func lintWithGraph(t *testing.T, name, text string, g Insights) []diag.Diagnostic {
	t.Helper()
	cfg, err := Default().With([]string{"HL208", "HL501", "HL901"}, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	loader := graphLoader(t)
	rep, err := Run(context.Background(), []File{{Source: source.New(name, text)}}, cfg, Options{Graph: g, Loader: func(File) check.Loader { return loader }})
	if err != nil {
		t.Fatal(err)
	}
	return rep.Findings
}

func listed(found []diag.Diagnostic) string {
	var out []string
	for _, d := range found {
		out = append(out, d.Code)
	}
	return strings.Join(out, " ")
}

// TestDuplicateInGraph: a specification that the graph has is a duplicate but for a rerun of the same hypothesis.
func TestDuplicateInGraph(t *testing.T) {
	g := storedStudy(t, "studies/old.hyp", "hyp H1: assoc(x, y) controlling for z, m\nassoc(m, y)\n", 0.3)
	for _, c := range []struct{ name, text, want string }{
		{"studies/new.hyp", "hyp H1: assoc(x, y) controlling for m, z\n", "HL208"}, // of another study
		{"studies/old.hyp", "hyp H2: assoc(x, y) controlling for m, z\n", "HL208"}, // under another name
		{"studies/old.hyp", "hyp H1: assoc(x, y) controlling for m, z\n", ""},      // a rerun
		{"./studies/old.hyp", "hyp H1: assoc(x, y) controlling for m, z\n", ""},
		{"old.hyp", "hyp H1: assoc(x, y) controlling for m, z\n", ""},                 // from its folder
		{"project/studies/old.hyp", "hyp H1: assoc(x, y) controlling for m, z\n", ""}, // from above
		{"studies/bold.hyp", "hyp H1: assoc(x, y) controlling for m, z\n", "HL208"},
		{"studies/old.hyp", "# a line more\n\n\nassoc(m, y)\n", ""}, // without a name, on another line
		{"studies/new.hyp", "assoc(m, y)\n", "HL208"},
		{"studies/new.hyp", "hyp H1: assoc(x, y) controlling for m\n", ""},                            // another test
		{"studies/new.hyp", "hyp H1: assoc(x, y) controlling for m, z using ols\n", ""},               // another estimator
		{"studies/new.hyp", "var s = x numeric\nhyp H9: assoc(s, y) controlling for m, z\n", "HL208"}, // an alias is no other test
		{"studies/new.hyp", "hyp H1: assoc(x, y) controlling for m, z # hyp:ignore duplicate-claim -- a replication\n", ""},
		{"studies/new.hyp", "hyp H1: assoc(x, y) # hyp:ignore duplicate-claim -- a replication\n", "HL901"},
	} {
		if got := listed(lintWithGraph(t, c.name, c.text, g)); got != c.want {
			t.Errorf("%s: got %q, want %q\n%s", c.name, got, c.want, c.text)
		}
	}
	// Without the graph nobody knows whether such a suppression is of use.
	if open, _ := lintString(t, "hyp H1: assoc(x, y) # hyp:ignore duplicate-claim -- a replication\n", Options{}, "HL208", "HL901"); len(open) > 0 {
		t.Errorf("without a graph: %v", open)
	}
	found := lintWithGraph(t, "studies/new.hyp", "hyp H7: assoc(x, y) controlling for m, z\n", g)
	if len(found) != 1 || found[0].Message != "same specification as `H1` of studies/old.hyp in the graph: supported" || found[0].Severity != diag.Warning {
		t.Errorf("%+v", found)
	}
}

// TestLineageInGraph: a parent may be in the graph alone; its relation is held against what is stored.
func TestLineageInGraph(t *testing.T) {
	const old = "context high = x > 2\nvar c = g categorical\n" +
		"hyp P1: assoc(x, y)\nhyp P2: assoc(x, y) where high and c = \"a\"\nhyp P3: assoc(x, y) expect positive\nhyp P4: interact(x * m -> y)\n" +
		"hyp P5: diff(y, by=c: \"a\" vs \"b\")\n" +
		"hyp P6: diff(y, by=c: \"b\" vs \"a\")\nhyp P7: assoc(x, y) where m is not missing\nhyp P8: assoc(x, y) where c != \"b\"\n" +
		"hyp P10: assoc(x, y) where m > 3 or z > 3\nhyp P11: assoc(x, y) where not (m > 3 and z > 3)\nhyp P12: assoc(x, y) where m + z > 4\n" +
		"hyp P13: diff(y, by=c: \"b\" vs \"a\") expect positive\n"
	for _, c := range []struct {
		sign       float64
		text, want string
	}{
		// In neither.
		{1, "hyp H1: assoc(x, y) where m > 1 narrows P9\n", "E0501"},
		{1, "hyp H1: assoc(x, y) where m > 1 extends P1\n", ""},
		// What the file has comes first.
		{1, "hyp P1: assoc(x, z)\nhyp H2: assoc(x, z) where m > 1 narrows P1\n", ""},
		// Conditions are compared over columns, contexts and aliases expanded.
		{1, "hyp H1: assoc(x, y) where m > 1 narrows P1\n", ""},
		{1, "hyp H1: assoc(x, z) narrows P1\n", "HL501"}, // the same rows
		{1, "hyp H1: assoc(x, y) where x > 3 and g = \"a\" narrows P2\n", ""},
		{1, "context late = x in 3..9\nhyp H1: assoc(x, y) where late and g = \"a\" narrows P2\n", ""},
		{1, "var q = x numeric\nhyp H1: assoc(x, y) where 2 < q and \"a\" = g and m = 1 narrows P2\n", ""},
		{1, "hyp H1: assoc(x, y) where x > 3 narrows P2\n", "HL501"},
		{1, "hyp H1: assoc(x, y) where x > 1 and g = \"a\" narrows P2\n", "HL501"},
		{1, "hyp H1: assoc(x, y) where x > 3 and g = \"b\" narrows P2\n", "HL501"},
		{1, "hyp H1: assoc(x, z) where x > 2 and g = \"a\" narrows P2\n", "HL501"}, // the same rows
		{1, "hyp H1: assoc(x, y) where 3 > x narrows P2\n", "HL501"},
		{1, "hyp H1: assoc(x, y) where m > 1 narrows P7\n", ""},
		{1, "hyp H1: assoc(x, y) where z > 1 narrows P7\n", "HL501"},
		{1, "hyp H1: assoc(x, y) where m is missing narrows P7\n", "HL501"},
		{1, "hyp H1: assoc(x, y) where g = \"a\" and z > 1 narrows P8\n", ""},
		{1, "hyp H1: assoc(x, y) where g != \"b\" and z > 1 narrows P8\n", ""},
		{1, "hyp H1: assoc(x, y) where g = \"b\" and z > 1 narrows P8\n", "HL501"},
		{1, "hyp H1: assoc(x, y) where z > 4 narrows P10\n", ""},
		{1, "hyp H1: assoc(x, y) where z > 2 and m > 2 narrows P10\n", "HL501"},
		{1, "hyp H1: assoc(x, y) where x > 2 and not (z > 3 and m > 3) narrows P11\n", ""}, // of what is not looked into: the same
		{1, "hyp H1: assoc(x, y) where z + m > 5 narrows P12\n", ""},
		{1, "hyp H1: assoc(x, y) where z + m > 3 narrows P12\n", "HL501"},
		{1, "hyp H1: assoc(x, y) where z - m > 5 narrows P12\n", "HL501"},
		// Contradictions: by prediction, else by the sign that was found.
		{1, "hyp H1: assoc(x, y) where m > 1 expect negative contradicts P3\n", ""},
		{1, "hyp H1: assoc(x, y) where m > 1 expect null floor r >= 0.1 contradicts P3\n", ""},
		{1, "hyp H1: assoc(x, y) where m > 1 expect positive contradicts P3\n", "HL501"},
		{-1, "hyp H1: assoc(x, y) where m > 1 expect positive contradicts P3\n", ""},
		{1, "hyp H1: assoc(x, y) where m > 1 expect negative contradicts P1\n", ""},
		{-1, "hyp H1: assoc(x, y) where m > 1 expect negative contradicts P1\n", "HL501"},
		{1, "hyp H1: assoc(x, z) expect negative contradicts P1\n", "HL501"}, // another estimand
		{0, "hyp H1: assoc(x, y) where m > 1 expect negative contradicts P1\n", "HL501"},
		{1, "hyp H1: assoc(x, y) where m > 1 contradicts P1\n", "HL501"},
		{1, "hyp H1: diff(y, by=g: \"b\" vs \"a\") where m > 1 expect positive contradicts P5\n", ""}, // turned round
		{-1, "hyp H1: diff(y, by=g: \"b\" vs \"a\") where m > 1 expect positive contradicts P5\n", "HL501"},
		{1, "hyp H1: diff(y, by=g: \"a\" vs \"b\") where m > 1 expect positive contradicts P6\n", ""},
		{-1, "hyp H1: diff(y, by=g: \"a\" vs \"b\") where m > 1 expect positive contradicts P6\n", "HL501"},
		{0, "hyp H1: diff(y, by=g: \"a\" vs \"b\") where m > 1 expect positive contradicts P13\n", ""},
		{0, "hyp H1: diff(y, by=g: \"a\" vs \"b\") where m > 1 expect negative contradicts P13\n", "HL501"},
		// Depth, over the parent's variables.
		{1, "hyp H1: interact(x * m -> y) where z > 1 deepens P1\n", ""},
		{1, "var q = x numeric\nhyp H1: interact(q * m -> y) where z > 1 deepens P1\n", ""},
		{1, "hyp H1: interact(z * m -> y) where z > 1 deepens P1\n", "HL501"},
		{1, "hyp H1: assoc(x, y) where z > 1 deepens P1\n", "HL501"},
		{1, "hyp H1: interact(x * m -> y) where z > 1 deepens P4\n", "HL501"},
	} {
		g := storedStudy(t, "old.hyp", old, c.sign)
		if got := listed(lintWithGraph(t, "new.hyp", c.text, g)); got != c.want {
			t.Errorf("sign %g: got %q, want %q\n%s", c.sign, got, c.want, c.text)
		}
	}
	// Of two of one name one that fits is enough.
	g := append(storedStudy(t, "a.hyp", "hyp P: assoc(x, y)\n", 1), storedStudy(t, "b.hyp", "hyp P: assoc(x, y) where m > 5\n", 1)...)
	if got := listed(lintWithGraph(t, "new.hyp", "hyp H: assoc(x, y) where m > 4 narrows P\n", g)); got != "" {
		t.Errorf("two parents: %s", got)
	}
	found := lintWithGraph(t, "new.hyp", "hyp H: assoc(x, y) where z > 4 narrows P\n", g[1:])
	if len(found) != 1 || found[0].Message != "`H` does not narrow `P` of b.hyp in the graph" || !strings.Contains(found[0].Help, "`m > 5`") {
		t.Errorf("%+v", found)
	}
	// What was found for the hypothesis itself counts, too.
	g = append(storedStudy(t, "a.hyp", "hyp P: assoc(x, y)\n", 1), storedStudy(t, "new.hyp", "hyp H: assoc(x, y) where z > 1\n", -1)...)
	if got := listed(lintWithGraph(t, "new.hyp", "hyp H: assoc(x, y) where z > 1 contradicts P\n", g)); got != "" {
		t.Errorf("opposite signs: %s", got)
	}
	for sign, want := range map[float64]string{1: "", -1: "HL501"} { // b vs a against a vs b: equal signs are opposite
		g := append(storedStudy(t, "a.hyp", "hyp P: diff(y, by=g: \"a\" vs \"b\")\n", 1), storedStudy(t, "new.hyp", "hyp H: diff(y, by=g: \"b\" vs \"a\") where z > 1\n", sign)...)
		if got := listed(lintWithGraph(t, "new.hyp", "hyp H: diff(y, by=g: \"b\" vs \"a\") where z > 1 contradicts P\n", g)); got != want {
			t.Errorf("b vs a, %g: got %q, want %q", sign, got, want)
		}
	}
	// Without a plan the estimand of the record tells.
	g = storedStudy(t, "a.hyp", "hyp P: assoc(x, y)\n", 1)
	g[0].Spec = nil
	if got := listed(lintWithGraph(t, "new.hyp", "hyp H: assoc(x, y) where z > 1 expect negative contradicts P\nhyp I: assoc(x, m) expect negative contradicts P\n", g)); got != "HL501" {
		t.Errorf("no plan: %s", got)
	}
	// A parent that waits for its data has no plan: its variables are known by name, its condition is not.
	waits := fakeGraph{{Name: "P", Record: result.Record{Template: "assoc", Outcome: "y", Exposure: "x", Where: "m > 1", Status: result.Blocked}}}
	if got := listed(lintWithGraph(t, "new.hyp", "hyp H: interact(x * m -> y) deepens P\nhyp I: assoc(x, z) narrows P\nhyp J: interact(x * m -> z) deepens P\n", waits)); got != "HL501" {
		t.Errorf("a parent that waits: %s", got)
	}
}

// TestGraphUnread: data and graphs that cannot be read are said, never passed over.
func TestGraphUnread(t *testing.T) {
	ctx := context.Background()
	f := []File{{Source: source.New("s.hyp", "dataset d from \"gone.csv\"\nhyp H1: assoc(x, y)\n"), Folder: t.TempDir()}}
	rep, err := Run(ctx, f, Default(), Options{Graph: fakeGraph{}})
	if err != nil || rep.Worst() != Error || rep.Findings[0].Code != diag.MissingFile {
		t.Errorf("%+v %v", rep, err)
	}
	loader := graphLoader(t)
	for _, text := range []string{"hyp H1: assoc(x, y)\n", "hyp H1: assoc(x, y) where z > 1 narrows H9\n"} {
		f := []File{{Source: source.New("s.hyp", text)}}
		_, err = Run(ctx, f, Default(), Options{Graph: brokenGraph{}, Loader: func(File) check.Loader { return loader }})
		if !errors.Is(err, errBroken) || !strings.HasPrefix(err.Error(), "s.hyp: H") {
			t.Errorf("%v", err)
		}
	}
}

// TestFixWithGraph: a parent in the graph is no error that a fix could be blamed for.
func TestFixWithGraph(t *testing.T) {
	loader := graphLoader(t)
	cfg, err := Default().With([]string{"unformatted"}, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	f := File{Source: source.New("new.hyp", "hyp H1: assoc(x,y) where m > 1 narrows P1\n")}
	opt := Options{Graph: storedStudy(t, "old.hyp", "hyp P1: assoc(x, y)\n", 1), Loader: func(File) check.Loader { return loader }}
	got, err := Fix(context.Background(), f, cfg, opt, false)
	if err != nil || got.Text != "hyp H1: assoc(x, y) where m > 1 narrows P1\n" {
		t.Errorf("%v %+v", err, got)
	}
}
