package ask

import (
	"cmp"
	"math"
	"slices"
	"unicode"
)

// answers tells whether an insight is about what a question is about: most of its words, and two of its topics, each by a variable of its own. One topic is enough for a
// question that is open (what goes with it?), and for one that has no word that the graph does not know; how variables of one topic go together, two of
// it tell.
func (l *library) answers(b *book, topics [][]int, f form) bool {
	switch {
	case len(topics) == 0:
		return false
	case len(topics) > 1:
		return l.met(b, topics) >= 2 && b.coverage >= answers && !l.oneNoun(b, topics)
	case l.met(b, topics) == 0 || b.coverage < answers && !f.open:
		return false
	case f.mutual:
		return l.within(b, topics[0]) > 1
	case f.open:
		return !l.strays(topics[0])
	}
	return len(l.lost) == 0 && !slices.ContainsFunc(l.words, func(w word) bool { return !w.held && !l.knows(w) })
}

// oneNoun tells whether all that an insight is about are the words of one noun (class size), and the question has more to it.
func (l *library) oneNoun(b *book, topics [][]int) bool {
	runs := map[int]bool{}
	for _, t := range topics {
		if slices.ContainsFunc(b.core, func(s *subject) bool { return l.about(s, t) }) || b.where != nil && l.has(b.where, t) {
			for _, i := range t {
				runs[l.words[i].run] = true
			}
		}
	}
	return len(runs) == 1 && slices.ContainsFunc(l.words, func(w word) bool { return !w.held && !runs[w.run] && !l.called.literal(w) })
}

// strays tells whether a question has words that nothing knows apart from those that stand beside a topic's own.
func (l *library) strays(topic []int) bool {
	for i, w := range l.words {
		if !w.held && !l.knows(w) && !slices.Contains(topic, i) {
			return true
		}
	}
	return false
}

// met is how many of topics an insight is about, each by a variable of its own, or by its condition on the rows.
func (l *library) met(b *book, topics [][]int) int {
	taken := make([]bool, len(b.core))
	// Few topics and at most four variables: every way of giving each topic a variable is tried.
	var from func(k int) int
	from = func(k int) int {
		if k == min(len(topics), 6) {
			return 0
		}
		best := from(k + 1)
		if b.where != nil && l.has(b.where, topics[k]) {
			best = max(best, 1+from(k+1))
		}
		for i, s := range b.core {
			if !taken[i] && l.about(s, topics[k]) {
				taken[i] = true
				best = max(best, 1+from(k+1))
				taken[i] = false
			}
		}
		return best
	}
	return from(0)
}

// within is how many variables of an insight are about a topic.
func (l *library) within(b *book, topic []int) (n int) {
	for _, s := range b.core {
		if l.about(s, topic) {
			n++
		}
	}
	return n
}

// about tells whether a variable has most of a topic's known words, by weight, every number that is among them, and half of the topic with what nothing
// knows of it: who asks for commuting time is not told about any time. Beside what nothing knows, what a level is called does not name a variable.
func (l *library) about(s *subject, topic []int) bool {
	if slices.ContainsFunc(topic, func(i int) bool { return !l.knows(l.words[i]) && !l.words[i].minor() }) {
		return l.has(s.named, topic)
	}
	return l.has(s.says, topic)
}

// has is about of a vocabulary.
func (l *library) has(says *vocabulary, topic []int) bool {
	has, known, all := 0.0, 0.0, 0.0
	for _, i := range topic {
		w := l.words[i]
		if !l.knows(w) {
			all += math.Log(float64(2 + len(l.all))) // as rare as can be
			continue
		}
		all += l.weight[i]
		known += l.weight[i]
		switch {
		case says.has(w):
			has += l.weight[i]
		case w.number():
			return false
		}
	}
	return has > 0 && has >= most*known && has >= half*all
}

// literally tells whether a vocabulary has a topic's words themselves, not by others that mean the same.
func (l *library) literally(says *vocabulary, topic []int) bool {
	return !slices.ContainsFunc(topic, func(i int) bool { w := l.words[i]; return l.knows(w) && !says.literal(w) })
}

// number tells a word that is a number, or the name of a small one.
func (w word) number() bool {
	digits := func(s string) bool {
		for _, r := range s {
			if !unicode.IsDigit(r) {
				return false
			}
		}
		return s != ""
	}
	return digits(w.text) || slices.ContainsFunc(kin[w.stem], digits)
}

// plainness is how many of an insight's variables a question does not name; fewer is plainer.
func (l *library) plainness(b *book, topics [][]int) (extra int) {
	for _, s := range b.core {
		if !slices.ContainsFunc(topics, func(t []int) bool { return l.about(s, t) }) {
			extra++
		}
	}
	return extra
}

// order puts what answers a question into the order in which it is said: what holds equal what the question wants held; an interaction before the rest where it is asked
// for, and else the plain answer before what adds further variables; and of an open question the strongest first, of another the likest.
func (l *library) order(found []*book, topics [][]int, f form) {
	moderated := func(b *book) int {
		if (b.finding.Template == "interact" || b.finding.Template == "heterogeneity") == f.moderated {
			return 0
		}
		return 1
	}
	held := func(b *book) (n int) {
		for _, w := range l.words {
			if w.held && b.holds(w) {
				n++
			}
		}
		return n
	}
	literal := func(b *book) (n int) { // topics that it meets in the question's own words
		for _, t := range topics {
			if slices.ContainsFunc(b.core, func(s *subject) bool { return l.literally(s.named, t) }) {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(found, func(x, y *book) int {
		if c := cmp.Or(cmp.Compare(held(y), held(x)), cmp.Compare(moderated(x), moderated(y))); c != 0 {
			return c
		}
		if f.strongest || f.open && len(topics) < 2 {
			if f.mutual {
				return cmp.Or(cmp.Compare(y.finding.Magnitude, x.finding.Magnitude), cmp.Compare(x.finding.ID, y.finding.ID))
			}
			return cmp.Or(cmp.Compare(literal(y), literal(x)), cmp.Compare(y.finding.Magnitude, x.finding.Magnitude), cmp.Compare(x.finding.ID, y.finding.ID))
		}
		return cmp.Or(cmp.Compare(l.plainness(x, topics), l.plainness(y, topics)), cmp.Compare(literal(y), literal(x)), cmp.Compare(y.score(), x.score()),
			cmp.Compare(x.finding.ID, y.finding.ID))
	})
}
