package table

import (
	"fmt"
)

// key identifies the rule in the view cache.
func (m Missing) key() string { return fmt.Sprintf("%q%x", m.Codes, m.Ranges) }

// missing is a Missing made ready: codes that read as numbers beside those that are text.
type missing struct {
	numbers []float64
	texts   map[string]bool
	ranges  [][2]float64
}

func compileMissing(m Missing) *missing {
	out := &missing{ranges: m.Ranges, texts: map[string]bool{}}
	for _, c := range m.Codes {
		if v, ok := ParseNumber(c); ok {
			out.numbers = append(out.numbers, v)
		}
		out.texts[c] = true
	}
	return out
}

// numeric reports whether any number can be missing.
func (m *missing) numeric() bool { return len(m.numbers) > 0 || len(m.ranges) > 0 }

func (m *missing) number(v float64) bool {
	for _, c := range m.numbers {
		if v == c {
			return true
		}
	}
	for _, r := range m.ranges {
		if v >= r[0] && v <= r[1] {
			return true
		}
	}
	return false
}

func (m *missing) text(s string) bool { return m.texts[s] }
