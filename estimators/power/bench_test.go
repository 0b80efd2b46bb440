package power

import "testing"

func BenchmarkMinimalDetectable(b *testing.B) {
	for name, d := range map[string]Design{
		"r":     {Kind: Correlation, N: 5000},
		"d":     {Kind: Groups, N1: 700, N2: 900},
		"d few": {Kind: Groups, N1: 5, N2: 6},
		"F":     {Kind: Omnibus, N: 5000, DF1: 4},
		"odds":  {Kind: Logit, N: 5000, EventShare: 0.2},
		"chi2":  {Kind: LogitOmnibus, N: 5000, DF1: 4},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := d.MinimalDetectable(DefaultPower, DefaultAlpha); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
