package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/kernel/pycell"
	"github.com/hyp-lang/hyp/kernel/serve"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

// python runs the body of a cell in the session's Python, which starts with the first such cell.
func (r *run) python(ctx context.Context, a arguments) error {
	if a.text != "" {
		return problem("MagicError", "%%python takes nothing on its line: the code stands below")
	}
	cell := r.in
	// Blank lines in the place of what is above keep the numbers of lines.
	cell.Code = strings.Repeat("\n", strings.Count(r.in.Code[:a.body.Start], "\n")) + r.in.Code[a.body.Start:a.body.End]
	r.kept = "variables that the cell had set stay"
	return r.s.pythonCells().Run(ctx, cell, r.out)
}

// pythonBody is the code of a Python cell and where in the cell it begins.
func pythonBody(code string) (body string, start int, is bool) {
	p, whole := wholeCell(code)
	if !whole || !strings.EqualFold(p.name, "python") {
		return "", 0, false
	}
	return code[p.body.Start:p.body.End], p.body.Start, true
}

// pythonCells is the session's Python.
func (s *Session) pythonCells() *pycell.Cells {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cells == nil {
		s.cells = pycell.New(host{s}, s.cfg.Python)
	}
	return s.cells
}

// host is what Python cells see of the session.
type host struct{ s *Session }

// Results are the records of the session.
func (h host) Results(context.Context) ([]json.RawMessage, error) {
	out := []json.RawMessage{}
	for _, rec := range h.s.Results() {
		text, err := json.Marshal(rec)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", rec.Name, err)
		}
		out = append(out, text)
	}
	return out, nil
}

// Insights are the rows of a query's answer.
func (h host) Insights(ctx context.Context, text string) ([]json.RawMessage, error) {
	g, err := h.s.openGraph(ctx)
	if err != nil {
		return nil, err
	}
	res, ds, err := query.Run(ctx, query.NewInsights(g), source.New("query", text), query.Options{})
	if err != nil {
		return nil, err
	}
	if diag.HasErrors(ds) {
		return nil, told(studyError(ds))
	}
	var b strings.Builder
	if err := res.WriteJSON(&b); err != nil {
		return nil, err
	}
	var answer struct {
		Columns []struct {
			Name string `json:"name"`
		} `json:"columns"`
		Rows [][]json.RawMessage `json:"rows"`
	}
	if err := json.Unmarshal([]byte(b.String()), &answer); err != nil {
		return nil, err
	}
	out := make([]json.RawMessage, len(answer.Rows))
	for i, row := range answer.Rows {
		object := []byte{'{'}
		for k, cell := range row {
			if k > 0 {
				object = append(object, ',')
			}
			name, err := json.Marshal(answer.Columns[k].Name)
			if err != nil {
				return nil, err
			}
			object = append(append(append(object, name...), ':'), cell...)
		}
		out[i] = append(object, '}')
	}
	return out, nil
}

// Run answers a statement as a cell of its own would, and shows nothing.
func (h host) Run(ctx context.Context, statement string) (json.RawMessage, error) {
	if err := notHypotheses(statement); err != nil {
		return nil, err
	}
	select {
	case h.s.turn <- struct{}{}:
		defer func() { <-h.s.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	in := serve.Cell{Code: statement}
	r := &run{s: h.s, in: in, out: silent{}, state: h.s.held(), cell: &cell{file: source.New("hyp.run", statement), label: h.s.pythonLabel()}}
	if err := r.statements(ctx, part{kind: statements, at: source.Span{End: len(statement)}}); err != nil {
		return nil, told(err)
	}
	h.s.commit(r)
	if len(r.results) == 0 {
		return nil, errors.New("the text has no hypothesis, so there is nothing to answer: hyp.run(\"assoc(x, y)\")")
	}
	if len(r.results) == 1 {
		return json.Marshal(r.results[0])
	}
	return json.Marshal(r.results)
}

// notHypotheses refuses what hyp.run cannot run and a cell can, and says how it is asked.
func notHypotheses(text string) error {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "%") || strings.HasPrefix(text, "!") {
		return fmt.Errorf("hyp.run answers hypotheses; %s is written in a cell of its own", text)
	}
	if first, rest := word(text); slices.Contains([]string{"find", "lineage", "paths"}, strings.ToLower(first)) && rest != "" {
		return fmt.Errorf("hyp.run answers hypotheses; the graph is asked with hyp.insights(%q)", text)
	}
	return nil
}

// pythonLabel is a label for what Python runs, instead of a cell's.
func (s *Session) pythonLabel() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.labels++
	return fmt.Sprintf("[python %d]", s.labels)
}

// dataset is the first data set of the session.
func (h host) dataset(ctx context.Context) (*check.Dataset, *Loader, error) {
	c := h.s.snapshot().compose(h.s.cfg.Name, h.s.cfg.Folder)
	loader := h.s.data.Loader(h.s.cfg.Folder, nil)
	file, _ := parse.File(c.text.Source)
	info, _ := check.Check(ctx, file, loader)
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	if len(info.Datasets) == 0 || info.Datasets[0].Header == nil {
		return nil, loader, nil
	}
	return info.Datasets[0], loader, nil
}

// Columns are the columns of the session's first data set.
func (h host) Columns(ctx context.Context) ([]string, error) {
	d, _, err := h.dataset(ctx)
	if err != nil || d == nil {
		return nil, err
	}
	return d.Header, nil
}

// Column is a column by row: numbers, texts and null.
func (h host) Column(ctx context.Context, name string) (json.RawMessage, error) {
	d, loader, err := h.dataset(ctx)
	if err != nil {
		return nil, err
	}
	if d == nil || !d.Has(name) {
		return nil, fmt.Errorf("the data have no column %q", name)
	}
	t, err := loader.Table(ctx, d.Path, d.Format, []string{name})
	if err != nil {
		return nil, err
	}
	if t.Rows > pycell.MaxColumn {
		return nil, fmt.Errorf("the column has %d rows, more than the %d that Python is given", t.Rows, pycell.MaxColumn)
	}
	cells := make([]any, t.Rows)
	c := t.Column(name)
	for i := range cells {
		// A column of numbers alone has no texts, and one of texts alone no numbers.
		switch {
		case c.Text.Len() > 0 && c.Text.At(i) > 0:
			cells[i] = c.Dict[c.Text.At(i)-1]
		case c.Numbers != nil && c.IsNumber.Get(i):
			cells[i] = c.Numbers[i]
		}
	}
	return json.Marshal(cells)
}

// told is an error in the words that a cell shows, for Python's hyp.Error.
func told(err error) error {
	var f *serve.Failure
	if errors.As(err, &f) {
		return errors.New(pycell.Plain(f))
	}
	return err
}

// silent takes output that nobody sees.
type silent struct{}

func (silent) Stream(string, string)                        {}
func (silent) Display(serve.Bundle, map[string]any, string) {}
func (silent) Update(serve.Bundle, map[string]any, string)  {}
func (silent) Result(serve.Bundle, map[string]any)          {}
func (silent) Clear(bool)                                   {}
func (silent) Input(context.Context, string, bool) (string, error) {
	return "", fmt.Errorf("nobody is asked here")
}
