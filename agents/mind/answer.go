package mind

import (
	"context"
	"slices"
	"strings"
	"unicode"
)

// Answer says the insights' own sentences, in the order in which they were given, each citing its insight.
func (o *Offline) Answer(ctx context.Context, q AnswerQuestion) (Answer, error) {
	var a Answer
	for i := range q.Insights {
		f := &q.Insights[i]
		if f.Seed || f.Text == "" {
			continue
		}
		a.Sentences = append(a.Sentences, Sentence{Text: f.Text, Cites: []string{f.ID}})
	}
	return a, ctx.Err()
}

// Entails tells whether an insight says what a claim in words says: the claim names no variable of the table beside the insight's, it names all of
// its core, and its direction is the insight's where both have one.
func (o *Offline) Entails(ctx context.Context, claim string, by Finding) (bool, error) {
	if claim == by.Text {
		return true, ctx.Err()
	}
	words := wordsOf(claim)
	named := func(name string) bool { return slices.Contains(words, strings.ToLower(name)) }
	core := by.Core()
	for _, v := range core {
		if !named(v) {
			return false, ctx.Err()
		}
	}
	for _, v := range o.survey.Variables {
		if named(v.Name) && !slices.Contains(core, v.Name) && !slices.Contains(by.Controls, v.Name) {
			return false, ctx.Err()
		}
	}
	if d := direction(words); d != 0 && by.Estimate != nil {
		return (d > 0) == (*by.Estimate > 0), ctx.Err()
	}
	return true, ctx.Err()
}

// wordsOf is the words of a text in lower case; names with underscores are one.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
}

// direction is the sign that a sentence of the form `higher a goes with lower b` says; 0 for none.
func direction(words []string) int {
	sign, n := 1, 0
	for _, w := range words {
		switch w {
		case "higher", "more", "greater", "positive", "positively", "rises", "increases":
			n++
		case "lower", "less", "fewer", "negative", "negatively", "falls", "decreases":
			n++
			sign = -sign
		}
	}
	if n == 0 {
		return 0
	}
	return sign
}
