package table

// Select is the table of the rows that are in, in their order; t itself when rows is nil. Columns keep the center of all rows, so
// that numbers come out the same. Line numbers are not kept: row i of the new table is its own.
func (t *Table) Select(rows Bitmap) *Table {
	if rows == nil {
		return t
	}
	var at []int
	for i := range t.Rows {
		if rows.Get(i) {
			at = append(at, i)
		}
	}
	out := &Table{Name: t.Name, Rows: len(at), Hash: t.Hash, Notes: t.Notes, Doubts: t.Doubts, Format: t.Format, index: t.index}
	for _, c := range t.Columns {
		out.Columns = append(out.Columns, c.take(at))
	}
	return out
}

// take is the column of the rows listed.
func (c *Column) take(at []int) *Column {
	out := &Column{Name: c.Name, Fill: c.Fill, Dict: c.Dict, Time: c.Time, comma: c.comma}
	if c.Numbers != nil {
		out.Numbers = make([]float64, len(at))
		for k, i := range at {
			out.Numbers[k] = c.Numbers[i]
		}
		if c.IsNumber != nil {
			out.IsNumber = NewBitmap(len(at), false)
			for k, i := range at {
				if c.IsNumber.Get(i) {
					out.IsNumber.Set(k)
				}
			}
		}
	}
	if c.Text.Len() > 0 {
		out.Text = NewCodes(len(at), len(c.Dict))
		for k, i := range at {
			out.Text.Set(k, c.Text.At(i))
		}
	}
	return out
}
