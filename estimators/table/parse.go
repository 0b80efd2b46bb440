package table

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/bits"
	"unicode/utf8"
)

// block is a run of whole records.
type block struct {
	index  int
	data   []byte // ends in a newline
	row    int    // first data row, from 0
	rows   int
	line   int    // line of data[0], from 1
	buffer []byte // to be used again afterwards, nil when it must not be
}

// RaggedRowError is a data row with more or fewer fields than the header.
type RaggedRowError struct {
	Table        string
	Row, Line    int // from 1
	Fields, Want int
}

func (e *RaggedRowError) Error() string {
	return fmt.Sprintf("%s: line %d (row %d) has %s, the header has %d", e.Table, e.Line, e.Row, counted(e.Fields, "field"), e.Want)
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// target is a column of the file as one worker sees it.
type target struct {
	out  *columnBuilder // nil: not wanted
	skip int            // unwanted columns from here to the next wanted one
	num  []float64      // out.numbers, refreshed for every block
	not  []uint64       // rows of this block that hold no number, from row &^ 63
	mark byte           // decimal mark
	dot  bool           // a number with a decimal point was read
	wide bool           // a whole number beyond 2^53 was read
	dict localDict

	grouped, dated bool // a number with marks between thousands, a date in the declared form was read
	doubt          doubt
}

// worker parses blocks into the shared columns.
type worker struct {
	table   string
	d       dialect
	targets []target
	last    int // last wanted column
	names   []string
	scratch []byte
	plain   []byte    // a number without the marks between its thousands
	group   *grouping // nil: there are none
	dates   *dateForm // nil: ISO 8601
}

// parse reads every wanted cell of blk. Numbers go straight to their place in the columns, since the row of every block
// is known; texts get codes of a dictionary of the block, merged later in order of blocks, so that the result does not
// depend on how blocks were cut or scheduled.
func (w *worker) parse(blk *block) error {
	b := blk.data
	if bad := badByte(b); bad >= 0 {
		// The earliest fault in the file is the one to report, so that a block's size does not decide.
		start := w.recordBefore(b, bad)
		if err := w.records(blk, b[:start]); err != nil {
			return err
		}
		return w.encodingError(blk, start, bad)
	}
	return w.records(blk, b)
}

func (w *worker) records(blk *block, b []byte) error {
	delim, nl := w.d.delim, w.d.newline
	base := blk.row &^ 63
	row := blk.row
	last := len(w.targets) - 1
	quotes := bytes.IndexByte(b, '"') >= 0
	semicolon := delim == ';' // only then can a comma be a decimal mark, and a point matter
	for p := 0; p < len(b); {
		if b[p] == nl {
			p++
			continue
		}
		if b[p] == '\r' && nl == '\n' && b[p+1] == '\n' {
			p += 2
			continue
		}
		start := p
		for col := 0; ; col++ {
			t := &w.targets[col]
			q := p
			if t.out == nil {
				if col < w.last && !quotes {
					var left int
					if p, left = skipFields(b, p, t.skip, delim, nl); left > 0 {
						return w.ragged(blk, start, row)
					}
					col += t.skip - 1
					continue
				}
				if !quotes {
					q = nextByte(b, p, nl)
					col += bytes.Count(b[p:q], []byte{delim})
					if col != last {
						return w.ragged(blk, start, row)
					}
				} else {
					if b[p] == '"' {
						q = closingQuote(b, p+1) + 1
					}
					for b[q] != delim && b[q] != nl {
						q++
					}
				}
			} else if v, end, ok := fastNumber(b, p, t.mark); ok && (b[end] == delim || b[end] == nl || (b[end] == '\r' && nl == '\n' && b[end+1] == '\n')) {
				t.num[row] = v
				q = end
				if b[q] == '\r' && nl == '\n' {
					q++
				}
				if semicolon && !t.dot && t.mark == '.' {
					t.dot = bytes.IndexByte(b[p:q], '.') >= 0
				}
				if !t.doubt.off {
					t.doubt.look(b[p:end], t.mark)
				}
			} else if b[p] == delim {
				t.not[(row-base)>>6] |= 1 << (uint(row) & 63)
			} else {
				q = w.slow(t, b, p, row, base)
			}
			if b[q] == delim {
				if col == last {
					return w.ragged(blk, start, row)
				}
				p = q + 1
				continue
			}
			if col != last {
				return w.ragged(blk, start, row)
			}
			p = q + 1
			break
		}
		row++
	}
	return nil
}

// skipFields moves past k unquoted fields and the delimiters behind them, eight bytes at a time; left says how many were
// missing when the record ended first.
func skipFields(b []byte, p, k int, delim, nl byte) (next, left int) {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	d, n := uint64(delim)*ones, uint64(nl)*ones
	for p+8 <= len(b) {
		w := binary.LittleEndian.Uint64(b[p:])
		// The high bit of every byte that equals the wanted one, without carries between bytes.
		x, y := w^d, w^n
		found := ^((x&^high + ^uint64(high)) | x | ^uint64(high))
		if end := ^((y&^high + ^uint64(high)) | y | ^uint64(high)); end != 0 {
			found &= end&-end - 1
			if c := bits.OnesCount64(found); c < k {
				return p, k - c
			}
		}
		if c := bits.OnesCount64(found); c < k {
			k -= c
			p += 8
			continue
		}
		for ; k > 1; k-- {
			found &= found - 1
		}
		return p + bits.TrailingZeros64(found)/8 + 1, 0
	}
	for ; ; p++ {
		switch b[p] {
		case delim:
			if k--; k == 0 {
				return p + 1, 0
			}
		case nl:
			return p, k
		}
	}
}

// fastNumber reads [-]digits[.digits] at p when the value is exact as one division of exact float64s (Clinger's fast
// path: at most 2^53 by at most 10^22). b ends in a newline, which stops every loop.
func fastNumber(b []byte, p int, mark byte) (v float64, end int, ok bool) {
	q := p
	neg := b[q] == '-'
	if neg {
		q++
	}
	start := q
	var m uint64
	d := b[q] - '0'
	for d <= 9 {
		m = m*10 + uint64(d)
		q++
		d = b[q] - '0'
	}
	digits := q - start
	if b[q] == mark {
		q++
		first := q
		d = b[q] - '0'
		for d <= 9 {
			m = m*10 + uint64(d)
			q++
			d = b[q] - '0'
		}
		frac := q - first
		digits += frac
		if digits == 0 || digits > 19 || m > 1<<53 {
			return 0, p, false
		}
		v = float64(m) / pow10[frac]
	} else {
		if digits == 0 || digits > 19 || m > 1<<53 {
			return 0, p, false
		}
		v = float64(m)
	}
	if neg {
		v = -v
	}
	return v, q, true
}

// maxExact bounds the whole numbers that all have a float64 of their own.
const maxExact = 1 << 53

// slow reads any cell: quoted, spaced, with an exponent, text or empty.
func (w *worker) slow(t *target, b []byte, p, row, base int) (end int) {
	var v []byte
	v, end, w.scratch = field(b, p, w.d, w.scratch)
	// A number begins with a space, a sign, a mark or a digit, all of which sort up to '9'; most texts do not.
	if len(v) > 0 && (v[0] > '9' || !blank(v)) {
		x, ok := 0.0, false
		if v[0] <= '9' {
			x, ok = parseNumber(v, t.mark)
			if !ok && w.group != nil {
				if w.plain, ok = w.group.ungroup(v, w.plain); ok {
					x, ok = parseNumber(w.plain, t.mark)
					t.grouped = t.grouped || ok
				}
			}
		}
		if ok {
			if !t.doubt.off {
				t.doubt.look(v, t.mark)
			}
			t.num[row] = x
			if t.mark == '.' && !t.dot {
				t.dot = bytes.IndexByte(v, '.') >= 0
			}
			if !t.wide && len(v) > 15 && (x >= maxExact || x <= -maxExact) {
				t.wide = !bytes.ContainsAny(v, ".eE")
			}
			return end
		}
		if w.dates != nil {
			if iso, ok := w.dates.iso(v); ok {
				v, t.dated = []byte(iso), true
			}
		}
		t.dict.add(v, row)
	}
	t.not[(row-base)>>6] |= 1 << (uint(row) & 63)
	return end
}

func (w *worker) ragged(blk *block, start, row int) error {
	_, fields, _ := recordEnd(blk.data, start, w.d)
	return &RaggedRowError{Table: w.table, Row: row + 1, Line: w.lineAt(blk, start), Fields: fields, Want: len(w.targets)}
}

// lineAt is the line of data[at].
func (w *worker) lineAt(blk *block, at int) int {
	return blk.line + bytes.Count(blk.data[:at], []byte{w.d.newline})
}

// badByte returns the first position that is NUL or not UTF-8, -1 when all is well.
func badByte(b []byte) int {
	nul := bytes.IndexByte(b, 0)
	if utf8.Valid(b) {
		return nul
	}
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			if b[i] == 0 {
				return i
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return nul
}

// recordBefore returns where the record that holds position at begins.
func (w *worker) recordBefore(b []byte, at int) int {
	for p := 0; ; {
		next, _, _ := recordEnd(b, p, w.d)
		if next > at || next >= len(b) {
			return p
		}
		p = next
	}
}

// binarySample is how many bytes are looked at to tell text from other data.
const binarySample = 4096

// noText tells whether b begins like no text in any encoding: one byte in a hundred is a control character that texts do
// without. NUL is not counted, which is half of UTF-16.
func noText(b []byte) bool {
	b = b[:min(len(b), binarySample)]
	n := 0
	for _, c := range b {
		if c > 0 && c < ' ' && (c < '\t' || c > '\r') && c != 0x1b || c == 0x7f {
			n++
		}
	}
	return n > 0 && 100*n >= len(b)
}

// EncodingError is a byte that no UTF-8 text file holds.
type EncodingError struct {
	Table     string
	Row, Line int    // of the data row, from 1; Row 0 is the header
	Column    string // "" when the row has more fields than the header
	Field     int    // in the header: which column has the name, from 1
	Byte      byte
	Binary    bool // the bytes around it are those of no text in any encoding
}

func (e *EncodingError) Error() string {
	where := fmt.Sprintf("row %d (line %d)", e.Row, e.Line)
	if e.Row == 0 {
		where = fmt.Sprintf("the header (line %d)", e.Line)
	}
	switch {
	case e.Binary:
		return fmt.Sprintf("%s: is not a text file: tables are read from CSV, TSV and Parquet", e.Table)
	case e.Column != "":
		where += fmt.Sprintf(", column %q", shorten(e.Column))
	case e.Row == 0 && e.Field > 0:
		where += fmt.Sprintf(", name of column %d", e.Field)
	}
	if e.Byte == 0 {
		return fmt.Sprintf("%s: NUL byte in %s: this is not a text table, or it is UTF-16 without a byte-order mark (then declare `encoding \"utf-16le\"` with the data set)", e.Table, where)
	}
	return fmt.Sprintf("%s: byte 0x%02X in %s is not UTF-8; nothing is guessed: declare the encoding with the data set, as in `encoding \"cp1252\"` (cp1252 and latin-1 are the usual ones), or save the file as UTF-8 (Excel calls it “CSV UTF-8”)", e.Table, e.Byte, where)
}

func (w *worker) encodingError(blk *block, start, at int) error {
	row := blk.row
	for p := 0; p < start; {
		next, fields, _ := recordEnd(blk.data, p, w.d)
		if fields > 0 {
			row++
		}
		p = next
	}
	e := &EncodingError{Table: w.table, Row: row + 1, Line: w.lineAt(blk, at), Byte: blk.data[at], Binary: noText(blk.data[max(0, at-binarySample/2):])}
	// The record's fields up to the byte say which column it is in: an open quote at the cut is no matter.
	_, fields, _ := recordEnd(blk.data[start:at+1], 0, dialect{w.d.delim, w.d.newline})
	if fields > 0 && fields <= len(w.targets) {
		e.Column = w.names[fields-1]
	}
	return e
}
