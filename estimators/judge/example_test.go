package judge_test

import (
	"fmt"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/judge"
	"github.com/hyp-lang/hyp/estimators/result"
)

func ExampleJudge() {
	p, log, b, se, df := 0.31, -0.5086, 0.2, 0.196, 1998.0
	rec := &result.Record{
		Claim: "diff(score, by=sex)", Template: "diff", Status: result.OK, Estimator: "ols", Test: "contrast", N: 2000,
		Estimate: &b, StdError: &se, Statistic: &result.Statistic{Name: "t", Value: b / se, DF2: &df}, P: &p, Log10P: &log,
		Levels: []result.Level{{Value: "1", N: 1000}, {Value: "2", N: 1000}},
	}
	j, err := judge.Judge(judge.Input{
		Decision: plan.Decision{Expect: plan.ExpectNull, Floor: &plan.Floor{Measure: "md", Value: 1}},
		Record:   rec,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(j.Verdict.Value)
	fmt.Println(j.Verdict.Reason)
	// Output:
	// supported
	// The effect is absent to within the floor md >= 1: the 90% interval of the mean difference, -0.1225 to 0.5225, lies inside -1 to 1 (equivalence p = 2.3e-5).
}
