package ask

import (
	"fmt"
	"strings"
	"unicode"
)

// String is the answer for people: sentences with their citations, what is unsupported marked, how sure they are and of which data, how to look further,
// and how faithful the answer is.
func (a *Answer) String() string {
	if !a.Known {
		return a.unknown()
	}
	var b strings.Builder
	if a.Count != nil {
		fmt.Fprintf(&b, "%s about it; the strongest first:\n", are(*a.Count))
	}
	for _, s := range a.Sentences {
		mark := ""
		if !s.Supported {
			mark = " (unsupported: no insight says so)"
		}
		fmt.Fprintf(&b, "- %s", plain(s.Text))
		for _, id := range s.Cites {
			fmt.Fprintf(&b, " [%s]", id)
		}
		b.WriteString(mark + "\n")
	}
	if a.By != offline && a.Faithfulness != nil && *a.Faithfulness == 0 {
		b.WriteString("No sentence of the model's is supported. The findings themselves:\n")
		for _, r := range a.Retrieved {
			fmt.Fprintf(&b, "- %s [%s]\n", plain(r.Text), r.ID)
		}
	}
	if n := a.Found - len(a.Retrieved); n > 0 {
		fmt.Fprintf(&b, "%d more say something about it; --keep %d cites all.\n", n, a.Found)
	}
	if len(a.Unknown) > 0 {
		fmt.Fprintf(&b, "Nothing in the graph is about: %s.\n", strings.Join(a.Unknown, ", "))
	}
	for _, n := range a.Notes {
		b.WriteString(n + "\n")
	}
	if a.Details != nil {
		b.WriteString(a.Details.text())
		fmt.Fprintf(&b, "More: hyp query%s %s\n", a.flags(), quoted(a.Details.Query))
	}
	if a.Faithfulness != nil {
		fmt.Fprintf(&b, "Faithfulness %.2f: the share of sentences that the cited insights support.\n", *a.Faithfulness)
	}
	return b.String()
}

func (a *Answer) unknown() string {
	var b strings.Builder
	b.WriteString("The graph does not know.\n")
	if len(a.Unknown) > 0 {
		fmt.Fprintf(&b, "Nothing in it is about: %s.\n", strings.Join(a.Unknown, ", "))
	}
	for _, n := range a.Notes {
		b.WriteString(n + "\n")
	}
	if len(a.Retrieved) > 0 {
		b.WriteString("What comes nearest, and answers something else:\n")
		for _, r := range a.Retrieved[:min(2, len(a.Retrieved))] {
			fmt.Fprintf(&b, "- %s [%s]\n", plain(r.Text), r.ID)
		}
	}
	fmt.Fprintf(&b, "What it has variables for: hyp query%s 'find v:variable, v.name, v.label'\n", a.flags())
	return b.String()
}

func are(n int) string {
	if n == 1 {
		return "1 finding is"
	}
	return fmt.Sprintf("%d findings are", n)
}

func (a *Answer) flags() string {
	if a.Flags == "" {
		return ""
	}
	return " " + a.Flags
}

// plain is a text of the data in one line, without characters that steer a terminal or turn the direction of writing.
func plain(s string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s)), " ")
}

// quoted is a word for a shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
