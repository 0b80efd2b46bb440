package rich

import (
	"fmt"
	"strings"

	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/study"
)

// Progress is how far something is: in words, and as a part of a whole. Total is 0 or less when the whole is not known.
type Progress struct {
	Text        string
	Done, Total int64
}

// OfStudy is the progress of a study's run.
func OfStudy(p study.Progress) Progress {
	out := Progress{Text: p.String()}
	switch {
	case p.Reading != "":
		out.Done, out.Total = p.Bytes, p.TotalBytes
	case p.Checking == "":
		out.Done, out.Total = int64(p.Done), int64(p.Total)
	}
	return out
}

// Bundle shows the progress as a bar with its words, for a display that is updated in place.
func (p Progress) Bundle() Bundle {
	done := min(max(p.Done, 0), max(p.Total, 0))
	value, bar := "", ""
	if p.Total > 0 {
		value = fmt.Sprintf(` value="%d" max="%d"`, done, p.Total)
		const width = 30
		full := int(float64(done) / float64(p.Total) * width)
		bar = "[" + strings.Repeat("#", full) + strings.Repeat(".", width-full) + "] "
	}
	return Bundle{
		Plain: bar + report.Clean(p.Text),
		HTML:  page(fmt.Sprintf("<p><progress%s aria-label=\"progress\"></progress> %s</p>\n", value, esc(p.Text))),
	}
}
