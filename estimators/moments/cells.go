package moments

import "github.com/hyp-lang/hyp/estimators/table"

// cells numbers the combinations of factor levels that a pass groups by.
type cells struct {
	n      int       // number of cells
	levels [][]int32 // levels[f][c]: the level of factor f in cell c
	step   [][]int32 // step[f][code]: what a code of factor f adds to the cell number; nil when index is used
	index  []uint32  // the cell of each row, when the product of the levels is too large to number directly
}

// directCells is the largest product of levels that is numbered without looking at the rows.
const directCells = 1 << 12

func (m *Model) cellsOf() cells {
	product := 1
	for _, f := range m.Factors {
		if product *= f.K; product > directCells {
			return m.observedCells()
		}
	}
	c := cells{n: product}
	stride := 1
	for _, f := range m.Factors {
		step := make([]int32, len(f.Level))
		for code, level := range f.Level {
			step[code] = max(level, 0) * int32(stride)
		}
		c.step = append(c.step, step)
		levels := make([]int32, product)
		for i := range levels {
			levels[i] = int32(i / stride % f.K)
		}
		c.levels = append(c.levels, levels)
		stride *= f.K
	}
	return c
}

// observedCells numbers only the combinations that occur, in order of appearance.
func (m *Model) observedCells() cells {
	c := cells{levels: make([][]int32, len(m.Factors)), index: make([]uint32, m.Length)}
	// Factors are folded in one at a time, so that a key is always a pair of small numbers.
	for k, f := range m.Factors {
		seen := map[uint64]uint32{}
		var levels [][]int32
		for i := range m.Length {
			if !in(m.Rows, i) {
				continue
			}
			level := f.Level[f.Codes.At(i)]
			key := uint64(c.index[i])<<32 | uint64(uint32(level))
			id, ok := seen[key]
			if !ok {
				id = uint32(len(seen))
				seen[key] = id
				tuple := make([]int32, k+1)
				for j := range k {
					tuple[j] = c.levels[j][c.index[i]]
				}
				tuple[k] = level
				levels = append(levels, tuple)
			}
			c.index[i] = id
		}
		c.n = len(levels)
		for j := range k + 1 {
			c.levels[j] = make([]int32, c.n)
			for id, tuple := range levels {
				c.levels[j][id] = tuple[j]
			}
		}
	}
	return c
}

// fill writes the cell of rows [from, from+len(out)); rows outside the model get whatever their codes say.
func (c *cells) fill(m *Model, from int, out []int32) {
	if c.index != nil {
		for i := range out {
			out[i] = int32(c.index[from+i])
		}
		return
	}
	clear(out)
	for f := range m.Factors {
		addSteps(m.Factors[f].Codes, from, c.step[f], out)
	}
}

func addSteps(codes table.Codes, from int, step []int32, out []int32) {
	switch {
	case codes.U8 != nil:
		steps(codes.U8[from:from+len(out)], step, out)
	case codes.U16 != nil:
		steps(codes.U16[from:from+len(out)], step, out)
	default:
		steps(codes.U32[from:from+len(out)], step, out)
	}
}

func steps[T uint8 | uint16 | uint32](codes []T, step []int32, out []int32) {
	for i, code := range codes {
		out[i] += step[code]
	}
}

func in(rows table.Bitmap, i int) bool { return rows == nil || rows[i>>6]>>(i&63)&1 != 0 }
