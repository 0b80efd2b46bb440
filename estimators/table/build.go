package table

import (
	"fmt"
	"math"
	"sort"
)

// centerSample is how many valid values Center averages: enough to sit inside the data, few enough to cost nothing.
const centerSample = 4096

// New makes a table of columns of equal length, which the table owns afterwards (a Fill that is not set is set). It fails on an unnamed column, on two columns of one name (both
// positions are in the message) and on unequal lengths.
func New(name string, cols ...*Column) (*Table, error) {
	t := &Table{Name: name, Columns: cols, index: make(map[string]int, len(cols))}
	for i, c := range cols {
		if c.Name == "" {
			return nil, fmt.Errorf("%s: column %d has no name", name, i+1)
		}
		if j, ok := t.index[c.Name]; ok {
			return nil, &DuplicateColumnError{Table: name, Column: c.Name, First: j + 1, Second: i + 1}
		}
		t.index[c.Name] = i
		if c.Numbers != nil && c.Fill == 0 {
			c.refill() // a column put together by hand: without a center its numbers would lose digits
		}
		if i == 0 {
			t.Rows = c.Len()
		} else if n := c.Len(); n != t.Rows {
			return nil, fmt.Errorf("%s: column %q has %d rows, column %q has %d", name, c.Name, n, cols[0].Name, t.Rows)
		}
	}
	return t, nil
}

// DuplicateColumnError says that a header holds one name twice; positions count from 1.
type DuplicateColumnError struct {
	Table, Column string
	First, Second int
}

func (e *DuplicateColumnError) Error() string {
	return fmt.Sprintf("%s: column name %q occurs twice, in columns %d and %d", e.Table, shorten(e.Column), e.First, e.Second)
}

// Len is the number of cells. A column without any value keeps its length in Numbers (with an all-clear IsNumber) or
// in all-zero Text codes.
func (c *Column) Len() int {
	if c.Numbers != nil {
		return len(c.Numbers)
	}
	return c.Text.Len()
}

// NumbersColumn makes a column of numbers. Rows where valid is false, and cells that are NaN or infinite, are empty
// (a table holds finite numbers only); valid nil means that all rows are present. The column owns values afterwards
// and overwrites the empty cells with Fill.
func NumbersColumn(name string, values []float64, valid []bool) *Column {
	if values == nil {
		values = []float64{}
	}
	mask := NewBitmap(len(values), true)
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) || (valid != nil && !valid[i]) {
			mask.Clear(i)
		}
	}
	c := &Column{Name: name, Numbers: values, IsNumber: mask.fullToNil(len(values))}
	c.refill()
	return c
}

// TextColumn makes a column of texts; "" is an empty cell. Texts stay texts even when they look like numbers: a reader
// decides that, not this constructor.
func TextColumn(name string, values []string) *Column {
	c := &Column{Name: name}
	seen := make(map[string]uint32)
	codes := make([]uint32, len(values))
	for i, v := range values {
		if v == "" {
			continue
		}
		k, ok := seen[v]
		if !ok {
			c.Dict = append(c.Dict, v)
			k = uint32(len(c.Dict))
			seen[v] = k
		}
		codes[i] = k
	}
	c.Text = CodesOf(codes)
	return c
}

// CellsColumn makes a column as the delimited reader would from these cells: numbers where a cell reads as a plain
// decimal, text elsewhere, "" empty.
func CellsColumn(name string, cells []string) *Column {
	c := &Column{Name: name}
	nums := make([]float64, len(cells))
	isNum := NewBitmap(len(cells), false)
	texts := make([]string, len(cells))
	numbers := 0
	for i, s := range cells {
		if v, ok := ParseNumber(s); ok {
			nums[i] = v
			isNum.Set(i)
			numbers++
		} else if !blank(s) {
			texts[i] = s
		}
	}
	t := TextColumn(name, texts)
	if len(t.Dict) > 0 || numbers == 0 {
		c.Text, c.Dict = t.Text, t.Dict
	}
	if numbers > 0 {
		c.Numbers, c.IsNumber = nums, isNum.fullToNil(len(cells))
		c.refill()
	}
	return c
}

// refill sets Fill to the center of the numbers and writes it into the cells that are none.
func (c *Column) refill() {
	c.Fill = centerOf(c.Numbers, c.IsNumber)
	fill(c.Numbers, c.IsNumber, c.Fill)
}

// fill writes v where a row is not valid.
func fill(values []float64, valid Bitmap, v float64) {
	if valid == nil {
		return
	}
	eachClear(valid, len(values), func(i int) { values[i] = v })
}

// centerOf is the mean of the first centerSample valid values, taken as a running mean so that it cannot overflow; 0
// without any.
func centerOf(values []float64, valid Bitmap) float64 {
	mean, n := 0.0, 0.0
	for i := 0; i < len(values) && n < centerSample; i++ {
		if valid.Get(i) {
			n++
			// v/n - mean/n, not (v-mean)/n: the difference of two huge values overflows, their shares do not.
			mean += values[i]/n - mean/n
		}
	}
	return mean
}

// Index returns the position of the column called name.
func (t *Table) Index(name string) (int, bool) {
	i, ok := t.index[name]
	return i, ok
}

// Column returns the column called name, nil when there is none. Names match exactly, case included.
func (t *Table) Column(name string) *Column {
	if i, ok := t.index[name]; ok {
		return t.Columns[i]
	}
	return nil
}

// Names lists the columns in order.
func (t *Table) Names() []string {
	out := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		out[i] = c.Name
	}
	return out
}

// lineMark says that row (from 0) begins on line (from 1), and the rows after it one a line until the next mark.
type lineMark struct{ row, line int }

// Line returns the line of the source on which data row i (from 0) begins, 0 when the source has no lines.
func (t *Table) Line(i int) int {
	k := sort.Search(len(t.lines), func(k int) bool { return t.lines[k].row > i })
	if k == 0 {
		return 0
	}
	return t.lines[k-1].line + i - t.lines[k-1].row
}

// With is t with further columns of the same source, which it then shares with the tables that they are from; hash, notes and lines
// are t's. It fails as New does: on a name that is there already, and on another number of rows.
func (t *Table) With(more ...*Column) (*Table, error) {
	out, err := New(t.Name, append(t.Columns[:len(t.Columns):len(t.Columns)], more...)...)
	if err != nil {
		return nil, err
	}
	out.Rows, out.Hash, out.Notes, out.Doubts, out.Format, out.lines = t.Rows, t.Hash, t.Notes, t.Doubts, t.Format, t.lines
	return out, nil
}
