package session

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/compiler/explain"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/lang/diag"
)

// help lists what a cell can be, or explains one thing.
func (r *run) help(ctx context.Context, a arguments) error {
	name := strings.TrimLeft(strings.TrimSpace(a.text), "%")
	if name == "" {
		r.out.Stream("stdout", r.s.overview())
		return nil
	}
	if m := magicNamed(name); m != nil {
		r.say(fmt.Sprintf("%s\n  %s.\n  For example: %s", m.Form, m.What, strings.ReplaceAll(m.Example, "\n", "\n               ")))
		return nil
	}
	a.text = name
	return r.explain(ctx, a)
}

// explain says what a name of the session, a code or a word means.
func (r *run) explain(ctx context.Context, a arguments) error {
	name := strings.Trim(strings.TrimSpace(a.text), "`")
	if slices.Contains([]string{"find", "lineage", "paths"}, name) {
		return r.help(ctx, arguments{text: "query"})
	}
	if b := r.s.card(ctx, name); b != nil {
		r.out.Display(b, nil, "")
		return nil
	}
	if b := r.s.Inspect(ctx, name, len(name), true); b != nil && name != "" && len(explain.Find(name)) > 0 {
		r.out.Display(b, nil, "")
		return nil
	}
	for _, text := range []string{"find " + name, "find i." + name} { // a word of the query language
		if b := r.s.Inspect(ctx, text, len(text), true); b != nil && name != "" && len(explain.Find(name)) == 0 {
			r.out.Display(b, nil, "")
			return nil
		}
	}
	var topics []string
	for _, t := range explain.Find(name) {
		topics = append(topics, t.Text(r.s.cfg.Width))
	}
	switch {
	case name == "":
		r.out.Stream("stdout", explain.List(explain.Topics(), r.s.cfg.Width))
	case len(topics) > 0:
		r.out.Stream("stdout", strings.Join(topics, "\n"))
	default:
		text := fmt.Sprintf("nothing is called %q", name)
		if near := diag.Suggest(name, explain.Names()); len(near) > 0 {
			text += "; did you mean `" + strings.Join(near, "`, `") + "`?"
		} else if strings.Contains(name, " ") {
			text += "; a question in words is for the graph of findings: %ask " + name + "?"
		}
		return problem("MagicError", text)
	}
	return nil
}

// overview is the page of %help.
func (s *Session) overview() string {
	var b strings.Builder
	b.WriteString(`A cell holds statements of the language, which stay for later cells; its hypotheses are answered.
  dataset penguins from "penguins.csv"
  hyp H1: assoc(bill_length_mm, body_mass_g) expect positive

A cell that begins with find, lineage or paths asks the graph of findings.
  find i, i.effect where i about @body_mass_g

Tab completes, Shift-Tab explains what stands at the cursor.

`)
	for _, m := range magics {
		b.WriteString(m.lines(s.cfg.Width))
	}
	return b.String()
}

// formWidth is the column of %help in which a form stands beside what it does; a longer one has lines of its own.
const formWidth = 32

// lines are what %help lists of a magic: its form, what it does, and an example where that says more than the form.
func (m *Magic) lines(width int) string {
	text := strings.ReplaceAll(m.Example, "\n", " ⏎ ")
	about := report.Wrap(m.What, max(width-formWidth-2, 30), 0)
	if text != m.Form {
		about = append(about, "  "+text)
	}
	form := m.Form
	var b strings.Builder
	if len(form) > formWidth {
		b.WriteString(form + "\n")
		form = ""
	}
	for _, line := range about {
		fmt.Fprintf(&b, "%-*s  %s\n", formWidth, form, line)
		form = ""
	}
	return b.String()
}
