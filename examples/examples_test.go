// Package examples_test runs the studies of this folder: their numbers are those of statsmodels and scipy (expected.json
// names the versions, expected.py made it), their text is that of the golden files.
package examples_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/lang/diag"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// run answers every hypothesis of one study.
func run(t *testing.T, path string) []*result.Record {
	t.Helper()
	ctx := context.Background()
	texts, err := study.Find(ctx, []string{path}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := study.Open(ctx, texts, study.Options{})[0]
	for _, d := range s.Diagnostics {
		if d.Severity != diag.Info {
			t.Errorf("%s: %s %s at line %d", path, d.Code, d.Message, s.Text.Source.Position(d.Span.Start).Line)
		}
	}
	var records []*result.Record
	err = s.Run(ctx, func(r *result.Record) error {
		records = append(records, r)
		return nil
	}, func(name string, err error) { t.Errorf("%s: %s: %v", path, name, err) })
	if err != nil {
		t.Fatal(err)
	}
	if len(records) < 12 {
		t.Errorf("%s: %d records", path, len(records))
	}
	return records
}

var studies = []string{"penguins", "nlsy79"}

func file(name, ext string) string { return filepath.Join(name, name+ext) }

type expected struct {
	Tool       string
	Hypotheses map[string]struct {
		Estimator  string
		Measure    string
		N          int64
		Tolerance  float64
		Estimate   *float64
		StdError   *float64 `json:"std_error"`
		Low        *float64
		High       *float64
		Statistic  float64
		DF1        *float64
		DF2        *float64
		Log10P     float64  `json:"log10_p"`
		OddsRatio  *float64 `json:"odds_ratio"`
		Effect     float64
		EffectLow  *float64 `json:"effect_low"`
		EffectHigh *float64 `json:"effect_high"`
	}
}

func TestExpected(t *testing.T) {
	for _, name := range studies {
		text, err := os.ReadFile(filepath.Join(name, "expected.json"))
		if err != nil {
			t.Fatal(err)
		}
		var want expected
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(want.Tool, "statsmodels") {
			t.Errorf("%s: the expected numbers name no tool", name)
		}
		compared := 0
		for _, r := range run(t, file(name, ".hyp")) {
			w, found := want.Hypotheses[r.Name]
			if !found {
				if r.Status == result.OK {
					t.Errorf("%s: nothing is expected of %s", name, r.Name)
				}
				continue
			}
			compared++
			if r.Status != result.OK {
				t.Errorf("%s: %s is %s: %+v", name, r.Name, r.Status, r.Refusal)
				continue
			}
			if r.Estimator != w.Estimator || r.N != w.N || r.Effect == nil || r.Effect.Measure != w.Measure || r.Statistic == nil {
				t.Errorf("%s: %s is %s of %d rows with %+v, want %s of %d rows with %s", name, r.Name, r.Estimator, r.N, r.Effect, w.Estimator, w.N, w.Measure)
				continue
			}
			number := func(what string, got, want *float64, scale float64) {
				t.Helper()
				switch {
				case want == nil:
				case got == nil:
					t.Errorf("%s: %s has no %s, want %.12g", name, r.Name, what, *want)
				case math.Abs(*got-*want) > w.Tolerance*math.Max(math.Abs(*want), scale):
					t.Errorf("%s: %s %s is %.12g, want %.12g", name, r.Name, what, *got, *want)
				}
			}
			se := 0.0
			if w.StdError != nil {
				se = *w.StdError
			}
			number("estimate", r.Estimate, w.Estimate, se)
			number("standard error", r.StdError, w.StdError, 0)
			number("low", r.Low, w.Low, se)
			number("high", r.High, w.High, se)
			number("statistic", &r.Statistic.Value, &w.Statistic, 1)
			number("df1", r.Statistic.DF1, w.DF1, 0)
			number("df2", r.Statistic.DF2, w.DF2, 0)
			number("effect", &r.Effect.Value, &w.Effect, 1e-3)
			number("effect low", r.Effect.Low, w.EffectLow, 1e-3)
			number("effect high", r.Effect.High, w.EffectHigh, 1e-3)
			if r.OddsRatio != nil {
				number("odds ratio", &r.OddsRatio.Value, w.OddsRatio, 0)
			}
			if r.Log10P == nil || math.Abs(*r.Log10P-w.Log10P) > 1e-6+10*w.Tolerance*math.Abs(w.Log10P) {
				t.Errorf("%s: %s log10 p is %v, want %.12g", name, r.Name, r.Log10P, w.Log10P)
			}
		}
		if compared != len(want.Hypotheses) {
			t.Errorf("%s: %d of %d expected hypotheses were run", name, compared, len(want.Hypotheses))
		}
	}
}

// The coefficients that DiscoveryBench publishes for its data set nls_ses (Majumder et al. 2024, the gold hypotheses), to
// the four places given there.
func TestPublished(t *testing.T) {
	published := map[string]float64{"N1": .4729, "N2": .4467, "N3": .4995, "N4": .2169, "N5": .9775, "N6": .6724, "N7": .6271}
	for _, r := range run(t, file("nlsy79", ".hyp")) {
		want, found := published[r.Name]
		if !found {
			continue
		}
		delete(published, r.Name)
		if r.Estimate == nil || math.Abs(*r.Estimate-want) > 0.00005000001 {
			t.Errorf("%s: estimate %v, published %.4f", r.Name, r.Estimate, want)
		}
	}
	if len(published) > 0 {
		t.Errorf("not run: %v", published)
	}
}

func TestGolden(t *testing.T) {
	for _, name := range studies {
		var got bytes.Buffer
		for _, r := range run(t, file(name, ".hyp")) {
			if err := report.Write(&got, r, report.Options{Width: 100}); err != nil {
				t.Fatal(err)
			}
		}
		path := file(name, ".txt")
		if *update {
			if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got.String() != string(want) {
			t.Errorf("%s differs; go test ./examples -update rewrites it\n%s", path, got.String())
		}
	}
}
