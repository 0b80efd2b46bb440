package rich

import (
	"fmt"
	"io"
	"strings"

	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
)

// Record shows one result: the finding and the verdict in words, the numbers, and behind a fold how they came about. What has
// no number shows why and what can be done.
func Record(r *result.Record, o report.Options) Bundle {
	return Bundle{
		Plain: printed(func(w io.Writer) error { return report.Write(w, r, o) }),
		HTML:  page(recordHTML(r, true)),
		JSON:  encoded(undated(r)),
	}
}

// The parts of a cell's results that are bounded: a page with more of them is slow to draw and heavy to keep.
const (
	mostTold   = 200 // told in full: as text, behind a fold, and as JSON
	mostListed = 500 // rows of the table
	mostLatest = 10  // rows of the table of a run that goes on
)

// Records shows the results of one cell: a table of all, and every one behind a fold, opened by its finding. A single one
// is shown as Record does. Of more than 500 the first are listed, of more than 200 the first told in full, and a note says where the
// others are. There is nothing to show of none: the bundle is nil.
func Records(rs []*result.Record, o report.Options) Bundle {
	switch len(rs) {
	case 0:
		return nil
	case 1:
		return Record(rs[0], o)
	}
	told, listed, note := rs[:min(len(rs), mostTold)], rs[:min(len(rs), mostListed)], unshown(rs)
	counts := totals(rs)
	text := printed(func(w io.Writer) error {
		for _, r := range told {
			if err := report.Write(w, r, o); err != nil {
				return err
			}
		}
		_, err := io.WriteString(w, counts+"\n"+note)
		return err
	})
	var b strings.Builder
	b.WriteString(recordsTable(counts, listed))
	if note != "" {
		fmt.Fprintf(&b, "<p>%s</p>\n", prose(note))
	}
	for _, r := range told {
		fmt.Fprintf(&b, "<details><summary>%s %s</summary>\n%s</details>\n", strong(r.Name), clip(report.Sentence(r), 500, prose), recordHTML(r, false))
	}
	return Bundle{Plain: text, HTML: page(b.String()), JSON: encoded(undated(told...))}
}

// Latest shows how far a cell is that goes on: the counts, and a row for each of the last results. It stays small however many there
// are, since it is sent again and again.
func Latest(rs []*result.Record) Bundle {
	if len(rs) == 0 {
		return nil
	}
	counts, last := totals(rs), rs[max(0, len(rs)-mostLatest):]
	if len(last) < len(rs) {
		counts += fmt.Sprintf("; the last %d", len(last))
	}
	text := counts
	for _, r := range last {
		text += "\n" + report.Clean(cut(strings.TrimSpace(r.Name+"  "+outcomeWord(r)+"  "+r.Claim), 160))
	}
	return Bundle{Plain: text, HTML: page(recordsTable(counts, last))}
}

// unshown says what of many results is not shown, and where it is.
func unshown(rs []*result.Record) string {
	if len(rs) <= mostTold {
		return ""
	}
	s := fmt.Sprintf("Told in full: the first %d", mostTold)
	if len(rs) > mostListed {
		s = fmt.Sprintf("Listed: the first %d; told in full: the first %d", mostListed, mostTold)
	}
	return s + ". The others: `find i.text where i.name = \"" + report.Clean(cut(rs[len(rs)-1].Name, 60)) + "\"`, `%who`, or `hyp.results` in a `%%python` cell."
}

// totals counts the verdicts.
func totals(rs []*result.Record) string {
	var total report.Summary
	for _, r := range rs {
		total.Add(r)
	}
	return total.Counts()
}

// recordsTable is a row for each record.
func recordsTable(caption string, rs []*result.Record) string {
	rows := make([][]string, len(rs))
	for i, r := range rs {
		rows[i] = append([]string{title(r), badge(outcomeWord(r))}, numberCells(r, true)...)
	}
	return tableHTML(esc(caption), append([]column{{"Hypothesis", false}, {"Verdict", false}}, numberColumns...), rows)
}

// undated are records without the time that they took, so that a notebook that is run again is the same file: one, or a list.
func undated(rs ...*result.Record) any {
	out := make([]result.Record, len(rs))
	for i, r := range rs {
		out[i] = *r
		out[i].ElapsedMS = 0
	}
	if len(out) == 1 {
		return out[0]
	}
	return out
}

// numberColumns head numberCells.
var numberColumns = []column{{"Measure", false}, {"Size", true}, {"95% interval", true}, {"p", true}, {"q", true}, {"n", true}}

// numberCells are the numbers of a record in the columns of every table of records; a dash where there is none.
func numberCells(r *result.Record, short bool) []string {
	const none = "–"
	cells := []string{none, none, none, none, none, none}
	if s, ok := report.SizeOf(r); ok {
		value, from, to := report.Parts(s.Value, s.Low, s.High)
		measure := s.Name
		if short {
			measure, _, _ = strings.Cut(measure, ",")
		}
		if len(measure) < 16 {
			measure = strings.ReplaceAll(measure, " ", "\u00a0")
		}
		cells[0], cells[1] = esc(measure), esc(value)
		if from != "" {
			cells[2] = esc(from + " to " + to)
		}
	}
	if r.P != nil || r.Log10P != nil {
		cells[3] = esc(bare(report.Probability(r.P, r.Log10P)))
	}
	if r.Q != nil || r.Log10Q != nil {
		cells[4] = esc(bare(report.Probability(r.Q, r.Log10Q)))
	}
	if r.N > 0 || r.Status == result.OK {
		cells[5] = report.Count(r.N)
	}
	return cells
}

// numberRows are the size with the test, and the estimate in the outcome's unit.
func numberRows(r *result.Record) [][]string {
	rows := [][]string{numberCells(r, false)}
	if r.Estimate != nil {
		value, from, to := report.Parts(*r.Estimate, r.Low, r.High)
		rows = append(rows, []string{esc(report.Unit(r)), esc(value), esc(from + " to " + to), "", "", ""})
		if from == "" {
			rows[1][2] = "–"
		}
	}
	return rows
}

// bare is a probability without the sign of equality.
func bare(p string) string { return strings.TrimPrefix(p, "= ") }

// outcomeWord is the verdict's word, or what stands in its place.
func outcomeWord(r *result.Record) string {
	switch {
	case r.Status == result.Refused || r.Status == result.Blocked:
		return string(r.Status)
	case r.Verdict != nil:
		return string(r.Verdict.Value)
	}
	return "estimated"
}

func strong(s string) string {
	if s == "" {
		return ""
	}
	return "<strong>" + clip(s, 80, name) + "</strong>"
}

// title is a record's name and claim in a cell.
func title(r *result.Record) string {
	s := clip(r.Claim, 160, code)
	if r.Name != "" {
		s = strong(r.Name) + " " + s
	}
	return s
}

// recordHTML is one record; its finding stands outside where it is folded in.
func recordHTML(r *result.Record, alone bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<p>%s %s</p>\n", strong(r.Name), clip(r.Claim, 2000, code))
	items := report.Items(r)
	author, items := take(items, "claim", "because")
	for _, it := range author {
		fmt.Fprintf(&b, "<p class=\"hyp-quiet\">%s: <q>%s</q></p>\n", capital(esc(it.Label)), prose(it.Text))
	}
	if r.Status != result.OK {
		return b.String() + refusalHTML(r, items)
	}
	word := badge(outcomeWord(r))
	if alone {
		fmt.Fprintf(&b, "<p>%s %s</p>\n", word, prose(report.Sentence(r)))
		word = "Verdict:"
	}
	if r.Verdict != nil {
		fmt.Fprintf(&b, "<p>%s %s</p>\n", word, prose(r.Verdict.Reason))
	}
	warned, items := take(items, "warning")
	for _, it := range warned {
		fmt.Fprintf(&b, "<p><strong>Warning:</strong> %s</p>\n", prose(it.Text))
	}
	if alone {
		b.WriteString(tableHTML("", numberColumns, numberRows(r)))
	}
	_, items = take(items, "finding", "verdict")
	table := facts("", items)
	if alone {
		table = "<details><summary>How this was answered</summary>\n" + table + "</details>\n"
	}
	return b.String() + table
}

// take separates the items with these labels from the others.
func take(items []report.Item, labels ...string) (taken, rest []report.Item) {
	for _, it := range items {
		found := false
		for _, l := range labels {
			found = found || it.Label == l
		}
		if found {
			taken = append(taken, it)
		} else {
			rest = append(rest, it)
		}
	}
	return taken, rest
}

// refusalHTML is the card of a hypothesis without a number: why, and what can be done.
func refusalHTML(r *result.Record, items []report.Item) string {
	var b strings.Builder
	b.WriteString(`<div class="hyp-card">` + "\n")
	fmt.Fprintf(&b, "<p>%s %s</p>\n", badge(string(r.Status)), prose(report.Sentence(r)))
	switch {
	case r.Status == result.Blocked:
		b.WriteString("<p><strong>What to do:</strong> add the data to the table and take the <code>needs</code> clause away; until then nothing is estimated.</p>\n")
	case r.Refusal != nil && r.Refusal.Help != "":
		fmt.Fprintf(&b, "<p><strong>What to do:</strong> %s</p>\n", prose(capital(r.Refusal.Help)))
	}
	_, rest := take(items, "refused", "blocked", "help")
	if r.Refusal != nil {
		fmt.Fprintf(&b, "<p class=\"hyp-quiet\">The rule is %s; <code>%%explain %s</code> explains it.</p>\n", code(r.Refusal.Code), esc(r.Refusal.Code))
	}
	if len(rest) > 0 {
		b.WriteString(facts("", rest))
	}
	b.WriteString("</div>\n")
	return b.String()
}
