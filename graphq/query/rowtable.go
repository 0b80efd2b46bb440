package query

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
)

// rowTable holds the rows of a result by column, and the order to show them in.
type rowTable struct {
	ev     *evaluator
	nodes  [][]Node  // of node columns
	values [][]Value // of the others
	n      int
	ids    []string // by rank
	rank   []uint32 // by node: its place in the order of the ids
	order  []int32
}

// tableOf makes the columns of the collected rows.
func (ev *evaluator) tableOf(b *batch) (*rowTable, error) {
	t := &rowTable{ev: ev, n: b.len()}
	if err := t.identify(b); err != nil {
		return nil, err
	}
	b = t.unmirrored(b)
	t.n = b.len()
	if ev.p.grouped {
		return t, t.group(b)
	}
	for _, c := range ev.p.columns {
		nodes := b.column(c.slot, make([]Node, 0, t.n))
		var values []Value
		if !c.node() {
			var err error
			if values, err = ev.columnValues(c, nodes); err != nil {
				return nil, err
			}
			nodes = nil
		}
		t.nodes = append(t.nodes, nodes)
		t.values = append(t.values, values)
	}
	return t, nil
}

func (ev *evaluator) columnValues(c column, of []Node) ([]Value, error) {
	out := make([]Value, len(of))
	if c.score != nil {
		scores, err := ev.similarity(c.score)
		for i, n := range of {
			if s, ok := scores[n]; ok {
				out[i] = NumberValue(s)
			}
		}
		return out, err
	}
	return out, ev.property(c.prop, of, out)
}

// identify reads the ids of all nodes that are shown, or that decide which of two mirrored rows stays, and ranks them.
func (t *rowTable) identify(b *batch) error {
	var want []int
	add := func(slot int) {
		if !slices.Contains(want, slot) {
			want = append(want, slot)
		}
	}
	for _, c := range t.ev.p.columns {
		if c.function == "" && c.node() {
			add(c.slot)
		}
	}
	for _, pair := range t.ev.p.mirrored {
		add(pair[0])
		add(pair[1])
	}
	var set nodeSet
	var nodes []Node
	for _, s := range want {
		for i := s; i < len(b.data); i += b.width {
			if n := b.data[i]; n != nothing && set.add(n) {
				nodes = append(nodes, n)
			}
		}
	}
	slices.Sort(nodes)
	is := make([]Identity, len(nodes))
	if err := t.ev.graph.Describe(t.ev.ctx, nodes, is); err != nil {
		return err
	}
	perm := make([]int32, len(nodes))
	for i := range perm {
		perm[i] = int32(i)
	}
	byID := func(x, y int32) int { return CompareIDs(is[x].ID, is[y].ID) }
	if !slices.IsSortedFunc(perm, byID) {
		slices.SortFunc(perm, byID)
	}
	if len(nodes) > 0 {
		t.rank = make([]uint32, nodes[len(nodes)-1]+1)
	}
	t.ids = make([]string, len(nodes))
	for r, i := range perm {
		t.rank[nodes[i]] = uint32(r)
		t.ids[r] = is[i].ID
	}
	return nil
}

// unmirrored keeps one of two rows that differ only in that the ends of a symmetric test are swapped: the one whose first
// node has the smaller id.
func (t *rowTable) unmirrored(b *batch) *batch {
	for _, pair := range t.ev.p.mirrored {
		key := make([]byte, 0, 4*b.width)
		keyOf := func(row []Node) string {
			key = key[:0]
			for _, n := range row[:len(row)-1] {
				key = binary.LittleEndian.AppendUint32(key, uint32(n))
			}
			return string(key)
		}
		have := make(map[string]bool, b.len())
		for i := 0; i < b.len(); i++ {
			have[keyOf(b.row(i))] = true
		}
		keep := make([]bool, b.len())
		swapped := make([]Node, b.width)
		for i := range keep {
			row := b.row(i)
			x, y := pair[0], pair[1]
			copy(swapped, row)
			swapped[x], swapped[y] = row[y], row[x]
			keep[i] = t.rank[row[x]] <= t.rank[row[y]] || !have[keyOf(swapped)]
		}
		b.keep(keep)
	}
	return b
}

// finish orders the rows and drops repeated ones.
func (t *rowTable) finish() error {
	t.order = make([]int32, t.n)
	for i := range t.order {
		t.order[i] = int32(i)
	}
	p := t.ev.p
	first := map[int]int{} // the column of a slot's node: what comes behind it and is of the same node follows from it
	for i := p.visible - 1; i >= 0; i-- {
		if c := p.columns[i]; c.node() {
			first[c.slot] = i
		}
	}
	determined := p.grouped
	// Stable passes from the last column to the first, so that the first decides.
	for i := p.visible - 1; i >= 0; i-- {
		if err := t.ev.ctx.Err(); err != nil {
			return err
		}
		c := p.columns[i]
		if at, ok := first[c.slot]; c.function != "" || ok && at < i {
			continue
		}
		t.pass(i, false)
	}
	if !determined {
		t.order = slices.CompactFunc(t.order, func(a, b int32) bool {
			for i := 0; i < p.visible; i++ {
				if t.nodes[i] != nil && t.nodes[i][a] != t.nodes[i][b] || t.values[i] != nil && t.values[i][a] != t.values[i][b] {
					return false
				}
			}
			return true
		})
	}
	for i := len(p.order) - 1; i >= 0; i-- {
		if err := t.ev.ctx.Err(); err != nil {
			return err
		}
		t.pass(p.order[i].column, p.order[i].desc)
	}
	return nil
}

// pass sorts the order by one column, stably; missing values come last either way.
func (t *rowTable) pass(i int, desc bool) {
	n := len(t.order)
	if nodes := t.nodes[i]; nodes != nil {
		counts := make([]int32, len(t.ids)+1)
		key := func(k int32) int {
			r := int(t.rank[nodes[k]])
			if desc {
				r = len(t.ids) - 1 - r
			}
			return r
		}
		sorted := true
		last := -1
		for _, k := range t.order {
			r := key(k)
			counts[r+1]++
			sorted = sorted && r >= last
			last = r
		}
		if sorted {
			return
		}
		for r := 1; r < len(counts); r++ {
			counts[r] += counts[r-1]
		}
		out := make([]int32, n)
		for _, k := range t.order {
			r := key(k)
			out[counts[r]] = k
			counts[r]++
		}
		t.order = out
		return
	}
	type keyed struct {
		v   Value
		row int32
		at  int32
	}
	keys := make([]keyed, n)
	for j, k := range t.order {
		keys[j] = keyed{t.values[i][k], k, int32(j)}
	}
	slices.SortFunc(keys, func(a, b keyed) int {
		if (a.v.Type == Missing) != (b.v.Type == Missing) {
			if a.v.Type == Missing {
				return 1
			}
			return -1
		}
		c := orderValues(a.v, b.v)
		if desc {
			c = -c
		}
		return cmp.Or(c, cmp.Compare(a.at, b.at))
	})
	for j := range keys {
		t.order[j] = keys[j].row
	}
}

// orderValues orders values of one type: numbers as numbers, texts by their bytes.
func orderValues(a, b Value) int {
	if a.Type == Text && b.Type == Text {
		return strings.Compare(a.Text, b.Text)
	}
	return compareNumbers(a, b)
}
