package study

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
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
// first; found may be nil. from is the path of the data as the study will write it, and format what the study has to say about
// how the file is written.
func Draft(t *table.Table, from string, format table.Format, found *catalog.Catalog) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Drafted from %s (%s rows, %d columns) for review: check every type, and what is missing.\n\nsyntax 1\n\n",
		oneLine(filepath.Base(from)), report.Count(int64(t.Rows)), len(t.Columns))
	fmt.Fprintf(&b, "dataset %s from %s", identifier(catalog.Stem(from)), ast.Quote(from))
	for _, key := range table.FormatKeys {
		if text := *format.Part(key); text != "" {
			fmt.Fprintf(&b, " %s %s", key, ast.Quote(text))
		}
	}
	b.WriteString("\n")
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
		fmt.Fprintf(b, "# from %s to %s\n", asData(seen.Low), asData(seen.High))
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
	if known == nil && kind.Type == plan.Numeric && seen.All && seen.Whole {
		var codes []string
		for _, v := range seen.Values {
			if !slices.ContainsFunc(suspects, func(s suspect) bool { return s.value == v.Value }) {
				codes = append(codes, literal(v))
			}
		}
		switch n := len(codes); {
		case seen.Present < catalog.LeastCells || n < 2 || n > catalog.MostCodes:
		case n == 2:
			fmt.Fprintf(b, "#   binary levels (%s)   # ? if these numbers are codes\n", strings.Join(codes, ", "))
		default:
			fmt.Fprintf(b, "#   categorical levels (%s)   # ? or ordinal, if these numbers are codes and no amounts\n", strings.Join(codes, ", "))
		}
	}
	for _, s := range suspects {
		fmt.Fprintf(b, "#   missing (%s)   # ? %s\n", s.literal, s.evidence)
	}
}

type suspect struct {
	value, literal, evidence string
}

// noAnswer are texts that survey files use for cells without an answer.
var noAnswer = []string{"na", "n/a", "n.a.", "nan", "null", "none", ".", "-", "--", "?", "missing", "unknown", "refused", "don't know", "dk", "inf", "-inf", "not applicable"}

// suspectCodes finds values that look like codes: texts of noAnswer, and numbers of nines (or -1 to -9) that lie beyond the
// others by more than their whole range, or below zero where the others never are.
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
	var plain [2]float64 // the range of the values that are no codes
	count := 0
	for _, v := range numbers {
		if isCode(v.Number) {
			continue
		}
		if count == 0 {
			plain = [2]float64{v.Number, v.Number}
		}
		plain[0], plain[1] = min(plain[0], v.Number), max(plain[1], v.Number)
		count++
	}
	if count < 2 {
		return out
	}
	for _, v := range numbers {
		if isCode(v.Number) && beyond(v.Number, plain) {
			out = append(out, suspect{v.Value, literal(v), fmt.Sprintf("%s stands in %s; the others run from %s to %s",
				v.Value, cells(v.N), asData(plain[0]), asData(plain[1]))})
		}
	}
	return out
}

// isCode tells whether x is -1 to -9, or whole with nines before a last digit of 6 to 9 (99, 998, -999, 9999997).
func isCode(x float64) bool {
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

// beyond: farther from the others than they are wide, or below zero where the others never are.
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

// asData writes a number as a file of data would, without grouping: 1927 may be a year.
func asData(v float64) string {
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e15) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
