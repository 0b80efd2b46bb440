package rich

import (
	"fmt"
	"io"
	"strings"

	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/study"
)

// Plans shows how hypotheses will be answered: a table of all, and each in full behind a fold. Nil without any.
func Plans(ps []*study.Planned, o report.Options) Bundle {
	if len(ps) == 0 {
		return nil
	}
	text := printed(func(w io.Writer) error {
		for i, p := range ps {
			if i > 0 {
				if _, err := io.WriteString(w, "\n"); err != nil {
					return err
				}
			}
			if err := report.WritePlan(w, p.Name, p.Claim, p.Bound, p.Refusal, p.Needs, o); err != nil {
				return err
			}
		}
		return nil
	})
	var b strings.Builder
	rows := make([][]string, len(ps))
	for i, p := range ps {
		rows[i] = planRow(p)
	}
	columns := []column{{"Hypothesis", false}, {"Answered by", false}, {"Rows", true}, {"Coverage", true}, {"Parameters", true}}
	b.WriteString(tableHTML("How it will be answered; nothing was estimated", columns, rows))
	for _, p := range ps {
		open := ""
		if len(ps) == 1 {
			open = " open=\"open\""
		}
		fmt.Fprintf(&b, "<details%s><summary>%s %s</summary>\n%s</details>\n", open, strong(p.Name), clip(p.Claim, 160, code), facts("", report.PlanItems(p.Bound, p.Refusal, p.Needs)))
	}
	return Bundle{Plain: text, HTML: page(b.String()), JSON: encoded(ps)}
}

func planRow(p *study.Planned) []string {
	const none = "–"
	title := clip(p.Claim, 160, code)
	if p.Name != "" {
		title = strong(p.Name) + " " + title
	}
	row := []string{title, none, none, none, none}
	switch {
	case p.Refusal != nil:
		row[1] = badge(string(result.Refused)) + " " + prose(p.Refusal.Message)
	case p.Bound == nil:
		row[1] = badge(string(result.Blocked)) + " " + prose(report.Sentence(&result.Record{Status: result.Blocked, Needs: p.Needs}))
	default:
		method := report.Method(&result.Record{Estimator: p.Bound.Plan.Estimator(), Test: string(p.Bound.Plan.Tested()), Why: p.Bound.Why})
		row = []string{title, prose(method), report.Count(p.Bound.Rows.Complete), report.Percent(p.Bound.Rows.Coverage()), report.Count(int64(p.Bound.Parameters))}
	}
	return row
}
