package lint

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// seen is a column of the data that the hypotheses use, with the place to speak about it.
type seen struct {
	v    *plan.Variable
	span source.Span // the declaration, else the first use
	decl *ast.Var
	o    catalog.Observed
}

// columns lists the columns that hypotheses use as they stand, each once, with what the rows show under their missing codes.
func (p *Pass) columns() []seen {
	if p.Study.observed != nil {
		return *p.Study.observed
	}
	type key struct {
		d    *check.Dataset
		name string
	}
	var out []seen
	done := map[key]bool{}
	for _, h := range p.Hyps {
		t := p.table(h)
		if t == nil {
			continue
		}
		uses := slices.Concat([]ast.Name{h.Outcome}, h.Tested, h.Node.Controls)
		for _, n := range uses {
			v := specVariable(h.Spec, n.Text)
			if v == nil || v.Column == "" || done[key{h.Dataset, n.Text}] {
				continue
			}
			done[key{h.Dataset, n.Text}] = true
			c := t.Column(v.Column)
			if c == nil {
				continue
			}
			s := seen{v: v, span: n.At, o: catalog.Observe(c, v.Missing)}
			if decl := p.vars[n.Text]; decl != nil {
				s.decl, s.span = decl, decl.Name.At
			}
			out = append(out, s)
		}
	}
	p.Study.observed = &out
	return out
}

var suspectMissingCode = &Rule{
	Code: "HL302", Name: "suspect-missing-code", Level: Warn, Needs: Data,
	Doc: Doc{
		What: "A numeric variable holds a value that looks like a code for no answer: nines (99, 998, -9), or a negative number where all others are positive, far outside the rest.",
		Why:  "a code counts as an amount: one 999 among ages moves the mean and bends every slope",
		Example: `dataset d from "table.csv"
var age numeric
var y numeric
hyp H1: assoc(age, y)
`,
		Instead: `dataset d from "table.csv"
var age numeric missing (999)
var y numeric
hyp H1: assoc(age, y)
`,
		Fixed: `dataset d from "table.csv"
var age numeric missing (999)
var y numeric
hyp H1: assoc(age, y)
`,
		Data:   "age,y\n" + cells(40, "%d,%d\n", 3, 7) + "999,4\n999,5\n",
		Ignore: "the value was measured; a `range` says so for good.",
	},
	Run: func(p *Pass) {
		for _, s := range p.columns() {
			if !s.v.Type.NumericLike() || s.v.Type == plan.Ordinal || s.v.Range != nil || s.v.Type == plan.Time {
				continue
			}
			for _, v := range suspects(s.o) {
				share := 100 * float64(v.N) / float64(s.o.Present)
				d := p.at(s.v.Name, s.span, "%.2g%% of `%s` is %s, far outside the rest", share, s.v.Name, v.Value).
					WithLabel("no amount?").WithHelp("declare it: `missing (%s)`", v.Value)
				switch {
				case s.decl == nil:
				case s.decl.Missing == nil:
					d = d.WithFix("add `missing`", false, diag.Edit{Span: at(s.decl.Type.At.End), Text: " missing (" + v.Value + ")"})
				case len(s.decl.Missing.Values) > 0:
					last := s.decl.Missing.Values[len(s.decl.Missing.Values)-1]
					end := last.Literal.At.End
					if last.Label != nil {
						end = last.Label.At.End
					}
					d = d.WithFix("add it to `missing`", false, diag.Edit{Span: at(end), Text: ", " + v.Value})
				}
				p.report(d)
			}
		}
	},
}

// suspects are values that have the form of a code and lie beyond the others by more than these are wide, or below zero
// where the others never are.
func suspects(o catalog.Observed) []catalog.Tally {
	low, high, count := math.Inf(1), math.Inf(-1), 0
	for _, v := range o.Values {
		if v.IsNumber && !codeLike(v.Number) {
			low, high, count = min(low, v.Number), max(high, v.Number), count+1
		}
	}
	if count < 2 {
		return nil
	}
	var out []catalog.Tally
	for _, v := range o.Values {
		if !v.IsNumber || !codeLike(v.Number) {
			continue
		}
		if v.Number < 0 && low >= 0 || v.Number > high+(high-low) || v.Number < low-(high-low) {
			out = append(out, v)
		}
	}
	return out
}

// codeLike tells whether a number has the form of a code: -1 to -9, or nines before a last digit of 6 to 9.
func codeLike(x float64) bool {
	if x != math.Trunc(x) || math.Abs(x) > 1e12 {
		return false
	}
	digits := fmt.Sprintf("%.0f", math.Abs(x))
	if len(digits) == 1 {
		return x < 0
	}
	last := len(digits) - 1
	return digits[last] >= '6' && strings.Trim(digits[:last], "9") == ""
}

var levelMismatch = &Rule{
	Code: "HL303", Name: "level-mismatch", Level: Error, Needs: Data,
	Doc: Doc{
		What: "The data hold a value of a variable with declared levels that is none of them and no missing code.",
		Why:  "the value is a group that nobody asked for, or a spelling that was missed; either way the groups are not those of the declaration",
		Example: `dataset d from "table.csv"
var g categorical levels ("a", "b") ref "a"
var y numeric
hyp H1: diff(y, by=g)
`,
		Instead: `dataset d from "table.csv"
var g categorical levels ("a", "b", "c") ref "a"
var y numeric
hyp H1: diff(y, by=g)
`,
		Data:   "g,y\n" + cells(20, "a,%d\n", 3) + cells(20, "b,%d\n", 5) + cells(20, "c,%d\n", 7),
		Ignore: "never: add the level, or declare it `missing`.",
	},
	Run: func(p *Pass) {
		for _, s := range p.columns() {
			if len(s.v.Levels) == 0 {
				continue
			}
			var strange []string
			cells := 0
			for _, v := range s.o.Values {
				if !slices.ContainsFunc(s.v.Levels, func(l plan.Level) bool { return sameCode(l.Code, v.Value) }) {
					strange = append(strange, write(v))
					cells += v.N
				}
			}
			if len(strange) == 0 {
				continue
			}
			what := strange[0] + ", which is not a level"
			if len(strange) > 1 {
				shown := strings.Join(strange[:min(len(strange), 5)], ", ")
				if len(strange) > 5 {
					shown += ", …"
				}
				what = shown + ", which are not levels"
			}
			span := s.span
			if s.decl != nil && len(s.decl.Levels) > 0 {
				span = source.Span{Start: s.decl.Levels[0].Literal.At.Start, End: p.afterLevels(s.decl) - 1}
			}
			p.report(p.at(s.v.Name, span, "the data hold %s", what).
				WithLabel("of `%s`", s.v.Name).WithHelp("add it to `levels`, or to `missing`; %s", countText("it stands in %s rows", int64(cells))))
		}
	},
}

func write(v catalog.Tally) string {
	if v.IsNumber {
		return v.Value
	}
	return ast.Quote(v.Value)
}

var numericLooksNominal = &Rule{
	Code: "HL304", Name: "numeric-looks-nominal", Level: Warn, Needs: Data,
	Doc: Doc{
		What: "A numeric variable has three to six distinct whole values in thirty rows or more.",
		Why:  "codes of groups have no distances: a slope over them is a number without a meaning",
		Example: `dataset d from "table.csv"
var region numeric
var y numeric
hyp H1: assoc(region, y)
`,
		Instead: `dataset d from "table.csv"
var region categorical ref 1
var y numeric
hyp H1: assoc(region, y)
`,
		Data:   "region,y\n" + cells(12, "1,%d\n", 3) + cells(12, "2,%d\n", 5) + cells(12, "3,%d\n", 7),
		Ignore: "the values are amounts (rooms, children); declare it `count`. For a scale, `ordinal` is the type.",
	},
	Run: func(p *Pass) {
		for _, s := range p.columns() {
			o := s.o
			if s.v.Type != plan.Numeric || !o.All || !o.Whole || o.Numbers < o.Present || o.Distinct < 3 || o.Distinct > catalog.MostCodes || o.Present < catalog.LeastCells {
				continue
			}
			p.report(p.at(s.v.Name, s.span, "%d distinct whole values of `%s`; is it a code?", o.Distinct, s.v.Name).
				WithLabel("from %g to %g", o.Low, o.High).
				WithHelp("declare it categorical, ordinal or count"))
		}
	},
}
