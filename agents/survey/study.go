package survey

import (
	"fmt"
	"math"
	"strings"

	"github.com/hyp-lang/hyp/agents/space"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/format"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

// Draft says how a study of the findings is written.
type Draft struct {
	From    string  // path of the data, as the study will write it
	Catalog string  // path of a catalog that is not found beside the data
	Holdout float64 // the share of rows that the survey did not see; 0: it saw them all
	Seed    int64   // of the split
}

// The floor of a drafted hypothesis is a share of the effect that the survey saw, since the strongest of many look stronger than they
// are, and never below the language's default.
const (
	floorShare = 0.6
	leastFloor = 0.03
)

// Study writes findings as a study: a family of hypotheses, each with the prediction that the survey suggests, its floor, and what
// was seen as a comment. With a holdout each is decided there as well; without one the study can only repeat what the survey saw, and
// a comment says so.
func (s *Survey) Study(d Draft, findings []Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Drafted by hyp survey from %s.\n# %s of %s distinct tests are rejected at %g by Benjamini and Hochberg's procedure; these are the strongest.\n",
		s.Describe(), report.Count(s.Discoveries), report.Count(s.Tests), s.Alpha)
	if d.Holdout > 0 {
		b.WriteString("# The survey saw the rows for training alone. The holdout decides, once.\n")
	} else {
		b.WriteString("# These claims were chosen by what these same rows say: to confirm them takes other rows (a holdout, or new data).\n")
	}
	if s.weighted() {
		b.WriteString("# hyp:ignore-file ignored-weights -- the survey is unweighted\n")
	}
	b.WriteString("\nsyntax 1\n\n")
	fmt.Fprintf(&b, "dataset %s from %s", ast.WriteName(s.input.Dataset), ast.Quote(d.From))
	if d.Catalog != "" {
		fmt.Fprintf(&b, " catalog %s", ast.Quote(d.Catalog))
	}
	if d.Holdout > 0 {
		fmt.Fprintf(&b, " split holdout %g seed %d", d.Holdout, d.Seed)
	}
	b.WriteString("\n")
	for _, v := range s.inferred(findings) {
		fmt.Fprintf(&b, "var %s %s\n", ast.WriteName(v.Name), v.Numbers.Type)
	}
	fmt.Fprintf(&b, "\nfamily survey alpha %g method bh label %s\n", s.Alpha, ast.Quote("the strongest claims of a survey"))
	for i := range findings {
		f := &findings[i]
		fmt.Fprintf(&b, "\n# %s\n", strings.ReplaceAll(f.Record.Finding, "\n", " "))
		fmt.Fprintf(&b, "hyp S%d: %s expect %s floor r >= %g", i+1, f.Claim, f.expect(), f.floor())
		if d.Holdout > 0 {
			fmt.Fprintf(&b, " decide q < %g and p < %g on holdout", s.Alpha, s.Alpha)
		}
		b.WriteString(" under survey\n")
	}
	tree, _ := parse.File(source.New("findings", b.String()))
	return format.File(tree)
}

// weighted tells whether the catalog names weights that the data have.
func (s *Survey) weighted() bool {
	for _, out := range s.LeftOut {
		if out.Reason == space.Weight {
			return true
		}
	}
	return false
}

// inferred are the variables of findings whose type nobody declared.
func (s *Survey) inferred(findings []Finding) []*column {
	var out []*column
	used := map[string]bool{}
	for _, f := range findings {
		used[f.Outcome], used[f.Exposure], used[f.Other] = true, true, true
	}
	for _, c := range s.columns {
		if used[c.Name] && c.Numbers.Inferred {
			out = append(out, c)
		}
	}
	return out
}

// expect is the prediction that a finding suggests.
func (f *Finding) expect() string {
	switch {
	case f.Template == plan.Heterogeneity:
		return "varies"
	case f.Record.Test == string(plan.TestOmnibus):
		return "nonzero"
	case f.Record.Effect.Value < 0:
		return "negative"
	}
	return "positive"
}

// floor is the size that a repetition must reach, in hundredths.
func (f *Finding) floor() float64 {
	return math.Max(leastFloor, math.Floor(100*floorShare**f.Record.Magnitude)/100)
}
