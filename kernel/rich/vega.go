package rich

import (
	"encoding/json"
	"strings"

	"github.com/hyp-lang/hyp/estimators/report"
)

// obj is an object of JSON; encoding sorts its keys.
type obj = map[string]any

// The verdicts in the order of the legend, with shapes of Vega and with colours that stand out by 3:1 and more on white, on our
// dark page and on the one of Vega's dark theme.
var (
	vegaVerdicts = []string{"supported", "qualified", "refuted", "inconclusive", "estimated"}
	vegaColors   = []string{"#2b8ac6", "#b9699f", "#d55e00", "#7d8590", "#2b8ac6"}
	vegaShapes   = []string{"circle", "triangle-up", "diamond", vegaRing, "square"}
)

// vegaRing is a circle with a hole, as a path that goes round it the other way.
const vegaRing = "M0,-1A1,1,0,1,1,0,1A1,1,0,1,1,0,-1ZM0,-0.55A0.55,0.55,0,1,0,0,0.55A0.55,0.55,0,1,0,0,-0.55Z"

// The widths of a panel, in pixels: with the numbers at its right, about 155, it fits into the output of a notebook beside a side bar.
const (
	vegaWidth = 230
	vegaLabel = 210
)

// vegaLite is the panels as a specification of Vega-Lite 5, with the data in it. It sets neither text colours nor a
// background, so that the theme of the front end does.
func vegaLite(panels []panel, notes []string) json.RawMessage {
	parts := make([]obj, len(panels))
	for i := range panels {
		parts[i] = vegaPanel(&panels[i])
	}
	spec := obj{
		"$schema":     "https://vega.github.io/schema/vega-lite/v5.json",
		"description": report.Clean(describe(panels)),
		"vconcat":     parts,
		"config":      obj{"view": obj{"stroke": nil}, "axis": obj{"labelLimit": vegaLabel}},
	}
	var under []string
	if band, ninety := marks(panels); band {
		under = append(under, "Grey: "+legendBand+".")
		if ninety {
			under = append(under, "Thick: "+legendNinety+".")
		}
	}
	for _, n := range notes {
		under = append(under, report.Clean(n))
	}
	if len(under) > 0 {
		spec["title"] = obj{"text": under, "orient": "bottom", "anchor": "start", "fontSize": 11, "fontWeight": "normal", "offset": 12}
	}
	return encoded(spec)
}

func vegaPanel(p *panel) obj {
	a := p.axis(6)
	values := make([]obj, len(p.rows))
	var labels, numbers [][]string
	for i := range p.rows {
		r := &p.rows[i]
		low, high := r.ends()
		v := obj{"row": i, "label": strings.Join(rowLines(r), "  "), "value": r.value, "text": r.numbers(), "note": report.Clean(r.note)}
		if r.low != nil && r.high != nil {
			v["low"], v["high"] = low, high
		}
		shown := []string{r.numbers()}
		if v["verdict"] = r.verdict; r.verdict == "" {
			v["verdict"] = "estimated"
		} else {
			shown = append(shown, r.verdict)
		}
		if r.band != nil {
			v["floor_low"], v["floor_high"] = r.band[0], r.band[1]
		}
		if r.ninety != nil {
			v["low90"], v["high90"] = r.ninety[0], r.ninety[1]
		}
		values[i] = v
		labels, numbers = append(labels, rowLines(r)), append(numbers, shown)
	}
	low, high := a.low, a.high
	scale := obj{"zero": false, "nice": false}
	if p.log {
		low, high = unlog(low), unlog(high)
		scale = obj{"type": "log", "nice": false}
	}
	scale["domain"] = []float64{low, high}
	axis := obj{"values": a.ticks, "grid": true, "gridOpacity": 0.4, "labelOverlap": true}
	x := obj{"field": "value", "type": "quantitative", "scale": scale, "axis": axis, "title": report.Clean(capital(p.title))}
	// A label is found by its place, since two rows may have one text. The numbers are labels of an axis too, so that the theme colours
	// them.
	rows := func(axis any) obj {
		return obj{"field": "row", "type": "ordinal", "scale": obj{"paddingInner": 0}, "axis": axis}
	}
	labelled := func(orient string, texts [][]string) obj {
		return obj{"orient": orient, "title": nil, "labelExpr": labelExpr(texts), "labelLimit": vegaLabel, "labelLineHeight": 12, "ticks": false, "domain": false, "grid": false}
	}
	color := obj{"field": "verdict", "type": "nominal", "legend": nil, "scale": obj{"domain": vegaVerdicts, "range": vegaColors}}
	shape := obj{"field": "verdict", "type": "nominal", "legend": nil, "scale": obj{"domain": vegaVerdicts, "range": vegaShapes}}
	tip := []obj{{"field": "label", "title": "claim"}, {"field": "text", "title": "value (95% interval)"}, {"field": "note", "title": "verdict"}}
	between := func(axis any, from, to string) obj {
		first := obj{}
		for k, v := range x {
			first[k] = v
		}
		first["field"] = from
		return obj{"y": rows(axis), "x": first, "x2": obj{"field": to}}
	}
	has := func(field string) []obj { return []obj{{"filter": "isValid(datum." + field + ")"}} }
	layers := []obj{}
	band, ninety := marks([]panel{*p})
	if band {
		layers = append(layers, obj{"transform": has("floor_low"), "mark": obj{"type": "bar", "color": "#8b949e", "opacity": 0.3, "height": obj{"band": 1}, "clip": true}, "encoding": between(nil, "floor_low", "floor_high")})
	}
	if p.none != nil {
		layers = append(layers, obj{"data": obj{"values": []obj{{"none": *p.none}}}, "mark": obj{"type": "rule", "color": "#7d8590", "strokeDash": []int{4, 3}}, "encoding": obj{"x": obj{"field": "none", "type": "quantitative"}}})
	}
	interval := between(labelled("right", numbers), "low", "high")
	interval["color"] = color
	layers = append(layers, obj{"transform": has("low"), "mark": obj{"type": "rule", "strokeWidth": 2, "clip": true}, "encoding": interval})
	if ninety {
		thick := between(nil, "low90", "high90")
		thick["color"] = color
		layers = append(layers, obj{"transform": has("low90"), "mark": obj{"type": "rule", "strokeWidth": 6, "opacity": 0.5, "clip": true}, "encoding": thick})
	}
	layers = append(layers, obj{"mark": obj{"type": "point", "filled": true, "size": 90, "opacity": 1}, "encoding": obj{"y": rows(labelled("left", labels)), "x": x, "color": color, "shape": shape, "tooltip": tip}})
	return obj{"data": obj{"values": values}, "width": vegaWidth, "height": obj{"step": 30}, "layer": layers, "resolve": obj{"axis": obj{"y": "independent"}}}
}

// rowLines are a row's label: its name over its claim.
func rowLines(r *row) []string {
	var out []string
	for _, s := range []string{r.name, r.label} {
		if s = report.Clean(cut(strings.TrimSpace(s), 300)); s != "" {
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		return []string{""}
	}
	return out
}

// labelExpr is a Vega expression: the lines of labels by the number of the row. JSON's escapes are those of Vega's strings.
func labelExpr(labels [][]string) string { return string(encoded(labels)) + "[datum.value]" }
