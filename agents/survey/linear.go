package survey

// The least-squares estimators on cells. Numbers are x, one of every cell.

// line is the regression on one number: Pearson's correlation.
func (p *sample) line(x []float64) estimate {
	n := p.rows
	mean := 0.0
	for i, m := range p.n {
		mean += m * x[i]
	}
	mean /= n
	var sxx, sxy float64
	middle := p.sum / n
	varies := false
	for i, m := range p.n {
		d := x[i] - mean
		sxx += m * d * d
		sxy += d * (p.s[i] - m*middle)
		varies = varies || x[i] != x[0]
	}
	if !varies {
		return refused(zeroVariance, n)
	}
	return p.finish(Pearson, sxy*sxy/sxx, sxy, 1, 2, sxx, sxx)
}

// finish makes the test of a term with sum of squares ss and its degrees of freedom in a model of this rank. sign is that of the
// only coefficient, 0 where there are several. The pivot is what is left of the tested column's own sum of squares.
func (p *sample) finish(m Method, ss, sign float64, df1, rank float64, pivot, own float64) estimate {
	n := p.rows
	df2 := n - rank
	sst := p.sst()
	sse := sst - ss
	return p.ratio(m, ss, sse, sst, sign, df1, df2, pivot, own)
}

// ratio is finish with the residual sum of squares known.
func (p *sample) ratio(m Method, ss, sse, sst, sign, df1, df2, pivot, own float64) estimate {
	n := p.rows
	switch {
	case pivot < 1e-12*own:
		return refused(collinearTarget, n)
	case lose(pivot, own):
		return refused(awkward, n)
	case df2 < minResidualDF:
		return refused(tooFewRows, n)
	case lose(sse, sst):
		return refused(awkward, n)
	}
	f := max(ss, 0) / df1 / (sse / df2) // rounding may leave a zero below zero
	if m == Omnibus {
		return omnibus(n, f, df1, df2)
	}
	return student(m, n, f, sign, df2)
}

// means is the comparison of the means of k levels.
func (p *sample) means(level []int32, k int) estimate {
	if k < 2 {
		return refused(zeroVariance, p.rows)
	}
	if k > maxLevels {
		return refused(tooManyLevels, p.rows)
	}
	g := newGroups(p, level, k)
	between := -p.sum * p.sum / p.rows
	for l := range k {
		between += g.s[l] * g.s[l] / g.n[l]
	}
	if k == 2 {
		return p.finish(Coefficient, between, g.s[1]/g.n[1]-g.s[0]/g.n[0], 1, 2, 1, 1)
	}
	return p.finish(Omnibus, between, 0, float64(k-1), float64(k), 1, 1)
}

// groups are sums by level.
type groups struct{ n, s []float64 }

func newGroups(p *sample, level []int32, k int) groups {
	g := groups{make([]float64, k), make([]float64, k)}
	for i, l := range level {
		g.n[l] += p.n[i]
		g.s[l] += p.s[i]
	}
	return g
}

// product is the regression on two numbers and their product, which is tested.
func (p *sample) product(a, b []float64) estimate {
	n := p.rows
	var ma, mb float64
	for i, m := range p.n {
		ma += m * a[i]
		mb += m * b[i]
	}
	ma, mb = ma/n, mb/n
	var saa, sbb, sab float64
	for i, m := range p.n {
		x, z := a[i]-ma, b[i]-mb
		saa += m * x * x
		sbb += m * z * z
		sab += m * x * z
	}
	if saa <= 1e-20*n || sbb <= 1e-20*n {
		return refused(constantOr(a, b), n)
	}
	mw := sab / n
	var saw, sbw, sww, say, sby, swy float64
	middle := p.sum / n
	for i, m := range p.n {
		x, z := a[i]-ma, b[i]-mb
		w := x*z - mw
		saw += m * x * w
		sbw += m * z * w
		sww += m * w * w
		y := p.s[i] - m*middle
		say += x * y
		sby += z * y
		swy += w * y
	}
	// Gaussian elimination in the order of the engine: a, b, product, outcome.
	rank := 3.0
	dbb, dbw, dby := sbb-sab*sab/saa, sbw-sab*saw/saa, sby-sab*say/saa
	dww, dwy := sww-saw*saw/saa, swy-saw*say/saa
	explained := say * say / saa
	switch {
	case dbb < 1e-12*sbb:
		rank = 2
	case lose(dbb, sbb):
		return refused(awkward, n)
	default:
		dww -= dbw * dbw / dbb
		dwy -= dbw * dby / dbb
		explained += dby * dby / dbb
	}
	if !(sww > 0) {
		return refused(collinearTarget, n)
	}
	ss := dwy * dwy / dww
	sst := p.sst()
	return p.ratio(Coefficient, ss, sst-explained-ss, sst, dwy, 1, n-rank-1, dww, sww)
}

// constantOr tells a constant number from one whose spread is below a double's reach.
func constantOr(a, b []float64) refusal {
	for _, x := range [][]float64{a, b} {
		varies := false
		for i := range x {
			varies = varies || x[i] != x[0]
		}
		if !varies {
			return zeroVariance
		}
	}
	return awkward
}

// slopes compares the slopes of the outcome on a number between the k levels of a factor: between those in which the number varies.
func (p *sample) slopes(x []float64, level []int32, k int) estimate {
	n := p.rows
	varies := false
	for i := range x {
		varies = varies || x[i] != x[0]
	}
	switch {
	case !varies:
		return refused(zeroVariance, n)
	case k < 2:
		return refused(singleGroup, n)
	case k > maxLevels:
		return refused(tooManyLevels, n)
	}
	g := p.lines(x, level, k)
	within := p.squares
	var sxx, sxy, full float64
	sloped, sign := 0, 0.0
	for l := range g {
		q := &g[l]
		within -= q.s * q.s / q.n
		if !q.varies {
			continue
		}
		sloped++
		sxx += q.sxx
		sxy += q.sxy
		full += q.sxy * q.sxy / q.sxx
		if k == 2 {
			slope := q.sxy / q.sxx
			if l == 0 {
				slope = -slope
			}
			sign += slope
		}
	}
	if sloped < 2 {
		if k == 2 {
			return refused(collinearTarget, n)
		}
		return refused(rankDeficientTerm, n)
	}
	for l := range g { // a group in which the number hardly varies beside the others
		if g[l].varies && lose(g[l].sxx/g[l].n, sxx/n) {
			return refused(awkward, n)
		}
	}
	ss, sse := full-sxy*sxy/sxx, within-full
	df1, df2 := float64(sloped-1), n-float64(k+sloped)
	m := Omnibus
	if k == 2 {
		m = Coefficient
	}
	return p.ratio(m, ss, sse, p.sst(), sign, df1, df2, 1, 1)
}

// within is the regression inside of one level.
type within struct {
	n, s, mean, sxx, sxy float64
	first                float64
	varies, seen         bool
}

// lines makes the regressions inside of each level.
func (p *sample) lines(x []float64, level []int32, k int) []within {
	g := make([]within, k)
	for i, l := range level {
		q := &g[l]
		q.n += p.n[i]
		q.s += p.s[i]
		q.mean += p.n[i] * x[i]
		if !q.seen {
			q.first, q.seen = x[i], true
		}
		q.varies = q.varies || x[i] != q.first
	}
	for l := range g {
		g[l].mean /= g[l].n
	}
	for i, l := range level {
		q := &g[l]
		d := x[i] - q.mean
		q.sxx += p.n[i] * d * d
		q.sxy += d * (p.s[i] - p.n[i]*q.s/q.n)
	}
	return g
}

// table tests the interaction of two factors: how far the means of the cells that have rows lie from an additive model of their levels.
func (p *sample) table(weightOf func(n, s float64) (w, wy, wyy float64, ok bool)) (ss, df, sign, rank float64, r refusal) {
	ka, kb := p.ku, p.kv
	w, wy := make([]float64, ka*kb), make([]float64, ka*kb)
	n, s := make([]float64, ka*kb), make([]float64, ka*kb)
	for i := range p.n {
		at := int(p.u[i])*kb + int(p.v[i])
		n[at] += p.n[i]
		s[at] += p.s[i]
	}
	full, filled, separated := 0.0, 0, false
	for at := range n {
		if n[at] == 0 {
			continue
		}
		filled++
		var squares float64
		var ok bool
		if w[at], wy[at], squares, ok = weightOf(n[at], s[at]); !ok {
			w[at], separated = n[at], true // for the rank, which the engine looks at first
		}
		full += squares
	}
	additive, lost := additiveFit(w, wy, ka, kb)
	rank = float64(filled)
	df = rank - float64(ka+kb-lost)
	switch two := ka == 2 && kb == 2; {
	case df < 1 && two:
		return 0, df, 0, rank, collinearTarget
	case df < 1:
		return 0, df, 0, rank, rankDeficientTerm
	case separated:
		return 0, df, 0, rank, separation
	case two:
		sign = wy[3]/w[3] - wy[2]/w[2] - wy[1]/w[1] + wy[0]/w[0]
	}
	return max(full-additive, 0), df, sign, rank, tested
}

// additiveFit is the sum of squares that row and column effects explain of weighted cells (about zero), with the number of effects
// that the others determine.
func additiveFit(w, wy []float64, ka, kb int) (ss float64, lost int) {
	c := make([]float64, kb*kb) // what the rows leave of the columns' normal equations
	r := make([]float64, kb)
	for a := range ka {
		var rowW, rowY float64
		row, rowy := w[a*kb:(a+1)*kb], wy[a*kb:(a+1)*kb]
		for b := range kb {
			rowW += row[b]
			rowY += rowy[b]
		}
		ss += rowY * rowY / rowW
		for b, x := range row {
			if x == 0 {
				continue
			}
			c[b*kb+b] += x
			r[b] += rowy[b] - x*rowY/rowW
			for d := range kb {
				c[b*kb+d] -= x * row[d] / rowW
			}
		}
	}
	own := make([]float64, kb)
	for b := range kb {
		for a := range ka {
			own[b] += w[a*kb+b]
		}
	}
	for b := range kb {
		d := c[b*kb+b]
		if d <= 1e-11*own[b] {
			lost++
			continue
		}
		ss += r[b] * r[b] / d
		for e := b + 1; e < kb; e++ {
			f := c[b*kb+e] / d
			if f == 0 {
				continue
			}
			r[e] -= f * r[b]
			for g := e; g < kb; g++ {
				c[e*kb+g] -= f * c[b*kb+g]
			}
		}
	}
	return ss, lost
}

// twoWay is the least-squares test of the interaction of two factors.
func (p *sample) twoWay() estimate {
	n := p.rows
	if r := p.twoLevels(); r != tested {
		return refused(r, n)
	}
	within := p.squares
	ss, df1, sign, rank, r := p.table(func(n, s float64) (float64, float64, float64, bool) {
		within -= s * s / n
		return n, s, s * s / n, true
	})
	if r != tested {
		return refused(r, n)
	}
	m := Omnibus
	if p.ku == 2 && p.kv == 2 {
		m = Coefficient
	}
	return p.ratio(m, ss, within, p.sst(), sign, df1, n-rank, 1, 1)
}

// twoLevels holds both factors against what an interaction asks of them.
func (p *sample) twoLevels() refusal {
	switch {
	case p.ku < 2:
		return zeroVariance
	case p.kv < 2:
		return singleGroup
	case p.ku > maxLevels || p.kv > maxLevels:
		return tooManyLevels
	}
	return tested
}
