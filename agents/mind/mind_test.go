package mind

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/agents/config"
	"github.com/hyp-lang/hyp/agents/survey"
	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/table"
)

// thinking is an offline mind over columns; those called g are of two levels.
func thinking(t *testing.T, names []string, columns [][]float64) *Offline {
	t.Helper()
	var cols []*table.Column
	for i, n := range names {
		cols = append(cols, table.NumbersColumn(n, columns[i], nil))
	}
	data, err := table.New("d.csv", cols...)
	if err != nil {
		t.Fatal(err)
	}
	in, found := survey.Open(t.Context(), nil, check.Memory{Data: "d.csv", Tables: map[string]*table.Table{"d.csv": data}})
	if in.Table == nil {
		t.Fatal(found)
	}
	s, err := survey.Screen(t.Context(), in, survey.Options{Templates: []plan.Template{plan.Assoc, plan.Diff}, Top: 1})
	if err != nil {
		t.Fatal(err)
	}
	c, err := config.Named("")
	if err != nil {
		t.Fatal(err)
	}
	o, err := NewOffline(t.Context(), s, in, c.Screen, nil)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestGram holds correlations from moments to those of numpy 2.4.6: residuals by lstsq, then corrcoef.
func TestGram(t *testing.T) {
	x, y, z := make([]float64, 200), make([]float64, 200), make([]float64, 200)
	for i := range x {
		k := float64(i + 1)
		x[i] = math.Sin(1.1 * k)
		z[i] = math.Cos(1.7*k) + 0.5*x[i]
		y[i] = 0.4*x[i] + 0.3*z[i] + 0.5*x[i]*z[i] + math.Sin(2.3*k)
	}
	g := thinking(t, []string{"x", "y", "z"}, [][]float64{x, y, z}).gram
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-10 {
			t.Errorf("%s: %.12f, want %.12f", what, got, want)
		}
	}
	r, n := g.correlation(0, 1)
	near("x and y", r, 0.448240327983)
	if n != 200 {
		t.Errorf("%d rows", n)
	}
	r, _ = g.partial(0, 1, []int{2})
	near("x and y given z", r, 0.321234899666)
	all, err := g.triples(t.Context(), 0, func(u, v int) bool { return true }, nil)
	if err != nil || len(all) != 3 {
		t.Fatalf("%d triples, %v", len(all), err)
	}
	for _, x := range all {
		switch x.y {
		case 1:
			near("x z on y", x.r, 0.340184035660)
		case 2:
			near("x y on z", x.r, 0.249488322057)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := g.triples(ctx, 0, func(u, v int) bool { return true }, nil); err == nil {
		t.Error("a cancelled scan went on")
	}
}

// structure is a table in which every kind of third variable occurs.
func structure() (names []string, columns [][]float64) {
	r := rand.New(rand.NewPCG(4, 4))
	const n = 3000
	of := map[string][]float64{}
	col := func(name string, f func(i int) float64) {
		names = append(names, name)
		of[name] = make([]float64, n)
		for i := range n {
			of[name][i] = f(i)
		}
	}
	e := r.NormFloat64
	col("cause", func(int) float64 { return e() })
	col("left", func(i int) float64 { return 0.6*of["cause"][i] + e() })
	col("right", func(i int) float64 { return -0.6*of["cause"][i] + e() }) // left and right: explained by cause
	col("one", func(int) float64 { return e() })
	col("other", func(int) float64 { return e() })
	col("effect", func(i int) float64 { return 0.7*of["one"][i] + 0.7*of["other"][i] + e() }) // one and other: unrelated but at equal effect
	col("town", func(int) float64 { return float64(r.IntN(2)) })
	col("rent", func(i int) float64 { return 1.5*of["town"][i] + e() })
	col("room", func(i int) float64 { return 2.2*of["town"][i] - 0.4*of["rent"][i] + e() }) // negative in town and out of it, positive over both
	col("units", func(i int) float64 { return 100 * of["rent"][i] })
	for _, name := range names {
		columns = append(columns, of[name])
	}
	return names, columns
}

// empty is a graph without insights.
type empty struct{}

func (empty) Findings() []Finding { return nil }
func (empty) Tried(Key) bool      { return false }

// TestProposals proposes what is direct, with the controls that make it so, and nothing that a third variable explains or makes.
func TestProposals(t *testing.T) {
	o := thinking(t, first(structure()), second(structure()))
	q := Question{Mode: Exploration, Want: 100, Known: empty{}, Random: rand.New(rand.NewPCG(1, 1))}
	proposals, err := o.Hypotheses(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	var claims []string
	for _, p := range proposals {
		claims = append(claims, p.Claim)
		if p.Mechanism == "" {
			t.Errorf("%s has no mechanism", p.Claim)
		}
	}
	for _, want := range []string{"assoc(cause, left)", "assoc(cause, right)", "assoc(one, effect)", "assoc(other, effect)", "diff(rent, by=town)", "assoc(rent, room) controlling for town"} {
		if !slices.Contains(claims, want) {
			t.Errorf("%s is not among %v", want, claims)
		}
	}
	for _, c := range claims {
		for _, pair := range [][2]string{{"left", "right"}, {"one", "other"}, {"units", ""}, {"rent", "units"}} {
			if strings.Contains(c, pair[0]) && strings.Contains(c, pair[1]) {
				t.Errorf("%s is proposed", c)
			}
		}
	}
	again, err := o.Hypotheses(t.Context(), Question{Mode: Exploration, Want: 100, Known: empty{}, Random: rand.New(rand.NewPCG(1, 1))})
	if err != nil || !slices.Equal(again, proposals) {
		t.Errorf("equal questions, other answers: %v, %v", again, err)
	}
}

func first[A, B any](a A, _ B) A  { return a }
func second[A, B any](_ A, b B) B { return b }

// chain is a graph that knows a with b (r .5) and b with c (r .6).
type chain struct{ empty }

func (chain) Findings() []Finding {
	up := 1.0
	return []Finding{
		{ID: "i:1", Template: "assoc", Exposure: "a", Outcome: "b", Estimate: &up, Magnitude: 0.5},
		{ID: "i:2", Template: "assoc", Exposure: "b", Outcome: "c", Estimate: &up, Magnitude: 0.6},
	}
}

// TestSurprise measures a result against the path through b, which predicts .3.
func TestSurprise(t *testing.T) {
	o := &Offline{index: map[string]*candidate{}}
	for _, x := range []struct {
		r     float64
		known Known
		score int
	}{{0.3, chain{}, 5}, {0.29, chain{}, 5}, {0.5, chain{}, 6}, {-0.2, chain{}, 9}, {0.3, empty{}, 7}} {
		m := math.Abs(x.r)
		rec := &result.Record{Template: "assoc", Exposure: "a", Outcome: "c", Estimate: &x.r, Magnitude: &m}
		s, err := o.Surprise(t.Context(), SurpriseQuestion{Claim: "assoc(a, c)", Mechanism: "why not", Record: rec, Known: x.known})
		if err != nil || s.Score != x.score || s.Classification != Classification(x.score) {
			t.Errorf("r %v: %+v, %v; want %d", x.r, s, err, x.score)
		}
	}
	// Without a mechanism there is none, unless a path leads from one to the other.
	r := 0.4
	rec := &result.Record{Template: "assoc", Exposure: "a", Outcome: "c", Estimate: &r, Magnitude: &r}
	if s, _ := o.Surprise(t.Context(), SurpriseQuestion{Record: rec, Known: empty{}}); s.Mechanism != "" || s.Critique == "" {
		t.Errorf("%+v", s)
	}
	if s, _ := o.Surprise(t.Context(), SurpriseQuestion{Record: rec, Known: chain{}}); s.Mechanism == "" {
		t.Errorf("%+v", s)
	}
	turned := &result.Record{Template: "interact", Estimate: &r, Magnitude: &r, Slopes: &result.Slopes{Low: &result.Slope{Slope: -1, Low: -2, High: -0.5}, High: &result.Slope{Slope: 1, Low: 0.5, High: 2}}}
	if s, _ := o.Surprise(t.Context(), SurpriseQuestion{Mechanism: "m", Record: turned, Known: empty{}}); s.Score != 9 {
		t.Errorf("a slope that turns: %+v", s)
	}
}

func TestKeys(t *testing.T) {
	if KeyOf("assoc", "y", "x", "", "") != KeyOf("diff", "x", "", "", "y") || KeyOf("interact", "y", "x", "z", "") != KeyOf("interact", "y", "z", "x", "") ||
		KeyOf("interact", "y", "x", "z", "") == KeyOf("interact", "x", "y", "z", "") || KeyOf("heterogeneity", "y", "x", "", "g") != KeyOf("heterogeneity", "x", "y", "", "g") {
		t.Error("keys of one question differ, or of two are equal")
	}
}
