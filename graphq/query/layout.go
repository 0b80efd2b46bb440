package query

import (
	"cmp"
	"math"
	"slices"
	"unicode/utf8"
)

// The layered layout of Sugiyama, Tagawa and Toda (IEEE Trans. SMC 11, 1981): cycles are broken, nodes put on layers by
// their longest path, long edges cut into one piece a layer, crossings reduced by barycenters, and nodes placed near the
// mean of their neighbours without changing the order.

const (
	boxPad     = 10.0
	lineHeight = 15.0
	charWidth  = 6.6
	nodeGap    = 24.0
	layerGap   = 56.0
	margin     = 20.0
	sweeps     = 12
	layerNodes = 8 // on a layer at least, before it counts as full
)

// placed is a node, or a bend of a long edge, with the centre of its box.
type placed struct {
	x, y, w, h float64
	layer      int
	bend       bool
	up, down   []int
}

type layout struct {
	nodes         []placed
	layers        [][]int
	routes        [][]int // for every edge the nodes and bends that it passes, from From to To
	width, height float64
	labels        []placed // of the edges drawn so far
}

func (d *Drawing) layout() *layout {
	l := &layout{nodes: make([]placed, len(d.Nodes))}
	for i, n := range d.Nodes {
		lines := n.lines()
		w := 40.0
		for _, s := range lines {
			w = max(w, float64(utf8.RuneCountInString(s))*charWidth)
		}
		l.nodes[i].w, l.nodes[i].h = w+2*boxPad, float64(len(lines))*lineHeight+2*boxPad
	}
	if len(d.Nodes) == 0 {
		l.width, l.height = 2*margin, 2*margin
		return l
	}
	reversed := d.backEdges()
	l.rank(d, reversed)
	l.bend(d, reversed)
	l.order()
	l.place()
	return l
}

// backEdges are the edges that are treated as turned round: those that close a cycle in a depth-first search of the
// directed ones, and of the symmetric ones, which have no direction, those that go against the order of the others.
func (d *Drawing) backEdges() []bool {
	out := make([][]int, len(d.Nodes))
	for i, e := range d.Edges {
		if !e.Symmetric {
			out[e.From] = append(out[e.From], i)
		}
	}
	last := make([]int, len(d.Nodes)) // when the search left a node: what it leads to was left before
	left := 0
	back := make([]bool, len(d.Edges))
	state := make([]int8, len(d.Nodes)) // 1: on the path, 2: done
	type frame struct{ node, next int }
	for s := range d.Nodes {
		if state[s] != 0 {
			continue
		}
		stack := []frame{{s, 0}}
		state[s] = 1
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if f.next == len(out[f.node]) {
				state[f.node] = 2
				left++
				last[f.node] = left
				stack = stack[:len(stack)-1]
				continue
			}
			e := out[f.node][f.next]
			f.next++
			switch to := d.Edges[e].To; state[to] {
			case 0:
				state[to] = 1
				stack = append(stack, frame{to, 0})
			case 1:
				back[e] = true
			}
		}
	}
	for i, e := range d.Edges {
		if e.Symmetric {
			back[i] = last[e.From] < last[e.To]
		}
	}
	return back
}

// rank puts every node one layer below the lowest of those that point at it, and lower where that layer is full: so that a drawing of
// many nodes with few edges is no endless line (Coffman and Graham, Acta Informatica 1, 1972).
func (l *layout) rank(d *Drawing, reversed []bool) {
	indegree := make([]int, len(d.Nodes))
	out := make([][]int, len(d.Nodes))
	for i, e := range d.Edges {
		from, to := e.From, e.To
		if reversed[i] {
			from, to = to, from
		}
		if from != to {
			out[from] = append(out[from], to)
			indegree[to]++
		}
	}
	most := max(layerNodes, int(0.8*math.Sqrt(float64(len(d.Nodes)))))
	filled := map[int]int{}
	var queue []int
	for i := range indegree {
		if indegree[i] == 0 {
			queue = append(queue, i)
		}
	}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for filled[l.nodes[n].layer] >= most {
			l.nodes[n].layer++
		}
		filled[l.nodes[n].layer]++
		for _, to := range out[n] {
			l.nodes[to].layer = max(l.nodes[to].layer, l.nodes[n].layer+1)
			if indegree[to]--; indegree[to] == 0 {
				queue = append(queue, to)
			}
		}
	}
}

// bend cuts edges at every layer that they pass.
func (l *layout) bend(d *Drawing, reversed []bool) {
	for i, e := range d.Edges {
		from, to := e.From, e.To
		if reversed[i] {
			from, to = to, from
		}
		route := []int{from}
		last := from
		for layer := l.nodes[from].layer + 1; layer < l.nodes[to].layer; layer++ {
			l.nodes = append(l.nodes, placed{w: 2, h: 2, layer: layer, bend: true})
			next := len(l.nodes) - 1
			l.join(last, next)
			route = append(route, next)
			last = next
		}
		if from != to {
			l.join(last, to)
		}
		route = append(route, to)
		if reversed[i] {
			slices.Reverse(route)
		}
		l.routes = append(l.routes, route)
	}
	for i := range l.nodes {
		for l.nodes[i].layer >= len(l.layers) {
			l.layers = append(l.layers, nil)
		}
		l.layers[l.nodes[i].layer] = append(l.layers[l.nodes[i].layer], i)
	}
}

func (l *layout) join(a, b int) {
	l.nodes[a].down = append(l.nodes[a].down, b)
	l.nodes[b].up = append(l.nodes[b].up, a)
}

// order sweeps down and up, each layer by the mean place of its neighbours, and keeps the order with the fewest crossings.
func (l *layout) order() {
	at := make([]float64, len(l.nodes))
	number := func() {
		for _, layer := range l.layers {
			for i, n := range layer {
				at[n] = float64(i)
			}
		}
	}
	number()
	best, fewest := l.copyLayers(), l.crossings(at)
	for s := 0; s < sweeps && fewest > 0; s++ {
		for k := range l.layers {
			layer := l.layers[k]
			if s%2 == 1 {
				layer = l.layers[len(l.layers)-1-k]
			}
			mean := make(map[int]float64, len(layer))
			for _, n := range layer {
				near := l.nodes[n].up
				if s%2 == 1 {
					near = l.nodes[n].down
				}
				mean[n] = at[n]
				if len(near) > 0 {
					sum := 0.0
					for _, m := range near {
						sum += at[m]
					}
					mean[n] = sum / float64(len(near))
				}
			}
			slices.SortStableFunc(layer, func(a, b int) int { return cmp.Compare(mean[a], mean[b]) })
			for i, n := range layer {
				at[n] = float64(i)
			}
		}
		if c := l.crossings(at); c < fewest {
			best, fewest = l.copyLayers(), c
		}
	}
	l.layers = best
}

func (l *layout) copyLayers() [][]int {
	out := make([][]int, len(l.layers))
	for i := range out {
		out[i] = slices.Clone(l.layers[i])
	}
	return out
}

// crossings counts pairs of edges between neighbouring layers that cross, with a Fenwick tree over the lower layer.
func (l *layout) crossings(at []float64) (n int) {
	for k := 0; k+1 < len(l.layers); k++ {
		tree := make([]int, len(l.layers[k+1])+1)
		total := 0
		for _, a := range l.layers[k] {
			for _, b := range l.nodes[a].down {
				n += total
				for i := int(at[b]) + 1; i > 0; i -= i & -i {
					n -= tree[i]
				}
			}
			for _, b := range l.nodes[a].down {
				total++
				for i := int(at[b]) + 1; i < len(tree); i += i & -i {
					tree[i]++
				}
			}
		}
	}
	return n
}

// place gives coordinates.
func (l *layout) place() {
	y := margin
	for _, layer := range l.layers {
		height := 0.0
		for _, n := range layer {
			height = max(height, l.nodes[n].h)
		}
		x := margin
		for _, n := range layer {
			p := &l.nodes[n]
			p.x, p.y = x+p.w/2, y+height/2
			x += p.w + nodeGap
		}
		y += height + layerGap
	}
	for s := 0; s < sweeps; s++ {
		for k := range l.layers {
			if s%2 == 1 {
				k = len(l.layers) - 1 - k
			}
			l.relax(l.layers[k], s%2 == 1)
		}
	}
	left := l.nodes[0].x
	for i := range l.nodes {
		left = min(left, l.nodes[i].x-l.nodes[i].w/2)
	}
	for i := range l.nodes {
		p := &l.nodes[i]
		p.x += margin - left
		l.width = max(l.width, p.x+p.w/2+margin)
		l.height = max(l.height, p.y+p.h/2+margin)
	}
}

// relax moves the nodes of a layer toward the mean of their neighbours on one side; blocks that would overlap move
// together to the mean of their wishes (pool adjacent violators).
func (l *layout) relax(layer []int, up bool) {
	type block struct{ sum, n, offset float64 } // wishes for the place of the block's first node; offset: its length
	var blocks []block
	var sizes []int
	for _, n := range layer {
		p := &l.nodes[n]
		near := p.up
		if up {
			near = p.down
		}
		wish := p.x
		if len(near) > 0 {
			wish = 0
			for _, m := range near {
				wish += l.nodes[m].x
			}
			wish /= float64(len(near))
		}
		blocks = append(blocks, block{wish - p.w/2, 1, p.w + nodeGap})
		sizes = append(sizes, 1)
		for k := len(blocks) - 1; k > 0; k-- {
			a, b := blocks[k-1], blocks[k]
			if a.sum/a.n+a.offset <= b.sum/b.n {
				break
			}
			blocks[k-1] = block{a.sum + b.sum - b.n*a.offset, a.n + b.n, a.offset + b.offset}
			sizes[k-1] += sizes[k]
			blocks, sizes = blocks[:k], sizes[:k]
		}
	}
	i := 0
	for k, b := range blocks {
		x := b.sum / b.n
		for j := 0; j < sizes[k]; j++ {
			p := &l.nodes[layer[i]]
			p.x = x + p.w/2
			x += p.w + nodeGap
			i++
		}
	}
}
