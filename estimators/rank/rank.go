// Package rank computes the rank tests: Mann-Whitney's U and Kruskal-Wallis's H, corrected for ties, and average ranks.
//
// Rank sums are exact: twice a mid-rank is an integer, and so are the tie sums (128 bits). Two ways lead to them. A column of
// small whole numbers (a survey item) is counted into a table of value by group in one parallel pass. Any other column is
// sorted once (radix sort of the float64 bits); the Index is kept as long as the column's view lives and serves every later
// subset of rows and every grouping in one walk. -0 equals 0.
//
// Measured on 500,000 rows, two cores of a Xeon shared with other work (go test -bench .):
//
//	Mann-Whitney, 5-point item                      1.7 ms
//	Kruskal-Wallis, 5-point item, 12 groups         1.8 ms
//	Kruskal-Wallis, continuous, 12 groups, indexed  3.9 ms
//	building an index                              24   ms
//	mid-ranks of all rows, indexed                 10   ms
package rank

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/hyp-lang/hyp/estimators/table"
)

// ErrConstant says that every value is the same, so that ranks have no variance.
var ErrConstant = errors.New("rank: every value is the same")

// ErrGroups says that fewer than two groups have rows.
var ErrGroups = errors.New("rank: fewer than two groups have rows")

// maxRows is where twice a rank sum might leave 63 bits.
const maxRows = 2_000_000_000

// MW is the Mann-Whitney test of the rows of group 1 against those of group 0.
type MW struct {
	N0, N1 int64
	U      float64 // pairs in which the row of group 1 is larger, ties counted half
	Z      float64 // signed as U - N0 N1/2; continuity-corrected towards 0; variance corrected for ties
}

// MannWhitney compares two groups. Row i takes part when it is in rows (nil: all), present in x, and level[code i] is 0 or
// 1 (the reference and the other group); -1 leaves a code out. The normal approximation, its tie correction and the
// continuity correction of 1/2 are those of scipy.stats.mannwhitneyu(method="asymptotic"), U1 being the other group's.
// The errors are ErrConstant, ErrGroups, and the context's.
func MannWhitney(ctx context.Context, x *table.Numeric, rows table.Bitmap, codes table.Codes, level []int32) (MW, error) {
	s, err := sum(ctx, x, rows, codes, level, 2)
	if err != nil {
		return MW{}, err
	}
	return s.mannWhitney()
}

func (s *sums) mannWhitney() (MW, error) {
	n0, n1 := s.n[0], s.n[1]
	if n0 == 0 || n1 == 0 {
		return MW{}, ErrGroups
	}
	n := float64(n0 + n1)
	untied := s.untied()
	if untied == 0 {
		return MW{}, ErrConstant
	}
	// 2U = 2R - n1(n1+1), and U's distance from its mean n0 n1/2, doubled.
	twoU := s.twice[1] - n1*(n1+1)
	off := twoU - n0*n1
	variance := float64(n0) * float64(n1) / 12 * (untied / (n * (n - 1)))
	m := MW{N0: n0, N1: n1, U: float64(twoU) / 2}
	m.Z = math.Max(math.Abs(float64(off))/2-0.5, 0) / math.Sqrt(variance)
	if off < 0 {
		m.Z = -m.Z
	}
	return m, nil
}

// KW is the Kruskal-Wallis test.
type KW struct {
	N       []int64   // rows of each group
	RankSum []float64 // sum of mid-ranks of each group
	H       float64   // corrected for ties
	DF      int       // groups that have rows, less 1
	Ties    float64   // the tie correction H was divided by: 1 without ties
}

// KruskalWallis compares groups 0..groups-1; rows, codes and level as in MannWhitney. Groups without rows do not count.
// H is R's kruskal.test and scipy.stats.kruskal. The errors are ErrConstant, ErrGroups, and the context's.
func KruskalWallis(ctx context.Context, x *table.Numeric, rows table.Bitmap, codes table.Codes, level []int32, groups int) (KW, error) {
	s, err := sum(ctx, x, rows, codes, level, groups)
	if err != nil {
		return KW{}, err
	}
	return s.kruskalWallis()
}

func (s *sums) kruskalWallis() (KW, error) {
	k := KW{N: s.n, RankSum: make([]float64, len(s.n)), DF: -1}
	var n int64
	for g, m := range s.n {
		n += m
		k.RankSum[g] = float64(s.twice[g]) / 2
		if m > 0 {
			k.DF++
		}
	}
	if k.DF < 1 {
		return KW{}, ErrGroups
	}
	untied := s.untied()
	if untied == 0 {
		return KW{}, ErrConstant
	}
	// H = 12/(N(N+1)) sum n (mean rank - (N+1)/2)^2, with the distance of a rank sum from its mean as an exact integer.
	total := 0.0
	for g, m := range s.n {
		if m > 0 {
			d := float64(s.twice[g] - m*(n+1))
			total += d * d / float64(m)
		}
	}
	f := float64(n)
	k.Ties = untied / (f * (f - 1) * (f + 1))
	k.H = 3 / (f * (f + 1)) * total / k.Ties
	return k, nil
}

// sums are what both tests need.
type sums struct {
	n     []int64 // rows of each group
	twice []int64 // twice the sum of mid-ranks of each group
	ties  uint128 // sum over distinct values of t^3 - t, t the rows that share it
}

// untied is N^3 - N - ties, exact until it becomes a double; 0 when all values are the same.
func (s *sums) untied() float64 {
	var n int64
	for _, m := range s.n {
		n += m
	}
	all := cubeLess(uint64(n))
	return all.minus(s.ties).float()
}

func sum(ctx context.Context, x *table.Numeric, rows table.Bitmap, codes table.Codes, level []int32, groups int) (*sums, error) {
	if len(x.Values) > maxRows {
		return nil, fmt.Errorf("rank: column %q has %d rows, at most %d can be ranked", x.Name, len(x.Values), maxRows)
	}
	if codes.Len() != len(x.Values) {
		return nil, fmt.Errorf("rank: column %q has %d rows and its groups %d", x.Name, len(x.Values), codes.Len())
	}
	rows = rows.And(x.Valid)
	s, err := count(ctx, x.Values, rows, codes, level, groups)
	if s != nil || err != nil {
		return s, err
	}
	index, err := IndexOf(ctx, x)
	if err != nil {
		return nil, err
	}
	return index.sum(ctx, rows, codes, level, groups)
}
