package rich

import (
	"fmt"
	"strings"

	"github.com/hyp-lang/hyp/estimators/report"
)

// Finding is one of those that a survey or a discovery came to: what it is called by, the claim, the sentence with its numbers, and a verdict
// or another word about it.
type Finding struct{ Mark, Claim, Text, Verdict string }

// mostFindings are listed at the end, mostRecent while a discovery goes on.
const (
	mostFindings = 200
	mostRecent   = 20
)

// Findings is a table of findings under a caption; marks heads what they are called by, a round or a rank. While a run goes on only the last
// are shown, so that it can be sent again and again; over is false then. Text is broken between words at width.
func Findings(caption, marks string, fs []Finding, width int, over bool) Bundle {
	switch n := len(fs); {
	case !over && n > mostRecent:
		caption += fmt.Sprintf("; the last %d of %s", mostRecent, report.Count(int64(n)))
		fs = fs[n-mostRecent:]
	case n > mostFindings:
		caption += fmt.Sprintf("; the first %d of %s", mostFindings, report.Count(int64(n)))
		fs = fs[:mostFindings]
	}
	columns := []column{{esc(marks), true}, {"Claim", false}, {"Finding", false}, {"Verdict", false}}
	rows := make([][]string, len(fs))
	text := report.Clean(caption)
	for i, f := range fs {
		rows[i] = []string{esc(f.Mark), clip(f.Claim, 160, code), clip(f.Text, 500, prose), badge(f.Verdict)}
		line := fmt.Sprintf("%4s  %s", f.Mark, report.Clean(f.Text))
		if f.Verdict != "" {
			line += " (" + f.Verdict + ")"
		}
		text += "\n" + strings.Join(report.Wrap(line, width, 6), "\n")
	}
	return Bundle{Plain: text, HTML: page(tableHTML(esc(caption), columns, rows))}
}
