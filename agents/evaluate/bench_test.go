package evaluate

import (
	"context"
	"path/filepath"
	"testing"
)

// A round on the example data, with its part of what comes before the first.
func BenchmarkRound(b *testing.B) {
	const rounds = 20
	for b.Loop() {
		done, err := Discover(context.Background(), Run{Data: examples[0].Data, Graph: filepath.Join(b.TempDir(), "graph"), Seed: 1, Rounds: rounds})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(done.Rounds.Seconds()/float64(done.Last.Number)*1000, "ms/round")
		b.ReportMetric((done.Reading+done.Moderators).Seconds()*1000, "ms-before")
	}
}
