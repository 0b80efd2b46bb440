package session

import (
	"fmt"
	"strings"

	"github.com/hyp-lang/hyp/kernel/rich"
	"github.com/hyp-lang/hyp/kernel/serve"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// studyError is the failure of a cell with errors: their number and the first one in a line, all of them with their places.
func studyError(ds []diag.Diagnostic) *serve.Failure {
	var first string
	n := 0
	for _, d := range ds {
		if d.Severity == diag.Error {
			if n++; n == 1 {
				first = d.Message
			}
		}
	}
	return &serve.Failure{Name: "StudyError", Value: fmt.Sprintf("%s: %s", count(n, "error", "errors"), first), Traceback: rich.Traceback(ds)}
}

// paint is a message as a traceback.
func paint(name, message string) []string {
	lines := strings.Split(strings.TrimRight(message, "\n"), "\n")
	lines[0] = "\x1b[1;31m" + name + "\x1b[0m: " + lines[0]
	return lines
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimLeft(text, "\n"), "\n")
	return line
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// placed is a diagnostic in its cell; piece is nil for one about no cell: a catalog's, a missing file's.
type placed struct {
	diag.Diagnostic
	piece *piece
}

// place puts diagnostics about a composed text into the cells that it is made of.
func (c *composed) place(ds []diag.Diagnostic) []placed {
	return c.placeFrom(ds, func(f *source.File) bool { return f == c.text.Source })
}

func (c *composed) placeFrom(ds []diag.Diagnostic, own func(*source.File) bool) []placed {
	out := make([]placed, 0, len(ds))
	for _, d := range ds {
		file := d.File
		p := placed{Diagnostic: d}
		related := make([]diag.Related, len(d.Related))
		for i, r := range d.Related {
			if r.File == nil {
				r.File = file
			}
			if r.File != nil && own(r.File) {
				if at, span := c.origin(r.Span); at != nil {
					r.File, r.Span = at.cell.file, span
				}
			}
			related[i] = r
		}
		p.Related = related
		if file != nil && own(file) {
			if at, span := c.origin(d.Span); at != nil {
				p.piece, p.File, p.Span = at, at.cell.file, span
				p.Fixes = c.fixes(d.Fixes, at.cell)
			}
		}
		out = append(out, p)
	}
	return out
}

// fixes are those that edit one cell alone, in its offsets.
func (c *composed) fixes(fixes []diag.Fix, in *cell) []diag.Fix {
	var out []diag.Fix
	for _, f := range fixes {
		here := true
		edits := make([]diag.Edit, len(f.Edits))
		for i, e := range f.Edits {
			at, span := c.origin(e.Span)
			here = here && at != nil && at.cell == in
			edits[i] = diag.Edit{Span: span, Text: e.Text}
		}
		if here {
			out = append(out, diag.Fix{Title: f.Title, Safe: f.Safe, Edits: edits})
		}
	}
	return out
}
