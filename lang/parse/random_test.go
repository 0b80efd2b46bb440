package parse_test

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// vocabulary is what random studies are made of: everything that the language knows, and what it does not.
var vocabulary = strings.Split("assoc|diff|interact|heterogeneity|dataset|var|context|family|hyp|hyp H1:|assoc(x, y)|diff(y, by=g|diff(y by g)|"+
	"interact(a * b -> c)|heterogeneity(y ~ x |from|controlling for|controlling|for|weights=w|weights|where|expect|positive|floor|decide|under|"+
	"using|rival|deepens|needs|prior|claim|because|on|train|holdout|split holdout 0.3 seed 1|label|levels|ref|missing|range|unit|high means|numeric|"+
	"nominal|and|or|not|in|is|is missing|true|x|y|`a b`|`c``d`|\"s\"|'t'|“u”|\"open|`open|'s|1|0.5|.5|1..3|-2|1e5|1e999|0x1f|2nd|(|)|[|]|,|:|=|==|<|<=|>=|!=|"+
	"+|-|*|/|~|->|..|.|;|%|&&|—|，|（|）|# note|# a\n|\n|\n\n|\n\n\n|\r\n|\t|  |```\n|- |1. |* |**|**assoc(x, y)**|syntax 1|é|😀|\ufeff", "|")

// Random sequences of the language's own words reach the grammar's corners that random bytes do not.
func TestRandomStudies(t *testing.T) {
	vocabulary := append([]string{"|", "||", "| g)"}, vocabulary...)
	n := 6000
	if testing.Short() {
		n = 2000
	}
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		var b strings.Builder
		for range 1 + r.IntN(25) {
			b.WriteString(vocabulary[r.IntN(len(vocabulary))])
			if r.IntN(6) > 0 {
				b.WriteByte(" \n"[r.IntN(8)/7])
			}
		}
		t.Run("", func(t *testing.T) { check(t, b.String()) })
	}
}

// Cutting, doubling and swapping the words of a study that is right breaks single statements in many ways.
func TestBrokenStudies(t *testing.T) {
	words := strings.SplitAfter(study, " ")
	n := 500
	if testing.Short() {
		n = 200
	}
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		w := append([]string(nil), words...)
		for range 1 + r.IntN(4) {
			i := r.IntN(len(w) - 2)
			switch r.IntN(4) {
			case 0:
				w = append(w[:i], w[i+1:]...)
			case 1:
				w[i], w[i+1] = w[i+1], w[i]
			case 2:
				w[i] += w[i]
			case 3:
				w[i] += "# note\n"
			}
		}
		t.Run("", func(t *testing.T) { check(t, strings.Join(w, "")) })
	}
}
