package parse

import (
	"bytes"
	"runtime"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// File parses a study. The tree is always there: a statement that does not parse is an ast.Bad, and costs one error.
// Diagnostics come in order of position; those of severity Info tell how a loose spelling was read.
//
// Statements are cut apart by their reserved words and parsed one by one, on all processors when there are many, so that
// memory beyond the tree itself does not grow with the file.
func File(f *source.File) (*ast.File, []diag.Diagnostic) {
	out := &ast.File{Source: f}
	if d := notText(f); d != nil {
		text := f.Text
		start := len(text) - len(strings.TrimLeft(text, " \t\r\n\v\f"))
		end := len(strings.TrimRight(text, " \t\r\n\v\f"))
		if start < end {
			out.Statements = []ast.Statement{&ast.Bad{At: source.Span{Start: start, End: end}}}
		}
		return out, []diag.Diagnostic{*d}
	}
	s := &splitter{scan: newScanner(f.Text)}
	var ds []diag.Diagnostic
	if d := takeSyntax(s, f, out); d != nil {
		ds = append(ds, *d)
	}
	parts := parseAll(s, f)
	n := len(out.Statements)
	for _, b := range parts {
		n += len(b.statements)
	}
	statements := make([]ast.Statement, 0, n)
	statements = append(statements, out.Statements...)
	for _, b := range parts {
		statements = append(statements, b.statements...)
		ds = append(ds, b.diagnostics...)
	}
	out.Statements = statements
	out.Comments = make([]ast.Comment, len(s.comments))
	for i, t := range s.comments {
		out.Comments[i] = ast.Comment{At: spanOf(t), Text: t.Value}
	}
	p := &parser{file: f}
	if len(s.typed) > 0 {
		ds = append(ds, p.typographicNote(s.typed))
	}
	if len(s.fences) > 0 {
		ds = append(ds, p.fenceNote(s.fences))
	}
	sortByPosition(ds)
	return out, ds
}

// notText explains a file that is no UTF-8 text.
func notText(f *source.File) *diag.Diagnostic {
	text := f.Text
	utf16 := strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff")
	if !utf16 && utf8.ValidString(text) {
		if i := strings.IndexByte(text, 0); i >= 0 {
			d := diag.New(diag.NulByte, f, source.Span{Start: i, End: i + 1}, "the study holds a NUL byte").
				WithHelp("save the file as plain UTF-8 text")
			return &d
		}
		return nil
	}
	i := 0
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		i += size
	}
	d := diag.New(diag.StudyNotUTF8, f, source.Span{Start: i, End: min(i+1, len(text))}, "the study is not UTF-8 text")
	switch {
	case utf16 || bytes.Count([]byte(text[:min(len(text), 512)]), []byte{0}) > 64:
		d = d.WithLabel("looks like UTF-16").WithHelp("save the file as UTF-8")
	default:
		d = d.WithLabel("byte 0x%02X", text[i]).WithHelp("save the file as UTF-8; it looks like Windows-1252 or Latin-1")
	}
	return &d
}

// takeSyntax reads `syntax 1` at the top.
func takeSyntax(s *splitter, f *source.File, out *ast.File) *diag.Diagnostic {
	word, n := *s.at(0), *s.at(1)
	if !isWord(&word, "syntax") || n.Type != tokNumber {
		return nil
	}
	x, err := wholeNumberOf(n, "a version")
	s.drop(2)
	s.scan.fresh = true // what follows on this line reads as it would on the next
	if err == nil && x.Value == 1 {
		out.Syntax = &x
		return nil
	}
	at := spanOf(word).Join(spanOf(n))
	out.Statements = append(out.Statements, &ast.Bad{At: at, Keyword: "syntax"})
	d := diag.New(diag.SyntaxVersion, f, spanOf(n), "`%s` is not a version of the language", clip(n.Value)).
		WithHelp("write `syntax 1`; a later version needs a later program")
	return &d
}

// batch is a run of statements that one goroutine parses.
type batch struct {
	tokens      []lexer.Token
	ends        []int // where each statement ends in tokens
	statements  []ast.Statement
	diagnostics []diag.Diagnostic
}

// batchTokens is the size at which a batch is handed on; about 2 MB of tokens.
const batchTokens = 1 << 14

var tokenBuffers = sync.Pool{New: func() any { b := make([]lexer.Token, 0, batchTokens+1024); return &b }}

// parseAll cuts and parses to the end of the text.
func parseAll(s *splitter, f *source.File) []*batch {
	var batches []*batch
	workers := runtime.GOMAXPROCS(0)
	running := make(chan struct{}, workers)
	var wg sync.WaitGroup
	buffer := tokenBuffers.Get().(*[]lexer.Token)
	b := &batch{tokens: (*buffer)[:0]}
	hand := func() {
		batches = append(batches, b)
		running <- struct{}{}
		wg.Add(1)
		go func(b *batch, buffer *[]lexer.Token) {
			defer wg.Done()
			b.parse(f)
			clear(b.tokens)
			*buffer = b.tokens[:0]
			b.tokens, b.ends = nil, nil
			tokenBuffers.Put(buffer)
			<-running
		}(b, buffer)
	}
	for {
		toks := s.next()
		if len(toks) == 0 {
			break
		}
		b.tokens = append(b.tokens, toks...)
		b.ends = append(b.ends, len(b.tokens))
		s.drop(len(toks))
		if len(b.tokens) >= batchTokens {
			hand()
			buffer = tokenBuffers.Get().(*[]lexer.Token)
			b = &batch{tokens: (*buffer)[:0]}
		}
	}
	hand()
	wg.Wait()
	return batches
}

func (b *batch) parse(f *source.File) {
	p := &parser{file: f}
	b.statements = make([]ast.Statement, 0, len(b.ends))
	start := 0
	for _, end := range b.ends {
		p.statement(b.tokens[start:end:end])
		start = end
	}
	b.statements, b.diagnostics = p.statements, p.diagnostics
}

// parser parses the statements of one batch.
type parser struct {
	file        *source.File
	statements  []ast.Statement
	diagnostics []diag.Diagnostic
}

// statement parses the tokens of one statement, and of text behind it that belongs to none.
func (p *parser) statement(toks []lexer.Token) {
	st, notes, d, at := p.try(toks)
	if d == nil {
		p.statements = append(p.statements, st)
		p.diagnostics = append(p.diagnostics, notes...)
		return
	}
	const most = 4 // the line that broke the statement is near the token that did; a bound keeps a long text linear
	for last, tried := at, 0; last > 0 && tried < most; tried++ {
		cut := proseAt(p.file.Text, toks, last)
		if cut == 0 {
			break
		}
		if st, notes, first, _ := p.try(toks[:cut]); first == nil {
			p.statements = append(p.statements, st)
			p.diagnostics = append(p.diagnostics, notes...)
			toks = toks[cut:]
			_, _, d, _ = p.try(toks)
			if d == nil { // cannot be: a statement begins with a keyword
				return
			}
			break
		}
		last = cut - 1
	}
	p.statements = append(p.statements, badOf(toks))
	p.diagnostics = append(p.diagnostics, *d)
}

// try parses one statement; on an error it also tells the index of the token that is to blame.
func (p *parser) try(toks []lexer.Token) (ast.Statement, []diag.Diagnostic, *diag.Diagnostic, int) {
	if toks[0].Type != tokKeyword {
		d := p.notAStatement(toks)
		return nil, nil, &d, 0
	}
	read, notes, d := p.read(toks)
	if d != nil {
		return nil, nil, d, 0
	}
	end := spanOf(read[len(read)-1]).End
	eof := lexer.Token{Type: tokEOF, Pos: lexer.Position{Offset: end}}
	lex, _ := lexer.Upgrade(&tokenList{read, eof}) // a tokenList has no errors
	g, err := parseStatement(lex)
	if err != nil {
		d, offset := p.explain(read, eof, err)
		return nil, nil, &d, indexAt(toks, offset)
	}
	c := converter{parser: p}
	st := c.statement(&g, toks)
	if c.err != nil {
		d, offset := p.explain(read, eof, c.err)
		return nil, nil, &d, indexAt(toks, offset)
	}
	return st, append(notes, c.notes...), nil, 0
}

// indexAt is the index of the token at an offset, or of the last one.
func indexAt(toks []lexer.Token, offset int) int {
	for i := range toks {
		if toks[i].Pos.Offset >= offset {
			return i
		}
	}
	return len(toks) - 1
}

// badOf keeps a statement that does not parse, with what is plain about it.
func badOf(toks []lexer.Token) *ast.Bad {
	b := &ast.Bad{At: tokensSpan(toks)}
	if toks[0].Type != tokKeyword {
		if word := statementSynonyms[strings.ToLower(toks[0].Value)]; word == "var" && len(toks) > 1 && isName(&toks[1]) {
			b.Keyword, b.Declares = word, nameOf(toks[1]).Text
		}
		return b
	}
	b.Keyword = strings.ToLower(toks[0].Value)
	if len(toks) > 1 && isName(&toks[1]) && !isClaimWord(&toks[0]) {
		b.Declares = nameOf(toks[1]).Text
	}
	return b
}
