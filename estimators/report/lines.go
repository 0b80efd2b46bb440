package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hyp-lang/hyp/estimators/result"
)

// Method says in words which estimator answered and why it was chosen.
func Method(r *result.Record) string {
	base, variant, _ := strings.Cut(r.Estimator, "_hc")
	name := r.Estimator
	switch base {
	case "":
		return ""
	case "pearson":
		name = "Pearson correlation, with the slope by least squares"
	case "spearman":
		name = "Spearman rank correlation"
	case "ols", "ols_cluster":
		name = "least squares (OLS), " + term(r)
	case "wls":
		name = "weighted least squares (WLS), " + term(r)
	case "logit":
		name = "logistic regression, " + term(r)
	case "welch":
		name = "Welch's t test of two means"
	case "mann_whitney":
		name = "Mann-Whitney rank test of two groups"
	case "kruskal_wallis":
		name = "Kruskal-Wallis rank test"
		if k := len(r.Levels); k > 0 {
			name += fmt.Sprintf(" of %d groups", k)
		}
	case "anova":
		name = "analysis of variance, " + term(r)
	}
	if variant != "" {
		name += ", HC" + variant + " standard errors"
	}
	if base == "ols_cluster" {
		name += ", cluster-robust standard errors"
	}
	if r.Why != "" {
		name += ": " + strings.TrimSuffix(r.Why, ".")
	}
	return name
}

func term(r *result.Record) string {
	switch r.Test {
	case "omnibus":
		if r.Estimator == "logit" {
			return "joint Wald test of the term"
		}
		return "joint Type II F test of the term"
	case "contrast":
		return "one contrast"
	case "correlation":
		return "correlation"
	}
	return "one coefficient"
}

// rows says how many rows carry the number, and of how many: coverage is a share of the rows that the condition and the
// part of a split leave.
func rows(r *result.Record) string {
	s := "n = " + Count(r.N)
	of := ""
	switch {
	case r.Where != "":
		of = " of the rows where " + r.Where
		if r.Part != "" {
			of += " in the " + r.Part + " part"
		}
	case r.Part != "":
		of = " of the " + r.Part + " part"
	default:
		s += " of " + Count(r.NTotal)
	}
	if r.Coverage != nil {
		s += ", coverage " + Percent(*r.Coverage)
	}
	if of != "" {
		s += of + "; " + Count(r.NTotal) + " in the data"
	}
	return s
}

// Percent prints a share: it never rounds an incomplete share to 100% or a positive one to 0%.
func Percent(x float64) string {
	s := strconv.FormatFloat(100*x, 'f', 1, 64)
	switch {
	case s == "100.0" && x < 1:
		return "over 99.9%"
	case s == "0.0" && x > 0:
		return "under 0.1%"
	}
	return strings.TrimSuffix(s, ".0") + "%"
}

func estimate(r *result.Record) string {
	s := Triple(*r.Estimate, r.Low, r.High)
	if r.StdError != nil {
		s += ", standard error " + Number(*r.StdError)
	}
	return s + "; " + Unit(r)
}

// Unit says what a record's estimate is: `difference of body_mass_g, male vs female`.
func Unit(r *result.Record) string {
	of := "of " + r.Outcome
	if strings.HasPrefix(r.Estimator, "logit") {
		of = "of the log odds of " + event(r)
	}
	switch {
	case r.Template == "interact":
		return "change of " + Slope(r) + " " + per(r, r.Moderator)
	case r.Template == "heterogeneity":
		if r.Contrast != "" {
			return "change of " + Slope(r) + ", " + r.Contrast
		}
		return "change of " + Slope(r) + " between the groups of " + r.Groups
	case r.Contrast != "":
		return "difference " + of + ", " + r.Contrast
	}
	return "change " + of + " per unit of " + r.Exposure
}

func per(r *result.Record, name string) string {
	if r.Contrast != "" {
		return "for " + name + ", " + r.Contrast
	}
	return "per unit of " + name
}

var measures = map[string]string{
	"pearson_r":     "Pearson r",
	"spearman_r":    "Spearman rho",
	"partial_r":     "partial r",
	"partial_eta2":  "partial eta squared",
	"logit_d":       "d from the log odds",
	"wald_eta2":     "Wald eta squared, W/(W+n)",
	"cohens_d":      "Cohen's d",
	"rank_biserial": "rank-biserial correlation",
	"epsilon2":      "epsilon squared",
}

// MeasureName is what an effect's measure is called in sentences, without the formula that the full name may carry.
func MeasureName(m string) string {
	name, _, _ := strings.Cut(measureName(m), ",")
	return name
}

func measureName(m string) string {
	if s, found := measures[m]; found {
		return s
	}
	return strings.ReplaceAll(m, "_", " ")
}

func effect(r *result.Record) string {
	e := r.Effect
	s := Triple(e.Value, e.Low, e.High) + "; " + measureName(e.Measure)
	if e.PerSD != nil {
		s += " per unit, " + Number(*e.PerSD) + " per standard deviation"
	}
	return s
}

func test(r *result.Record) string {
	s := P(r)
	if st := r.Statistic; st != nil {
		name := st.Name
		var df []string
		for _, d := range []*float64{st.DF1, st.DF2} {
			if d != nil {
				df = append(df, degrees(*d))
			}
		}
		if len(df) > 0 {
			name += "(" + strings.Join(df, ", ") + ")"
		}
		s = name + " = " + Number(st.Value) + ", " + s
	} else if r.P == nil && r.Log10P == nil {
		return ""
	}
	return s
}

// degrees are whole where they are whole; Welch's are not.
func degrees(d float64) string {
	if d == math.Trunc(d) {
		return strconv.FormatFloat(d, 'f', 0, 64)
	}
	return strconv.FormatFloat(d, 'f', 1, 64)
}

// levels lists the tested groups.
func (l *items) levels(r *result.Record) {
	if len(r.Levels) == 0 {
		return
	}
	it := Item{Label: "groups", Head: []string{"", "n", "mean", "sd", "share"}, spell: true}
	for _, x := range r.Levels {
		name := x.Value
		if x.Value == r.Reference {
			name += " (reference)"
		}
		row := []string{name, Count(x.N), "", "", ""}
		for i, v := range []*float64{x.Mean, x.SD, x.Share} {
			if v != nil && i == 2 {
				row[2+i] = Percent(*v)
			} else if v != nil {
				row[2+i] = Number(*v)
			}
		}
		it.Cells = append(it.Cells, row)
	}
	it.dropEmpty()
	*l = append(*l, it)
}

// dropEmpty takes the columns without a single text out.
func (it *Item) dropEmpty() {
	for i := len(it.Head) - 1; i > 0; i-- {
		if slices.ContainsFunc(it.Cells, func(row []string) bool { return row[i] != "" }) {
			continue
		}
		it.Head = slices.Delete(it.Head, i, i+1)
		for n := range it.Cells {
			it.Cells[n] = slices.Delete(it.Cells[n], i, i+1)
		}
	}
}

func (l *items) coefficients(r *result.Record) {
	if len(r.Coefficients) == 0 || len(r.Coefficients) == 1 && r.Estimate != nil { // a single one is the estimate
		return
	}
	it := Item{Label: "terms", Head: []string{"", "estimate", "95% interval"}}
	for i := range r.Coefficients {
		c := &r.Coefficients[i]
		v, from, to := Parts(c.Estimate, &c.Low, &c.High)
		it.Cells = append(it.Cells, []string{c.Term, v, "(" + from + " to " + to + ")"})
	}
	*l = append(*l, it)
}

func (l *items) pooled(r *result.Record) {
	if len(r.Pooled) == 0 {
		return
	}
	var parts []string
	for _, x := range r.Pooled {
		parts = append(parts, fmt.Sprintf("%s (n %s)", x.Value, Count(x.N)))
	}
	l.row("pooled", Neutral, "levels with few rows, read as (other): "+strings.Join(parts, ", "))
}

// table prints cells in columns, the first flush left, the others flush right. Lines that would not fit are wrapped as
// text, all of them, so that columns are never half aligned.
func (b *block) table(it Item) {
	lines := make([][]string, len(it.Cells))
	for n, row := range it.Cells {
		lines[n] = make([]string, len(row))
		for i, c := range row {
			lines[n][i] = Clean(c)
		}
	}
	if it.spell {
		spell(lines, it.Head)
	}
	var widths []int
	for _, l := range lines {
		for i, c := range l {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], cells(c))
		}
	}
	total := margin + labelWidth
	for _, w := range widths {
		total += w + 2
	}
	for n, l := range lines {
		head := ""
		if n == 0 {
			head = it.Label
		}
		if total-2 > b.width {
			b.row(head, plain, strings.Join(present(l), "  "))
			continue
		}
		var s strings.Builder
		for i, c := range l {
			pad := strings.Repeat(" ", widths[i]-cells(c))
			if i == 0 {
				s.WriteString(c + pad)
			} else {
				s.WriteString("  " + pad + c)
			}
		}
		b.text.WriteString(strings.Repeat(" ", margin) + b.paint(dim, head) + strings.Repeat(" ", labelWidth-cells(head)) +
			strings.TrimRight(s.String(), " ") + "\n")
	}
}

// spell writes the column's name before every value, the values of a column flush right.
func spell(lines [][]string, head []string) {
	for i := 1; i < len(head); i++ {
		widest := 0
		for _, l := range lines {
			widest = max(widest, cells(l[i]))
		}
		for _, l := range lines {
			if l[i] != "" {
				l[i] = head[i] + " " + strings.Repeat(" ", widest-cells(l[i])) + l[i]
			}
		}
	}
}

func present(texts []string) []string {
	return slices.DeleteFunc(slices.Clone(texts), func(s string) bool { return s == "" })
}
