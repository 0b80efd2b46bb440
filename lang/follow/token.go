package follow

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

// Kind is the kind of a token.
type Kind uint8

// The kinds. Unread is what the scanner cannot read: a string or a name that is not closed on its line, a stray sign.
const (
	Ident   Kind = iota + 1
	Keyword      // a word that begins a statement
	Quoted       // a name in backquotes
	String
	Number
	Sign
	Comment
	Unread
)

// Token is a piece of a text.
type Token struct {
	Kind   Kind
	Text   string // as written
	At     source.Span
	Line   int     // from 1
	Places []Place // that took it in a Statement; none when it does not fit
	word   string  // in lower case and canonical spelling
}

// Word is the token's text in lower case and canonical spelling: `=` for `==`.
func (t Token) Word() string { return t.word }

// kinds maps the scanner's types of tokens.
var kinds = func() map[lexer.TokenType]Kind {
	types := parse.Lexer{}.Symbols()
	return map[lexer.TokenType]Kind{
		types["Ident"]: Ident, types["Keyword"]: Keyword, types["Quoted"]: Quoted, types["String"]: String, types["Number"]: Number,
		types["Punct"]: Sign, types["Comment"]: Comment, types["Invalid"]: Unread,
	}
}()

// Tokens lists the tokens of a text with its comments; code fences are left out.
func Tokens(text string) []Token {
	l, err := parse.Lexer{}.LexString("", text)
	if err != nil {
		return nil // the scanner has no errors
	}
	out := make([]Token, 0, len(text)/5+1) // about as many as a study has
	for {
		t, err := l.Next()
		if err != nil || t.EOF() {
			return out
		}
		kind := kinds[t.Type]
		if kind == 0 {
			continue
		}
		written := t.Value
		if t.Pos.Filename != "" { // where the scanner keeps another spelling
			written = t.Pos.Filename
		}
		out = append(out, Token{Kind: kind, Text: written, At: source.Span{Start: t.Pos.Offset, End: t.Pos.Offset + len(written)},
			Line: t.Pos.Line, word: strings.ToLower(t.Value)})
	}
}
