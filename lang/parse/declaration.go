package parse

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// types are the words that may stand for a type in `var`.
var types = []string{"numeric", "count", "binary", "ordinal", "categorical", "nominal", "time", "id", "text"}

func isType(t *lexer.Token) bool {
	if t.Type != tokIdent {
		return false
	}
	for _, w := range types {
		if strings.EqualFold(w, t.Value) {
			return true
		}
	}
	return false
}

// specialDeclaration recognises slips of `var` and `dataset`: a type in front of the expression, a type left out, a sign for `from`.
func (p *parser) specialDeclaration(toks []lexer.Token, i int, bad lexer.Token) (diag.Diagnostic, bool) {
	at := tokenAt(toks)
	none := diag.Diagnostic{}
	switch kindOf(toks) {
	case "var":
		if isType(at(2)) && i == 3 && isPunct(at(3), "=") && len(toks) > 4 {
			end := spanOf(toks[len(toks)-1]).End
			return diag.New(diag.ExpectedToken, nil, spanOf(*at(2)), "the type stands behind the expression").
				WithHelp("write `var name = expression %s`", strings.ToLower(at(2).Value)).
				WithFix("move it there", true, diag.Edit{Span: source.Span{Start: spanOf(toks[1]).End, End: spanOf(*at(2)).End}},
					diag.Edit{Span: source.Span{Start: end, End: end}, Text: " " + strings.ToLower(at(2).Value)}), true
		}
		if i == 3 && isName(at(1)) && isName(at(2)) && !isType(at(2)) && isType(at(3)) { // var sx sex binary
			return withoutEquals(toks[1], *at(2)).WithHelp("write `%s`", forms["var"]), true
		}
		if i == len(toks) && len(toks) > 3 && isPunct(at(2), "=") {
			kind := "numeric"
			for k := 3; k < len(toks); k++ {
				if isCompareOp(&toks[k]) || isExprWord(&toks[k]) && !isWord(&toks[k], "missing") {
					kind = "binary"
				}
			}
			end := spanOf(toks[len(toks)-1]).End
			return diag.New(diag.ExpectedToken, nil, spanOf(bad), "expected a type after %s", describe(toks[i-1])).
				WithHelp("the types are numeric, count, binary, ordinal, categorical, time, id and text").
				WithFix("write `"+kind+"`", false, diag.Edit{Span: source.Span{Start: end, End: end}, Text: " " + kind}), true
		}
	case "context":
		if i == 2 && isName(at(1)) && (isName(&bad) || bad.Type == tokNumber || isWord(&bad, "not") || isPunct(&bad, "(")) {
			return withoutEquals(toks[1], bad).WithHelp("write `%s`", forms["context"]), true
		}
	case "dataset":
		switch {
		case i == 2 && (isPunct(&bad, "=") || isPunct(&bad, ":")) && at(3).Type == tokString:
			return diag.New(diag.ExpectedToken, nil, spanOf(bad), "expected `from` after %s, found %s", describe(toks[1]), describe(bad)).
				WithHelp("write `%s`", forms["dataset"]).
				WithFix("write `from`", true, diag.Edit{Span: source.Span{Start: spanOf(toks[1]).End, End: spanOf(bad).End}, Text: " from"}), true
		case i == 2 && bad.Type == tokString && isWord(&toks[1], "from"):
			at := spanOf(toks[1])
			return diag.New(diag.ExpectedToken, nil, at, "a data set needs a name").
				WithHelp("write `%s`", forms["dataset"]).
				WithFix("call it `data`", false, diag.Edit{Span: source.Span{Start: at.Start, End: at.Start}, Text: "data "}), true
		case i == 2 && bad.Type == tokString && toks[1].Type == tokIdent:
			return diag.New(diag.ExpectedToken, nil, spanOf(bad), "expected `from` after %s, found %s", describe(toks[1]), describe(bad)).
				WithHelp("write `%s`", forms["dataset"]).
				WithFix("insert `from`", true, diag.Edit{Span: source.Span{Start: spanOf(bad).Start, End: spanOf(bad).Start}, Text: "from "}), true
		case i == 1 && bad.Type == tokString, i == 1 && isPunct(&bad, ":") && at(2).Type == tokString:
			return diag.New(diag.ExpectedToken, nil, spanOf(bad), "a data set needs a name").
				WithHelp("write `%s`", forms["dataset"]).
				WithFix("call it `data`", false, diag.Edit{Span: source.Span{Start: spanOf(toks[0]).End, End: spanOf(bad).End}, Text: " data from" + map[bool]string{true: " " + ast.Quote(textOf(bad)), false: ""}[bad.Type == tokString]}), true
		}
	}
	return none, false
}

func textOf(t lexer.Token) string {
	if t.Type != tokString {
		return ""
	}
	s, err := stringOf(t)
	if err != nil {
		return strings.Trim(t.Value, doubleQuotes+singleQuotes)
	}
	return s.Text
}

// withoutEquals explains a declaration that goes on behind its name without a sign.
func withoutEquals(name, bad lexer.Token) diag.Diagnostic {
	at := spanOf(bad)
	return diag.New(diag.ExpectedToken, nil, at, "expected `=` after %s, found %s", describe(name), describe(bad)).
		WithFix("insert `=`", true, diag.Edit{Span: source.Span{Start: at.Start, End: at.Start}, Text: "= "})
}
