package table

import (
	"bytes"
	"fmt"
	"strings"
)

// dialect is how a delimited file is written.
type dialect struct {
	delim   byte
	newline byte // '\n' (a preceding '\r' belongs to it) or, in a file that has no '\n', '\r'
}

// delimiters in order of preference when two fit equally well.
var delimiters = []byte{',', '\t', ';', '|'}

// detectSample is how many records are looked at to find the delimiter.
const detectSample = 200

// detectDialect finds newline and delimiter from the beginning of a file; complete says that head is all of it. A
// delimiter fits when every record of the sample has as many fields as the header; of several, the one with the most
// fields wins. When none fits, the one that agrees with the header most often is taken, so that the error about a
// ragged row names the row that is wrong.
func detectDialect(head []byte, complete bool, delim byte) dialect {
	d := dialect{delim: ',', newline: '\n'}
	if bytes.IndexByte(head, '\n') < 0 && bytes.IndexByte(head, '\r') >= 0 {
		d.newline = '\r'
	}
	if delim != 0 {
		d.delim = delim
		return d
	}
	best, bestFields := -1.0, 0
	for _, c := range delimiters {
		fields, share := consistency(head, complete, dialect{c, d.newline})
		if fields < 2 {
			continue
		}
		if share > best || share == best && fields > bestFields {
			best, bestFields, d.delim = share, fields, c
		}
	}
	return d
}

// consistency counts the fields of the header under d and the share of sampled records with as many.
func consistency(head []byte, complete bool, d dialect) (fields int, share float64) {
	seen, same := 0, 0
	for p := 0; p < len(head) && seen <= detectSample; {
		end, n, ok := recordEnd(head, p, d)
		if !ok && !complete {
			break
		}
		if n > 0 {
			if seen == 0 {
				fields = n
			} else if n == fields {
				same++
			}
			seen++
		}
		p = end
	}
	if seen < 2 {
		return fields, 1
	}
	return fields, float64(same) / float64(seen-1)
}

// recordEnd walks the record at p byte by byte and returns where the next one begins and the number of fields: 0 for a
// blank line. ok is false when b ends before the record does.
func recordEnd(b []byte, p int, d dialect) (next, fields int, ok bool) {
	start := p
	fields = 1
	fieldStart := true
	for p < len(b) {
		switch c := b[p]; {
		case c == '"' && fieldStart:
			q := closingQuote(b, p+1)
			if q < 0 {
				return len(b), fields, false
			}
			p = q
			fieldStart = false
		case c == d.delim:
			fields++
			fieldStart = true
		case c == d.newline:
			if p == start || (p == start+1 && b[start] == '\r' && c == '\n') {
				fields = 0
			}
			return p + 1, fields, true
		default:
			fieldStart = false
		}
		p++
	}
	return len(b), fields, false
}

// closingQuote returns the position of the quote that closes a field opened before i, -1 when there is none. A doubled
// quote stands for one and closes nothing.
func closingQuote(b []byte, i int) int {
	for {
		j := bytes.IndexByte(b[i:], '"')
		if j < 0 {
			return -1
		}
		j += i
		if j+1 < len(b) && b[j+1] == '"' {
			i = j + 2
			continue
		}
		return j
	}
}

// field reads the field at p, which ends in b. It returns the content (into scratch when quotes had to be undone) and
// the position of the delimiter or newline that ends it. A quote elsewhere than at the start of a field is an ordinary
// character, and what follows a closing quote is kept as it is, as the C parser of pandas does.
func field(b []byte, p int, d dialect, scratch []byte) (value []byte, end int, buf []byte) {
	i := p
	quoted := false
	if b[p] == '"' {
		quoted = true
		i = closingQuote(b, p+1) + 1
	}
	tail := i
	for b[i] != d.delim && b[i] != d.newline {
		i++
	}
	stop := i
	if d.newline == '\n' && b[i] == '\n' && stop > tail && b[stop-1] == '\r' {
		stop--
	}
	if !quoted {
		return b[p:stop], i, scratch
	}
	inner := b[p+1 : tail-1]
	if stop == tail && bytes.IndexByte(inner, '"') < 0 {
		return inner, i, scratch
	}
	scratch = scratch[:0]
	for {
		j := bytes.IndexByte(inner, '"')
		if j < 0 {
			break
		}
		scratch = append(scratch, inner[:j+1]...)
		inner = inner[j+2:]
	}
	scratch = append(append(scratch, inner...), b[tail:stop]...)
	return scratch, i, scratch
}

// headerNames reads the fields of a header record that ends in a newline.
func headerNames(record []byte, d dialect) []string {
	var names []string
	for p := 0; ; {
		v, end, _ := field(record, p, d, nil)
		names = append(names, string(v))
		if record[end] != d.delim {
			return names
		}
		p = end + 1
	}
}

// lineBreaks turns the line breaks of a column name, which a study could not write, into spaces.
var lineBreaks = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")

// checkHeader names unnamed columns by position and reads line breaks in names as spaces, both as notes, and refuses duplicates.
func checkHeader(table string, names []string) (notes []string, err error) {
	first := make(map[string]int, len(names))
	for i := range names {
		if strings.TrimSpace(names[i]) == "" {
			names[i] = fmt.Sprintf("column_%d", i+1)
			notes = append(notes, fmt.Sprintf("column %d has no name and is called %s", i+1, names[i]))
		}
		if plain := lineBreaks.Replace(names[i]); plain != names[i] {
			names[i] = plain
			notes = append(notes, fmt.Sprintf("the name of column %d holds a line break and is read as %q", i+1, plain))
		}
		if j, ok := first[names[i]]; ok {
			return nil, &DuplicateColumnError{Table: table, Column: names[i], First: j + 1, Second: i + 1}
		}
		first[names[i]] = i
	}
	return notes, nil
}
