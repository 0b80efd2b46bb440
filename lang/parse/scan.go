// Package parse reads a study: scanner, grammar, recovery and the readings that a model's habits call for.
package parse

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/hyp-lang/hyp/lang/ast"
)

// The types of token. An error of the scanner is an Invalid token, so that it costs one statement and not the rest.
const (
	tokEOF                     = lexer.EOF
	tokIdent   lexer.TokenType = iota + 1
	tokKeyword                 // a word that begins statements, in any case
	tokQuoted                  // a name in backquotes, with them
	tokString                  // with its quotes
	tokNumber
	tokPunct   // in canonical spelling
	tokComment // from # to the end of the line
	tokFence   // a line with a Markdown code fence
	tokInvalid
	tokExplanation // words after a colon behind a claim; made by the splitter
	tokInserted    // a sign that was not written; made by the readings of habits
)

var symbols = map[string]lexer.TokenType{
	"EOF": tokEOF, "Ident": tokIdent, "Keyword": tokKeyword, "Quoted": tokQuoted, "String": tokString, "Number": tokNumber,
	"Punct": tokPunct, "Comment": tokComment, "Fence": tokFence, "Invalid": tokInvalid, "Explanation": tokExplanation,
	"Inserted": tokInserted,
}

// Lexer is the language's lexical definition for participle. It returns no errors: what it cannot read is an Invalid
// token. Comments and code fences are tokens of their own; a list marker before a statement word is passed over.
//
// Position.Filename of a token is not a file name: it holds the spelling in the text where Value is another, canonical
// one (a full-width comma, `==`), and is empty otherwise.
type Lexer struct{}

// Symbols implements lexer.Definition.
func (Lexer) Symbols() map[string]lexer.TokenType { return symbols }

// Lex implements lexer.Definition.
func (l Lexer) Lex(name string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return l.LexString(name, string(text))
}

// LexString implements lexer.StringDefinition.
func (Lexer) LexString(_, text string) (lexer.Lexer, error) { return newScanner(text), nil }

type scanner struct {
	src       string
	pos       int
	line      int
	lineStart int  // offset of the line's first byte
	counted   int  // offset up to which column is known
	column    int  // runes between lineStart and counted, plus one
	fresh     bool // nothing but space seen on this line
	bold      bool // the line's statement stands in Markdown's **
	lineEnd   int  // where the line ends, once a token asked; smaller than pos before
}

// newScanner begins behind a byte-order mark, as lines do in package source.
func newScanner(src string) *scanner {
	start := len(src) - len(strings.TrimPrefix(src, "\uFEFF"))
	return &scanner{src: src, pos: start, lineStart: start, counted: start, line: 1, column: 1, fresh: true}
}

// Next implements lexer.Lexer.
func (s *scanner) Next() (lexer.Token, error) { return s.next(), nil }

// endOfLine is the offset of the line's ending.
func (s *scanner) endOfLine() int {
	if s.lineEnd <= s.pos {
		s.lineEnd = s.pos + lineLength(s.src[s.pos:])
	}
	return s.lineEnd
}

// token makes a token that ends at the current position.
func (s *scanner) token(t lexer.TokenType, start int) lexer.Token {
	s.column += utf8.RuneCountInString(s.src[s.counted:start])
	s.counted = start
	return lexer.Token{Type: t, Value: s.src[start:s.pos], Pos: lexer.Position{Offset: start, Line: s.line, Column: s.column}}
}

// spelled is a token whose canonical spelling may differ from the text.
func (s *scanner) spelled(t lexer.TokenType, start int, value string) lexer.Token {
	tok := s.token(t, start)
	if tok.Value != value {
		tok.Pos.Filename, tok.Value = tok.Value, value
	}
	return tok
}

func (s *scanner) next() lexer.Token {
	for {
		s.space()
		if s.pos >= len(s.src) {
			return s.token(tokEOF, s.pos)
		}
		if !s.fresh {
			break
		}
		s.fresh = false
		if n := fenceLength(s.src[s.pos:]); n > 0 {
			start := s.pos
			s.pos += n
			return s.token(tokFence, start)
		}
		n := markerLength(s.src[s.pos:])
		if n == 0 {
			break
		}
		s.bold = strings.HasSuffix(s.src[s.pos:s.pos+n], "**")
		s.pos += n
	}
	if s.bold && strings.HasPrefix(s.src[s.pos:], "**") {
		s.pos, s.bold = s.pos+2, false
		return s.next()
	}
	start := s.pos
	c := s.src[start]
	switch {
	case c < utf8.RuneSelf && ast.IsIdentRune(rune(c), true):
		return s.word()
	case '0' <= c && c <= '9', c == '.' && start+1 < len(s.src) && isDigit(s.src[start+1]) && (start == 0 || s.src[start-1] != '.'):
		return s.number()
	case c == '#':
		s.pos += lineLength(s.src[start:])
		return s.token(tokComment, start)
	case c == '`':
		return s.quotedName()
	case c == '"' || c == '\'':
		s.pos++
		return s.quoted(start, string(c))
	case c < utf8.RuneSelf:
		return s.punct()
	}
	r, size := utf8.DecodeRuneInString(s.src[start:])
	if ast.IsIdentRune(r, true) {
		return s.word()
	}
	s.pos += size
	switch {
	case strings.ContainsRune(doubleQuotes, r):
		return s.quoted(start, doubleQuotes)
	case strings.ContainsRune(singleQuotes, r):
		return s.quoted(start, singleQuotes)
	}
	if value, ok := typographic[r]; ok {
		if next := s.src[s.pos:]; value == "=" && strings.HasPrefix(next, "＝") {
			s.pos += size
		}
		return s.spelled(tokPunct, start, value)
	}
	return s.token(tokInvalid, start)
}

const (
	doubleQuotes = `“”„‟«»＂"`
	singleQuotes = `‘’‚‛＇'`
)

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// space passes over white space and the marks that some editors leave.
func (s *scanner) space() {
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; {
		case c == '\n':
			s.pos++
			s.line++
			s.lineStart, s.counted, s.column, s.fresh, s.bold = s.pos, s.pos, 1, true, false
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			s.pos++
		case c < utf8.RuneSelf:
			return
		default:
			r, size := utf8.DecodeRuneInString(s.src[s.pos:])
			if !isSpace(r) {
				return
			}
			s.pos += size
		}
	}
}

func (s *scanner) identRunes() {
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		if c < utf8.RuneSelf {
			if !ast.IsIdentRune(rune(c), false) {
				return
			}
			s.pos++
			continue
		}
		r, size := utf8.DecodeRuneInString(s.src[s.pos:])
		if !ast.IsIdentRune(r, false) {
			return
		}
		s.pos += size
	}
}

func (s *scanner) word() lexer.Token {
	start := s.pos
	_, size := utf8.DecodeRuneInString(s.src[s.pos:])
	s.pos += size
	s.identRunes()
	if isKeyword(s.src[start:s.pos]) {
		return s.token(tokKeyword, start)
	}
	return s.token(tokIdent, start)
}

func (s *scanner) digits() {
	for s.pos < len(s.src) && isDigit(s.src[s.pos]) {
		s.pos++
	}
}

// number reads digits, fraction and exponent. `..` binds tighter than a decimal point.
func (s *scanner) number() lexer.Token {
	start := s.pos
	s.digits()
	if s.pos+1 < len(s.src) && s.src[s.pos] == '.' && isDigit(s.src[s.pos+1]) {
		s.pos++
		s.digits()
	}
	if s.pos < len(s.src) && s.src[s.pos]|0x20 == 'e' {
		p := s.pos + 1
		if p < len(s.src) && (s.src[p] == '+' || s.src[p] == '-') {
			p++
		}
		if p < len(s.src) && isDigit(s.src[p]) {
			s.pos = p
			s.digits()
		}
	}
	end := s.pos
	if s.identRunes(); s.pos > end {
		return s.token(tokInvalid, start)
	}
	value := s.src[start:s.pos]
	if value[0] == '.' {
		value = "0" + value
	}
	return s.spelled(tokNumber, start, value)
}

func (s *scanner) quotedName() lexer.Token {
	start := s.pos
	end := s.endOfLine()
	for s.pos++; s.pos < end; s.pos++ {
		if s.src[s.pos] != '`' {
			continue
		}
		if s.pos+1 < end && s.src[s.pos+1] == '`' {
			s.pos++
			continue
		}
		s.pos++
		if s.pos == start+2 {
			return s.token(tokInvalid, start)
		}
		return s.token(tokQuoted, start)
	}
	s.pos = end
	return s.token(tokInvalid, start)
}

// quoted reads a string whose opening quote is passed, up to one of the closing ones.
func (s *scanner) quoted(start int, closing string) lexer.Token {
	end := s.endOfLine()
	for s.pos < end {
		r, size := utf8.DecodeRuneInString(s.src[s.pos:end])
		s.pos += size
		if r == '\\' && s.pos < end {
			_, size := utf8.DecodeRuneInString(s.src[s.pos:end])
			s.pos += size
		} else if strings.ContainsRune(closing, r) {
			return s.token(tokString, start)
		}
	}
	return s.token(tokInvalid, start)
}

func (s *scanner) punct() lexer.Token {
	start := s.pos
	two := s.src[start:min(start+2, len(s.src))]
	switch two {
	case "==":
		s.pos += 2
		return s.spelled(tokPunct, start, "=")
	case "<>":
		s.pos += 2
		return s.spelled(tokPunct, start, "!=")
	case "!=", "<=", ">=", "->", "..":
		s.pos += 2
		return s.token(tokPunct, start)
	case "&&", "||":
		s.pos += 2
		return s.token(tokInvalid, start)
	}
	s.pos++
	if strings.IndexByte("()[],:=<>+-*/~|.;", s.src[start]) >= 0 {
		return s.token(tokPunct, start)
	}
	return s.token(tokInvalid, start)
}
