package online

import "math"

// saffron is SAFFRON: a test whose p-value is at most lambda is a candidate, and candidates cost nothing. With C_j the candidates
// after rejection j and before test t, the level of t is the smaller of lambda and (1 - lambda) times
//
//	w0 gamma_(t - C_0) + (alpha - w0) gamma_(t - tau_1 - C_1) + alpha (gamma_(t - tau_2 - C_2) + ...)
//
// Investing, lambda is the level itself: a = x / (1 + x) for that sum x, and candidates are the rejections.
type saffron struct {
	st        State
	investing bool
}

const (
	saffronWealth = 0.5 // the initial wealth's share of alpha
	lambda        = 0.5
)

func (r *saffron) Name() string { return r.st.Rule }

func (r *saffron) Level() float64 {
	t, w0 := r.st.Tests+1, saffronWealth*r.st.Alpha
	x := w0 * steep(t-r.st.Candidate)
	for j, tau := range r.st.Rejections {
		g := steep(t - tau - (r.st.Candidate - r.st.Candidates[j]))
		if j == 0 {
			x += (r.st.Alpha - w0) * g
		} else {
			x += r.st.Alpha * g
		}
	}
	if r.investing {
		return x / (1 + x)
	}
	return math.Min(lambda, (1-lambda)*x)
}

func (r *saffron) Observe(p float64) bool {
	level := r.Level()
	bound := lambda
	if r.investing {
		bound = level
	}
	if p <= bound {
		r.st.Candidate++
	} else {
		r.st.Spent += level / (1 - bound)
	}
	rejected := r.st.count(p, level)
	if rejected {
		r.st.Candidates = append(r.st.Candidates, r.st.Candidate)
	}
	return rejected
}

func (r *saffron) Wealth() (float64, bool) {
	w0 := saffronWealth * r.st.Alpha
	return w0 + r.st.earned(w0) - r.st.Spent, true
}

func (r *saffron) State() State { return r.st.copy() }
