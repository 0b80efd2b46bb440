package parse

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// clip shortens a piece of text for a message.
func clip(text string) string {
	const most = 40
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}

// describe names a token in a message.
func describe(t lexer.Token) string {
	if t.Type == tokEOF {
		return "the end of the statement"
	}
	text := t.Value
	if t.Pos.Filename != "" {
		text = t.Pos.Filename
	}
	if t.Type == tokQuoted {
		return clip(text)
	}
	return "`" + clip(text) + "`"
}

func expected(what string, t lexer.Token) *failure {
	return fail(diag.ExpectedToken, spanOf(t), "expected %s, found %s", what, describe(t))
}

// reserved explains a word of the language where a name is expected.
func reserved(t lexer.Token) *failure {
	f := fail(diag.ReservedWord, spanOf(t), "`%s` is a word of the language, not a name", t.Value).
		help("a column called so is written in backquotes")
	f.Diagnostic = f.WithFix("put it in backquotes", true, diag.Edit{Span: f.Span, Text: ast.Backquote(t.Value)})
	return f
}

// reservedLabel explains a word of the language that stands as the name of a hypothesis, which has no backquotes to escape to.
func reservedLabel(t lexer.Token) diag.Diagnostic {
	other := "h_" + strings.ToLower(t.Value)
	return diag.New(diag.ReservedWord, nil, spanOf(t), "`%s` is a word of the language and cannot name a hypothesis", t.Value).
		WithHelp("choose another name, such as `%s`", other).
		WithFix("write `"+other+"`", false, diag.Edit{Span: spanOf(t), Text: other})
}

// labelLetters says what the name of a hypothesis is made of: it has no backquotes, since it stands in sentences and addresses.
const labelLetters = "the name of a hypothesis is letters, digits and _, as in `hyp H_1: claim`, and takes no backquotes"

// plainLabel explains a name that no hypothesis can have, and writes it with letters, digits and _.
func plainLabel(d diag.Diagnostic, at source.Span, written string) diag.Diagnostic {
	d = d.WithHelp(labelLetters)
	plain := strings.Trim(strings.Join(strings.FieldsFunc(written, func(r rune) bool { return !ast.IsIdentRune(r, false) }), "_"), "_")
	if !ast.IsIdent(plain) || ast.IsReserved(plain) {
		if plain = "H_" + plain; !ast.IsIdent(plain) {
			return d
		}
	}
	return d.WithFix("name it `"+plain+"`", false, diag.Edit{Span: at, Text: plain})
}

// labelAt is the span of the name of a hypothesis in which token i stands.
func labelAt(toks []lexer.Token, i int) (source.Span, bool) {
	if i < 1 || toks[0].Type != tokKeyword || !strings.EqualFold(toks[0].Value, "hyp") {
		return source.Span{}, false
	}
	for k := 1; k < len(toks) && toks[k].Pos.Line == toks[0].Pos.Line && !isClaimWord(&toks[k]); k++ {
		if isPunct(&toks[k], ":") {
			return tokensSpan(toks[1:k]), k > i
		}
	}
	return source.Span{}, false
}

// tokenAt looks up tokens by index, with the end of the text behind the last.
func tokenAt(toks []lexer.Token) func(int) *lexer.Token {
	return func(j int) *lexer.Token {
		if j < len(toks) {
			return &toks[j]
		}
		return &lexer.Token{Type: tokEOF}
	}
}

// exampleMeasure is a measure that suits the claim whose word stands at an index.
func exampleMeasure(toks []lexer.Token, word int) string {
	if word >= 0 && strings.EqualFold(toks[word].Value, "diff") {
		return "d"
	}
	return "r"
}

// floorHead is what `floor 0.1` and `floor >= 0.1` lack.
func floorHead(bad lexer.Token, measure string) string {
	if bad.Type == tokNumber {
		return measure + " >= "
	}
	return measure + " "
}

func unclosed(open, end lexer.Token) *failure {
	f := fail(diag.UnclosedBracket, spanOf(open), "`(` is never closed")
	f.Diagnostic = f.WithLabel("opened here").
		WithFix("insert `)` at the end of the statement", false, diag.Edit{Span: spanOf(end), Text: ")"})
	return f
}

// explain makes a diagnostic of an error of the grammar, and tells the offset of the token that is to blame.
func (p *parser) explain(toks []lexer.Token, eof lexer.Token, err error) (diag.Diagnostic, int) {
	var f *failure
	var unexpected *participle.UnexpectedTokenError
	switch {
	case errors.As(err, &f):
	case errors.As(err, &unexpected):
		return p.unexpected(toks, eof, unexpected)
	default:
		f = fail(diag.ExpectedToken, tokensSpan(toks), "the statement cannot be read: %v", err)
	}
	// An expression or a set stopped at a token: what ails the token itself is the better answer.
	if i := slices.IndexFunc(toks, func(t lexer.Token) bool { return spanOf(t) == f.Span }); i >= 0 && f.Code == diag.ExpectedToken {
		if toks[i].Type == tokInvalid {
			return p.invalid(toks, i), toks[i].Pos.Offset
		}
		if toks[i].Type == tokKeyword && len(f.Fixes) == 0 {
			f = reserved(toks[i])
		}
	}
	d := f.Diagnostic
	d.File = p.file
	if f.finish != nil {
		f.finish(&d)
	}
	return d, d.Span.Start
}

// unexpected explains a token that does not fit the grammar.
func (p *parser) unexpected(toks []lexer.Token, eof lexer.Token, err *participle.UnexpectedTokenError) (diag.Diagnostic, int) {
	bad := err.Unexpected
	what := wanted(err.Message())
	i := slices.IndexFunc(toks, func(t lexer.Token) bool { return t.Pos == bad.Pos && t.Value == bad.Value && t.Type == bad.Type })
	if bad.Type == tokEOF || i < 0 {
		i, bad = len(toks), eof
	}
	d, ok := p.special(toks, i, bad, what)
	if !ok {
		d = p.generic(toks, i, bad, what)
	}
	d.File = p.file
	return d, bad.Pos.Offset
}

var functions = []string{"log", "exp", "sqrt", "abs", "min", "max", "if", "log10", "log2", "ln", "factor", "scale", "as"}

// kindOf is the keyword of a statement, "hyp" for a bare claim.
func kindOf(toks []lexer.Token) string {
	if isClaimWord(&toks[0]) {
		return "hyp"
	}
	return strings.ToLower(toks[0].Value)
}

// special recognises the slips that deserve a message of their own.
func (p *parser) special(toks []lexer.Token, i int, bad lexer.Token, what string) (diag.Diagnostic, bool) {
	if bad.Type == tokInvalid {
		return p.invalid(toks, i), true
	}
	word, opening, closing := claimAt(toks)
	inClaim := opening >= 0 && i > opening && (closing < 0 || i <= closing)
	name := what == "a name"
	if d, ok := p.specialDeclaration(toks, i, bad); ok {
		return d, true
	}
	if len(toks) > 2 && kindOf(toks) == "hyp" && isClaimWord(&toks[1]) && i == 2 && isPunct(&toks[2], ":") {
		return reservedLabel(toks[1]), true
	}
	var prev lexer.Token
	if i > 0 {
		prev = toks[i-1]
	}
	switch {
	case name && bad.Type == tokString:
		return unquoted(toks, i, closing), true
	case name && bad.Type == tokKeyword:
		if i+1 < len(toks) && toks[i+1].Type == tokIdent && (inClaim || inNames(toks, i) && !isClauseWord(toks[i+1].Value)) {
			return p.bareColumn(toks, i, i), true
		}
		return reserved(bad).Diagnostic, true
	case inClaim && i > opening+1 && isRunPart(&bad) && (isRunPart(&prev) || prev.Type == tokQuoted):
		if closing < 0 && bad.Type == tokIdent && (isWord(&bad, "controlling") || clauseHead(tokenAt(toks), i)) {
			d := diag.New(diag.UnclosedBracket, nil, spanOf(toks[opening]), "`(` is never closed").
				WithLabel("opened here").
				WithFix("insert `)` after "+describe(prev), true, diag.Edit{Span: source.Span{Start: spanOf(prev).End, End: spanOf(prev).End}, Text: ")"})
			return d, true
		}
		if prev.Type != tokQuoted && !(strings.EqualFold(toks[word].Value, "diff") && isWord(&bad, "by")) && what != "`vs`" {
			return p.bareColumn(toks, i-1, opening+1), true
		}
	case inClaim && (isCompareOp(&bad) && !isPunct(&bad, "=") || isPunct(&bad, "+")) && isName(&prev):
		return diag.New(diag.ExpectedToken, nil, spanOf(prev).Join(spanOf(bad)), "a claim takes names, not expressions").
			WithHelp("give the expression a name first: `var name = %s %s ... %s`", p.file.Slice(spanOf(prev)), bad.Value, map[bool]string{true: "binary", false: "numeric"}[isCompareOp(&bad)]), true
	case inClaim && isPunct(&bad, "(") && prev.Type == tokIdent && touching(prev, bad) && slices.Contains(functions, strings.ToLower(prev.Value)):
		d := diag.New(diag.ExpectedToken, nil, spanOf(prev).Join(spanOf(bad)), "a claim takes names, not expressions").
			WithHelp("give the expression a name first: `var name = %s(...) numeric`", strings.ToLower(prev.Value))
		return d, true
	case inClaim && isPunct(&bad, "(") && prev.Type == tokIdent && i > opening+1:
		return p.bareColumn(toks, i-1, opening+1), true
	case inClaim && isPunct(&bad, ";") && what == "`,`":
		return diag.New(diag.ExpectedToken, nil, spanOf(bad), "expected `,`, found `;`").
			WithFix("replace with `,`", true, diag.Edit{Span: spanOf(bad), Text: ","}), true
	case inClaim && what == "`by`" && isName(&bad):
		return diag.New(diag.ExpectedToken, nil, spanOf(bad), "expected `by=` before the groups, found %s", describe(bad)).
			WithFix("insert `by=`", true, diag.Edit{Span: source.Span{Start: spanOf(bad).Start, End: spanOf(bad).Start}, Text: "by="}), true
	case inClaim && isPunct(&bad, ",") && (what == "`*`" || what == "`->`"),
		inClaim && isPunct(&bad, ",") && what == "`)`" && i+1 < len(toks) && (toks[i+1].Type == tokString || toks[i+1].Type == tokNumber) && isWord(&toks[min(i+2, len(toks)-1)], "vs"):
		sign := strings.Trim(what, "`")
		text := " " + sign
		if sign == ")" {
			sign, text = ":", ":"
		}
		return diag.New(diag.ExpectedToken, nil, spanOf(bad), "expected `%s` after %s, found `,`", sign, describe(prev)).
			WithHelp("write `%s`", forms[strings.ToLower(toks[word].Value)]).
			WithFix("replace with `"+sign+"`", true, diag.Edit{Span: spanOf(bad), Text: text}), true
	case name && isWord(&prev, "for") && (isPunct(&bad, "(") || isPunct(&bad, "[")):
		d := diag.New(diag.ExpectedToken, nil, spanOf(bad), "the names behind `controlling for` take no brackets")
		if end := matching(toks, i, bad.Value, map[string]string{"(": ")", "[": "]"}[bad.Value]); end > 0 {
			d = d.WithFix("take the brackets away", true, diag.Edit{Span: spanOf(bad)}, diag.Edit{Span: spanOf(toks[end])})
		}
		return d, true
	case what == "a word" && kindOf(toks) == "var" && isPunct(&bad, ":"):
		return diag.New(diag.ExpectedToken, nil, spanOf(bad), "expected a type after %s, found `:`", describe(prev)).
			WithHelp("write `%s`", forms["var"]).WithFix("delete the colon", true, diag.Edit{Span: spanOf(bad)}), true
	case what == "a word" && isWord(&prev, "expect") && (isPunct(&bad, "+") || isPunct(&bad, "-")):
		word := "positive"
		if bad.Value == "-" {
			word = "negative"
		}
		return diag.New(diag.ExpectedToken, nil, spanOf(bad), "expected a prediction after `expect`, found %s", describe(bad)).
			WithHelp("a prediction is a word: `expect %s`", word).
			WithFix("replace with `"+word+"`", true, diag.Edit{Span: spanOf(bad), Text: word}), true
	case (what == "a measure" || what == "a word") && isWord(&prev, "floor") && (bad.Type == tokNumber || isCompareOp(&bad)):
		return diag.New(diag.ExpectedToken, nil, spanOf(bad), "expected a measure after `floor`, found %s", describe(bad)).
			WithHelp("a floor names the measure that it bounds, as in `floor %s >= 0.1`", exampleMeasure(toks, word)).
			WithFix("write `"+floorHead(bad, exampleMeasure(toks, word))+bad.Value+"`", false, diag.Edit{Span: source.Span{Start: spanOf(bad).Start, End: spanOf(bad).Start}, Text: floorHead(bad, exampleMeasure(toks, word))}), true
	case inClaim && what == "`->`" && isPunct(&bad, "=") && i+1 < len(toks) && isPunct(&toks[i+1], ">") && touching(bad, toks[i+1]):
		at := spanOf(bad).Join(spanOf(toks[i+1]))
		return diag.New(diag.ExpectedToken, nil, at, "expected `->` after %s, found `=>`", describe(prev)).
			WithHelp("write `%s`", forms["interact"]).
			WithFix("replace with `->`", true, diag.Edit{Span: at, Text: "->"}), true
	case what == "`>=`" && bad.Type == tokNumber:
		return diag.New(diag.ExpectedToken, nil, spanOf(bad), "expected `>=` after %s, found %s", describe(prev), describe(bad)).
			WithHelp("a floor is the smallest effect that matters: `floor r >= 0.1`").
			WithFix("insert `>=`", true, diag.Edit{Span: source.Span{Start: spanOf(bad).Start, End: spanOf(bad).Start}, Text: ">= "}), true
	case i > 1 && isPunct(&bad, "-") && isWord(&toks[i-2], "decide") && (isWord(&prev, "p") || isWord(&prev, "q")) && isWord(tokenAt(toks)(i+1), "value"):
		at := spanOf(bad).Join(spanOf(toks[i+1]))
		return diag.New(diag.ExpectedToken, nil, spanOf(prev).Join(at), "the quantity is called `%s`", prev.Value).
			WithFix("write `"+prev.Value+"`", true, diag.Edit{Span: at}), true
	case name && bad.Type == tokEOF && isPunct(&prev, ",") && inNames(toks, i):
		return diag.New(diag.ExpectedToken, nil, spanOf(prev), "a name is missing behind the comma").
			WithHelp("write the name, or delete the comma").
			WithFix("delete the comma", true, diag.Edit{Span: spanOf(prev)}), true
	case what == "`>=`" && (isPunct(&bad, ">") || isPunct(&bad, "=")):
		return diag.New(diag.ExpectedToken, nil, spanOf(bad), "expected `>=` after %s, found %s", describe(prev), describe(bad)).
			WithHelp("a floor is the smallest effect that matters: `floor r >= 0.1`").
			WithFix("replace with `>=`", true, diag.Edit{Span: spanOf(bad), Text: ">="}), true
	case what == "a text in quotes" && (isName(&bad) || bad.Type == tokNumber || bad.Type == tokKeyword):
		end := i
		for end+1 < len(toks) && touching(toks[end], toks[end+1]) && isRunPart(&toks[end+1]) {
			end++
		}
		safe := true
		if isWord(&prev, "claim") || isWord(&prev, "because") || isWord(&prev, "needs") { // a sentence: the rest of its line
			for end+1 < len(toks) && toks[end+1].Pos.Line == bad.Pos.Line {
				end++
				safe = safe && !clauseHead(tokenAt(toks), end)
			}
		}
		at := spanOf(bad).Join(spanOf(toks[end]))
		text := p.file.Slice(at)
		return diag.New(diag.ExpectedToken, nil, at, "expected a text in quotes after %s, found `%s`", describe(prev), clip(text)).
			WithFix("put it in quotes", safe, diag.Edit{Span: at, Text: ast.Quote(strings.Trim(text, "`"))}), true
	case bad.Type == tokEOF && inClaim && closing < 0:
		d := unclosed(toks[opening], bad).Diagnostic
		return d.WithHelp("write `%s`", forms[strings.ToLower(toks[word].Value)]), true
	case what == "`for`" && isWord(&prev, "controlling"):
		d := diag.New(diag.ExpectedToken, nil, spanOf(bad), "expected `for` after `controlling`, found %s", describe(bad)).
			WithFix("insert `for`", true, diag.Edit{Span: source.Span{Start: spanOf(prev).End, End: spanOf(prev).End}, Text: " for"})
		return d, true
	}
	if what != "" || i == 0 {
		return diag.Diagnostic{}, false
	}
	return p.notAClause(toks, i, bad, prev)
}

// unquoted explains a text where a name is due, token i; what stands in quotes for the same reason beside it is written as a name too.
func unquoted(toks []lexer.Token, i, closing int) diag.Diagnostic {
	bad := toks[i]
	var edits []diag.Edit
	for k := i; k < len(toks) && (closing < i || k < closing); k++ {
		switch t := toks[k]; {
		case t.Type == tokString && (k == i || !isPunct(&toks[k-1], ":") && !isWord(&toks[k-1], "vs")):
			edits = append(edits, diag.Edit{Span: spanOf(t), Text: ast.WriteName(strings.Trim(t.Value, doubleQuotes+singleQuotes))})
			continue
		case isName(&t) && (closing >= i || !clauseHead(tokenAt(toks), k)), t.Type == tokPunct, t.Type == tokString, isWord(&t, "by"), isWord(&t, "vs"):
			continue
		}
		break
	}
	title := "write " + edits[0].Text
	if len(edits) > 1 {
		title = "write the names without quotes"
	}
	return diag.New(diag.QuotedName, nil, spanOf(bad), "expected a name, found the text %s", clip(bad.Value)).
		WithHelp("names stand without quotes, or in backquotes").WithFix(title, true, edits...)
}

// notAClause explains a token behind a complete part of a statement.
func (p *parser) notAClause(toks []lexer.Token, i int, bad, prev lexer.Token) (diag.Diagnostic, bool) {
	kind := kindOf(toks)
	next := tokenAt(toks)
	switch {
	case bad.Type == tokIdent && isName(&prev):
		best := diag.Suggest(bad.Value, clauseWords[kind])
		ends := next(i+1).Type == tokEOF || isPunct(next(i+1), ",") || clauseHead(next, i+1)
		if len(best) == 0 && ends && inNames(toks, i) {
			return p.bareColumn(toks, i-1, 0), true
		}
	case bad.Type == tokKeyword || bad.Type == tokNumber && prev.Type == tokIdent && inNames(toks, i) || isPunct(&bad, ".") && isName(&prev) && touching(prev, bad):
		if inNames(toks, i) {
			return p.bareColumn(toks, i-1, 0), true
		}
	}
	if bad.Type == tokKeyword {
		return reserved(bad).Diagnostic, true
	}
	if isWord(&bad, "and") && inNames(toks, i) {
		return diag.New(diag.ExpectedToken, nil, spanOf(bad), "expected `,` between names, found `%s`", bad.Value).
			WithFix("replace with `,`", true, diag.Edit{Span: source.Span{Start: spanOf(prev).End, End: spanOf(bad).End}, Text: ","}), true
	}
	if isPunct(&bad, "/") && isPunct(next(i+1), "/") && touching(bad, *next(i + 1)) {
		at := spanOf(bad).Join(spanOf(*next(i + 1)))
		return diag.New(diag.ExpectedToken, nil, at, "`//` begins no comment").
			WithHelp("a comment begins with #").WithFix("replace with `#`", true, diag.Edit{Span: at, Text: "#"}), true
	}
	if isWord(&bad, "syntax") && next(i+1).Type == tokNumber {
		return diag.New(diag.SyntaxVersion, nil, spanOf(bad), "`syntax` stands at the top of a file").
			WithHelp("make `syntax 1` the first line, or leave it out"), true
	}
	if kind == "var" && prev.Type == tokIdent && bad.Type != tokIdent && slices.Contains(clauseWords["var"], strings.ToLower(prev.Value)) && bad.Type != tokPunct ||
		kind == "var" && prev.Type == tokIdent && slices.Contains(clauseWords["var"], strings.ToLower(prev.Value)) && (isPunct(&bad, "(") || isPunct(&bad, "-")) {
		return diag.New(diag.ExpectedToken, nil, spanOf(prev), "expected a type before `%s`", prev.Value).
			WithHelp("the types are numeric, count, binary, ordinal, categorical, time, id and text"), true
	}
	if end := grouped(toks, i); end > 0 {
		at := spanOf(prev).Join(spanOf(toks[end]))
		plain := prev.Value
		for k := i + 1; k <= end; k += 2 {
			plain += toks[k].Value
		}
		return diag.New(diag.ExpectedToken, nil, at, "a number takes no commas between its thousands").
			WithFix("write "+plain, true, diag.Edit{Span: at, Text: plain}), true
	}
	if bad.Type == tokIdent && prev.Type == tokNumber && units[strings.ToLower(bad.Value)] && (i < 2 || isCompareOp(&toks[i-2])) {
		return diag.New(diag.UnknownClause, nil, spanOf(bad), "`%s` is a unit", bad.Value).
			WithHelp("numbers have no units here: they are in those of the column").
			WithFix("delete it", false, diag.Edit{Span: source.Span{Start: spanOf(prev).End, End: spanOf(bad).End}}), true
	}
	if isPunct(&bad, ",") && prev.Type == tokNumber && next(i+1).Type == tokNumber && touching(prev, bad) && touching(bad, *next(i + 1)) {
		at, plain := spanOf(prev).Join(spanOf(*next(i + 1))), prev.Value+"."+next(i+1).Value
		return diag.New(diag.ExpectedToken, nil, at, "a number takes a decimal point, not a comma").
			WithFix("write "+plain, false, diag.Edit{Span: at, Text: plain}), true
	}
	if isPunct(&bad, "(") && prev.Type == tokIdent && inNames(toks, i) {
		if end := matching(toks, i, "(", ")"); end == i+2 && isName(next(i+1)) {
			at, name := spanOf(prev).Join(spanOf(toks[end])), p.file.Slice(spanOf(*next(i + 1)))
			return diag.New(diag.ExpectedToken, nil, at, "a list of names takes no functions").
				WithHelp("a variable is a group or a number by its type: `var %s categorical`", name).
				WithFix("write "+name, false, diag.Edit{Span: at, Text: name}), true
		}
	}
	if kind == "hyp" && isPunct(&bad, "(") && isPunct(&prev, ")") {
		if end := matching(toks, i, "(", ")"); end > i+1 {
			at := spanOf(bad).Join(spanOf(toks[end]))
			words := strings.TrimSpace(p.file.Slice(source.Span{Start: spanOf(bad).End, End: spanOf(toks[end]).Start}))
			text := "claim " + ast.Quote(words)
			if slices.Contains(predictions, strings.ToLower(words)) {
				text = "expect " + strings.ToLower(words)
			}
			return diag.New(diag.ExpectedToken, nil, at, "words in brackets behind a claim have no meaning").
				WithHelp("a clause has a word in front").WithFix("write `"+clip(text)+"`", false, diag.Edit{Span: at, Text: text}), true
		}
	}
	if isPunct(&bad, "/") && isPunct(next(i+1), "*") && touching(bad, *next(i + 1)) {
		at := spanOf(bad).Join(spanOf(*next(i + 1)))
		d := diag.New(diag.ExpectedToken, nil, at, "`/*` begins no comment").WithHelp("a comment goes from # to the end of its line")
		for j := i + 2; j+1 < len(toks) && toks[j].Pos.Line == bad.Pos.Line; j++ {
			if isPunct(&toks[j], "*") && isPunct(&toks[j+1], "/") && (j+2 == len(toks) || toks[j+2].Pos.Line > bad.Pos.Line) {
				d = d.WithFix("write it with #", true, diag.Edit{Span: at, Text: "#"}, diag.Edit{Span: spanOf(toks[j]).Join(spanOf(toks[j+1]))})
			}
		}
		return d, true
	}
	if (isPunct(&bad, "-") || isPunct(&bad, "*")) && bad.Pos.Line > prev.Pos.Line {
		d := diag.New(diag.ExpectedToken, nil, spanOf(bad), "a line of notes stands between claims").WithLabel("no clause")
		start := spanOf(bad).Start
		return d.WithHelp("put # in front of it, or make a clause of it: `because \"...\"`, `claim \"...\"`").
			WithFix("make the line a comment", false, diag.Edit{Span: source.Span{Start: start, End: start}, Text: "# "}), true
	}
	if kind == "hyp" && (isWord(&bad, "and") || isWord(&bad, "then") || isWord(&bad, "or")) && next(i+1).Type == tokEOF {
		return diag.New(diag.UnknownClause, nil, spanOf(bad), "`%s` joins no claims", bad.Value).
			WithHelp("each claim stands by itself").WithFix("delete it", true, diag.Edit{Span: spanOf(bad)}), true
	}
	if kind == "hyp" && slices.Contains(patterns, strings.ToLower(bad.Value)) && isName(&prev) {
		return diag.New(diag.UnknownClause, nil, spanOf(bad), "conditions have no patterns, so `%s` has no meaning", bad.Value).
			WithHelp("list the values: `%s in (\"a\", \"b\")`", p.file.Slice(spanOf(prev))), true
	}
	if isPunct(&bad, "|") {
		if d, ok := p.rowTail(toks, bad); ok {
			return d, true
		}
	}
	if bad.Type != tokIdent {
		d := diag.New(diag.ExpectedToken, nil, spanOf(bad), "%s does not belong here", describe(bad))
		if isPunct(&bad, ".") || isPunct(&bad, ";") || isPunct(&bad, ",") || isPunct(&bad, ")") || isPunct(&bad, "]") {
			if i == len(toks)-1 || isPunct(&bad, ")") || isPunct(&bad, "]") {
				d = d.WithFix("delete it", true, diag.Edit{Span: spanOf(bad)})
			}
		}
		return d.WithHelp("behind a complete part of `%s` only a clause may follow: %s", kind, strings.Join(clauseWords[kind], ", ")), true
	}
	if slices.ContainsFunc(clauseWords[kind], func(w string) bool { return strings.EqualFold(w, bad.Value) }) {
		// A clause that may stand once, such as a context's label.
		return diag.New(diag.DuplicateClause, nil, spanOf(bad), "`%s` does not belong here", bad.Value).
			WithHelp("each clause stands once"), true
	}
	d := diag.New(diag.UnknownClause, nil, spanOf(bad), "`%s` begins no clause of `%s`", bad.Value, kind).
		WithHelp("the clauses are %s", strings.Join(clauseWords[kind], ", "))
	lower := strings.ToLower(bad.Value)
	if (lower == "p" || lower == "q") && kind == "hyp" && isCompareOp(next(i+1)) {
		return d.WithHelp("a criterion is `decide %s < 0.05`", lower).
			WithFix("insert `decide`", true, diag.Edit{Span: source.Span{Start: spanOf(bad).Start, End: spanOf(bad).Start}, Text: "decide "}), true
	}
	if say := twofold[lower]; say != "" && kind == "hyp" {
		return d.WithHelp("%s", say), true
	}
	if other := synonyms[lower]; other != "" && kind == "hyp" {
		end := spanOf(bad)
		if strings.HasSuffix(other, " for") && isWord(next(i+1), "for") {
			other = strings.TrimSuffix(other, " for")
		}
		if isWord(next(i+1), "by") && lower == "weighted" { // weighted by w
			end = end.Join(spanOf(*next(i + 1)))
		}
		return d.WithHelp("did you mean `%s`?", synonyms[lower]).WithFix("replace with `"+other+"`", false, diag.Edit{Span: end, Text: other}), true
	}
	if best := diag.Suggest(bad.Value, clauseWords[kind]); len(best) > 0 {
		d = d.WithHelp("did you mean `%s`?", best[0]).WithFix("replace with `"+best[0]+"`", true, diag.Edit{Span: spanOf(bad), Text: best[0]})
	}
	return d, true
}

// grouped finds the end of a number with commas between its thousands, 1,234,567, whose first comma is token i; 0 when it
// is none. Only commas that touch both sides count, so that a list with blanks stays a list.
func grouped(toks []lexer.Token, i int) (end int) {
	if i == 0 || toks[i-1].Type != tokNumber || len(strings.TrimPrefix(toks[i-1].Value, "-")) > 3 {
		return 0
	}
	for ; i+1 < len(toks) && isPunct(&toks[i], ",") && touching(toks[i-1], toks[i]) && touching(toks[i], toks[i+1]); i += 2 {
		if t := toks[i+1]; t.Type != tokNumber || len(strings.SplitN(t.Value, ".", 2)[0]) != 3 {
			return end
		}
		end = i + 1
	}
	return end
}

// predictions are the words of `expect`.
var predictions = []string{"positive", "negative", "nonzero", "null", "amplify", "attenuate", "reverse", "varies", "uniform"}

// patterns are comparisons of texts that other languages have.
var patterns = []string{"like", "ilike", "contains", "startswith", "endswith", "matches", "regexp", "rlike", "similar"}

func sortByPosition(ds []diag.Diagnostic) {
	slices.SortStableFunc(ds, func(a, b diag.Diagnostic) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
}
