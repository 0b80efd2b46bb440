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

func unclosed(open, end lexer.Token) *failure {
	f := fail(diag.UnclosedBracket, spanOf(open), "`(` is never closed")
	f.Diagnostic = f.WithLabel("opened here").
		WithFix("insert `)` at the end of the statement", false, diag.Edit{Span: spanOf(end), Text: ")"})
	return f
}

// forms shows each statement and claim once.
var forms = map[string]string{
	"assoc":         "assoc(exposure, outcome)",
	"diff":          "diff(outcome, by=groups) or diff(outcome, by=groups: \"a\" vs \"b\")",
	"interact":      "interact(exposure * moderator -> outcome)",
	"heterogeneity": "heterogeneity(outcome ~ exposure | groups)",
	"dataset":       "dataset name from \"file.csv\"",
	"var":           "var name = `column` type",
	"context":       "context name = condition",
	"family":        "family name alpha 0.05 method bh",
	"hyp":           "hyp name: claim",
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
	var prev lexer.Token
	if i > 0 {
		prev = toks[i-1]
	}
	switch {
	case name && bad.Type == tokString:
		text := strings.Trim(bad.Value, doubleQuotes+singleQuotes)
		d := diag.New(diag.QuotedName, nil, spanOf(bad), "expected a name, found the text %s", clip(bad.Value)).
			WithHelp("names stand without quotes, or in backquotes").
			WithFix("write "+ast.WriteName(text), true, diag.Edit{Span: spanOf(bad), Text: ast.WriteName(text)})
		return d, true
	case name && bad.Type == tokKeyword:
		if i+1 < len(toks) && toks[i+1].Type == tokIdent && (inClaim || inNames(toks, i) && !isClauseWord(toks[i+1].Value)) {
			return p.bareColumn(toks, i, i), true
		}
		return reserved(bad).Diagnostic, true
	case inClaim && i > opening+1 && isRunPart(&bad) && (isRunPart(&prev) || prev.Type == tokQuoted):
		if closing < 0 && bad.Type == tokIdent && (isWord(&bad, "controlling") || clauseHead(func(j int) *lexer.Token {
			if j < len(toks) {
				return &toks[j]
			}
			return &lexer.Token{Type: tokEOF}
		}, i)) {
			d := diag.New(diag.UnclosedBracket, nil, spanOf(toks[opening]), "`(` is never closed").
				WithLabel("opened here").
				WithFix("insert `)` after "+describe(prev), true, diag.Edit{Span: source.Span{Start: spanOf(prev).End, End: spanOf(prev).End}, Text: ")"})
			return d, true
		}
		if prev.Type != tokQuoted && !(strings.EqualFold(toks[word].Value, "diff") && isWord(&bad, "by")) && what != "`vs`" {
			return p.bareColumn(toks, i-1, opening+1), true
		}
	case inClaim && isPunct(&bad, "(") && prev.Type == tokIdent && i > opening+1:
		return p.bareColumn(toks, i-1, opening+1), true
	case inClaim && isPunct(&bad, ";") && what == "`,`":
		return diag.New(diag.ExpectedToken, nil, spanOf(bad), "expected `,`, found `;`").
			WithFix("replace with `,`", true, diag.Edit{Span: spanOf(bad), Text: ","}), true
	case what == "`>=`" && (isPunct(&bad, ">") || isPunct(&bad, "=")):
		return diag.New(diag.ExpectedToken, nil, spanOf(bad), "expected `>=` after %s, found %s", describe(prev), describe(bad)).
			WithHelp("a floor is the smallest effect that matters: `floor r >= 0.1`").
			WithFix("replace with `>=`", true, diag.Edit{Span: spanOf(bad), Text: ">="}), true
	case what == "a text in quotes" && (isName(&bad) || bad.Type == tokNumber || bad.Type == tokKeyword):
		end := i
		for end+1 < len(toks) && touching(toks[end], toks[end+1]) && isRunPart(&toks[end+1]) {
			end++
		}
		at := spanOf(bad).Join(spanOf(toks[end]))
		text := p.file.Slice(at)
		return diag.New(diag.ExpectedToken, nil, at, "expected a text in quotes after %s, found `%s`", describe(prev), clip(text)).
			WithFix("put it in quotes", true, diag.Edit{Span: at, Text: ast.Quote(strings.Trim(text, "`"))}), true
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

// notAClause explains a token behind a complete part of a statement.
func (p *parser) notAClause(toks []lexer.Token, i int, bad, prev lexer.Token) (diag.Diagnostic, bool) {
	kind := kindOf(toks)
	next := func(j int) *lexer.Token {
		if j < len(toks) {
			return &toks[j]
		}
		return &lexer.Token{Type: tokEOF}
	}
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
	if isWord(&bad, "syntax") && next(i+1).Type == tokNumber {
		return diag.New(diag.SyntaxVersion, nil, spanOf(bad), "`syntax` stands at the top of a file").
			WithHelp("make `syntax 1` the first line, or leave it out"), true
	}
	if kind == "var" && prev.Type == tokIdent && bad.Type != tokIdent && slices.Contains(clauseWords["var"], strings.ToLower(prev.Value)) && bad.Type != tokPunct ||
		kind == "var" && prev.Type == tokIdent && slices.Contains(clauseWords["var"], strings.ToLower(prev.Value)) && (isPunct(&bad, "(") || isPunct(&bad, "-")) {
		return diag.New(diag.ExpectedToken, nil, spanOf(prev), "expected a type before `%s`", prev.Value).
			WithHelp("the types are numeric, count, binary, ordinal, categorical, time, id and text"), true
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
	if other := synonyms[lower]; other != "" && kind == "hyp" {
		end := spanOf(bad)
		if strings.HasSuffix(other, " for") && isWord(next(i+1), "for") {
			other = strings.TrimSuffix(other, " for")
		}
		return d.WithHelp("did you mean `%s`?", synonyms[lower]).WithFix("replace with `"+other+"`", false, diag.Edit{Span: end, Text: other}), true
	}
	if best := diag.Suggest(bad.Value, clauseWords[kind]); len(best) > 0 {
		d = d.WithHelp("did you mean `%s`?", best[0]).WithFix("replace with `"+best[0]+"`", true, diag.Edit{Span: spanOf(bad), Text: best[0]})
	}
	return d, true
}

// synonyms are words that other languages and people use for a clause.
var synonyms = map[string]string{
	"adjusting": "controlling for", "adjusted": "controlling for", "adjust": "controlling for", "control": "controlling for", "controlled": "controlling for",
	"controls": "controlling for", "given": "controlling for", "covariates": "controlling for",
	"if": "where", "when": "where", "filter": "where", "subset": "where", "among": "where", "weighted": "weights", "weight": "weights",
	"predict": "expect", "predicts": "expect", "direction": "expect", "reason": "because", "mechanism": "because", "text": "claim",
}

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
	d := diag.New(diag.BareColumn, p.file, span, "`%s` is not a plain name", clip(text)).
		WithLabel("one name, or several").
		WithHelp("if this is one column, put it in backquotes; if not, a sign or a word is missing between the names").
		WithFix("put it in backquotes", false, diag.Edit{Span: span, Text: ast.Backquote(text)})
	if last == first+1 && isName(&toks[first]) && isName(&toks[last]) {
		end := spanOf(toks[first]).End
		d = d.WithFix("insert `,` between two names", false, diag.Edit{Span: source.Span{Start: end, End: end}, Text: ","})
	}
	return d
}

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
	case t.Value == "!":
		return diag.New(diag.StrayCharacter, p.file, at, "`!` has no meaning here").
			WithHelp("write `not`").WithFix("replace with `not`", true, diag.Edit{Span: at, Text: "not "})
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
	return diag.New(diag.StrayCharacter, p.file, at, "%s has no meaning in the language", describe(t))
}

// generic says what was expected and what is there.
func (p *parser) generic(toks []lexer.Token, i int, bad lexer.Token, what string) diag.Diagnostic {
	if what == "" {
		what = "a part of the statement"
	}
	if more := afterWord[strings.ToLower(prevValue(toks, i))]; more != "" && what == "a word" {
		what = more
	} else if what == "a word" && kindOf(toks) == "var" {
		what = "a type"
	}
	d := diag.New(diag.ExpectedToken, nil, spanOf(bad), "expected %s, found %s", what, describe(bad))
	if i > 0 && i < len(toks) {
		d.Message = "expected " + what + " after " + describe(toks[i-1]) + ", found " + describe(bad)
	} else if i == len(toks) {
		d.Message = "expected " + what + " after " + describe(toks[i-1])
	}
	word, _, closing := claimAt(toks)
	if word >= 0 && (closing < 0 || i <= closing) {
		return d.WithHelp("write `%s`", forms[strings.ToLower(toks[word].Value)])
	}
	if what == "a type" {
		return d.WithHelp("the types are numeric, count, binary, ordinal, categorical, time, id and text")
	}
	if form := forms[kindOf(toks)]; form != "" && (i < 5 || kindOf(toks) != "hyp") {
		d = d.WithHelp("write `%s`", form)
	}
	return d
}

func prevValue(toks []lexer.Token, i int) string {
	if i > 0 {
		return toks[i-1].Value
	}
	return ""
}

// afterWord says what a clause asks for.
var afterWord = map[string]string{
	"rival": "a hypothesis or a text in quotes", "expect": "a prediction", "under": "a family", "using": "an estimator", "on": "a data set",
	"floor": "a measure", "decide": "a quantity", "method": "a method", "deepens": "a hypothesis", "extends": "a hypothesis",
	"narrows": "a hypothesis", "contradicts": "a hypothesis", "revises": "a hypothesis", "crosses": "a hypothesis",
	"family": "a name", "dataset": "a name", "context": "a name",
}

// wanted reads the first thing that participle expected out of its message.
func wanted(message string) string {
	_, rest, ok := strings.Cut(message, "(expected ")
	if !ok {
		return ""
	}
	for strings.HasPrefix(rest, "(") && !strings.HasPrefix(rest, "(\"") {
		rest = rest[1:]
	}
	if strings.HasPrefix(rest, "(") {
		rest = rest[1:]
	}
	if strings.HasPrefix(rest, `"`) {
		if end := strings.IndexByte(rest[1:], '"'); end >= 0 {
			return "`" + rest[1:end+1] + "`"
		}
	}
	end := strings.IndexAny(rest, " )?*+")
	if end < 0 {
		end = len(rest)
	}
	switch strings.Trim(strings.ToLower(rest[:end]), "<>") {
	case "ident":
		if strings.Contains(rest, "uoted") && strings.HasPrefix(strings.ToLower(rest), "<ident> | <quoted>") {
			return "a name"
		}
		return "a word"
	case "string":
		return "a text in quotes"
	case "number":
		return "a number"
	case "gexpr":
		return "an expression"
	case "gset", "gvalues":
		return "values in brackets"
	case "grange":
		return "a range such as 1..5"
	case "gliteral":
		return "a value"
	case "gassoc", "gdiff", "ginteract", "gheterogeneity":
		return "a name"
	case "gclaim":
		return "a claim"
	case "gcriterion":
		return "a criterion such as p < 0.05"
	case "gfloor":
		return "a measure"
	}
	return rest[:end]
}

// notAStatement explains text that begins no statement.
func (p *parser) notAStatement(toks []lexer.Token) diag.Diagnostic {
	t := toks[0]
	line := t.Pos.Line
	end := 0
	for end < len(toks) && toks[end].Pos.Line == line {
		end++
	}
	at := tokensSpan(toks[:end])
	if isWord(&t, "syntax") {
		return diag.New(diag.SyntaxVersion, p.file, at, "`syntax` stands at the top of a file, followed by a version").
			WithHelp("write `syntax 1` as the first line, or leave it out")
	}
	if t.Type == tokQuoted {
		inner := strings.TrimSpace(nameOf(t).Text)
		if word, _, _ := strings.Cut(inner, "("); slices.Contains(ast.StatementWords[5:], strings.ToLower(strings.TrimSpace(word))) && strings.Contains(inner, "(") {
			return diag.New(diag.NotAStatement, p.file, spanOf(t), "a claim stands without backquotes").
				WithHelp("backquotes make a name of it").
				WithFix("take the backquotes away", true, diag.Edit{Span: spanOf(t), Text: inner})
		}
	}
	d := diag.New(diag.NotAStatement, p.file, at, "`%s` begins no statement", clip(p.file.Slice(at))).
		WithHelp("a statement begins with %s; put # in front of a comment", strings.Join(ast.StatementWords, ", "))
	if t.Type == tokIdent && len(toks) == 2 && isPunct(&toks[1], ":") {
		return d.WithHelp("a hypothesis with a name begins with `hyp`").
			WithFix("put `hyp` in front", true, diag.Edit{Span: source.Span{Start: at.Start, End: at.Start}, Text: "hyp "})
	}
	if t.Type == tokIdent {
		word := ""
		if s := statementSynonyms[strings.ToLower(t.Value)]; s != "" {
			word = s
		} else if best := diag.Suggest(t.Value, ast.StatementWords); len(best) > 0 {
			word = best[0]
		}
		if word != "" && (len(toks) == 1 || toks[1].Type != tokIdent || !slices.Contains(ast.StatementWords[5:], word)) {
			d.Span = spanOf(t)
			d.Message = "`" + t.Value + "` begins no statement"
			return d.WithHelp("did you mean `%s`?", word).WithFix("replace with `"+word+"`", false, diag.Edit{Span: spanOf(t), Text: word})
		}
	}
	start := source.Span{Start: at.Start, End: at.Start}
	return d.WithFix("make the line a comment", false, diag.Edit{Span: start, Text: "# "})
}

var statementSynonyms = map[string]string{
	"hypothesis": "hyp", "variable": "var", "data": "dataset", "correlate": "assoc", "correlation": "assoc", "association": "assoc",
	"associate": "assoc", "difference": "diff", "interaction": "interact", "moderate": "interact", "subgroup": "context", "define": "var", "let": "var",
}

func (p *parser) fenceNote(toks []lexer.Token) diag.Diagnostic {
	d := diag.New(diag.CodeFence, p.file, spanOf(toks[0]), "the code fence is passed over")
	var edits []diag.Edit
	for _, t := range toks {
		edits = append(edits, diag.Edit{Span: spanOf(t)})
	}
	return d.WithFix("delete the fence", true, edits...)
}

func sortByPosition(ds []diag.Diagnostic) {
	slices.SortStableFunc(ds, func(a, b diag.Diagnostic) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
}
