package query

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/lang/source"
)

// WriteSchema writes the kinds with their properties, and the relations, as text for people.
func WriteSchema(w io.Writer) error {
	b := bufio.NewWriter(w)
	for i := range Kinds {
		k := &Kinds[i]
		fmt.Fprintf(b, "%s: %s\n", k.Name, k.Doc)
		for j := range k.Properties {
			p := &k.Properties[j]
			what := p.Type.String()
			switch {
			case p.Type == Enum:
				what = strings.Join(p.Values, "|")
			case p.Bound && p.High == 1:
				what = "0..1"
			}
			fmt.Fprintf(b, "  %-15s %s (%s)\n", p.Name, p.Doc, what)
		}
	}
	b.WriteString("relations:\n")
	for i := range Relations {
		r := &Relations[i]
		text := func(k []Kind) string { return joined("|", k, Kind.String) }
		notes := ""
		if r.Repeatable {
			notes = ", repeatable"
		}
		if r.Symmetric {
			notes = ", symmetric"
		}
		fmt.Fprintf(b, "  %-15s %s (%s -> %s%s)\n", r.Name, r.Doc, text(r.From), text(r.To), notes)
	}
	return b.Flush()
}

// Split cuts a text into queries at semicolons; places without a query between them are left out.
func Split(text string) (queries []source.Span) {
	tokens, _ := tokensOf(text)
	start := -1
	for _, t := range tokens {
		switch {
		case isPunct(t, ";"):
			if start >= 0 {
				queries = append(queries, source.Span{Start: start, End: t.Pos.Offset})
			}
			start = -1
		case start < 0:
			start = t.Pos.Offset
		}
	}
	if start >= 0 {
		queries = append(queries, source.Span{Start: start, End: len(strings.TrimRight(text, " \t\r\n"))})
	}
	return queries
}

// Unfinished tells whether a text is the beginning of a query: it does not parse, and what is missing is at its end.
func Unfinished(text string) bool {
	f := source.New("query", text)
	q, ds := Parse(f)
	if q != nil || len(ds) == 0 {
		return false
	}
	_, end := tokensOf(text)
	return ds[0].Span.Start >= end.Pos.Offset
}

// Words are the words of the query language that are not names of the schema, for editors.
type Words struct {
	Verbs     []string // that begin a query
	Clauses   []string // all words with a meaning by their place, the verbs among them
	Functions []string
	Formats   []string // of `as`
}

// Language is the words. The caller owns them.
func Language() Words {
	return Words{slices.Clone(verbs), slices.Clone(reservedLooking), slices.Clone(functionNames), slices.Clone(Formats)}
}

// Begins tells whether a text begins with a word that begins a query.
func Begins(text string) bool {
	first := (&scanner{src: text}).next()
	return slices.ContainsFunc(verbs, func(v string) bool { return isWord(first, v) })
}
