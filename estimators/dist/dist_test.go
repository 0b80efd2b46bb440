package dist

import (
	"bufio"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// readTable reads a tab-separated table of a name and numbers.
func readTable(t *testing.T, path string, each func(kind string, v []float64)) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for s := bufio.NewScanner(f); s.Scan(); {
		if strings.HasPrefix(s.Text(), "#") {
			continue
		}
		cells := strings.Split(s.Text(), "\t")
		v := make([]float64, len(cells)-1)
		for i, c := range cells[1:] {
			if v[i], err = strconv.ParseFloat(c, 64); err != nil && !math.IsInf(v[i], 0) {
				t.Fatalf("%s: %v", path, err)
			}
		}
		each(cells[0], v)
		n++
	}
	if n < 100 {
		t.Fatalf("%s: %d rows", path, n)
	}
}

// tailError compares p where the wanted p is a normal double, else its logarithm.
func tailError(got Tail, wantLog float64) float64 {
	e := 0.0
	if wantLog > -307 {
		want := math.Pow(10, wantLog)
		e = math.Abs(got.P-want) / want / 1e-12 // math.Pow(10, -300) itself is good to 1e-13
		e = max(e, math.Abs(got.Log10P-wantLog)*math.Ln10/1e-12)
		if wantLog > -0.1 && wantLog < -1e-30 { // near 1 the logarithm carries what p cannot (the table holds 60 digits of p)
			e = max(e, math.Abs(got.Log10P/wantLog-1)/1e-10)
		}
		return e
	}
	return math.Abs(got.Log10P/wantLog-1) / 1e-13
}

func tailOf(kind string, v []float64) Tail {
	switch kind {
	case "t":
		return StudentTwoSided(v[0], v[1])
	case "F":
		return FUpper(v[0], v[1], v[2])
	case "chi2":
		return ChiSquaredUpper(v[0], v[1])
	case "z":
		return NormalTwoSided(v[0])
	}
	return nan
}

func TestAgainstMpmath(t *testing.T) {
	worst := map[string]float64{}
	readTable(t, "testdata/tails.tsv", func(kind string, v []float64) {
		want := v[3]
		var e float64
		switch kind {
		case "tq", "zq":
			got := NormalQuantile(v[0])
			if kind == "tq" {
				got = StudentQuantile(v[0], v[1])
			}
			if math.IsInf(want, 0) || math.Abs(want) > 1e308 {
				if math.Abs(got) < 1e307 {
					t.Errorf("%s %v: %v, want overflow", kind, v, got)
				}
				return
			}
			if e = math.Abs(got/want-1) / 1e-13; !(e <= 1) {
				t.Errorf("%s %v: got %v (off by %.2g)", kind, v, got, e*1e-13)
			}
		default:
			got := tailOf(kind, v)
			if e = tailError(got, want); !(e <= 1) {
				t.Errorf("%s %v: got %v, log10 off by %.3g", kind, v, got, got.Log10P-want)
			}
		}
		worst[kind] = max(worst[kind], e)
	})
	t.Logf("largest errors in units of the bound: %v", worst)
}

// R's own tails are good to about 1e-11, its noncentral F to 1e-9 (errmax in pnbeta.c). Rows where R underflows are left out.
func TestAgainstR(t *testing.T) {
	worst := map[string]float64{}
	readTable(t, "testdata/r.tsv", func(kind string, v []float64) {
		want := v[4]
		var e float64
		if kind == "ncf" {
			e = math.Abs(NoncentralFCDF(v[0], v[1], v[2], v[3])-want) / 1e-9
		} else {
			e = math.Abs(tailOf(kind, v).Log10P-want) / max(1e-3, math.Abs(want)) / 1e-10
		}
		if !(e <= 1) {
			t.Errorf("%s %v: off by %.3g bounds", kind, v, e)
		}
		worst[kind] = max(worst[kind], e)
	})
	t.Logf("largest errors in units of 1e-10 (ncf: 1e-9): %v", worst)
}
