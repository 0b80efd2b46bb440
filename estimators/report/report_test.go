package report

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hyp-lang/hyp/estimators/result"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func f(v float64) *float64 { return &v }

// records are made by hand, one for every shape a block can take; the numbers of the first three are statsmodels' (0.13.5)
// on the penguins, rounded.
func records() map[string]*result.Record {
	return map[string]*result.Record{
		"pearson": {
			Name: "H1", Claim: "assoc(bill_length_mm, bill_depth_mm)", Template: "assoc", Exposure: "bill_length_mm", Outcome: "bill_depth_mm",
			Status: result.OK, Estimator: "pearson", Test: "correlation", Why: "both are numeric, with no controls and no weights",
			NTotal: 344, N: 342, Coverage: f(342.0 / 344), Estimate: f(-0.0850214), StdError: f(0.0190698), Low: f(-0.122531), High: f(-0.0475117),
			Statistic: &result.Statistic{Name: "t", Value: -4.45845, DF2: f(340)}, P: f(1.11966e-05), Log10P: f(-4.95091),
			Effect: &result.Effect{Measure: "pearson_r", Value: -0.235053, Low: f(-0.332809), High: f(-0.132299)},
		},
		"diff": {
			Name: "H2", Claim: "diff(body_mass_g, by=sex) controlling for species", Template: "diff", Groups: "sex", Outcome: "body_mass_g", Controls: []string{"species"},
			Status: result.OK, Estimator: "ols", Test: "coefficient", Contrast: "male vs female", Reference: "female",
			NTotal: 344, N: 333, Coverage: f(333.0 / 344), Estimate: f(667.555), StdError: f(34.6757), Low: f(599.592), High: f(735.518),
			Statistic: &result.Statistic{Name: "t", Value: 19.2514, DF2: f(329)}, P: f(1.37498e-82), Log10P: f(-81.8617),
			Effect: &result.Effect{Measure: "partial_r", Value: 0.727833, Low: f(0.67), High: f(0.776)},
			Levels: []result.Level{{Value: "female", N: 165, Mean: f(3862.27), SD: f(666.17)}, {Value: "male", N: 168, Mean: f(4545.68), SD: f(787.63)}},
		},
		"open": {
			Name: "H3", Claim: "diff(delta15n, by=sex) where species = \"Adelie\"", Template: "diff", Groups: "sex", Outcome: "delta15n", Where: "species = \"Adelie\"",
			Status: result.OK, Estimator: "welch", Test: "contrast", Contrast: "male vs female",
			NTotal: 344, N: 139, Coverage: f(139.0 / 152), Estimate: f(0.135162), StdError: f(0.0715907), Low: f(-0.00515549), High: f(0.27548),
			Statistic: &result.Statistic{Name: "t", Value: 1.88799, DF2: f(131.72)}, P: f(0.0612478), Log10P: f(-1.212909),
			Effect:   &result.Effect{Measure: "cohens_d", Value: 0.318508, Low: f(-0.0161), High: f(0.653)},
			Warnings: []result.Warning{{Code: "high-leverage", Severity: "review", Message: "3 rows carry more than four times the mean leverage"}},
		},
		"omnibus": {
			Name: "H4", Claim: "heterogeneity(bill_depth_mm ~ bill_length_mm | species)", Template: "heterogeneity", Groups: "species", Exposure: "bill_length_mm", Outcome: "bill_depth_mm",
			Status: result.OK, Estimator: "ols", Test: "omnibus", Reference: "Adelie", NTotal: 344, N: 342, Coverage: f(342.0 / 344),
			Statistic: &result.Statistic{Name: "F", Value: 512345.5, DF1: f(2), DF2: f(336)}, P: f(0), Log10P: f(-2707.31),
			Effect:       &result.Effect{Measure: "partial_eta2", Value: 0.9996, Low: f(0.9995), High: f(0.9997)},
			Levels:       []result.Level{{Value: "Adelie", N: 151}, {Value: "Chinstrap", N: 68}, {Value: "Gentoo", N: 123}},
			Coefficients: []result.Coefficient{{Term: "bill_length_mm:species[Chinstrap]", Estimate: 0.0434, StdError: 0.0456, Low: -0.0463, High: 0.133}, {Term: "bill_length_mm:species[Gentoo]", Estimate: 0.0258, StdError: 0.0409, Low: -0.0547, High: 0.106}},
			Pooled:       []result.Level{{Value: "Macaroni", N: 2}, {Value: "King", N: 4}},
		},
		"logit": {
			Name: "H5", Claim: "assoc(ses, ba_degree)", Template: "assoc", Exposure: "ses", Outcome: "ba_degree", Event: "yes",
			Status: result.OK, Estimator: "logit", Test: "coefficient", NTotal: 12686, N: 8773, Coverage: f(8773.0 / 12686),
			Estimate: f(0.472931), StdError: f(0.0825921), Low: f(0.311053), High: f(0.634808), OddsRatio: &result.Interval{Value: 1.60469, Low: 1.36486, High: 1.88666},
			Statistic: &result.Statistic{Name: "z", Value: 5.7261}, P: f(1.02763e-08), Log10P: f(-7.98816),
			Effect: &result.Effect{Measure: "logit_d", Value: 0.26074, Low: f(0.171494), High: f(0.349987), PerSD: f(0.21)},
		},
		"refused": {
			Name: "H6", Claim: "assoc(study, island) where year = 2031", Template: "assoc", Exposure: "study", Outcome: "island", Where: "year = 2031", Status: result.Refused,
			Refusal: &result.Refusal{Code: "no-rows", Message: "no row of the 344 has year = 2031", Help: "the years are 2007, 2008, 2009"}, NTotal: 344,
		},
		"blocked": {Name: "H7", Claim: "assoc(krill, body_mass_g)", Template: "assoc", Exposure: "krill", Outcome: "body_mass_g", Status: result.Blocked, Needs: "krill counts by season"},
		"wide": {
			Name: "仮説8", Claim: "assoc(`身長 (センチメートル) 🐧 \x1b[31m red`, `a very long column name that goes on and on, with commas, : and words`) controlling for `" + strings.Repeat("x", 130) + "`",
			Template: "assoc", Exposure: "身長 (センチメートル) 🐧 \x1b[31m red", Outcome: "y", Controls: []string{"a", "b", "c"}, Status: result.OK, Estimator: "ols", Test: "coefficient", NTotal: 10, N: 10, Coverage: f(1),
			Estimate: f(6.661338e-16), Low: f(-0.1), High: f(0.1), P: f(1), Log10P: f(0), Effect: &result.Effect{Measure: "partial_r", Value: 6.661338e-16, Low: f(-0.7), High: f(0.7)},
		},
	}
}

func TestGolden(t *testing.T) {
	for name, r := range records() {
		for _, width := range []int{80, 120} {
			var b bytes.Buffer
			if err := Write(&b, r, Options{Width: width}); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", fmt.Sprintf("%s.%d.txt", name, width))
			if *update {
				if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if b.String() != string(want) {
				t.Errorf("%s at %d columns:\n%s\nwant\n%s", name, width, b.String(), want)
			}
		}
	}
}

// At every width no line is too long, nothing of the claim is lost, and no control character is printed.
func TestEveryWidth(t *testing.T) {
	for name, r := range records() {
		for width := 40; width <= 200; width += 7 {
			var b bytes.Buffer
			if err := Write(&b, r, Options{Width: width}); err != nil {
				t.Fatal(err)
			}
			for _, line := range strings.Split(b.String(), "\n") {
				if cells(line) > width {
					t.Errorf("%s at %d: %d cells: %q", name, width, cells(line), line)
				}
				if strings.TrimRight(line, " ") != line {
					t.Errorf("%s at %d: trailing space: %q", name, width, line)
				}
			}
			squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
			for _, part := range []string{r.Claim, Sentence(r)} {
				if r.Status == result.Refused && part != r.Claim {
					part = r.Refusal.Message
				}
				if !strings.Contains(squeeze(b.String()), squeeze(Clean(part))) {
					t.Errorf("%s at %d: %q is not in\n%s", name, width, part, b.String())
				}
			}
			if strings.ContainsAny(b.String(), "\x1b\x00\r") {
				t.Errorf("%s at %d: a control character got through", name, width)
			}
		}
	}
}

// Colour adds escapes and changes nothing else.
func TestColorOnlyPaints(t *testing.T) {
	strip := strings.NewReplacer(bold, "", dim, "", red, "", yellow, "", reset, "")
	for name, r := range records() {
		var plainText, painted bytes.Buffer
		if err := Write(&plainText, r, Options{Width: 72}); err != nil {
			t.Fatal(err)
		}
		if err := Write(&painted, r, Options{Width: 72, Color: true}); err != nil {
			t.Fatal(err)
		}
		if plainText.String() == painted.String() {
			t.Errorf("%s: no colour", name)
		}
		if got := strip.Replace(painted.String()); got != plainText.String() {
			t.Errorf("%s: colour changed the text:\n%s\nwant\n%s", name, got, plainText.String())
		}
	}
}

func TestP(t *testing.T) {
	for _, c := range []struct {
		p, log *float64
		want   string
	}{
		{f(0.0432), nil, "p = 0.043"},
		{f(0.00432), nil, "p = 0.0043"},
		{f(0.9999), f(0), "p > 0.999"},
		{f(1e-5), f(-5), "p = 1.0e-5"},
		{f(9.99e-6), f(-5.0004345), "p = 1.0e-5"}, // rounds up into the next power
		{f(0), f(-309.92), "p = 1.2e-310"},
		{f(0), f(-999.5), "p = 3.2e-1000"},
		{f(0), f(-2707.31), "p < 10^-2707"},
		{f(0), nil, "p < 1e-300"},
		{nil, nil, "p not defined"},
	} {
		if got := P(&result.Record{P: c.p, Log10P: c.log}); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestNumber(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 0.5: "0.5", 0.47293: "0.4729", -12.3456: "-12.35", 667.555: "667.6", 65164.2: "65,164", 1e15: "1.000e15",
		6.661338e-16: "6.661e-16", 0.00012345: "0.0001234", 999.96: "1000", -1234567: "-1,234,567",
	} {
		if got := Number(v); got != want {
			t.Errorf("Number(%g) = %q, want %q", v, got, want)
		}
	}
	for _, c := range []struct {
		v, low, high float64
		want         string
	}{
		{0.472931, 0.311053, 0.634808, "0.4729 (0.3111 to 0.6348)"},
		{-65164, -73352.9, -56975.1, "-65,164 (-73,353 to -56,975)"},
		{6.661338e-16, -0.1, 0.1, "0.0000 (-0.1000 to 0.1000)"}, // noise is nothing
		{1, 1, 1, "1.000 (1.000 to 1.000)"},
		{0.999999999, 0.9999999, 1, "1.00000 (1.00000 to 1.00000)"},
		{-1.0427e-3, -1.719e-3, -3.6639e-4, "-0.001043 (-0.001719 to -0.000366)"},
		{2.5e-7, 1e-7, 4e-7, "2.50e-7 (1.00e-7 to 4.00e-7)"},
		{0, 0, 0, "0 (0 to 0)"},
	} {
		if got := Triple(c.v, &c.low, &c.high); got != c.want {
			t.Errorf("Triple(%g, %g, %g) = %q, want %q", c.v, c.low, c.high, got, c.want)
		}
	}
}

// No sentence claims a cause, and none reads a large p as absence.
func TestWords(t *testing.T) {
	for name, r := range records() {
		s := Sentence(r)
		for _, word := range []string{"cause", "effect of", "leads to", "impact", "no effect", "no difference", "no association"} {
			if strings.Contains(s, word) {
				t.Errorf("%s: %q says %q", name, s, word)
			}
		}
		if open := r.Log10P != nil && *r.Log10P > -1.30103; open != strings.Contains(s, "do not settle") {
			t.Errorf("%s: %q", name, s)
		}
	}
	r := records()["pearson"]
	*r.Estimate, r.Effect.Value = -*r.Estimate, -r.Effect.Value
	if s := Sentence(r); !strings.Contains(s, "goes with higher") {
		t.Errorf("the direction does not follow the sign: %q", s)
	}
}

// Coverage is a share of what the condition and the part of a split leave, and the line says of what.
func TestRowsName(t *testing.T) {
	for _, c := range []struct{ where, part, want string }{
		{"", "", "n = 90 of 344, coverage 90%"},
		{"year = 2007", "", "n = 90, coverage 90% of the rows where year = 2007; 344 in the data"},
		{"", "train", "n = 90, coverage 90% of the train part; 344 in the data"},
		{"year = 2007", "holdout", "n = 90, coverage 90% of the rows where year = 2007 in the holdout part; 344 in the data"},
	} {
		coverage := 0.9
		if got := rows(&result.Record{N: 90, NTotal: 344, Coverage: &coverage, Where: c.where, Part: c.part}); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestSummary(t *testing.T) {
	var s Summary
	for _, name := range []string{"pearson", "logit", "refused", "blocked"} {
		s.Add(records()[name])
	}
	s.Rows, s.Elapsed = 12686, 1234*time.Millisecond
	if got, want := s.String(), "4 hypotheses: 2 estimated, 1 refused, 1 blocked; 12,686 rows, 1.2 s"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
