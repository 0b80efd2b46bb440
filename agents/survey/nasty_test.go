package survey

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/dist"
	"github.com/hyp-lang/hyp/estimators/engine"
	"github.com/hyp-lang/hyp/estimators/multiplicity"
	"github.com/hyp-lang/hyp/estimators/rows"
	"github.com/hyp-lang/hyp/estimators/table"
)

// memory makes an input of columns without a catalog.
func memory(t testing.TB, columns ...*table.Column) Input {
	t.Helper()
	data, err := table.New("d.csv", columns...)
	if err != nil {
		t.Fatal(err)
	}
	in, found := Open(context.Background(), nil, check.Memory{Data: "d.csv", Tables: map[string]*table.Table{"d.csv": data}})
	if len(found) > 0 && data.Rows > 0 {
		t.Fatal(found)
	}
	if in.Table == nil {
		in.Table = data
	}
	return in
}

// nasty is a table of what breaks screens: offsets beyond the digits of a sum of squares, units far apart, ties, sparse levels, levels
// of one row, rows in common that are too few, near copies, a count whose rows may leave 0 and 1 alone, and separation.
func nasty(t testing.TB) Input {
	const n = 130
	r := rand.New(rand.NewPCG(5, 5))
	numbers := func(name string, missing float64, f func(i int) float64) *table.Column {
		values, valid := make([]float64, n), make([]bool, n)
		for i := range values {
			values[i], valid[i] = f(i), r.Float64() >= missing
		}
		return table.NumbersColumn(name, values, valid)
	}
	texts := func(name string, f func(i int) string) *table.Column {
		values := make([]string, n)
		for i := range values {
			values[i] = f(i)
		}
		return table.TextColumn(name, values)
	}
	base := make([]float64, n)
	for i := range base {
		base[i] = r.NormFloat64()
	}
	return memory(t,
		numbers("x", 0.1, func(i int) float64 { return base[i] }),
		numbers("offset", 0.05, func(i int) float64 { return 1e12 + math.Round(8*(base[i]+r.NormFloat64()))/8 }),
		numbers("tiny", 0, func(i int) float64 { return 1e-200 * (base[i] + r.NormFloat64()) }),
		numbers("huge", 0.2, func(int) float64 { return 1e150 * r.NormFloat64() }),
		numbers("near", 0, func(i int) float64 { return base[i] + 1e-4*r.NormFloat64() }),
		numbers("copy", 0, func(i int) float64 { return base[i] }),
		numbers("ties", 0.1, func(int) float64 { return float64(r.IntN(3)) }),
		numbers("counts", 0.3, func(int) float64 { return max(0, float64(r.IntN(14))-10) }),
		numbers("flag", 0.1, func(i int) float64 { return float64(r.IntN(2)) }),
		numbers("late", 0, func(i int) float64 { return map[bool]float64{true: 1}[base[i] > 0] }), // separated by x
		numbers("seldom", 0.93, func(int) float64 { return r.NormFloat64() }),
		numbers("rare", 0, func(i int) float64 { return map[bool]float64{true: 1}[i%40 == 0] }),
		numbers("flat", 0.1, func(int) float64 { return 7 }),
		numbers("gone", 1, func(int) float64 { return 7 }),
		texts("g", func(i int) string { return string(rune('a' + i%4)) }),
		texts("sparse", func(i int) string { return []string{"a", "b", "c", "c2", "d", "e"}[min(r.IntN(60)/12, 5)] }),
		texts("thin", func(i int) string {
			if i < 6 {
				return fmt.Sprintf("odd%d", i%2)
			}
			return string(rune('p' + i%3))
		}),
		texts("lone", func(i int) string {
			if i == 3 {
				return "alone"
			}
			return string(rune('x' + i%2))
		}),
		texts("g2", func(i int) string { return "k" + string(rune('a'+i%4/2)) }), // a coarser g
	)
}

func TestNasty(t *testing.T) {
	agree(t, nasty(t), Options{}, 1)
}

func TestTinyTables(t *testing.T) {
	for rows := range 12 {
		x, g := make([]float64, rows), make([]string, rows)
		for i := range rows {
			x[i], g[i] = float64(i*i%5), string(rune('a'+i%2))
		}
		in := memory(t, table.NumbersColumn("x", x, nil), table.NumbersColumn("y", slices.Clone(x), nil), table.TextColumn("g", g))
		s, err := Screen(context.Background(), in, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if rows < minRows && s.Tests != 0 {
			t.Errorf("%d rows: %d tests made", rows, s.Tests)
		}
	}
}

func TestSmallPairsAreCounted(t *testing.T) {
	in := nasty(t)
	s, err := Screen(context.Background(), in, Options{Outcomes: []string{"seldom"}, Templates: []plan.Template{plan.Assoc}})
	if err != nil {
		t.Fatal(err)
	}
	if n := s.Templates[0].Refused[engine.TooFewRows]; n == 0 {
		t.Errorf("no claim about a column with few rows is refused: %v", s.Templates[0].Refused)
	}
}

// Copies, recodes and near copies are found in the rows alone.
func TestTautologies(t *testing.T) {
	s, err := Screen(context.Background(), nasty(t), Options{Templates: []plan.Template{plan.Assoc}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ a, b, reason string }{{"x", "copy", "same-values"}, {"x", "near", "near-collinear"}, {"g", "g2", "function"}, {"x", "g", ""}, {"ties", "flag", ""}} {
		if got := s.Tautology(s.Index(c.a), s.Index(c.b)); got != c.reason {
			t.Errorf("%s and %s: %q, want %q", c.a, c.b, got, c.reason)
		}
	}
	for _, f := range s.Findings {
		if f.Exposure == "x" && f.Outcome == "copy" {
			t.Error("a copy is a finding")
		}
	}
}

// The rejections are those of the procedure on all p-values at once, whatever their shape.
func TestRejectIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	shapes := map[string]func(i int) float64{
		"null": func(int) float64 { return r.Float64() },
		"few":  func(i int) float64 { return map[bool]float64{true: r.Float64() * 1e-9, false: r.Float64()}[i%500 == 0] },
		"half": func(i int) float64 {
			return map[bool]float64{true: math.Pow(r.Float64(), 9), false: r.Float64()}[i%2 == 0]
		},
		"near":      func(int) float64 { return 0.02 + 0.0001*r.Float64() },
		"one value": func(int) float64 { return 0.04 },
		"all":       func(int) float64 { return 1e-30 * r.Float64() },
		"above":     func(int) float64 { return 0.5 + r.Float64()/2 },
		"line":      func(i int) float64 { return 0.05 * float64(i+1) / 5000 },
	}
	for name, shape := range shapes {
		for _, alpha := range []float64{0.05, 0.001, 0.2} {
			const m = 5000
			tests := make([]dist.Tail, m)
			total := newTally(&Survey{opt: Options{Alpha: alpha}, Templates: []Template{{Space: m}}})
			total.made = m
			for i := range tests {
				tests[i] = multiplicity.FromP(shape(i))
				if tests[i].P <= alpha {
					b := total.bin(tests[i].Log10P)
					total.counts[b]++
					if b == 0 && len(total.small) <= total.limit {
						total.small = append(total.small, tests[i].P)
					}
				}
			}
			adjusted, err := multiplicity.Adjust(multiplicity.BH, tests)
			if err != nil {
				t.Fatal(err)
			}
			want := int64(0)
			for _, q := range adjusted {
				if float64(q.Q) <= alpha*(1+1e-12) {
					want++
				}
			}
			got, err := total.reject(func(from, to int) ([]float64, error) {
				var out []float64
				for _, p := range tests {
					if p.P <= alpha {
						if b := total.bin(p.Log10P); b >= from && b <= to {
							out = append(out, p.P)
						}
					}
				}
				return out, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if got != want {
				t.Errorf("%s at %g: %d rejected, the procedure rejects %d", name, alpha, got, want)
			}
		}
	}
}

// Over the tests of a survey, triples and all, the same; and one worker finds what several do.
func TestSurveyRejects(t *testing.T) {
	ctx := context.Background()
	in := nasty(t)
	s, err := Screen(ctx, in, Options{Alpha: 0.2, Top: 7})
	if err != nil {
		t.Fatal(err)
	}
	var tests []dist.Tail
	collect := func(e *estimate) {
		if e.refusal == tested {
			tests = append(tests, e.tail())
		}
	}
	s.pairTests(func(_ claim, e *estimate) { collect(e) })
	s.opt.Workers = 1
	blocks, err := s.wanted(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.triples(ctx, "", blocks, nil, nil, func(_ *worker, _ claim, e estimate) { collect(&e) }); err != nil {
		t.Fatal(err)
	}
	adjusted, err := multiplicity.Adjust(multiplicity.BH, tests)
	if err != nil {
		t.Fatal(err)
	}
	want := int64(0)
	for _, q := range adjusted {
		if float64(q.Q) <= 0.2 {
			want++
		}
	}
	if s.Tests != int64(len(tests)) || s.Discoveries != want || want == 0 {
		t.Errorf("%d of %d rejected, want %d of %d", s.Discoveries, s.Tests, want, len(tests))
	}
	alone, err := Screen(ctx, nasty(t), Options{Alpha: 0.2, Top: 7, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	several, err := Screen(ctx, nasty(t), Options{Alpha: 0.2, Top: 7, Workers: 5})
	if err != nil {
		t.Fatal(err)
	}
	claims := func(s *Survey) string {
		var b strings.Builder
		for _, f := range s.Findings {
			fmt.Fprintf(&b, "%s %v %v\n", f.Claim, f.Test, f.Rejected)
		}
		return b.String()
	}
	if claims(alone) != claims(several) || alone.Discoveries != several.Discoveries {
		t.Errorf("one worker finds\n%s\nfive find\n%s", claims(alone), claims(several))
	}
}

// With the train part's rows a survey says what the engine says of the train part.
func TestTrainRows(t *testing.T) {
	ctx := context.Background()
	in := open(t, "../../examples/penguins/penguins.csv")
	split := &plan.Split{Holdout: 0.3, Seed: 4}
	train, err := rows.Part(ctx, in.Table, split, plan.Train)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Screen(ctx, in, Options{Rows: train, Templates: []plan.Template{plan.Assoc}})
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, x := range s.columns {
		for _, y := range s.columns {
			if x == y {
				continue
			}
			spec := claim{plan.Assoc, x, nil, y}.spec(&in)
			spec.Split, spec.Part = split, plan.Train
			rec, err := engine.Run(ctx, in.Table, spec, engine.Options{})
			if err != nil {
				t.Fatal(err)
			}
			got := s.Assoc(x.at, y.at)
			if rec.Refusal != nil {
				if got.Refusal == "" {
					t.Errorf("%s: tested, the engine refuses with %s", spec.Claim, rec.Refusal.Code)
				}
				continue
			}
			compared++
			if got.N != rec.N || !near(got.Log10P, *rec.Log10P) {
				t.Errorf("%s: n %d, log10 p %g; the engine has %d, %g", spec.Claim, got.N, got.Log10P, rec.N, *rec.Log10P)
			}
		}
	}
	if compared < 50 {
		t.Errorf("%d claims compared", compared)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	in := nasty(t)
	_, err := Screen(ctx, in, Options{Progress: func(p Progress) {
		if p.Stage == "triples" {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestUnknownFilter(t *testing.T) {
	for name, want := range map[string]string{"nobody": "no variable `nobody`", "flat": "`flat` is in no hypothesis: one value in all rows"} {
		_, err := Screen(context.Background(), nasty(t), Options{Outcomes: []string{name}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The moderators and confounders of one pair are those that the engine sees.
func TestAnchors(t *testing.T) {
	ctx := context.Background()
	in := open(t, "../../examples/penguins/penguins.csv")
	s, err := Screen(ctx, in, Options{Templates: []plan.Template{plan.Assoc}})
	if err != nil {
		t.Fatal(err)
	}
	x, y := s.Index("bill_length_mm"), s.Index("bill_depth_mm")
	moderations, err := s.Interactions(ctx, x, y, 100)
	if err != nil {
		t.Fatal(err)
	}
	if len(moderations) < 8 {
		t.Fatalf("%d moderations", len(moderations))
	}
	for i, m := range moderations {
		if m.Exposure != "bill_length_mm" || m.Outcome != "bill_depth_mm" {
			t.Errorf("%s is about another pair", m.Claim)
		}
		rec, err := engine.Run(ctx, in.Table, claim{m.Template, s.columns[s.Index(m.Exposure)], s.columns[s.Index(m.Other)], s.columns[y]}.spec(&in), engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if rec.Log10P == nil || !near(*rec.Log10P, m.Test.Log10P) {
			t.Errorf("%s: log10 p %g, the engine has %v", m.Claim, m.Test.Log10P, rec.Log10P)
		}
		if i > 0 && m.Test.Log10P < moderations[i-1].Test.Log10P {
			t.Error("not in order of p")
		}
	}
	confounders, err := s.Confounders(ctx, x, y, 3)
	if err != nil {
		t.Fatal(err)
	}
	// The partial r of these two at equal species is 0.5279 (numpy 2.4.6: the correlation after subtracting each species' means).
	if len(confounders) != 3 || confounders[0].Name != "species" || math.Abs(confounders[0].Adjusted-0.5279) > 5e-5 || confounders[0].Raw > 0 {
		t.Errorf("confounders %+v", confounders)
	}
	for _, c := range confounders {
		spec := claim{plan.Assoc, s.columns[x], nil, s.columns[y]}.spec(&in)
		spec.Controls = []*plan.Variable{s.Variables[s.Index(c.Name)].Numbers}
		rec, err := engine.Run(ctx, in.Table, spec, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if rec.Effect == nil || !near(rec.Effect.Value, c.Adjusted) || rec.N != c.N {
			t.Errorf("%s: adjusted %g over %d rows, the engine has %v over %d", c.Name, c.Adjusted, c.N, rec.Effect, rec.N)
		}
	}
}

// A level in which the number hardly varies, and tells the events from the rest: no slope is finite there, with cells or by a screen.
func TestSeparationInsideOfALevel(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	var x, y []float64
	var g []string
	for i := range 6 { // at 350 always, at 363 sometimes
		x, g = append(x, 350+13*float64(i%2)), append(g, "a")
		y = append(y, map[bool]float64{true: 1}[i%2 == 0 || i == 1])
	}
	for i := range 600 {
		x, g, y = append(x, math.Round(40000+20000*r.NormFloat64())), append(g, string(rune('b'+i%3))), append(y, float64(r.IntN(2)))
	}
	for _, cells := range []int{0, 20} {
		s, err := Screen(context.Background(), memory(t, table.NumbersColumn("x", slices.Clone(x), nil), table.NumbersColumn("y", slices.Clone(y), nil), table.TextColumn("g", g)),
			Options{Cells: cells, Outcomes: []string{"y"}, Templates: []plan.Template{plan.Heterogeneity}})
		if err != nil {
			t.Fatal(err)
		}
		if n := s.Templates[0].Refused[engine.SeparationCode]; n != 1 || s.Tests != 0 {
			t.Errorf("cells %d: %d refused as separated, %d tests", cells, n, s.Tests)
		}
	}
}
