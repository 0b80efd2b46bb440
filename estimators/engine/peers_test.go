package engine_test

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/engine"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/rows"
	"github.com/hyp-lang/hyp/estimators/table"
)

func open(t *testing.T, name string) *table.Table {
	t.Helper()
	tab, err := table.Open(context.Background(), filepath.Join("testdata", "oracle", name), table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

func run(t *testing.T, tab *table.Table, s plan.Spec) *result.Record {
	t.Helper()
	r, err := engine.Run(context.Background(), tab, &s, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != result.OK {
		t.Fatal(r.Refusal)
	}
	return r
}

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*math.Abs(want)) {
		t.Errorf("%s: %.15g, want %.15g", what, got, want)
	}
}

// bird is a variable of the penguins table; sex lists female first, as the peers' 0/1 coding does.
func bird(name string, t plan.Type) *plan.Variable {
	v := variable(name, t)
	if name == "sex" {
		v.Levels = []plan.Level{{Code: "female"}, {Code: "male"}}
	}
	return v
}

// TestRobust holds robust standard errors to R 4.2.2 with sandwich (vcovHC type HC3, vcovCL type HC1) and lmtest (t with the residual
// degrees of freedom); clusters take t with their number minus one, as Stata does.
func TestRobust(t *testing.T) {
	penguins, mpg := open(t, "penguins.csv"), open(t, "mpg.csv")
	mass, flipper, species := bird("body_mass_g", plan.Numeric), bird("flipper_length_mm", plan.Numeric), bird("species", plan.Categorical)

	r := run(t, penguins, plan.Spec{Template: plan.Assoc, Exposure: flipper, Outcome: mass, Controls: vars(species), Using: plan.UsingHC3})
	near(t, "HC3 estimate", *r.Estimate, 4.07054007772807e+01, 1e-12)
	near(t, "HC3 std error", *r.StdError, 2.90391302514022, 1e-11)
	near(t, "HC3 t", r.Statistic.Value, 14.0174311092927, 1e-11)
	near(t, "HC3 p", *r.P, 1.65061817119284e-35, 1e-9)
	near(t, "HC3 low", *r.Low, 34.9933826272881, 1e-11)
	near(t, "HC3 high", *r.High, 46.4174189272733, 1e-11)
	if r.Estimator != "ols_hc3" {
		t.Error(r.Estimator)
	}

	r = run(t, penguins, plan.Spec{Template: plan.Assoc, Exposure: species, Outcome: mass, Controls: vars(flipper), Using: plan.UsingHC3})
	near(t, "HC3 F", r.Statistic.Value, 23.7163890922044, 1e-11)
	near(t, "HC3 F p", *r.P, 2.29932983555442e-10, 1e-9)
	near(t, "HC3 Chinstrap", r.Coefficients[0].StdError, 52.9987410335755, 1e-11)
	near(t, "HC3 Gentoo", r.Coefficients[1].StdError, 96.5058555392275, 1e-11)

	r = run(t, mpg, plan.Spec{Template: plan.Assoc, Exposure: num("displ"), Outcome: num("hwy"), Weights: num("cty"), Using: plan.UsingHC3})
	near(t, "weighted HC3 estimate", *r.Estimate, -3.71032378460165, 1e-12)
	near(t, "weighted HC3 std error", *r.StdError, 0.294408024774647, 1e-11)

	r = run(t, mpg, plan.Spec{Template: plan.Assoc, Exposure: num("displ"), Outcome: num("hwy"), Controls: vars(num("year")), Cluster: cat("manufacturer"), Using: plan.UsingCluster})
	near(t, "CR1 estimate", *r.Estimate, -3.61098616573876, 1e-12)
	near(t, "CR1 std error", *r.StdError, 0.552261544274413, 1e-11)
	near(t, "CR1 t", r.Statistic.Value, -6.5385435635991, 1e-11)
	near(t, "CR1 clusters - 1", *r.Statistic.DF2, 14, 0)
	near(t, "CR1 p", *r.P, 1.31557307977276e-05, 1e-9)
	if len(r.Warnings) == 0 || r.Warnings[len(r.Warnings)-1].Code != "few-clusters" || !strings.Contains(r.Why, "`manufacturer`") {
		t.Errorf("15 clusters: warnings %v, why %q", r.Warnings, r.Why)
	}
}

// TestEmptyPart: what keeps no row is named, a condition or a part of a split.
func TestEmptyPart(t *testing.T) {
	penguins := open(t, "penguins.csv")
	spec := plan.Spec{Template: plan.Assoc, Exposure: bird("bill_length_mm", plan.Numeric), Outcome: bird("body_mass_g", plan.Numeric)}
	spec.Split, spec.Part = &plan.Split{Holdout: 1e-12, Seed: 1}, plan.Holdout
	rec, err := engine.Run(t.Context(), penguins, &spec, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := rec.Refusal, "the split leaves no row of 344 in the holdout part"; got == nil || got.Message != want {
		t.Errorf("got %v, want %q", got, want)
	}
	// With seed 1, both sexes are below a holdout of 0.999999: the train part has no unit.
	spec.Split, spec.Part = &plan.Split{Holdout: 0.999999, Seed: 1, Key: []*plan.Variable{bird("sex", plan.Categorical)}}, plan.Train
	if rec, err = engine.Run(t.Context(), penguins, &spec, engine.Options{}); err != nil {
		t.Fatal(err)
	}
	if got := rec.Refusal; got == nil || !strings.Contains(got.Help, "all rows of one `sex` go to the same part") {
		t.Errorf("too few units: %+v", got)
	}
	// Three islands of 168, 124 and 52 birds seldom divide 80 to 20 as they should.
	for seed := range int64(20) {
		spec.Split, spec.Part = &plan.Split{Holdout: 0.2, Seed: seed, Key: []*plan.Variable{bird("island", plan.Categorical)}}, plan.Train
		if rec, err = engine.Run(t.Context(), penguins, &spec, engine.Options{}); err != nil {
			t.Fatal(err)
		}
		part, err := rows.Part(t.Context(), penguins, spec.Split, plan.Train)
		if err != nil {
			t.Fatal(err)
		}
		share := float64(part.Count(penguins.Rows)) / float64(penguins.Rows)
		warned := slices.ContainsFunc(rec.Warnings, func(w result.Warning) bool { return w.Code == "uneven-split" })
		if rec.Refusal == nil && warned != (math.Abs(share-0.8) > 0.1) {
			t.Errorf("seed %d: the train part has %.2f of the rows; warned: %v", seed, share, warned)
		}
	}
}

// TestSlopes holds simple slopes to R 4.2.2: linear combinations of coef and vcov, quantile type 7.
func TestSlopes(t *testing.T) {
	penguins := open(t, "penguins.csv")
	check := func(what string, s *result.Slope, slope, se float64) {
		t.Helper()
		if s == nil {
			t.Fatalf("%s: no slope", what)
		}
		near(t, what, s.Slope, slope, 1e-8)
		near(t, what+" std error", s.StdError, se, 1e-8)
	}
	r := run(t, penguins, plan.Spec{Template: plan.Interact, Exposure: bird("bill_length_mm", plan.Numeric), Moderator: bird("flipper_length_mm", plan.Numeric), Outcome: bird("body_mass_g", plan.Numeric)})
	check("at 185", r.Slopes.Low, -7.27085860783723, 6.2177485039089)
	check("at 220.9", r.Slopes.High, 35.8036261320038, 9.4758889948525)
	if r.Slopes.Low.At != "185" || r.Slopes.High.At != "220.9" {
		t.Errorf("ends %s and %s", r.Slopes.Low.At, r.Slopes.High.At)
	}

	r = run(t, penguins, plan.Spec{Template: plan.Heterogeneity, Exposure: bird("bill_length_mm", plan.Numeric), Groups: bird("species", plan.Categorical), Outcome: bird("bill_depth_mm", plan.Numeric)})
	for i, want := range [][2]float64{{0.178834349642578, 0.0292710779565742}, {0.222211724003672, 0.0349328829801151}, {0.204844340621476, 0.0280497555482076}} {
		check(r.Slopes.Groups[i].At, &r.Slopes.Groups[i], want[0], want[1])
	}

	r = run(t, penguins, plan.Spec{Template: plan.Heterogeneity, Exposure: bird("body_mass_g", plan.Numeric), Groups: bird("species", plan.Categorical), Outcome: bird("sex", plan.Binary)})
	for i, want := range [][2]float64{{0.00781378322040059, 0.00131154953756838}, {0.00438668803459795, 0.00116916047564209}, {0.0108879450839322, 0.00231135198777033}} {
		check("log odds, "+r.Slopes.Groups[i].At, &r.Slopes.Groups[i], want[0], want[1])
	}
}

// TestMarginal holds average marginal contrasts to R 4.2.2: predictions of glm with the tested column raised, delta method on vcov.
func TestMarginal(t *testing.T) {
	penguins := open(t, "penguins.csv")
	z := 1.95996398454005
	check := func(m *result.Marginal, rd, rdSE, logRR, rrSE float64) {
		t.Helper()
		near(t, "risk difference", m.RD.Value, rd, 1e-8)
		near(t, "its low", m.RD.Low, rd-z*rdSE, 1e-7)
		near(t, "its high", m.RD.High, rd+z*rdSE, 1e-7)
		near(t, "risk ratio", m.RR.Value, math.Exp(logRR), 1e-8)
		near(t, "its low", m.RR.Low, math.Exp(logRR-z*rrSE), 1e-7)
		near(t, "its high", m.RR.High, math.Exp(logRR+z*rrSE), 1e-7)
	}
	floor := plan.Decision{Floor: &plan.Floor{Measure: "rd", Value: 0.1}}
	r := run(t, penguins, plan.Spec{Template: plan.Assoc, Exposure: bird("body_mass_g", plan.Numeric), Outcome: bird("sex", plan.Binary), Controls: vars(bird("species", plan.Categorical)), Decision: floor})
	check(r.Marginal, 0.000737986545605751, 1.47454778589548e-05, 0.00146172591798893, 4.97339969199264e-05)

	gentoo := &plan.Variable{Name: "gentoo", Type: plan.Binary, Derived: &plan.Call{Function: "if", Args: []plan.Expr{
		&plan.LevelIs{Var: bird("species", plan.Categorical), Codes: []string{"Gentoo"}}, &plan.Number{Value: 1}, &plan.Number{Value: 0}}}}
	r = run(t, penguins, plan.Spec{Template: plan.Assoc, Exposure: gentoo, Outcome: bird("sex", plan.Binary), Controls: vars(bird("body_mass_g", plan.Numeric)), Decision: floor})
	check(r.Marginal, -0.492261722227499, 0.0179166369844529, -1.29598156141579, 0.0592676665062841)
}

// TestSpearman: R 4.2.2 cor.test(method = "spearman", exact = FALSE).
func TestSpearman(t *testing.T) {
	r := run(t, open(t, "penguins.csv"), plan.Spec{Template: plan.Assoc, Exposure: bird("bill_length_mm", plan.Numeric), Outcome: bird("body_mass_g", plan.Numeric), Using: plan.UsingSpearman})
	near(t, "rho", r.Effect.Value, 0.583800319445548, 1e-12)
	if r.Effect.Measure != "spearman_r" || r.Estimate != nil {
		t.Errorf("%+v", r.Effect)
	}
}

// TestUnitOfInteraction: the size of a logistic interaction must not depend on units. R 4.2.2: glm of sex on the product of the
// two centered columns in Chinstraps and Gentoos, its coefficient times sqrt(3)/pi, and times both standard deviations.
func TestUnitOfInteraction(t *testing.T) {
	where := &plan.LevelIs{Var: bird("species", plan.Categorical), Codes: []string{"Chinstrap", "Gentoo"}}
	kilo := &plan.Variable{Name: "kg", Type: plan.Numeric, Derived: &plan.Arith{Op: "/", X: &plan.Column{Var: bird("body_mass_g", plan.Numeric)}, Y: &plan.Number{Value: 1000}}}
	tab := open(t, "penguins.csv")
	for _, exposure := range []*plan.Variable{bird("body_mass_g", plan.Numeric), kilo} {
		r := run(t, tab, plan.Spec{Template: plan.Interact, Exposure: exposure, Moderator: bird("flipper_length_mm", plan.Numeric), Outcome: bird("sex", plan.Binary), Where: where})
		if r.N != 187 {
			t.Fatal(r.N)
		}
		near(t, "per standard deviations", *r.Effect.PerSD, 0.412041191153787, 1e-8)
		near(t, "magnitude", *r.Magnitude, 0.412041191153787/math.Hypot(0.412041191153787, 2), 1e-8)
	}
}
