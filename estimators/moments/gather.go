package moments

import "gonum.org/v1/gonum/floats"

// byCell adds first moments, and products with slopes, to the rows' cells.
func (w *worker) byCell(n int) {
	if w.order != nil {
		w.gather(n)
		return
	}
	cell := w.cell[:n]
	for i, c := range cell {
		w.count[c]++
		w.weight[c] += w.w[i] // set from the counts afterwards where every row weighs one
	}
	q, slopes := w.q, w.v.slopes
	for k := range q {
		u := w.outcomeOr(k)[:n]
		for i, c := range cell {
			w.first[int(c)*q+k] += u[i]
		}
	}
	y := w.buf[(q-1)*block : (q-1)*block+n]
	for i, c := range cell {
		w.square[c] += y[i] * y[i]
	}
	for j, a := range slopes {
		for k := range q {
			wa := w.factorOf(a, k, w.buf, w.wbuf)[:n]
			u := w.buf[k*block : k*block+n]
			for i, c := range cell {
				w.slope[(int(c)*len(slopes)+j)*q+k] += wa[i] * u[i]
			}
		}
	}
}

// factorOf is what vector a brings to a product with vector k: its weighted form, but the bare one for a link's residuals.
func (w *worker) factorOf(a, k int, bare, weighted []float64) []float64 {
	if w.link != nil && k == w.q-1 {
		return bare[a*block:]
	}
	return weighted[a*block:]
}

// gather sorts the block's rows by cell, so that each cell's sums run over neighbours.
func (w *worker) gather(n int) {
	cells, q, slopes := w.cells.n, w.q, w.v.slopes
	start, cell, sorted := w.start, w.cell[:n], w.order
	// A counting sort. The extra cell of absent rows comes last, and is cut off.
	clear(start)
	for _, c := range cell {
		start[c+1]++
	}
	for c := range cells {
		start[c+1] += start[c]
	}
	for i, c := range cell {
		at := start[c]
		start[c] = at + 1
		sorted[at] = int32(i)
	}
	order := sorted[:start[cells-1]] // every start has moved on to its cell's end
	shared := &w.buf[0] == &w.wbuf[0]
	for k := range q {
		permute(w.sorted[k*block:], w.buf[k*block:(k+1)*block], order)
		if !shared {
			permute(w.wsort[k*block:], w.outcomeOr(k)[:block], order)
		}
	}
	weighted := w.m.Weights != nil || w.link != nil
	if weighted {
		permute(w.weights, w.w, order)
	}
	from := 0
	for c := range cells {
		to := int(start[c])
		if to == from {
			continue
		}
		w.count[c] += int64(to - from)
		y := w.sorted[(q-1)*block+from : (q-1)*block+to]
		w.square[c] += floats.Dot(y, y)
		if weighted {
			w.weight[c] += floats.Sum(w.weights[from:to])
		}
		for k := range q {
			w.first[c*q+k] += floats.Sum(w.wsort[k*block+from : k*block+to])
		}
		for j, a := range slopes {
			row := w.slope[(c*len(slopes)+j)*q:]
			for k := range q {
				row[k] += floats.Dot(w.factorOf(a, k, w.sorted, w.wsort)[from:to], w.sorted[k*block+from:k*block+to])
			}
		}
		from = to
	}
}

func permute(to, from []float64, order []int32) {
	to = to[:len(order)]
	for i, r := range order {
		to[i] = from[r]
	}
}
