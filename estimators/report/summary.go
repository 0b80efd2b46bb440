package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/hyp-lang/hyp/estimators/result"
)

// Summary counts what a run did.
type Summary struct {
	Hypotheses, Estimated, Refused, Blocked int
	Verdicts                                map[result.Value]int
	Rows                                    int64         // rows of the tables that were read
	Elapsed                                 time.Duration // 0: not shown
}

// Add counts one record.
func (s *Summary) Add(r *result.Record) {
	s.Hypotheses++
	if r.Verdict != nil && r.Status == result.OK {
		if s.Verdicts == nil {
			s.Verdicts = map[result.Value]int{}
		}
		s.Verdicts[r.Verdict.Value]++
	}
	switch r.Status {
	case result.Refused:
		s.Refused++
	case result.Blocked:
		s.Blocked++
	default:
		s.Estimated++
	}
}

// String is the closing line: `12 hypotheses: 11 estimated (9 supported, 2 inconclusive), 1 refused; 344 rows, 12 ms`.
func (s Summary) String() string {
	line := s.Counts() + "; " + Plural(int(s.Rows), "row", "rows")
	if s.Elapsed > 0 {
		line += ", " + elapsed(s.Elapsed)
	}
	return line
}

// Counts is the closing line without rows and time.
func (s Summary) Counts() string {
	parts := []string{fmt.Sprintf("%s estimated", Count(int64(s.Estimated)))}
	if s.Refused > 0 {
		parts = append(parts, Count(int64(s.Refused))+" refused")
	}
	if s.Blocked > 0 {
		parts = append(parts, Count(int64(s.Blocked))+" blocked")
	}
	if v := s.verdicts(); v != "" {
		parts[0] += " (" + v + ")"
	}
	return Plural(s.Hypotheses, "hypothesis", "hypotheses") + ": " + strings.Join(parts, ", ")
}

// verdicts counts them in a fixed order.
func (s Summary) verdicts() string {
	var parts []string
	for _, v := range []result.Value{result.Supported, result.Qualified, result.Refuted, result.Inconclusive} {
		if n := s.Verdicts[v]; n > 0 {
			parts = append(parts, Count(int64(n))+" "+string(v))
		}
	}
	return strings.Join(parts, ", ")
}

// Unsupported counts estimated hypotheses whose verdict is not supported.
func (s Summary) Unsupported() int {
	n := 0
	for v, k := range s.Verdicts {
		if v != result.Supported {
			n += k
		}
	}
	return n
}

// WriteSummary prints the closing line, wrapped to the width.
func WriteSummary(w io.Writer, s Summary, o Options) error {
	_, err := io.WriteString(w, strings.Join(Wrap(s.String(), o.width(), margin), "\n")+"\n")
	return err
}

// Plural is a number of things: 1 row, 2,000 rows.
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Count(int64(n)) + " " + many
}

func elapsed(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return "under 1 ms"
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
}
