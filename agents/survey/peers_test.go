package survey

import (
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
			w.sums.add(b, &w.cells)
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
