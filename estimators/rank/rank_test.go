package rank

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"testing"

	"github.com/hyp-lang/hyp/estimators/dist"
	"github.com/hyp-lang/hyp/estimators/table"
)

var identity = []int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}

func close(got, want, rel float64) bool {
	return math.Abs(got-want) <= rel*max(math.Abs(want), 1e-300)
}

// Every case runs through the counting table, when it can, and through the index, with codes of each width.
func TestAgainstScipy(t *testing.T) {
	raw, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			Name          string
			Values, Ranks []float64
			Codes         []uint32
			Groups        int
			U, P          *float64
			H             float64
		}
	}
	if err := json.Unmarshal(raw, &file); err != nil || len(file.Cases) < 10 {
		t.Fatal(err, len(file.Cases))
	}
	ctx := context.Background()
	for _, c := range file.Cases {
		x := &table.Numeric{Name: "x", Values: c.Values}
		wide := table.Codes{U32: c.Codes}
		mid := table.Codes{U16: make([]uint16, len(c.Codes))}
		for i, v := range c.Codes {
			mid.U16[i] = uint16(v)
		}
		for width, codes := range map[string]table.Codes{"8 bits": table.CodesOf(c.Codes), "16 bits": mid, "32 bits": wide} {
			k, err := KruskalWallis(ctx, x, nil, codes, identity, c.Groups)
			if err != nil || !close(k.H, c.H, 1e-11) || k.DF != c.Groups-1 {
				t.Errorf("%s, %s: H %v, want %v (%v)", c.Name, width, k, c.H, err)
			}
			if c.U == nil {
				continue
			}
			m, err := MannWhitney(ctx, x, nil, codes, identity)
			if err != nil || m.U != *c.U || !close(dist.NormalTwoSided(m.Z).P, *c.P, 1e-11) {
				t.Errorf("%s, %s: %+v, want U %v, p %v (%v)", c.Name, width, m, *c.U, *c.P, err)
			}
			if half := float64(m.N0*m.N1) / 2; (m.Z < 0) != (m.U < half-0.5) {
				t.Errorf("%s: z %v has not the sign of U %v - %v", c.Name, m.Z, m.U, half)
			}
		}
		index, err := NewIndex(ctx, x)
		if err != nil {
			t.Fatal(err)
		}
		s, err := index.sum(ctx, nil, wide, identity, c.Groups)
		if err != nil {
			t.Fatal(err)
		}
		if counted, err := count(ctx, c.Values, nil, wide, identity, c.Groups); err != nil || counted != nil && !equal(counted, s) {
			t.Errorf("%s: counted %+v, by index %+v", c.Name, counted, s)
		}
		for i, r := range index.Ranks(nil) {
			if r != c.Ranks[i] {
				t.Errorf("%s: rank of row %d is %v, want %v", c.Name, i, r, c.Ranks[i])
				break
			}
		}
	}
}

func equal(a, b *sums) bool {
	for g := range a.n {
		if a.n[g] != b.n[g] || a.twice[g] != b.twice[g] {
			return false
		}
	}
	return a.ties == b.ties
}

// R 4.2.2: kruskal.test(Ozone ~ Month, airquality) and wilcox.test(breaks ~ wool, warpbreaks, exact = FALSE).
func TestAgainstR(t *testing.T) {
	na := math.NaN()
	ozone := []float64{41, 36, 12, 18, na, 28, 23, 19, 8, na, 7, 16, 11, 14, 18, 14, 34, 6, 30, 11, 1, 11, 4, 32, na, na, na, 23, 45, 115, 37, na, na, na, na, na, na, 29, na, 71, 39, na, na, 23, na, na, 21, 37, 20, 12, 13, na, na, na, na, na, na, na, na, na, na, 135, 49, 32, na, 64, 40, 77, 97, 97, 85, na, 10, 27, na, 7, 48, 35, 61, 79, 63, 16, na, na, 80, 108, 20, 52, 82, 50, 64, 59, 39, 9, 16, 78, 35, 66, 122, 89, 110, na, na, 44, 28, 65, na, 22, 59, 23, 31, 44, 21, 9, na, 45, 168, 73, na, 76, 118, 84, 85, 96, 78, 73, 91, 47, 32, 20, 23, 21, 24, 44, 21, 28, 9, 13, 46, 18, 13, 24, 16, 13, 23, 36, 7, 14, 30, na, 14, 18, 20}
	month := []uint32{5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9}
	valid := table.NewBitmap(len(ozone), true)
	for i, v := range ozone {
		if math.IsNaN(v) {
			valid.Clear(i)
			ozone[i] = 40
		}
	}
	x := &table.Numeric{Values: ozone, Valid: valid, Center: 40}
	level := []int32{-1, -1, -1, -1, -1, 0, 1, 2, 3, 4}
	k, err := KruskalWallis(context.Background(), x, nil, table.CodesOf(month), level, 5)
	if err != nil || !close(k.H, 29.266576306116939, 1e-12) || k.DF != 4 {
		t.Errorf("airquality: %+v %v", k, err)
	}
	breaks := []float64{26, 30, 54, 25, 70, 52, 51, 26, 67, 18, 21, 29, 17, 12, 18, 35, 30, 36, 36, 21, 24, 18, 10, 43, 28, 15, 26, 27, 14, 29, 19, 29, 31, 41, 20, 44, 42, 26, 19, 16, 39, 28, 21, 39, 29, 20, 21, 24, 17, 13, 15, 15, 16, 28}
	wool := []uint32{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}
	m, err := MannWhitney(context.Background(), &table.Numeric{Values: breaks}, nil, table.CodesOf(wool), []int32{-1, 1, 0})
	if err != nil || m.U != 431 || !close(dist.NormalTwoSided(m.Z).P, 0.25308507138146419, 1e-12) {
		t.Errorf("warpbreaks: %+v %v", m, err)
	}
}

// A large table with ties, missing values, a row mask, left-out levels and several workers, against counting pairs on the
// distinct values.
func TestLarge(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	const n = 4*stretch + 77
	rng := rand.New(rand.NewPCG(1, 2))
	values, codes := make([]float64, n), make([]uint32, n)
	rows, valid := table.NewBitmap(n, true), table.NewBitmap(n, true)
	for _, scale := range []float64{1, 0.37} { // 0.37: not whole, so by index
		tally := map[float64][3]int64{}
		for i := range values {
			values[i], codes[i] = float64(rng.IntN(900)-450)*scale, uint32(rng.IntN(4))
			if rng.IntN(10) == 0 {
				rows.Clear(i)
			}
			if rng.IntN(10) == 0 {
				valid.Clear(i)
				values[i] = 0
			}
			if rows.Get(i) && valid.Get(i) && codes[i] != 2 {
				c := tally[values[i]]
				c[[]int{0, 1, -1, 2}[codes[i]]]++
				tally[values[i]] = c
			}
		}
		var want [3]int64 // pairs won, doubled, of each group against all rows
		var ns [3]int64
		for v, a := range tally {
			for w, b := range tally {
				other := b[0] + b[1] + b[2]
				for g := range want {
					if v > w {
						want[g] += 2 * a[g] * other
					} else if v == w {
						want[g] += a[g] * other
					}
				}
			}
			for g := range ns {
				ns[g] += a[g]
			}
		}
		k, err := KruskalWallis(context.Background(), &table.Numeric{Values: values, Valid: valid}, rows, table.CodesOf(codes), []int32{0, 1, -1, 2}, 3)
		if err != nil {
			t.Fatal(err)
		}
		for g := range want {
			// A mid-rank is the rows below, half the tied ones (itself among them), and a half.
			if r := float64(want[g])/2 + float64(ns[g])/2; k.N[g] != ns[g] || k.RankSum[g] != r {
				t.Errorf("scale %g, group %d: n %d rank sum %v, want %d and %v", scale, g, k.N[g], k.RankSum[g], ns[g], r)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	ctx := context.Background()
	tied := &table.Numeric{Values: []float64{2.5, 2.5, 2.5, 2.5}}
	codes := table.CodesOf([]uint32{0, 1, 0, 1})
	if _, err := MannWhitney(ctx, tied, nil, codes, identity); !errors.Is(err, ErrConstant) {
		t.Errorf("all tied: %v", err)
	}
	if _, err := KruskalWallis(ctx, tied, nil, codes, identity, 2); !errors.Is(err, ErrConstant) {
		t.Errorf("all tied: %v", err)
	}
	if _, err := MannWhitney(ctx, &table.Numeric{Values: []float64{1, 2, 3, 4}}, nil, codes, []int32{0, -1}); !errors.Is(err, ErrGroups) {
		t.Errorf("one group: %v", err)
	}
	if _, err := KruskalWallis(ctx, &table.Numeric{Values: []float64{1, 2, 3, 4}}, table.NewBitmap(4, false), codes, identity, 2); !errors.Is(err, ErrGroups) {
		t.Errorf("no rows: %v", err)
	}
	if _, err := KruskalWallis(ctx, tied, nil, table.CodesOf([]uint32{1}), identity, 2); err == nil {
		t.Error("codes of another length were taken")
	}
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := MannWhitney(gone, tied, nil, codes, identity); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestOf(t *testing.T) {
	x := &table.Numeric{Values: []float64{5, 7, 7, -1, 3.5, 7}, Valid: table.Bitmap{0b110111}, Center: 5}
	x.Values[3] = x.Center
	rows := table.Bitmap{0b011111}
	got := Of(x, rows)
	// Rows 0, 1, 2, 4 take part: 3.5 5 7 7.
	want := []float64{2, 3.5, 3.5, 2.5, 1, 2.5}
	for i := range want {
		if got.Values[i] != want[i] {
			t.Fatalf("got %v, want %v", got.Values, want)
		}
	}
	if got.Center != 2.5 || got.Valid[0] != 0b010111 {
		t.Errorf("center %v, valid %b", got.Center, got.Valid)
	}
}

// An index is shared by equal views and forgotten with them.
func TestIndexOf(t *testing.T) {
	x := &table.Numeric{Values: []float64{3, 1, 2.5}}
	a, _ := IndexOf(context.Background(), x)
	b, _ := IndexOf(context.Background(), x)
	if a != b || a.Bytes() == 0 {
		t.Error("the index was built twice")
	}
	runtime.KeepAlive(x)
	x = nil
	for range 100 {
		runtime.GC()
		indexes.Lock()
		n := len(indexes.of)
		indexes.Unlock()
		if n == 0 {
			return
		}
		runtime.Gosched()
	}
	t.Error("an index outlived its column")
}
