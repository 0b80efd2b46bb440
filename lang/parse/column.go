package parse

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// inNames tells whether token i stands in or right behind a list of names of a clause.
func inNames(toks []lexer.Token, i int) bool {
	for j := i - 1; j > 0; j-- {
		t := &toks[j]
		switch {
		case isWord(t, "for") && isWord(&toks[j-1], "controlling"), isWord(t, "key"), isWord(t, "weights"),
			isPunct(t, "=") && isWord(&toks[j-1], "weights"):
			return true
		case isName(t) || isPunct(t, ",") || t.Type == tokNumber || isPunct(t, ".") || t.Type == tokKeyword:
		default:
			return false
		}
	}
	return false
}

func touching(a, b lexer.Token) bool { return spanOf(a).End == b.Pos.Offset }

// isRunPart tells whether a token may be a part of a column name without backquotes.
func isRunPart(t *lexer.Token) bool {
	switch t.Type {
	case tokIdent, tokKeyword, tokNumber, tokInvalid:
		return t.Type != tokInvalid || !strings.ContainsAny(t.Value[:1], "\"'`")
	case tokPunct:
		return t.Value == "." || t.Value == "/" || t.Value == "-"
	}
	return false
}

// bareColumn explains a name of several tokens around token i, and puts it into backquotes.
func (p *parser) bareColumn(toks []lexer.Token, i, least int) diag.Diagnostic {
	first, last := i, i
	for first > least && isRunPart(&toks[first-1]) && !(toks[first].Type == tokPunct && !touching(toks[first-1], toks[first])) {
		if t := &toks[first-1]; isWord(t, "for") || isWord(t, "key") || isWord(t, "by") || isWord(t, "weights") {
			break
		}
		first--
	}
	at := func(j int) *lexer.Token {
		if j < len(toks) {
			return &toks[j]
		}
		return &lexer.Token{Type: tokEOF}
	}
	for last+1 < len(toks) && !(least == 0 && clauseHead(at, last+1)) {
		if least > 0 && isPunct(&toks[last+1], "(") {
			if end := matching(toks, last+1, "(", ")"); end > 0 {
				last = end
				continue
			}
		}
		if !isRunPart(&toks[last+1]) {
			break
		}
		last++
	}
	span := spanOf(toks[first]).Join(spanOf(toks[last]))
	text := p.file.Slice(span)
	if strings.ContainsAny(text, "\r\n") {
		text = strings.Join(strings.Fields(text), " ")
	}
	d := diag.New(diag.BareColumn, p.file, span, "`%s` is not a plain name", clip(text))
	if plain, ok := escaped(text); ok {
		return d.WithHelp("an underscore takes no backslash").WithFix("write "+plain, true, diag.Edit{Span: span, Text: plain})
	}
	if name, ok := columnOf(text); ok {
		plain := ast.WriteName(name)
		d = d.WithFix("write "+plain+", without the table", false, diag.Edit{Span: span, Text: plain})
	}
	d = d.WithLabel("one name, or several").
		WithHelp("if this is one column, put it in backquotes; if not, a sign or a word is missing between the names")
	quote := diag.Fix{Title: "put it in backquotes", Edits: []diag.Edit{{Span: span, Text: ast.Backquote(text)}}}
	if last == first+1 && isName(&toks[first]) && isName(&toks[last]) {
		end := spanOf(toks[first]).End
		comma := diag.Fix{Title: "insert `,` between two names", Edits: []diag.Edit{{Span: source.Span{Start: end, End: end}, Text: ","}}}
		if least == 0 || isPunct(at(last+1), ")") { // two names are due here
			d.Fixes = append(d.Fixes, comma, quote)
		} else {
			d.Fixes = append(d.Fixes, quote, comma)
		}
		return d
	}
	d.Fixes = append(d.Fixes, quote)
	return d
}

// units that people write behind numbers.
var units = map[string]bool{"mm": true, "cm": true, "m": true, "km": true, "g": true, "kg": true, "mg": true, "lb": true, "lbs": true, "oz": true, "s": true, "ms": true, "min": true, "h": true,
	"hours": true, "hour": true, "minutes": true, "seconds": true, "days": true, "day": true, "weeks": true, "months": true, "years": true, "year": true, "yrs": true, "usd": true, "eur": true,
	"dollars": true, "euros": true, "k": true, "percent": true, "pct": true, "points": true, "c": true, "f": true, "people": true, "rows": true, "cm2": true, "m2": true, "kwh": true, "ft": true, "inches": true}

// invalid explains a token that the scanner could not read.
func (p *parser) invalid(toks []lexer.Token, i int) diag.Diagnostic {
	t := toks[i]
	at := spanOf(t)
	r, size := utf8.DecodeRuneInString(t.Value)
	switch {
	case strings.ContainsRune(doubleQuotes+singleQuotes, r):
		closing := string(r)
		if size > 1 {
			closing = `"`
		}
		return diag.New(diag.UnclosedString, p.file, at, "the string %s is not closed on its line", "`"+clip(t.Value)+"`").
			WithLabel("no closing quote").
			WithFix("close it at the end of the line", false, diag.Edit{Span: source.Span{Start: at.End, End: at.End}, Text: closing})
	case t.Value == "``":
		return diag.New(diag.UnclosedName, p.file, at, "a name cannot be empty")
	case r == '`':
		return diag.New(diag.UnclosedName, p.file, at, "the name %s is not closed on its line", clip(t.Value)).
			WithLabel("no closing backquote").WithHelp("put a backquote behind the name")
	case '0' <= r && r <= '9' || r == '.':
		lower := strings.ToLower(t.Value)
		if n := len(t.Value) - len(strings.TrimLeft(t.Value, "0123456789.")); i > 0 && isCompareOp(&toks[i-1]) && units[lower[n:]] {
			return diag.New(diag.BareColumn, p.file, at, "`%s` is a number with a unit", clip(t.Value)).
				WithHelp("numbers have no units here: they are in those of the column").
				WithFix("write "+t.Value[:n], false, diag.Edit{Span: at, Text: t.Value[:n]})
		}
		d := diag.New(diag.BareColumn, p.file, at, "`%s` is neither a number nor a plain name", clip(t.Value)).
			WithHelp("a column that begins with a digit stands in backquotes").
			WithFix("put it in backquotes", false, diag.Edit{Span: at, Text: ast.Backquote(t.Value)})
		if strings.HasPrefix(lower, "0x") || strings.HasPrefix(lower, "0b") || strings.HasPrefix(lower, "0o") {
			d = diag.New(diag.BadNumber, p.file, at, "`%s` is not a number of this language", clip(t.Value)).WithHelp("write it in decimal")
		}
		return d
	case t.Value == "&&" || t.Value == "&" || t.Value == "||":
		word := map[byte]string{'&': "and", '|': "or"}[t.Value[0]]
		return diag.New(diag.StrayCharacter, p.file, at, "`%s` has no meaning here", t.Value).
			WithHelp("write `%s`", word).WithFix("replace with `"+word+"`", true, diag.Edit{Span: at, Text: word})
	case t.Value == "%" && i > 0 && toks[i-1].Type == tokNumber:
		number := toks[i-1]
		d := diag.New(diag.StrayCharacter, p.file, at, "%s has no meaning in the language", describe(t)).WithHelp("write a share as a number, such as 0.9")
		if x, err := numberOf(number); err == nil {
			share := strconv.FormatFloat(x.Value/100, 'g', -1, 64)
			d = d.WithFix("write "+share, false, diag.Edit{Span: spanOf(number).Join(at), Text: share})
		}
		return d
	case t.Value == "!":
		return diag.New(diag.StrayCharacter, p.file, at, "`!` has no meaning here").
			WithHelp("write `not`").WithFix("replace with `not`", true, diag.Edit{Span: at, Text: "not "})
	}
	if t.Value == `\` && i+1 < len(toks) && touching(t, toks[i+1]) && toks[i+1].Value[0] == 'n' { // a line break of a string
		d := diag.New(diag.StrayCharacter, p.file, at, "`\\n` is no line break outside of a string")
		return d.WithFix("break the line", true, diag.Edit{Span: source.Span{Start: at.Start, End: at.End + 1}, Text: "\n"})
	}
	if label, ok := labelAt(toks, i); ok {
		return plainLabel(diag.New(diag.StrayCharacter, p.file, at, "%s cannot stand in the name of a hypothesis", describe(t)), label, p.file.Slice(label))
	}
	// A sign in the midst of a column name.
	if i > 0 && isRunPart(&toks[i-1]) && touching(toks[i-1], t) || i+1 < len(toks) && isName(&toks[i+1]) && touching(t, toks[i+1]) {
		if word, opening, closing := claimAt(toks); word >= 0 && opening >= 0 && i > opening && (closing < 0 || i < closing) {
			return p.bareColumn(toks, i, opening+1)
		}
		if inNames(toks, i) {
			return p.bareColumn(toks, i, 0)
		}
	}
	d := diag.New(diag.StrayCharacter, p.file, at, "%s has no meaning in the language", describe(t))
	if i > 0 && isWord(&toks[i-1], "in") && (t.Value == "{" || t.Value == "[") {
		d = d.WithHelp("a set stands in parentheses: in (\"a\", \"b\")")
		for j := i + 1; j < len(toks); j++ {
			if toks[j].Value == "}" {
				return d.WithFix("write round brackets", true, diag.Edit{Span: at, Text: "("}, diag.Edit{Span: spanOf(toks[j]), Text: ")"})
			}
		}
	}
	return d
}
