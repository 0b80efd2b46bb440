package table

import (
	"bytes"
	"fmt"
)

// Doubt is a column whose numbers have two readings: each of those with a mark in it has three digits behind it and one to three
// before it, as 2.730 has, which is 2.73 where the mark is a decimal one and 2730 where it parts thousands.
type Doubt struct {
	Column  string
	Mark    string // as it was read: the decimal mark
	Example string // the first such cell
}

// String says how the column was read, how else it could be meant, and how to say which.
func (d Doubt) String() string {
	other := "."
	if d.Mark == "." {
		other = ","
	}
	n := 0
	for n < len(d.Example) && d.Example[n:n+1] != d.Mark {
		n++
	}
	whole := d.Example[:n] + d.Example[min(n+1, len(d.Example)):]
	return fmt.Sprintf("%s: %s is read as a decimal number, and every one of the column could have its mark between thousands (%s): declare decimal %q, or decimal %q and thousands %q",
		d.Column, d.Example, whole, d.Mark, other, d.Mark)
}

// doubt collects over the cells of a column whether it is one.
type doubt struct {
	off     bool   // a number that has but one reading was seen, or nobody asks
	example string // the first cell of two readings
	block   int    // where it stands
}

// look takes a number as it is written.
func (d *doubt) look(cell []byte, mark byte) {
	cell = trimBlanks(cell)
	if len(cell) > 0 && (cell[0] == '-' || cell[0] == '+') {
		cell = cell[1:]
	}
	at := bytes.IndexByte(cell, mark)
	switch {
	case at < 0:
		d.off = len(cell) > 3 // no mark between these thousands
	case len(cell)-at != 4 || at < 1 || at > 3 || cell[0] == '0':
		d.off = true
	default:
		for _, c := range cell[at+1:] {
			d.off = d.off || c-'0' > 9
		}
		if d.example == "" {
			d.example = string(cell)
		}
	}
}

// join takes what was seen of other rows.
func (d *doubt) join(other doubt, block int) {
	d.off = d.off || other.off
	if other.example != "" && (d.example == "" || block < d.block) {
		d.example, d.block = other.example, block
	}
}

// doubtful tells whether a mark could part thousands: in files from countries that write a decimal comma, where columns are
// parted by semicolons or tabs, and nothing is declared.
func (r *reader) doubtful() bool {
	return (r.d.delim == ';' || r.d.delim == '\t') && r.opt.Format.DecimalMark() == ""
}

// doubts lists the columns of two readings.
func (r *reader) doubts() []Doubt {
	var out []Doubt
	for _, c := range r.columns {
		if !c.doubt.off && c.doubt.example != "" {
			out = append(out, Doubt{Column: c.name, Mark: string(c.mark), Example: c.doubt.example})
		}
	}
	return out
}
