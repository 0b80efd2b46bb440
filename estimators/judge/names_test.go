package judge

import (
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
)

// A share has one name in the finding and in the verdict under it.
func TestSharesKeepTheirName(t *testing.T) {
	for measure, name := range map[string]string{"epsilon2": "epsilon squared", "wald_eta2": "Wald eta squared", "partial_eta2": "partial eta squared"} {
		rec := anova(9, 1e-5)
		rec.Effect.Measure = measure
		switch measure {
		case "epsilon2":
			rec.Estimator = "kruskal_wallis"
			rec.Statistic = &result.Statistic{Name: "H", Value: 27, DF1: ptr(3)}
		case "wald_eta2":
			rec.Estimator = "logit"
			rec.Statistic = &result.Statistic{Name: "chi2", Value: 27, DF1: ptr(3)}
		}
		got, err := Judge(Input{Decision: floored(plan.ExpectVaries, "eta2", 0.0001), Record: rec})
		if err != nil || !strings.Contains(got.Verdict.Reason, name+" ") {
			t.Errorf("%s: the verdict says %q (%v)", measure, got.Verdict.Reason, err)
		}
		if s := report.Sentence(rec); !strings.Contains(s, name) {
			t.Errorf("%s: the finding says %q", measure, s)
		}
	}
}
