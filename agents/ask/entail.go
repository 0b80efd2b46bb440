package ask

import (
	"slices"
	"strings"
)

// entails tells, without a model, whether an insight says what a sentence says: the sentence is the insight's own, or it names at least
// two of the insight's core variables and none beside, and goes in its direction.
func (l *library) entails(sentence string, b *book) bool {
	plain := func(s string) string { return strings.Join(strings.Fields(strings.ToLower(s)), " ") }
	if s := plain(sentence); s != "" && strings.Contains(plain(b.finding.Text), s) {
		return true
	}
	core := b.finding.Core()
	of := append(slices.Clone(core), b.finding.Controls...)
	named := 0
	for name, s := range l.all {
		switch mentioned := s.mentioned(sentence); {
		case mentioned && slices.Contains(core, name):
			named++
		case mentioned && !slices.Contains(of, name):
			return false
		}
	}
	if named < min(2, len(core)) {
		return false
	}
	if d := direction(sentence); d != 0 && d != b.sign {
		return false
	}
	return unsettled(sentence) == (b.status == "inconclusive")
}

// mentioned tells whether a sentence names a variable: by its name, or by all words of its label that say something.
func (s *subject) mentioned(sentence string) bool {
	says := vocabularyOf(sentence)
	if says.words[strings.ToLower(s.name)] {
		return true
	}
	words := contentWords(s.label)
	for _, w := range words {
		if !says.has(w) {
			return false
		}
	}
	return len(words) > 0
}

// direction is 1 for a sentence in which more goes with more, -1 for one in which more goes with less, 0 where neither is said.
func direction(sentence string) int {
	text := " " + strings.Join(fields(sentence), " ") + " "
	has := func(phrases ...string) bool {
		return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(text, " "+p+" ") })
	}
	switch {
	case has("negatively", "negative", "inverse", "inversely"):
		return -1
	case has("positively", "positive"):
		return 1
	}
	more := []string{"more", "higher", "greater", "larger", "longer", "older", "heavier", "increases", "rises"}
	less := []string{"less", "lower", "fewer", "smaller", "shorter", "younger", "lighter", "decreases", "falls"}
	up, down := 0, 0
	for _, w := range strings.Fields(text) {
		if slices.Contains(more, w) {
			up++
		}
		if slices.Contains(less, w) {
			down++
		}
	}
	switch {
	case up > 0 && down > 0:
		return -1
	case up > 1 || down > 1:
		return 1
	}
	return 0
}

// unsettled tells a sentence that says nothing is known.
func unsettled(sentence string) bool {
	text := strings.ToLower(sentence)
	return strings.Contains(text, "not settle") || strings.Contains(text, "inconclusive") || strings.Contains(text, "no evidence")
}
