package query

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
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
	fmt.Fprintf(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" font-family=\"sans-serif\" font-size=\"11\">\n", l.width, l.height, l.width, l.height)
	used := map[string]bool{}
	b.WriteString("<defs>\n")
	for _, e := range d.Edges {
		if c := stroke(e.Relation); !used[c] {
			used[c] = true
			fmt.Fprintf(b, "<marker id=\"a%s\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto-start-reverse\"><path d=\"M0 0L8 4L0 8z\" fill=\"%s\"/></marker>\n", c[1:], c)
		}
	}
	b.WriteString("</defs>\n")
	for i, e := range d.Edges {
		d.svgEdge(b, l, e, l.routes[i])
	}
	for i, n := range d.Nodes {
		p := l.nodes[i]
		fmt.Fprintf(b, "<g><title>%s</title><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"6\" fill=\"%s\" stroke=\"#555555\"/>\n",
			xmlText(strings.TrimSpace(n.ID+" "+n.Label)), p.x-p.w/2, p.y-p.h/2, p.w, p.h, n.fill())
		for j, line := range n.lines() {
			weight := ""
			if j == 0 {
				weight = " font-weight=\"bold\""
			}
			fmt.Fprintf(b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\"%s>%s</text>\n", p.x, p.y-p.h/2+boxPad+lineHeight*(float64(j)+0.75), weight, xmlText(line))
		}
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
}

// svgEdge draws a curve through the bends of an edge, from the border of one box to that of the other.
func (d *Drawing) svgEdge(b *bufio.Writer, l *layout, e DrawnEdge, route []int) {
	color := stroke(e.Relation)
	first, last := l.nodes[route[0]], l.nodes[route[len(route)-1]]
	var path strings.Builder
	var labelX, labelY float64
	if e.From == e.To { // a loop at the right side of its box
		x, y := first.x+first.w/2, first.y
		fmt.Fprintf(&path, "M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f", x, y-5, x+30, y-20, x+30, y+20, x, y+5)
		labelX, labelY = x+14, y-14
	} else {
		down := 1.0
		if last.y < first.y {
			down = -1
		}
		x, y := first.x, first.y+down*first.h/2
		fmt.Fprintf(&path, "M%.1f %.1f", x, y)
		for i, n := range route[1:] {
			p := l.nodes[n]
			px, py := p.x, p.y
			if i == len(route)-2 {
				py -= down * p.h / 2
			}
			if i == 0 {
				labelX, labelY = (x+px)/2, (y+py)/2
			}
			mid := (y + py) / 2
			fmt.Fprintf(&path, "C%.1f %.1f %.1f %.1f %.1f %.1f", x, mid, px, mid, px, py)
			x, y = px, py
		}
	}
	end := fmt.Sprintf(" marker-end=\"url(#a%s)\"", color[1:])
	if e.Symmetric {
		end = " stroke-dasharray=\"5 3\""
	}
	fmt.Fprintf(b, "<path d=\"%s\" fill=\"none\" stroke=\"%s\"%s/>\n", path.String(), color, end)
	fmt.Fprintf(b, "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\" font-size=\"9\" text-anchor=\"middle\" stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\">%s</text>\n", labelX, labelY+3, color, xmlText(e.Relation))
}

// page is the frame of WriteHTML: one file that loads nothing. The wheel zooms, dragging moves.
const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>%s</title>
<style>
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
