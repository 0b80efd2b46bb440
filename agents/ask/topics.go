package ask

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// cover is the share of the question's words, by weight, that an insight is about; what is to be held equal may be its controls.
func (l *library) cover(b *book) float64 {
	covered, all := 0.0, 0.0
	for i, w := range l.words {
		all += l.weight[i]
		if b.has(w) || w.held && b.holds(w) {
			covered += l.weight[i]
		}
	}
	if all == 0 {
		return 0
	}
	return covered / all
}

// topics parts the question's words, by place, into what it is about: the words that one variable's name and label hold together are one
// topic, the largest first, and words that only levels or conditions hold are another. A word that nothing holds belongs to the topic that it
// stands beside, as commuting does in "commuting time", else to none.
func (l *library) topics() (out [][]int) {
	left := map[int]bool{}
	for i, w := range l.words {
		if l.knows(w) {
			left[i] = true
		}
	}
	for len(left) > 0 {
		var best []int
		most := 0.0
		for _, name := range slices.Sorted(maps.Keys(l.all)) {
			for _, held := range []bool{false, true} { // what is to be held equal is a subject of its own
				if has, weight := l.holds(l.all[name], left, held); weight > most {
					best, most = has, weight
				}
			}
		}
		if best == nil {
			best = slices.Sorted(maps.Keys(left))
		}
		for _, i := range best {
			delete(left, i)
		}
		out = append(out, best)
	}
	for i, w := range l.words {
		if l.knows(w) {
			continue
		}
		for k, topic := range out {
			if slices.ContainsFunc(topic, func(j int) bool { return l.words[j].run == w.run && l.knows(l.words[j]) }) {
				out[k] = append(topic, i)
				break
			}
		}
	}
	// A year alone is no subject: it is that of what stands before it, or else behind.
	for k := 0; k < len(out) && len(out) > 1; k++ {
		if slices.ContainsFunc(out[k], func(i int) bool { return !l.words[i].number() || len(l.words[i].text) != 4 }) {
			continue
		}
		to, nearest := -1, math.MaxInt
		for j, t := range out {
			for _, i := range t {
				d := slices.Min(out[k]) - i
				if d < 0 {
					d = len(l.words) - d
				}
				if j != k && d < nearest {
					to, nearest = j, d
				}
			}
		}
		out[to] = append(out[to], out[k]...)
		out = slices.Delete(out, k, k+1)
		k--
	}
	// In the question's order. What is to be held equal is no part of the pair that it is about.
	slices.SortFunc(out, func(a, b []int) int { return cmp.Compare(slices.Min(a), slices.Min(b)) })
	held := func(topic []int) bool {
		return !slices.ContainsFunc(topic, func(i int) bool { return !l.words[i].held })
	}
	if slices.ContainsFunc(out, func(t []int) bool { return !held(t) }) {
		out = slices.DeleteFunc(out, held)
	}
	// Nor is what the data are about as a whole, such as the mothers of a table of mothers or what the table is called, where two subjects are left without it, or something is asked
	// for that nothing knows: many variables are called by it.
	lacks := slices.ContainsFunc(l.lost, func(w word) bool { return !w.number() }) || slices.ContainsFunc(l.words, func(w word) bool { return !w.held && !l.knows(w) })
	common := func(topic []int) bool {
		return !slices.ContainsFunc(topic, func(i int) bool {
			w := l.words[i]
			return l.knows(w) && 3*l.count(w) < len(l.all) && !l.called.literal(w)
		})
	}
	own := 0
	for _, t := range out {
		if !common(t) {
			own++
		}
	}
	if own >= 2 || lacks && own == 1 {
		out = slices.DeleteFunc(out, common)
	}
	return out
}

// holds is which of the words that are left a variable has, and what they weigh together. Words that stand together belong together: of those in other
// places half counts, and a word that only a level is called by counts less.
func (l *library) holds(s *subject, left map[int]bool, held bool) (has []int, weight float64) {
	runs, all, longest := map[int]float64{}, 0.0, 0.0
	for i, w := range l.words {
		if !left[i] || w.held != held || !s.says.has(w) {
			continue
		}
		weight := l.weight[i]
		if !s.named.has(w) {
			weight *= 0.6
		}
		has = append(has, i)
		runs[w.run] += weight
		all += weight
	}
	for _, r := range runs {
		longest = max(longest, r)
	}
	return has, (longest + all) / 2
}
