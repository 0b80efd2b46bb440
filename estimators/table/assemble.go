package table

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// columnBuilder collects one wanted column.
type columnBuilder struct {
	name     string
	at       int // position in the file
	mark     byte
	numbers  []float64
	not      Bitmap // rows without a number
	mu       sync.Mutex
	segments []segment
	dot      atomic.Bool
	wide     atomic.Bool // some numbers are whole and beyond 2^53
	grouped  atomic.Bool // some numbers have marks between their thousands
	dated    atomic.Bool // some texts were dates in the declared form
	doubt    doubt
}

// assemble finishes the columns.
func (r *reader) assemble(workers int) (*Table, error) {
	rows := r.split.row
	t := &Table{Name: r.name, Rows: rows, Columns: make([]*Column, len(r.columns)), lines: r.split.marks, index: map[string]int{}}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for r.ctx.Err() == nil {
				k := int(next.Add(1)) - 1
				if k >= len(r.columns) {
					return
				}
				t.Columns[k] = r.columns[k].finish(rows, r.d, r.opt.Format.DecimalMark() == "")
			}
		}()
	}
	wg.Wait()
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	var commas, wide, grouped, dated []string
	for k, c := range t.Columns {
		t.index[c.Name] = k
		if r.columns[k].mark == ',' && r.opt.Format.DecimalMark() == "" {
			commas = append(commas, c.Name)
		}
		if r.columns[k].wide.Load() {
			wide = append(wide, c.Name)
		}
		if r.columns[k].grouped.Load() {
			grouped = append(grouped, c.Name)
		}
		if r.columns[k].dated.Load() {
			dated = append(dated, c.Name)
		}
	}
	t.Notes, t.Format = r.notes, r.opt.Format
	if t.Format.Delimiter = string(r.d.delim); r.d.delim == '\t' {
		t.Format.Delimiter = "tab"
	}
	if slices.ContainsFunc(r.notes, func(n string) bool { return strings.HasPrefix(n, noteUTF16) }) {
		t.Format.Encoding = "utf-16"
	}
	if len(commas) > 0 {
		t.Notes = append(t.Notes, "decimal comma in "+list(commas, 8))
	}
	if len(grouped) > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%q between thousands in %s", r.opt.Format.Thousands, list(grouped, 8)))
	}
	if len(dated) > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("dates written %s in %s", r.opt.Format.Dates, list(dated, 8)))
	}
	t.Doubts = r.doubts()
	for i, d := range t.Doubts {
		if i == 8 {
			t.Notes = append(t.Notes, fmt.Sprintf("%d more columns have numbers of two readings", len(t.Doubts)-i))
			break
		}
		t.Notes = append(t.Notes, d.String())
	}
	t.Notes = append(t.Notes, wideNote(wide)...)
	if r.split.blank > 0 {
		t.Notes = append(t.Notes, counted(r.split.blank, "blank line")+" skipped")
	}
	return t, nil
}

// wideNote warns of identifiers that are too long for a float64.
func wideNote(columns []string) []string {
	if len(columns) == 0 {
		return nil
	}
	return []string{"whole numbers beyond 2^53 are rounded, so that different ones may coincide, in " + list(columns, 8)}
}

// list names at most most things.
func list(names []string, most int) string {
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// finish turns the builder into a column; late says that a decimal comma may show up behind the sample.
func (b *columnBuilder) finish(rows int, d dialect, late bool) *Column {
	c := &Column{Name: b.name, comma: b.mark == ','}
	slices.SortFunc(b.segments, func(x, y segment) int { return x.block - y.block })
	isNum := NewBitmap(rows, true)
	for k := range isNum {
		isNum[k] &^= b.not[k]
	}
	if len(b.segments) > 0 {
		c.Text, c.Dict = merge(b.segments, rows)
		b.segments = nil
		if d.delim == ';' && late && b.mark == '.' && !b.dot.Load() {
			b.lateCommas(c, isNum)
		}
	}
	numbers := isNum.Count(rows)
	if numbers > 0 || rows == 0 {
		if c.Numbers = b.numbers[:rows:rows]; c.Numbers == nil {
			c.Numbers = []float64{}
		}
		c.IsNumber = isNum
		if numbers == rows {
			c.IsNumber = nil
		}
		c.refill()
	} else if len(c.Dict) == 0 {
		c.Text = NewCodes(rows, 0)
	}
	b.numbers, b.not = nil, nil
	return c
}

// lateCommas reads the decimal commas of a column that had none in the sample and no decimal point anywhere.
func (b *columnBuilder) lateCommas(c *Column, isNum Bitmap) {
	values := make([]float64, len(c.Dict)+1)
	is := make([]bool, len(c.Dict)+1)
	keep := make([]uint32, len(c.Dict)+1)
	var dict []string
	for k, s := range c.Dict {
		if v, ok := parseNumber(bytesOf(s), ','); ok {
			values[k+1], is[k+1] = v, true
			b.mark = ','
			if !b.doubt.off {
				b.doubt.look(bytesOf(s), ',')
			}
		} else {
			dict = append(dict, s)
			keep[k+1] = uint32(len(dict))
		}
	}
	if b.mark != ',' {
		return
	}
	n := c.Text.Len()
	codes := NewCodes(n, len(dict))
	for i := range n {
		code := c.Text.At(i)
		if is[code] {
			b.numbers[i] = values[code]
			isNum.Set(i)
		} else if code != 0 {
			codes.Set(i, keep[code])
		}
	}
	c.Text, c.Dict, c.comma = codes, dict, true
	if len(dict) == 0 {
		c.Text = Codes{}
	}
}
