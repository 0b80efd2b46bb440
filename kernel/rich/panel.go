package rich

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hyp-lang/hyp/estimators/report"
)

// panel is one axis of an interval plot with the rows that may stand on it: numbers of one kind and unit.
type panel struct {
	title string
	log   bool     // a ratio: the axis is logarithmic
	none  *float64 // where there is no difference; a line
	low   float64  // what the kind cannot go below or above; NaN without a bound
	high  float64
	rows  []row
}

// row is one value with its interval.
type row struct {
	name, label string // the label stands behind the name
	value       float64
	low, high   *float64
	measure     string
	note        string // stands below the numbers
	verdict     string
	band        *[2]float64 // values smaller than the floor
	ninety      *[2]float64 // the 90% interval that an equivalence test compares with the band
}

// numbers is the value with its interval as text.
func (r *row) numbers() string { return report.Triple(r.value, r.low, r.high) }

// ends are the interval, or the value where there is none.
func (r *row) ends() (low, high float64) {
	if r.low == nil || r.high == nil {
		return r.value, r.value
	}
	return *r.low, *r.high
}

// axis is the part of a panel's scale that is drawn.
type axis struct {
	log       bool
	low, high float64 // on the scale: logarithms when log
	ticks     []float64
	labels    []string
}

func (a *axis) scale(v float64) float64 {
	if !a.log {
		return max(-1e300, min(v, 1e300))
	}
	return max(-290, min(math.Log10(max(v, math.SmallestNonzeroFloat64)), 290))
}

// at is the place of a value between 0 and 1; a value outside has a place outside, which is not far.
func (a *axis) at(v float64) float64 {
	return max(-100, min((a.scale(v)-a.low)/(a.high-a.low), 100))
}

// axis holds every value, the line of no difference and the bands, and the intervals as far as they are not many times as
// wide as the others: one that is would make a point of every other, and is drawn with an arrow.
func (p *panel) axis(most int) *axis {
	a := &axis{log: p.log, low: math.Inf(1), high: math.Inf(-1)}
	add := func(v float64) {
		a.low, a.high = min(a.low, a.scale(v)), max(a.high, a.scale(v))
	}
	var halves []float64
	for i := range p.rows {
		r := &p.rows[i]
		add(r.value)
		low, high := r.ends()
		halves = append(halves, a.scale(high)-a.scale(r.value), a.scale(r.value)-a.scale(low))
	}
	if p.none != nil {
		add(*p.none)
	}
	slices.SortFunc(halves, cmp.Compare[float64])
	reach := max(a.high-a.low, 8*halves[len(halves)/2])
	for i := range p.rows {
		r := &p.rows[i]
		low, high := r.ends()
		a.low, a.high = min(a.low, max(a.scale(low), a.scale(r.value)-reach)), max(a.high, min(a.scale(high), a.scale(r.value)+reach))
		for _, b := range []*[2]float64{r.band, r.ninety} {
			if b != nil && a.scale(b[1])-a.scale(b[0]) <= 4*max(reach, a.high-a.low) {
				add(b[0])
				add(b[1])
			}
		}
	}
	pad := (a.high - a.low) * 0.04
	if pad < 1e-9*max(math.Abs(a.low), math.Abs(a.high)) || pad < 1e-290 { // one value
		pad = max(math.Abs(a.low)*0.1, 1e-290)
		if p.log {
			pad = 0.05
		}
	}
	a.low, a.high = a.low-pad, a.high+pad
	if p.log {
		a.low, a.high = max(a.low, -300), min(a.high, 300)
	}
	a.tick(most)
	return a
}

// tick puts at most so many ticks at round numbers.
func (a *axis) tick(most int) {
	if a.log && a.high-a.low > 0.7 {
		a.tickLog(most)
		return
	}
	low, high := a.low, a.high
	if a.log {
		low, high = math.Pow(10, low), math.Pow(10, high)
	}
	step := math.Pow(10, math.Floor(math.Log10((high-low)/float64(most))))
	for _, f := range []float64{1, 2, 5, 10} {
		if (high-low)/(step*f) <= float64(most) {
			step *= f
			break
		}
	}
	first := math.Ceil(low/step - 1e-9)
	for i := 0; i <= most; i++ {
		v := (first + float64(i)) * step
		if v > high+1e-9*step {
			break
		}
		a.ticks = append(a.ticks, v)
	}
	places := max(0, int(-math.Floor(math.Log10(step)+1e-9)))
	for _, v := range a.ticks {
		a.labels = append(a.labels, tickText(v, places))
	}
}

// tickLog takes powers of two where they fit, else powers of ten, as many as fit.
func (a *axis) tickLog(most int) {
	for _, base := range []float64{2, 10} {
		unit := math.Log10(base)
		every := 1.0
		if base > 2 {
			every = max(1, math.Ceil((a.high-a.low)/float64(most)))
		}
		a.ticks = a.ticks[:0]
		for e := math.Ceil(a.low/unit/every) * every; e*unit <= a.high; e += every {
			a.ticks = append(a.ticks, math.Pow(base, e))
		}
		if len(a.ticks) <= most {
			break
		}
	}
	for _, v := range a.ticks {
		text := strconv.FormatFloat(v, 'f', -1, 64)
		if len(text) > 7 {
			text = tickText(v, 6)
		}
		a.labels = append(a.labels, text)
	}
}

// tickText prints a round number.
func tickText(v float64, places int) string {
	if v == 0 {
		return "0"
	}
	if m := math.Abs(v); m >= 1e6 || places > 5 {
		s := strconv.FormatFloat(v, 'e', -1, 64)
		if mantissa, e, _ := strings.Cut(s, "e"); len(mantissa) > 6 {
			s = strconv.FormatFloat(v, 'e', 2, 64)
		} else if n, err := strconv.Atoi(e); err == nil {
			s = mantissa + "e" + strconv.Itoa(n)
		}
		return s
	}
	if places == 0 && math.Abs(v) >= 1000 {
		return report.Count(int64(math.Round(v)))
	}
	return strconv.FormatFloat(v, 'f', places, 64)
}

// unlog undoes the logarithm of a ratio's axis.
func unlog(x float64) float64 { return max(math.Pow(10, x), math.SmallestNonzeroFloat64) }
