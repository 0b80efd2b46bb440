package power

import (
	"errors"
	"math"
	"testing"
)

// Power at alpha 0.05. Correlation: the formula of R's pwr.r.test, computed in R 4.2.2. Groups: statsmodels 0.15.0 TTestIndPower.
// Omnibus: FTestAnovaPower, and with controls ftest_power with its ncc chosen so that the noncentrality is n f^2 (scipy 1.17.1's
// ncf gives the same). Logit: NormalIndPower with effect ln(OR) sqrt(P(1-P)). LogitOmnibus: GofChisquarePower.
func TestPowerAgainstPeers(t *testing.T) {
	eta2 := func(f float64) float64 { return f * f / (1 + f*f) }
	for name, c := range map[string]struct {
		d      Design
		effect float64
		want   float64
	}{
		"r .3":            {Design{Kind: Correlation, N: 50}, 0.3, 0.571555841860208},
		"r .1":            {Design{Kind: Correlation, N: 782}, -0.1, 0.8001249377419256},
		"r large n":       {Design{Kind: Correlation, N: 500000}, 0.03, 1},
		"r small n":       {Design{Kind: Correlation, N: 10}, 0.5, 0.3290748929645553},
		"partial r":       {Design{Kind: Correlation, N: 50, Controls: 4}, 0.2, 0.2684593542751819},
		"d 20 20":         {Design{Kind: Groups, N1: 20, N2: 20}, 0.5, 0.3379390289250411},
		"d 64 64":         {Design{Kind: Groups, N1: 64, N2: 64}, -0.5, 0.8014595579222542},
		"d 30 90":         {Design{Kind: Groups, N1: 30, N2: 90}, 0.4, 0.4689561463902856},
		"d 5 7":           {Design{Kind: Groups, N1: 5, N2: 7}, 1.5, 0.6374556459259418},
		"d 1000 3000":     {Design{Kind: Groups, N1: 1000, N2: 3000}, 0.1, 0.7817141253638936},
		"d 2 2":           {Design{Kind: Groups, N1: 2, N2: 2}, 1, 0.09520175549788396},
		"F 3 groups":      {Design{Kind: Omnibus, N: 60, DF1: 2}, eta2(0.25), 0.37443107625635486},
		"F 5 groups":      {Design{Kind: Omnibus, N: 200, DF1: 4}, eta2(0.2), 0.5927634753011595},
		"F 12 groups":     {Design{Kind: Omnibus, N: 5000, DF1: 11}, eta2(0.05), 0.6409632716468343},
		"F 4 groups":      {Design{Kind: Omnibus, N: 30, DF1: 3}, eta2(0.6), 0.7264586107444289},
		"F with controls": {Design{Kind: Omnibus, N: 120, DF1: 3, Controls: 4}, 0.08, 0.764589003299368},
		"F more controls": {Design{Kind: Omnibus, N: 500, DF1: 2, Controls: 10}, 0.03, 0.9490389421660777},
		"odds 100 100":    {Design{Kind: Logit, N1: 100, N2: 100, EventShare: 0.3}, math.Log(2), 0.6126082421112262},
		"odds 50 400":     {Design{Kind: Logit, N1: 50, N2: 400, EventShare: 0.1}, math.Log(1.8), 0.21726315814274758},
		"odds 1000 1000":  {Design{Kind: Logit, N1: 1000, N2: 1000, EventShare: 0.5}, math.Log(1 / 1.2), 0.5312980265892074},
		"chi2 3":          {Design{Kind: LogitOmnibus, N: 300, DF1: 3}, 0.04, 0.8561735462701461},
		"chi2 5":          {Design{Kind: LogitOmnibus, N: 1000, DF1: 5}, 0.01, 0.6825734789282262},
		// No effect: the level itself.
		"level t":    {Design{Kind: Groups, N1: 8, N2: 5}, 0, 0.05},
		"level F":    {Design{Kind: Omnibus, N: 40, DF1: 3}, 0, 0.05},
		"level chi2": {Design{Kind: LogitOmnibus, N: 40, DF1: 3}, 0, 0.05},
		"level z":    {Design{Kind: Logit, N: 40, EventShare: 0.2}, 0, 0.05},
	} {
		got, err := c.d.Power(c.effect, 0.05)
		if err != nil || !(math.Abs(got-c.want) < 1e-9) {
			t.Errorf("%s: got %v (%v), want %v, off by %.2g", name, got, err, c.want, got-c.want)
		}
	}
}

// Smallest effects at power 0.8 and alpha 0.05: the same peers' power solved for the effect; where their own solver stops early
// (odds, and d of 100000 and 300000: at a power of 0.80002) by scipy's brentq on their power.
func TestMinimalDetectableAgainstPeers(t *testing.T) {
	root := func(f float64) float64 { return f / math.Sqrt(1+f*f) }
	for name, c := range map[string]struct {
		d       Design
		measure string
		want    float64
	}{
		"r":               {Design{Kind: Correlation, N: 50}, "r", 0.3843250612746542},
		"r 782":           {Design{Kind: Correlation, N: 782}, "r", 0.09998417752644742},
		"r 500000":        {Design{Kind: Correlation, N: 500000}, "r", 0.003962022540520676},
		"r 10":            {Design{Kind: Correlation, N: 10}, "r", 0.7698262967508567},
		"partial r":       {Design{Kind: Correlation, N: 50, Controls: 4}, "r", 0.39965865519489},
		"d 20 20":         {Design{Kind: Groups, N1: 20, N2: 20}, "d", 0.9091290410935777},
		"d 64 64":         {Design{Kind: Groups, N1: 64, N2: 64}, "d", 0.4990691779657759}, // power.t.test(strict = TRUE)
		"d 30 90":         {Design{Kind: Groups, N1: 30, N2: 90}, "d", 0.595486414329897},
		"d 5 7":           {Design{Kind: Groups, N1: 5, N2: 7}, "d", 1.8210102949846745},
		"d 100000 300000": {Design{Kind: Groups, N1: 100000, N2: 300000}, "d", 0.010229954837650594},
		"F 60":            {Design{Kind: Omnibus, N: 60, DF1: 2}, "r", root(0.41149180478282094)},
		"F 200":           {Design{Kind: Omnibus, N: 200, DF1: 4}, "r", root(0.24727363268861038)},
		"F 5000":          {Design{Kind: Omnibus, N: 5000, DF1: 11}, "r", root(0.058025625492312376)},
		"F 30":            {Design{Kind: Omnibus, N: 30, DF1: 3}, "r", root(0.650191144665094)},
		"odds 100 100":    {Design{Kind: Logit, N1: 100, N2: 100, EventShare: 0.3}, "odds", 2.3740251969874406},
		"odds 50 400":     {Design{Kind: Logit, N1: 50, N2: 400, EventShare: 0.1}, "odds", 4.0584084667908265},
		"odds 1000 1000":  {Design{Kind: Logit, N1: 1000, N2: 1000, EventShare: 0.5}, "odds", 1.2847717714568656},
		// Hsieh, Bloch and Larsen's sample size for an odds ratio of 1.5 per SD, computed in R 4.2.2: 284.18 rows.
		"odds per SD": {Design{Kind: Logit, N: 284.1786312261743, EventShare: 0.3, ExposureR2: 0.2}, "odds", 1.5},
	} {
		got, err := MinimalDetectable(c.d, c.measure, DefaultPower, DefaultAlpha)
		if err != nil || !(math.Abs(got/c.want-1) < 1e-6) {
			t.Errorf("%s: got %v (%v), want %v", name, got, err, c.want)
		}
		e, err := c.d.MinimalDetectable(DefaultPower, DefaultAlpha)
		if err != nil {
			t.Fatal(err)
		}
		if p, err := c.d.Power(e, DefaultAlpha); err != nil || math.Abs(p-0.8) > 1e-10 {
			t.Errorf("%s: power there is %v (%v)", name, p, err)
		}
	}
}

// Each conversion against its definition, on numbers that are known from the tests above.
func TestMeasures(t *testing.T) {
	groups := Design{Kind: Groups, N1: 64, N2: 64, SDOutcome: 12}
	twoByTwo := Design{Kind: Logit, N1: 100, N2: 300, EventShare: 0.3}
	get := func(d Design, measure string) float64 {
		t.Helper()
		v, err := MinimalDetectable(d, measure, 0.8, 0.05)
		if err != nil {
			t.Fatalf("%s %s: %v", d.Kind, measure, err)
		}
		return v
	}
	near := func(name string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) < 1e-7) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	near("md", get(groups, "md"), 12*0.4990691779657759)
	near("beta of groups", get(groups, "beta"), 12*0.4990691779657759)
	near("r of d", get(groups, "r"), 0.4990691779657759/math.Hypot(2, 0.4990691779657759))
	near("beta of r", get(Design{Kind: Correlation, N: 50, SDOutcome: 3, SDExposure: 2}, "beta"), 1.5*0.3843250612746542)
	near("eta2 of r", get(Design{Kind: Correlation, N: 50}, "eta2"), 0.3843250612746542*0.3843250612746542)
	perSD := get(Design{Kind: Logit, N: 500, EventShare: 0.4}, "odds")
	near("odds per unit", get(Design{Kind: Logit, N: 500, EventShare: 0.4, SDExposure: 4}, "odds"), math.Pow(perSD, 0.25))
	near("d of odds", get(Design{Kind: Logit, N: 500, EventShare: 0.4}, "d"), math.Log(perSD)*math.Sqrt(3)/math.Pi)
	// The two shares have the odds ratio asked for, and their mean over all rows is the share of events.
	rr, rd, or := get(twoByTwo, "rr"), get(twoByTwo, "rd"), get(twoByTwo, "odds")
	p0 := rd / (rr - 1)
	p1 := p0 + rd
	near("odds ratio of the shares", p1/(1-p1)/(p0/(1-p0)), or)
	near("overall share", 0.25*p0+0.75*p1, 0.3)
}

func TestDesignErrors(t *testing.T) {
	for name, d := range map[string]Design{
		"no kind":     {N: 100},
		"three rows":  {Kind: Correlation, N: 3},
		"controls":    {Kind: Correlation, N: 20, Controls: 17},
		"empty group": {Kind: Groups, N1: 10},
		"no df":       {Kind: Omnibus, N: 10},
		"no residual": {Kind: Omnibus, N: 6, DF1: 5},
		"no events":   {Kind: Logit, N: 50},
		"one group":   {Kind: Logit, N: 50, N1: 50, EventShare: 0.5},
		"nan rows":    {Kind: Correlation, N: math.NaN()},
		"collinear":   {Kind: Logit, N: 50, EventShare: 0.5, ExposureR2: 1},
		"negative":    {Kind: Correlation, N: 50, Controls: -1},
	} {
		if v, err := d.Power(0.1, 0.05); !errors.Is(err, ErrDesign) {
			t.Errorf("%s: power %v, error %v", name, v, err)
		}
		if v, err := d.MinimalDetectable(0.8, 0.05); !errors.Is(err, ErrDesign) {
			t.Errorf("%s: detectable %v, error %v", name, v, err)
		}
	}
	ok := Design{Kind: Correlation, N: 50}
	for name, f := range map[string]func() (float64, error){
		"r of 1":            func() (float64, error) { return ok.Power(1, 0.05) },
		"alpha":             func() (float64, error) { return ok.Power(0.1, 0) },
		"power below alpha": func() (float64, error) { return ok.MinimalDetectable(0.01, 0.05) },
		"measure":           func() (float64, error) { return MinimalDetectable(ok, "odds", 0.8, 0.05) },
		"no sd":             func() (float64, error) { return MinimalDetectable(ok, "beta", 0.8, 0.05) },
		"nan effect":        func() (float64, error) { return Design{Kind: Groups, N1: 9, N2: 9}.Power(math.NaN(), 0.05) },
	} {
		if v, err := f(); !errors.Is(err, ErrDesign) {
			t.Errorf("%s: got %v, %v", name, v, err)
		}
	}
}

// The effect found has the power asked for, whatever is asked: the bracket is sought both ways.
func TestRoundTrip(t *testing.T) {
	for _, d := range []Design{
		{Kind: Correlation, N: 5}, {Kind: Correlation, N: 1e6}, {Kind: Groups, N1: 2, N2: 2}, {Kind: Groups, N1: 3, N2: 1e5}, {Kind: Omnibus, N: 6, DF1: 2},
		{Kind: Omnibus, N: 1e6, DF1: 20}, {Kind: Logit, N: 10, EventShare: 0.01}, {Kind: LogitOmnibus, N: 1e5, DF1: 30},
	} {
		for _, want := range []float64{0.06, 0.5, 0.9, 0.9999} {
			e, err := d.MinimalDetectable(want, 0.05)
			if err != nil {
				t.Errorf("%+v at %v: %v", d, want, err)
				continue
			}
			if got, err := d.Power(e, 0.05); err != nil || math.Abs(got-want) > 1e-9 {
				t.Errorf("%+v: the power of %v is %v (%v), want %v", d, e, got, err, want)
			}
		}
	}
}

// The approximation by Fisher's z has power 0.05296 at r = 0 on 5 rows, and so nothing is too small for 0.0501.
func TestNothingIsEnough(t *testing.T) {
	if e, err := (Design{Kind: Correlation, N: 5}).MinimalDetectable(0.0501, 0.05); err != nil || e != 0 {
		t.Errorf("got %v, %v", e, err)
	}
}
