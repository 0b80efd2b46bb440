package source

import "testing"

// Columns are what an editor shows: the byte-order mark in front of a text is none.
func TestPositions(t *testing.T) {
	for _, c := range []struct {
		text             string
		offset           int
		line, col, unit  int
		lineText, second string
	}{
		{"assoc(x, y)\nhyp", 6, 1, 7, 6, "assoc(x, y)", "hyp"},
		{"\uFEFFassoc(x, y)\nhyp", 9, 1, 7, 6, "assoc(x, y)", "hyp"},
		{"\uFEFFassoc(x, y)\r\nhyp", 0, 1, 1, 0, "assoc(x, y)", "hyp"},
		{"\uFEFF\nhyp", 4, 2, 1, 0, "", "hyp"},
		{"a\U0001F427b\nhyp", 5, 1, 3, 3, "a\U0001F427b", "hyp"},
	} {
		f := New("s.hyp", c.text)
		if p := f.Position(c.offset); p != (Position{c.line, c.col}) {
			t.Errorf("%q at %d: %v, want %d:%d", c.text, c.offset, p, c.line, c.col)
		}
		if line, unit := f.UTF16(c.offset); line != c.line-1 || unit != c.unit {
			t.Errorf("%q at %d: %d %d, want %d %d", c.text, c.offset, line, unit, c.line-1, c.unit)
		}
		if f.Line(1) != c.lineText || f.Line(2) != c.second {
			t.Errorf("%q: lines %q, %q", c.text, f.Line(1), f.Line(2))
		}
	}
}
