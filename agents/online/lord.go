package online

// lord is LORD++. With rejections at tau_1 < tau_2 < ... the level of test t is
//
//	w0 gamma_t + (alpha - w0) gamma_(t - tau_1) + alpha (gamma_(t - tau_2) + gamma_(t - tau_3) + ...)
type lord struct{ st State }

// The initial wealth's share of alpha.
const lordWealth = 0.1

func (r *lord) Name() string { return LORD }

func (r *lord) Level() float64 {
	t, w0 := r.st.Tests+1, lordWealth*r.st.Alpha
	level := w0 * r.st.gamma(t)
	for j, tau := range r.st.Rejections {
		if j == 0 {
			level += (r.st.Alpha - w0) * r.st.gamma(t-tau)
		} else {
			level += r.st.Alpha * r.st.gamma(t-tau)
		}
	}
	return level
}

func (r *lord) Observe(p float64) bool {
	level := r.Level()
	r.st.Spent += level
	return r.st.count(p, level)
}

func (r *lord) Wealth() (float64, bool) {
	w0 := lordWealth * r.st.Alpha
	return w0 + r.st.earned(w0) - r.st.Spent, true
}

func (r *lord) State() State { return r.st.copy() }
