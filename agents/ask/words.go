package ask

import (
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
)

// word is a word of a question that says what it is about.
type word struct {
	text, stem string
}

// empty is words that a question is made of and that name no variable.
var empty = map[string]bool{}

func init() {
	for _, w := range strings.Fields(`a about above affect affected affects after all also am among an and any anything are as associate associated
		association at be been before behave being below better between both but by can cause causes change changes compare compared comparing connected connection
		correlate correlated correlates correlation could data depend depends differ difference differences different do does doing done each effect
		effects else ever everyone evidence explain explains find finding findings for found from get gets give given go goes going graph group groups had
		happen has have having hold holding holds how if in influence influences into is it its just know known knows less level levels like likely link
		linked lower high higher make makes many matter matters me mean more most much my no not of off often on one or other others our out over people
		person predict predicts question relate related relates relation relationship respondents same say says see seem seems she show shows so
		some something still stronger strong survive survives take tell than that the their them then there these they thing things this those to
		together too under us usually vary varies was we weaker weak were what when where whether which while who whom whose why will with within without
		would you your larger smaller bigger increase increases decrease decreases rise rises fall falls greater fewer tend tends`) {
		empty[w] = true
	}
}

// contentWords is the words of a question that count, each once.
func contentWords(question string) []word {
	var out []word
	seen := map[string]bool{}
	for _, w := range fields(question) {
		if empty[w] || len([]rune(w)) < 2 {
			continue
		}
		if s := stem(w); !seen[s] {
			seen[s] = true
			out = append(out, word{w, s})
		}
	}
	return out
}

// fields cuts a text into words in lower case; the parts of a name with underscores stand beside it.
func fields(text string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }) {
		if w = strings.Trim(w, "_"); w == "" {
			continue
		}
		if parts := strings.Split(w, "_"); len(parts) > 1 {
			out = append(out, parts...)
		}
		out = append(out, w)
	}
	return out
}

// stem is a word without its endings (Porter's second algorithm, as the Snowball project has it).
func stem(w string) string {
	return english.Stem(w, true)
}

// vocabulary is the stems of texts.
type vocabulary map[string]bool

func (v vocabulary) add(text string) {
	for _, w := range fields(text) {
		v[stem(w)] = true
		v[w] = true
	}
}

// has tells whether a word is in the vocabulary: its stem, or one that shares so long a beginning with it that the rest is an
// ending, as education and educational, science and scientific do.
func (v vocabulary) has(w word) bool {
	if v[w.stem] || v[w.text] {
		return true
	}
	for s := range v {
		n := 0
		for n < len(s) && n < len(w.stem) && s[n] == w.stem[n] {
			n++
		}
		if n >= 5 && 4*n >= 3*min(len(s), len(w.stem)) && 5*n >= 3*max(len(s), len(w.stem)) {
			return true
		}
	}
	return false
}
