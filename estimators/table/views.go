package table

import (
	"fmt"
	"math/bits"
	"sync"
)

// viewCache holds the views made so far, by column and rule. Two callers that ask for one view at the same time share
// one computation.
type viewCache struct {
	mu sync.Mutex
	m  map[string]*viewEntry
}

type viewEntry struct {
	once sync.Once
	view any
	err  error
}

func (c *viewCache) get(key string, make_ func() (any, error)) (any, error) {
	c.mu.Lock()
	if c.m == nil {
		c.m = map[string]*viewEntry{}
	}
	e := c.m[key]
	if e == nil {
		e = &viewEntry{}
		c.m[key] = e
	}
	c.mu.Unlock()
	e.once.Do(func() { e.view, e.err = make_() })
	return e.view, e.err
}

// CellError is a cell that a rule cannot read.
type CellError struct {
	Table, Column string
	Row           int    // data row, from 1
	Line          int    // line of the file, from 1; 0 when the source has no lines
	Value         string // as written
	Reason        string
	Help          string // how to write it, when the cell is a number or date in a form that is not read
}

func (e *CellError) Error() string {
	where := fmt.Sprintf("row %d", e.Row)
	if e.Line > 0 {
		where += fmt.Sprintf(" (line %d)", e.Line)
	}
	return fmt.Sprintf("%s: column %q, %s: %q %s", e.Table, shorten(e.Column), where, shorten(e.Value), e.Reason)
}

// UnknownColumnError says that a table has no column of that name.
type UnknownColumnError struct{ Table, Column string }

func (e *UnknownColumnError) Error() string {
	return fmt.Sprintf("%s: no column %q", e.Table, shorten(e.Column))
}

// shorten cuts a text for a message to about 60 characters.
func shorten(s string) string {
	const most = 60
	n := 0
	for i := range s {
		if n == most {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// eachClear calls f for every row below rows that is not in b.
func eachClear(b Bitmap, rows int, f func(i int)) {
	for w, word := range b {
		word = ^word
		if w == len(b)-1 && rows%64 != 0 {
			word &= 1<<(rows%64) - 1
		}
		for ; word != 0; word &= word - 1 {
			f(w<<6 + bits.TrailingZeros64(word))
		}
	}
}

// NewNumeric makes a numeric view of derived values. Values where valid is clear, and values that are not finite, are
// missing and overwritten with Center; valid is not changed.
func NewNumeric(name string, values []float64, valid Bitmap) *Numeric {
	mask := valid
	for i, v := range values {
		if v-v != 0 && valid.Get(i) { // Inf and NaN only
			if mask == nil || &mask[0] == &valid[0] {
				if mask = valid.Clone(); mask == nil {
					mask = NewBitmap(len(values), true)
				}
			}
			mask.Clear(i)
		}
	}
	mask = mask.fullToNil(len(values))
	n := &Numeric{Name: name, Values: values, Valid: mask, Center: centerOf(values, mask)}
	fill(n.Values, n.Valid, n.Center)
	return n
}
