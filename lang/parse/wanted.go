package parse

import (
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

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

// synonyms are words that other languages and people use for a clause.
var synonyms = map[string]string{
	"adjusting": "controlling for", "adjusted": "controlling for", "adjust": "controlling for", "control": "controlling for", "controlled": "controlling for",
	"controls": "controlling for", "given": "controlling for", "covariates": "controlling for",
	"if": "where", "when": "where", "filter": "where", "subset": "where", "among": "where", "weighted": "weights", "weight": "weights",
	"confidence": "prior", "probability": "prior", "belief": "prior", "expecting": "expect", "sign": "expect", "prediction": "expect",
	"rationale": "because", "explanation": "because", "since": "because", "why": "because", "description": "claim", "finding": "claim", "note": "claim", "statement": "claim",
	"method": "using", "estimator": "using", "test": "using", "model": "using", "via": "using", "family": "under", "threshold": "floor", "minimum": "floor", "sesoi": "floor",
	"alternative": "rival", "alternatives": "rival", "versus": "rival", "refines": "deepens", "generalizes": "extends", "specializes": "narrows", "refutes": "contradicts", "requires": "needs",
	"predict": "expect", "predicts": "expect", "direction": "expect", "reason": "because", "mechanism": "because", "text": "claim",
}

// twofold are words behind a claim that can mean several clauses.
var twofold = map[string]string{
	"by":      "for one estimate adjusted for it, `controlling for`; for slopes that differ, `heterogeneity(outcome ~ exposure | groups)`; for some rows, `where`",
	"within":  "for one estimate adjusted for it, `controlling for`; for slopes that differ, `heterogeneity(outcome ~ exposure | groups)`; for some rows, `where`",
	"across":  "for one estimate adjusted for it, `controlling for`; for slopes that differ, `heterogeneity(outcome ~ exposure | groups)`; for some rows, `where`",
	"for":     "to choose rows, `where`; to adjust, `controlling for`",
	"in":      "to choose rows, `where`; another data set, `on`",
	"with":    "to adjust, `controlling for`; to choose rows, `where`; to weight rows, `weights=`",
	"holding": "to adjust, write `controlling for` and the names",
	"net":     "to adjust, write `controlling for` and the names",
	"alpha":   "a criterion is `decide p < 0.05`; the error rate of several tests is that of a family: `family name alpha 0.05`, then `under name`",
	"p":       "a criterion is `decide p < 0.05`",
	"and":     "two conditions stand in one `where`; two claims stand by themselves",
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
	rest = strings.TrimPrefix(rest, "(")
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
	if d, ok := p.elsewhere(toks, at); ok {
		return d
	}
	if end == len(toks) {
		if d, ok := p.rowHead(toks); ok {
			return d
		}
	}
	d := diag.New(diag.NotAStatement, p.file, at, "`%s` begins no statement", clip(p.file.Slice(at))).
		WithHelp("a statement begins with %s; put # in front of a comment", strings.Join(ast.StatementWords, ", "))
	if text, ok := label(toks); ok && end == len(toks) {
		if text == "" {
			return d.WithHelp("a claim stands by itself, or behind `hyp` and its name").
				WithFix("delete it", false, diag.Edit{Span: at})
		}
		if t := p.file.Slice(at); strings.HasSuffix(t, ":") && strings.TrimSpace(text) == "hyp "+t {
			return d.WithHelp("a hypothesis with a name begins with `hyp`").
				WithFix("put `hyp` in front", true, diag.Edit{Span: source.Span{Start: at.Start, End: at.Start}, Text: "hyp "})
		}
		return d.WithHelp("a hypothesis with a name begins with `hyp`").
			WithFix("write `"+strings.TrimSpace(text)+"`", true, diag.Edit{Span: at, Text: strings.TrimSpace(text)})
	}
	if i := boldLabel(toks); i > 0 {
		return d.WithHelp("a hypothesis with a name begins with `hyp`").
			WithFix("put `hyp` in front of the name", true, diag.Edit{Span: source.Span{Start: toks[i].Pos.Offset, End: toks[i].Pos.Offset}, Text: "hyp "})
	}
	if t.Type == tokIdent {
		word := ""
		if s := statementSynonyms[strings.ToLower(t.Value)]; s != "" {
			word = s
		} else if best := diag.Suggest(t.Value, ast.StatementWords); len(best) > 0 {
			word = best[0]
		}
		if word != "" && fits(word, toks) {
			d.Span = spanOf(t)
			d.Message = "`" + t.Value + "` begins no statement"
			return d.WithHelp("did you mean `%s`?", word).WithFix("replace with `"+word+"`", false, diag.Edit{Span: spanOf(t), Text: word})
		}
	}
	start := source.Span{Start: at.Start, End: at.Start}
	return d.WithFix("make the line a comment", false, diag.Edit{Span: start, Text: "# "})
}

// fits tells whether what follows the first word could be a statement that begins with another word: a sentence is none.
func fits(word string, toks []lexer.Token) bool {
	next := tokenAt(toks)
	if len(toks) == 1 {
		return true
	}
	switch word {
	case "var", "context", "hyp":
		return isName(next(1)) && (next(2).Type == tokPunct || next(2).Type == tokEOF || isName(next(2)) && next(3).Type != tokIdent)
	case "dataset", "family":
		return next(1).Type == tokIdent && (next(2).Type == tokEOF || isClauseWord(next(2).Value) || next(2).Type == tokPunct)
	}
	return isPunct(next(1), "(")
}

// boldLabel is the index of the name in `**H1**:`, `**H1:**` or `**H1:`, or 0.
func boldLabel(toks []lexer.Token) int {
	var shape strings.Builder
	name := 0
	for i, t := range toks {
		switch {
		case t.Type == tokIdent && name == 0:
			name = i
			shape.WriteByte('n')
		case t.Type == tokExplanation:
			shape.WriteByte(':')
		case t.Type == tokPunct:
			shape.WriteString(t.Value)
		default:
			return 0
		}
	}
	switch strings.TrimLeft(strings.TrimPrefix(shape.String(), "-"), "*") {
	case "n**:", "n:**", "n:":
		if name >= 2 && isPunct(&toks[name-1], "*") && isPunct(&toks[name-2], "*") {
			return name
		}
	}
	return 0
}

var statementSynonyms = map[string]string{
	"hypothesis": "hyp", "variable": "var", "data": "dataset", "correlate": "assoc", "correlation": "assoc", "association": "assoc",
	"associate": "assoc", "associated": "assoc", "corr": "assoc", "cor": "assoc", "relate": "assoc", "causes": "assoc", "compare": "diff", "differ": "diff", "const": "var", "def": "var",
	"moderation": "interact", "moderates": "interact", "subgroups": "heterogeneity", "varies": "heterogeneity", "load": "dataset", "table": "dataset", "columns": "var", "column": "var",
	"difference": "diff", "interaction": "interact", "moderate": "interact", "subgroup": "context", "define": "var", "let": "var",
}

func (p *parser) fenceNote(toks []lexer.Token) diag.Diagnostic {
	d := diag.New(diag.CodeFence, p.file, spanOf(toks[0]), "the code fence is passed over")
	var edits []diag.Edit
	for _, t := range toks {
		edits = append(edits, diag.Edit{Span: spanOf(t)})
	}
	return d.WithFix("delete the fence", true, edits...)
}
