// Package source holds the text of a study and turns byte offsets into lines and columns.
//
// Everything in the language front end speaks of byte offsets; lines, columns and UTF-16 units exist only where
// something is shown to a person or an editor.
package source

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// Span is a half-open range of byte offsets, Start <= End.
type Span struct{ Start, End int }

// Join is the smallest span that covers both.
func (s Span) Join(t Span) Span { return Span{min(s.Start, t.Start), max(s.End, t.End)} }

// Len is the number of bytes covered.
func (s Span) Len() int { return s.End - s.Start }

// File is one text with a name for messages. Line starts are indexed at creation; a File is read-only and safe for
// concurrent use.
type File struct {
	Name  string
	Text  string
	lines []int // offset of each line's first byte
}

// mark is the byte-order mark that some editors put in front of a text; none of them counts it as a column.
const mark = "\uFEFF"

// New indexes text. Lines end in \n or \r\n; the first begins behind a byte-order mark.
func New(name, text string) *File {
	f := &File{Name: name, Text: text, lines: make([]int, 1, strings.Count(text, "\n")+1)}
	if strings.HasPrefix(text, mark) {
		f.lines[0] = len(mark)
	}
	for i := 0; ; {
		j := strings.IndexByte(text[i:], '\n')
		if j < 0 {
			return f
		}
		i += j + 1
		f.lines = append(f.lines, i)
	}
}

// Position is a place for people: Line and Column count from 1, Column in Unicode code points.
type Position struct{ Line, Column int }

// Position converts a byte offset; an offset outside the text is clamped.
func (f *File) Position(offset int) Position {
	offset = max(0, min(offset, len(f.Text)))
	line := max(1, sort.SearchInts(f.lines, offset+1))
	offset = max(offset, f.lines[line-1])
	return Position{line, utf8.RuneCountInString(f.Text[f.lines[line-1]:offset]) + 1}
}

// UTF16 converts a byte offset to a zero-based line and a zero-based count of UTF-16 units, as editors want it.
func (f *File) UTF16(offset int) (line, unit int) {
	offset = max(0, min(offset, len(f.Text)))
	line = max(0, sort.SearchInts(f.lines, offset+1)-1)
	offset = max(offset, f.lines[line])
	for _, r := range f.Text[f.lines[line]:offset] {
		unit++
		if r > 0xFFFF {
			unit++
		}
	}
	return line, unit
}

// Lines is the number of lines; a text that ends in a newline has an empty last one.
func (f *File) Lines() int { return len(f.lines) }

// LineSpan is the span of line n (from 1) without its line ending.
func (f *File) LineSpan(n int) Span {
	start, end := f.lines[n-1], len(f.Text)
	if n < len(f.lines) {
		end = f.lines[n] - 1
	}
	if end > start && f.Text[end-1] == '\r' {
		end--
	}
	return Span{start, end}
}

// Line is the text of line n (from 1) without its line ending.
func (f *File) Line(n int) string { s := f.LineSpan(n); return f.Text[s.Start:s.End] }

// Slice is the text a span covers.
func (f *File) Slice(s Span) string { return f.Text[s.Start:s.End] }
