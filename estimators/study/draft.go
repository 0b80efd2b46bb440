package study

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/ast"
)

// Draft writes a study for t with a `dataset` line and a `var` line for every column, for a person to review: the type
// with the reason for it as a comment, the levels of categories, and values that look like codes for "no answer" with the
// evidence. Such codes are proposed in comments only: nothing is declared missing by itself. What a catalog says comes
// first; found may be nil. from is the path of the data as the study will write it.
func Draft(t *table.Table, from string, found *catalog.Catalog) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Drafted from %s (%s rows, %d columns) for review: check every type, and what is missing.\n\nsyntax 1\n\n",
		oneLine(filepath.Base(from)), report.Count(int64(t.Rows)), len(t.Columns))
	fmt.Fprintf(&b, "dataset %s from %s\n", identifier(catalog.Stem(from)), ast.Quote(from))
	for _, note := range t.Notes {
		fmt.Fprintf(&b, "# %s\n", oneLine(note))
	}
	for _, c := range t.Columns {
		b.WriteString("\n")
		draftColumn(&b, c, found.Variable(c.Name))
	}
	b.WriteString("\n# Hypotheses: assoc(exposure, outcome), diff(outcome, by=groups), interact(exposure * moderator -> outcome),\n" +
		"# heterogeneity(outcome ~ exposure | groups); each may end in `controlling for ...` and `where ...`.\n")
	return b.String()
}

// most levels that a draft lists; longer lists belong in a catalog.
const mostLevels = 20

func draftColumn(b *strings.Builder, c *table.Column, known *catalog.Variable) {
	var missing plan.Missing
	if known != nil {
		missing = known.MissingRule()
	}
	seen := catalog.Observe(c, missing)
	kind := catalog.Infer(seen)
	if known != nil && known.Type != "" {
		kind = catalog.Inference{Type: known.Type, Why: "by the catalog"}
	}
	total := c.Text.Len()
	if c.Numbers != nil {
		total = len(c.Numbers)
	}
	fmt.Fprintf(b, "# %s; %s of %s cells present\n", oneLine(kind.Why), report.Count(int64(seen.Present)), report.Count(int64(total)))
	if kind.Type == plan.Numeric && seen.Numbers > 0 {
		fmt.Fprintf(b, "# from %s to %s\n", report.Number(seen.Low), report.Number(seen.High))
	}
	fmt.Fprintf(b, "var %s %s", ast.WriteName(c.Name), kind.Type)
	suspects := suspectCodes(seen, kind.Type)
	switch {
	case known != nil && len(known.Levels) > 0: // the catalog lists them
	case kind.Type != plan.Binary && kind.Type != plan.Categorical && kind.Type != plan.Ordinal:
	case seen.All && len(seen.Values) <= mostLevels:
		var levels []string
		for _, v := range seen.Values {
			if !slices.ContainsFunc(suspects, func(s suspect) bool { return s.value == v.Value }) {
				levels = append(levels, literal(v))
			}
		}
		if len(levels) > 0 {
			fmt.Fprintf(b, " levels (%s)", strings.Join(levels, ", "))
		}
	default:
		fmt.Fprintf(b, " # %d levels", seen.Distinct)
	}
	b.WriteString("\n")
	for _, s := range suspects {
		fmt.Fprintf(b, "#   missing (%s)   # ? %s\n", s.literal, s.evidence)
	}
}

type suspect struct {
	value, literal, evidence string
}

// noAnswer are texts that survey files use for cells without an answer.
var noAnswer = []string{"na", "n/a", "n.a.", "nan", "null", "none", ".", "-", "--", "?", "missing", "unknown", "refused", "don't know", "dk", "inf", "-inf", "not applicable"}

// suspectCodes finds values that look like codes: texts of noAnswer, and numbers made of nines (or -1 to -9) that lie
// beyond all others by more than the others' whole range, or stand alone below zero.
func suspectCodes(o catalog.Observed, kind plan.Type) []suspect {
	var out []suspect
	var numbers []catalog.Tally
	for _, v := range o.Values {
		if v.IsNumber {
			numbers = append(numbers, v)
			continue
		}
		text := strings.ToLower(strings.TrimSpace(v.Value))
		if slices.Contains(noAnswer, text) || text == "" {
			out = append(out, suspect{v.Value, literal(v), fmt.Sprintf("the text %q stands in %s", v.Value, cells(v.N))})
		}
	}
	if !kind.NumericLike() || len(numbers) < 3 {
		return out
	}
	slices.SortFunc(numbers, func(a, b catalog.Tally) int {
		if a.Number < b.Number {
			return -1
		}
		return 1
	})
	first, last := 0, len(numbers)-1
	for first < last && isCode(numbers[first].Number) && numbers[first].Number < 0 && numbers[last].Number >= 0 && beyond(numbers[first].Number, rest(numbers, first+1, last)) {
		out = append(out, numberSuspect(numbers[first], numbers[first+1], "smallest"))
		first++
	}
	for last > first+1 && isCode(numbers[last].Number) && beyond(numbers[last].Number, rest(numbers, first, last-1)) {
		out = append(out, numberSuspect(numbers[last], numbers[last-1], "largest"))
		last--
	}
	return out
}

func numberSuspect(v, next catalog.Tally, which string) suspect {
	return suspect{v.Value, literal(v), fmt.Sprintf("%s stands in %s and is the %s; next comes %s", v.Value, cells(v.N), which, next.Value)}
}

// rest is the range of numbers[from..to], codes among negative ones left out.
func rest(numbers []catalog.Tally, from, to int) [2]float64 {
	for from < to && numbers[from].Number < 0 && isCode(numbers[from].Number) {
		from++
	}
	return [2]float64{numbers[from].Number, numbers[to].Number}
}

// isCode tells whether x is -1 to -9, or whole with all digits 9 but the last (99, 998, -999, 9999997).
func isCode(x float64) bool {
	if x != math.Trunc(x) || math.Abs(x) > 1e12 {
		return false
	}
	digits := fmt.Sprintf("%.0f", math.Abs(x))
	if len(digits) == 1 {
		return x < 0
	}
	return strings.Trim(digits[:len(digits)-1], "9") == ""
}

// beyond: farther from the others than they are wide, or, for a code below zero, below others that never are.
func beyond(x float64, others [2]float64) bool {
	if x < 0 && others[0] >= 0 {
		return true
	}
	width := others[1] - others[0]
	return x > others[1]+width || x < others[0]-width
}

func literal(v catalog.Tally) string {
	if v.IsNumber && plainNumber(v.Value) {
		return v.Value
	}
	return ast.Quote(v.Value)
}

// plainNumber tells whether the language reads s as a number literal: digits, a fraction, an exponent, no plus, no hex.
func plainNumber(s string) bool {
	digits := strings.TrimPrefix(s, "-")
	return digits != "" && digits[0] >= '0' && digits[0] <= '9' && strings.Trim(digits, "0123456789.eE+-") == "" && !strings.HasSuffix(digits, ".")
}

func cells(n int) string {
	if n == 1 {
		return "one cell"
	}
	return report.Count(int64(n)) + " cells"
}

// identifier makes a data set's name from a file's.
func identifier(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case ast.IsIdentRune(r, b.Len() == 0):
			b.WriteRune(r)
		case b.Len() == 0 && unicode.IsDigit(r):
			b.WriteString("d" + string(r))
		default:
			b.WriteByte('_')
		}
	}
	name := b.String()
	if name == "" || strings.Trim(name, "_") == "" || ast.IsReserved(name) || name == "train" || name == "holdout" {
		return "data"
	}
	return name
}

// oneLine keeps a comment on its line, whatever a name in it holds.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == 0x2028 || r == 0x2029 {
			return ' '
		}
		return r
	}, s)
}
