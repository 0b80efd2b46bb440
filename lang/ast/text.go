package ast

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// StatementWords are the reserved words that begin a statement.
var StatementWords = []string{"dataset", "var", "context", "family", "hyp", "assoc", "diff", "interact", "heterogeneity"}

// ExprWords are the words with a meaning inside expressions.
var ExprWords = []string{"and", "or", "not", "in", "is", "missing", "true", "false"}

// IsReserved tells whether a word, in any case, cannot be a name without backquotes everywhere.
func IsReserved(word string) bool {
	lower := strings.ToLower(word)
	return slices.Contains(StatementWords, lower) || slices.Contains(ExprWords, lower)
}

// IsIdent tells whether text has the form of an identifier: a letter or `_`, then letters, marks, digits and `_`.
func IsIdent(text string) bool {
	for i, r := range text {
		if !IsIdentRune(r, i == 0) {
			return false
		}
	}
	return text != "" && utf8.ValidString(text)
}

// IsIdentRune tells whether a rune may stand in an identifier, or begin one.
func IsIdentRune(r rune, first bool) bool {
	if r < utf8.RuneSelf {
		return r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || !first && '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || !first && (unicode.IsMark(r) || unicode.IsDigit(r))
}

// Backquote writes text as a backquoted name.
func Backquote(text string) string { return "`" + strings.ReplaceAll(text, "`", "``") + "`" }

// WriteName writes a name as a study would: plain where that is possible, else in backquotes.
func WriteName(text string) string {
	if IsIdent(text) && !IsReserved(text) {
		return text
	}
	return Backquote(text)
}

// Quote writes text as a string in double quotes. Control characters and other runes that do not print become escapes.
func Quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case !unicode.IsPrint(r) && !unicode.Is(unicode.Zs, r) && !unicode.Is(unicode.Cf, r):
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
