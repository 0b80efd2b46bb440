package query

import (
	"context"

	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// Result is the answer to a query.
type Result struct {
	Columns []Column
	Rows    int    // the length of every column
	Format  string // what `as` asked for, "table" without it
	Drawing *Drawing
	// Steps is the plan, when the query began with explain; there are no columns then.
	Steps []PlanStep
}

// Column is one column of a result. The values of a column of nodes are their ids.
type Column struct {
	Name   string
	Kind   Kind // NoKind for values
	Type   Type // the type of values
	Values []Value
}

// Options rule a run. The zero value is good.
type Options struct {
	Limits  Limits
	Draw    bool // make the drawing even when the query does not end in `as graph`
	Explain bool // explain even when the query does not begin with it
}

// Run parses, checks and runs a query on a graph. The diagnostics hold what is wrong with the query, and warnings; with an
// error among them the result is nil. err is about the graph, a limit (TooLargeError) or ctx, never about the query.
func Run(ctx context.Context, g Graph, f *source.File, o Options) (*Result, []diag.Diagnostic, error) {
	q, ds := Parse(f)
	if q == nil {
		return nil, ds, nil
	}
	c, ds, err := Check(ctx, q, g)
	if err != nil || c == nil {
		return nil, ds, err
	}
	r, more, err := c.Run(ctx, o)
	return r, append(ds, more...), err
}

// Run answers a checked query. Its diagnostics are warnings: a chain that was followed to the cap.
func (c *Checked) Run(ctx context.Context, o Options) (*Result, []diag.Diagnostic, error) {
	ev := &evaluator{ctx: ctx, graph: c.graph, p: c.program, limits: o.Limits.filled(),
		scores: map[*fSimilar]map[Node]float64{}, sets: map[formula]*supply{}, reached: map[*fEdge][2]map[Node][]Node{}}
	var err error
	if ev.stats, err = c.graph.Stats(ctx); err != nil {
		return nil, nil, err
	}
	r := &Result{Format: c.format}
	o.Draw = o.Draw || c.format == "graph"
	o.Explain = o.Explain || c.query.explain
	switch {
	case o.Explain && c.query.find != nil:
		err = ev.explainFind(r)
	case o.Explain:
		ev.explainWalk(r)
	case c.query.find != nil:
		err = ev.find(r, o.Draw)
	case c.query.lineage != nil:
		err = ev.lineage(r, o.Draw)
	default:
		err = ev.paths(r, o.Draw)
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, nil, err
	}
	return r, ev.warnings(), nil
}

// warnings tell of chains that went to the cap.
func (ev *evaluator) warnings() (ds []diag.Diagnostic) {
	file := ev.p.query.file
	for _, e := range ev.capped {
		ds = append(ds, diag.New(diag.DepthCapped, file, e.at, "a chain of `%s` goes on after %d steps; what is behind is left out", e.text, maxDepth).
			WithHelp("begin nearer, or ask for fewer steps: `{1..%d}`", maxDepth))
	}
	if ev.lineageC {
		ds = append(ds, diag.New(diag.DepthCapped, file, source.Span{End: len(file.Text)}, "the chain goes on after %d steps; what is behind is left out", maxDepth).
			WithHelp("begin nearer"))
	}
	return ds
}

// needed are the slots that the columns are made of; count() needs all that the conjunction itself binds.
func (p *program) needed() map[int]bool {
	needed := map[int]bool{}
	all := false
	for _, c := range p.columns {
		if c.slot >= 0 {
			needed[c.slot] = true
		} else {
			all = true
		}
	}
	if all {
		needed = ownSlots(p.where.(*fAnd).of, needed)
	}
	return needed
}

func (ev *evaluator) steps() ([]step, error) {
	steps, _, err := (&planner{ev}).plan(ev.p.where.(*fAnd).of, nil, ev.p.needed(), 1)
	return steps, err
}

// rows runs the steps and collects the distinct rows of the needed slots.
func (ev *evaluator) rows() (*batch, error) {
	steps, err := ev.steps()
	if err != nil {
		return nil, err
	}
	width := len(ev.p.vars) + 1
	in := newBatch(width)
	for i := 0; i < width; i++ {
		in.data = append(in.data, nothing)
	}
	out := &batch{width: width}
	err = ev.pipe(steps, in, func(b *batch) error {
		if out.len()+b.len() > ev.limits.Rows {
			help := "add a test, or count them: `find count()`"
			if ev.product {
				help = "it joins variables that no test connects: add a test of both, or ask two queries"
			}
			return &TooLargeError{"rows", ev.limits.Rows, help}
		}
		out.data = append(out.data, b.data...)
		return nil
	})
	return out, err
}

// find answers `find`.
func (ev *evaluator) find(r *Result, draw bool) error {
	b, err := ev.rows()
	if err != nil {
		return err
	}
	t, err := ev.tableOf(b)
	if err != nil {
		return err
	}
	if err := t.finish(); err != nil {
		return err
	}
	from := min(ev.p.offset, len(t.order))
	to := len(t.order)
	if ev.p.limit >= 0 {
		to = min(to, from+ev.p.limit)
	}
	order := t.order[from:to]
	r.Rows = len(order)
	var drawn []Node
	for i, c := range ev.p.columns[:ev.p.visible] {
		col := Column{Name: c.title, Values: make([]Value, len(order))}
		switch {
		case c.node():
			col.Kind, col.Type = ev.kindOf(c.slot), Text
			for j, k := range order {
				n := t.nodes[i][k]
				col.Values[j] = TextValue(t.ids[t.rank[n]])
				if draw {
					drawn = append(drawn, n)
				}
			}
		default:
			col.Type = columnType(c)
			for j, k := range order {
				col.Values[j] = t.values[i][k]
			}
		}
		r.Columns = append(r.Columns, col)
	}
	if draw {
		if len(drawn) == 0 { // nothing but values
			r.Drawing = &Drawing{}
			return nil
		}
		r.Drawing, err = ev.draw(drawn)
	}
	return err
}

func columnType(c column) Type {
	switch {
	case c.function == "count":
		return Whole
	case c.function == "min" || c.function == "max":
		return c.prop.Type
	case c.function != "" || c.score != nil:
		return Number
	}
	return c.prop.Type
}
