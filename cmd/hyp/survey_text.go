package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/agents/space"
	"github.com/hyp-lang/hyp/agents/survey"
	"github.com/hyp-lang/hyp/estimators/report"
)

// writeScreen prints for people what a survey tested.
func writeScreen(b *strings.Builder, s *survey.Survey, findings int) {
	fmt.Fprintf(b, "%s\n", s.Describe())
	writeLeftOut(b, s.LeftOut)
	rows := [][]string{{"template", "claims", "legal", "tests", "refused", "tautologies"}}
	screened := int64(0)
	refused := map[string]int64{}
	for _, t := range s.Templates {
		all := int64(0)
		for code, n := range t.Refused {
			refused[code] += n
			all += n
		}
		screened += t.Screened
		rows = append(rows, []string{string(t.Template), report.Count(t.Space), report.Count(t.Legal), report.Count(t.Tests), report.Count(all), report.Count(t.Tautology)})
	}
	b.WriteString("\n")
	writeColumns(b, rows)
	if len(refused) > 0 {
		fmt.Fprintf(b, "refused: %s\n", strings.Join(tally(refused), ", "))
	}
	if screened > 0 {
		fmt.Fprintf(b, "screened: %s tests of binary outcomes by least squares on 0 and 1, where logistic regression would pass over more than\n  %d different rows; those listed below are confirmed by logistic regression\n", report.Count(screened), survey.DefaultCells)
	}
	fmt.Fprintf(b, "rejected: %s of %s tests at level %g by Benjamini and Hochberg", report.Count(s.Discoveries), report.Count(s.Tests), s.Alpha)
	if s.Discoveries > 0 {
		fmt.Fprintf(b, " (p <= %.2g)", s.Critical)
	}
	b.WriteString("\n")
	if len(s.Tautologies) > 0 {
		fmt.Fprintf(b, "related by construction: %s\n", pairsText(s.Tautologies, 5))
	}
	if findings == 0 {
		b.WriteString("\nno test was made\n")
	}
}

// writeFindings prints the strongest claims.
func writeFindings(b *strings.Builder, findings []survey.Finding) {
	for i, f := range findings {
		if i == 0 || f.Template != findings[i-1].Template {
			b.WriteString("\n")
		}
		mark := ""
		if !f.Rejected {
			mark = "  (not rejected)"
		}
		fmt.Fprintf(b, "%3d  %s%s\n     %s\n", i+1, f.Claim, mark, f.Record.Finding)
	}
}

func writeLeftOut(b *strings.Builder, out []space.LeftOut) {
	if len(out) == 0 {
		return
	}
	by := map[string][]string{}
	for _, o := range out {
		by[string(o.Reason)] = append(by[string(o.Reason)], o.Name)
	}
	var parts []string
	for _, reason := range slices.Sorted(maps.Keys(by)) {
		names := by[reason]
		const most = 6
		more := ""
		if len(names) > most {
			more = fmt.Sprintf(" and %d more", len(names)-most)
			names = names[:most]
		}
		parts = append(parts, fmt.Sprintf("%s (%s%s)", reason, strings.Join(names, ", "), more))
	}
	fmt.Fprintf(b, "left out: %s\n", strings.Join(parts, "; "))
}

// tally writes counts, the largest first.
func tally(counts map[string]int64) []string {
	names := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(names, func(a, b string) int {
		switch {
		case counts[a] > counts[b]:
			return -1
		case counts[a] < counts[b]:
			return 1
		}
		return 0
	})
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = report.Count(counts[n]) + " " + n
	}
	return out
}

func pairsText(all []survey.Tautology, most int) string {
	var parts []string
	for _, t := range all[:min(most, len(all))] {
		parts = append(parts, fmt.Sprintf("%s and %s (%s)", t.A, t.B, t.Reason))
	}
	if len(all) > most {
		parts = append(parts, fmt.Sprintf("and %d more pairs", len(all)-most))
	}
	return strings.Join(parts, ", ")
}

// writeColumns aligns a table: the first column left, the others right.
func writeColumns(b *strings.Builder, rows [][]string) {
	width := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, cell := range r {
			width[i] = max(width[i], len(cell))
		}
	}
	for _, r := range rows {
		fmt.Fprintf(b, "%-*s", width[0], r[0])
		for i, cell := range r[1:] {
			fmt.Fprintf(b, "  %*s", width[i+1], cell)
		}
		b.WriteString("\n")
	}
}
