package session

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/explain"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/kernel/assist"
	"github.com/hyp-lang/hyp/kernel/rich"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

// sessionMagics are about the session itself.
var sessionMagics = []Magic{
	{Magic: assist.Magic{Name: "help", Form: "%help [NAME]", What: "this list, or what a magic, a code or a word means", Takes: assist.ATopic},
		Example: "%help plan", run: (*run).help},
	{Magic: assist.Magic{Name: "who", Form: "%who", What: "what the session holds: declarations, hypotheses, verdicts"},
		Example: "%who", run: (*run).who},
	{Magic: assist.Magic{Name: "run", Form: "%run [H1 H2]", What: "answer hypotheses of earlier cells again; all without a name", Takes: assist.AHypothesis},
		Example: "%run H1", changes: true, run: (*run).again},
	{Magic: assist.Magic{Name: "reset", Form: "%reset [NAME]", What: "forget a declaration or a hypothesis; everything without a name", Takes: assist.AVariable},
		Example: "%reset H3", changes: true, run: (*run).forget},
	{Magic: assist.Magic{Name: "save", Form: "%save FILE.hyp [--force]", What: "write the session as a study", Takes: assist.AFile, Words: []string{"--force"}},
		Example: "%save session.hyp --force", run: (*run).save},
	{Magic: assist.Magic{Name: "data", Form: "%data [FILE]", What: "the columns of the session's data, or of a file: types, values, what is missing", Takes: assist.AFile},
		Example: "%data penguins.csv", run: (*run).dataSets},
	{Magic: assist.Magic{Name: "init", Form: "%init FILE", What: "a draft of a study about a file, for you to review", Takes: assist.AFile},
		Example: "%init penguins.csv", run: (*run).draft},
	{Magic: assist.Magic{Name: "catalog", Form: "%catalog [NAME]", What: "what the catalogs say of the variables, or of one", Takes: assist.AVariable},
		Example: "%catalog species", run: (*run).catalog},
}

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

// who lists what holds, a line a statement.
func (r *run) who(context.Context, arguments) error {
	if len(r.all) == 0 {
		r.say("nothing yet: a statement of a cell stays for the cells after it")
		return nil
	}
	latest := map[string]*result.Record{}
	for _, rec := range r.s.Results() {
		latest[rec.Name] = rec
	}
	var b strings.Builder
	for _, c := range r.all {
		for _, st := range c.statements {
			text := clip(st.text(c))
			if why, aside := r.aside[st]; aside {
				fmt.Fprintf(&b, "%-6s %s  set aside: %s\n", c.label, text, why)
				continue
			}
			if rec := latest[st.name]; st.name != "" && rec != nil {
				text += "  " + outcome(rec)
				if why := r.stale[st.name]; why != "" {
					text += "; " + why + ", %run " + st.name + " answers again"
				}
			}
			fmt.Fprintf(&b, "%-6s %s\n", c.label, text)
		}
	}
	where, err := r.s.whereGraph(context.Background())
	if err != nil {
		return err
	}
	if where == "" {
		where = "memory, for this session"
	}
	fmt.Fprintf(&b, "results are kept in %s\n", where)
	r.out.Stream("stdout", b.String())
	return nil
}

// outcome is a result in a word or two.
func outcome(rec *result.Record) string {
	if rec.Status == result.OK && rec.Verdict != nil {
		return string(rec.Verdict.Value)
	}
	return string(rec.Status)
}

// hypotheses counts them.
func (b book) hypotheses() (n int) {
	for _, c := range b {
		for _, st := range c.statements {
			if st.name != "" {
				n++
			}
		}
	}
	return n
}

// again answers hypotheses of the session anew.
func (r *run) again(ctx context.Context, a arguments) error {
	o, err := r.named(ctx, a.text)
	if err != nil {
		return err
	}
	defer o.progress.end(finished)
	for _, note := range o.aside {
		r.say(note)
	}
	r.take(o)
	if o.only == 0 {
		return nil
	}
	return r.answer(ctx, o)
}

// named is the session with the hypotheses of these names to be answered; all without a name.
func (r *run) named(ctx context.Context, text string) (*opened, error) {
	var known []string
	var all []*statement
	for _, c := range r.all {
		for _, st := range c.statements {
			if st.name != "" {
				all, known = append(all, st), append(known, st.name)
			}
		}
	}
	if len(all) == 0 {
		return nil, problem("Error", "the session has no hypothesis yet")
	}
	names, err := words(strings.ReplaceAll(text, ",", " "))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			text := fmt.Sprintf("the session has no hypothesis `%s`", name)
			if near := diag.Suggest(name, known); len(near) > 0 {
				text += fmt.Sprintf("; did you mean `%s`?", near[0])
			}
			return nil, problem("MagicError", text)
		}
	}
	if len(names) > 0 {
		all = slices.DeleteFunc(all, func(st *statement) bool { return !slices.Contains(names, st.name) })
	}
	loader := r.s.data.Loader(r.s.cfg.Folder, nil)
	o, err := r.open(ctx, r.all, nil, all, nil, loader)
	if err != nil {
		return nil, err
	}
	if changed := loader.Changed(); len(changed) > 0 {
		r.say(changedNote(changed))
	}
	for _, st := range all {
		if why, aside := o.why[st]; aside && len(names) > 0 {
			o.progress.end(abandoned)
			return nil, problem("Error", fmt.Sprintf("%s is set aside: %s", st.what, why))
		}
	}
	return o, nil
}

// forget drops statements by name.
func (r *run) forget(ctx context.Context, a arguments) error {
	names, err := words(strings.ReplaceAll(a.text, ",", " "))
	if err != nil {
		return err
	}
	if len(names) == 0 {
		r.state, r.results, r.reset = state{}, nil, true
		r.s.data.Forget()
		r.say("the session is empty; what it found stays in the graph")
		return nil
	}
	for _, name := range names {
		named := strings.Trim(name, "`")
		var gone []string
		next := r.all.without(func(_ *cell, st *statement) bool {
			_, own, _ := strings.Cut(st.key, " ")
			is := st.name == named || !st.bare && own == named
			if is {
				gone = append(gone, st.what)
			}
			return is
		})
		if len(gone) == 0 {
			return problem("MagicError", fmt.Sprintf("the session holds nothing called `%s`; %%who lists what it holds", named))
		}
		r.all = next
		r.book = next.without(func(_ *cell, st *statement) bool { _, aside := r.aside[st]; return aside })
		slices.Sort(gone)
		r.say("forgotten: " + strings.Join(slices.Compact(gone), ", "))
	}
	return r.settle(ctx)
}

// settle says at once what no longer holds, or has another answer, without statements that were forgotten.
func (r *run) settle(ctx context.Context) error {
	if len(r.all.dataSets()) == 0 { // everything waits for data
		return nil
	}
	o, err := r.open(ctx, r.all, nil, nil, nil, r.s.data.Loader(r.s.cfg.Folder, nil))
	if err != nil {
		return ctx.Err() // the next cell that needs the data says what is wrong with them
	}
	defer o.progress.end(finished)
	for _, note := range append(o.aside, r.outdated(o, nil)...) {
		r.say(note)
	}
	r.take(o)
	return nil
}

// path is a file of the notebook's folder.
func (r *run) path(file string) string {
	if filepath.IsAbs(file) || r.s.cfg.Folder == "." {
		return file
	}
	return filepath.Join(r.s.cfg.Folder, file)
}

// about describes every variable of a study: the session's, or one made for the purpose.
func (r *run) about(ctx context.Context, c *composed) error {
	progress := r.progress()
	defer progress.end(finished)
	loader := r.s.data.Loader(r.s.cfg.Folder, progress.show)
	file, _ := parse.File(c.text.Source)
	d, t, meanings, ds := check.Meanings(ctx, file, loader)
	if err := ctx.Err(); err != nil {
		return err
	}
	switch {
	case d == nil:
		r.say("no data yet: write dataset d from \"data.csv\", or look at a file with %data data.csv")
		return nil
	case t == nil:
		var wrong []diag.Diagnostic
		for _, p := range c.place(ds) {
			if d := habit(p.Diagnostic); d.Severity == diag.Error && !slices.ContainsFunc(wrong, func(o diag.Diagnostic) bool { return o.Code == d.Code && o.Span == d.Span }) {
				wrong = append(wrong, d)
			}
		}
		return studyError(wrong)
	}
	variables, err := rich.Describe(ctx, t, meanings)
	if err != nil {
		return err
	}
	title := fmt.Sprintf("%s: %s rows, %s; %s", d.Name, report.Count(int64(t.Rows)), count(len(d.Header), "column", "columns"), d.Describe())
	for _, note := range t.Notes {
		title += "; " + note
	}
	r.out.Display(rich.Overview(title, variables), nil, "")
	return nil
}

// dataSets describes the session's data, or a file.
func (r *run) dataSets(ctx context.Context, a arguments) error {
	args, err := words(a.text)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return r.about(ctx, r.book.compose(r.s.cfg.Name, r.s.cfg.Folder))
	}
	for _, file := range args {
		text := "dataset " + declared(file) + " from " + ast.Quote(filepath.ToSlash(file)) + "\n"
		c := &cell{file: source.New("%data", text), label: "%data"}
		parsed, _ := parse.File(c.file)
		c.statements = collect(parsed, c.label)
		if err := r.about(ctx, book{c}.compose("%data", r.s.cfg.Folder)); err != nil {
			return err
		}
	}
	return nil
}

// declared is a data set's name by its file's.
func declared(file string) string {
	if name := catalog.Stem(file); ast.IsIdent(name) && !ast.IsReserved(name) {
		return name
	}
	return "data"
}

// draft writes a study about a file for the person to review.
func (r *run) draft(ctx context.Context, a arguments) error {
	args, file, err := fileAmong(a.text, "%init data.csv")
	if err != nil {
		return err
	}
	return r.command(ctx, r.book, slices.Concat([]string{"init", r.path(file), "--output", "-"}, args), 0)
}

// catalog lists what the catalogs say.
func (r *run) catalog(ctx context.Context, a arguments) error {
	c := r.book.compose(r.s.cfg.Name, r.s.cfg.Folder)
	studies := study.Open(ctx, []study.Text{c.text}, study.Options{Loader: r.s.data.Loader(r.s.cfg.Folder, nil)})
	if err := ctx.Err(); err != nil {
		return err
	}
	want := strings.Trim(strings.TrimSpace(a.text), "`")
	found, sets := false, studies[0].Info.Datasets
	if len(sets) == 0 {
		r.say("no data yet: write dataset d from \"data.csv\"")
		return nil
	}
	for _, d := range sets {
		if want == "" {
			r.say(d.Name + ": " + d.Describe())
		}
		if d.Catalog.Catalog == nil {
			continue
		}
		for _, v := range d.Catalog.Catalog.Variables {
			if want == "" || v.Name == want {
				found = true
				r.out.Stream("stdout", entry(v, want != ""))
			}
		}
	}
	if want != "" && !found {
		return problem("MagicError", fmt.Sprintf("no catalog describes a variable `%s`; %%catalog lists what there is", want))
	}
	return nil
}

// entry is a variable of a catalog in a line, or with its levels and codes.
func entry(v *catalog.Variable, whole bool) string {
	var b strings.Builder
	kind := string(v.Type)
	if kind == "" {
		kind = v.Written
	}
	line := fmt.Sprintf("  %-24s %-12s", ast.WriteName(v.Name), kind)
	if v.Label != "" {
		line += " " + v.Label
	}
	if v.Unit != "" {
		line += " (" + v.Unit + ")"
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
	if !whole {
		return b.String()
	}
	if v.Question != "" {
		b.WriteString("    asked: " + v.Question + "\n")
	}
	for _, l := range v.Levels {
		b.WriteString(strings.TrimRight("    "+l.Code+" "+l.Label, " ") + "\n")
	}
	for _, m := range v.Missing {
		b.WriteString(strings.TrimRight("    missing: "+m.Code+" "+m.Meaning, " ") + "\n")
	}
	if v.Note != "" {
		b.WriteString("    note: " + v.Note + "\n")
	}
	return b.String()
}
