package judge

import (
	"math"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/result"
)

func TestQualified(t *testing.T) {
	claim := func() *result.Record { return correlation(0.2, 400, 0.001) } // estimate 0.4
	with := func(b float64) *result.Record {
		r := correlation(b/2, 400, 0.001)
		r.Estimator, r.Estimate = "ols", ptr(b)
		return r
	}
	moderator := func(p float64, low, high float64) *result.Record {
		return interaction(high-low, p, slope("1", low, 0.1), slope("9", high, 0.1))
	}
	other := moderator(0.001, -0.1, 0.9)
	other.Exposure = "elsewhere"
	groups := anova(9, 1e-5)
	groups.Slopes = &result.Slopes{Groups: []result.Slope{slope("a", 0.5, 0.1), slope("b", -0.2, 0.1), slope("c", 0.1, 0.1)}}
	for name, c := range map[string]struct {
		rivals     []Rival
		moderators []*result.Record
		want       result.Value
		says       string
	}{
		"words":                  {[]Rival{{Text: "self-report"}}, nil, result.Supported, ""},
		"nothing changes":        {[]Rival{{Name: "H4", Controlled: with(0.39)}}, nil, result.Supported, ""},
		"just over half":         {[]Rival{{Name: "H4", Controlled: with(0.2001)}}, nil, result.Supported, ""},
		"half":                   {[]Rival{{Name: "H4", Controlled: with(0.2)}}, nil, result.Qualified, "; but with rival `H4` controlled at most half of the effect is left (0.4 to 0.2)."},
		"sign":                   {[]Rival{{Name: "H4", Controlled: with(-0.1)}}, nil, result.Qualified, "with rival `H4` controlled the effect changes its sign (0.4 to -0.1)."},
		"refused rival":          {[]Rival{{Name: "H4", Controlled: refused("separation", "no")}}, nil, result.Supported, ""},
		"moderator, sign":        {nil, []*result.Record{moderator(0.001, -0.1, 0.9)}, result.Qualified, "where `z` is 1 the effect changes its sign (0.4 to -0.1)"},
		"moderator, half":        {nil, []*result.Record{moderator(0.001, 0.9, 0.1)}, result.Qualified, "where `z` is 9 at most half"},
		"moderator, noise":       {nil, []*result.Record{moderator(0.2, -0.1, 0.9)}, result.Supported, ""},
		"moderator, small":       {nil, []*result.Record{moderator(0.001, 0.35, 0.45)}, result.Supported, ""},
		"moderator of another":   {nil, []*result.Record{other}, result.Supported, ""},
		"groups":                 {nil, []*result.Record{groups}, result.Qualified, "where `g` is b the effect changes its sign"},
		"rival and moderator":    {[]Rival{{Name: "H4", Controlled: with(-0.1)}}, []*result.Record{groups}, result.Qualified, " and where `g`"},
		"other scale, magnitude": {[]Rival{{Name: "H4", Controlled: logit(0.1, 0.02, 0.001)}}, nil, result.Qualified, "at most half"},
	} {
		got, err := Judge(Input{Decision: expect(plan.ExpectPositive), Record: claim(), Rivals: c.rivals, Moderators: c.moderators})
		if err != nil || got.Verdict.Value != c.want || !strings.Contains(got.Verdict.Reason, c.says) {
			t.Errorf("%s: %s: %s (%v)\n\twant %s: %s", name, got.Verdict.Value, got.Verdict.Reason, err, c.want, c.says)
		}
		if len(got.Rivals) != len(c.rivals) {
			t.Errorf("%s: rivals %v", name, got.Rivals)
		}
	}
	// What is not supported is not qualified either, and the rival is reported all the same.
	got, err := Judge(Input{Decision: expect(plan.ExpectPositive), Record: correlation(0.01, 50, 0.9), Rivals: []Rival{{Name: "H4", Result: claim(), Controlled: with(-0.4)}}})
	if err != nil || got.Verdict.Value != result.Inconclusive || got.Rivals[0].Changes != "sign" || math.Abs(*got.Rivals[0].Ratio+20) > 1e-12 || got.Rivals[0].Result == nil || *got.Rivals[0].Controlled.Estimate != -0.4 {
		t.Errorf("inconclusive: %+v %v", got, err)
	}
	// Ranks have no coefficient: -0.1 on the |r| scale against 0.3.
	ranks := claim()
	ranks.Estimator, ranks.Estimate, ranks.Effect.Measure, ranks.Effect.Value, ranks.Magnitude = "mann_whitney", nil, "rank_biserial", -0.3, ptr(0.3)
	down := with(-0.4)
	down.Magnitude = ptr(0.1)
	if ratio, ok := relative(ranks, down); !ok || math.Abs(ratio-1.0/3) > 1e-15 {
		t.Errorf("ranks: %v %v", ratio, ok)
	}
}
