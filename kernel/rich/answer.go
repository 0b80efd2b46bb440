package rich

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/hyp-lang/hyp/agents/ask"
	"github.com/hyp-lang/hyp/estimators/report"
)

// Answer shows what the graph says to a question: its sentences with the insights that they cite, or that it is not known and what
// comes nearest.
func Answer(a *ask.Answer) Bundle {
	var b strings.Builder
	if !a.Known {
		b.WriteString("<p><strong>The graph does not know.</strong></p>\n")
	}
	if a.Known && a.Count != nil {
		fmt.Fprintf(&b, "<p>Findings about it: %s; the strongest first:</p>\n", report.Count(int64(*a.Count)))
	}
	if len(a.Sentences) > 0 {
		b.WriteString("<ul>\n")
		for _, s := range a.Sentences {
			b.WriteString("<li>" + prose(s.Text))
			for _, id := range s.Cites {
				b.WriteString(` <span class="hyp-quiet">[` + code(id) + "]</span>")
			}
			if !s.Supported {
				b.WriteString(` <span class="hyp-badge hyp-error">unsupported</span> no insight that it cites says so`)
			}
			b.WriteString("</li>\n")
		}
		b.WriteString("</ul>\n")
	}
	if len(a.Unknown) > 0 {
		fmt.Fprintf(&b, "<p>Nothing in the graph is about: %s.</p>\n", esc(strings.Join(a.Unknown, ", ")))
	}
	for _, n := range a.Notes {
		b.WriteString("<p>" + prose(inCell(n)) + "</p>\n")
	}
	if !a.Known && len(a.Retrieved) > 0 {
		b.WriteString("<p>What comes nearest, and answers something else:</p>\n<ul>\n")
		for _, r := range a.Retrieved[:min(2, len(a.Retrieved))] {
			b.WriteString("<li>" + prose(r.Text) + ` <span class="hyp-quiet">[` + code(r.ID) + "]</span></li>\n")
		}
		b.WriteString("</ul>\n")
	}
	if d := a.Details; d != nil {
		var names []string
		for _, n := range d.Names {
			names = append(names, n.Name+": "+n.Label)
		}
		for _, line := range [][2]string{{"How sure", strings.Join(d.Sure, "; ")}, {"Held equal", strings.Join(d.Equal, ", ")}, {"Data", strings.Join(d.Data, "; ")}, {"Names", strings.Join(names, "; ")}} {
			if line[1] != "" {
				b.WriteString(`<p class="hyp-quiet">` + line[0] + ": " + esc(line[1]) + "</p>\n")
			}
		}
		b.WriteString(`<p class="hyp-quiet">More, in a cell: ` + code(d.Query) + "</p>\n")
	}
	if a.Faithfulness != nil {
		fmt.Fprintf(&b, `<p class="hyp-quiet">Faithfulness %.2f: the share of sentences that the cited insights support.</p>`+"\n", *a.Faithfulness)
	}
	return Bundle{Plain: inCell(a.String()), HTML: page(b.String()), JSON: encoded(a)}
}

var (
	queryCommand = regexp.MustCompile(`hyp query[^']*'((?:[^'\n]|'\\'')*)'`)
	keepFlag     = regexp.MustCompile(`; --keep \d+ cites all`)
)

// inCell puts what is said to someone at a shell into the words of a notebook: a query is a cell, and %ask has no flags.
func inCell(text string) string {
	text = queryCommand.ReplaceAllStringFunc(text, func(s string) string {
		return "in a cell, " + strings.ReplaceAll(queryCommand.FindStringSubmatch(s)[1], `'\''`, "'")
	})
	return keepFlag.ReplaceAllString(text, "")
}
