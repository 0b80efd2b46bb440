package query

import (
	"context"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
)

// maxOffered is how many constants a completion offers.
const maxOffered = 20

// Complete offers what may stand at the end of text[:at], for a line editor: start is where the word at hand begins, and
// every word would replace text[start:at]. Kinds, properties, relations, words of the grammar and functions come from the
// schema, constants (behind `@`) from the graph; g may be nil.
func Complete(ctx context.Context, g Graph, text string, at int) (start int, words []string) {
	at = max(0, min(at, len(text)))
	tokens, _ := tokensOf(text[:at])
	start = at
	var last lexer.Token
	if n := len(tokens); n > 0 {
		last = tokens[n-1]
		if spanOf(last).End == at && (last.Type == tokIdent || last.Type == tokConstant || last.Type == tokInvalid && last.Value[0] == '@') {
			start = last.Pos.Offset
			tokens = tokens[:n-1]
		} else {
			last = lexer.Token{}
		}
	}
	prefix := text[start:at]
	if strings.HasPrefix(prefix, "@") {
		return start, constantsFor(ctx, g, tokens, strings.TrimLeft(prefix, "@\"'`"))
	}
	c := completion{tokens: tokens}
	if prefix == "" && (isWord(c.back(2), "lineage") && isWord(c.back(1), "of") || c.has("from") && (isWord(c.back(1), "from") || isWord(c.back(1), "to"))) {
		return start, constantsFor(ctx, g, tokens, "") // nothing else can stand here
	}
	for _, w := range c.offered() {
		if len(w) >= len(prefix) && strings.EqualFold(w[:len(prefix)], prefix) && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return start, words
}

type completion struct{ tokens []lexer.Token }

// back is the n-th token from the end, the last is 1.
func (c completion) back(n int) lexer.Token {
	if n > len(c.tokens) {
		return lexer.Token{Type: tokEOF}
	}
	return c.tokens[len(c.tokens)-n]
}

func (c completion) has(word string) bool {
	return slices.ContainsFunc(c.tokens, func(t lexer.Token) bool { return isWord(t, word) })
}

// variables are the words of the query that may be variables: what stands behind find, or beside a relation.
func (c completion) variables() (out []string) {
	for i, t := range c.tokens {
		lower := strings.ToLower(t.Value)
		if t.Type != tokIdent || LookupRelation(lower) != nil || slices.Contains(reservedLooking, lower) || LookupKind(lower) != NoKind || slices.Contains(functionNames, lower) {
			continue
		}
		if i > 0 && (isPunct(c.tokens[i-1], ".") || isPunct(c.tokens[i-1], ":")) || slices.Contains(out, t.Value) {
			continue
		}
		out = append(out, t.Value)
	}
	return out
}

var reservedLooking = []string{"find", "where", "order", "by", "limit", "offset", "as", "and", "or", "not", "in", "is", "missing", "similar", "to", "above", "asc", "desc", "true", "false", "explain", "lineage", "of", "up", "down", "via", "depth", "path", "paths", "from"}

func (c completion) offered() []string {
	last := c.back(1)
	switch {
	case len(c.tokens) == 0:
		return []string{"find", "lineage of", "paths from", "explain"}
	case isPunct(last, "."):
		return propertiesFor(c.tokens[:len(c.tokens)-1], c.back(2).Value)
	case isPunct(last, ":"), isWord(last, "is"):
		return append(KindNames(), "missing", "not missing")
	case isWord(last, "as"):
		return Formats
	case isWord(last, "order"):
		return []string{"by"}
	case isWord(last, "similar"):
		return []string{"to"}
	case isWord(last, "lineage"):
		return []string{"of"}
	case isWord(last, "path"), isWord(last, "paths"):
		return []string{"from"}
	case isWord(last, "via"), c.has("via") && isPunct(last, ","):
		return lineageRelations
	case isPunct(last, "|"):
		return RelationNames()
	case isWord(last, "explain"):
		return []string{"find", "lineage of", "paths from"}
	}
	if c.has("lineage") || c.has("path") || c.has("paths") {
		return []string{"up", "down", "to", "via", "depth", "limit", "as"}
	}
	var out []string
	operand := last.Type == tokIdent && !slices.Contains(reservedLooking, strings.ToLower(last.Value)) && LookupRelation(strings.ToLower(last.Value)) == nil ||
		last.Type == tokConstant
	inWhere := c.has("where") && !c.has("order") && !c.has("limit")
	second := c.back(2)
	started := isWord(second, "where") || isWord(second, "and") || isWord(second, "or") || isWord(second, "not") || isPunct(second, "(")
	if inWhere && operand && started {
		out = append(append(out, RelationNames()...), "is", "in", "not in", "similar to")
	}
	if operand && !started || last.Type == tokNumber || last.Type == tokString || isPunct(last, ")") || isWord(last, "missing") {
		if inWhere {
			out = append(out, "and", "or")
			if isPunct(second, ".") {
				out = append(out, "is", "in", "not in")
			}
		} else if !c.has("where") {
			out = append(out, "where")
		}
		out = append(out, "order by", "limit", "as")
	}
	if isWord(last, "find") || isPunct(last, ",") || isWord(last, "by") || isPunct(last, "(") {
		out = append(append(out, c.variables()...), functionNames...)
	}
	if inWhere && !operand {
		out = append(out, c.variables()...)
		if isWord(last, "where") || isWord(last, "and") || isWord(last, "or") || isPunct(last, "(") {
			out = append(out, "not")
		}
	}
	return out
}

// propertiesFor offers the properties of a variable: those of the kinds that its relations in the text leave.
func propertiesFor(tokens []lexer.Token, variable string) []string {
	kinds := kindsFor(tokens, variable)
	return PropertyNames(kinds.kinds()...)
}

// kindsFor narrows the kinds of a variable by the relations and kinds beside it; an insight when they say nothing.
func kindsFor(tokens []lexer.Token, variable string) kindSet {
	kinds := anyKind
	narrow := func(to kindSet) {
		if kinds&to != 0 {
			kinds &= to
		}
	}
	for i, t := range tokens {
		r := LookupRelation(strings.ToLower(t.Value))
		if r == nil || t.Type != tokIdent {
			if t.Type == tokIdent && i >= 2 && tokens[i-2].Value == variable && (isPunct(tokens[i-1], ":") || isWord(tokens[i-1], "is")) && LookupKind(strings.ToLower(t.Value)) != NoKind {
				narrow(setOf(LookupKind(strings.ToLower(t.Value))))
			}
			continue
		}
		if i > 0 && tokens[i-1].Value == variable {
			narrow(setOf(r.From...))
		}
		if i+1 < len(tokens) && tokens[i+1].Value == variable {
			narrow(setOf(r.To...))
		}
	}
	if kinds == anyKind {
		return setOf(Insight)
	}
	return kinds
}

// constantsFor offers constants of the kind that the place behind the tokens asks for.
func constantsFor(ctx context.Context, g Graph, tokens []lexer.Token, prefix string) (out []string) {
	if g == nil {
		return nil
	}
	kinds := []Kind{NoKind}
	c := completion{tokens}
	switch r := LookupRelation(strings.ToLower(c.back(1).Value)); {
	case r != nil:
		kinds = r.To
	case isPunct(c.back(1), "+"), isPunct(c.back(1), "*"), isPunct(c.back(1), "}"), isWord(c.back(1), "of"), isWord(c.back(1), "from"), isWord(c.back(1), "to"):
		kinds = []Kind{Insight}
	}
	for _, k := range kinds {
		names, err := g.Nearest(ctx, k, prefix, maxOffered)
		if err != nil {
			return nil
		}
		for _, n := range names {
			if strings.HasPrefix(n, prefix) {
				out = append(out, "@"+constantText(n))
			}
		}
	}
	return out
}
