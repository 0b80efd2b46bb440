package table

import (
	"strings"
	"time"
)

// layouts are the ISO 8601 forms that occur in tables; fractions of a second are read by any layout with seconds.
var layouts = []string{
	"2006-01-02", "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04",
	"2006-01-02T15:04:05Z07:00", "2006-01-02 15:04:05Z07:00", "2006-01-02T15:04Z07:00", "2006-01-02 15:04Z07:00",
	"2006-01-02T15:04:05Z0700", "2006-01-02 15:04:05Z0700",
}

// ParseTime reads an ISO 8601 date or date and time as days since 1970-01-01T00:00:00Z, the time of day as fraction.
// Without an offset the time counts as UTC. Impossible dates (2023-02-30) are refused.
func ParseTime(s string) (days float64, ok bool) {
	s = strings.TrimSpace(s)
	if len(s) < 10 || s[4] != '-' || s[7] != '-' {
		return 0, false
	}
	for _, l := range layouts {
		if t, err := time.Parse(l, s); err == nil {
			return daysOf(t), true
		}
	}
	return 0, false
}

// daysOf splits off whole days before dividing, so that dates are exact whole numbers.
func daysOf(t time.Time) float64 {
	const day = 24 * 60 * 60
	sec := t.Unix()
	d, rest := sec/day, sec%day
	if rest < 0 {
		d, rest = d-1, rest+day
	}
	return float64(d) + (float64(rest)+float64(t.Nanosecond())/1e9)/day
}
