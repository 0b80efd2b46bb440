package check

import (
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/lang/diag"
)

// What is offered for a foreign word is a word of the vocabulary, and no word of the vocabulary is taken for a foreign one.
func TestOtherWordsAreKnown(t *testing.T) {
	vocabularies := map[string][]string{diag.UnknownPrediction: predictionWords, diag.UnknownEstimator: estimatorWords, diag.UnknownMeasure: measureWords,
		diag.UnknownQuantity: quantityWords, diag.UnknownMethod: methodWords, diag.UnknownType: typeWords}
	for code, words := range otherWords {
		for word, other := range words {
			if !slices.Contains(vocabularies[code], other) || slices.Contains(vocabularies[code], word) || word != strings.ToLower(word) {
				t.Errorf("%s: %s is %s", code, word, other)
			}
		}
	}
}
