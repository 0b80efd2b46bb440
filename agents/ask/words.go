package ask

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
)

// word is a word of a question that says what it is about.
type word struct {
	text, stem string
	run        int  // words with none between that says nothing are of one run: mostly one noun with what it is qualified by
	held       bool // it names what is to be held equal
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
		would you your controlling controlled adjusting adjusted holding held constant fixed larger smaller bigger increase increases decrease decreases rise rises fall falls greater fewer tend tends equal equally gap across
		due better worse best worst want wants even once yes`) {
		empty[w] = true
	}
	for _, w := range strings.Fields(`add additional adult american answer average big bring call common chance child complete draw drop earlier finish
		feel frequent hear help individual keep large later lead lean leave list mention new obtain often old once own part participant past people place probability
		raise rate receive report score second show size small someone sound special start status strict study sum suggest take think third today total two type unit use
		value way year finishing completing getting listing taking took taken gone seen drawing`) {
		light[stem(w)] = true
	}
}

// light is stems of words that say something only where a variable has them: what nothing in the graph knows of them makes no question one about
// something absent.
var light = map[string]bool{}

// minor tells a word that is light, or an adverb.
func (w word) minor() bool { return light[w.stem] || strings.HasSuffix(w.text, "ly") }

// holding finds what a question wants to be held equal: to its end, or a comma.
var holding = regexp.MustCompile(`(?i)\b(?:at equal|at the same|controlling for|adjusting for|adjusted for|holding|once)\b[^,?]*|\b(?:when|if)\b[^,?]*\b(?:equal|fixed|constant|controlled|held|adjusted)\b`)

// contentWords is the words of a question that count, each once.
func contentWords(question string) []word {
	var out []word
	seen := map[string]bool{}
	run := 0
	take := func(text string, held bool) {
		for _, w := range fields(text) {
			if empty[w] || len([]rune(w)) < 2 {
				run++
				continue
			}
			if s := stem(w); !seen[s] {
				seen[s] = true
				out = append(out, word{w, s, run, held})
			}
		}
		run++
	}
	take(holding.ReplaceAllString(question, " , "), false)
	for _, text := range holding.FindAllString(question, -1) {
		take(text, true)
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

// stem is a word without its endings (Porter's second algorithm, as the Snowball project has it), British spellings as American ones and
// heavier and heaviest as heavy.
func stem(w string) string {
	if len(w) > 5 {
		w = strings.Replace(w, "our", "or", 1)
		for _, ending := range []string{"ier", "iest"} {
			if s, found := strings.CutSuffix(w, ending); found {
				w = s + "y"
			}
		}
	}
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

// has tells whether a word is in the vocabulary: its stem; one that means the same (families.txt); the two words that it is made of, as callback
// is; or one that shares so long a beginning with it that the rest is an ending, as education and educational, science and scientific do.
func (v vocabulary) has(w word) bool {
	if v[w.stem] || v[w.text] || slices.ContainsFunc(kin[w.stem], func(s string) bool { return v[s] }) {
		return true
	}
	for i := 4; i <= len(w.stem)-4; i++ {
		if v[w.stem[:i]] && v[w.stem[i:]] {
			return true
		}
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
