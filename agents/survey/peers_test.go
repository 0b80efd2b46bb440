package survey

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/hyp-lang/hyp/compiler/plan"
)

// The numbers of statsmodels and scipy (versions in the file; testdata/peers/expected.py makes it) for claims about the example data,
// each fitted alone on its complete rows.
func TestPeers(t *testing.T) {
	raw, err := os.ReadFile("testdata/peers/expected.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Tool  string
		Cases []struct {
			Data, Template, Outcome, Exposure, Other string
			N                                        int64
			Statistic                                *float64
			Log10P                                   float64
		}
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) < 200 {
		t.Fatalf("%d cases", len(file.Cases))
	}
	type key struct{ data, template, outcome, exposure, other string }
	found := map[key]estimate{}
	for _, data := range []string{"penguins", "nlsy79"} {
		opt := Options{Top: 1, Templates: []plan.Template{plan.Assoc, plan.Diff}}
		s, err := Screen(context.Background(), open(t, "../../examples/"+data+"/"+data+".csv"), opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range file.Cases {
			if c.Data != data {
				continue
			}
			x, y := s.columns[s.Index(c.Exposure)], s.columns[s.Index(c.Outcome)]
			k := key{c.Data, c.Template, c.Outcome, c.Exposure, c.Other}
			switch plan.Template(c.Template) {
			case plan.Assoc:
				r := s.Assoc(x.at, y.at)
				found[k] = r.estimate()
			case plan.Diff:
				r := s.Diff(y.at, x.at)
				found[k] = r.estimate()
			default:
				found[k] = s.single(t, claim{plan.Template(c.Template), x, s.columns[s.Index(c.Other)], y})
			}
		}
	}
	for _, c := range file.Cases {
		e := found[key{c.Data, c.Template, c.Outcome, c.Exposure, c.Other}]
		what := c.Data + ": " + Sentence(plan.Template(c.Template), c.Outcome, c.Exposure, c.Other)
		if e.refusal != tested {
			t.Errorf("%s: refused, %s", what, refusalCodes[e.refusal])
			continue
		}
		tolerance := 1e-8
		if e.method == LogitZ || e.method == LogitWald {
			tolerance = 1e-6
		}
		if e.n != c.N {
			t.Errorf("%s: n %d, %s has %d", what, e.n, file.Tool, c.N)
		}
		if c.Statistic != nil && math.Abs(e.stat-*c.Statistic) > tolerance*max(1, math.Abs(*c.Statistic)) {
			t.Errorf("%s: %s %.12g, %s has %.12g", what, e.method, e.stat, file.Tool, *c.Statistic)
		}
		if got := e.tail().Log10P; math.Abs(got-c.Log10P) > tolerance*max(1, math.Abs(c.Log10P)) {
			t.Errorf("%s: %s log10 p %.12g, %s has %.12g", what, e.method, got, file.Tool, c.Log10P)
		}
	}
}

// single makes the test of one claim about a triple, related by construction or not.
func (s *Survey) single(t *testing.T, c claim) estimate {
	t.Helper()
	w := &worker{survey: s}
	u, v := c.a, c.b
	w.cells.two(u, v)
	for _, b := range s.blocks {
		for j, y := range b.outcomes {
			if y != c.y {
				continue
			}
			if err := w.sums.add(t.Context(), b, &w.cells); err != nil {
				t.Fatal(err)
			}
			w.all.fill(&w.cells, &w.sums, y, j)
			for _, joint := range jointsOf(u, v) {
				interaction := joint.form == products || !joint.b.numeric
				if c.template == plan.Interact && !interaction || c.template == plan.Heterogeneity && (joint.form == products || joint.a != c.a && (joint.a.numeric || joint.b.numeric)) {
					continue
				}
				e := w.joint(joint)
				if e.refusal == awkward || e.method.Screened() {
					e = s.ask(context.Background(), c)
				}
				return e
			}
		}
	}
	t.Fatalf("no test for %s", c.text())
	return estimate{}
}

// Interactions of which the rows determine a part, and those of which they leave nothing: the engine's cases, which statsmodels and R made
// (estimators/engine/testdata/partly), those without controls.
func TestPartlyPeers(t *testing.T) {
	const folder = "../../estimators/engine/testdata/partly/"
	raw, err := os.ReadFile(folder + "cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	in := open(t, folder+"partly.csv")
	s, err := Screen(context.Background(), in, Options{Top: 1, Templates: []plan.Template{plan.Assoc}})
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for line := range bytes.Lines(raw) {
		var c struct {
			ID, Template, Y, X, Using, Code string
			Z, G, Weight                    string
			Controls                        []string
			Tol                             float64 `json:"tol_rel"`
			Expected                        struct {
				Stat, DF1, DF2 float64
				Log10P         float64 `json:"log10_p"`
			}
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		if len(c.Controls) > 0 || c.Weight != "" || c.Using != "" || c.Z+c.G == "" {
			continue
		}
		count++
		e := s.single(t, claim{plan.Template(c.Template), s.columns[s.Index(c.X)], s.columns[s.Index(c.Z+c.G)], s.columns[s.Index(c.Y)]})
		switch {
		case c.Code != refusalCodes[e.refusal]:
			t.Errorf("%s: refused with %q, want %q", c.ID, refusalCodes[e.refusal], c.Code)
		case c.Code != "":
		case math.Abs(e.stat-c.Expected.Stat) > c.Tol*max(1, c.Expected.Stat) || e.df1 != c.Expected.DF1 || e.method == Omnibus && e.df2 != c.Expected.DF2:
			t.Errorf("%s: %s %.12g (df %g, %g), want %+v", c.ID, e.method, e.stat, e.df1, e.df2, c.Expected)
		case math.Abs(e.tail().Log10P-c.Expected.Log10P) > c.Tol*max(1, math.Abs(c.Expected.Log10P)):
			t.Errorf("%s: log10 p %.12g, want %.12g", c.ID, e.tail().Log10P, c.Expected.Log10P)
		}
	}
	if count < 20 {
		t.Errorf("%d cases", count)
	}
	agree(t, in, Options{Outcomes: []string{"y", "b", "h", "two", "h_not_c"}}, 0.5)
}
