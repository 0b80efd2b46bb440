package catalog

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// Parse reads a catalog from its text; a name that ends in .yaml or .yml is YAML, everything else JSON. What could be
// read comes back even with errors (nil only when the text is no document at all); all errors are reported at once.
func Parse(f *source.File) (*Catalog, []diag.Diagnostic) {
	d := &decoder{file: f}
	lower := strings.ToLower(f.Name)
	var root *node
	var bad *syntaxError
	if !utf8.ValidString(f.Text) {
		at := len(f.Text)
		for i, r := range f.Text {
			if _, n := utf8.DecodeRuneInString(f.Text[i:]); r == utf8.RuneError && n == 1 {
				at = i
				break
			}
		}
		bad = &syntaxError{source.Span{Start: at, End: min(at+1, len(f.Text))}, "it is not UTF-8 text"}
	} else if strings.HasSuffix(lower, ".yaml") || strings.HasSuffix(lower, ".yml") {
		root, bad = parseYAML(f)
	} else {
		root, bad = parseJSON(f)
	}
	if bad != nil {
		d.syntax(bad)
		return nil, d.found
	}
	if root.kind != mapNode {
		d.wrongType(root, "a catalog", "an object")
		return nil, d.found
	}
	return d.catalog(root), d.found
}

type decoder struct {
	file  *source.File
	found []diag.Diagnostic
}

// fields walks the keys of an object: known ones are read, the others come back as Extra. A key that stands twice is an
// error, since which of the two counts would depend on the reader.
func (d *decoder) fields(n *node, what string, known map[string]func(*node)) []Extra {
	var extra []Extra
	seen := make(map[string]key, len(n.keys))
	for i, k := range n.keys {
		if first, twice := seen[k.text]; twice {
			d.duplicateKey(k, first, what)
			continue
		}
		seen[k.text] = k
		read, ok := known[k.text]
		if !ok {
			extra = append(extra, Extra{k.text, k.span, n.values[i].raw()})
			continue
		}
		if n.values[i].kind != nullNode {
			read(n.values[i])
		}
	}
	return extra
}

func (d *decoder) catalog(root *node) *Catalog {
	c := &Catalog{Source: d.file, index: map[string]*Variable{}}
	c.Extra = d.fields(root, "the catalog", map[string]func(*node){
		"dataset":          d.text("dataset", &c.Dataset),
		"title":            d.text("title", &c.Title),
		"description":      d.text("description", &c.Description),
		"unit_of_analysis": d.text("unit_of_analysis", &c.Unit),
		"id_columns":       d.texts("id_columns", &c.IDColumns),
		"known_traps":      d.texts("known_traps", &c.KnownTraps),
		"weights":          d.named("weights", "name", "description", &c.Weights),
		"modules":          d.named("modules", "id", "label", &c.Modules),
		"format":           func(n *node) { d.format(n, c) },
		"design": func(n *node) {
			if d.want(n, mapNode, "design") {
				c.DesignExtra = d.fields(n, "`design`", map[string]func(*node){
					"strata": d.text("design.strata", &c.Strata), "cluster": d.text("design.cluster", &c.Cluster)})
			}
		},
		"derived_pairs": func(n *node) {
			for _, pair := range d.list(n, "derived_pairs") {
				var p []string
				d.texts("derived_pairs", &p)(pair)
				if len(p) == 2 {
					c.DerivedPairs = append(c.DerivedPairs, [2]string{p[0], p[1]})
				} else if pair.kind == listNode {
					d.wrongType(pair, "`derived_pairs`", "a list of two column names")
				}
			}
		},
		"variables": func(n *node) {
			for _, v := range d.list(n, "variables") {
				if d.want(v, mapNode, "variables") {
					d.add(c, v)
				}
			}
		},
	})
	for _, name := range c.IDColumns {
		if v := c.index[name]; v != nil && v.Role == Plain {
			v.Role = ID
		}
	}
	for _, w := range c.Weights {
		if v := c.index[w.Name]; v != nil && v.Role == Plain {
			v.Role = Weight
		}
	}
	return c
}

// add reads one variable and takes it in, unless its name is taken.
func (d *decoder) add(c *Catalog, n *node) {
	v := d.variable(n)
	if v.Name == "" {
		if n.get("name") == nil {
			d.missingName(n)
		}
		return
	}
	if first := c.index[v.Name]; first != nil {
		d.duplicateVariable(v, first)
		return
	}
	c.index[v.Name] = v
	c.Variables = append(c.Variables, v)
}

func (d *decoder) variable(n *node) *Variable {
	v := &Variable{At: n.span}
	var role, scaleKind string
	var order []*node
	scale := map[string]func(*node){
		"kind":            d.text("scale.kind", &scaleKind),
		"values":          d.levels("scale.values", &v.Levels),
		"special_values":  d.levels("scale.special_values", &v.Special),
		"order":           func(n *node) { order = d.list(n, "scale.order") },
		"off_scale_codes": d.texts("scale.off_scale_codes", &v.OffScale),
		"unit":            d.text("scale.unit", &v.Unit),
		"min":             func(*node) {},
		"max":             func(*node) {},
	}
	v.Extra = d.fields(n, "this variable", map[string]func(*node){
		"name": func(n *node) {
			d.text("name", &v.Name)(n)
			v.At = n.span
		},
		"label":    d.text("label", &v.Label),
		"question": d.text("question", &v.Question),
		"type": func(n *node) {
			d.text("type", &v.Written)(n)
			if v.Written == "" {
				return
			}
			t, ok := types[strings.ToLower(v.Written)]
			if !ok {
				d.unknownType(n, v.Written)
				return
			}
			v.Type, v.Role = t.Type, t.Role
		},
		"scale": func(n *node) {
			if !d.want(n, mapNode, "scale") {
				return
			}
			v.Extra = append(v.Extra, d.fields(n, "`scale`", scale)...)
			low, high := d.number(n.get("min"), "scale.min"), d.number(n.get("max"), "scale.max")
			if low != nil && high != nil {
				v.Range = &[2]float64{*low, *high}
			}
		},
		"module":        d.text("module", &v.Module),
		"missing_codes": func(n *node) { v.Missing = d.codes(n) },
		"role":          d.text("role", &role),
		"battery":       d.text("battery", &v.Battery),
		"unit":          d.text("unit", &v.Unit),
		"measured":      d.text("measured", &v.Measured),
		"note":          d.text("note", &v.Note),
		"sensitive":     d.flag("sensitive", &v.Sensitive),
		"derived_from":  d.texts("derived_from", &v.DerivedFrom),
		"sign": func(n *node) {
			if d.want(n, mapNode, "sign") {
				v.Extra = append(v.Extra, d.fields(n, "`sign`", map[string]func(*node){"high_means": d.text("sign.high_means", &v.HighMeans)})...)
			}
		},
	})
	if v.Role == Plain {
		v.Role = Role(role)
	}
	d.order(v, order)
	if v.Type == "" && v.Written == "" {
		v.Type = typeOfScale(scaleKind, len(v.Levels))
	}
	return v
}

// typeOfScale reads the type off the kind of scale when no type is given.
func typeOfScale(kind string, levels int) plan.Type {
	switch kind {
	case "numeric":
		return plan.Numeric
	case "ordinal":
		return plan.Ordinal
	case "nominal":
		if levels == 2 {
			return plan.Binary
		}
		return plan.Categorical
	}
	return ""
}

// order arranges the levels as `order` says, by code or else by label; levels that it leaves out follow in their own order.
func (d *decoder) order(v *Variable, order []*node) {
	if len(order) == 0 {
		return
	}
	if len(v.Levels) == 0 { // an order alone lists the levels
		for _, n := range order {
			v.Levels = append(v.Levels, plan.Level{Code: n.text})
		}
		return
	}
	rest := append([]plan.Level(nil), v.Levels...)
	var sorted []plan.Level
	for _, n := range order {
		at := -1
		for i, l := range rest {
			if SameCode(l.Code, n.text) {
				at = i
				break
			}
			if at < 0 && l.Label == n.text {
				at = i
			}
		}
		if at < 0 {
			d.unknownOrder(n, v)
			continue
		}
		sorted = append(sorted, rest[at])
		rest = append(rest[:at], rest[at+1:]...)
	}
	v.Levels = append(sorted, rest...)
}

// text reads a scalar. Numbers and true/false are taken as they are written: 1979 is a fine label.
func (d *decoder) text(what string, into *string) func(*node) {
	return func(n *node) {
		switch n.kind {
		case listNode, mapNode:
			d.wrongType(n, "`"+what+"`", "text")
		case nullNode:
		default:
			*into = n.text
		}
	}
}

// flag reads true or false.
func (d *decoder) flag(what string, into *bool) func(*node) {
	return func(n *node) {
		if n.kind != boolNode {
			d.wrongType(n, "`"+what+"`", "true or false")
			return
		}
		*into = strings.EqualFold(n.text, "true")
	}
}

func (d *decoder) texts(what string, into *[]string) func(*node) {
	return func(n *node) {
		for _, item := range d.list(n, what) {
			var s string
			d.text(what, &s)(item)
			if item.kind != nullNode && item.kind != listNode && item.kind != mapNode {
				*into = append(*into, s)
			}
		}
	}
}

// named reads a list of objects with a name and words, or of bare names.
func (d *decoder) named(what, name, label string, into *[]Named) func(*node) {
	return func(n *node) {
		for _, item := range d.list(n, what) {
			var x Named
			if item.kind == mapNode {
				x.Extra = d.fields(item, "`"+what+"`", map[string]func(*node){name: d.text(what+"."+name, &x.Name), label: d.text(what+"."+label, &x.Label)})
			} else {
				d.text(what, &x.Name)(item)
			}
			if x.Name != "" {
				*into = append(*into, x)
			}
		}
	}
}

// levels reads an object code: label in the order of its keys, or a list of codes.
func (d *decoder) levels(what string, into *[]plan.Level) func(*node) {
	return func(n *node) {
		switch n.kind {
		case mapNode:
			seen := map[string]key{}
			for i, k := range n.keys {
				same := sameKey(k.text)
				if first, twice := seen[same]; twice {
					d.duplicateLevel(k, first, "`"+what+"`")
					continue
				}
				seen[same] = k
				l := plan.Level{Code: k.text}
				d.text(what, &l.Label)(n.values[i])
				*into = append(*into, l)
			}
		case listNode:
			for _, item := range n.values {
				var l plan.Level
				d.text(what, &l.Code)(item)
				if item.kind != listNode && item.kind != mapNode {
					*into = append(*into, l)
				}
			}
		default:
			d.wrongType(n, "`"+what+"`", "an object of code: label")
		}
	}
}

// sameKey maps codes that are one value to one text.
func sameKey(code string) string {
	if x, ok := table.ParseNumber(code); ok {
		return "#" + strconv.FormatFloat(x, 'g', -1, 64)
	}
	return code
}

// codes reads missing_codes: objects {code, meaning}, bare codes, or an object code: meaning.
func (d *decoder) codes(n *node) []Code {
	var out []Code
	if n.kind == mapNode {
		for i, k := range n.keys {
			c := Code{Code: k.text}
			d.text("missing_codes", &c.Meaning)(n.values[i])
			out = append(out, c)
		}
		return out
	}
	for _, item := range d.list(n, "missing_codes") {
		var c Code
		if item.kind != mapNode {
			d.text("missing_codes", &c.Code)(item)
			if item.kind != listNode && item.kind != nullNode {
				out = append(out, c)
			}
			continue
		}
		d.fields(item, "`missing_codes`", map[string]func(*node){
			"code": d.text("missing_codes.code", &c.Code), "meaning": d.text("missing_codes.meaning", &c.Meaning)})
		if item.get("code") == nil {
			d.wrongType(item, "an entry of `missing_codes`", "an object with a `code`")
			continue
		}
		out = append(out, c)
	}
	return out
}

func (d *decoder) list(n *node, what string) []*node {
	if !d.want(n, listNode, what) {
		return nil
	}
	return n.values
}

func (d *decoder) want(n *node, k kind, what string) bool {
	if n.kind != k {
		d.wrongType(n, "`"+what+"`", k.String())
	}
	return n.kind == k
}

func (d *decoder) number(n *node, what string) *float64 {
	if n == nil {
		return nil
	}
	x, err := strconv.ParseFloat(n.text, 64)
	if n.kind != numberNode || err != nil {
		d.wrongType(n, "`"+what+"`", "a number")
		return nil
	}
	return &x
}

func describe(n *node) string {
	switch n.kind {
	case textNode:
		return fmt.Sprintf("the text %q", n.text)
	case numberNode:
		return "the number " + n.text
	case boolNode:
		return n.text
	}
	return n.kind.String()
}
