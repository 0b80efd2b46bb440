package survey

// sample is the complete rows of one test, summed over cells: what every estimator needs of them. The tested variables are u and,
// for a triple, v; each is read as a number or as a factor. Its slices are reused from test to test.
type sample struct {
	y       *column
	n, s    []float64 // by cell: rows, and the sum of the outcome
	at      []int32   // by cell: where its rows are
	u, v    []int32   // by cell: codes, or the levels of the model for a factor
	rows    float64
	sum     float64
	squares float64
	ku, kv  int // levels of the model

	from   *cells
	counts []float64
	place  []int32
	rare   []bool
}

// fill takes the j-th outcome of a block.
func (p *sample) fill(c *cells, sums *sums, y *column, j int) {
	p.from, p.y = c, y
	p.n, p.s, p.at, p.u, p.v = p.n[:0], p.s[:0], p.at[:0], p.u[:0], p.v[:0]
	p.rows, p.sum = 0, 0
	for i := range sums.cell {
		cell := &sums.cell[i]
		n := cell[j]
		if n == 0 {
			continue
		}
		s := cell[width+j]
		p.n, p.s, p.at, p.u, p.v = append(p.n, n), append(p.s, s), append(p.at, int32(i)), append(p.u, c.u[i]), append(p.v, c.v[i])
		p.rows += n
		p.sum += s
	}
	p.squares = sums.squares[j]
}

// copyOf takes another sample's cells, so that a second reading of the variables starts from the same rows.
func (p *sample) copyOf(o *sample) {
	p.from, p.y, p.rows, p.sum, p.squares = o.from, o.y, o.rows, o.sum, o.squares
	p.n, p.s = append(p.n[:0], o.n...), append(p.s[:0], o.s...)
	p.at, p.u, p.v = append(p.at[:0], o.at...), append(p.u[:0], o.u...), append(p.v[:0], o.v...)
}

// drop takes cells out of the sample.
func (p *sample) drop(out func(i int) bool) {
	kept := 0
	for i := range p.n {
		if out(i) {
			p.rows -= p.n[i]
			p.sum -= p.s[i]
			c := p.from
			for _, r := range c.rows[c.start[p.at[i]]:c.start[p.at[i]+1]] {
				p.squares -= p.y.y[r] * p.y.y[r]
			}
			continue
		}
		p.n[kept], p.s[kept], p.at[kept], p.u[kept], p.v[kept] = p.n[i], p.s[i], p.at[i], p.u[i], p.v[i]
		kept++
	}
	p.n, p.s, p.at, p.u, p.v = p.n[:kept], p.s[:kept], p.at[:kept], p.u[:kept], p.v[:kept]
}

// numbers keeps the cells whose code of a column is a number.
func (p *sample) numbers(c *column, codes func(i int) int32) {
	if c.off {
		p.drop(func(i int) bool { return !c.number[codes(i)] })
	}
}

// levels turns the codes of a factor into its levels.
func (p *sample) levels(c *column, codes []int32) []int32 {
	missing := false
	for i, k := range codes {
		codes[i] = c.level[k]
		missing = missing || codes[i] < 0
	}
	if missing {
		p.drop(func(i int) bool { return codes[i] < 0 })
	}
	return codes[:len(p.n)]
}

// Limits of the engine's default policy that the screens need in their inner loops.
const (
	minRows       = 10
	minResidualDF = 5
	poolBelow     = 5
	maxLevels     = 80
	minGroup      = 5
)

// pool fixes the levels of the factors (u first; a column that is nil is no factor) as the engine does: a level of one row refuses,
// levels under five rows are pooled where there are more than two, and a pool under five leaves the sample, which may make other
// levels rare. Afterwards u and v hold levels of the model, 0 the reference.
func (p *sample) pool(u, v *column) refusal {
	type factor struct {
		c     *column
		level *[]int32
		k     *int
	}
	factors := make([]factor, 0, 2)
	if u != nil {
		p.u = p.levels(u, p.u)
		factors = append(factors, factor{u, &p.u, &p.ku})
	}
	if v != nil {
		p.v = p.levels(v, p.v)
		factors = append(factors, factor{v, &p.v, &p.kv})
	}
	if p.rows == 0 {
		return noRows
	}
	easy := true
	for _, f := range factors {
		counts := p.count(f.c, *f.level)
		observed := 0
		single := false
		for _, n := range counts {
			if n > 0 {
				observed++
			}
			single = single || n == 1
			easy = easy && (n == 0 || n >= poolBelow)
		}
		if single && observed > 1 {
			return smallGroup
		}
	}
	if easy {
		for _, f := range factors {
			*f.k = p.renumber(f.c, *f.level, p.count(f.c, *f.level), nil)
		}
		return tested
	}
	for again := true; again; {
		again = false
		for _, f := range factors {
			counts := p.count(f.c, *f.level)
			if rare, pool := p.rareLevels(counts); pool > 0 && pool < poolBelow {
				p.drop(func(i int) bool { return rare[(*f.level)[i]] })
				again = true
			}
		}
	}
	if p.rows == 0 {
		return noRows
	}
	for _, f := range factors {
		counts := p.count(f.c, *f.level)
		rare, pool := p.rareLevels(counts)
		if pool == 0 {
			rare = nil
		}
		*f.k = p.renumber(f.c, *f.level, counts, rare)
	}
	return tested
}

// count is the number of rows of each level.
func (p *sample) count(c *column, level []int32) []float64 {
	if cap(p.counts) < c.levels {
		p.counts = make([]float64, c.levels)
	}
	p.counts = p.counts[:c.levels]
	clear(p.counts)
	for i, l := range level {
		p.counts[l] += p.n[i]
	}
	return p.counts
}

// rareLevels marks the levels to be pooled and counts their rows.
func (p *sample) rareLevels(counts []float64) (rare []bool, pool float64) {
	observed := 0
	for _, n := range counts {
		if n > 0 {
			observed++
		}
	}
	if observed <= 2 {
		return nil, 0
	}
	if cap(p.rare) < len(counts) {
		p.rare = make([]bool, len(counts))
	}
	p.rare = p.rare[:len(counts)]
	for l, n := range counts {
		p.rare[l] = n > 0 && n < poolBelow
		if p.rare[l] {
			pool += n
		}
	}
	return p.rare, pool
}

// renumber gives the observed levels the numbers 0, 1, ... in order, and the rare ones together the last.
func (p *sample) renumber(c *column, level []int32, counts []float64, rare []bool) int {
	if cap(p.place) < len(counts) {
		p.place = make([]int32, len(counts))
	}
	p.place = p.place[:len(counts)]
	k := int32(0)
	for l, n := range counts {
		if n > 0 && (rare == nil || !rare[l]) {
			p.place[l] = k
			k++
		}
	}
	if rare != nil {
		for l := range counts {
			if rare[l] {
				p.place[l] = k
			}
		}
		k++
	}
	for i, l := range level {
		level[i] = p.place[l]
	}
	return int(k)
}

// vary holds the outcome against what every estimator asks of it.
func (p *sample) vary() refusal {
	if p.rows == 0 {
		return noRows
	}
	if p.rows < minRows {
		return tooFewRows
	}
	if p.y.role == binaryOutcome {
		if p.sum == 0 || p.sum == p.rows {
			return zeroVariance
		}
		return tested
	}
	if p.y.extreme {
		return awkward
	}
	if p.y.zero == p.y.zero { // the rows at hand may hold 0 and 1 alone, which makes the outcome binary
		unit := p.y.one - p.y.zero
		if off := p.squares - (p.y.zero+p.y.one)*p.sum + p.y.zero*p.y.one*p.rows; off < 0.5*unit*unit {
			return awkward
		}
	}
	if sst := p.sst(); sst <= 1e-6*p.squares {
		return awkward // the outcome hardly varies, seen from the middle of the column
	}
	return tested
}

// sst is the outcome's sum of squares about its mean.
func (p *sample) sst() float64 { return p.squares - p.sum*p.sum/p.rows }

// lose tells whether a result rests on too few of a double's digits, so that the engine must compute it with more.
func lose(rest, whole float64) bool { return rest < 1e-6*whole }
