package table

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// NumericRule says how to read a column as numbers.
type NumericRule struct {
	Missing Missing
	// Levels are the codes of an ordinal column in order. When all are numbers, cells keep their recorded values;
	// otherwise a text cell becomes its position 1..K among them (a number cell keeps its value all the same).
	Levels []string
	// Labels are the labels of Levels, by position ("" for none). A text cell that is no code may hold a label; it
	// then counts as its code: the number when the code is one, else the position.
	Labels []string
	// Time reads texts as ISO 8601 dates and times: days since 1970-01-01.
	Time bool
	// Low and High bound the declared range; a value outside is a *CellError.
	Low, High *float64
}

func (r NumericRule) key() string {
	var b strings.Builder
	b.WriteString(r.Missing.key())
	fmt.Fprintf(&b, "|%q|%q|%t", r.Levels, r.Labels, r.Time)
	for _, p := range []*float64{r.Low, r.High} {
		if p != nil {
			fmt.Fprintf(&b, "|%x", *p)
		} else {
			b.WriteString("|-")
		}
	}
	return b.String()
}

// Numeric reads the column called name as numbers. A cell is missing when it is empty or rule.Missing says so; a text
// cell that is neither missing nor readable by the rule, and a number outside the declared range, is a *CellError that
// names the first such cell. An absent column is an *UnknownColumnError. The view is cached and shared: do not write
// into it. Its Values are the column's own Numbers when the rule changes nothing.
func (t *Table) Numeric(name string, rule NumericRule) (*Numeric, error) {
	c := t.Column(name)
	if c == nil {
		return nil, &UnknownColumnError{Table: t.Name, Column: name}
	}
	v, err := t.views.get("n"+strconv.Quote(name)+rule.key(), func() (any, error) { return t.numeric(c, rule) })
	if err != nil {
		return nil, err
	}
	return v.(*Numeric), nil
}

func (t *Table) numeric(c *Column, rule NumericRule) (*Numeric, error) {
	rows := c.Len()
	miss := compileMissing(rule.Missing)
	valid, changed, err := t.presentNumbers(c, rule, miss)
	if err != nil {
		return nil, err
	}
	var texts []reading
	if len(c.Dict) > 0 {
		texts = readTexts(c, rule, miss)
		if err := t.checkTexts(c, texts); err != nil {
			return nil, err
		}
	}
	used := false
	for _, r := range texts {
		used = used || r.kind == readValue
	}
	if c.Numbers != nil && !changed && !used {
		return &Numeric{Name: c.Name, Values: c.Numbers, Valid: c.IsNumber.fullToNil(rows), Center: c.Fill}, nil
	}
	values := make([]float64, rows)
	copy(values, c.Numbers)
	if c.Numbers == nil {
		valid = NewBitmap(rows, false)
	}
	if used {
		if valid = valid.Clone(); valid == nil { // a column with texts has an IsNumber, so this is a broken one
			valid = NewBitmap(rows, true)
		}
		for i := range values {
			if k := c.Text.At(i); k != 0 && texts[k-1].kind == readValue {
				values[i] = texts[k-1].value
				valid.Set(i)
			}
		}
	}
	valid = valid.fullToNil(rows)
	n := &Numeric{Name: c.Name, Values: values, Valid: valid, Center: centerOf(values, valid)}
	fill(values, valid, n.Center)
	return n, nil
}

// presentNumbers returns which number cells are not declared missing, and whether that differs from IsNumber. It
// checks the declared range on the way.
func (t *Table) presentNumbers(c *Column, rule NumericRule, miss *missing) (valid Bitmap, changed bool, err error) {
	valid = c.IsNumber
	lo, hi := math.Inf(-1), math.Inf(1)
	if rule.Low != nil {
		lo = *rule.Low
	}
	if rule.High != nil {
		hi = *rule.High
	}
	if c.Numbers == nil || (!miss.numeric() && rule.Low == nil && rule.High == nil) {
		return valid, false, nil
	}
	for first := 0; first < len(c.Numbers); first += checkBlock {
		part := c.Numbers[first:min(len(c.Numbers), first+checkBlock)]
		if !suspect(part, miss, lo, hi) {
			continue
		}
		for i, v := range part {
			row := first + i
			switch {
			case !c.IsNumber.Get(row):
			case miss.number(v):
				if !changed {
					changed = true
					if valid = valid.Clone(); valid == nil {
						valid = NewBitmap(len(c.Numbers), true)
					}
				}
				valid.Clear(row)
			case v < lo || v > hi:
				return nil, false, t.cellError(c, row, formatNumber(v), "is outside the declared range "+rangeText(rule.Low, rule.High))
			}
		}
	}
	return valid, changed, nil
}

// checkBlock is how many values suspect looks at together.
const checkBlock = 512

// suspect reports whether any of the values, those of empty cells included, is declared missing or out of range: a
// plain loop for each rule, so that columns without such cells, nearly all, cost next to nothing.
func suspect(values []float64, miss *missing, lo, hi float64) bool {
	for _, c := range miss.numbers {
		for _, v := range values {
			if v == c {
				return true
			}
		}
	}
	for _, r := range miss.ranges {
		for _, v := range values {
			if v >= r[0] && v <= r[1] {
				return true
			}
		}
	}
	for _, v := range values {
		if v < lo || v > hi {
			return true
		}
	}
	return false
}

func rangeText(lo, hi *float64) string {
	switch {
	case hi == nil:
		return formatNumber(*lo) + " and above"
	case lo == nil:
		return formatNumber(*hi) + " and below"
	}
	return formatNumber(*lo) + ".." + formatNumber(*hi)
}

// reading is what a rule makes of one distinct text.
type reading struct {
	kind   readingKind
	value  float64
	reason string
}

type readingKind uint8

const (
	readMissing readingKind = iota
	readValue
	readError
)

func readTexts(c *Column, rule NumericRule, miss *missing) []reading {
	position := map[string]float64{}
	numeric := len(rule.Levels) > 0
	for _, l := range rule.Levels {
		if _, ok := ParseNumber(l); !ok {
			numeric = false
		}
	}
	place := func(text string, i int) {
		if _, taken := position[text]; taken {
			return
		}
		if v, ok := ParseNumber(rule.Levels[i]); ok && numeric {
			position[text] = v
		} else {
			position[text] = float64(i + 1)
		}
	}
	for i, l := range rule.Levels { // all codes before any label: where both fit, the code wins
		place(l, i)
	}
	for i, l := range rule.Labels {
		if l != "" && i < len(rule.Levels) {
			place(l, i)
		}
	}
	out := make([]reading, len(c.Dict))
	for k, s := range c.Dict {
		r := &out[k]
		if miss.text(s) {
			continue
		}
		v, ok := position[s]
		if !ok {
			v, ok = c.TextNumber(s)
			if ok && miss.number(v) {
				continue
			}
		}
		if !ok && rule.Time {
			v, ok = ParseTime(s)
		}
		switch {
		case !ok:
			*r = reading{kind: readError, reason: why(s, rule)}
		case rule.Low != nil && v < *rule.Low, rule.High != nil && v > *rule.High:
			*r = reading{kind: readError, reason: "is outside the declared range " + rangeText(rule.Low, rule.High)}
		default:
			*r = reading{kind: readValue, value: v}
		}
	}
	return out
}

func why(s string, rule NumericRule) string {
	switch {
	case rule.Time:
		return "is not an ISO date or time (YYYY-MM-DD, YYYY-MM-DDTHH:MM:SS)"
	case len(rule.Levels) > 0:
		return "is not one of the declared levels"
	}
	switch t := strings.ToLower(strings.TrimLeft(strings.TrimSpace(s), "+-")); {
	case t == "inf", t == "infinity", t == "nan":
		return "is not a finite number"
	case strings.HasPrefix(t, "0x"):
		return "is hexadecimal, which is not read as a number"
	case strings.Contains(t, ",") && strings.Trim(t, "0123456789,.") == "":
		return "is not a number: commas are not read (neither as thousands separator nor, in this column, as decimal mark)"
	}
	return "is not a number and not declared missing"
}

// checkTexts returns the error of the first row whose text cannot be read.
func (t *Table) checkTexts(c *Column, texts []reading) error {
	bad := false
	for _, r := range texts {
		bad = bad || r.kind == readError
	}
	if !bad {
		return nil
	}
	for i, n := 0, c.Text.Len(); i < n; i++ {
		if k := c.Text.At(i); k != 0 && texts[k-1].kind == readError {
			return t.cellError(c, i, c.Dict[k-1], texts[k-1].reason)
		}
	}
	return nil
}

func (t *Table) cellError(c *Column, row int, value, reason string) error {
	e := &CellError{Table: t.Name, Column: c.Name, Row: row + 1, Line: t.Line(row), Value: value, Reason: reason}
	if form, ok := UnreadForm(value); ok {
		e.Help = form.Advice
	}
	return e
}
