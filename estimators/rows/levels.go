package rows

import (
	"context"
	"errors"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
)

// levelSets tells for every row whether a variable has one of some levels: by the codes of a factor, or ready bitmaps.
type levelSets struct {
	codes table.Codes
	hit   []uint8 // by code, 1 where the level is one of the wanted
	valid table.Bitmap
	rows  table.Bitmap // instead of codes and hit: the rows that have one of the levels
}

// present is a bitmap that is remembered even when it is nil.
type present struct{ rows table.Bitmap }

// findLevels reads the variable as a factor or, where it has too many levels (names, texts), cell by cell.
func findLevels(ctx context.Context, t *table.Table, e *plan.LevelIs) (*levelSets, error) {
	f, err := Factor(ctx, t, e.Var)
	var many *table.TooManyLevels
	if errors.As(err, &many) && e.Var.Derived == nil {
		c := t.Column(e.Var.Column)
		s := &levelSets{rows: table.NewBitmap(t.Rows, false)}
		s.valid = scanCells(c, e.Var, e.Codes, s.rows)
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	s := &levelSets{codes: f.Codes, hit: make([]uint8, max(len(f.Levels), 1)), valid: f.Valid}
	for i, l := range f.Levels {
		for _, code := range e.Codes {
			if sameCode(l, code) {
				s.hit[i] = 1
			}
		}
	}
	return s, nil
}

// presence tells which rows have a value of v.
func presence(ctx context.Context, t *table.Table, v *plan.Variable) (table.Bitmap, error) {
	if v.Derived != nil || v.Type == "" || v.Type.NumericLike() {
		n, err := Numeric(ctx, t, v)
		if err != nil {
			return nil, err
		}
		return n.Valid, nil
	}
	c := t.Column(v.Column)
	if c == nil {
		return nil, &table.UnknownColumnError{Table: t.Name, Column: v.Column}
	}
	return scanCells(c, v, nil, nil), nil
}

// scanCells returns the rows with a cell that is neither empty nor declared missing, and sets in hits those of them that
// match a code; codes compare as numbers when both sides are numbers, else as exact text.
func scanCells(c *table.Column, v *plan.Variable, codes []string, hits table.Bitmap) table.Bitmap {
	rows := c.Len()
	valid := table.NewBitmap(rows, false)
	wanted, gone := newCodeSet(codes), newCodeSet(v.Missing.Codes)
	gone.ranges = v.Missing.Ranges
	const absent, other, match = 0, 1, 2
	texts := make([]uint8, len(c.Dict)+1)
	for k, s := range c.Dict {
		switch {
		case gone.text(s):
		case wanted.text(s):
			texts[k+1] = match
		default:
			texts[k+1] = other
		}
	}
	for i := range rows {
		state := uint8(absent)
		if len(c.Dict) > 0 {
			state = texts[c.Text.At(i)]
		}
		if c.Numbers != nil && c.IsNumber.Get(i) {
			switch x := c.Numbers[i]; {
			case gone.number(x):
			case wanted.number(x):
				state = match
			default:
				state = other
			}
		}
		if state != absent {
			valid.Set(i)
		}
		if state == match {
			hits.Set(i)
		}
	}
	return valid
}

// codeSet is a list of codes to compare cells with.
type codeSet struct {
	texts   map[string]bool
	numbers map[float64]bool
	ranges  [][2]float64
}

func newCodeSet(codes []string) *codeSet {
	s := &codeSet{texts: map[string]bool{}, numbers: map[float64]bool{}}
	for _, code := range codes {
		if x, ok := table.ParseNumber(code); ok {
			s.numbers[x] = true
		} else {
			s.texts[code] = true
		}
	}
	return s
}

func (s *codeSet) text(v string) bool {
	if x, ok := table.ParseNumber(v); ok {
		return s.number(x)
	}
	return s.texts[v]
}

func (s *codeSet) number(x float64) bool {
	if s.numbers[x] {
		return true
	}
	for _, r := range s.ranges {
		if x >= r[0] && x <= r[1] {
			return true
		}
	}
	return false
}

// levelNode looks codes up in hit.
type levelNode struct {
	*levelSets
	yes, no mask
}

func (l *levelNode) truths(from, n int) (*mask, *mask) {
	switch {
	case l.rows != nil:
		l.yes.load(l.rows, from, n)
	case l.codes.U8 != nil:
		lookup(&l.yes, l.codes.U8[from:from+n], l.hit)
	case l.codes.U16 != nil:
		lookup(&l.yes, l.codes.U16[from:from+n], l.hit)
	default:
		lookup(&l.yes, l.codes.U32[from:from+n], l.hit)
	}
	l.no.load(l.valid, from, n)
	for w := range l.yes {
		l.yes[w] &= l.no[w]
		l.no[w] &^= l.yes[w]
	}
	return &l.yes, &l.no
}

func lookup[C uint8 | uint16 | uint32](yes *mask, codes []C, hit []uint8) {
	for w := range yes {
		var word uint64
		for i, c := range codes[min(w*64, len(codes)):min(w*64+64, len(codes))] {
			word |= uint64(hit[c]) << (i & 63)
		}
		yes[w] = word
	}
}
