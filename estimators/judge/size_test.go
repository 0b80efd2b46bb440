package judge

import (
	"errors"
	"math"
	"testing"

	"github.com/hyp-lang/hyp/estimators/dist"
	"github.com/hyp-lang/hyp/estimators/result"
)

// Equivalence tests against peers, R 4.2.2 and statsmodels 0.15.0:
//
//	md, beta  ttost_ind(a, b, -m, m, usevar="unequal") of two samples of 10 and 12 (records_test.go has their moments); intervals
//	          of scipy's ttest_ind(equal_var=False).confidence_interval(0.9)
//	d, r      R: the larger of pnorm((d-f)/se) and pnorm((d+f)/se, lower=FALSE), the same on atanh r, the interval by qnorm(.95)
//	odds      R: the same on the log odds ratio
//	eta2, r   R: pf(F, df1, df2, ncp = n v/(1-v)) as in Campbell and Lakens 2021; the bound by uniroot on ncp; pchisq for Wald and H
func TestTOSTAgainstPeers(t *testing.T) {
	chi2 := anova(1, 0.5)
	chi2.Estimator, chi2.Statistic = "logit", &result.Statistic{Name: "chi2", Value: 3.1, DF1: ptr(3)}
	chi2.Effect.Measure = "wald_eta2"
	h := anova(1, 0.5)
	h.Estimator, h.Statistic = "kruskal_wallis", &result.Statistic{Name: "H", Value: 3.1, DF1: ptr(3)}
	h.Effect.Measure = "epsilon2"
	ranks := welch()
	ranks.Estimator, ranks.Estimate, ranks.StdError = "mann_whitney", nil, nil
	ranks.Statistic = &result.Statistic{Name: "U", Value: 61}
	ranks.Effect = &result.Effect{Measure: "rank_biserial", Value: 0.01, Low: ptr(-0.03384576755704326), High: ptr(0.05380734837883926)}
	single := correlation(0.1, 203, 0.1)
	single.Statistic = &result.Statistic{Name: "t", Value: 1.5, DF2: ptr(200)}
	pooled := welch() // the same two samples by least squares: ttost_ind(usevar="pooled")
	pooled.Estimator, pooled.Effect.Measure = "ols", "partial_r"
	pooled.StdError = ptr(math.Sqrt((9*0.3062222222222222 + 11*0.2451515151515152) / 20 * (1.0/10 + 1.0/12)))
	pooled.Statistic = &result.Statistic{Name: "t", Value: *pooled.Estimate / *pooled.StdError, DF2: ptr(20)}
	nan := math.NaN()
	for name, c := range map[string]struct {
		rec         *result.Record
		measure     string
		floor       float64
		p, low, top float64 // NaN: not compared
	}{
		"md .5":         {welch(), "md", 0.5, 0.020502251264131383, -0.38808160379583423, 0.39474827046250177},
		"md .4":         {welch(), "md", 0.4, 0.04792541076391115, -0.38808160379583423, 0.39474827046250177},
		"md .1":         {welch(), "md", 0.1, 0.3368782861808141, nan, nan},
		"beta .5":       {welch(), "beta", 0.5, 0.020502251264131383, nan, nan},
		"md by ols":     {pooled, "md", 0.5, 0.0190095547303376, nan, nan},
		"md by ols .1":  {pooled, "md", 0.1, 0.3350453972417299, nan, nan},
		"md of ranks":   {ranks, "md", 0.5, 0.020502251264131383, -0.38808160379583423, 0.39474827046250177},
		"d .1":          {welch(), "d", 0.1, 0.03755078111397815, -0.05393250236569373, 0.09393250236569374},
		"r":             {correlation(0.01, 2000, 0.6), "r", 0.05, 0.03677825697382835, -0.02680090828493179, 0.04677383936424515},
		"r negative":    {correlation(-0.04, 2000, 0.07), "r", 0.05, 0.327152888235654138, -0.076678205089107804, -0.003213681438402173},
		"rank-biserial": {ranks, "r", 0.05, 0.03677825697382835, -0.02680090828493179, 0.04677383936424515},
		"odds":          {logit(0.05, 0.04, 0.21), "odds", 1.2, 0.0004697587589461648, 0.9843299283611782746, 1.1227647216982001854},
		"odds inverse":  {logit(0.05, 0.04, 0.21), "odds", 1 / 1.2, 0.0004697587589461648, 0.9843299283611782746, 1.1227647216982001854},
		"eta2":          {anova(1.1, 0.35), "eta2", 0.02, 0.001165604078213447, 0, 0.009068518831895753},
		"eta2 root":     {anova(1.1, 0.35), "r", 0.1, 0.037086344183992336, 0, 0.095228771030060833},
		"small F":       {anova(0.01, 0.999), "eta2", 0.02, 0.00040447135430872558, 0, 0.0070934883233511247}, // as at qf(.5, 3, 996)
		"chi2":          {chi2, "eta2", 0.02, 0.00094269312155111215, 0, 0.0086573398298956418},
		"H":             {h, "eta2", 0.02, 0.0010981489352748998, 0, 0.0087416855784702881},
		"eta2 of t":     {single, "eta2", 0.05, 0.03873175501668527, nan, nan},
	} {
		s, err := Measure(c.rec, c.measure)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		e, err := s.Equivalence(c.floor)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !(math.Abs(e.P-c.p) < 1e-9) || math.Abs(math.Log10(e.P)-e.Log10P) > 1e-9 {
			t.Errorf("%s: p is %v (log10 %v), want %v", name, e.P, e.Log10P, c.p)
		}
		if !math.IsNaN(c.low) && !(math.Abs(e.Low90-c.low) < 1e-9 && math.Abs(e.High90-c.top) < 1e-9) {
			t.Errorf("%s: interval [%v, %v], want [%v, %v]", name, e.Low90, e.High90, c.low, c.top)
		}
		if e.Inside != (c.p < 0.05) {
			t.Errorf("%s: inside is %v at p %v", name, e.Inside, c.p)
		}
	}
	// The same d on the scale of r: R, floor 2 r/sqrt(1-r^2).
	s, err := Measure(welch(), "r")
	if err != nil {
		t.Fatal(err)
	}
	e, err := s.Equivalence(0.03)
	if err != nil || math.Abs(e.P-0.18659258990628233) > 1e-10 || math.Abs(e.Low90+0.02695645188512556) > 1e-10 || math.Abs(e.High90-0.04691453696809049) > 1e-10 {
		t.Errorf("d on r: %+v %v", e, err)
	}
}

// A TOST p beneath the doubles: R's pt(-249.5, 300, log.p=TRUE)/log(10).
func TestTOSTLogarithm(t *testing.T) {
	r := welch()
	r.Estimate, r.StdError, r.Statistic.DF2 = ptr(0.001), ptr(0.002), ptr(300)
	s, err := Measure(r, "md")
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.EquivalenceP(0.5)
	if err != nil || math.Abs(p.Log10P+349.5031446924425) > 1e-9 || p.P != 0 {
		t.Errorf("got %v, %v", p, err)
	}
}

// A 90% bound that touches the floor is not inside it: at the upper bound itself p is 0.05 to rounding, and a floor a hair below is
// outside, a hair above inside.
func TestTouchingBound(t *testing.T) {
	for name, c := range map[string]struct {
		rec     *result.Record
		measure string
	}{
		"t":       {welch(), "md"},
		"fisher":  {correlation(0.01, 2000, 0.6), "r"},
		"log":     {logit(0.05, 0.04, 0.2), "odds"},
		"omnibus": {anova(1.1, 0.3), "eta2"},
	} {
		s, err := Measure(c.rec, c.measure)
		if err != nil {
			t.Fatal(err)
		}
		_, high, err := s.Interval90()
		if err != nil {
			t.Fatal(err)
		}
		at, _ := s.EquivalenceP(high)
		if math.Abs(at.P-0.05) > 1e-9 {
			t.Errorf("%s: p at the bound is %v", name, at.P)
		}
		below, _ := s.Equivalence(high * (1 - 1e-6))
		above, _ := s.Equivalence(high * (1 + 1e-6))
		if below.Inside || !above.Inside {
			t.Errorf("%s: inside just below the bound %v, just above %v", name, below.Inside, above.Inside)
		}
	}
	if shown(dist.Tail{P: 0.05}) || !shown(dist.Tail{P: 0.0499999999}) {
		t.Error("p = .05 is not below .05")
	}
}

func TestReaches(t *testing.T) {
	for name, c := range map[string]struct {
		rec     *result.Record
		measure string
		floor   float64
		want    bool
	}{
		"r exactly":       {correlation(0.03, 5000, 0.03), "r", 0.03, true},
		"r below":         {correlation(0.0299999, 5000, 0.03), "r", 0.03, false},
		"r negative":      {correlation(-0.5, 50, 0.03), "r", 0.5, true},
		"odds up":         {logit(math.Log(1.2)+1e-12, 0.04, 0.01), "odds", 1.2, true},
		"odds down":       {logit(-math.Log(1.2)-1e-12, 0.04, 0.01), "odds", 1.2, true},
		"odds between":    {logit(-math.Log(1.19), 0.04, 0.01), "odds", 1.2, false},
		"odds by inverse": {logit(math.Log(1.3), 0.04, 0.01), "odds", 0.8, true},
		"beta":            {correlation(-0.2, 50, 0.1), "beta", 0.4, true},
		"d":               {welch(), "d", 0.02, true},
		"eta2":            {anova(2, 0.1), "eta2", 6.0 / 1002, true},
	} {
		s, err := Measure(c.rec, c.measure)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := s.Reaches(c.floor); got != c.want {
			t.Errorf("%s: magnitude %v reaches %v: %v", name, s.Magnitude, c.floor, got)
		}
	}
}

func TestMarginal(t *testing.T) {
	r := logit(0.4, 0.1, 0.001)
	r.Marginal = &result.Marginal{RR: &result.Interval{Value: 0.8, Low: 0.8 / 1.1, High: 0.8 * 1.1}, RD: &result.Interval{Value: -0.05, Low: -0.07, High: -0.03}}
	rr, err := Measure(r, "rr")
	if err != nil || rr.Magnitude != 1.25 || rr.Sign != -1 || !rr.Reaches(1.2) || rr.Reaches(1.3) {
		t.Errorf("rr: %+v %v", rr, err)
	}
	// ln 1.1 is 1.96 standard errors: the 90% bound is 0.8 * 1.1^(1.6448536/1.9599640).
	if _, high, err := rr.Interval90(); err != nil || math.Abs(high-0.8*math.Pow(1.1, 1.6448536269514722/1.959963984540054)) > 1e-12 {
		t.Errorf("rr bound %v %v", high, err)
	}
	rd, err := Measure(r, "rd")
	if err != nil || rd.Magnitude != 0.05 || rd.Sign != -1 {
		t.Errorf("rd: %+v %v", rd, err)
	}
}

// An adjusted d: in units of the residual deviation when the record has it, else t sqrt(1/n1+1/n2).
func TestAdjustedD(t *testing.T) {
	r := welch()
	r.Estimator, r.Effect.Measure = "ols", "partial_r"
	r.Estimate, r.StdError, r.Statistic = ptr(1.5), ptr(0.5), &result.Statistic{Name: "t", Value: 3, DF2: ptr(18)}
	s, err := Measure(r, "d")
	if want := 3 * math.Sqrt(1.0/10+1.0/12); err != nil || math.Abs(s.Value-want) > 1e-15 {
		t.Errorf("got %v, %v, want %v", s, err, want)
	}
	r.ResidualSD = ptr(2)
	if s, err = Measure(r, "d"); err != nil || s.Value != 0.75 {
		t.Errorf("got %v, %v", s, err)
	}
}

// With robust errors r's interval widens as the standard error does.
func TestRobustWidth(t *testing.T) {
	plain := correlation(0.1, 403, 0.04)
	robust := correlation(0.1, 403, 0.04)
	robust.Estimator = "ols_hc3"
	robust.Statistic.Value = plain.Statistic.Value / 2 // an error twice the model's
	a, _ := Measure(plain, "r")
	b, _ := Measure(robust, "r")
	lowA, _, err1 := a.Interval90()
	lowB, _, err2 := b.Interval90()
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	// Fisher's 1/sqrt(400) doubled, with t(.95, 401) of R 4.2.2 for the normal quantile.
	if want := math.Tanh(math.Atanh(0.1) - 2*1.648672/20); math.Abs(lowB-want) > 1e-5 || lowB >= lowA {
		t.Errorf("bound %v, want %v; the model's is %v", lowB, want, lowA)
	}
}

func TestUnavailable(t *testing.T) {
	empty := correlation(0, 100, 1)
	empty.Effect, empty.Statistic, empty.Magnitude = nil, nil, nil
	for name, c := range map[string]struct {
		rec     *result.Record
		measure string
	}{
		"odds of a correlation": {correlation(0.1, 100, 0.3), "odds"},
		"md of a correlation":   {correlation(0.1, 100, 0.3), "md"},
		"md of odds":            {logit(0.1, 0.1, 0.3), "md"},
		"d of an omnibus":       {anova(2, 0.1), "d"},
		"beta of an omnibus":    {anova(2, 0.1), "beta"},
		"rr not filled":         {logit(0.1, 0.1, 0.3), "rr"},
		"rd not filled":         {logit(0.1, 0.1, 0.3), "rd"},
		"r of nothing":          {empty, "r"},
		"eta2 of nothing":       {empty, "eta2"},
		"no measure":            {correlation(0.1, 100, 0.3), "rho"},
	} {
		var gone *Unavailable
		if s, err := Measure(c.rec, c.measure); !errors.As(err, &gone) {
			t.Errorf("%s: %v, %v", name, s, err)
		}
	}
	s, err := Measure(correlation(0.1, 100, 0.3), "r")
	if err != nil {
		t.Fatal(err)
	}
	for _, floor := range []float64{0, 1} {
		var gone *Unavailable
		if e, err := s.Equivalence(floor); !errors.As(err, &gone) {
			t.Errorf("floor %v: %v, %v", floor, e, err)
		}
	}
}

// The record's smallest effect is that of the design with its counts: R's pwr.r.test formula for n = 50, power.t.test(strict) for
// 64 and 64, and for an odds ratio the 2.80158 standard errors at which uniroot finds 0.8 in both normal tails.
func TestDetectable(t *testing.T) {
	two := welch()
	two.Levels[0].N, two.Levels[1].N = 64, 64
	for name, c := range map[string]struct {
		rec     *result.Record
		measure string
		want    float64
	}{
		"r":    {correlation(0.1, 50, 0.4), "r", 0.3843250612746542},
		"d":    {two, "d", 0.4990691779657759},
		"odds": {logit(0.1, 0.1, 0.4), "odds", math.Exp(0.1 * 2.801581787013578)},
	} {
		d, err := Detectable(c.rec, c.measure)
		if err != nil || math.Abs(d.Value-c.want) > 1e-7 || d.Power != 0.8 || d.Alpha != 0.05 {
			t.Errorf("%s: %+v %v, want %v", name, d, err, c.want)
		}
	}
}
