package report_test

import (
	"os"

	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
)

func ExampleWrite() {
	p, log10P := 0.061, -1.2147
	low, high := -0.02, 0.65
	r := &result.Record{
		Name: "H1", Claim: "diff(weight, by=sex)", Template: "diff", Outcome: "weight", Groups: "sex", Contrast: "male vs female",
		Status: result.OK, Estimator: "welch", Test: "contrast", NTotal: 140, N: 139, P: &p, Log10P: &log10P,
		Effect: &result.Effect{Measure: "cohens_d", Value: 0.319, Low: &low, High: &high},
	}
	if err := report.Write(os.Stdout, r, report.Options{Width: 72}); err != nil {
		panic(err)
	}
	// Output:
	// H1  diff(weight, by=sex)
	//   finding   These data do not settle whether weight differs between male
	//             and female (sex): Cohen's d 0.3190 (95% interval -0.0200 to
	//             0.6500), p = 0.061, n = 139.
	//   method    Welch's t test of two means
	//   rows      n = 139 of 140
	//   effect    0.3190 (-0.0200 to 0.6500); Cohen's d
	//   test      p = 0.061
}
