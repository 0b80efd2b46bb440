package query

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// WriteSVG writes the drawing as an SVG picture: boxes on layers, a relation leading down from the newer insight.
func (d *Drawing) WriteSVG(w io.Writer) error {
	b := bufio.NewWriter(w)
	d.svg(b)
	return b.Flush()
}

func xmlText(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(printable(s))) // a strings.Builder takes everything
	return b.String()
}

func (d *Drawing) svg(b *bufio.Writer) {
	l := d.layout()
	fmt.Fprintf(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" font-family=\"sans-serif\" font-size=\"11\" role=\"img\" aria-label=\"%d nodes, %d edges\" style=\"max-width:100%%;height:auto\">\n",
		l.width, l.height, l.width, l.height, len(d.Nodes), len(d.Edges))
	b.WriteString("<style>@media (prefers-color-scheme: dark){.hyp-page{fill:#1b1f24}.hyp-halo{stroke:#1b1f24}.hyp-other{color:#a3adb8}")
	for _, relation := range slices.Sorted(maps.Keys(strokes)) {
		fmt.Fprintf(b, ".hyp-%s{color:%s}", relation, darkStrokes[relation])
	}
	fmt.Fprintf(b, "}</style>\n<path class=\"hyp-page\" fill=\"#ffffff\" d=\"M0 0H%.0fV%.0fH0z\"/>\n<defs>\n", l.width, l.height)
	used := map[string]bool{}
	for _, e := range d.Edges {
		if class, color := stroke(e.Relation); !used[class] {
			used[class] = true
			fmt.Fprintf(b, "<marker id=\"hyp-to-%s\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto-start-reverse\"><path class=\"hyp-%s\" color=\"%s\" fill=\"currentColor\" d=\"M0 0L8 4L0 8z\"/></marker>\n", class, class, color)
		}
	}
	b.WriteString("</defs>\n")
	labels := make([]point, len(d.Edges))
	for i, e := range d.Edges {
		labels[i] = d.svgEdge(b, l, e, l.routes[i])
	}
	for i, n := range d.Nodes {
		p := l.nodes[i]
		fmt.Fprintf(b, "<g><title>%s</title><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"6\" fill=\"%s\" stroke=\"#555555\"/>\n",
			xmlText(shorten(strings.TrimSpace(n.ID+" "+n.Label), 1000)), p.x-p.w/2, p.y-p.h/2, p.w, p.h, n.fill())
		for j, line := range n.lines() {
			weight := ""
			if j == 0 {
				weight = " font-weight=\"bold\""
			}
			fmt.Fprintf(b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\"%s>%s</text>\n", p.x, p.y-p.h/2+boxPad+lineHeight*(float64(j)+0.75), weight, xmlText(line))
		}
		b.WriteString("</g>\n")
	}
	for i, e := range d.Edges { // above everything, so that no line crosses a word
		class, color := stroke(e.Relation)
		fmt.Fprintf(b, "<g class=\"hyp-%s\" color=\"%s\"><text class=\"hyp-halo\" x=\"%.1f\" y=\"%.1f\" fill=\"currentColor\" font-size=\"9\" text-anchor=\"middle\" stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\">%s</text></g>\n",
			class, color, labels[i].x, labels[i].y+3, xmlText(e.Relation))
	}
	b.WriteString("</svg>\n")
}

type point struct{ x, y float64 }

// curve is a cubic Bezier curve.
type curve [4]point

// at is the point of the curve at t between 0 and 1.
func (c curve) at(t float64) point {
	u := 1 - t
	a, b, d, e := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
	return point{a*c[0].x + b*c[1].x + d*c[2].x + e*c[3].x, a*c[0].y + b*c[1].y + d*c[2].y + e*c[3].y}
}

// svgEdge draws curves through the bends of an edge, from the border of one box to that of the other, and returns the place of
// its label.
func (d *Drawing) svgEdge(b *bufio.Writer, l *layout, e DrawnEdge, route []int) point {
	class, color := stroke(e.Relation)
	first, last := l.nodes[route[0]], l.nodes[route[len(route)-1]]
	var curves []curve
	if e.From == e.To { // a loop at the right side of its box
		x, y := first.x+first.w/2, first.y
		curves = []curve{{{x, y - 5}, {x + 30, y - 20}, {x + 30, y + 20}, {x, y + 5}}}
	} else {
		down := 1.0
		if last.y < first.y {
			down = -1
		}
		x, y := first.x, first.y+down*first.h/2
		for i, n := range route[1:] {
			p := l.nodes[n]
			px, py := p.x, p.y
			if i == len(route)-2 {
				py -= down * p.h / 2
			}
			mid := (y + py) / 2
			curves = append(curves, curve{{x, y}, {x, mid}, {px, mid}, {px, py}})
			x, y = px, py
		}
	}
	end := fmt.Sprintf(" marker-end=\"url(#hyp-to-%s)\"", class)
	if e.Symmetric {
		end = " stroke-dasharray=\"5 3\""
	}
	var path strings.Builder
	fmt.Fprintf(&path, "M%.1f %.1f", curves[0][0].x, curves[0][0].y)
	for _, c := range curves {
		fmt.Fprintf(&path, "C%.1f %.1f %.1f %.1f %.1f %.1f", c[1].x, c[1].y, c[2].x, c[2].y, c[3].x, c[3].y)
	}
	fmt.Fprintf(b, "<path class=\"hyp-%s\" color=\"%s\" d=\"%s\" fill=\"none\" stroke=\"currentColor\"%s/>\n", class, color, path.String(), end)
	return l.label(curves, e.Relation)
}

// label finds the place of an edge's label: in the middle of its first curve, or further along where a box or another label is
// in the way.
func (l *layout) label(curves []curve, text string) point {
	w, h := float64(len(text))*5.4+4, 11.0
	free := func(p point) bool {
		for _, n := range l.nodes {
			if !n.bend && p.x-w/2 < n.x+n.w/2 && n.x-n.w/2 < p.x+w/2 && p.y-h/2 < n.y+n.h/2 && n.y-n.h/2 < p.y+h/2 {
				return false
			}
		}
		for _, q := range l.labels {
			if p.x-w/2 < q.x+q.w/2 && q.x-q.w/2 < p.x+w/2 && p.y-h/2 < q.y+h/2 && q.y-h/2 < p.y+h/2 {
				return false
			}
		}
		return true
	}
	at := curves[0].at(0.5)
search:
	for _, c := range curves {
		for _, t := range []float64{0.5, 0.62, 0.38, 0.74, 0.26, 0.86, 0.14} {
			if p := c.at(t); free(p) {
				at = p
				break search
			}
		}
	}
	l.labels = append(l.labels, placed{x: at.x, y: at.y, w: w, h: h})
	return at
}

// page is the frame of WriteHTML: one file that loads nothing. The wheel zooms, dragging moves.
const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>%s</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; font: 14px sans-serif; }
header { padding: 8px 12px; border-bottom: 1px solid #cccccc; }
code { font-size: 13px; }
#view { overflow: hidden; height: calc(100vh - 46px); cursor: grab; }
#view svg { transform-origin: 0 0; }
</style>
<header><code>%s</code> · %d nodes, %d edges</header>
<div id="view">
`

const pageEnd = `</div>
<script>
const view = document.getElementById("view"), svg = view.querySelector("svg");
let x = 0, y = 0, k = 1, from = null;
const show = () => { svg.style.transform = "translate(" + x + "px," + y + "px) scale(" + k + ")"; };
view.addEventListener("wheel", e => {
  e.preventDefault();
  const r = view.getBoundingClientRect(), f = Math.exp(-e.deltaY / 500);
  x = e.clientX - r.left - (e.clientX - r.left - x) * f;
  y = e.clientY - r.top - (e.clientY - r.top - y) * f;
  k *= f;
  show();
}, { passive: false });
view.addEventListener("mousedown", e => { from = [e.clientX - x, e.clientY - y]; });
addEventListener("mousemove", e => { if (from) { x = e.clientX - from[0]; y = e.clientY - from[1]; show(); } });
addEventListener("mouseup", () => { from = null; });
</script>
</html>
`

// WriteHTML writes the drawing as a page that needs no network; title stands above it.
func (d *Drawing) WriteHTML(w io.Writer, title string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, page, xmlText(title), xmlText(title), len(d.Nodes), len(d.Edges))
	d.svg(b)
	b.WriteString(pageEnd)
	return b.Flush()
}
