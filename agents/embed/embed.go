// Package embed places texts by their words: hashed TF-IDF vectors, without a model, a network or a state of its own. The same texts give
// the same numbers everywhere.
//
// A text's terms are its words in lower case without their commonest endings, and pairs of neighbouring words; words of names
// with underscores count alone too; stop words and numbers do not count. A term's weight is (1 + ln tf) times
// ln((1 + N) / (1 + df)) + 1, the smoothed form of scikit-learn's TfidfVectorizer(sublinear_tf=True), over the N texts of an
// index; the similarity of two texts is the cosine of their vectors, which is in [0, 1] since weights are positive. Terms are
// hashed to Dimensions places with FNV-1a (Weinberger et al. 2009, without the sign: two terms in one place make texts more alike, never less).
package embed

import (
	"context"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/hyp-lang/hyp/graphq/insight"
)

// Dimensions is the number of places that terms are hashed to.
const Dimensions = 1 << 20

// Embedder is the built-in embedder.
type Embedder struct{}

var _ insight.Embedder = Embedder{}

// Name is the embedder's name.
func (Embedder) Name() string { return "hashed-tfidf" }

// Duplicate is the similarity from which two finding sentences say the same: they share their variables and all words but one or two
// of a sentence of ten, as at .92 of the paper's scale.
func (Embedder) Duplicate() float64 { return 0.84 }

// Similarity is the cosine of two texts, every term weighing the same: with only two texts nothing is known of how common it is.
func (Embedder) Similarity(ctx context.Context, a, b string) (float64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	x, y := vector(a), vector(b)
	normalise(x)
	normalise(y)
	return clip(dot(x, y)), nil
}

func clip(x float64) float64 { return math.Max(0, math.Min(1, x)) }

// entry is one place of a sparse vector; vectors are sorted by place.
type entry struct {
	at uint32
	w  float64
}

// vector is the sublinear term frequencies of a text.
func vector(text string) []entry {
	terms := Terms(text)
	places := make([]uint32, len(terms))
	for i, t := range terms {
		h := fnv.New32a()
		_, _ = h.Write([]byte(t)) // never fails
		places[i] = h.Sum32() % Dimensions
	}
	slices.Sort(places)
	var v []entry
	for i := 0; i < len(places); {
		n := i
		for n < len(places) && places[n] == places[i] {
			n++
		}
		v = append(v, entry{places[i], 1 + math.Log(float64(n-i))})
		i = n
	}
	return v
}

func normalise(v []entry) {
	sum := 0.0
	for _, e := range v {
		sum += e.w * e.w
	}
	if sum == 0 {
		return
	}
	for i := range v {
		v[i].w /= math.Sqrt(sum)
	}
}

func dot(a, b []entry) float64 {
	sum := 0.0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i].at < b[j].at:
			i++
		case a[i].at > b[j].at:
			j++
		default:
			sum += a[i].w * b[j].w
			i, j = i+1, j+1
		}
	}
	return sum
}

// stop is words that say nothing about what a text is about.
var stop = map[string]bool{}

func init() {
	for _, w := range strings.Fields("a an and are as at be but by for from has have in into is it its of on or than that the their there this to was were what which who with not no") {
		stop[w] = true
	}
}

// Terms is the terms of a text: words and pairs of words, in order.
func Terms(text string) []string {
	var words []string
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }) {
		w = strings.Trim(w, "_")
		if stop[w] || !strings.ContainsFunc(w, unicode.IsLetter) {
			continue
		}
		words = append(words, stem(w))
	}
	terms := slices.Clone(words)
	for _, w := range words {
		if parts := strings.Split(w, "_"); len(parts) > 1 {
			for _, p := range parts {
				if !stop[p] && strings.ContainsFunc(p, unicode.IsLetter) {
					terms = append(terms, stem(p))
				}
			}
		}
	}
	for i := 1; i < len(words); i++ {
		terms = append(terms, words[i-1]+" "+words[i])
	}
	return terms
}

// stem takes a common ending and a last e off a word of some length.
func stem(w string) string {
	for _, ending := range []string{"ing", "ies", "ed", "es", "s"} {
		if s, found := strings.CutSuffix(w, ending); found && len(s) >= 4 && !strings.HasSuffix(s, "s") {
			w = s
			break
		}
	}
	if s, found := strings.CutSuffix(w, "e"); found && len(s) >= 4 { // income as incomes
		return s
	}
	return w
}
