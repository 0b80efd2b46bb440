package query

import (
	"regexp"
	"slices"
	"testing"
)

// An editor colours what Language lists: every word of the grammar must be there.
func TestLanguageHasTheGrammarsWords(t *testing.T) {
	words := Language()
	found := regexp.MustCompile(`"([a-z]+)"`).FindAllStringSubmatch(grammar().String(), -1)
	if len(found) < 10 {
		t.Fatalf("the grammar shows %d words", len(found))
	}
	for _, w := range found {
		if !slices.Contains(words.Clauses, w[1]) {
			t.Errorf("%q is in the grammar and not in Language", w[1])
		}
	}
	for _, w := range words.Verbs {
		if !slices.Contains(words.Clauses, w) {
			t.Errorf("the verb %q is not among the words", w)
		}
	}
}

func TestBegins(t *testing.T) {
	for text, want := range map[string]bool{
		"find i": true, "\n  LINEAGE of @H1": true, "paths": true, "# who\nexplain find i": true,
		"": false, "assoc(x, y)": false, "finding": false, "@find": false, "\"find\"": false,
	} {
		if Begins(text) != want {
			t.Errorf("Begins(%q) = %v", text, !want)
		}
	}
}
