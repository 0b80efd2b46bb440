package moments

import (
	"context"
	"math"
)

// exactPass reduces in double-double arithmetic: for small problems, and for those that lose digits in float64.
func (s *Sums) exactPass(ctx context.Context, m *Model) error {
	if err := s.recenter(ctx, m); err != nil {
		return err
	}
	ranges := parts(m.Length, s.cells.n)
	done := make([]*Sums, len(ranges))
	err := each(ctx, ranges, func(p, from, to int) error {
		part := newSums(s.cells, s.v, true)
		done[p] = part
		return part.exactRows(ctx, m, from, to)
	})
	if err != nil {
		return err
	}
	for _, p := range done {
		s.N += p.N
		for i := range s.count {
			s.count[i] += p.count[i]
		}
		for _, pair := range [][2][]dd{{s.weight, p.weight}, {s.first, p.first}, {s.slope, p.slope}, {s.gram, p.gram}, {s.square, p.square}} {
			for i, x := range pair[1] {
				pair[0][i] = pair[0][i].add(x)
			}
		}
	}
	return nil
}

// recenter moves the centers to the means over the model's rows and takes the scales from all of them.
func (s *Sums) recenter(ctx context.Context, m *Model) error {
	for k, values := range s.v.values {
		var total dd
		n := 0.0
		for i, x := range values {
			if i%65536 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			if in(m.Rows, i) {
				d := twoSum(x, -s.v.center[k])
				total = total.add(d.scale(s.v.scale[k]))
				n++
			}
		}
		if c := s.v.center[k] + total.float()/n/s.v.scale[k]; n > 0 && !math.IsInf(c, 0) && !math.IsNaN(c) {
			s.v.center[k] = c
		}
		largest := 0.0
		for i, x := range values {
			if in(m.Rows, i) {
				largest = max(largest, math.Abs(x-s.v.center[k]))
			}
		}
		s.v.scale[k] = powerOfTwo(largest)
	}
	return nil
}

func (s *Sums) exactRows(ctx context.Context, m *Model, from, to int) error {
	q, slopes := s.width, s.v.slopes
	u, wu := make([]dd, q), make([]dd, q)
	cell := make([]int32, to-from)
	s.cells.fill(m, from, cell)
	for i := from; i < to; i++ {
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if !in(m.Rows, i) {
			continue
		}
		for k, values := range s.v.values {
			at := k
			if k == len(s.v.values)-1 {
				at = q - 1
			}
			u[at] = twoSum(values[i], -s.v.center[k]).scale(s.v.scale[k])
		}
		for j, p := range s.v.products {
			u[len(s.v.values)-1+j] = u[p[0]].mul(u[p[1]])
		}
		weight := 1.0
		copy(wu, u)
		if m.Weights != nil {
			weight = m.Weights.Values[i]
			for k := range wu {
				wu[k] = u[k].mulFloat(weight)
			}
		}
		c := int(cell[i-from])
		s.N++
		s.count[c]++
		s.weight[c] = s.weight[c].add(dd{weight, 0})
		s.square[c] = s.square[c].add(u[q-1].mul(u[q-1]))
		for k := range q {
			s.first[c*q+k] = s.first[c*q+k].add(wu[k])
			for b := k; b < q; b++ {
				s.gram[k*q+b] = s.gram[k*q+b].add(wu[k].mul(u[b]))
			}
		}
		for j, a := range slopes {
			row := s.slope[(c*len(slopes)+j)*q:]
			for k := range q {
				row[k] = row[k].add(wu[a].mul(u[k]))
			}
		}
	}
	return nil
}
