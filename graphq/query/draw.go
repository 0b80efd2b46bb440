package query

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDrawn bounds the nodes of a drawing: more cannot be read.
const maxDrawn = 500

// Drawing is the part of the graph that a result is about.
type Drawing struct {
	Nodes []DrawnNode
	Edges []DrawnEdge
}

// DrawnNode is one node of a drawing.
type DrawnNode struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	Name   string `json:"name,omitempty"`   // an insight's: that of its hypothesis
	Label  string `json:"label,omitempty"`  // what it is, in words
	Status string `json:"status,omitempty"` // an insight's verdict
}

// DrawnEdge joins two nodes of a drawing, by their places in Nodes.
type DrawnEdge struct {
	From      int    `json:"from"`
	To        int    `json:"to"`
	Relation  string `json:"relation"`
	Symmetric bool   `json:"symmetric,omitempty"`
}

// Draw draws the nodes of a kind with these ids and every stored edge between them; an id of nothing is left out.
func Draw(ctx context.Context, g Graph, kind Kind, ids []string) (*Drawing, error) {
	var nodes []Node
	for _, id := range ids {
		found, err := g.Lookup(ctx, kind, id)
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, found...)
	}
	ev := &evaluator{ctx: ctx, graph: g, limits: Limits{}.filled()}
	return ev.draw(nodes)
}

// draw makes a drawing of nodes and of every stored edge between them.
func (ev *evaluator) draw(nodes []Node) (*Drawing, error) {
	var all []string
	for i := range Relations {
		if Relations[i].Stored() {
			all = append(all, Relations[i].Name)
		}
	}
	return ev.drawAlong(nodes, all)
}

func (ev *evaluator) drawAlong(nodes []Node, relations []string) (*Drawing, error) {
	nodes = slices.Clone(nodes)
	slices.Sort(nodes)
	nodes = slices.Compact(nodes)
	if len(nodes) > maxDrawn {
		return nil, &TooLargeError{"nodes to draw", maxDrawn, "add `limit`, or ask for a table"}
	}
	in := setOfNodes(nodes)
	links := map[link]bool{}
	err := ev.around(relations, nodes, true, false, func(_ int, l link) {
		if in.has(l.from) && in.has(l.to) {
			links[l] = true
		}
	})
	if err != nil {
		return nil, err
	}
	return ev.drawLinks(nodes, links)
}

func (ev *evaluator) drawLinks(nodes []Node, links map[link]bool) (*Drawing, error) {
	nodes = slices.Clone(nodes)
	slices.Sort(nodes)
	nodes = slices.Compact(nodes)
	if len(nodes) > maxDrawn {
		return nil, &TooLargeError{"nodes to draw", maxDrawn, "add `limit`, or ask for a table"}
	}
	is := make([]Identity, len(nodes))
	if err := ev.graph.Describe(ev.ctx, nodes, is); err != nil {
		return nil, err
	}
	place := map[Node]int{}
	order := make([]int, len(nodes))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return CompareIDs(is[a].ID, is[b].ID) })
	d := &Drawing{Nodes: make([]DrawnNode, len(nodes))}
	for at, i := range order {
		place[nodes[i]] = at
		n := DrawnNode{ID: is[i].ID, Kind: is[i].Kind.String()}
		if s := is[i].Kind.Schema(); s != nil {
			var v [1]Value
			if err := ev.property(s.Kind.Property(s.Label), nodes[i:i+1], v[:]); err != nil {
				return nil, err
			}
			if n.Label = v[0].Text; n.Label == n.ID {
				n.Label = ""
			}
			for property, into := range map[string]*string{"status": &n.Status, "name": &n.Name} {
				if p := s.Kind.Property(property); p != nil {
					if err := ev.property(p, nodes[i:i+1], v[:]); err != nil {
						return nil, err
					}
					*into = v[0].Text
				}
			}
			if n.Name == n.Label {
				n.Label = ""
			}
		}
		d.Nodes[at] = n
	}
	for l := range links {
		d.Edges = append(d.Edges, DrawnEdge{place[l.from], place[l.to], l.relation, LookupRelation(l.relation).Symmetric})
	}
	slices.SortFunc(d.Edges, func(a, b DrawnEdge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), strings.Compare(a.Relation, b.Relation))
	})
	return d, nil
}

// fills are the colours of kinds, and of an insight's verdict.
var fills = map[string]string{
	"insight": "#eef2f7", "variable": "#fdf6e3", "context": "#f3ecf9", "dataset": "#eaf6ea", "hypothesis": "#fbeee6", "round": "#eeeeee",
	"supported": "#d9efdc", "refuted": "#f6d9d9", "inconclusive": "#eef2f7", "qualified": "#f5efce", "blocked": "#e3e3e3",
}

func (n DrawnNode) fill() string {
	if c := fills[n.Status]; c != "" {
		return c
	}
	if c := fills[n.Kind]; c != "" {
		return c
	}
	return "#ffffff"
}

// strokes are the colours of relations.
var strokes = map[string]string{"contradicts": "#b3261e", "deepens": "#1f5fa8", "extends": "#2b7a3d", "narrows": "#7a4ea3", "revises": "#a65f00"}

// darkStrokes are the same on a dark page.
var darkStrokes = map[string]string{"contradicts": "#ff8a80", "deepens": "#6cb2ff", "extends": "#7bd88f", "narrows": "#c9a0f0", "revises": "#f0b35a"}

// stroke is the class of a relation's edges in a picture, and their colour on a light page.
func stroke(relation string) (class, color string) {
	if c := strokes[relation]; c != "" {
		return relation, c
	}
	return "other", "#666666"
}

// lines are the texts in a node's box: its name with its verdict, or its id, and its label in at most two lines.
func (n DrawnNode) lines() []string {
	head := shorten(printable(n.ID), 60)
	if n.Name != "" {
		head = shorten(printable(n.Name), 24)
	}
	if n.Status != "" {
		head += " · " + shorten(printable(n.Status), 24)
	}
	out := []string{head}
	const wide, most = 34, 2
	words := strings.Fields(printable(n.Label))
	line := ""
	for i, w := range words {
		if utf8.RuneCountInString(line)+1+utf8.RuneCountInString(w) > wide && line != "" {
			out = append(out, shorten(line, wide))
			line = ""
			if len(out) == most {
				out = append(out, shorten(strings.Join(words[i:], " "), wide))
				return out
			}
		}
		line = strings.TrimSpace(line + " " + w)
	}
	if line != "" {
		out = append(out, shorten(line, wide))
	}
	return out
}

// shorten cuts a text behind a word where it can, so that no number loses digits.
func shorten(s string, most int) string {
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	cut := string(r[:most-1])
	if i := strings.LastIndexByte(cut, ' '); i > 0 && r[most-1] != ' ' {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ") + "…"
}

// printable drops what neither a terminal nor XML should see.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case r == utf8.RuneError || unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 || r == 0xFFFE || r == 0xFFFF:
			return -1
		}
		return r
	}, s)
}

// WriteDOT writes the drawing in the DOT language of Graphviz.
func (d *Drawing) WriteDOT(w io.Writer) error {
	b := bufio.NewWriter(w)
	b.WriteString("digraph insights {\n  rankdir=TB;\n  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\", fontsize=11];\n  edge [fontname=\"sans-serif\", fontsize=9];\n")
	for i, n := range d.Nodes {
		fmt.Fprintf(b, "  n%d [label=%s, fillcolor=%q, tooltip=%s];\n", i, dotText(strings.Join(n.lines(), "\n")), n.fill(), dotText(n.ID))
	}
	for _, e := range d.Edges {
		end := ""
		if e.Symmetric {
			end = ", dir=none, constraint=false"
		}
		_, color := stroke(e.Relation)
		fmt.Fprintf(b, "  n%d -> n%d [label=%s, color=%q%s];\n", e.From, e.To, dotText(e.Relation), color, end)
	}
	b.WriteString("}\n")
	return b.Flush()
}

// dotText is a quoted DOT string: only quotes and backslashes need care there.
func dotText(s string) string {
	parts := strings.Split(s, "\n")
	for i, p := range parts {
		parts[i] = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(printable(p))
	}
	return `"` + strings.Join(parts, `\n`) + `"`
}
