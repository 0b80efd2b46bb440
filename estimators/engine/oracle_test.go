package engine_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/engine"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/table"
)

// oracleCase is one line of testdata/oracle/cases.jsonl; SOURCE.md there says where its numbers come from.
type oracleCase struct {
	ID       string
	CSV      string
	Dict     string `json:"dictionary"`
	Template string
	Y, X     string
	Z, G     *string
	Controls []string
	Weight   *string
	Types    map[string]string
	Levels   map[string][]string
	Missing  map[string][]string `json:"missing_codes"`
	Expect   string
	Why      *string
	Code     string  // the refusal's code, where one is expected
	Tol      float64 `json:"tol_rel"`
	Expected *expected
	ByPolicy map[string]expected `json:"expected_by_policy"`
}

type expected struct {
	Refuse     string
	Branch     *string
	NTotal     *float64 `json:"n_total"`
	N          *float64 `json:"n_used"`
	Coverage   *float64
	Estimate   *float64
	SE         *float64
	Stat       *float64
	DF1, DF2   *float64
	Log10P     *float64 `json:"log10_p"`
	Low        *float64 `json:"coef_lo"`
	High       *float64 `json:"coef_hi"`
	EffectKind *string  `json:"effect_kind"`
	Effect     *float64
	EffLow     *float64 `json:"eff_lo"`
	EffHigh    *float64 `json:"eff_hi"`
	OddsRatio  *float64 `json:"odds_ratio"`
	Coefs      map[string]*[4]float64
	Alt        struct {
		NoncentralF *[2]float64 `json:"eta2_ci_noncentral_F"`
	}
	Extra struct {
		PerSD *float64 `json:"d_per_sd_x"`
	}
}

type dictionary struct {
	Columns []struct {
		Column, Type string
		Levels       []any
		Missing      []string `json:"missing_codes"`
	}
}

func spec(t *testing.T, c oracleCase, d dictionary) *plan.Spec {
	variables := map[string]*plan.Variable{}
	for _, col := range d.Columns {
		v := &plan.Variable{Name: col.Column, Column: col.Column, Type: plan.Type(col.Type), Missing: plan.Missing{Codes: col.Missing}}
		if k, ok := c.Types[col.Column]; ok {
			v.Type = plan.Type(k)
		}
		if m, ok := c.Missing[col.Column]; ok {
			v.Missing.Codes = m
		}
		levels := c.Levels[col.Column]
		if len(levels) == 0 {
			for _, l := range col.Levels {
				levels = append(levels, fmt.Sprint(l))
			}
		}
		for _, l := range levels {
			v.Levels = append(v.Levels, plan.Level{Code: l})
		}
		variables[col.Column] = v
	}
	get := func(name *string) *plan.Variable {
		if name == nil {
			return nil
		}
		v := variables[*name]
		if v == nil {
			t.Fatalf("%s: no column %q in the dictionary", c.ID, *name)
		}
		return v
	}
	s := &plan.Spec{Name: c.ID, Claim: c.ID, Template: plan.Template(c.Template), Outcome: get(&c.Y), Weights: get(c.Weight), Dataset: c.CSV}
	switch s.Template {
	case plan.Diff:
		s.Groups = get(&c.X)
	default:
		s.Exposure, s.Moderator, s.Groups = get(&c.X), get(c.Z), get(c.G)
	}
	for _, name := range c.Controls {
		s.Controls = append(s.Controls, get(&name))
	}
	return s
}

// branches are the referee's names of estimator and test.
func branch(r *result.Record) string {
	switch r.Estimator {
	case "welch", "pearson":
		return r.Estimator
	case "mann_whitney":
		return "mw"
	case "kruskal_wallis":
		return "kw"
	}
	if r.Test == "omnibus" {
		if r.Estimator == "logit" {
			return "logit_omni"
		}
		return r.Estimator + "_omni"
	}
	return r.Estimator + "1"
}

// differences compares a record with expected numbers: tol relative to the larger of the value and a natural scale (the
// standard error for estimates, 1 for statistics, 1e-3 for effects).
func differences(e expected, r *result.Record, tol float64) []string {
	var bad []string
	text := func(name string, want *string, got string) {
		if want != nil && *want != got {
			bad = append(bad, fmt.Sprintf("%s %s, want %s", name, got, *want))
		}
	}
	number := func(name string, want, got *float64, scale float64) {
		switch {
		case want == nil:
		case got == nil:
			bad = append(bad, fmt.Sprintf("%s absent, want %v", name, *want))
		case !(math.Abs(*want-*got) <= tol*max(math.Abs(*want), scale)):
			bad = append(bad, fmt.Sprintf("%s %v, want %v", name, *got, *want))
		}
	}
	text("branch", e.Branch, branch(r))
	n, total := float64(r.N), float64(r.NTotal)
	number("n", e.N, &n, 0)
	number("n_total", e.NTotal, &total, 0)
	number("coverage", e.Coverage, r.Coverage, 0)
	se := 0.0
	if e.SE != nil {
		se = *e.SE
	}
	number("estimate", e.Estimate, r.Estimate, se)
	number("std_error", e.SE, r.StdError, 0)
	number("low", e.Low, r.Low, se)
	number("high", e.High, r.High, se)
	if s := r.Statistic; s != nil {
		number("statistic", e.Stat, &s.Value, 1)
		number("df1", e.DF1, s.DF1, 0)
		number("df2", e.DF2, s.DF2, 0)
	} else {
		bad = append(bad, "no statistic")
	}
	if e.Log10P != nil && (r.Log10P == nil || math.Abs(*e.Log10P-*r.Log10P) > 1e-8+10*tol*math.Abs(*e.Log10P)) {
		bad = append(bad, fmt.Sprintf("log10_p %v, want %v", r.Log10P, *e.Log10P))
	}
	if f := r.Effect; f != nil {
		text("measure", e.EffectKind, f.Measure)
		number("effect", e.Effect, &f.Value, 1e-3)
		number("effect low", e.EffLow, f.Low, 1e-3)
		number("effect high", e.EffHigh, f.High, 1e-3)
		number("effect per SD", e.Extra.PerSD, f.PerSD, 1e-3)
	}
	if o := r.OddsRatio; o != nil {
		number("odds ratio", e.OddsRatio, &o.Value, 0)
	}
	i := 0
	if e.Coefs != nil && len(r.Coefficients) > 0 {
		kept := 0
		for _, want := range e.Coefs {
			if want != nil {
				kept++
			}
		}
		if kept != len(r.Coefficients) {
			bad = append(bad, fmt.Sprintf("%d coefficients, want %d", len(r.Coefficients), kept))
		}
		for _, c := range r.Coefficients {
			want := e.Coefs[c.Term]
			if want == nil {
				continue // the referee orders the parts of a product otherwise
			}
			i++
			number(c.Term, &want[0], &c.Estimate, want[1])
			number(c.Term+" std_error", &want[1], &c.StdError, 0)
		}
	}
	return bad
}

// TestOracles runs the cases whose tables may be redistributed.
func TestOracles(t *testing.T) {
	runOracles(t, filepath.Join("testdata", "oracle"), 30, once)
}

// TestNasty runs awkward tables with numbers computed in 60-digit arithmetic: testdata/nasty/make.py.
func TestNasty(t *testing.T) {
	runOracles(t, filepath.Join("testdata", "nasty"), 37, once)
}

// TestRows runs them on tables that hold every row twice, of which Options.Rows takes the first: the numbers are those of the single rows.
func TestRows(t *testing.T) {
	runOracles(t, filepath.Join("testdata", "oracle"), 30, twice)
	runOracles(t, filepath.Join("testdata", "nasty"), 37, twice)
}

func once(path string) (*table.Table, table.Bitmap, error) {
	tab, err := table.Open(context.Background(), path, table.Options{})
	return tab, nil, err
}

func twice(path string) (*table.Table, table.Bitmap, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	body := bytes.TrimRight(text[bytes.IndexByte(text, '\n'):], "\n")
	tab, err := table.Read(context.Background(), filepath.Base(path), io.MultiReader(bytes.NewReader(bytes.TrimRight(text, "\n")), bytes.NewReader(body)), table.Options{})
	if err != nil {
		return nil, nil, err
	}
	first := table.NewBitmap(tab.Rows, false)
	for i := range tab.Rows / 2 {
		first.Set(i)
	}
	return tab, first, nil
}

func runOracles(t *testing.T, dir string, least int, open func(path string) (*table.Table, table.Bitmap, error)) {
	f, err := os.Open(filepath.Join(dir, "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	tables, within := map[string]*table.Table{}, map[string]table.Bitmap{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	count := 0
	for lines.Scan() {
		var c oracleCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		count++
		t.Run(c.ID, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(dir, c.Dict))
			if err != nil {
				t.Fatal(err)
			}
			var d dictionary
			if err := json.Unmarshal(text, &d); err != nil {
				t.Fatal(err)
			}
			if tables[c.CSV] == nil {
				if tables[c.CSV], within[c.CSV], err = open(filepath.Join(dir, c.CSV)); err != nil {
					t.Fatal(err)
				}
			}
			r, err := engine.Run(context.Background(), tables[c.CSV], spec(t, c, d), engine.Options{Rows: within[c.CSV]})
			if err != nil {
				t.Fatal(err)
			}
			judge(t, c, r)
		})
	}
	if count < least {
		t.Errorf("%d cases, expected at least %d", count, least)
	}
}

func judge(t *testing.T, c oracleCase, r *result.Record) {
	refused := r.Status == result.Refused
	note := ""
	if refused {
		note = r.Refusal.Error()
	}
	switch {
	case c.Expect == "refuse" && !refused:
		t.Errorf("should refuse: %s", *c.Why)
	case c.Expect == "refuse" && c.Code != "" && c.Code != r.Refusal.Code:
		t.Errorf("refused with %s, want %s", note, c.Code)
	case c.Expect == "refuse":
	case c.Expect == "policy":
		if refused {
			return
		}
		var all []string
		for name, e := range c.ByPolicy {
			if e.Refuse != "" {
				continue
			}
			bad := differences(e, r, c.Tol)
			if len(bad) == 0 {
				return
			}
			all = append(all, name+": "+strings.Join(bad, "; "))
		}
		t.Errorf("fits no reading: %s", strings.Join(all, "\n"))
	case refused && c.Expect == "ok":
		t.Errorf("refused: %s", note)
	case refused:
		t.Logf("refused: %s", note)
	default:
		if bad := differences(*c.Expected, r, c.Tol); len(bad) > 0 {
			t.Errorf("%s", strings.Join(bad, "\n"))
		}
	}
}
