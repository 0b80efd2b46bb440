package lint

import (
	"fmt"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/engine"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/rows"
	"github.com/hyp-lang/hyp/estimators/table"
)

var tooFewRows = &Rule{
	Code: "HL107", Name: "too-few-rows", Level: Warn, Needs: Data,
	Doc: Doc{
		What: "There are few complete rows for the parameters of the model (fewer than ten for each, by default), or none that an estimator takes.",
		Why:  "a model with few rows for each coefficient fits noise (Harrell, Regression Modeling Strategies, 2015, section 4.4: 10 to 20)",
		Example: `dataset d from "table.csv"
var school numeric
var pay numeric
hyp H1: assoc(school, pay)
`,
		Instead: `dataset d from "table.csv"
var age numeric
var pay numeric
hyp H1: assoc(age, pay)
`,
		Data:     "age,school,pay\n" + cells(24, "%d,,%d\n", 3, 7) + cells(12, "%d,%d,%d\n", 5, 3, 7),
		Ignore:   "the size of the sample cannot be changed, and the interval says how little is known.",
		Settings: "`rows-per-parameter`: the rows that a parameter asks for (10)",
	},
	Run: func(p *Pass) {
		for _, h := range p.Hyps {
			b, refusal := p.bind(h)
			switch {
			case b != nil && b.Rows.Complete < int64(p.settings.RowsPerParameter*b.Parameters):
				p.report(p.at(h.Subject(), h.claimSpan(), "%d complete rows for %d parameters", b.Rows.Complete, b.Parameters).
					WithLabel("of %d rows", b.Rows.Kept).WithHelp("fewer controls, or more rows"))
			case refusal != nil && (refusal.Code == engine.TooFewRows || refusal.Code == engine.NoRows):
				p.report(p.at(h.Subject(), h.claimSpan(), "too few complete rows").WithLabel("will be refused").WithHelp("%s", refusal.Message))
			}
		}
	},
}

// cells makes lines of a small table: i, i*a mod 11, ...
func cells(n int, format string, by ...int) string {
	out := ""
	for i := range n {
		var args []any
		for _, b := range by {
			args = append(args, i*b%23)
		}
		out += fmt.Sprintf(format, args...)
	}
	return out
}

var sparseGroup = &Rule{
	Code: "HL108", Name: "sparse-group", Level: Warn, Needs: Data,
	Doc: Doc{
		What: "A group that the claim is about has few rows (fewer than ten, by default).",
		Why:  "the mean of a few rows is noise, and below five rows a group is pooled or refused",
		Example: `dataset d from "table.csv"
var g categorical ref "a"
var y numeric
hyp H1: diff(y, by=g)
`,
		Instead: `dataset d from "table.csv"
var g categorical ref "a"
var y numeric
hyp H1: diff(y, by=g: "a" vs "b")
`,
		Data:     "g,y\n" + cells(20, "a,%d\n", 3) + cells(20, "b,%d\n", 5) + cells(3, "c,%d\n", 7),
		Ignore:   "the group is rare by nature, and the others are what is asked.",
		Settings: "`group-rows`: the rows that a group asks for (10)",
	},
	Run: func(p *Pass) {
		for _, h := range p.Hyps {
			kept := p.complete(h)
			if kept == nil {
				continue
			}
			for _, n := range h.Tested {
				v := specVariable(h.Spec, n.Text)
				if v == nil || v.Type.NumericLike() && v != h.Spec.Groups {
					continue
				}
				for _, g := range p.count(h, v, *kept) {
					if g.n > 0 && g.n < p.settings.GroupRows && g.counts(h.Spec) {
						p.report(p.at(h.Subject(), n.At, "`%s` = %s has %s", n.Text, g.write(), countText("%s rows", int64(g.n))).
							WithLabel("a small group"))
					}
				}
			}
		}
	},
}

// countText puts a number into a text; 1 row is no plural.
func countText(format string, n int64) string {
	text := fmt.Sprintf(format, fmt.Sprint(n))
	if n == 1 && text == "1 rows" {
		return "1 row"
	}
	return text
}

// group is a level with its complete rows.
type group struct {
	code, label string
	n           int
}

func (g group) write() string {
	if g.label != "" {
		return fmt.Sprintf("%q", g.label)
	}
	return g.code
}

// counts tells whether the claim is about the group: all of them, or those of the contrast.
func (g group) counts(s *plan.Spec) bool {
	c := s.Contrast
	return c == nil || c.Rest || sameCode(g.code, c.A) || sameCode(g.code, c.B)
}

// binding is what the engine makes of a hypothesis.
type binding struct {
	bound    *plan.Bound
	refusal  *result.Refusal
	complete *table.Bitmap
}

// bind plans a hypothesis over its rows, once; nil, nil when there are none to plan over.
func (s *Study) bind(h *Hyp) (*plan.Bound, *result.Refusal) {
	b := s.binding(h)
	return b.bound, b.refusal
}

func (s *Study) binding(h *Hyp) *binding {
	if b := s.bound[h]; b != nil {
		return b
	}
	b := &binding{}
	if s.bound == nil {
		s.bound = map[*Hyp]*binding{}
	}
	s.bound[h] = b
	t := s.table(h)
	if t == nil {
		return b
	}
	if bound, refusal, err := engine.Plan(s.ctx, t, h.Spec, engine.Options{}); err == nil {
		b.bound, b.refusal = bound, refusal
	}
	if valid, err := s.completeRows(t, h.Spec); err == nil {
		b.complete = &valid
	}
	return b
}

// table is the data of a hypothesis that can run; nil without.
func (s *Study) table(h *Hyp) *table.Table {
	if !s.withData || h.Spec == nil || h.Blocked != "" || h.Dataset == nil {
		return nil
	}
	t, err := h.Dataset.Table(s.ctx)
	if err != nil {
		return nil // the checker or the driver has said so
	}
	return t
}

// complete are the rows that the condition keeps and that have every variable; nil without data.
func (s *Study) complete(h *Hyp) *table.Bitmap { return s.binding(h).complete }

func (s *Study) completeRows(t *table.Table, spec *plan.Spec) (table.Bitmap, error) {
	valid, err := rows.Mask(s.ctx, t, spec.Where)
	if err != nil {
		return nil, err
	}
	if valid == nil {
		valid = table.NewBitmap(t.Rows, true)
	}
	for _, v := range specVariables(spec) {
		if v.Type.NumericLike() && v != spec.Groups {
			n, err := rows.Numeric(s.ctx, t, v)
			if err != nil {
				return nil, err
			}
			valid = valid.And(n.Valid)
			continue
		}
		f, err := rows.Factor(s.ctx, t, v)
		if err != nil {
			return nil, err
		}
		valid = valid.And(f.Valid)
	}
	return valid, nil
}

// count counts the rows of each level.
func (s *Study) count(h *Hyp, v *plan.Variable, kept table.Bitmap) []group {
	t := s.table(h)
	f, err := rows.Factor(s.ctx, t, v)
	if err != nil {
		return nil
	}
	out := make([]group, len(f.Levels))
	for i, l := range f.Levels {
		out[i] = group{code: l.Code, label: l.Label}
	}
	for i := range t.Rows {
		if kept.Get(i) && f.Valid.Get(i) {
			out[f.Codes.At(i)].n++
		}
	}
	return out
}

// specVariables lists the variables of a spec but its weights.
func specVariables(s *plan.Spec) []*plan.Variable {
	var out []*plan.Variable
	for _, v := range append([]*plan.Variable{s.Outcome, s.Exposure, s.Moderator, s.Groups}, s.Controls...) {
		if v != nil {
			out = append(out, v)
		}
	}
	return out
}

func specVariable(s *plan.Spec, name string) *plan.Variable {
	for _, v := range specVariables(s) {
		if v.Name == name {
			return v
		}
	}
	return nil
}
