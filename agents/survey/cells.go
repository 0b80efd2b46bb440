package survey

import (
	"context"
	"math"
)

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

// width is the number of outcomes that are summed at once.
const width = 32

// block holds some outcomes row by row. Outcomes on a short ladder of equal steps (scales, counts, yes and no) are packed: presence,
// step and squared step in one word, so that one addition adds all three. Others are kept as presence and value.
type block struct {
	outcomes []*column
	length   int
	data     []float64 // rows x 2 width: which are present (1 or 0), then their values
	packed   []uint64  // rows x width
	base     [width]float64
	unit     [width]float64
}

// The fields of a packed word, and the most rows that are added before they could overflow.
const (
	stepAt, squareAt = 20, 40
	fieldMask        = 1<<20 - 1
	squareMask       = 1<<24 - 1
	maxStep          = 63
	maxRun           = 4096 // maxRun maxStep^2 < 2^24
)

// ladder tells whether the values of an outcome lie on at most maxStep equal steps above the lowest one.
func (c *column) ladder() (base, unit float64, ok bool) {
	if c.role == binaryOutcome {
		return 0, 1, true
	}
	low, high := math.Inf(1), math.Inf(-1)
	whole := true
	for i, v := range c.numbers.Values {
		if c.has.Get(i) {
			low, high = min(low, v), max(high, v)
			whole = whole && v == math.Trunc(v)
		}
	}
	if !whole || !(high-low <= maxStep) || math.Abs(low) > 1<<50 {
		return 0, 0, false
	}
	return (low - c.numbers.Center) * c.scale, c.scale, true
}

// newBlocks divides outcomes into blocks, those on ladders apart from the others. The error is the context's.
func newBlocks(ctx context.Context, outcomes []*column, length int) ([]*block, error) {
	var out []*block
	for _, packed := range []bool{true, false} {
		var kind []*column
		for _, c := range outcomes {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if _, _, ok := c.ladder(); ok == packed {
				kind = append(kind, c)
			}
		}
		for from := 0; from < len(kind); from += width {
			b := &block{outcomes: kind[from:min(from+width, len(kind))], length: length}
			if err := b.fill(ctx, packed); err != nil {
				return nil, err
			}
			out = append(out, b)
		}
	}
	return out, nil
}

func (b *block) fill(ctx context.Context, packed bool) error {
	if packed {
		b.packed = make([]uint64, b.length*width)
	} else {
		b.data = make([]float64, b.length*2*width)
	}
	for j, c := range b.outcomes {
		if err := ctx.Err(); err != nil {
			return err
		}
		if packed {
			b.base[j], b.unit[j], _ = c.ladder()
		}
		for i, y := range c.y {
			switch {
			case !c.has.Get(i):
			case packed:
				step := uint64(math.Round((y - b.base[j]) / b.unit[j]))
				b.packed[i*width+j] = 1 | step<<stepAt | step*step<<squareAt
			default:
				b.data[i*2*width+j] = 1
				b.data[i*2*width+width+j] = y
			}
		}
	}
	return nil
}

// sums are the sufficient statistics of the outcomes of a block over cells: in each cell the rows with the outcome and the sum of
// it, and over all cells the sum of its squares.
type sums struct {
	cell    [][2 * width]float64
	squares [width]float64
}

// add sums a block over the cells. The error is the context's.
func (s *sums) add(ctx context.Context, b *block, c *cells) error {
	n := c.len()
	if cap(s.cell) < n {
		s.cell = make([][2 * width]float64, n+n/2)
	}
	s.cell = s.cell[:n]
	s.squares = [width]float64{}
	unseen := 0 // rows since the last look at the context
	for i := range n {
		rows := c.rows[c.start[i]:c.start[i+1]]
		s.cell[i] = [2 * width]float64{}
		for len(rows) > 0 {
			run := rows[:min(len(rows), maxRun)]
			rows = rows[len(run):]
			if b.packed == nil {
				s.loose(b, run, &s.cell[i])
			} else {
				s.tight(b, run, &s.cell[i])
			}
			if unseen += len(run); unseen >= lookEvery {
				if err := ctx.Err(); err != nil {
					return err
				}
				unseen = 0
			}
		}
	}
	return nil
}

func (s *sums) loose(b *block, rows []int32, to *[2 * width]float64) {
	for _, r := range rows {
		row := (*[2 * width]float64)(b.data[int(r)*2*width:])
		for j := range width {
			to[j] += row[j]
			y := row[width+j]
			to[width+j] += y
			s.squares[j] += y * y
		}
	}
}

// tight adds packed rows, eight outcomes at a time so that their sums stay in registers.
func (s *sums) tight(b *block, rows []int32, to *[2 * width]float64) {
	for at := 0; at < len(b.outcomes); at += 8 {
		var s0, s1, s2, s3, s4, s5, s6, s7 uint64
		data := b.packed[at:]
		for _, r := range rows {
			x := (*[8]uint64)(data[int(r)*width:])
			s0 += x[0]
			s1 += x[1]
			s2 += x[2]
			s3 += x[3]
			s4 += x[4]
			s5 += x[5]
			s6 += x[6]
			s7 += x[7]
		}
		for k, sum := range [8]uint64{s0, s1, s2, s3, s4, s5, s6, s7} {
			j := at + k
			n, steps, squares := float64(sum&fieldMask), float64(sum>>stepAt&fieldMask), float64(sum>>squareAt&squareMask)
			base, unit := b.base[j], b.unit[j]
			to[j] += n
			to[width+j] += n*base + steps*unit
			s.squares[j] += n*base*base + 2*base*unit*steps + unit*unit*squares
		}
	}
}
