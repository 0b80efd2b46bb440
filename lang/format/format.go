// Package format prints studies in canonical form.
//
// Clauses have one order: controlling, weights, on, where, expect, floor, decide, under, using, rival, lineage, needs,
// prior, claim, because. A statement is one line if it fits in 100 columns, else its head and a clause a line, two spaces
// in. Printing is idempotent, and what was printed reads as the same tree.
package format

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/source"
)

// Width is the number of columns that a statement on one line may take.
const Width = 100

// File prints a study. Comments stay with the statement or the clause they precede or follow, at most one blank line
// stays between statements, and a statement that did not parse is printed byte for byte. Lines end in \n, and in \r\n where
// all lines of the source do: a checkout on Windows is no other layout. The result ends in a newline unless it is empty.
func File(f *ast.File) string {
	p := printer{file: f, end: -1}
	comments := f.Comments
	// take returns the comments before an offset.
	take := func(before int) []ast.Comment {
		n := 0
		for n < len(comments) && comments[n].At.Start < before {
			n++
		}
		out := comments[:n]
		comments = comments[n:]
		return out
	}
	if f.Syntax != nil {
		for _, c := range take(f.Syntax.At.Start) {
			p.ownLine(c)
		}
		p.begin(f.Syntax.At.Start)
		p.b.WriteString("syntax " + number(*f.Syntax))
		p.finish(f.Syntax.At.End, p.following(&comments, f.Syntax.At.End, nextStart(f, -1)))
	}
	for i, s := range f.Statements {
		at := s.Span()
		for _, c := range take(at.Start) {
			p.ownLine(c)
		}
		inner := take(at.End)
		trailing := p.following(&comments, at.End, nextStart(f, i))
		if _, bad := s.(*ast.Bad); bad {
			p.begin(at.Start)
			text := p.slice(at)
			p.b.WriteString(text)
			if next := nextStart(f, i); isFence(text) && len(trailing) == 0 && i+1 < len(f.Statements) && !strings.Contains(f.Source.Text[at.End:next], "\n") {
				// On a line of its own it would become a code fence, which is no statement.
				p.b.WriteString(f.Source.Text[at.End:next])
				p.end = max(p.end, at.End)
				continue
			}
			p.finish(at.End, trailing)
			continue
		}
		p.statement(s, inner, trailing)
	}
	for _, c := range comments {
		p.ownLine(c)
	}
	out := p.b.String()
	if f.Source == nil {
		return out
	}
	if n := strings.Count(f.Source.Text, "\n"); n > 0 && n == strings.Count(f.Source.Text, "\r\n") {
		return strings.ReplaceAll(strings.ReplaceAll(out, "\r\n", "\n"), "\n", "\r\n")
	}
	return out
}

// isFence tells whether a text alone on a line would be read as the border of a code block.
func isFence(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~")
}

func nextStart(f *ast.File, i int) int {
	if i+1 < len(f.Statements) {
		return f.Statements[i+1].Span().Start
	}
	return int(^uint(0) >> 1)
}

// Statement is one statement in canonical form, without comments and without a final newline. A Bad statement is empty:
// its text is known to its file only.
func Statement(s ast.Statement) string {
	ps := split(s)
	if len(ps) == 0 {
		return ""
	}
	text, _ := layout(ps, false)
	return text
}

// layout joins pieces to one line if they fit, else to several.
func layout(ps pieces, broken bool) (text string, oneLine bool) {
	n := len(ps) - 1
	var parts []string
	for _, p := range ps {
		n += utf8.RuneCountInString(p.text)
		parts = append(parts, p.text)
	}
	if !broken && n <= Width {
		return strings.Join(parts, " "), true
	}
	return strings.Join(parts, "\n  "), false
}

type printer struct {
	file *ast.File
	b    strings.Builder
	end  int // offset behind what was printed last, -1 before anything was
}

func (p *printer) slice(at source.Span) string {
	if p.file.Source == nil {
		return ""
	}
	return p.file.Source.Slice(at)
}

// begin writes the blank line that the source has before start.
func (p *printer) begin(start int) {
	if p.end >= 0 && p.end < start && p.file.Source != nil && hasBlankLine(p.file.Source.Text[p.end:start]) {
		p.b.WriteByte('\n')
	}
}

// finish ends a line, with a comment behind it.
func (p *printer) finish(end int, trailing []ast.Comment) {
	for _, c := range trailing {
		p.b.WriteString("  " + comment(c))
		end = max(end, c.At.End)
	}
	p.b.WriteByte('\n')
	p.end = max(p.end, end)
}

func (p *printer) ownLine(c ast.Comment) {
	p.begin(c.At.Start)
	p.b.WriteString(comment(c))
	p.finish(c.At.End, nil)
}

func comment(c ast.Comment) string { return strings.TrimRightFunc(c.Text, unicode.IsSpace) }

// following takes the comment behind an offset on its line, if no statement comes between. There is at most one.
func (p *printer) following(comments *[]ast.Comment, end, next int) []ast.Comment {
	cs := *comments
	if len(cs) == 0 || p.file.Source == nil || cs[0].At.Start >= next || cs[0].At.Start < end || strings.Contains(p.file.Source.Text[end:cs[0].At.Start], "\n") {
		return nil
	}
	*comments = cs[1:]
	return cs[:1]
}

// hasBlankLine tells whether a line of nothing but white space lies between two line endings.
func hasBlankLine(text string) bool {
	for {
		i := strings.IndexByte(text, '\n')
		if i < 0 {
			return false
		}
		text = text[i+1:]
		j := strings.IndexByte(text, '\n')
		if j >= 0 && strings.TrimSpace(text[:j]) == "" {
			return true
		}
	}
}

// statement prints a statement with the comments inside of it and behind it.
func (p *printer) statement(s ast.Statement, inner, trailing []ast.Comment) {
	ps := split(s)
	before := make([][]ast.Comment, len(ps)) // on lines of their own
	after := make([][]ast.Comment, len(ps))  // behind the piece
	for _, c := range inner {
		i, own := p.belongs(ps, c)
		if own {
			before[i] = append(before[i], c)
		} else {
			after[i] = append(after[i], c)
		}
	}
	last := len(ps) - 1
	after[last] = append(after[last], trailing...)
	broken := false
	for i := range ps {
		if n := len(after[i]); n > 1 { // one comment fits behind a piece
			before[i] = append(before[i], after[i][:n-1]...)
			after[i] = after[i][n-1:]
		}
		broken = broken || i > 0 && len(before[i]) > 0 || i < last && len(after[i]) > 0
	}
	at := s.Span()
	p.begin(at.Start)
	for _, c := range before[0] {
		p.b.WriteString(comment(c) + "\n")
	}
	if text, one := layout(ps, broken); one {
		p.b.WriteString(text)
		p.finish(at.End, after[last])
		return
	}
	for i, piece := range ps {
		if i > 0 {
			for _, c := range before[i] {
				p.b.WriteString("  " + comment(c) + "\n")
			}
			p.b.WriteString("  ")
		}
		p.b.WriteString(piece.text)
		p.finish(at.End, after[i])
	}
}

// belongs finds the piece that a comment inside of a statement belongs to: the one it stands in or behind on its line,
// else the next one, on a line of its own.
func (p *printer) belongs(ps pieces, c ast.Comment) (i int, own bool) {
	order := make([]int, len(ps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return ps[a].at.Start - ps[b].at.Start })
	prev, next := -1, -1
	for _, i := range order {
		switch at := ps[i].at; {
		case at.Start < c.At.Start && c.At.Start < at.End:
			return i, false
		case at.End <= c.At.Start:
			prev = i
		case next < 0:
			next = i
		}
	}
	line := p.file.Source.Text[:c.At.Start]
	line = line[strings.LastIndexByte(line, '\n')+1:]
	own = strings.TrimSpace(line) == ""
	switch {
	case own && next >= 0:
		return next, true
	case prev >= 0:
		return prev, false
	}
	return 0, true
}
