package query_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/graphq/query"
)

// aggregateOf splits count(i.p) into its parts; function is empty for other items.
func aggregateOf(item string) (function, of string) {
	f, rest, ok := strings.Cut(item, "(")
	if !ok {
		return "", item
	}
	return f, strings.TrimSuffix(rest, ")")
}

// naive answers a question by trying every assignment.
func naive(w *world, q question) [][]query.Value {
	var vars []string
	add := func(v string) {
		if v != "" && !slices.Contains(vars, v) {
			vars = append(vars, v)
		}
	}
	shown := map[string]bool{}
	counting, grouped := false, false
	var plain []string
	for _, it := range q.items {
		f, of := aggregateOf(it)
		if f != "" {
			grouped = true
			counting = counting || of == ""
		} else {
			plain = append(plain, variableOf(of))
		}
		if of != "" {
			add(variableOf(of))
			shown[variableOf(of)] = true
		}
	}
	q.where.names(true, add)
	for _, k := range q.order {
		if _, of := aggregateOf(k); of != "" {
			shown[variableOf(of)] = true
		}
	}
	if counting { // all but what only one `or` looks for
		for v := range own(q.where) {
			shown[v] = true
		}
	}
	var keep []string
	for v := range shown {
		keep = append(keep, v)
	}
	slices.Sort(keep)
	solutions := map[string]env{}
	key := func(e env) string {
		var b strings.Builder
		for _, v := range keep {
			b.WriteString(e[v] + " ")
		}
		return b.String()
	}
	w.each(vars, env{}, func(e env) {
		if q.where.holds(w, e) {
			solutions[key(e)] = maps.Clone(e)
		}
	})
	for _, pair := range mirrored(q.where, plain) {
		all := map[string]bool{}
		for k := range solutions {
			all[k] = true
		}
		for k, e := range solutions {
			swapped := env{}
			for v, id := range e {
				swapped[v] = id
			}
			swapped[pair[0]], swapped[pair[1]] = e[pair[1]], e[pair[0]]
			// Which of the two is the first is a matter of the order in which the variables are written.
			x, y := pair[0], pair[1]
			if slices.Index(vars, x) > slices.Index(vars, y) {
				x, y = y, x
			}
			if query.CompareIDs(e[x], e[y]) > 0 && all[key(swapped)] {
				delete(solutions, k)
			}
		}
	}
	columns := append(slices.Clone(q.items), q.order...)
	var rows [][]query.Value
	if !grouped {
		for _, e := range solutions {
			var row []query.Value
			for _, c := range columns {
				row = append(row, w.value(c, e))
			}
			rows = append(rows, row)
		}
	} else {
		groups := map[string][]env{}
		for _, e := range solutions {
			k := ""
			for _, it := range q.items {
				if f, _ := aggregateOf(it); f == "" {
					k += fmt.Sprint(w.value(it, e)) + "\x00"
				}
			}
			groups[k] = append(groups[k], e)
		}
		if len(groups) == 0 && len(plain) == 0 {
			groups[""] = nil
		}
		for _, of := range groups {
			var row []query.Value
			for _, c := range columns {
				row = append(row, aggregated(w, c, of))
			}
			rows = append(rows, row)
		}
	}
	n := len(q.items)
	isNode := func(k int) bool { f, of := aggregateOf(columns[k]); return f == "" && variableOf(of) == of }
	order := func(a, b []query.Value, k int) int {
		x, y := a[k], b[k]
		if (x.Type == query.Missing) != (y.Type == query.Missing) {
			return map[bool]int{true: 2, false: -2}[x.Type == query.Missing]
		}
		if isNode(k) {
			return query.CompareIDs(x.Text, y.Text)
		}
		return cmp.Or(cmp.Compare(x.Number, y.Number), cmp.Compare(x.Text, y.Text))
	}
	slices.SortFunc(rows, func(a, b []query.Value) int {
		for k := range q.order {
			o := order(a, b, n+k)
			if q.desc[k] && o >= -1 && o <= 1 {
				o = -o
			}
			if o != 0 {
				return o
			}
		}
		for k := 0; k < n; k++ {
			if o := order(a, b, k); o != 0 {
				return o
			}
		}
		return 0
	})
	for i := range rows {
		rows[i] = rows[i][:n]
	}
	rows = slices.CompactFunc(rows, func(a, b []query.Value) bool { return slices.Equal(a, b) })
	if q.limit > 0 && len(rows) > q.limit {
		rows = rows[:q.limit]
	}
	return rows
}

func aggregated(w *world, c string, of []env) query.Value {
	f, arg := aggregateOf(c)
	if f == "" {
		return w.value(c, of[0])
	}
	if arg == "" {
		return query.NumberValue(float64(len(of)))
	}
	nodes := map[string]bool{}
	var x []float64
	count := 0
	for _, e := range of {
		id := e[variableOf(arg)]
		if nodes[id] {
			continue
		}
		nodes[id] = true
		v := w.value(arg, e)
		if v.Type == query.Missing {
			continue
		}
		count++
		x = append(x, v.Number)
	}
	if f == "count" {
		return query.NumberValue(float64(count))
	}
	if len(x) == 0 {
		return query.Value{}
	}
	slices.Sort(x)
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	n := len(x)
	switch f {
	case "max":
		return query.NumberValue(x[n-1])
	case "sum":
		return query.NumberValue(sum)
	case "mean":
		return query.NumberValue(sum / float64(n))
	}
	return query.NumberValue((x[(n-1)/2] + x[n/2]) / 2)
}

// flat are the conjuncts of a condition.
func flat(t test) []test {
	if l, ok := t.(logic); ok && l.op == "and" {
		var out []test
		for _, x := range l.of {
			out = append(out, flat(x)...)
		}
		return out
	}
	return []test{t}
}

func own(t test) map[string]bool {
	times, out := map[string]int{}, map[string]bool{}
	for _, x := range flat(t) {
		l, or := x.(logic)
		or = or && l.op == "or"
		in := map[string]bool{}
		x.names(true, func(v string) { in[v] = true })
		positive := map[string]bool{}
		for _, y := range flat(t) {
			y.names(true, func(v string) { positive[v] = true })
		}
		if _, not := x.(negation); not {
			x.names(false, func(v string) {
				if positive[v] {
					in[v] = true
				}
			})
		} else {
			x.names(false, func(v string) {
				if positive[v] {
					in[v] = true
				}
			})
		}
		for v := range in {
			if times[v]++; !or || times[v] > 1 {
				out[v] = true
			}
		}
	}
	return out
}

// mirrored are the pairs of shown variables that a symmetric test joins.
func mirrored(t test, plain []string) (out [][2]string) {
	for _, x := range flat(t) {
		e, ok := x.(edge)
		if ok && len(e.names_) == 1 && e.names_[0] == "contradicts" && e.from != e.to && slices.Contains(plain, e.from) && slices.Contains(plain, e.to) {
			p := [2]string{min(e.from, e.to), max(e.from, e.to)}
			if !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	return out
}
