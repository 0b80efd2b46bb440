package survey

// cells are the combinations of the codes of one or two columns that some row has, with their rows.
type cells struct {
	u, v  []int32 // codes of each cell; v is all 0 for one column
	start []int32 // cell i has rows[start[i]:start[i+1]]
	rows  []int32

	count []int32 // scratch
}

// one makes the cells of one column.
func (c *cells) one(u *column) {
	c.u, c.v, c.start = c.u[:0], c.v[:0], c.start[:0]
	c.rows = append(c.rows[:0], u.sorted...)
	for i, r := range c.rows {
		if k := u.code[r]; i == 0 || k != c.u[len(c.u)-1] {
			c.u, c.v, c.start = append(c.u, k), append(c.v, 0), append(c.start, int32(i))
		}
	}
	c.start = append(c.start, int32(len(c.rows)))
}

// two makes the cells of two columns, in order of u's code and then of v's: a stable counting sort of v's sorted rows by u.
func (c *cells) two(u, v *column) {
	c.u, c.v, c.start = c.u[:0], c.v[:0], c.start[:0]
	if cap(c.count) < u.k+1 {
		c.count = make([]int32, u.k+1)
	}
	count := c.count[:u.k+1]
	clear(count)
	for _, r := range v.sorted {
		count[u.code[r]+1]++ // rows without u go to 0
	}
	count[0] = 0
	total := int32(0)
	for k := 1; k < len(count); k++ {
		n := count[k]
		count[k] = total
		total += n
	}
	if cap(c.rows) < int(total) {
		c.rows = make([]int32, max(int(total), len(v.code)))
	}
	c.rows = c.rows[:total]
	for _, r := range v.sorted {
		if k := u.code[r]; k >= 0 {
			c.rows[count[k+1]] = r
			count[k+1]++
		}
	}
	lastU, lastV := int32(-1), int32(-1)
	for i, r := range c.rows {
		if a, b := u.code[r], v.code[r]; a != lastU || b != lastV {
			c.u, c.v, c.start = append(c.u, a), append(c.v, b), append(c.start, int32(i))
			lastU, lastV = a, b
		}
	}
	c.start = append(c.start, total)
}

func (c *cells) len() int { return len(c.u) }

// width is the number of outcomes that are summed at once: a row of a block is then eight cache lines.
const width = 32

// block holds some outcomes row by row: for each row first which are present (1 or 0), then their values.
type block struct {
	outcomes []*column
	data     []float64 // rows x 2 width
}

func newBlock(outcomes []*column, length int) *block {
	b := &block{outcomes: outcomes, data: make([]float64, length*2*width)}
	for j, c := range outcomes {
		for i, y := range c.y {
			if c.has.Get(i) {
				b.data[i*2*width+j] = 1
				b.data[i*2*width+width+j] = y
			}
		}
	}
	return b
}

// sums are the sufficient statistics of the outcomes of a block over cells: in each cell the rows with the outcome and the sum of
// it, and over all cells the sum of its squares.
type sums struct {
	cell    [][2 * width]float64
	squares [width]float64
}

// add sums a block over the cells.
func (s *sums) add(b *block, c *cells) {
	n := c.len()
	if cap(s.cell) < n {
		s.cell = make([][2 * width]float64, n+n/2)
	}
	s.cell = s.cell[:n]
	s.squares = [width]float64{}
	for i := range n {
		to := &s.cell[i]
		*to = [2 * width]float64{}
		for _, r := range c.rows[c.start[i]:c.start[i+1]] {
			row := (*[2 * width]float64)(b.data[int(r)*2*width:])
			for j := range width {
				to[j] += row[j]
				y := row[width+j]
				to[width+j] += y
				s.squares[j] += y * y
			}
		}
	}
}
