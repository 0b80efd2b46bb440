package engine_test

import (
	"context"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/engine"
	"github.com/hyp-lang/hyp/estimators/table"
)

// edges is a table of 40 rows: x in units of 1e-12, with an outcome that follows it; two factors of which one combination has one row.
func edges(t *testing.T) *table.Table {
	t.Helper()
	const n = 40
	x, down, y, late := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	a, b := make([]string, n), make([]string, n)
	for i := range n {
		noise := float64(i*i%17) / 17
		x[i], y[i] = (float64(i)/20-1)*1e-12, float64(i%7)+noise
		down[i] = -x[i]
		if float64(i)/40+noise > 1 {
			late[i] = 1
		}
		a[i], b[i] = "pq"[i%2:i%2+1], "u"
		if i%2 == 0 && i < 20 || i == 21 { // q with v: row 22 alone
			b[i] = "v"
		}
	}
	tab, err := table.New("edges.csv", table.NumbersColumn("x", x, nil), table.NumbersColumn("down", down, nil), table.NumbersColumn("y", y, nil),
		table.NumbersColumn("late", late, nil),
		table.TextColumn("a", a), table.TextColumn("b", b))
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// An odds ratio per unit that no double holds is absent, too small as much as too large: 0 and infinity are no odds ratios. The log
// odds ratio stays.
func TestOddsBeyondDoubles(t *testing.T) {
	tab := edges(t)
	for _, unit := range []string{"x", "down"} {
		r := run(t, tab, plan.Spec{Template: plan.Assoc, Exposure: num(unit), Outcome: num("late")})
		if r.OddsRatio != nil || r.Estimate == nil || r.Effect.PerSD == nil {
			t.Errorf("%s: odds ratio %+v, log odds %v", unit, r.OddsRatio, r.Estimate)
		}
	}
}

// HC3 divides the residual of a row by one less its leverage; of a row that alone has its combination of levels both are 0, R's sandwich says
// NaN, and a standard error without that row would be far too small.
func TestHC3LoneRow(t *testing.T) {
	tab := edges(t)
	s := plan.Spec{Template: plan.Interact, Exposure: cat("a"), Moderator: cat("b"), Outcome: num("y"), Using: plan.UsingHC3}
	r, err := engine.Run(context.Background(), tab, &s, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Refusal == nil || r.Refusal.Code != engine.SmallGroup || !strings.Contains(r.Refusal.Message, "row 22 alone decides a part of the product of `a` and `b`") {
		t.Errorf("refusal %+v, estimate %v", r.Refusal, r.StdError)
	}
	s.Using = plan.UsingOLS
	if r, err = engine.Run(context.Background(), tab, &s, engine.Options{}); err != nil || r.Refusal != nil {
		t.Errorf("with the model's errors: %v %v", r.Refusal, err)
	}
}

// A row of leverage 1 - 1.4e-7: one less it has lost seven digits in doubles. Numbers by mpmath 1.4.1 with 60 digits.
func TestHC3HighLeverage(t *testing.T) {
	const n = 30
	x, y := make([]float64, n), make([]float64, n)
	for i := range n {
		x[i], y[i] = float64(i%7)+float64(i*i%11)/16, float64(i%5)+float64(i*i%13)/8
	}
	x[5] = 30000
	tab, err := table.New("leverage.csv", table.NumbersColumn("x", x, nil), table.NumbersColumn("y", y, nil))
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, tab, plan.Spec{Template: plan.Assoc, Exposure: num("x"), Outcome: num("y"), Using: plan.UsingHC3})
	near(t, "estimate", *r.Estimate, -4.1676495357527283e-5, 1e-12)
	near(t, "std error", *r.StdError, 0.040367950433877661, 1e-10)
	near(t, "t", r.Statistic.Value, -0.0010324154411998946, 1e-10)
}

// A group of one value has a standard deviation of 0, not of the rounding of its sums.
func TestConstantGroup(t *testing.T) {
	const n = 36
	y, g := make([]float64, n), make([]string, n)
	for i := range n {
		y[i], g[i] = float64(i*i%23)/7, "abc"[i%3:i%3+1]
		if g[i] == "b" {
			y[i] = 0.1
		}
	}
	tab, err := table.New("constant.csv", table.NumbersColumn("y", y, nil), table.TextColumn("g", g))
	if err != nil {
		t.Fatal(err)
	}
	for _, using := range []plan.Method{"", plan.UsingANOVA} {
		r := run(t, tab, plan.Spec{Template: plan.Diff, Groups: cat("g"), Outcome: num("y"), Using: using})
		if l := r.Levels[1]; *l.Mean != 0.1 || *l.SD != 0 {
			t.Errorf("%s: mean %v, sd %v", r.Estimator, *l.Mean, *l.SD)
		}
	}
}

// Of two levels with one outcome in all of their rows the difference has a robust standard error of 0; what rounding leaves of it makes a t
// or an F of nothing (statsmodels 0.15.0 and R's sandwich print some number each).
func TestRobustWithoutSpread(t *testing.T) {
	const n = 45
	y, g := make([]float64, n), make([]string, n)
	for i := range n {
		y[i], g[i] = 1, "abc"[i%3:i%3+1]
		if g[i] == "c" {
			y[i] = float64(i / 3 % 2)
		}
	}
	tab, err := table.New("spread.csv", table.NumbersColumn("y", y, nil), table.TextColumn("g", g),
		table.TextColumn("site", strings.Fields(strings.Repeat("p q r s u ", n/5))))
	if err != nil {
		t.Fatal(err)
	}
	for _, using := range []plan.Method{plan.UsingHC3, plan.UsingCluster} {
		s := plan.Spec{Template: plan.Assoc, Exposure: cat("g"), Outcome: num("y"), Using: using, Cluster: cat("site")}
		r, err := engine.Run(context.Background(), tab, &s, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Refusal == nil || r.Refusal.Code != engine.PerfectFit || !strings.Contains(r.Refusal.Message, "g[b]") {
			t.Errorf("%s: %v, statistic %+v", using, r.Refusal, r.Statistic)
		}
	}
}

// Every run gives the same bits.
func TestClustersRepeat(t *testing.T) {
	const n = 300
	x, y, site := make([]float64, n), make([]float64, n), make([]string, n)
	for i := range n {
		x[i], y[i], site[i] = float64(i*i%29)/7, float64(i*i%31)/3, string(rune('a'+i%26))+string(rune('a'+i%7))
	}
	tab, err := table.New("sites.csv", table.NumbersColumn("x", x, nil), table.NumbersColumn("y", y, nil), table.TextColumn("site", site))
	if err != nil {
		t.Fatal(err)
	}
	s := plan.Spec{Template: plan.Assoc, Exposure: num("x"), Outcome: num("y"), Using: plan.UsingCluster, Cluster: cat("site")}
	first := *run(t, tab, s).StdError
	for range 30 {
		if got := *run(t, tab, s).StdError; got != first {
			t.Fatalf("standard errors %v and %v of the same data", first, got)
		}
	}
}
