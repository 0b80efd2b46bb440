package query

import (
	"encoding/binary"
	"math"
	"slices"
)

// group makes the groups of the plain columns and the aggregates of each. An aggregate is over the distinct nodes of its
// variable within the group, so that a second variable does not count a node twice.
func (t *rowTable) group(b *batch) error {
	ev, p := t.ev, t.ev.p
	n := b.len()
	groupOf := make([]int32, n)
	groups := 0
	plain := make([][]Value, len(p.columns))
	plainNodes := make([][]Node, len(p.columns))
	for i, c := range p.columns {
		if c.function != "" {
			continue
		}
		nodes := b.column(c.slot, make([]Node, 0, n))
		if c.node() {
			plainNodes[i] = nodes
			continue
		}
		values, err := ev.columnValues(c, nodes)
		if err != nil {
			return err
		}
		plain[i] = values
	}
	first := []int32{}
	keys := map[string]int32{}
	var key []byte
	for i := 0; i < n; i++ {
		key = key[:0]
		for j, c := range p.columns[:p.visible] {
			switch {
			case c.function != "":
				continue
			case plainNodes[j] != nil:
				key = binary.LittleEndian.AppendUint32(key, uint32(plainNodes[j][i]))
			default:
				v := plain[j][i]
				key = append(key, byte(v.Type))
				key = binary.LittleEndian.AppendUint64(key, math.Float64bits(v.Number+0))
				key = binary.LittleEndian.AppendUint64(key, math.Float64bits(v.Log))
				key = binary.AppendUvarint(key, uint64(len(v.Text)))
				key = append(key, v.Text...)
			}
		}
		g, ok := keys[string(key)]
		if !ok {
			g = int32(groups)
			groups++
			keys[string(key)] = g
			first = append(first, int32(i))
		}
		groupOf[i] = g
	}
	if n == 0 && !hasPlain(p) { // aggregates of everything: one row, also of nothing
		groups = 1
	}
	for i, c := range p.columns {
		var nodes []Node
		var values []Value
		switch {
		case c.function == "" && c.node():
			nodes = make([]Node, groups)
			for g := range nodes {
				nodes[g] = plainNodes[i][first[g]]
			}
		case c.function == "":
			values = make([]Value, groups)
			for g := range values {
				values[g] = plain[i][first[g]]
			}
		default:
			var err error
			if values, err = t.aggregate(c, b, groupOf, groups); err != nil {
				return err
			}
		}
		t.nodes = append(t.nodes, nodes)
		t.values = append(t.values, values)
	}
	t.n = groups
	return nil
}

func hasPlain(p *program) bool {
	return slices.ContainsFunc(p.columns[:p.visible], func(c column) bool { return c.function == "" })
}

// aggregate computes one aggregate for every group.
func (t *rowTable) aggregate(c column, b *batch, groupOf []int32, groups int) ([]Value, error) {
	out := make([]Value, groups)
	counts := make([]int, groups)
	if c.slot < 0 { // count(): rows are distinct
		for _, g := range groupOf {
			counts[g]++
		}
	} else {
		of, nodes := groupOf, b.column(c.slot, make([]Node, 0, len(groupOf)))
		if !t.once(c) {
			of, nodes = distinctPairs(of, nodes)
		}
		if c.prop == nil {
			for _, g := range of {
				counts[g]++
			}
		} else {
			values := make([]Value, len(nodes))
			if err := t.ev.property(c.prop, nodes, values); err != nil {
				return nil, err
			}
			numbers, tiny := make([][]float64, groups), make([][]Value, groups)
			for i, v := range values {
				if v.Type == Missing {
					continue
				}
				counts[of[i]]++
				switch {
				case c.function == "count":
				case v.Log != 0:
					tiny[of[i]] = append(tiny[of[i]], v)
				default:
					numbers[of[i]] = append(numbers[of[i]], v.Number)
				}
			}
			if c.function != "count" {
				for g, x := range numbers {
					out[g] = aggregateOf(c, x)
					if tiny[g] != nil {
						out[g] = aggregateTiny(c, x, tiny[g])
					}
				}
				return out, nil
			}
		}
	}
	for g, n := range counts {
		out[g] = NumberValue(float64(n))
	}
	return out, nil
}

// once tells whether a node of an aggregate's variable stands in one row of a group only: when the rows, which are distinct,
// hold nothing but that variable and the nodes that make the group.
func (t *rowTable) once(c column) bool {
	for s := range t.ev.p.needed() {
		if s != c.slot && !slices.ContainsFunc(t.ev.p.columns[:t.ev.p.visible], func(p column) bool { return p.node() && p.slot == s }) {
			return false
		}
	}
	return true
}

// distinctPairs drops repeated pairs of a group and a node.
func distinctPairs(groups []int32, nodes []Node) (of []int32, distinct []Node) {
	seen := make(map[uint64]struct{}, len(groups))
	for i, g := range groups {
		k := uint64(g)<<32 | uint64(nodes[i])
		if _, ok := seen[k]; ok {
			continue
		}
		seen[k] = struct{}{}
		of = append(of, g)
		distinct = append(distinct, nodes[i])
	}
	return of, distinct
}

// aggregateOf computes min, max, mean, median or sum of the numbers of a group; missing for none. The numbers are added in
// ascending order, so that the same numbers give the same sum whatever order they come in. The median of an even number is
// the mean of the middle two.
func aggregateOf(c column, x []float64) Value {
	if len(x) == 0 {
		return Value{}
	}
	slices.Sort(x)
	n := len(x)
	result := 0.0
	switch c.function {
	case "min":
		result = x[0]
	case "max":
		result = x[n-1]
	case "median":
		result = x[n/2]
		if n%2 == 0 {
			result = x[n/2-1] + (x[n/2]-x[n/2-1])/2
		}
	default:
		for _, v := range x {
			result += v
		}
		if c.function == "mean" {
			result /= float64(n)
		}
	}
	if c.prop.Type == Time {
		return Value{Type: Time, Number: result}
	}
	return NumberValue(result)
}

// aggregateTiny is aggregateOf where some numbers are nearer to 0 than the doubles are.
func aggregateTiny(c column, x []float64, tiny []Value) Value {
	all := tiny
	for _, v := range x {
		all = append(all, NumberValue(v))
	}
	slices.SortFunc(all, compareNumbers)
	n := len(all)
	switch c.function {
	case "min":
		return all[0]
	case "max":
		return all[n-1]
	case "median":
		if n%2 == 1 {
			return all[n/2]
		}
		return meanOf(all[n/2-1 : n/2+1])
	case "mean":
		return meanOf(all)
	}
	return sumOf(all)
}

func sumOf(ascending []Value) Value {
	sum := 0.0
	for _, v := range ascending {
		sum += v.Number
	}
	if sum == 0 {
		return sumTiny(ascending)
	}
	return NumberValue(sum)
}

func meanOf(ascending []Value) Value {
	v := sumOf(ascending)
	if v.Log != 0 {
		v.Log -= math.Log10(float64(len(ascending)))
		return v
	}
	return NumberValue(v.Number / float64(len(ascending)))
}
