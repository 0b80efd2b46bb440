package parse

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// Models put claims into tables: `| H1 | assoc(x, y) | why |`.

const rowHelp = "a study has its claims one below the other, without bars; words beside one are its `claim \"...\"` or `because \"...\"`"

// rowHead explains the cells in front of a claim, which are toks and stand on the claim's line.
func (p *parser) rowHead(toks []lexer.Token) (diag.Diagnostic, bool) {
	at := tokensSpan(toks)
	rest := p.file.Text[at.End:]
	claim := strings.TrimLeft(rest, " \t")
	word, _, called := strings.Cut(claim, "(")
	if !isPunct(&toks[0], "|") || !called || !isKeyword(strings.TrimSpace(word)) {
		return diag.Diagnostic{}, false
	}
	head, title := "", "write the claim alone"
	cell := strings.Trim(p.file.Slice(at), "| \t")
	if ast.IsIdent(cell) && !ast.IsReserved(cell) {
		head, title = "hyp "+cell+": ", "write it as hypothesis `"+cell+"`"
	}
	cut := source.Span{Start: at.Start, End: at.End + len(rest) - len(claim)}
	return diag.New(diag.NotAStatement, p.file, at, "a row of a table is no statement").WithHelp(rowHelp).
		WithFix(title, false, diag.Edit{Span: cut, Text: head}), true
}

// rowTail explains a bar behind a claim in such a row; the line begins with a bar, or ends with one.
func (p *parser) rowTail(toks []lexer.Token, bad lexer.Token) (diag.Diagnostic, bool) {
	text, at := p.file.Text, spanOf(bad)
	start := strings.LastIndexByte(text[:at.Start], '\n') + 1
	end := at.Start + lineLength(text[at.Start:])
	line := strings.TrimSpace(text[start:end])
	if bad.Pos.Line != toks[0].Pos.Line || !strings.HasPrefix(line, "|") && !strings.HasSuffix(line, "|") {
		return diag.Diagnostic{}, false
	}
	return diag.New(diag.ExpectedToken, nil, at, "a claim stands in a row of a table").WithLabel("a bar").WithHelp(rowHelp).
		WithFix("leave the other cells out", false, diag.Edit{Span: source.Span{Start: at.Start, End: end}}), true
}
