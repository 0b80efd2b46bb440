package parse

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// spanOf is the place of a token in the text.
func spanOf(t lexer.Token) source.Span {
	n := len(t.Value)
	switch {
	case t.Pos.Filename != "":
		n = len(t.Pos.Filename)
	case t.Type == tokInserted || t.Type == tokEOF:
		n = 0
	}
	return source.Span{Start: t.Pos.Offset, End: t.Pos.Offset + n}
}

func isWord(t *lexer.Token, word string) bool {
	return t.Type == tokIdent && len(t.Value) == len(word) && strings.EqualFold(t.Value, word)
}

func isPunct(t *lexer.Token, sign string) bool {
	return (t.Type == tokPunct || t.Type == tokInserted) && t.Value == sign
}

func isName(t *lexer.Token) bool { return t.Type == tokIdent || t.Type == tokQuoted }

// isExprWord tells whether a token is one of the words with a meaning inside expressions.
func isExprWord(t *lexer.Token) bool {
	if t.Type != tokIdent || len(t.Value) > 7 {
		return false
	}
	for _, w := range ast.ExprWords {
		if strings.EqualFold(w, t.Value) {
			return true
		}
	}
	return false
}

func identOf(t lexer.Token) ast.Ident { return ast.Ident{At: spanOf(t), Text: t.Value} }

func nameOf(t lexer.Token) ast.Name {
	if t.Type == tokQuoted {
		text := t.Value[1 : len(t.Value)-1]
		if strings.Contains(text, "``") {
			text = strings.ReplaceAll(text, "``", "`")
		}
		return ast.Name{At: spanOf(t), Text: text, Quoted: true}
	}
	return ast.Name{At: spanOf(t), Text: t.Value}
}

func numberOf(t lexer.Token) (ast.Number, error) {
	x, err := strconv.ParseFloat(t.Value, 64)
	if err != nil || math.IsInf(x, 0) {
		return ast.Number{}, fail(diag.BadNumber, spanOf(t), "`%s` is too large for a number", clip(t.Value)).
			help("the largest number is about 1.8e308")
	}
	return ast.Number{At: spanOf(t), Text: t.Value, Value: x}, nil
}

// wholeNumberOf is a number for which a fraction makes no sense.
func wholeNumberOf(t lexer.Token, of string) (ast.Number, error) {
	x, err := numberOf(t)
	if err != nil {
		return x, err
	}
	if strings.ContainsAny(t.Value, ".eE") || x.Value > 1<<53 {
		return x, fail(diag.BadNumber, spanOf(t), "`%s` is not a whole number below 2^53", clip(t.Value)).
			help("%s is a whole number such as 20260701", of)
	}
	return x, nil
}

// stringOf takes a string out of its quotes and undoes its escapes.
func stringOf(t lexer.Token) (ast.String, error) {
	_, first := utf8.DecodeRuneInString(t.Value)
	_, last := utf8.DecodeLastRuneInString(t.Value)
	text := t.Value[first : len(t.Value)-last]
	s := ast.String{At: spanOf(t), Text: text}
	i := strings.IndexByte(text, '\\')
	if i < 0 {
		return s, nil
	}
	var b strings.Builder
	for i >= 0 {
		b.WriteString(text[:i])
		r, n := escape(text[i:])
		if n == 0 {
			at := t.Pos.Offset + len(t.Value) - last - len(text) + i
			_, size := utf8.DecodeRuneInString(text[i+1:])
			return s, &failure{Diagnostic: diag.New(diag.BadEscape, nil, source.Span{Start: at, End: at + 1 + size},
				"`%s` means nothing in a string", text[i:i+1+size]).
				WithHelp("a backslash itself is written `\\\\`").
				WithFix("double the backslash", false, diag.Edit{Span: source.Span{Start: at, End: at}, Text: `\`})}
		}
		b.WriteRune(r)
		text = text[i+n:]
		i = strings.IndexByte(text, '\\')
	}
	b.WriteString(text)
	s.Text = b.String()
	return s, nil
}

// escape reads one escape and returns its length, or 0.
func escape(text string) (rune, int) {
	switch text[1] { // the scanner never ends a string behind a backslash
	case 'n':
		return '\n', 2
	case 't':
		return '\t', 2
	case '"', '\'', '\\':
		return rune(text[1]), 2
	case 'u':
		end := strings.IndexByte(text, '}')
		if end < 4 || end > 9 || text[2] != '{' {
			return 0, 0
		}
		x, err := strconv.ParseUint(text[3:end], 16, 32)
		if err != nil || !utf8.ValidRune(rune(x)) {
			return 0, 0
		}
		return rune(x), end + 1
	}
	return 0, 0
}
