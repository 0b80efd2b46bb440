package main

import "testing"

// The line of progress says how fast rounds go and how long the rest takes at most.
func TestRate(t *testing.T) {
	for _, c := range []struct {
		done, at, most int
		seconds        float64
		want           string
	}{
		{0, 7, 30, 0, ""},
		{10, 10, 30, 20, ", 30 rounds/min, at most 41 s left"},
		{10, 110, 2000, 60, ", 10 rounds/min, at most 4 h left"},
		{100, 100, 2000, 60, ", 100 rounds/min, at most 20 min left"},
		{30, 30, 30, 60, ", 30 rounds/min"},
	} {
		if got := rate(c.done, c.at, c.most, c.seconds); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
