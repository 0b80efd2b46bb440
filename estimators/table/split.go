package table

import (
	"bytes"
	"fmt"
)

// MaxRecord is the longest record (one data row of a delimited file, in bytes) that is read.
const MaxRecord = 64 << 20

// splitter cuts a stream of bytes into blocks of whole records and knows, without parsing them, the row and line at
// which each block begins. It decides exactly which newlines are inside quotes: a quote opens a field only right after
// a delimiter, a newline or the beginning, so it jumps from quote to quote and from newline to newline.
type splitter struct {
	d     dialect
	row   int // next data row, from 0
	line  int // line of the next byte, from 1
	blank int // blank lines skipped so far
	marks []lineMark
}

// open is why the end of a buffer was reached inside a record.
type open struct {
	quote bool // inside a quoted field
	line  int  // of the record
}

// scan walks the records of b, which begins at a record, and returns where the last complete one ends.
func (s *splitter) scan(b []byte) (end int, tail open) {
	quote := nextByte(b, 0, '"')
	for end < len(b) {
		pos, extra := end, 0
		n := nextByte(b, pos, s.d.newline)
		for quote < n {
			if quote != end && b[quote-1] != s.d.delim {
				quote = nextByte(b, quote+1, '"')
				continue
			}
			c := closingQuote(b, quote+1)
			if c < 0 {
				return end, open{quote: true, line: s.line}
			}
			if c > n {
				extra += bytes.Count(b[quote:c], []byte{s.d.newline})
				n = nextByte(b, c+1, s.d.newline)
			}
			quote = nextByte(b, c+1, '"')
		}
		if n == len(b) {
			return end, open{line: s.line}
		}
		if size := n - end; size == 0 || (size == 1 && s.d.newline == '\n' && b[end] == '\r') {
			s.blank++
			s.line++
		} else {
			s.mark()
			s.row++
			s.line += 1 + extra
		}
		end = n + 1
	}
	return end, open{line: s.line}
}

// mark notes the line of the next row when it does not follow from the last mark.
func (s *splitter) mark() {
	if k := len(s.marks) - 1; k < 0 || s.marks[k].line+s.row-s.marks[k].row != s.line {
		s.marks = append(s.marks, lineMark{s.row, s.line})
	}
}

// nextByte is the first position of c at or after i, len(b) when there is none.
func nextByte(b []byte, i int, c byte) int {
	if i >= len(b) {
		return len(b)
	}
	if j := bytes.IndexByte(b[i:], c); j >= 0 {
		return i + j
	}
	return len(b)
}

// tooLong says that a record did not end within most bytes.
func tooLong(table string, tail open, most int) error {
	hint := ""
	if tail.quote {
		hint = "; a quoted field in it is not closed"
	}
	return fmt.Errorf("%s: the record that begins on line %d is longer than %d MB%s", table, tail.line, most>>20, hint)
}
