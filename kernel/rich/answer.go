package rich

import (
	"fmt"
	"strings"

	"github.com/hyp-lang/hyp/agents/ask"
)

// Answer shows what the graph says to a question: its sentences with the insights that they cite, or that it is not known and what
// comes nearest.
func Answer(a *ask.Answer) Bundle {
	var b strings.Builder
	if !a.Known {
		b.WriteString("<p><strong>The graph does not know.</strong></p>\n")
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
	if !a.Known && len(a.Retrieved) > 0 {
		b.WriteString("<p>What comes nearest, and answers something else:</p>\n<ul>\n")
		for _, r := range a.Retrieved[:min(2, len(a.Retrieved))] {
			b.WriteString("<li>" + prose(r.Text) + ` <span class="hyp-quiet">[` + code(r.ID) + "]</span></li>\n")
		}
		b.WriteString("</ul>\n")
	}
	if a.Faithfulness != nil {
		fmt.Fprintf(&b, `<p class="hyp-quiet">Faithfulness %.2f: the share of sentences that the cited insights support.</p>`+"\n", *a.Faithfulness)
	}
	return Bundle{Plain: a.String(), HTML: page(b.String()), JSON: encoded(a)}
}
