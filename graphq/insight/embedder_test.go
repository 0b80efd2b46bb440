package insight

import (
	"math"
	"testing"
)

// calibration is an embedder of which only the scale is asked.
type calibration struct {
	literally
	duplicate float64
}

func (c calibration) Duplicate() float64 { return c.duplicate }

// Every embedder's duplicate stands at .92 of the paper's scale and equal texts at 1; of an embedder with .84 the scale is (1 + s) / 2, the one that
// the paper's thresholds are of.
func TestCalibrated(t *testing.T) {
	for _, d := range []float64{0.5, 0.84, 0.92, 0.99} {
		e := calibration{duplicate: d}
		for x, want := range map[float64]float64{d: duplicate, 1: 1} {
			if got := Calibrated(e, x); math.Abs(got-want) > 1e-12 {
				t.Errorf("duplicate %v: %v is %v on the paper's scale, want %v", d, x, got, want)
			}
		}
		for _, x := range []float64{0.7, 0.88, 0.92, 0.99} {
			if got := Calibrated(e, threshold(e, x)); math.Abs(got-x) > 1e-12 {
				t.Errorf("duplicate %v: the threshold of %v stands at %v", d, x, got)
			}
		}
		if threshold(e, 0) != d || threshold(e, duplicate) != d {
			t.Errorf("duplicate %v: its own threshold is %v", d, threshold(e, 0))
		}
	}
	if s := Calibrated(calibration{duplicate: 0.84}, 0.3); math.Abs(s-0.65) > 1e-12 {
		t.Errorf("(1 + .3) / 2 = %v", s)
	}
	for x, want := range map[float64]float64{0: 0, 1: 1} {
		if got := Calibrated(literally{}, x); got != want {
			t.Errorf("literally, %v is %v", x, got)
		}
	}
}
