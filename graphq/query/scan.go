package query

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/source"
)

// The types of token. What cannot be read is an Invalid token, so that the parser and not the scanner explains it.
const (
	tokEOF                   = lexer.EOF
	tokIdent lexer.TokenType = iota + 1
	tokConstant
	tokString
	tokNumber
	tokPunct
	tokInvalid
)

var symbols = map[string]lexer.TokenType{
	"EOF": tokEOF, "Ident": tokIdent, "Constant": tokConstant, "String": tokString, "Number": tokNumber, "Punct": tokPunct, "Invalid": tokInvalid,
}

// scannerDefinition is the lexical definition for participle.
type scannerDefinition struct{}

func (scannerDefinition) Symbols() map[string]lexer.TokenType { return symbols }

func (scannerDefinition) Lex(_ string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return &scanner{src: string(text)}, nil
}

type scanner struct {
	src string
	pos int
}

func (s *scanner) Next() (lexer.Token, error) { return s.next(), nil }

func (s *scanner) token(t lexer.TokenType, start int) lexer.Token {
	return lexer.Token{Type: t, Value: s.src[start:s.pos], Pos: lexer.Position{Offset: start}}
}

func spanOf(t lexer.Token) source.Span {
	return source.Span{Start: t.Pos.Offset, End: t.Pos.Offset + len(t.Value)}
}

// space passes over white space and comments from # to the end of a line.
func (s *scanner) space() {
	for s.pos < len(s.src) {
		r, size := utf8.DecodeRuneInString(s.src[s.pos:])
		switch {
		case r == '#':
			if i := strings.IndexByte(s.src[s.pos:], '\n'); i >= 0 {
				s.pos += i
			} else {
				s.pos = len(s.src)
			}
		case unicode.IsSpace(r), r == '\uFEFF', r == '\u200B':
			s.pos += size
		default:
			return
		}
	}
}

func (s *scanner) next() lexer.Token {
	s.space()
	start := s.pos
	if start >= len(s.src) {
		return s.token(tokEOF, start)
	}
	r, size := utf8.DecodeRuneInString(s.src[start:])
	switch {
	case ast.IsIdentRune(r, true):
		s.identRunes()
		return s.token(tokIdent, start)
	case '0' <= r && r <= '9', r == '.' && digitAt(s.src, start+1) && (start == 0 || s.src[start-1] != '.'):
		return s.number()
	case r == '"' || r == '\'':
		s.pos++
		if !s.quoted(byte(r)) {
			return s.token(tokInvalid, start)
		}
		return s.token(tokString, start)
	case r == '@':
		return s.constant()
	}
	if start+2 <= len(s.src) {
		switch s.src[start : start+2] {
		case "!=", "<=", ">=", "<>", "==", "..":
			s.pos += 2
			return s.token(tokPunct, start)
		}
	}
	s.pos += size
	if size == 1 && strings.IndexByte("()[]{},:=<>+-*|.;", s.src[start]) >= 0 {
		return s.token(tokPunct, start)
	}
	return s.token(tokInvalid, start)
}

func digitAt(text string, i int) bool { return i < len(text) && '0' <= text[i] && text[i] <= '9' }

func (s *scanner) identRunes() {
	for s.pos < len(s.src) {
		r, size := utf8.DecodeRuneInString(s.src[s.pos:])
		if !ast.IsIdentRune(r, false) {
			return
		}
		s.pos += size
	}
}

// number reads digits, fraction and exponent. `..` binds tighter than a decimal point.
func (s *scanner) number() lexer.Token {
	start := s.pos
	digits := func() {
		for digitAt(s.src, s.pos) {
			s.pos++
		}
	}
	digits()
	if s.pos < len(s.src) && s.src[s.pos] == '.' && digitAt(s.src, s.pos+1) {
		s.pos++
		digits()
	}
	if s.pos < len(s.src) && s.src[s.pos]|0x20 == 'e' {
		p := s.pos + 1
		if p < len(s.src) && (s.src[p] == '+' || s.src[p] == '-') {
			p++
		}
		if digitAt(s.src, p) {
			s.pos = p
			digits()
		}
	}
	end := s.pos
	if s.identRunes(); s.pos > end {
		return s.token(tokInvalid, start)
	}
	return s.token(tokNumber, start)
}

// quoted reads up to and with a closing quote on the same line; a backslash takes the next rune with it.
func (s *scanner) quoted(quote byte) bool {
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; c {
		case quote:
			s.pos++
			return true
		case '\n', '\r':
			return false
		case '\\':
			s.pos++
			if s.pos < len(s.src) && s.src[s.pos] != '\n' {
				_, size := utf8.DecodeRuneInString(s.src[s.pos:])
				s.pos += size
			}
		default:
			s.pos++
		}
	}
	return false
}

// constant reads `@` with a name, a whole id (`@v:ses`), or a name in quotes or backquotes.
func (s *scanner) constant() lexer.Token {
	start := s.pos
	s.pos++
	if s.pos >= len(s.src) {
		return s.token(tokInvalid, start)
	}
	switch c := s.src[s.pos]; c {
	case '"', '\'', '`':
		s.pos++
		if !s.quoted(c) {
			return s.token(tokInvalid, start)
		}
		return s.token(tokConstant, start)
	}
	name := s.pos
	s.identRunes()
	if s.pos == name {
		return s.token(tokInvalid, start)
	}
	if s.pos < len(s.src) && s.src[s.pos] == ':' {
		colon := s.pos
		s.pos++
		if s.identRunes(); s.pos == colon+1 {
			s.pos = colon
		}
	}
	return s.token(tokConstant, start)
}
