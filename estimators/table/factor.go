package table

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// MaxLevels is how many levels a factor may have.
const MaxLevels = 100_000

// FactorRule says how to read a column as levels.
type FactorRule struct {
	Missing Missing
	Levels  []Level // declared, in declared order; they lead the factor's levels even when no row has them
}

func (r FactorRule) key() string {
	var b strings.Builder
	b.WriteString(r.Missing.key())
	for _, l := range r.Levels {
		fmt.Fprintf(&b, "|%q%q", l.Code, l.Label)
	}
	return b.String()
}

// TooManyLevels says that a column has more than Limit distinct values and so cannot be a factor.
type TooManyLevels struct {
	Table, Column string
	Limit         int
}

func (e *TooManyLevels) Error() string {
	return fmt.Sprintf("%s: column %q has more than %d distinct values, too many for levels", e.Table, shorten(e.Column), e.Limit)
}

// NewLevel makes a level from a code, with its number when it reads as one.
func NewLevel(code, label string) Level {
	v, ok := ParseNumber(code)
	return Level{Code: code, Label: label, Number: v, IsNumber: ok}
}

// errLevels stands for TooManyLevels below the place that knows the names.
var errLevels = errors.New("too many levels")

// Factor reads the column called name as levels: the declared ones first, then the undeclared ones found in the data,
// by number when all of those are numbers, else by code in byte order. Codes compare as numbers when both sides are
// numbers, else as exact text; a cell that matches no code may hold a declared level's label. The code of an undeclared
// number is its shortest decimal form, whatever the cell looked like (007 is 7). Empty cells and those of
// rule.Missing are missing. More than MaxLevels levels are a *TooManyLevels, an absent column is an
// *UnknownColumnError. The view is cached and shared: do not write into it.
func (t *Table) Factor(name string, rule FactorRule) (*Factor, error) {
	c := t.Column(name)
	if c == nil {
		return nil, &UnknownColumnError{Table: t.Name, Column: name}
	}
	v, err := t.views.get("f"+strconv.Quote(name)+rule.key(), func() (any, error) {
		f, err := c.factor(rule)
		if err != nil {
			return nil, &TooManyLevels{Table: t.Name, Column: name, Limit: MaxLevels}
		}
		return f, nil
	})
	if err != nil {
		return nil, err
	}
	return v.(*Factor), nil
}

// levelSet grows the levels of one factor; ids count from 0 in order of arrival.
type levelSet struct {
	levels  []Level
	numbers map[float64]uint32
	texts   map[string]uint32
	labels  map[string]uint32
}

func newLevelSet(declared []Level) *levelSet {
	s := &levelSet{numbers: map[float64]uint32{}, texts: map[string]uint32{}, labels: map[string]uint32{}}
	for _, l := range declared {
		if v, ok := ParseNumber(l.Code); ok { // the code decides: callers need not have filled in the number
			l.Number, l.IsNumber = v, true
		}
		id := uint32(len(s.levels))
		if l.IsNumber {
			if _, ok := s.numbers[l.Number]; !ok {
				s.numbers[l.Number] = id
			}
		}
		if _, ok := s.texts[l.Code]; !ok {
			s.texts[l.Code] = id
		}
		if _, ok := s.labels[l.Label]; !ok && l.Label != "" {
			s.labels[l.Label] = id
		}
		s.levels = append(s.levels, l)
	}
	return s
}

func (s *levelSet) number(v float64) (uint32, error) {
	if id, ok := s.numbers[v]; ok {
		return id, nil
	}
	code := formatNumber(v)
	if id, ok := s.labels[code]; ok {
		s.numbers[v] = id
		return id, nil
	}
	return s.add(Level{Code: code, Number: v, IsNumber: true})
}

func (s *levelSet) text(v string) (uint32, error) {
	if n, ok := ParseNumber(v); ok {
		return s.number(n)
	}
	if id, ok := s.texts[v]; ok {
		return id, nil
	}
	if id, ok := s.labels[v]; ok {
		return id, nil
	}
	return s.add(Level{Code: v})
}

func (s *levelSet) add(l Level) (uint32, error) {
	id := uint32(len(s.levels))
	if id >= MaxLevels {
		return 0, errLevels
	}
	if l.IsNumber {
		s.numbers[l.Number] = id
	} else {
		s.texts[l.Code] = id
	}
	s.levels = append(s.levels, l)
	return id, nil
}

// factor gives ids in order of arrival first (0 missing, id+1 else) and renumbers once the order of levels is known.
func (c *Column) factor(rule FactorRule) (*Factor, error) {
	rows := c.Len()
	miss := compileMissing(rule.Missing)
	set := newLevelSet(rule.Levels)
	raw := make([]uint32, rows)
	if len(c.Dict) > 0 {
		ids := make([]uint32, len(c.Dict)+1)
		used := usedTexts(c)
		for k, s := range c.Dict {
			if !used[k+1] || miss.text(s) {
				continue
			}
			if v, ok := ParseNumber(s); ok && miss.number(v) {
				continue
			}
			id, err := set.text(s)
			if err != nil {
				return nil, err
			}
			ids[k+1] = id + 1
		}
		switch {
		case c.Text.U8 != nil:
			gather(raw, c.Text.U8, ids)
		case c.Text.U16 != nil:
			gather(raw, c.Text.U16, ids)
		default:
			gather(raw, c.Text.U32, ids)
		}
	}
	if c.Numbers != nil {
		if err := c.numberIDs(raw, set, miss); err != nil {
			return nil, err
		}
	}
	return set.finish(c.Name, raw, len(rule.Levels)), nil
}

// usedTexts marks the dictionary codes that occur, so that a dictionary from a typed source adds no unseen level.
func usedTexts(c *Column) []bool {
	used := make([]bool, len(c.Dict)+1)
	for _, k := range c.Text.U8 {
		used[k] = true
	}
	for _, k := range c.Text.U16 {
		used[k] = true
	}
	for _, k := range c.Text.U32 {
		used[k] = true
	}
	return used
}

// gather writes dst[i] = m[src[i]], cut to dst's width, which the caller has chosen to hold all of m.
func gather[D, S uint8 | uint16 | uint32](dst []D, src []S, m []uint32) {
	src = src[:len(dst)]
	for i := range dst {
		dst[i] = D(m[src[i]])
	}
}

const (
	smallInts = 1 << 10 // whole numbers in [-smallInts, smallInts) are looked up in an array
	unknownID = math.MaxUint32
)

// numberIDs writes the ids of number cells into raw: whole numbers of small size through an array, others through an
// open-addressing table of bit patterns in front of the level set.
func (c *Column) numberIDs(raw []uint32, set *levelSet, miss *missing) error {
	var small [2 * smallInts]uint32
	for i := range small {
		small[i] = unknownID
	}
	hash := newBitsTable()
	resolve := func(v float64) (uint32, error) {
		if miss.number(v) {
			return 0, nil
		}
		id, err := set.number(v)
		return id + 1, err
	}
	word := ^uint64(0)
	for i, v := range c.Numbers {
		if i&63 == 0 && c.IsNumber != nil {
			word = c.IsNumber[i>>6]
		}
		if word>>(uint(i)&63)&1 == 0 {
			continue
		}
		if v > -smallInts && v < smallInts {
			if k := int(v); float64(k) == v {
				id := small[k+smallInts]
				if id == unknownID {
					var err error
					if id, err = resolve(v); err != nil {
						return err
					}
					small[k+smallInts] = id
				}
				raw[i] = id
				continue
			}
		}
		id, ok := hash.find(v)
		if !ok {
			var err error
			if id, err = resolve(v); err != nil {
				return err
			}
			hash.add(v, id)
		}
		raw[i] = id
	}
	return nil
}

// finish sorts the undeclared levels and packs the codes.
func (s *levelSet) finish(name string, raw []uint32, declared int) *Factor {
	found := s.levels[declared:]
	order := make([]uint32, len(found))
	numeric := true
	for i, l := range found {
		order[i] = uint32(i)
		numeric = numeric && l.IsNumber
	}
	slices.SortFunc(order, func(a, b uint32) int {
		x, y := found[a], found[b]
		if numeric {
			if x.Number < y.Number {
				return -1
			}
			return 1
		}
		return strings.Compare(x.Code, y.Code)
	})
	f := &Factor{Name: name, Levels: make([]Level, 0, len(s.levels))}
	f.Levels = append(f.Levels, s.levels[:declared]...)
	place := make([]uint32, len(s.levels)+1)
	for i := range declared {
		place[i+1] = uint32(i)
	}
	for i, k := range order {
		f.Levels = append(f.Levels, found[k])
		place[declared+int(k)+1] = uint32(declared + i)
	}
	f.Codes = NewCodes(len(raw), max(len(s.levels)-1, 0))
	switch {
	case f.Codes.U8 != nil:
		gather(f.Codes.U8, raw, place)
	case f.Codes.U16 != nil:
		gather(f.Codes.U16, raw, place)
	default:
		gather(f.Codes.U32, raw, place)
	}
	f.Valid = nonZero(raw).fullToNil(len(raw))
	return f
}

// nonZero is the bitmap of the rows whose id is not 0.
func nonZero(ids []uint32) Bitmap {
	out := NewBitmap(len(ids), false)
	for w := range out {
		var word uint64
		for k, id := range ids[w<<6 : min(len(ids), w<<6+64)] {
			word |= uint64((id|-id)>>31) << k // the top bit of id or of its negative is set unless id is 0
		}
		out[w] = word
	}
	return out
}

// bitsTable maps float64 values to ids by their bits (both zeros go through the small-integer array), with linear
// probing.
type bitsTable struct {
	keys []uint64
	ids  []uint32
	n    int
}

// emptyKey is a NaN pattern; tables hold finite numbers only.
const emptyKey = math.MaxUint64

func newBitsTable() *bitsTable {
	t := &bitsTable{}
	t.resize(1 << 8)
	return t
}

func (t *bitsTable) resize(size int) {
	keys, ids := t.keys, t.ids
	t.keys, t.ids = make([]uint64, size), make([]uint32, size)
	for i := range t.keys {
		t.keys[i] = emptyKey
	}
	for i, k := range keys {
		if k != emptyKey {
			t.put(k, ids[i])
		}
	}
}

func (t *bitsTable) slot(key uint64) int {
	return int((key*0x9E3779B97F4A7C15)>>32) & (len(t.keys) - 1)
}

func (t *bitsTable) put(key uint64, id uint32) {
	i := t.slot(key)
	for t.keys[i] != emptyKey {
		i = (i + 1) & (len(t.keys) - 1)
	}
	t.keys[i], t.ids[i] = key, id
}

func (t *bitsTable) find(v float64) (uint32, bool) {
	key := math.Float64bits(v)
	for i := t.slot(key); ; i = (i + 1) & (len(t.keys) - 1) {
		if t.keys[i] == key {
			return t.ids[i], true
		}
		if t.keys[i] == emptyKey {
			return 0, false
		}
	}
}

func (t *bitsTable) add(v float64, id uint32) {
	if 2*t.n >= len(t.keys) {
		t.resize(2 * len(t.keys))
	}
	t.put(math.Float64bits(v), id)
	t.n++
}
