package rich

import (
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/hyp-lang/hyp/estimators/report"
)

// The measures of a picture, in pixels. A wide one is made narrower by the page, never wider.
const (
	pictureWidth = 800.0
	pictureEdge  = 14.0
	columnGap    = 16.0
	labelMost    = 265.0
	nameMost     = 90.0
	numberMost   = 220.0
	labelSize    = 11.5
	noteSize     = 10.5
	titleSize    = 12.0
	textLine     = 14.0
	labelLines   = 2
)

// paint is what a class of marks looks like on a light page and on a dark one.
type paint struct{ class, attribute, light, dark string }

// paints are written as attributes for the light page, so that a reader without styles has them, and as rules for the dark.
var paints = []paint{
	{"hyp-bg", "fill", "#ffffff", "#1b1f24"},
	{"hyp-ink", "fill", "#1f2328", "#e6e9ed"},
	{"hyp-soft", "fill", "#57606a", "#a9b2bd"},
	{"hyp-grid", "stroke", "#e4e7eb", "#30363d"},
	{"hyp-zero", "stroke", "#57606a", "#a9b2bd"},
	{"hyp-band", "fill", "#dfe3e8", "#3a424c"},
	{"hyp-blue", "fill", "#0072b2", "#56b4e9"},
	{"hyp-blue-line", "stroke", "#0072b2", "#56b4e9"},
	{"hyp-orange", "fill", "#c84e00", "#f0955a"},
	{"hyp-orange-line", "stroke", "#c84e00", "#f0955a"},
	{"hyp-purple", "fill", "#a0528a", "#dd9ac8"},
	{"hyp-purple-line", "stroke", "#a0528a", "#dd9ac8"},
	{"hyp-grey", "fill", "#6b7480", "#aab3be"},
	{"hyp-grey-line", "stroke", "#6b7480", "#aab3be"},
}

// look is a class with its attribute for a light page.
func look(class string) string {
	for _, p := range paints {
		if p.class == class {
			return fmt.Sprintf(`class="%s" %s="%s"`, p.class, p.attribute, p.light)
		}
	}
	return ""
}

// hue is the colour of a verdict's marks.
func hue(verdict string) string {
	switch verdict {
	case "supported", "estimated", "":
		return "hyp-blue"
	case "refuted":
		return "hyp-orange"
	case "qualified":
		return "hyp-purple"
	}
	return "hyp-grey"
}

// drawing writes SVG.
type drawing struct {
	b strings.Builder
	y float64
}

func (d *drawing) add(format string, args ...any) { fmt.Fprintf(&d.b, format+"\n", args...) }

// xmlText makes text fit for SVG.
func xmlText(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(report.Clean(s))) // a strings.Builder takes everything
	return b.String()
}

// text writes one line; anchor is start, middle or end, more are further attributes.
func (d *drawing) text(x, y, size float64, class, anchor, more, s string) {
	d.add(`<text x="%.1f" y="%.1f" font-size="%g" text-anchor="%s" %s%s>%s</text>`, x, y, size, anchor, look(class), more, xmlText(s))
}

const bold = ` font-weight="600"`

// picture is the panels as SVG: self-contained, on a background of its own, light or dark as the page says it is.
func picture(panels []panel, notes []string) string {
	c := columnsOf(panels)
	d := &drawing{y: pictureEdge}
	for i := range panels {
		if i > 0 {
			d.y += 14
		}
		d.panel(&panels[i], c, i == 0)
	}
	d.legend(panels, notes)
	height := d.y + pictureEdge - 4
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" font-family="Helvetica, Arial, 'DejaVu Sans', sans-serif" role="img" aria-label="%s" style="max-width:100%%;height:auto">`+"\n",
		pictureWidth, height, pictureWidth, height, xmlText(describe(panels)))
	out.WriteString("<style>@media (prefers-color-scheme: dark){")
	for _, p := range paints {
		fmt.Fprintf(&out, ".%s{%s:%s}", p.class, p.attribute, p.dark)
	}
	out.WriteString("}</style>\n")
	fmt.Fprintf(&out, `<rect width="%.0f" height="%.0f" rx="6" %s/>`+"\n", pictureWidth, height, look("hyp-bg"))
	out.WriteString(d.b.String())
	out.WriteString("</svg>\n")
	return out.String()
}

// describe says what a picture shows, for those who do not see it.
func describe(panels []panel) string {
	var parts []string
	for i := range panels {
		p := &panels[i]
		rows := make([]string, 0, len(p.rows))
		for j := range p.rows {
			if j == 10 {
				rows = append(rows, "and more")
				break
			}
			rows = append(rows, p.rows[j].called()+" "+p.rows[j].numbers())
		}
		parts = append(parts, capital(p.title)+": "+strings.Join(rows, "; "))
	}
	return "Values with 95% intervals. " + strings.Join(parts, ". ") + "."
}

// called is a row's name, or its label where it has none.
func (r *row) called() string {
	if r.name != "" {
		return cut(r.name, 60)
	}
	return cut(r.label, 60)
}

// columns are where the columns of a picture begin and end; the plot has what the others leave.
type columns struct{ label, labelEnd, plot, plotEnd, end float64 }

func columnsOf(panels []panel) columns {
	names, labels, numbers := 0.0, 0.0, 0.0
	for i := range panels {
		for _, r := range panels[i].rows {
			names = max(names, textWidth(report.Clean(cut(r.name, 200)), labelSize, true))
			for _, l := range lines(r.label, labelMost, labelSize, labelLines) {
				labels = max(labels, textWidth(l, labelSize, false))
			}
			numbers = max(numbers, textWidth(r.numbers(), labelSize, false), textWidth(r.note, noteSize, false))
		}
	}
	c := columns{label: pictureEdge, end: pictureWidth - pictureEdge}
	if names > 0 {
		c.label += min(names, nameMost) + 10
	}
	c.labelEnd = c.label + labels + 1
	c.plot = c.labelEnd + columnGap
	c.plotEnd = c.end - min(numbers, numberMost) - columnGap
	return c
}

func (d *drawing) panel(p *panel, c columns, first bool) {
	d.text(pictureEdge, d.y+titleSize, titleSize, "hyp-ink", "start", bold, fit(report.Clean(capital(p.title)), c.plotEnd-pictureEdge, titleSize, true))
	if first {
		d.text(c.end, d.y+titleSize, noteSize, "hyp-soft", "end", "", "value (95% interval)")
	}
	d.y += titleSize + 12
	labels := make([][]string, len(p.rows))
	height := 22.0
	for i, r := range p.rows {
		labels[i] = lines(r.label, labelMost, labelSize, labelLines)
		if len(labels[i]) > 1 || r.note != "" {
			height = 36
		}
	}
	top, bottom := d.y, d.y+height*float64(len(p.rows))
	a := p.axis(6)
	x := func(v float64) float64 { return c.plot + a.at(v)*(c.plotEnd-c.plot) }
	for _, t := range a.ticks {
		d.add(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" %s/>`, x(t), top, x(t), bottom, look("hyp-grid"))
	}
	for i := range p.rows {
		d.band(&p.rows[i], top+height*float64(i), height, c, x)
	}
	if p.none != nil {
		d.add(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke-dasharray="3 3" %s/>`, x(*p.none), top, x(*p.none), bottom, look("hyp-zero"))
	}
	for i := range p.rows {
		d.row(&p.rows[i], labels[i], top+height*(float64(i)+0.5), c, x)
	}
	d.add(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" %s/>`, c.plot, bottom, c.plotEnd, bottom, look("hyp-zero"))
	free := c.labelEnd
	for i, t := range a.ticks {
		half := textWidth(a.labels[i], noteSize, false) / 2
		d.add(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" %s/>`, x(t), bottom, x(t), bottom+4, look("hyp-zero"))
		if x(t)-half < free {
			continue
		}
		free = x(t) + half + 6
		d.text(x(t), bottom+16, noteSize, "hyp-soft", "middle", "", a.labels[i])
	}
	d.y = bottom + 20
}

// band is the range of values that are smaller than the row's floor.
func (d *drawing) band(r *row, top, height float64, c columns, x func(float64) float64) {
	if r.band == nil {
		return
	}
	from, to := max(c.plot, x(r.band[0])), min(c.plotEnd, x(r.band[1]))
	if to > from {
		d.add(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" %s/>`, from, top, max(1, to-from), height, look("hyp-band"))
	}
}

// row writes a row around the height y: label, interval, value, numbers.
func (d *drawing) row(r *row, label []string, y float64, c columns, x func(float64) float64) {
	d.add("<g><title>%s</title>", xmlText(strings.TrimSpace(strings.TrimSpace(cut(r.name, 200)+" "+cut(r.label, 500))+": "+r.numbers()+" "+r.note)))
	first := y + 4 - textLine/2*float64(len(label)-1)
	if len(label) == 0 {
		first = y + 4
	}
	if r.name != "" {
		d.text(pictureEdge, first, labelSize, "hyp-ink", "start", bold, fit(report.Clean(r.name), nameMost, labelSize, true))
	}
	for i, l := range label {
		d.text(c.label, first+textLine*float64(i), labelSize, "hyp-ink", "start", "", l)
	}
	low, high := r.ends()
	color := hue(r.verdict)
	from, to := max(c.plot, x(low)), min(c.plotEnd, x(high))
	d.add(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke-width="2" %s/>`, from, y, to, y, look(color+"-line"))
	if n := r.ninety; n != nil && x(n[0]) < c.plotEnd && x(n[1]) > c.plot {
		d.add(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke-width="6" %s/>`, max(c.plot, x(n[0])), y, min(c.plotEnd, x(n[1])), y, look(color+"-line"))
	}
	if x(low) < c.plot {
		d.add(`<path d="M%.1f %.1fl7 -4v8z" %s/>`, c.plot-3, y, look(color))
	}
	if x(high) > c.plotEnd {
		d.add(`<path d="M%.1f %.1fl-7 -4v8z" %s/>`, c.plotEnd+3, y, look(color))
	}
	d.mark(x(r.value), y, r.verdict)
	up := 4.0
	if r.note != "" {
		up = -2
		d.text(c.end, y+12, noteSize, "hyp-soft", "end", "", fit(report.Clean(r.note), c.end-c.plotEnd, noteSize, false))
	}
	d.text(c.end, y+up, labelSize, "hyp-ink", "end", "", fit(r.numbers(), c.end-c.plotEnd, labelSize, false))
	d.add("</g>")
}

// mark is the value itself; every verdict has a shape besides its colour.
func (d *drawing) mark(x, y float64, verdict string) {
	color := hue(verdict)
	switch verdict {
	case "refuted":
		d.add(`<path d="M%.1f %.1fl6 6l-6 6l-6 -6z" %s/>`, x, y-6, look(color))
	case "qualified":
		d.add(`<path d="M%.1f %.1fl6 10h-12z" %s/>`, x, y-6, look(color))
	case "inconclusive":
		d.add(`<circle cx="%.1f" cy="%.1f" r="6" %s/><circle cx="%.1f" cy="%.1f" r="3.5" %s/>`, x, y, look(color), x, y, look("hyp-bg"))
	case "supported":
		d.add(`<circle cx="%.1f" cy="%.1f" r="5.5" %s/>`, x, y, look(color))
	default:
		d.add(`<rect x="%.1f" y="%.1f" width="9" height="9" %s/>`, x-4.5, y-4.5, look(color))
	}
}

// legend explains what needs it, and closes with the notes.
func (d *drawing) legend(panels []panel, notes []string) {
	band, ninety := marks(panels)
	if band {
		d.add(`<rect x="%.1f" y="%.1f" width="18" height="10" %s/>`, pictureEdge, d.y+6, look("hyp-band"))
		d.text(pictureEdge+24, d.y+15, noteSize, "hyp-soft", "start", "", legendBand)
		d.y += 17
	}
	if ninety {
		d.add(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke-width="6" %s/>`, pictureEdge, d.y+11, pictureEdge+18, d.y+11, look("hyp-grey-line"))
		d.text(pictureEdge+24, d.y+15, noteSize, "hyp-soft", "start", "", legendNinety)
		d.y += 17
	}
	for _, n := range notes {
		for _, l := range lines(n, pictureWidth-2*pictureEdge, noteSize, 4) {
			d.text(pictureEdge, d.y+15, noteSize, "hyp-soft", "start", "", l)
			d.y += textLine
		}
	}
}

const (
	legendBand   = "smaller than the floor, the smallest effect of interest"
	legendNinety = "90% interval, which must lie in the grey to show an absence"
)

// marks tells what the panels have that a legend explains.
func marks(panels []panel) (band, ninety bool) {
	for i := range panels {
		for _, r := range panels[i].rows {
			band, ninety = band || r.band != nil, ninety || r.ninety != nil
		}
	}
	return band, ninety
}
