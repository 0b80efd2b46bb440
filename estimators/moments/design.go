package moments

// column is one column of the treatment-coded design: a numeric vector, the indicator of a set of cells, or a numeric
// column within such a set. Level 0 of every factor is the reference and has no column.
type column struct {
	term    int
	vector  int      // the numeric vector, or the column of a slope; -1 for an indicator
	inCells bool     // indicator or slope
	factors [2]int   // factors of the set, -1 when unused
	levels  [2]int32 // their levels
	unit    float64  // coefficient on the data's scale = coefficient here x unit (the outcome's own scale apart)
}

// design lists the columns of every term, in order of terms.
func (s *Sums) design(m *Model) []column {
	var out []column
	product := len(s.v.values) - 1
	for t, term := range m.Terms {
		unit := 1.0
		for _, c := range term.Columns {
			unit *= s.v.scale[c]
		}
		base := column{term: t, vector: -1, factors: [2]int{-1, -1}, unit: unit}
		switch {
		case len(term.Columns) == 2:
			base.vector = product
			product++
		case len(term.Columns) == 1:
			base.vector = term.Columns[0]
		}
		if len(term.Factors) == 0 {
			out = append(out, base)
			continue
		}
		base.inCells = true
		f := term.Factors[0]
		for a := int32(1); a < int32(m.Factors[f].K); a++ {
			col := base
			col.factors[0], col.levels[0] = f, a
			if len(term.Factors) == 1 {
				out = append(out, col)
				continue
			}
			g := term.Factors[1]
			for b := int32(1); b < int32(m.Factors[g].K); b++ {
				col.factors[1], col.levels[1] = g, b
				out = append(out, col)
			}
		}
	}
	return out
}

// holds tells whether cell c belongs to the column's set.
func (col *column) holds(s *Sums, c int) bool {
	for i, f := range col.factors {
		if f >= 0 && s.cells.levels[f][c] != col.levels[i] {
			return false
		}
	}
	return true
}

// assemble builds the Gram matrix of [1, design columns, outcome], upper triangle, from the sums.
func (s *Sums) assemble(cols []column) [][]dd {
	p := len(cols) + 2
	a := make([][]dd, p)
	for i := range a {
		a[i] = make([]dd, p)
	}
	q, last := s.width, p-1
	// The numeric vectors, outcome included, and where they stand in the matrix.
	type numeric struct{ at, vector int }
	var vectors []numeric
	// byLevel finds the columns of a cell without trying them all: the columns of each first factor and level.
	byLevel := map[[2]int][]int{}
	for j, col := range cols {
		if !col.inCells {
			vectors = append(vectors, numeric{j + 1, col.vector})
			continue
		}
		key := [2]int{col.factors[0], int(col.levels[0])}
		byLevel[key] = append(byLevel[key], j)
	}
	vectors = append(vectors, numeric{last, q - 1})
	for i, u := range vectors {
		for _, v := range vectors[i:] {
			lo, hi := min(u.vector, v.vector), max(u.vector, v.vector)
			put(a, u.at, v.at, s.gram[lo*q+hi])
		}
	}
	active := make([]int, 0, 8)
	for c := range s.cells.n {
		if s.count[c] == 0 {
			continue
		}
		active = active[:0]
		for f := range s.cells.levels {
			for _, j := range byLevel[[2]int{f, int(s.cells.levels[f][c])}] {
				if cols[j].holds(s, c) {
					active = append(active, j)
				}
			}
		}
		a[0][0] = a[0][0].add(s.weight[c])
		for _, v := range vectors {
			put(a, 0, v.at, s.first[c*q+v.vector])
		}
		for i, j := range active {
			put(a, 0, j+1, s.within(c, cols[j].vector, -1))
			for _, v := range vectors {
				put(a, j+1, v.at, s.within(c, cols[j].vector, v.vector))
			}
			for _, k := range active[i:] {
				put(a, j+1, k+1, s.within(c, cols[j].vector, cols[k].vector))
			}
		}
	}
	return a
}

// within is the sum over cell c of w times two vectors, -1 standing for the constant. One of the two is a slope's column
// whenever both are vectors.
func (s *Sums) within(c, u, v int) dd {
	switch {
	case u < 0 && v < 0:
		return s.weight[c]
	case u < 0:
		return s.first[c*s.width+v]
	case v < 0:
		return s.first[c*s.width+u]
	}
	return s.slope[(c*len(s.v.slopes)+s.v.slopeAt[u])*s.width+v]
}

func put(a [][]dd, i, j int, x dd) {
	if i > j {
		i, j = j, i
	}
	a[i][j] = a[i][j].add(x)
}
