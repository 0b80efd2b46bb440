package table

import (
	"bytes"
	"fmt"
)

// readHead reads the first headSize bytes, and more when the header is longer than that.
func (r *reader) readHead() (head []byte, eof bool, err error) {
	want := headSize
	if r.opt.head > 0 {
		want = r.opt.head
	}
	for {
		var got []byte
		got, eof, err = readFull(r.ctx, r.src, head, want)
		if err != nil {
			return nil, false, fmt.Errorf("%s: %w", r.name, err)
		}
		head = got
		if eof || bytes.ContainsAny(head, "\n\r") {
			return head, eof, nil
		}
		if want *= 4; want > r.opt.maxRecord() {
			return nil, false, tooLong(r.name, open{line: 1}, r.opt.maxRecord())
		}
	}
}

// start finds the dialect, reads the header and prepares the wanted columns. It returns what follows the header.
func (r *reader) start(head []byte, eof bool) (body []byte, err error) {
	r.read = int64(len(head))
	garbage := noText(head)
	head = bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF"))
	delimiter, _ := delimiterOf(r.opt.Format.Delimiter)
	r.d = detectDialect(head, eof, delimiter)
	r.split = splitter{d: r.d, line: 1}
	p := 0
	for p < len(head) { // blank lines before the header
		next, fields, ok := recordEnd(head, p, r.d)
		if fields == 0 && ok {
			r.split.line++
			p = next
			continue
		}
		if !ok {
			if !eof {
				return nil, fmt.Errorf("%s: the header on line %d is longer than %d kB or holds an unclosed quote", r.name, r.split.line, headSize>>10)
			}
			if _, tail := (&splitter{d: r.d, line: r.split.line}).scan(head[p:]); tail.quote {
				return nil, unclosed(r.name, tail)
			}
			head = append(head, r.d.newline)
			next = len(head)
		}
		body = head[next:]
		head = head[p:next]
		break
	}
	if p == len(head) && body == nil {
		return nil, fmt.Errorf("%s: is empty: there is no header", r.name)
	}
	if bad := badByte(head); bad >= 0 {
		_, fields, _ := recordEnd(head[:bad+1], 0, r.d)
		return nil, &EncodingError{Table: r.name, Line: r.split.line, Field: fields, Byte: head[bad], Binary: garbage}
	}
	r.names = headerNames(head, r.d)
	r.split.line += bytes.Count(head, []byte{r.d.newline})
	notes, err := checkHeader(r.name, r.names)
	if err != nil {
		return nil, err
	}
	r.notes = append(r.notes, notes...)
	if r.d.delim != ',' {
		r.notes = append(r.notes, fmt.Sprintf("delimiter %q", string(r.d.delim)))
	}
	return body, r.prepare(body, eof)
}

func unclosed(table string, tail open) error {
	return fmt.Errorf("%s: a quoted field in the record that begins on line %d is never closed", table, tail.line)
}

// prepare makes the builders of wanted columns and finds which of them write a decimal comma.
func (r *reader) prepare(body []byte, eof bool) error {
	wanted, err := r.opt.wanted(r.name, r.names)
	if err != nil {
		return err
	}
	for _, i := range wanted {
		r.columns = append(r.columns, &columnBuilder{name: r.names[i], at: i, mark: '.'})
	}
	if mark := r.opt.Format.DecimalMark(); mark != "" {
		for _, c := range r.columns {
			c.mark = mark[0]
		}
		return nil
	}
	if r.d.delim != ';' {
		return nil
	}
	// A column writes decimal commas when the sample has such cells and none with a decimal point. Cells of the other
	// kind further down stay text, and a numeric view names them.
	comma, dot := make([]bool, len(r.names)), make([]bool, len(r.names))
	for p := 0; p < len(body); {
		end, fields, ok := recordEnd(body, p, r.d)
		if !ok && !eof {
			break
		}
		if fields != len(r.names) || !ok {
			p = end
			continue
		}
		for i := range r.names {
			v, stop, _ := field(body, p, r.d, nil)
			if _, ok := parseNumber(v, ','); ok && bytes.IndexByte(v, ',') >= 0 {
				comma[i] = true
			}
			if _, ok := parseNumber(v, '.'); ok && bytes.IndexByte(v, '.') >= 0 {
				dot[i] = true
			}
			p = stop + 1
		}
		p = end
	}
	for _, c := range r.columns {
		if comma[c.at] && !dot[c.at] {
			c.mark = ','
		}
	}
	return nil
}
