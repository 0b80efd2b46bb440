package rich

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/hyp-lang/hyp/estimators/report"
)

// Variable is one row of an overview: what a variable is, and what the data show of it.
type Variable struct {
	Name, Label, Type, Unit string
	Inferred                bool // the type was read off the data
	Rows, Missing           int64
	Levels                  []Level // of a variable with levels, in order
	Low, Mean, High         float64 // smallest value, mean and largest value of a numeric one; without meaning when Bins is nil
	Bins                    []int64 // counts over equal parts of Low to High
	Note                    string  // stands in the place of the values
}

// Level is a level and the rows that have it.
type Level struct {
	Name string
	N    int64
}

// The parts of a variable's row that are bounded.
const (
	mostLevels    = 6
	mostVariables = 500
	mostOpen      = 60 // of more variables only the first are open: a notebook must stay scrollable
	firstOpen     = 40
)

// Overview is a table of variables: type, label, levels or range, the share that is missing, and the shape.
func Overview(title string, vs []Variable) Bundle {
	more := ""
	if len(vs) > mostVariables {
		more = fmt.Sprintf("; the first %d of %s variables", mostVariables, report.Count(int64(len(vs))))
		vs = vs[:mostVariables]
	}
	columns := []column{{"Variable", false}, {"Type", false}, {"Values", false}, {"Shape", false}, {"Missing", true}, {"Label", false}}
	rows := make([][]string, len(vs))
	text := make([][]string, len(vs)+1)
	text[0] = []string{"variable", "type", "values", "shape", "missing", "label"}
	for i, v := range vs {
		rows[i] = []string{clip(v.Name, 80, code), esc(v.kind()), v.valuesHTML(), v.shape(), esc(v.missing()), clip(v.Label, 200, name)}
		text[i+1] = []string{v.Name, v.kind(), v.values(), v.spark(), v.missing(), v.Label}
	}
	rest := ""
	if len(rows) > mostOpen {
		rest = fmt.Sprintf("<details><summary>%s more variables</summary>%s</details>", report.Count(int64(len(rows)-firstOpen)), tableHTML("", columns, rows[firstOpen:]))
		rows = rows[:firstOpen]
	}
	return Bundle{Plain: report.Clean(title+more) + "\n" + grid(text, 5), HTML: page(tableHTML(esc(title+more), columns, rows) + rest)}
}

func (v *Variable) kind() string {
	s := v.Type
	if v.Unit != "" {
		s += ", " + v.Unit
	}
	if v.Inferred {
		s += " (inferred)"
	}
	return s
}

func (v *Variable) missing() string {
	if v.Rows == 0 {
		return "–"
	}
	if v.Missing == 0 {
		return "0%"
	}
	return report.Percent(float64(v.Missing) / float64(v.Rows))
}

// values are the levels with their counts, or the range with the mean.
func (v *Variable) values() string {
	switch {
	case v.Note != "":
		return v.Note
	case len(v.Levels) > 0:
		return v.levels(report.Clean)
	case v.Bins != nil:
		return v.span()
	}
	return "–"
}

func (v *Variable) span() string {
	number := report.Number
	if v.years() {
		number = func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	}
	if v.Low == v.High {
		return "always " + number(v.Low)
	}
	mean := report.Number(v.Mean)
	if v.years() {
		mean = strconv.FormatFloat(v.Mean, 'f', 1, 64)
	}
	return number(v.Low) + " to " + number(v.High) + ", mean " + mean
}

// years tells whether a variable's values are calendar years, whose digits are not grouped: its role, name or label says so, and so do the values.
func (v *Variable) years() bool {
	said := strings.HasSuffix(v.Type, ", year")
	for _, text := range []string{v.Name, v.Label, v.Unit} {
		said = said || strings.Contains(strings.ToLower(text), "year")
	}
	return said && v.Low >= 1000 && v.High < 3000
}

func (v *Variable) levels(as func(string) string) string {
	var parts []string
	for i, l := range v.Levels {
		if i == mostLevels && len(v.Levels) > mostLevels+1 {
			parts = append(parts, fmt.Sprintf("and %s more", report.Count(int64(len(v.Levels)-i))))
			break
		}
		parts = append(parts, as(cut(l.Name, 40))+" "+report.Count(l.N))
	}
	return strings.Join(parts, ", ")
}

func (v *Variable) valuesHTML() string {
	if v.Note != "" || len(v.Levels) == 0 {
		return esc(v.values())
	}
	return v.levels(name)
}

// counts are the heights of the bars.
func (v *Variable) counts() []int64 {
	if len(v.Levels) == 0 {
		return v.Bins
	}
	var out []int64
	for i, l := range v.Levels {
		if i == 20 {
			break
		}
		out = append(out, l.N)
	}
	return out
}

// spark is the shape as a line of blocks.
func (v *Variable) spark() string {
	const blocks = "▁▂▃▄▅▆▇█"
	counts, most := v.counts(), int64(1)
	for _, n := range counts {
		most = max(most, n)
	}
	var b strings.Builder
	for _, n := range counts {
		if n == 0 {
			b.WriteByte(' ')
			continue
		}
		b.WriteRune([]rune(blocks)[int(float64(n)/float64(most)*7.999*(1-1e-9))])
	}
	return b.String()
}

// shape is a histogram in the colour of the text, with gaps between levels and none between the bins of numbers.
func (v *Variable) shape() string {
	counts, most := v.counts(), int64(1)
	if len(counts) == 0 {
		return "–"
	}
	for _, n := range counts {
		most = max(most, n)
	}
	const width, height = 96.0, 22.0
	step := min(width/float64(len(counts)), 14)
	gap := 0.5
	if len(v.Levels) > 0 {
		gap = 2
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg width="%g" height="%g" viewBox="0 0 %g %g" role="img" aria-label="%s">`, width, height, width, height, esc(v.spoken()))
	for i, n := range counts {
		h := math.Ceil(float64(n) / float64(most) * (height - 1))
		if n > 0 {
			fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="currentColor" fill-opacity="0.6"/>`, float64(i)*step, height-h, step-gap, h)
		}
	}
	b.WriteString("</svg>")
	return b.String()
}

func (v *Variable) spoken() string {
	if len(v.Levels) > 0 {
		return "counts of " + strconv.Itoa(len(v.Levels)) + " levels"
	}
	return "histogram from " + report.Number(v.Low) + " to " + report.Number(v.High)
}

// grid aligns cells in columns, two spaces apart; the last column may be as long as it is, the others are cut.
func grid(cells [][]string, last int) string {
	const most = 44
	var widths []int
	for _, row := range cells {
		for j, s := range row {
			if j == len(widths) {
				widths = append(widths, 0)
			}
			row[j] = report.Clean(cut(s, 300))
			if j < last {
				row[j] = wide.Truncate(row[j], most, "…")
			}
			widths[j] = max(widths[j], wide.StringWidth(row[j]))
		}
	}
	var b strings.Builder
	for _, row := range cells {
		var line strings.Builder
		for j, s := range row {
			line.WriteString(s + strings.Repeat(" ", widths[j]-wide.StringWidth(s)+2))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}
