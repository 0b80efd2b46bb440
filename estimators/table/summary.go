package table

import (
	"math"
	"slices"
	"strings"
)

const (
	// SummaryLimit is how many distinct values a Summary tells apart.
	SummaryLimit = 10_000
	summaryTop   = 20
	summaryTexts = 5
)

// ValueCount is a distinct value and how many rows have it.
type ValueCount struct {
	Value    string // the text, or the number in its shortest form
	Number   float64
	IsNumber bool
	Count    int
}

// Example is a text cell: the first row (from 1) with it, and its line, 0 when the source has none.
type Example struct {
	Value     string
	Row, Line int
}

// Summary describes the cells of a column as read, before any rule: what type inference and suggestions of missing codes
// rest on.
type Summary struct {
	Name                          string
	Rows, Missing, Numbers, Texts int     // cells: Rows = Missing + Numbers + Texts
	Time                          bool    // the source says that the numbers are days
	Dates                         bool    // there are texts, and all are ISO dates or times
	Whole                         bool    // there are numbers, and all are whole
	Min, Max                      float64 // of the numbers; 0 without any
	Distinct                      int     // distinct values (0 and -0 are one), at most SummaryLimit
	More                          bool    // there are more than SummaryLimit
	// Values are the distinct values, numbers ascending, then texts in byte order. With More they are the SummaryLimit
	// that come first in the table, counted over all rows.
	Values []ValueCount
	// Top are the 20 most frequent of Values, ties in the order of Values.
	Top []ValueCount
	// Examples are the first 5 distinct texts.
	Examples []Example
}

// Summary describes the column called name; the zero Summary when there is none. It is cached.
func (t *Table) Summary(name string) Summary {
	c := t.Column(name)
	if c == nil {
		return Summary{}
	}
	v, _ := t.views.get("s"+name, func() (any, error) { return t.summarize(c), nil })
	return v.(Summary)
}

func (t *Table) summarize(c *Column) Summary {
	s := Summary{Name: c.Name, Rows: c.Len(), Time: c.Time}
	s.numbers(c)
	t.texts(c, &s)
	s.Missing = s.Rows - s.Numbers - s.Texts
	s.Distinct = len(s.Values)
	s.Top = slices.Clone(s.Values)
	slices.SortStableFunc(s.Top, func(a, b ValueCount) int { return b.Count - a.Count })
	if len(s.Top) > summaryTop {
		s.Top = slices.Clone(s.Top[:summaryTop])
	}
	return s
}

// numbers fills in what the numbers say and leads Values with them.
func (s *Summary) numbers(c *Column) {
	if c.Numbers == nil {
		return
	}
	s.Min, s.Max, s.Whole = math.Inf(1), math.Inf(-1), true
	ids := newBitsTable()
	var values []float64
	var counts []int
	for i, v := range c.Numbers {
		if !c.IsNumber.Get(i) {
			continue
		}
		s.Numbers++
		s.Min, s.Max = min(s.Min, v), max(s.Max, v)
		s.Whole = s.Whole && v == math.Trunc(v)
		v += 0 // -0 becomes 0
		if id, ok := ids.find(v); ok {
			counts[id]++
		} else if len(values) < SummaryLimit {
			ids.add(v, uint32(len(values)))
			values, counts = append(values, v), append(counts, 1)
		} else {
			s.More = true
		}
	}
	if s.Numbers == 0 {
		s.Min, s.Max, s.Whole = 0, 0, false
	}
	for i, v := range values {
		s.Values = append(s.Values, ValueCount{Value: formatNumber(v), Number: v, IsNumber: true, Count: counts[i]})
	}
	slices.SortFunc(s.Values, func(a, b ValueCount) int {
		if a.Number < b.Number {
			return -1
		}
		return 1
	})
}

// texts adds the texts to Values and finds examples.
func (t *Table) texts(c *Column, s *Summary) {
	if len(c.Dict) == 0 {
		return
	}
	counts := make([]int, len(c.Dict)+1)
	for i, n := 0, c.Text.Len(); i < n; i++ {
		code := c.Text.At(i)
		if code != 0 && counts[code] == 0 && len(s.Examples) < summaryTexts {
			s.Examples = append(s.Examples, Example{Value: c.Dict[code-1], Row: i + 1, Line: t.Line(i)})
		}
		counts[code]++
	}
	s.Dates = true
	numbers := len(s.Values)
	for k, text := range c.Dict {
		n := counts[k+1]
		if n == 0 {
			continue
		}
		s.Texts += n
		if s.Dates {
			_, s.Dates = ParseTime(text)
		}
		if len(s.Values) < SummaryLimit {
			s.Values = append(s.Values, ValueCount{Value: text, Count: n})
		} else {
			s.More = true
		}
	}
	s.Dates = s.Dates && s.Texts > 0
	slices.SortFunc(s.Values[numbers:], func(a, b ValueCount) int { return strings.Compare(a.Value, b.Value) })
}
