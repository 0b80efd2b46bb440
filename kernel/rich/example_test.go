package rich_test

import (
	"fmt"

	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/kernel/rich"
)

func ExampleIntervals() {
	low, high, otherLow, otherHigh := -0.333, -0.132, 0.447, 0.601
	b := rich.Intervals([]*result.Record{
		{Name: "H1", Claim: "assoc(length, depth)", Status: result.OK, N: 342, Effect: &result.Effect{Measure: "pearson_r", Value: -0.235, Low: &low, High: &high}},
		{Name: "H2", Claim: "assoc(length, depth) controlling for species", Status: result.OK, N: 342, Effect: &result.Effect{Measure: "partial_r", Value: 0.528, Low: &otherLow, High: &otherHigh}},
	})
	fmt.Println(b[rich.Plain])
	// Output:
	// Pearson r and partial r
	//   H1  assoc(length, depth)       ├──●──┤   ┊                     -0.2350 (-0.3330 to -0.1320)  estimated
	//   H2  assoc(length, depth) co…             ┊            ├──●─┤   0.5280 (0.4470 to 0.6010)     estimated
	//                                            0             0.5
}
