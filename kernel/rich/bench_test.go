package rich

import (
	"testing"

	"github.com/hyp-lang/hyp/estimators/report"
)

func BenchmarkRecords(b *testing.B) {
	rs := recordsOf(b, "penguins")
	for b.Loop() {
		Records(rs, report.Options{})
	}
}

func BenchmarkIntervals(b *testing.B) {
	rs := recordsOf(b, "penguins")
	for b.Loop() {
		Intervals(rs)
	}
}
