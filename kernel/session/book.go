package session

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/source"
)

// statement is one statement of a cell with the comments that belong to it. It is not changed once a book holds it.
type statement struct {
	key   string        // statements of one key replace each other; of a bare claim, its words
	what  string        // as messages call it: hypothesis `H1`
	name  string        // what results call a hypothesis; empty for declarations
	bare  bool          // a hypothesis without a name
	on    string        // the data set that a hypothesis which names none was first accepted for; a book sets it once
	open  int           // where in the cell its data set can be named; -1: it names one, or is no hypothesis
	at    source.Span   // in the cell
	spans []source.Span // the text that is kept: comments before, the statement, a comment on its last line
}

// text is the statement's own, without its comments.
func (st *statement) text(c *cell) string { return c.file.Slice(st.at) }

// cell is what the session keeps of a cell. It is never changed: a book with other statements has other cells.
type cell struct {
	file       *source.File // named Cell [3]
	label      string       // [3]
	id         string       // the front end's, if it has any
	statements []*statement
}

// book is the statements that hold, by cell in the order of their runs. It is never changed in place.
type book []*cell

// collect makes the statements of a parsed part. Text that begins no statement is left out: it has its diagnostic.
func collect(f *ast.File, label string) []*statement {
	var out []*statement
	comments := f.Comments
	taken := map[string]bool{}
	for _, s := range f.Statements {
		st := describe(s, f.Source, label)
		if st == nil {
			continue
		}
		if st.bare && taken[st.name] { // two claims on one line
			st.name = fmt.Sprintf("%s:%d", st.name, f.Source.Position(st.at.Start).Column)
		}
		taken[st.name] = true
		for len(comments) > 0 && comments[0].At.Start < st.at.Start {
			c := comments[0].At
			comments = comments[1:]
			if n := len(out); n > 0 && !strings.Contains(f.Source.Text[out[n-1].at.End:c.Start], "\n") {
				out[n-1].spans = append(out[n-1].spans, c)
				continue
			}
			st.spans = append(st.spans, c)
		}
		for len(comments) > 0 && comments[0].At.Start < st.at.End { // inside
			comments = comments[1:]
		}
		st.spans = append(st.spans, st.at)
		out = append(out, st)
	}
	for n := len(out); n > 0 && len(comments) > 0; comments = comments[1:] {
		out[n-1].spans = append(out[n-1].spans, comments[0].At)
	}
	return out
}

// describe names a statement; nil for text that is none.
func describe(s ast.Statement, src *source.File, label string) *statement {
	st := &statement{at: s.Span(), open: -1}
	named := func(space, kind, name string) {
		st.key, st.what = space+" "+name, kind+" `"+name+"`"
	}
	switch s := s.(type) {
	case *ast.Dataset:
		named("dataset", "data set", s.Name.Text)
	case *ast.Var:
		named("name", "variable", s.Name.Text)
	case *ast.Context:
		named("name", "context", s.Name.Text)
	case *ast.Family:
		named("family", "family", s.Name.Text)
	case *ast.Hyp:
		if s.On == nil && s.Claim != nil {
			st.open = s.Claim.Span().End
		}
		if s.Name != nil {
			named("hyp", "hypothesis", s.Name.Text)
			st.name = s.Name.Text
			break
		}
		st.bare = true
		st.key = "claim " + strings.Join(strings.Fields(src.Slice(st.at)), " ")
		st.name = fmt.Sprintf("%s:%d", label, src.Position(st.at.Start).Line)
		st.what = "the claim `" + clip(src.Slice(st.at)) + "`"
	case *ast.Bad:
		if s.Keyword == "" || s.Keyword == "syntax" {
			return nil
		}
		st.key, st.what = fmt.Sprintf("bad %d", st.at.Start), "a statement"
	default:
		return nil
	}
	return st
}

func clip(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > 60 {
		return string(r[:59]) + "…"
	}
	return text
}

// without is the book without some statements; cells that have none left are gone.
func (b book) without(drop func(*cell, *statement) bool) book {
	out := make(book, 0, len(b)+1)
	for _, c := range b {
		i := slices.IndexFunc(c.statements, func(st *statement) bool { return drop(c, st) })
		if i < 0 {
			out = append(out, c)
			continue
		}
		fresh := &cell{c.file, c.label, c.id, slices.Clone(c.statements[:i])}
		for _, st := range c.statements[i:] {
			if !drop(c, st) {
				fresh.statements = append(fresh.statements, st)
			}
		}
		if len(fresh.statements) > 0 {
			out = append(out, fresh)
		}
	}
	return out
}

// find is the statement of a key, and its cell.
func (b book) find(key string) (*cell, *statement) {
	for _, c := range b {
		for _, st := range c.statements {
			if st.key == key {
				return c, st
			}
		}
	}
	return nil, nil
}

// piece is a run of a composed text that comes from a cell.
type piece struct {
	at   int // in the composed text
	cell *cell
	st   *statement
	from source.Span // in the cell
}

// composed is the whole session as one study, and where each byte of it is from.
type composed struct {
	text   study.Text
	pieces []piece
}

// dataSets are the names of the data sets of a book.
func (b book) dataSets() []string {
	var out []string
	for _, c := range b {
		for _, st := range c.statements {
			if name, is := strings.CutPrefix(st.key, "dataset "); is {
				out = append(out, name)
			}
		}
	}
	return out
}

// compose writes the statements of a book as a study, in order, with their comments. A hypothesis that names no data set stays with the one
// that it was accepted for: where there are others, the text names it.
func (b book) compose(name, folder string) *composed {
	var text strings.Builder
	out := &composed{}
	sets := b.dataSets()
	plain := func(st *statement) bool {
		return st.open < 0 || st.on == "" || len(sets) == 0 || len(sets) == 1 && sets[0] == st.on
	}
	for _, c := range b {
		last := -1 // where in the cell the text before ended
		for _, st := range c.statements {
			for _, at := range st.spans {
				switch {
				case text.Len() == 0:
				case last < 0:
					text.WriteString("\n\n")
				default:
					text.WriteString(between(c.file.Text[min(last, at.Start):at.Start]))
				}
				last = at.End
				if at == st.at && !plain(st) {
					head := source.Span{Start: at.Start, End: st.open}
					out.pieces = append(out.pieces, piece{text.Len(), c, st, head})
					text.WriteString(c.file.Slice(head) + " on " + ast.WriteName(st.on))
					at.Start = st.open
				}
				out.pieces = append(out.pieces, piece{text.Len(), c, st, at})
				text.WriteString(c.file.Slice(at))
			}
		}
	}
	if text.Len() > 0 {
		text.WriteString("\n")
	}
	out.text = study.Text{Source: source.New(name, text.String()), Folder: folder, Place: func(offset int) string {
		if p := out.piece(offset); p != nil {
			return p.st.name
		}
		return ""
	}}
	return out
}

// between keeps of the white space between two pieces whether they share a line, and whether a blank line parts them. Something
// else between them was cut out and leaves a line break.
func between(gap string) string {
	switch lines := strings.Count(gap, "\n"); {
	case lines > 1:
		return "\n\n"
	case lines == 0 && strings.TrimSpace(gap) == "":
		return " "
	}
	return "\n"
}

// piece is the one that an offset falls in, or that ends before it; nil in an empty text.
func (c *composed) piece(offset int) *piece {
	i := sort.Search(len(c.pieces), func(i int) bool { return c.pieces[i].at > offset }) - 1
	if i < 0 {
		return nil
	}
	return &c.pieces[i]
}

// origin is a span in its cell.
func (c *composed) origin(at source.Span) (*piece, source.Span) {
	p := c.piece(at.Start)
	if p == nil {
		return nil, at
	}
	shift := func(offset int) int { return min(max(offset-p.at, 0)+p.from.Start, p.from.End) }
	return p, source.Span{Start: shift(at.Start), End: shift(at.End)}
}
