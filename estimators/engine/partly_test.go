package engine_test

import (
	"bufio"
	"context"
	"encoding/json"
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

// TestPartlyEstimable holds terms that the rows determine in part to statsmodels 0.15.0 (testdata/partly/make.py) and R 4.2.2
// (check.R there): the comparison of the models with and without the term, with the degrees of freedom that it adds, and coefficients
// and slopes for what is the same whichever of the collinear columns is left out, no others. The record says what is missing.
func TestPartlyEstimable(t *testing.T) {
	dir := filepath.Join("testdata", "partly")
	text, err := os.ReadFile(filepath.Join(dir, "partly.json"))
	if err != nil {
		t.Fatal(err)
	}
	var d dictionary
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	tab, err := table.Open(context.Background(), filepath.Join(dir, "partly.csv"), table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(dir, "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	count := 0
	for lines := bufio.NewScanner(f); lines.Scan(); count++ {
		var c oracleCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		more := struct { // the estimator asked for, the slopes in the groups, the columns of the term
			Using    string
			Cluster  *string
			Slopes   map[string][2]float64
			Expected struct{ Columns float64 }
		}{}
		if err := json.Unmarshal(lines.Bytes(), &more); err != nil {
			t.Fatal(err)
		}
		t.Run(c.ID, func(t *testing.T) {
			s := spec(t, c, d)
			s.Using = plan.Method(more.Using)
			if more.Cluster != nil {
				s.Cluster = cat(*more.Cluster)
			}
			r, err := engine.Run(context.Background(), tab, s, engine.Options{})
			if err != nil {
				t.Fatal(err)
			}
			judge(t, c, r)
			if c.Expected == nil || r.Status != result.OK {
				return
			}
			if len(c.Expected.Coefs) != len(r.Coefficients) {
				t.Errorf("%d coefficients, want %v", len(r.Coefficients), c.Expected.Coefs)
			}
			for _, k := range r.Coefficients {
				if want := c.Expected.Coefs[k.Term]; want == nil || math.Abs(k.Low-want[2]) > c.Tol*want[1] || math.Abs(k.High-want[3]) > c.Tol*want[1] {
					t.Errorf("%s: %+v, want %v", k.Term, k, want)
				}
			}
			var groups []result.Slope
			if r.Slopes != nil {
				groups = r.Slopes.Groups
			}
			if len(groups) != len(more.Slopes) {
				t.Errorf("slopes %+v, want %v", groups, more.Slopes)
			}
			for _, g := range groups {
				want := more.Slopes[g.At]
				if math.Abs(g.Slope-want[0]) > c.Tol*want[1] || math.Abs(g.StdError-want[1]) > c.Tol*want[1] {
					t.Errorf("slope at %s: %v (%v), want %v", g.At, g.Slope, g.StdError, want)
				}
			}
			if reduced := *c.Expected.DF1 < more.Expected.Columns; r.Partly() != reduced {
				t.Errorf("%v of %v columns tested, warnings %v", *c.Expected.DF1, more.Expected.Columns, r.Warnings)
			}
		})
	}
	if count < 50 {
		t.Errorf("%d cases", count)
	}
}

// What cannot be estimated is named, beside a number and in the place of one.
func TestPartlyNames(t *testing.T) {
	tab, err := table.Open(context.Background(), filepath.Join("testdata", "partly", "partly.csv"), table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		spec plan.Spec
		want string
	}{
		{plan.Spec{Template: plan.Heterogeneity, Exposure: num("x_not_a"), Groups: cat("g"), Outcome: num("y")},
			"1 of the 2 degrees of freedom of the product of `x_not_a` and `g` can be tested, and are: `x_not_a` does not vary where `g` is a"},
		{plan.Spec{Template: plan.Interact, Exposure: cat("h_two"), Moderator: cat("k"), Outcome: num("y")},
			"no complete row has, of `h_two` and `k`, p with x, q with w; no estimate for h_two[q]:k[x], h_two[q]:k[y], h_two[q]:k[z]"},
		{plan.Spec{Template: plan.Assoc, Exposure: cat("g"), Outcome: num("y"), Controls: vars(num("is_b"))},
			"1 of the 2 degrees of freedom of `g` can be tested, and are: the controls determine the rest; no estimate for g[b]"},
		{plan.Spec{Template: plan.Heterogeneity, Exposure: num("x_only_b"), Groups: cat("g"), Outcome: num("y")},
			"the other variables leave the product of `x_only_b` and `g` no degree of freedom: `x_only_b` does not vary where `g` is a, c"},
		{plan.Spec{Template: plan.Heterogeneity, Exposure: num("x_not_v"), Groups: cat("two"), Outcome: num("y")},
			"the other variables determine the product of `x_not_v` and `two`: `x_not_v` does not vary where `two` is v"},
	} {
		r, err := engine.Run(context.Background(), tab, &c.spec, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		if r.Refusal != nil {
			said = r.Refusal.Message
		}
		for _, w := range r.Warnings {
			said += w.Message
		}
		if !strings.Contains(said, c.want) {
			t.Errorf("said %q, want %q", said, c.want)
		}
	}
}
