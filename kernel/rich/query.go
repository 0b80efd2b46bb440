package rich

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/graphq/query"
)

// The rows of an answer that a notebook shows and keeps: more would make the file heavy and nothing clearer.
const (
	shownRows = 200
	keptRows  = 2000
)

// Query shows the answer to a query: a drawing when the query asks for one, else a table of its rows, or its plan. Long answers
// are cut, and say so; width is that of the text, 0 for no bound.
func Query(r *query.Result, width int) Bundle {
	if r.Drawing != nil && r.Format == "graph" {
		return Drawing(r.Drawing)
	}
	b := Bundle{HTML: page(queryHTML(r))}
	switch r.Format {
	case "csv":
		b[Plain] = printed(r.WriteCSV)
		delete(b, HTML)
	case "ids":
		b[Plain] = printed(r.WriteIDs)
		delete(b, HTML)
		if b[Plain] == "" {
			b[Plain] = "no ids"
		}
	default:
		b[Plain] = queryText(r, width)
	}
	if r.Steps != nil || r.Rows <= keptRows {
		var text bytes.Buffer
		_ = r.WriteJSON(&text) // a buffer takes everything
		b[JSON] = json.RawMessage(bytes.TrimSpace(text.Bytes()))
		if r.Format == "json" {
			b[Plain] = strings.TrimSpace(text.String())
			delete(b, HTML)
		}
	}
	return b
}

// head is a result with its first rows.
func head(r *query.Result, most int) *query.Result {
	if r.Rows <= most {
		return r
	}
	cut := *r
	cut.Rows = most
	return &cut
}

func queryText(r *query.Result, width int) string {
	if r.Rows <= shownRows {
		return printed(func(w io.Writer) error { return r.WriteTable(w, width) })
	}
	text := printed(func(w io.Writer) error { return head(r, shownRows).WriteTable(w, width) })
	rows, _, _ := cutLast(text, "\n")
	return rows + "\n" + cutNote(r)
}

// cutLast splits at the last separator.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

func cutNote(r *query.Result) string {
	return fmt.Sprintf("the first %d of %s rows; add `limit` and `offset`, or `hyp query --format csv` for all", shownRows, report.Count(int64(r.Rows)))
}

func queryHTML(r *query.Result) string {
	if r.Steps != nil {
		rows := make([][]string, len(r.Steps))
		for i, s := range r.Steps {
			rows[i] = []string{strings.Repeat("\u00a0\u00a0", s.Depth) + esc(s.What), esc(s.Where), report.Count(int64(math.Ceil(min(s.Rows, 1e15))))}
		}
		return tableHTML("How the query is answered", []column{{"Step", false}, {"Where", false}, {"Rows, about", true}}, rows)
	}
	columns := make([]column, len(r.Columns))
	for j, c := range r.Columns {
		columns[j] = column{code(c.Name), c.Kind == query.NoKind && (c.Type == query.Number || c.Type == query.Whole)}
	}
	shown := min(r.Rows, shownRows)
	rows := make([][]string, shown)
	for i := range rows {
		for _, c := range r.Columns {
			rows[i] = append(rows[i], cellHTML(c, c.Values[i]))
		}
	}
	caption := report.Count(int64(r.Rows)) + " rows"
	switch {
	case r.Rows == 1:
		caption = "1 row"
	case r.Rows > shownRows:
		caption = prose(cutNote(r))
	case r.Rows == 0:
		return "<p>No rows: nothing in the graph fits.</p>\n"
	}
	return tableHTML(caption, columns, rows)
}

func cellHTML(c query.Column, v query.Value) string {
	switch {
	case v.Type == query.Missing:
		return "–"
	case c.Kind != query.NoKind:
		return clip(v.Text, 60, code)
	case v.Type == query.Number && c.Type == query.Whole:
		return esc(v.String())
	case v.Type == query.Number && v.Log != 0: // below the doubles
		return esc(bare(report.Probability(&v.Number, &v.Log)))
	case v.Type == query.Number && v.Number >= 0 && (strings.HasSuffix(c.Name, ".p") || strings.HasSuffix(c.Name, ".q") || strings.HasSuffix(c.Name, "_p")):
		return esc(bare(report.Probability(&v.Number, nil)))
	case v.Type == query.Number:
		return esc(report.Number(v.Number))
	case c.Name == "status" || strings.HasSuffix(c.Name, ".status"):
		return badge(v.String())
	}
	return clip(v.String(), 300, name)
}

// Drawing shows a part of the graph as a picture, and as text by its nodes and edges.
func Drawing(d *query.Drawing) Bundle {
	b := Bundle{Plain: drawingText(d)}
	if len(d.Nodes) > 0 {
		b[SVG] = printed(d.WriteSVG) + "\n"
	}
	return b
}

func drawingText(d *query.Drawing) string {
	if len(d.Nodes) == 0 {
		return "nothing to draw"
	}
	var b strings.Builder
	for _, n := range d.Nodes {
		b.WriteString(report.Clean(strings.Join(slices.DeleteFunc([]string{cut(n.Name, 80), cut(n.ID, 160), n.Status}, func(s string) bool { return s == "" }), "  ")) + "\n")
		if n.Label != "" {
			b.WriteString("    " + report.Clean(cut(n.Label, 160)) + "\n")
		}
	}
	called := func(n query.DrawnNode) string {
		if n.Name != "" {
			return cut(n.Name, 80)
		}
		return cut(n.ID, 160)
	}
	for _, e := range d.Edges {
		b.WriteString(report.Clean(called(d.Nodes[e.From])+" "+e.Relation+" "+called(d.Nodes[e.To])) + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}
