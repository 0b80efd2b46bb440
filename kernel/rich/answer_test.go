package rich

import (
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/agents/ask"
)

// An answer shows its sentences with what they cite, marks what is unsupported, and says plainly what is not known.
func TestAnswer(t *testing.T) {
	half := 0.5
	b := Answer(&ask.Answer{Question: "does <b>x</b> go with y?", Known: true, Faithfulness: &half, Unknown: []string{"<i>"}, Sentences: []ask.Sentence{
		{Text: "Higher x goes with higher y.", Cites: []string{"i:1"}, Supported: true},
		{Text: "All is <script>well</script>."}}})
	html := b[HTML].(string)
	for _, want := range []string{"Higher x goes with higher y.", "i:1", "unsupported", "Faithfulness 0.50", "&lt;script&gt;"} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %q:\n%s", want, html)
		}
	}
	if strings.Contains(html, "<script>") || strings.Contains(html, "<i>") || strings.Count(html, "unsupported") != 1 {
		t.Errorf("%s", html)
	}
	if b[JSON] == nil || !strings.Contains(b[Plain].(string), "(unsupported") {
		t.Errorf("%v", b[Plain])
	}
	unknown := Answer(&ask.Answer{Question: "?", Sentences: []ask.Sentence{}, Unknown: []string{"eyes"}, Retrieved: []ask.Retrieved{{ID: "i:2", Text: "A goes with B."}}})
	html = unknown[HTML].(string)
	if !strings.Contains(html, "The graph does not know.") || !strings.Contains(html, "about: eyes") || !strings.Contains(html, "A goes with B.") || strings.Contains(html, "Faithfulness") {
		t.Errorf("%s", html)
	}
}

// What is said to someone at a shell is said to a notebook in its own words, and the page has all that the text has.
func TestAnswerInCell(t *testing.T) {
	many := 9
	b := Answer(&ask.Answer{Question: "?", Known: true, Count: &many, Found: 9, Notes: []string{"It is about adults."}, By: "offline",
		Sentences: []ask.Sentence{{Text: "Higher x goes with higher y.", Cites: []string{"i:1"}, Supported: true}},
		Details:   &ask.Details{Sure: []string{"shown on rows that were set aside"}, Equal: []string{"age"}, Data: []string{"d, 9 rows"}, Query: "find i where i about @`x's`"}})
	for kind, wants := range map[string][]string{
		Plain: {"More: in a cell, find i where i about @`x's`\n", "9 more say something about it.\n"},
		HTML:  {"Findings about it: 9", "It is about adults.", "How sure: shown on rows", "Held equal: age", "Data: d, 9 rows", "find i where i about"},
	} {
		for _, want := range wants {
			if text := b[kind].(string); !strings.Contains(text, want) || strings.Contains(text, "hyp query") || strings.Contains(text, "--keep") {
				t.Errorf("%s lacks %q, or speaks of a shell:\n%s", kind, want, text)
			}
		}
	}
}
