package query

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"
)

// text is a value as it is shown; missing is empty.
func (v Value) text(t Type, digits int) string {
	switch v.Type {
	case Missing:
		return ""
	case Number:
		if v.Log != 0 {
			return tinyText(v, digits)
		}
		if t == Whole || v.Number == math.Trunc(v.Number) && math.Abs(v.Number) < 1e15 {
			return strconv.FormatFloat(v.Number, 'f', -1, 64)
		}
		return strconv.FormatFloat(v.Number, 'g', digits, 64)
	case Bool:
		return strconv.FormatBool(v.Number == 1)
	case Time:
		return v.Time().Format(time.RFC3339Nano)
	}
	return v.Text
}

// String is the value as text with all its digits; a missing value is empty.
func (v Value) String() string { return v.text(v.Type, -1) }

// right tells whether a column is aligned at its right end.
func (c Column) right() bool { b := basic(c.Type); return c.Kind == NoKind && b == Number }

// WriteTable writes the result as an aligned table of at most width columns (0: unlimited), numbers with four digits.
// Where it is too wide, the widest columns of text are cut with an ellipsis. The last line counts the rows.
func (r *Result) WriteTable(w io.Writer, width int) error {
	if r.Steps != nil {
		return r.writeSteps(w, width)
	}
	cells := make([][]string, r.Rows+1)
	cells[0] = make([]string, len(r.Columns))
	for j, c := range r.Columns {
		cells[0][j] = printable(c.Name)
	}
	for i := 0; i < r.Rows; i++ {
		row := make([]string, len(r.Columns))
		for j, c := range r.Columns {
			if row[j] = printable(c.Values[i].text(c.Type, 4)); c.Values[i].Type == Missing {
				row[j] = "-"
			}
		}
		cells[i+1] = row
	}
	right := make([]bool, len(r.Columns))
	for j, c := range r.Columns {
		right[j] = c.right()
	}
	b := bufio.NewWriter(w)
	writeGrid(b, cells, right, width)
	noun := "rows"
	if r.Rows == 1 {
		noun = "row"
	}
	fmt.Fprintf(b, "%d %s\n", r.Rows, noun)
	return b.Flush()
}

// writeGrid writes a header and rows, two spaces between columns.
func writeGrid(b *bufio.Writer, cells [][]string, right []bool, width int) {
	wide := make([]int, len(right))
	for _, row := range cells {
		for j, s := range row {
			wide[j] = max(wide[j], runewidth.StringWidth(s))
		}
	}
	total := 2 * (len(wide) - 1)
	for _, n := range wide {
		total += n
	}
	const least = 12
	for width > 0 && total > width {
		widest := -1
		for j, n := range wide {
			if !right[j] && n > least && (widest < 0 || n > wide[widest]) {
				widest = j
			}
		}
		if widest < 0 {
			break
		}
		cut := min(total-width, wide[widest]-least)
		next := least // down to the next widest, so that the columns share the loss
		for j, n := range wide {
			if !right[j] && j != widest && n < wide[widest] {
				next = max(next, n)
			}
		}
		cut = max(1, min(cut, wide[widest]-next))
		wide[widest] -= cut
		total -= cut
	}
	line := func(row []string) {
		var s strings.Builder
		for j, cell := range row {
			if j > 0 {
				s.WriteString("  ")
			}
			if runewidth.StringWidth(cell) > wide[j] {
				cell = runewidth.Truncate(cell, wide[j], "…")
			}
			pad := strings.Repeat(" ", max(0, wide[j]-runewidth.StringWidth(cell)))
			if right[j] {
				s.WriteString(pad + cell)
			} else {
				s.WriteString(cell + pad)
			}
		}
		b.WriteString(strings.TrimRight(s.String(), " ") + "\n")
	}
	for i, row := range cells {
		line(row)
		if i == 0 {
			rule := make([]string, len(row))
			for j := range rule {
				rule[j] = strings.Repeat("-", wide[j])
			}
			line(rule)
		}
	}
}

// writeSteps writes a plan.
func (r *Result) writeSteps(w io.Writer, width int) error {
	cells := [][]string{{"step", "where", "rows, about"}}
	for _, s := range r.Steps {
		cells = append(cells, []string{strings.Repeat("  ", s.Depth) + printable(s.What), s.Where, strconv.FormatFloat(math.Ceil(min(s.Rows, 1e15)), 'f', 0, 64)})
	}
	b := bufio.NewWriter(w)
	writeGrid(b, cells, []bool{false, false, true}, width)
	return b.Flush()
}

// WriteJSON writes {"columns": [...], "rows": [[...], ...]}, a row a line; a missing value is null, and with a drawing or a
// plan {"nodes": ..., "edges": ...} or {"plan": ...} besides.
func (r *Result) WriteJSON(w io.Writer) error {
	b := bufio.NewWriter(w)
	if r.Steps != nil {
		type step struct {
			Depth int     `json:"depth"`
			What  string  `json:"step"`
			Where string  `json:"where"`
			Rows  float64 `json:"rows"`
		}
		steps := make([]step, len(r.Steps))
		for i, s := range r.Steps {
			steps[i] = step{s.Depth, s.What, s.Where, math.Ceil(min(s.Rows, 1e15))}
		}
		b.WriteString(`{"plan":` + jsonText(steps) + "}\n")
		return b.Flush()
	}
	type head struct {
		Name string `json:"name"`
		Kind string `json:"kind,omitempty"`
		Type string `json:"type"`
	}
	heads := make([]head, len(r.Columns))
	for i, c := range r.Columns {
		heads[i] = head{Name: c.Name, Type: jsonType(c.Type)}
		if c.Kind != NoKind {
			heads[i].Kind, heads[i].Type = c.Kind.String(), "id"
		}
	}
	b.WriteString(`{"columns":` + jsonText(heads) + `,"rows":[`)
	for i := 0; i < r.Rows; i++ {
		b.WriteString([]string{"\n[", ",\n["}[min(i, 1)])
		for j, c := range r.Columns {
			if j > 0 {
				b.WriteByte(',')
			}
			b.WriteString(jsonValue(c.Values[i]))
		}
		b.WriteByte(']')
	}
	b.WriteString("]")
	if r.Drawing != nil {
		nodes, edges := r.Drawing.Nodes, r.Drawing.Edges
		if nodes == nil {
			nodes = []DrawnNode{}
		}
		if edges == nil {
			edges = []DrawnEdge{}
		}
		b.WriteString(`,"nodes":` + jsonText(nodes) + `,"edges":` + jsonText(edges))
	}
	b.WriteString("}\n")
	return b.Flush()
}

func jsonType(t Type) string {
	return map[Type]string{Number: "number", Whole: "integer", Text: "text", Enum: "text", Bool: "boolean", Time: "time"}[t]
}

func jsonText(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return "null"
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func jsonValue(v Value) string {
	switch {
	case v.Type == Missing, v.Type == Number && (math.IsInf(v.Number, 0) || math.IsNaN(v.Number)):
		return "null"
	case v.Type == Number, v.Type == Bool:
		return v.String()
	}
	return jsonText(v.String())
}

// WriteCSV writes the result as CSV with a header (RFC 4180, lines end in \n); a missing value is an empty cell.
func (r *Result) WriteCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	if r.Steps != nil {
		_ = c.Write([]string{"depth", "step", "where", "rows"}) // errors stay until Flush
		for _, s := range r.Steps {
			_ = c.Write([]string{strconv.Itoa(s.Depth), s.What, s.Where, strconv.FormatFloat(math.Ceil(min(s.Rows, 1e15)), 'f', 0, 64)})
		}
		c.Flush()
		return c.Error()
	}
	row := make([]string, len(r.Columns))
	for j, col := range r.Columns {
		row[j] = col.Name
	}
	_ = c.Write(row)
	for i := 0; i < r.Rows; i++ {
		for j, col := range r.Columns {
			row[j] = col.Values[i].String()
		}
		_ = c.Write(row)
	}
	c.Flush()
	return c.Error()
}

// WriteIDs writes the ids of the nodes, one a line, each once, in the order in which they come. A result without a column
// of nodes is an error.
func (r *Result) WriteIDs(w io.Writer) error {
	nodes := false
	seen := map[string]bool{}
	b := bufio.NewWriter(w)
	for _, c := range r.Columns {
		nodes = nodes || c.Kind != NoKind
	}
	if !nodes {
		return fmt.Errorf("the result has no column of nodes to list; ask for a variable: `find i`")
	}
	for i := 0; i < r.Rows; i++ {
		for _, c := range r.Columns {
			if id := c.Values[i].Text; c.Kind != NoKind && !seen[id] {
				seen[id] = true
				b.WriteString(id + "\n")
			}
		}
	}
	return b.Flush()
}
