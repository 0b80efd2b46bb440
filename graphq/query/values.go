package query

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// failure is a diagnostic as an error of the grammar.
type failure struct{ diag.Diagnostic }

func (f *failure) Error() string { return f.Message }

func fail(at source.Span, format string, args ...any) *failure {
	return &failure{diag.New(diag.QuerySyntax, nil, at, format, args...)}
}

func (f *failure) help(format string, args ...any) *failure {
	f.Diagnostic = f.WithHelp(format, args...)
	return f
}

func (f *failure) fix(title string, safe bool, at source.Span, text string) *failure {
	f.Diagnostic = f.WithFix(title, safe, diag.Edit{Span: at, Text: text})
	return f
}

func isPunct(t lexer.Token, text string) bool { return t.Type == tokPunct && t.Value == text }
func isWord(t lexer.Token, word string) bool {
	return t.Type == tokIdent && strings.EqualFold(t.Value, word)
}

// describe names a token in a message.
func describe(t lexer.Token) string {
	if t.Type == tokEOF {
		return "the end of the query"
	}
	return "`" + clip(t.Value) + "`"
}

func clip(text string) string {
	const most = 40
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}

func expected(what string, t lexer.Token) *failure {
	if t.Type == tokInvalid {
		return invalid(t)
	}
	return fail(spanOf(t), "expected %s, found %s", what, describe(t))
}

// invalid explains a token that the scanner could not read.
func invalid(t lexer.Token) *failure {
	at := spanOf(t)
	switch c := t.Value[0]; {
	case c == '"' || c == '\'':
		return fail(at, "the text has no closing quote").help("a text ends on the line where it begins").
			fix("close it", false, source.Span{Start: at.End, End: at.End}, string(c))
	case c == '@' && len(t.Value) > 1:
		return fail(at, "the constant has no closing quote").help("a name ends on the line where it begins")
	case c == '@':
		return fail(at, "`@` is followed by no name").help("a constant is `@name`, or `@\"a name with spaces\"`")
	case '0' <= c && c <= '9' || c == '.':
		return fail(at, "`%s` is no number", clip(t.Value)).help("a number is digits with an optional fraction and exponent")
	}
	return fail(at, "`%s` has no meaning in a query", clip(t.Value)).help("texts stand in quotes, constants behind `@`")
}

// Parse implements participle.Parseable: a variable, a property of one, or a function of either.
func (g *gTerm) Parse(lex *lexer.PeekingLexer) error {
	t := *lex.Peek()
	switch {
	case t.Type == tokConstant:
		return expected("a variable", t).help("a constant is what is looked for in a condition; `find` names variables")
	case t.Type != tokIdent:
		return expected("a variable", t).help("write `find` and what to show, as in `find i where i about @ses` (i stands for any insight, @ses for the variable ses)")
	}
	lex.Next()
	first := nameOf(t)
	g.at = first.at
	next := *lex.Peek()
	switch {
	case isPunct(next, "."):
		p, err := propertyOf(lex)
		if err != nil {
			return err
		}
		g.variable, g.property = &first, p
		g.at = first.at.Join(p.at)
	case isPunct(next, "("):
		lex.Next()
		first.text = strings.ToLower(first.text)
		g.function = &first
		if v := *lex.Peek(); v.Type == tokIdent {
			lex.Next()
			n := nameOf(v)
			g.variable = &n
			if isPunct(*lex.Peek(), ".") {
				p, err := propertyOf(lex)
				if err != nil {
					return err
				}
				g.property = p
			}
		}
		end := *lex.Peek()
		if !isPunct(end, ")") {
			return expected("`)` behind what "+first.text+" is of", end).help("write `%s(i)` or `%s(i.effect)`", first.text, first.text)
		}
		lex.Next()
		g.at = first.at.Join(spanOf(end))
	default:
		g.variable = &first
	}
	return nil
}

// propertyOf reads `.` and a name.
func propertyOf(lex *lexer.PeekingLexer) (*name, error) {
	lex.Next()
	t := *lex.Peek()
	if t.Type != tokIdent {
		return nil, expected("a property behind the dot", t).help("a property is written `i.effect`")
	}
	lex.Next()
	n := nameOf(t)
	return &n, nil
}

// Parse implements participle.Parseable.
func (g *gConstant) Parse(lex *lexer.PeekingLexer) error {
	t := *lex.Peek()
	if t.Type != tokConstant {
		f := expected("a constant", t).help("a constant is written `@H12`")
		if t.Type == tokIdent {
			f = f.fix("put `@` in front", true, source.Span{Start: t.Pos.Offset, End: t.Pos.Offset}, "@")
		}
		return f
	}
	lex.Next()
	c, err := constantOf(t)
	g.constant = c
	return err
}

func constantOf(t lexer.Token) (constant, error) {
	body := t.Value[1:]
	if q := body[0]; q == '"' || q == '\'' || q == '`' {
		text, err := unquote(body, spanOf(t))
		if err != nil {
			return constant{}, err
		}
		if text == "" {
			return constant{}, fail(spanOf(t), "the constant has no name")
		}
		return constant{spanOf(t), text}, nil
	}
	return constant{spanOf(t), body}, nil
}

// Parse implements participle.Parseable.
func (g *gWord) Parse(lex *lexer.PeekingLexer) error {
	t := *lex.Peek()
	if t.Type != tokIdent {
		return expected("a relation", t).help("the relations between insights are %s", strings.Join(lineageRelations, ", "))
	}
	lex.Next()
	g.name = nameOf(t)
	g.text = strings.ToLower(g.text)
	return nil
}

// Parse implements participle.Parseable.
func (g *gWhole) Parse(lex *lexer.PeekingLexer) error {
	t := *lex.Peek()
	if t.Type != tokNumber {
		return expected("a whole number", t)
	}
	lex.Next()
	n, err := wholeOf(t)
	g.whole64 = whole64{spanOf(t), n}
	return err
}

func wholeOf(t lexer.Token) (int, error) {
	n, err := strconv.Atoi(t.Value)
	if err != nil || n > 1<<31 {
		return 0, fail(spanOf(t), "`%s` is not a whole number in range", clip(t.Value))
	}
	return n, nil
}

// literalOf reads a literal when the next token begins one.
func literalOf(lex *lexer.PeekingLexer) (*literal, error) {
	t := *lex.Peek()
	switch {
	case t.Type == tokNumber:
		lex.Next()
		x, err := numberOf(t)
		return &literal{spanOf(t), x}, err
	case isPunct(t, "-"):
		lex.Next()
		n := *lex.Peek()
		if n.Type != tokNumber {
			return nil, expected("a number behind `-`", n)
		}
		lex.Next()
		x, err := numberOf(n)
		x.Number = -x.Number
		if x.Number == 0 && x.Log == 0 {
			x.Number = 0 // one zero
		}
		return &literal{spanOf(t).Join(spanOf(n)), x}, err
	case t.Type == tokString:
		lex.Next()
		s, err := unquote(t.Value, spanOf(t))
		return &literal{spanOf(t), TextValue(s)}, err
	case isWord(t, "true"), isWord(t, "false"):
		lex.Next()
		return &literal{spanOf(t), BoolValue(isWord(t, "true"))}, nil
	}
	f := expected("a value", t).help("a value is a number, a text in quotes, true or false")
	if t.Type == tokIdent {
		f = f.fix("put quotes around it", true, spanOf(t), "'"+t.Value+"'")
	}
	return nil, f
}

func numberOf(t lexer.Token) (Value, error) {
	x, err := strconv.ParseFloat(t.Value, 64)
	if errors.Is(err, strconv.ErrRange) && x > 1 || err != nil && !errors.Is(err, strconv.ErrRange) {
		return NumberValue(0), fail(spanOf(t), "`%s` is out of the range of a number", clip(t.Value))
	}
	v := NumberValue(x)
	if x == 0 {
		v.Log = tinyLog(t.Value)
	}
	return v, nil
}

// unquote resolves the escapes of a text in quotes, which stands at a place.
func unquote(text string, at source.Span) (string, error) {
	q := text[0]
	body := text[1 : len(text)-1]
	if q == '`' || !strings.ContainsRune(body, '\\') {
		return body, nil
	}
	var b strings.Builder
	for i := 0; i < len(body); {
		if body[i] != '\\' {
			b.WriteByte(body[i])
			i++
			continue
		}
		i++
		bad := func() error {
			return fail(at, "a backslash in the text is followed by something that means nothing").
				help(`the escapes are \n, \t, \", \', \\ and \u{...}`)
		}
		if i >= len(body) {
			return "", bad()
		}
		switch body[i] {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case '"', '\'', '\\', '`':
			b.WriteByte(body[i])
		case 'u':
			hex, ok := strings.CutPrefix(body[i+1:], "{")
			end := strings.IndexByte(hex, '}')
			if !ok || end < 1 || end > 6 {
				return "", bad()
			}
			n, err := strconv.ParseUint(hex[:end], 16, 32)
			if err != nil || !utf8.ValidRune(rune(n)) {
				return "", bad()
			}
			b.WriteRune(rune(n))
			i += end + 2
		default:
			return "", bad()
		}
		i++
	}
	return b.String(), nil
}
