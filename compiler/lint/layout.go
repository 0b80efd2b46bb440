package lint

import (
	"strings"

	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/format"
	"github.com/hyp-lang/hyp/lang/source"
)

var unformatted = &Rule{
	Code: "HL403", Name: "unformatted", Level: Warn, Needs: Text,
	Doc: Doc{
		What:    "The file is not as `hyp fmt` writes it.",
		Why:     "one layout for all keeps differences between versions down to what changed",
		Example: "hyp H1:   assoc( school,pay )\n",
		Instead: "hyp H1: assoc(school, pay)\n",
		Fixed:   "hyp H1: assoc(school, pay)\n",
		Ignore:  "the file is written by a program that has its own layout.",
	},
	Run: func(p *Pass) {
		edit, same := p.reformat()
		if same {
			return
		}
		line := p.Source.LineSpan(p.Source.Position(edit.Span.Start).Line)
		p.report(p.at("", line, "not as `hyp fmt` writes it").
			WithLabel("from here").WithHelp("run `hyp fmt`").
			WithFix("format the file", true, edit))
	},
}

// reformat is the edit that formats the study: the lines from the first that differs to the last.
func (s *Study) reformat() (edit diag.Edit, same bool) {
	want, have := format.File(s.File), s.Source.Text
	if want == have {
		return edit, true
	}
	head := 0
	for head < len(want) && head < len(have) && want[head] == have[head] {
		head++
	}
	head = strings.LastIndexByte(have[:head], '\n') + 1
	tail := 0
	for tail < len(want)-head && tail < len(have)-head && want[len(want)-1-tail] == have[len(have)-1-tail] {
		tail++
	}
	if i := strings.IndexByte(have[len(have)-tail:], '\n'); i >= 0 && tail > 0 {
		tail -= i + 1
	} else {
		tail = 0
	}
	return diag.Edit{Span: source.Span{Start: head, End: len(have) - tail}, Text: want[head : len(want)-tail]}, false
}
