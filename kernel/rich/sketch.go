package rich

import (
	"cmp"
	"math"
	"strings"

	"github.com/hyp-lang/hyp/estimators/report"
)

// sketch is the panels as text: a line a row, the interval between bars, the value as a dot.
func sketch(panels []panel, notes []string) string {
	const width, most = 31, 28
	labels, numbers := 0, 0
	for i := range panels {
		for j := range panels[i].rows {
			labels = max(labels, wide.StringWidth(sketchLabel(&panels[i].rows[j], most)))
		}
	}
	var b strings.Builder
	for i := range panels {
		p := &panels[i]
		a := p.axis(4)
		numbers = 0
		for j := range p.rows {
			numbers = max(numbers, len(p.rows[j].numbers()))
		}
		b.WriteString(report.Clean(capital(p.title)) + "\n")
		at := func(v float64) int { return int(math.Round(a.at(v) * (width - 1))) }
		for j := range p.rows {
			r := &p.rows[j]
			line := []rune(strings.Repeat(" ", width))
			if p.none != nil {
				line[at(*p.none)] = '┊'
			}
			low, high := r.ends()
			from, to := max(0, at(low)), min(width-1, at(high))
			for x := from; x <= to; x++ {
				line[x] = '─'
			}
			line[from], line[to] = '├', '┤'
			if at(low) < 0 {
				line[0] = '◂'
			}
			if at(high) > width-1 {
				line[width-1] = '▸'
			}
			line[min(max(at(r.value), 0), width-1)] = '●'
			label := sketchLabel(r, most)
			text := "  " + label + strings.Repeat(" ", labels-wide.StringWidth(label)) + "  " + string(line) + "  " + r.numbers() + strings.Repeat(" ", numbers-len(r.numbers())) + "  " + report.Clean(cmp.Or(r.verdict, r.note))
			b.WriteString(strings.TrimRight(text, " ") + "\n")
		}
		b.WriteString(strings.Repeat(" ", labels+4) + strings.TrimRight(sketchAxis(a, width), " ") + "\n")
	}
	for _, n := range notes {
		b.WriteString(report.Clean(n) + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

func sketchLabel(r *row, most int) string {
	return wide.Truncate(report.Clean(cut(strings.TrimSpace(r.name+"  "+r.label), 200)), most, "…")
}

// sketchAxis is the line of tick labels; one that has no room is left out.
func sketchAxis(a *axis, width int) string {
	line := []rune(strings.Repeat(" ", width+8))
	free := 0
	for i, t := range a.ticks {
		label := []rune(a.labels[i])
		from := max(0, int(math.Round(a.at(t)*float64(width-1)))-len(label)/2)
		if from < free || from+len(label) > len(line) {
			continue
		}
		copy(line[from:], label)
		free = from + len(label) + 1
	}
	return string(line)
}
