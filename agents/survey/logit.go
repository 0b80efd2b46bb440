package survey

import "math"

// The logistic estimators on cells: a cell's rows share their probability, so that rows and events of each cell are all they need.

// logitLine is the logistic regression on one number.
func (p *sample) logitLine(x []float64, scale float64) estimate {
	n := p.rows
	w := p.lines(x, make([]int32, len(x)), 1)
	if !w[0].varies {
		return refused(zeroVariance, n)
	}
	if n-2 < minResidualDF {
		return refused(tooFewRows, n)
	}
	b, variance, r := fitLine(p.n, p.s, x)
	if r != tested {
		return refused(r, n)
	}
	return wald(n, b, math.Sqrt(variance), math.Sqrt(w[0].sxx/(n-1)))
}

// logitMeans is the logistic regression on the levels of one factor, which fits every level's own share.
func (p *sample) logitMeans(level []int32, k int) estimate {
	n := p.rows
	switch {
	case k < 2:
		return refused(zeroVariance, n)
	case k > maxLevels:
		return refused(tooManyLevels, n)
	case n-float64(k) < minResidualDF:
		return refused(tooFewRows, n)
	}
	g := newGroups(p, level, k)
	var w, wl, wll float64
	logits, weights := make([]float64, k), make([]float64, k)
	for l := range k {
		weight, wy, wyy, ok := logOdds(g.n[l], g.s[l])
		if !ok {
			return refused(separation, n)
		}
		logits[l], weights[l] = wy/weight, weight
		w, wl, wll = w+weight, wl+wy, wll+wyy
	}
	if k == 2 {
		return wald(n, logits[1]-logits[0], math.Sqrt(1/weights[0]+1/weights[1]), 1)
	}
	// The sum of weighted squares about the weighted mean, centered so that nothing cancels.
	mean, chi2 := wl/w, 0.0
	for l := range k {
		chi2 += weights[l] * (logits[l] - mean) * (logits[l] - mean)
	}
	return waldChi2(n, chi2, float64(k-1))
}

// logOdds is the weight of a cell's log odds (their inverse variance), weight times log odds, and times their square.
func logOdds(n, s float64) (w, wy, wyy float64, ok bool) {
	if s == 0 || s == n {
		return 0, 0, 0, false
	}
	l := math.Log(s / (n - s))
	w = s * (n - s) / n
	return w, w * l, w * l * l, true
}

// logitTwoWay is the logistic interaction of two factors. The full model fits every cell's share, so the Wald statistic is the
// weighted distance of the cells' log odds from an additive model.
func (p *sample) logitTwoWay() estimate {
	n := p.rows
	if r := p.twoLevels(); r != tested {
		return refused(r, n)
	}
	var inverse float64
	chi2, df, b, rank, r := p.table(func(n, s float64) (w, wy, wyy float64, ok bool) {
		w, wy, wyy, ok = logOdds(n, s)
		inverse += 1 / w
		return w, wy, wyy, ok
	})
	two := p.ku == 2 && p.kv == 2
	switch {
	case r == rankDeficientTerm, r == collinearTarget:
		return refused(r, n)
	case n-rank < minResidualDF:
		return refused(tooFewRows, n)
	case r != tested:
		return refused(r, n)
	case two:
		return wald(n, b, math.Sqrt(inverse), 1)
	}
	return waldChi2(n, chi2, df)
}

// logitSlopes compares the logistic slopes on a number between the levels of a factor. The full model is a regression inside of each
// level, so the Wald statistic is the weighted spread of their slopes.
func (p *sample) logitSlopes(x []float64, level []int32, k int) estimate {
	n := p.rows
	all := p.lines(x, make([]int32, len(x)), 1)
	switch {
	case !all[0].varies:
		return refused(zeroVariance, n)
	case k < 2:
		return refused(singleGroup, n)
	case k > maxLevels:
		return refused(tooManyLevels, n)
	}
	g := p.lines(x, level, k)
	sloped := 0
	for l := range g {
		if g[l].varies {
			sloped++
		}
	}
	switch {
	case sloped < 2 && k == 2:
		return refused(collinearTarget, n)
	case sloped < 2:
		return refused(rankDeficientTerm, n)
	case n-float64(k+sloped) < minResidualDF:
		return refused(tooFewRows, n)
	}
	var gn, gs, gx []float64
	var slopes, weights []float64
	for l := range k {
		if g[l].s == 0 || g[l].s == g[l].n {
			return refused(separation, n)
		}
		if !g[l].varies {
			continue
		}
		gn, gs, gx = gn[:0], gs[:0], gx[:0]
		for i, m := range level {
			if int(m) == l {
				gn, gs, gx = append(gn, p.n[i]), append(gs, p.s[i]), append(gx, x[i])
			}
		}
		b, variance, r := fitLine(gn, gs, gx)
		if r != tested {
			return refused(r, n)
		}
		slopes, weights = append(slopes, b), append(weights, 1/variance)
	}
	sd := math.Sqrt(all[0].sxx / (n - 1))
	if k == 2 {
		return wald(n, slopes[1]-slopes[0], math.Sqrt(1/weights[0]+1/weights[1]), sd)
	}
	var w, wb, chi2 float64
	for i, b := range slopes {
		w, wb = w+weights[i], wb+weights[i]*b
	}
	for i, b := range slopes {
		chi2 += weights[i] * (b - wb/w) * (b - wb/w)
	}
	return waldChi2(n, chi2, float64(sloped-1))
}

// overlap is the range of a number with the event and without.
type overlap struct{ low1, high1, low0, high0 float64 }

func (o *overlap) add(x, n, s float64) {
	if s > 0 {
		o.low1, o.high1 = min(o.low1, x), max(o.high1, x)
	}
	if s < n {
		o.low0, o.high0 = min(o.low0, x), max(o.high0, x)
	}
}

func newOverlap() overlap {
	return overlap{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)}
}

// none tells whether a cut of the number tells the events from the rest, which also holds when there is only one of the two.
func (o *overlap) none() bool { return o.high1 <= o.low0 || o.high0 <= o.low1 }

// separatedIn tells whether the outcome is separated by the number, or without it, inside of some level.
func (p *sample) separatedIn(x []float64, level []int32, k int) bool {
	by := make([]overlap, k)
	varies := make([]bool, k)
	first := make([]float64, k)
	for l := range by {
		by[l], first[l] = newOverlap(), math.NaN()
	}
	for i, l := range level {
		by[l].add(x[i], p.n[i], p.s[i])
		if first[l] != first[l] {
			first[l] = x[i]
		}
		varies[l] = varies[l] || x[i] != first[l]
	}
	for l, o := range by {
		one := math.IsInf(o.low1, 1) || math.IsInf(o.low0, 1)
		if one || varies[l] && o.none() {
			return true
		}
	}
	return false
}

// fitLine fits the logistic regression of events s among n rows at x: the slope and its variance. It refuses when the values of x
// with and without the event do not overlap, for then the likelihood has no maximum.
func fitLine(n, s, x []float64) (slope, variance float64, r refusal) {
	spread := newOverlap()
	var rows, events, mean float64
	for i, m := range n {
		spread.add(x[i], m, s[i])
		rows, events, mean = rows+m, events+s[i], mean+m*x[i]
	}
	if spread.none() {
		return 0, 0, separation
	}
	mean /= rows
	a, b := math.Log(events/(rows-events)), 0.0
	for range 50 { // Newton's steps; where they settle is the maximum, since the likelihood is concave
		var waa, wab, wbb, ga, gb float64
		for i, m := range n {
			d := x[i] - mean
			q := 1 / (1 + math.Exp(-(a + b*d)))
			w, e := m*q*(1-q), s[i]-m*q
			wd := w * d
			waa, wab, wbb, ga, gb = waa+w, wab+wd, wbb+wd*d, ga+e, gb+e*d
		}
		det := waa*wbb - wab*wab
		if !(det > 1e-12*waa*wbb) {
			return 0, 0, awkward // a step too far: rare, and the engine knows how to halve it
		}
		da, db := (wbb*ga-wab*gb)/det, (waa*gb-wab*ga)/det
		a, b = a+da, b+db
		if math.Abs(da) < 1e-10*(1+math.Abs(a)) && math.Abs(db) < 1e-10*(1e-3+math.Abs(b)) {
			return b, waa / det, tested
		}
	}
	return 0, 0, awkward
}

// logitProduct is the logistic regression on two numbers and their product, which is tested.
func (p *sample) logitProduct(a, b []float64) estimate {
	if linear := p.product(a, b); linear.refusal != tested { // the design's own refusals, before any iteration
		return linear
	}
	n := p.rows
	var ma, mb, sa, sb float64
	for i, m := range p.n {
		ma, mb = ma+m*a[i], mb+m*b[i]
	}
	ma, mb = ma/n, mb/n
	for i, m := range p.n {
		sa, sb = sa+m*(a[i]-ma)*(a[i]-ma), sb+m*(b[i]-mb)*(b[i]-mb)
	}
	sa, sb = math.Sqrt(sa/(n-1)), math.Sqrt(sb/(n-1))
	beta := [4]float64{math.Log(p.sum / (n - p.sum))}
	for range 40 {
		var h [4][4]float64
		var g [4]float64
		for i, m := range p.n {
			x := [4]float64{1, (a[i] - ma) / sa, (b[i] - mb) / sb}
			x[3] = x[1] * x[2]
			q := 1 / (1 + math.Exp(-(beta[0] + beta[1]*x[1] + beta[2]*x[2] + beta[3]*x[3])))
			w, e := m*q*(1-q), p.s[i]-m*q
			for j := range 4 {
				wx := w * x[j]
				g[j] += e * x[j]
				for k := j; k < 4; k++ {
					h[j][k] += wx * x[k]
				}
			}
		}
		own := [4]float64{h[0][0], h[1][1], h[2][2], h[3][3]}
		for j := range 4 { // elimination; the product stands last, so its pivot is the inverse of its variance
			if !(h[j][j] > 1e-10*own[j]) {
				return refused(awkward, n)
			}
			for k := j + 1; k < 4; k++ {
				f := h[j][k] / h[j][j]
				g[k] -= f * g[j]
				for l := k; l < 4; l++ {
					h[k][l] -= f * h[j][l]
				}
			}
		}
		var step [4]float64
		size := 0.0
		for j := 3; j >= 0; j-- {
			step[j] = g[j]
			for k := j + 1; k < 4; k++ {
				step[j] -= h[j][k] * step[k]
			}
			step[j] /= h[j][j]
			size = max(size, math.Abs(step[j]))
		}
		for j := range 4 {
			beta[j] += step[j]
		}
		if size < 1e-10 {
			return wald(n, beta[3]/(sa*sb), 1/(math.Sqrt(h[3][3])*sa*sb), sa*sb)
		}
	}
	return refused(separation, n)
}
