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
				t.Columns[k] = r.columns[k].finish(rows, r.d)
			}
		}()
	}
	wg.Wait()
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	var commas, wide []string
	for k, c := range t.Columns {
		t.index[c.Name] = k
		if r.columns[k].mark == ',' {
			commas = append(commas, c.Name)
		}
		if r.columns[k].wide.Load() {
			wide = append(wide, c.Name)
		}
	}
	t.Notes = r.notes
	if len(commas) > 0 {
		t.Notes = append(t.Notes, "decimal comma in "+list(commas, 8))
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

// finish turns the builder into a column.
func (b *columnBuilder) finish(rows int, d dialect) *Column {
	c := &Column{Name: b.name}
	slices.SortFunc(b.segments, func(x, y segment) int { return x.block - y.block })
	isNum := NewBitmap(rows, true)
	for k := range isNum {
		isNum[k] &^= b.not[k]
	}
	if len(b.segments) > 0 {
		c.Text, c.Dict = merge(b.segments, rows)
		b.segments = nil
		if d.delim == ';' && b.mark == '.' && !b.dot.Load() {
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
	c.Text, c.Dict = codes, dict
	if len(dict) == 0 {
		c.Text = Codes{}
	}
}
