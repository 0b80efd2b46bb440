// Package benchtable makes the table on which the speed of reading and estimating is measured: 88 columns of survey-like
// data, the same for every run of one seed on every machine.
//
// Columns, in order: n01..n60 numeric (0 to 4 decimals; blocks of ten share a latent factor, so that they correlate by
// about .1 to .6; n10, n20 ... lie on a large offset), o01..o19 ordinal (1..5, 1..7 and 0..10 in turn; o10 is 0/1), yes
// (0/1, its log odds linear in n01, n02 and o01), c01..c08 categorical with 3, 4, 6, 5, 3, 8, 10 and 12 text levels of
// unequal frequency. n02 has a slope on n01 that differs by level of c03 and a mean that differs by level of c08. Each column misses 2
// to 10 percent of its cells, at random.
package benchtable

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strconv"

	"github.com/hyp-lang/hyp/estimators/table"
)

const (
	numeric     = 60
	ordinal     = 20 // the last is yes
	categorical = 8
	// Columns is the number of columns.
	Columns = numeric + ordinal + categorical
)

var (
	levelCounts = [categorical]int{3, 4, 6, 5, 3, 8, 10, 12}
	words       = [12]string{"north", "south", "east", "west", "centre", "islands", "coast", "valley", "capital", "border", "highland", "abroad"}
	tens        = [5]float64{1, 10, 100, 1000, 10000}
)

// Names returns the column names.
func Names() []string {
	var out []string
	for i := range numeric {
		out = append(out, fmt.Sprintf("n%02d", i+1))
	}
	for i := range ordinal - 1 {
		out = append(out, fmt.Sprintf("o%02d", i+1))
	}
	out = append(out, "yes")
	for i := range categorical {
		out = append(out, fmt.Sprintf("c%02d", i+1))
	}
	return out
}

// decimals of numeric column k; its value is a whole number of that many decimal places, so that the text and the
// number are the same.
func decimals(k int) int { return []int{2, 3, 1, 4, 0, 2, 3, 2, 1, 3}[k%10] }

// level is the text of level l of categorical column k.
func level(k, l int) string { return words[(l+k)%len(words)] }

const missing = math.MinInt64

// row fills cells with the scaled whole numbers of numeric columns, the values of ordinal ones, the levels of
// categorical ones, or missing.
func row(i int, seed uint64, src *rand.PCG, rng *rand.Rand, cells *[Columns]int64) {
	src.Seed(seed, mix(uint64(i)))
	var latent [6]float64
	for k := range latent {
		latent[k] = rng.NormFloat64()
	}
	var group [categorical]int
	for k, n := range levelCounts {
		u := rng.Float64()
		group[k] = int(u * (0.4 + 0.6*u) * float64(n)) // the first levels are the most frequent
	}
	var z [numeric]float64
	for k := range z {
		load := 0.3 + 0.05*float64(k%10)
		z[k] = load*latent[k/10] + math.Sqrt(1-load*load)*rng.NormFloat64()
	}
	z[1] += (0.1 + 0.05*float64(group[2])) * z[0]
	z[1] += 0.03 * float64(group[7])
	for k, v := range z {
		mean, sd := 50.0, 10.0
		switch {
		case k%10 == 9:
			mean, sd = 20000, 3
		case k%10 == 4:
			mean, sd = 40000, 9000
		case k%3 == 0:
			mean, sd = 0, 100
		}
		cells[k] = int64(math.RoundToEven((mean + sd*v) * tens[decimals(k)]))
	}
	var first float64
	for k := range ordinal - 1 {
		v := 0.5*latent[k%6] + 0.87*rng.NormFloat64()
		if k == 0 {
			first = v
		}
		lo, hi := 1.0, 5.0
		switch {
		case k == 9:
			lo, hi = 0, 1
		case k%3 == 1:
			hi = 7
		case k%3 == 2:
			lo, hi = 0, 10
		}
		mid := (lo + hi) / 2
		cells[numeric+k] = int64(min(hi, max(lo, math.Floor(mid+0.5+(hi-lo)/4*v))))
	}
	yes := int64(0)
	if rng.Float64() < 1/(1+math.Exp(0.4-0.5*z[0]-0.25*z[1]+0.2*first)) {
		yes = 1
	}
	cells[numeric+ordinal-1] = yes
	for k, g := range group {
		cells[numeric+ordinal+k] = int64(g)
	}
	for k := range cells {
		if rng.Float64() < missingShare(k) {
			cells[k] = missing
		}
	}
}

// missingShare of column k lies in 0.02..0.10.
func missingShare(k int) float64 { return 0.02 + 0.01*float64((k*37+5)%9) }

// mix spreads the row number over 64 bits (Steele, Lea and Flood 2014, SplitMix64's finaliser).
func mix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// Write writes the table as CSV.
func Write(w io.Writer, rows int, seed uint64) error {
	buf := bufio.NewWriterSize(w, 1<<20)
	var line []byte
	for i, n := range Names() {
		if i > 0 {
			line = append(line, ',')
		}
		line = append(line, n...)
	}
	src := rand.NewPCG(0, 0)
	rng := rand.New(src)
	var cells [Columns]int64
	for i := range rows {
		line = append(line, '\n')
		if _, err := buf.Write(line); err != nil {
			return err
		}
		line = line[:0]
		row(i, seed, src, rng, &cells)
		for k, v := range cells {
			if k > 0 {
				line = append(line, ',')
			}
			switch {
			case v == missing:
			case k < numeric:
				line = appendDecimal(line, v, decimals(k))
			case k < numeric+ordinal:
				line = strconv.AppendInt(line, v, 10)
			default:
				line = append(line, level(k-numeric-ordinal, int(v))...)
			}
		}
	}
	line = append(line, '\n')
	if _, err := buf.Write(line); err != nil {
		return err
	}
	return buf.Flush()
}

// appendDecimal writes v / 10^places.
func appendDecimal(b []byte, v int64, places int) []byte {
	if v < 0 {
		b = append(b, '-')
		v = -v
	}
	unit := int64(tens[places])
	b = strconv.AppendInt(b, v/unit, 10)
	if places == 0 {
		return b
	}
	b = append(b, '.')
	rest := v % unit
	for unit /= 10; unit > 0; unit /= 10 {
		b = append(b, byte('0'+rest/unit%10))
	}
	return b
}

// Table makes the same table in memory: what reading Write's output gives, except for the source's hash and line
// numbers and the order of the dictionaries.
func Table(rows int, seed uint64) *table.Table {
	names := Names()
	cols := make([]*table.Column, Columns)
	values := make([][]float64, numeric+ordinal)
	valid := make([][]bool, numeric+ordinal)
	for k := range values {
		values[k], valid[k] = make([]float64, rows), make([]bool, rows)
	}
	var text [categorical][]string
	for k := range text {
		text[k] = make([]string, rows)
	}
	src := rand.NewPCG(0, 0)
	rng := rand.New(src)
	var cells [Columns]int64
	for i := range rows {
		row(i, seed, src, rng, &cells)
		for k, v := range cells {
			switch {
			case v == missing:
			case k < numeric:
				values[k][i], valid[k][i] = float64(v)/tens[decimals(k)], true
			case k < numeric+ordinal:
				values[k][i], valid[k][i] = float64(v), true
			default:
				text[k-numeric-ordinal][i] = level(k-numeric-ordinal, int(v))
			}
		}
	}
	for k := range cols {
		if k < numeric+ordinal {
			cols[k] = table.NumbersColumn(names[k], values[k], valid[k])
		} else {
			cols[k] = table.TextColumn(names[k], text[k-numeric-ordinal])
		}
	}
	t, err := table.New("benchtable", cols...)
	if err != nil {
		panic(err) // equal lengths and distinct names by construction
	}
	return t
}
