package judge

import (
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
)

// A difference found in a part of a term is one; an absence shown of a part is no absence, and does not refute a difference.
func TestPartOfATerm(t *testing.T) {
	for name, c := range map[string]struct {
		d           plan.Decision
		rec         *result.Record
		whole, part result.Value
		says        string
	}{
		"found":   {expect(plan.ExpectVaries), anova(9, 1e-5), result.Supported, result.Supported, "the slopes differ"},
		"absent":  {floored(plan.ExpectUniform, "r", 0.1), anova(1.1, 0.35), result.Supported, result.Qualified, "only a part of the term could be tested"},
		"refuted": {floored(plan.ExpectVaries, "r", 0.1), anova(1.1, 0.35), result.Refuted, result.Inconclusive, "the rest may not be"},
		"present": {floored(plan.ExpectUniform, "eta2", 0.02), anova(9, 1e-5), result.Refuted, result.Refuted, "Expected equal slopes"},
	} {
		for _, partly := range []bool{false, true} {
			want, says := c.whole, ""
			if partly {
				want, says = c.part, c.says
				c.rec.Warnings = append(c.rec.Warnings, result.Warning{Code: result.PartlyEstimable})
			}
			got, err := Judge(Input{Decision: c.d, Record: c.rec})
			if err != nil || got.Verdict.Value != want || !strings.Contains(strings.ToLower(got.Verdict.Reason), strings.ToLower(says)) {
				t.Errorf("%s, a part %v: %+v %v", name, partly, got, err)
			}
			got.Write(c.rec)
			if s := report.Sentence(c.rec); strings.Contains(s, "where it can be estimated") != partly {
				t.Errorf("%s, a part %v: the finding says %q", name, partly, s)
			}
		}
	}
}

// Groups keep their names when the reference is another one, or has no slope.
func TestOrderWithoutTheReference(t *testing.T) {
	at := func(reference string, terms ...result.Coefficient) *result.Record {
		r := anova(9, 1e-5)
		r.Reference, r.Coefficients = reference, terms
		return r
	}
	// a < b < c in both; b is the reference of the second, which has no row of a.
	x := at("a", result.Coefficient{Term: "g[b]", Estimate: 1}, result.Coefficient{Term: "g[c]", Estimate: 2}, result.Coefficient{Term: "g[d]", Estimate: 3})
	y := at("b", result.Coefficient{Term: "g[c]", Estimate: 5}, result.Coefficient{Term: "g[d]", Estimate: 6})
	if rho, ok := sameOrder(x, y); !ok || rho != 1 {
		t.Errorf("another reference: %v %v", rho, ok)
	}
	// Slopes of three groups, and of the two that one part of the rows determines.
	u, v := at("a"), at("a")
	u.Slopes = &result.Slopes{Groups: []result.Slope{slope("a", 1, 0.1), slope("b", 2, 0.1), slope("c", 3, 0.1)}}
	v.Slopes = &result.Slopes{Groups: []result.Slope{slope("b", 3, 0.1), slope("c", 2, 0.1)}}
	if rho, ok := sameOrder(u, v); !ok || rho != -1 {
		t.Errorf("slopes: %v %v", rho, ok)
	}
}
