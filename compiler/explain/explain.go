// Package explain gathers what can be explained: diagnostics, lint rules, refusals and warnings of a run, and the words of the
// language and of queries, each from the table of its own package.
package explain

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/hyp-lang/hyp/compiler/lint"
	"github.com/hyp-lang/hyp/estimators/engine"
	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/grammar"
)

// Topic is one thing that can be explained.
type Topic struct {
	Kind     string    `json:"kind"` // diagnostic, rule, refusal, warning, verdict, query, or a kind of word
	Code     string    `json:"code,omitempty"`
	Name     string    `json:"name"`
	Level    string    `json:"level,omitempty"` // of diagnostics and rules
	What     string    `json:"what"`
	Sections []Section `json:"sections,omitempty"`
	aside    []string  // further words that lead here
}

// Section is a part of an explanation; code is printed as it is.
type Section struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	Code  bool   `json:"code,omitempty"`
}

func (t *Topic) add(title, text string, code bool) {
	if text != "" {
		t.Sections = append(t.Sections, Section{title, text, code})
	}
}

// Topics lists everything: diagnostics, rules, refusals and warnings, words. The slice is a copy.
func Topics() []Topic { return slices.Clone(topics()) }

var topics = sync.OnceValue(func() (out []Topic) {
	for _, x := range diag.Registry() {
		t := Topic{Kind: "diagnostic", Code: x.Code, Name: x.Name, Level: x.Severity.String(), What: sentence(x.What)}
		t.add("Why", sentence(x.Why), false)
		t.add("Example", x.Example, true)
		out = append(out, t)
	}
	for _, r := range lint.Rules() {
		t := Topic{Kind: "rule", Code: r.Code, Name: r.Name, Level: r.Level.String(), What: sentence(r.Doc.What)}
		t.add("Needs", r.Needs.String(), false)
		t.add("Why", sentence(r.Doc.Why), false)
		t.add("Example", r.Doc.Example, true)
		t.add("Its data", sentence(r.Doc.Rows()), false)
		t.add("Its catalog", r.Doc.Catalog, true)
		t.add("Instead", r.Doc.Instead, true)
		t.add("After the fix", r.Doc.Fixed, true)
		t.add("Ignore it when", r.Doc.Ignore, false)
		settings := "the level"
		if r.Doc.Settings != "" {
			settings += "; " + r.Doc.Settings
		}
		t.add("Settings", settings, false)
		out = append(out, t)
	}
	for _, r := range engine.Reasons() {
		t := Topic{Kind: string(r.Kind), Name: r.Code, What: sentence(r.What)}
		t.add("Why", sentence(r.Why), false)
		t.add("What to do", sentence(r.Do), false)
		t.add("Example", r.Example, true)
		out = append(out, t)
	}
	for _, w := range grammar.Language() {
		t := Topic{Kind: w.Kind, Name: w.Name, What: w.What, aside: strings.Fields(w.Keywords)}
		t.add("Form", w.Form, true)
		t.add("Example", w.Example, true)
		t.add("Take care", w.Pitfall, false)
		t.add("Not so", w.Wrong, true)
		out = append(out, t)
	}
	for _, v := range verdicts {
		t := Topic{Kind: "verdict", Name: v.name, What: v.what}
		t.add("Example", v.example, true)
		t.add("Take care", v.care, false)
		out = append(out, t)
	}
	for _, q := range query.Topics() {
		t := Topic{Kind: "query", Name: q.Name, What: sentence(q.What), aside: q.Aside}
		t.add("Form", q.Form, true)
		t.add("Example", q.Example, true)
		t.add("Take care", sentence(q.Care), false)
		out = append(out, t)
	}
	return out
})

// Find finds what a code, a name or a word means, in any case; one name can mean several things.
func Find(word string) []Topic {
	explained := map[string]bool{}
	for _, w := range grammar.Explain(word) {
		explained[w.Kind+" "+w.Name] = true
	}
	return slices.DeleteFunc(Topics(), func(t Topic) bool {
		if slices.Contains(grammar.Kinds, t.Kind) {
			return !explained[t.Kind+" "+t.Name]
		}
		is := func(name string) bool { return strings.EqualFold(name, word) }
		return !is(t.Name) && !is(t.Code) && !slices.ContainsFunc(t.aside, is)
	})
}

// Names lists everything that Find knows, sorted.
func Names() []string {
	var names []string
	for _, t := range topics() {
		names = append(names, t.Name)
		names = append(names, t.aside...)
		if t.Code != "" {
			names = append(names, t.Code)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Heading is the first line of an explanation.
func (t *Topic) Heading() string {
	switch {
	case t.Code != "":
		return fmt.Sprintf("%s[%s] %s", t.Level, t.Code, t.Name)
	case t.Kind == "refusal" || t.Kind == "warning":
		return t.Kind + " " + t.Name
	}
	return t.Name + " (" + t.Kind + ")"
}

// Text is an explanation, wrapped.
func (t *Topic) Text(width int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n%s", t.Heading(), wrapped(t.What, width, 0))
	for _, s := range t.Sections {
		if !s.Code {
			b.WriteString("\n" + wrapped(s.Title+": "+s.Text, width, 0))
			continue
		}
		b.WriteString("\n" + s.Title + ":\n\n")
		for line := range strings.Lines(s.Text) {
			if line = strings.TrimRight(line, "\n"); line != "" {
				line = "    " + line
			}
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

// List lists topics: what has a code a line each, words by their kinds.
func List(of []Topic, width int) string {
	var b strings.Builder
	heading := ""
	begin := func(title string) {
		if title == heading {
			return
		}
		if heading != "" {
			b.WriteString("\n")
		}
		heading = title
		b.WriteString(title + "\n")
	}
	for _, t := range of {
		switch t.Kind {
		case "diagnostic":
			begin("Diagnostics")
			fmt.Fprintf(&b, "%s  %-8s %s\n", t.Code, t.Level, t.Name)
		case "rule":
			begin("Lint rules")
			fmt.Fprintf(&b, "%s  %-8s %s\n", t.Code, t.Level, t.Name)
		case "refusal", "warning":
			begin("Refusals and warnings of a run")
			fmt.Fprintf(&b, "%-8s %s\n", t.Kind, t.Name)
		}
	}
	begin("Words of the language")
	line := func(kind string) {
		var names []string
		for _, t := range of {
			if t.Kind == kind {
				names = append(names, strings.ReplaceAll(t.Name, " ", "\u00a0"))
			}
		}
		text := wrapped(fmt.Sprintf("%-19s %s", kind, strings.Join(names, ", ")), width, 20)
		b.WriteString(strings.ReplaceAll(text, "\u00a0", " "))
	}
	for _, kind := range grammar.Kinds {
		line(kind)
	}
	begin("How a run ends")
	line("verdict")
	begin("Words of queries")
	line("query")
	return b.String()
}

// wrapped breaks a text at spaces into lines of at most width, the later ones set in; spaces within a line stay.
func wrapped(text string, width, indent int) string {
	var b strings.Builder
	line := ""
	for i, word := range strings.Split(text, " ") {
		switch {
		case i == 0:
			line = word
		case strings.TrimSpace(line) != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width:
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = strings.Repeat(" ", indent) + word
		default:
			line += " " + word
		}
	}
	return b.String() + line + "\n"
}

// sentence begins with a capital, unless a name stands there, and ends with a full stop.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	if !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "?") {
		text += "."
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
