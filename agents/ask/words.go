package ask

import (
	_ "embed" // common.txt
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

//go:embed common.txt
var commonText string

// empty is words that a question is made of and that name no variable (common.txt).
var empty = map[string]bool{}

func init() {
	section := ""
	for _, line := range strings.Split(commonText, "\n") {
		switch {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			section = strings.Trim(line, "[]")
		default:
			for _, w := range strings.Fields(line) {
				if section == "empty" {
					empty[w] = true
				} else {
					light[stem(w)] = true
				}
			}
		}
	}
}

// joins are words that stand inside what is named: the location of the school, the mother's age (an s, when it is cut into words).
var joins = map[string]bool{"of": true, "the": true, "a": true, "an": true, "s": true, "their": true, "his": true, "her": true, "its": true}

// sizes are words that name a size where they qualify what stands behind them.
var sizes = map[string]bool{"big": true, "bigger": true, "large": true, "larger": true, "small": true, "smaller": true}

// light is stems of words that say something only where a variable has them: what nothing in the graph knows of them makes no question one about
// something absent.
var light = map[string]bool{}

// minor tells a word that is light, an adverb, or the name of a small number.
func (w word) minor() bool {
	return light[w.stem] || strings.HasSuffix(w.text, "ly") || w.number() && !unicode.IsDigit(rune(w.text[0]))
}

// holding finds what a question wants to be held equal: to its end, or a comma.
var holding = regexp.MustCompile(`(?i)\b(?:at equal|at the same|controlling for|adjusting for|adjusted for|accounting for|allowing for|holding|once|net of|given|` +
	`regardless of|irrespective of|independently of|independent of)\b[^,?]*|\bwith (?:[^\s,?]+ ){1,3}(?:equal|fixed|constant|controlled|held)\b|` +
	`\b(?:when|if)\b[^,?]*\b(?:equal|fixed|constant|controlled|held|adjusted|into account)\b`)

// contentWords is the words of a question that count, each once.
func contentWords(question string) []word {
	var out []word
	seen := map[string]bool{}
	run := 0
	take := func(text string, held bool) {
		all := fields(text)
		for i, w := range all {
			// Bigger households are of a size; what is bigger among women is not.
			qualifies := sizes[w] && i+1 < len(all) && !empty[all[i+1]]
			if empty[w] && !qualifies {
				if !joins[w] {
					run++
				}
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

// stem is a word without its endings (Porter's second algorithm, as the Snowball project has it), British spellings as American ones, and
// the comparative of a word that families.txt has as that word: heavier and heaviest as heavy, poorer as poor.
func stem(w string) string {
	if len(w) > 5 {
		w = strings.Replace(w, "our", "or", 1)
		for _, ending := range []string{"ier", "iest"} {
			if s, found := strings.CutSuffix(w, ending); found {
				w = s + "y"
			}
		}
	}
	if !familiar[w] {
		for _, ending := range []string{"er", "est"} {
			s, found := strings.CutSuffix(w, ending)
			switch n := len(s); {
			case !found || n < 2:
			case familiar[s]:
				w = s
			case familiar[s+"e"]:
				w = s + "e"
			case n > 2 && s[n-1] == s[n-2] && familiar[s[:n-1]]:
				w = s[:n-1]
			}
		}
	}
	return english.Stem(w, true)
}

// vocabulary is the words of texts and their stems. What was asked of it is remembered: a word is looked for in every finding.
type vocabulary struct {
	words  map[string]bool
	answer map[string]bool // of has, by word
}

func vocabularyOf(texts ...string) *vocabulary {
	v := &vocabulary{words: map[string]bool{}, answer: map[string]bool{}}
	for _, text := range texts {
		for _, w := range fields(text) {
			v.put(stem(w), w)
		}
	}
	return v
}

// put adds stems, or words as they are.
func (v *vocabulary) put(words ...string) {
	for _, w := range words {
		v.words[w] = true
	}
	clear(v.answer)
}

// literal tells whether the word itself is in the vocabulary.
func (v *vocabulary) literal(w word) bool { return v.words[w.stem] || v.words[w.text] }

// has tells whether a word is in the vocabulary: its stem; one that means the same (families.txt); the two words that it is made of, as callback
// is; or one that shares so long a beginning with it that the rest is an ending, as education and educational, science and scientific do.
func (v *vocabulary) has(w word) bool {
	yes, asked := v.answer[w.text]
	if !asked {
		yes = v.search(w)
		v.answer[w.text] = yes
	}
	return yes
}

func (v *vocabulary) search(w word) bool {
	if v.literal(w) || slices.ContainsFunc(kin[w.stem], func(s string) bool { return v.words[s] }) {
		return true
	}
	for i := 4; i <= len(w.stem)-4; i++ {
		if v.words[w.stem[:i]] && v.words[w.stem[i:]] {
			return true
		}
	}
	for s := range v.words {
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
