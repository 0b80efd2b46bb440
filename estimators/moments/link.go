package moments

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// link turns a pass over the rows into one step of Newton's method for the logistic model: the weight of a row is p(1-p)
// and its outcome is the residual y-p, with p from the current coefficients.
type link struct {
	at    predictor
	step  *predictor // the step that led here, to measure how far it moved each row; nil: not measured
	every int        // read one block in every, for a first guess; 0 or 1: all
}

// predictor is a linear predictor in the pass's own vectors.
type predictor struct {
	cell   []float64 // cell: intercept and factor effects; one more for rows outside the model
	vector []float64 // slope of each vector, the outcome's unused
	slope  []float64 // cell x slopes: what the cell adds to the slope of a column
}

// predictorOf spreads the design's coefficients (the intercept first) over cells and vectors.
func (s *Sums) predictorOf(cols []column, b []float64) predictor {
	nc, ns := s.cells.n, len(s.v.slopes)
	p := predictor{make([]float64, nc+1), make([]float64, s.width), make([]float64, (nc+1)*ns)}
	for c := range nc {
		p.cell[c] = b[0]
	}
	for j, col := range cols {
		if !col.inCells {
			p.vector[col.vector] += b[j+1]
			continue
		}
		for c := range nc {
			switch {
			case !col.holds(s, c):
			case col.vector < 0:
				p.cell[c] += b[j+1]
			default:
				p.slope[c*ns+s.v.slopeAt[col.vector]] += b[j+1]
			}
		}
	}
	return p
}

// eval writes the predictor of a block's rows.
func (w *worker) eval(p *predictor, out []float64) {
	n := len(out)
	cell := w.cell[:n]
	for i, c := range cell {
		out[i] = p.cell[c]
	}
	for k := range w.q - 1 {
		if p.vector[k] != 0 {
			floats.AddScaled(out, p.vector[k], w.buf[k*block:k*block+n])
		}
	}
	ns := len(w.v.slopes)
	for j, a := range w.v.slopes {
		u := w.buf[a*block : a*block+n]
		for i, c := range cell {
			out[i] += p.slope[int(c)*ns+j] * u[i]
		}
	}
}

// recession is how far, relative to the largest move, a row may go against a direction that is taken as a direction of recession.
const recession = 1e-8

// apply replaces the outcome by residuals and makes the weights of a block.
func (w *worker) apply(n int) {
	eta := w.eta[:n]
	w.eval(&w.link.at, eta)
	y := w.buf[(w.q-1)*block : (w.q-1)*block+n]
	if w.link.step != nil {
		moved := w.eta[block : block+n]
		w.eval(w.link.step, moved)
		for i, d := range moved {
			if w.w[i] == 0 {
				continue
			}
			w.largest = max(w.largest, math.Abs(d))
			if y[i] > 0.5 {
				d = -d
			}
			w.against = max(w.against, d)
			w.least = min(w.least, -d)
		}
	}
	// Without branches, since the outcome is the one thing that no predictor can guess: with s the log odds towards what
	// was observed, the residual is 1/(1+exp(s)) in the outcome's direction, and -2 log likelihood is 2 log(1+exp(-s)). The
	// exponentials have a loop of their own, so that nothing has to be kept across their calls.
	weight, towards, e := w.w[:n], w.eta[:n], w.eta[2*block:2*block+n]
	beyond, events := 0.0, 0.0
	for i, t := range eta {
		s := (2*y[i] - 1) * t
		magnitude := math.Abs(s)
		beyond += magnitude - s
		events += weight[i] * y[i]
		towards[i], e[i] = s, magnitude
	}
	for i, x := range e {
		e[i] = expNegative(x)
	}
	product := 1.0
	for i, x := range e {
		p := 1 / (1 + x)
		q := x * p
		present := weight[i]
		weight[i] = present * q * p
		y[i] = present * (2*y[i] - 1) * (0.5 - math.Copysign(0.5-q, towards[i]))
		product *= 1 + present*x
		if i&511 == 511 { // 512 factors up to two stay finite
			w.deviance += 2 * math.Log(product)
			product = 1
		}
	}
	w.deviance += beyond + 2*math.Log(product)
	w.events += events
	for k := range w.q - 1 {
		floats.MulTo(w.wbuf[k*block:k*block+n], w.buf[k*block:k*block+n], w.w[:n])
	}
}

// expNegative is exp(-x) for x >= 0 to within one unit in the last place: exp(-x) = 2^-k 2^(-j/64) exp(-r) with r below ln 2/128, from a table
// and five terms (P. T. P. Tang, ACM Transactions on Mathematical Software 15, 1989). Below 2^-1020 it is 0.
func expNegative(x float64) float64 {
	if !(x < 707) {
		if x != x {
			return x
		}
		return 0
	}
	n := int64(x*(64/math.Ln2) + 0.5)
	f := float64(n)
	r := (x - f*ln2Over64High) - f*ln2Over64Low
	p := 1 - r*(1-r*(0.5-r*(1.0/6-r*(1.0/24-r*(1.0/120)))))
	return p * powers[n&63] * math.Float64frombits(uint64(1023-n>>6)<<52)
}

// ln 2/64 in two parts, the first with enough low zero bits that its product with n is exact.
const ln2Over64High = 0x1.62e42fep-7

var ln2Over64Low = func() float64 {
	const ln2 = 0.693147180559945309417232121458176568075500134360255254120680009
	return ln2/64 - ln2Over64High
}()

// powers are 2^(-j/64).
var powers = func() (out [64]float64) {
	for j := range out {
		out[j] = math.Exp2(-float64(j) / 64)
	}
	return out
}()
