package insight

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Show writes insights and their relations as text, as DOT for Graphviz, or as whole items (JSON lines). Names are ids or names of hypotheses; none
// means all. A name of nothing is an error.
func (g *Graph) Show(ctx context.Context, w io.Writer, format string, names []string) error {
	v := g.View()
	show, err := g.find(v, names)
	if err != nil {
		return err
	}
	switch format {
	case "text":
		return v.showText(ctx, w, show)
	case "dot":
		return v.showDOT(ctx, w, show)
	case "json":
		for _, n := range show {
			it, err := g.Item(ctx, v.ID(n))
			if err != nil {
				return err
			}
			text, err := encodeItem(it)
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintf(w, "%s\n", text); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("no format %q: there are text, dot and json", format)
}

// Find lists the ids of the insights with these ids or names of hypotheses; of all without names. A name of nothing is an
// error.
func (g *Graph) Find(names []string) ([]string, error) {
	v := g.View()
	found, err := g.find(v, names)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(found))
	for i, n := range found {
		ids[i] = v.ID(n)
	}
	return ids, nil
}

func (g *Graph) find(v *View, names []string) ([]Node, error) {
	if len(names) == 0 {
		return v.Nodes(KindInsight), nil
	}
	var out []Node
	for _, name := range names {
		if n := v.Node(name); n != 0 && v.Kind(n) == KindInsight {
			out = append(out, n)
			continue
		}
		named := v.Called(name)
		if len(named) == 0 {
			err := fmt.Errorf("%s: no insight has the id or the name %q", g.where, name)
			if i := slices.IndexFunc(v.titles(), func(s string) bool { return strings.EqualFold(s, name) }); i >= 0 {
				err = fmt.Errorf("%w: did you mean %s? Case counts", err, v.titles()[i])
			}
			return nil, err
		}
		out = append(out, named...)
	}
	return out, nil
}

// titles are all names that insights have.
func (v *View) titles() (out []string) {
	name, further := v.Column("name"), v.Names()
	for _, n := range v.Nodes(KindInsight) {
		out = append(append(out, name.At(n).Text), further.Of(n)...)
	}
	return out
}

// title is what a person calls an insight: its hypothesis's name, or the names of all whose test it is, or its id.
func (v *View) title(n Node) string {
	if all := v.Names().Of(n); len(all) > 1 {
		return strings.Join(all, ", ")
	}
	if name := v.Column("name").At(n).Text; name != "" {
		return name
	}
	return v.ID(n)
}

func (v *View) showText(ctx context.Context, w io.Writer, show []Node) error {
	status, text := v.Column("status"), v.Column("text")
	var b strings.Builder
	for _, n := range show {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		fmt.Fprintf(&b, "%s %s  %s\n  %s\n", v.title(n), v.ID(n), status.At(n).Text, text.At(n).Text)
		for _, r := range relations {
			to := v.Neighbours(r, false).Of(n)
			for _, o := range to {
				fmt.Fprintf(&b, "  %s %s %s\n", r, v.title(o), v.ID(o))
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// showDOT draws the insights and the edges among them; verdicts are words in the boxes, so that nothing hangs on colour.
func (v *View) showDOT(ctx context.Context, w io.Writer, show []Node) error {
	in := map[Node]bool{}
	for _, n := range show {
		in[n] = true
	}
	status, text := v.Column("status"), v.Column("text")
	var b strings.Builder
	b.WriteString("digraph insights {\n  rankdir=BT;\n  node [shape=box, fontname=\"sans-serif\", fontsize=10];\n  edge [fontname=\"sans-serif\", fontsize=9];\n")
	for _, n := range slices.Compact(slices.Sorted(slices.Values(show))) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		label := fmt.Sprintf("%s: %s\n%.60s", v.title(n), status.At(n).Text, text.At(n).Text)
		fmt.Fprintf(&b, "  %s [label=%s];\n", strconv.Quote(v.ID(n)), strconv.Quote(strings.ToValidUTF8(label, "")))
		for _, r := range relations {
			for _, o := range v.Neighbours(r, false).Of(n) {
				if !in[o] || r == "contradicts" && v.ID(o) < v.ID(n) && slices.Contains(show, o) { // once, though it is from both sides
					continue
				}
				style := ""
				if r == "contradicts" {
					style = ", dir=none, style=dashed"
				}
				fmt.Fprintf(&b, "  %s -> %s [label=%s%s];\n", strconv.Quote(v.ID(n)), strconv.Quote(v.ID(o)), strconv.Quote(r), style)
			}
		}
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}
