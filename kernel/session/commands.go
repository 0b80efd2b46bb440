package session

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/kernel/assist"
	"github.com/hyp-lang/hyp/kernel/rich"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// commandMagics are hyp's own commands, about the session's study.
var commandMagics = []Magic{
	{Magic: assist.Magic{Name: "plan", Form: "%plan [H1 H2 | CLAIM]", What: "how hypotheses will be answered, without estimating", Takes: assist.StudyText, Names: true},
		Example: "%plan assoc(bill_length_mm, body_mass_g)", run: (*run).plan},
	{Magic: assist.Magic{Name: "lint", Form: "%lint", What: "what a careful reader would object to in the session", Takes: assist.Nothing, Words: []string{"--data", "--select", "--ignore"}},
		Example: "%lint",
		run:     onStudy("lint", exitFindings)},
	{Magic: assist.Magic{Name: "fmt", Form: "%fmt", What: "the session, or the cell below %%fmt, in its one layout", Takes: assist.StudyText},
		Example: "%fmt", run: (*run).fmt},
	{Magic: assist.Magic{Name: "emit", Form: "%emit --to python|r", What: "a script that reproduces every number of the session", Takes: assist.Nothing, Words: []string{"--to", "--only", "--output"}},
		Example: "%emit --to r --only H1", run: onStudy("emit", 0)},
	{Magic: assist.Magic{Name: "freeze", Form: "%freeze FILE.lock", What: "write plans, criteria and the data's hash down, for %verify", Takes: assist.AFile, Words: []string{"--results", "--force"}},
		Example: "%freeze session.lock --force", run: (*run).freeze},
	{Magic: assist.Magic{Name: "verify", Form: "%verify FILE.lock", What: "compare today's findings with a lock; fails when one flips", Takes: assist.AFile, Words: []string{"--strict", "--tolerance"}},
		Example: "%verify session.lock", run: (*run).verify},
	{Magic: assist.Magic{Name: "explain", Form: "%explain CODE|WORD", What: "a diagnostic, a rule, a refusal or a word of the language", Takes: assist.ATopic},
		Example: "%explain E0302",
		run:     (*run).explain},
}

// exitFindings is the exit code of a command that found something, which is no failure of the cell.
const exitFindings = 1

// command runs hyp's command line on a book. An exit code from tolerated is not a failure.
func (r *run) command(ctx context.Context, b book, args []string, tolerated int) error {
	if r.s.cfg.Command == nil {
		return problem("Error", "this runs hyp's command line, which the kernel was started without")
	}
	text := b.compose(stdin, r.s.cfg.Folder)
	own := func(f *source.File) bool { return f != nil && f.Name == stdin && f.Text == text.text.Source.Text }
	progress := r.progress()
	defer progress.end(finished)
	speak := r.spoken
	if args[0] == "emit" { // a script is for whoever runs it, outside of notebooks
		speak = func(s string) string { return strings.ReplaceAll(s, stdin, "the session") }
	}
	display := ""
	var mu sync.Mutex
	var errs strings.Builder
	code := r.s.cfg.Command(ctx, Call{
		Args: args, Study: text.text.Source.Text, Width: r.s.cfg.Width, Name: text.text.Place,
		Out: func(s string) { r.out.Stream("stdout", speak(s)) },
		Err: func(s string) {
			mu.Lock()
			defer mu.Unlock()
			errs.WriteString(s)
		},
		Loader: r.s.data.Loader(r.s.cfg.Folder, progress.show), Progress: progress.show,
		Show: func(b rich.Bundle) {
			if display == "" {
				display = r.displayID(args[0])
				r.out.Display(b, nil, display)
				return
			}
			r.out.Update(b, nil, display)
		},
		Kept: func(text string) { r.kept = text },
		Place: func(ds []diag.Diagnostic) []diag.Diagnostic {
			out := make([]diag.Diagnostic, len(ds))
			for i, p := range text.placeFrom(ds, own) {
				out[i] = p.Diagnostic
			}
			return out
		},
	})
	if err := ctx.Err(); err != nil {
		progress.end(abandoned)
		return err
	}
	mu.Lock()
	defer mu.Unlock()
	if code != 0 && code != tolerated {
		return commandFailure(args, code, r.spoken(errs.String()))
	}
	if errs.Len() > 0 {
		r.out.Stream("stderr", r.spoken(errs.String()))
	}
	return nil
}

// commandNamed is how the command line names commands in its messages.
var commandNamed = regexp.MustCompile("`hyp ([a-z]+)")

// spoken is what a command says, in the words of a notebook: commands are magics here, and the session has no name.
func (r *run) spoken(text string) string {
	if r.copied != "" {
		text = strings.ReplaceAll(text, r.copied, "the graph in memory")
	}
	text = commandNamed.ReplaceAllString(text, "`%$1")
	return strings.ReplaceAll(strings.ReplaceAll(text, " "+stdin, ""), stdin, "the session")
}

// stdin is what the command line calls its standard input.
const stdin = "<stdin>"

// onStudy is a magic that runs a command on the session as it is.
func onStudy(name string, tolerated int) func(*run, context.Context, arguments) error {
	return func(r *run, ctx context.Context, a arguments) error {
		args, err := words(a.text)
		if err != nil {
			return err
		}
		if len(r.book) == 0 {
			return errEmpty
		}
		if i := slices.IndexFunc(args, func(a string) bool { return !strings.HasPrefix(a, "-") }); name != "plan" && name != "emit" && i >= 0 && (i == 0 || !takesValue(args[i-1])) {
			return problem("MagicError", fmt.Sprintf("%%%s is about the whole session and takes no name: %s is too much", name, args[i]))
		}
		if name == "lint" && !slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "--color") }) {
			args = append(args, "--color=always") // as the errors of a cell are
		}
		return r.command(ctx, r.book, slices.Concat([]string{name, "-"}, selecting(args)), tolerated)
	}
}

var errEmpty = problem("Error", "the session has no statement yet: begin with a line such as dataset d from \"data.csv\"")

// selecting makes names of hypotheses among arguments a --only.
func selecting(args []string) []string {
	var names, rest []string
	for i, a := range args {
		if strings.HasPrefix(a, "-") || i > 0 && takesValue(args[i-1]) {
			rest = append(rest, a)
		} else {
			names = append(names, strings.Trim(a, ","))
		}
	}
	if len(names) > 0 {
		rest = append(rest, "--only", strings.Join(names, ","))
	}
	return rest
}

// takesValue tells whether a flag's value is the next argument.
func takesValue(flag string) bool {
	return strings.HasPrefix(flag, "-") && !strings.Contains(flag, "=") &&
		slices.Contains([]string{"--to", "--only", "--select", "--ignore", "--format", "--output", "-o", "--policy", "--width", "--color", "--fail-level", "--config", "--tolerance", "--lock", "--graph"}, flag)
}

// plan plans the session, hypotheses by name, or claims that are not of the session.
func (r *run) plan(ctx context.Context, a arguments) error {
	at := a.at
	if a.body.Len() > 0 {
		at = a.body
	}
	if strings.HasPrefix(a.text, "-") {
		return onStudy("plan", 0)(r, ctx, a)
	}
	var o *opened
	var err error
	if text := r.in.Code[at.Start:at.End]; strings.Contains(text, "(") {
		o, err = r.claims(ctx, at)
	} else {
		o, err = r.named(ctx, a.text)
	}
	if err != nil {
		return err
	}
	defer o.progress.end(finished)
	var plans []*study.Planned
	var problems []string
	err = o.study.Plan(ctx, func(p *study.Planned) error {
		plans = append(plans, p)
		return nil
	}, func(name string, err error) { problems = append(problems, fmt.Sprintf("%s: %v", name, err)) })
	if err != nil {
		return err
	}
	if b := rich.Plans(plans, r.s.layout()); b != nil {
		r.out.Display(b, nil, "")
	}
	if len(problems) > 0 {
		return problem("RunError", strings.Join(problems, "\n"))
	}
	return nil
}

// claims is the session with the hypotheses of a span, for a look at them.
func (r *run) claims(ctx context.Context, at source.Span) (*opened, error) {
	added, ds := r.parse(part{kind: statements, at: at})
	if diag.HasErrors(ds) {
		return nil, studyError(ds)
	}
	if !slices.ContainsFunc(added, func(st *statement) bool { return st.name != "" }) {
		return nil, problem("Error", "here is no hypothesis")
	}
	b, _ := r.book.accept(r.cell, added)
	return r.open(ctx, b, added, added, ds, r.s.data.Loader(r.s.cfg.Folder, nil))
}

// fmt prints the session, or the body of the cell, in its one layout.
func (r *run) fmt(ctx context.Context, a arguments) error {
	if a.body.Len() == 0 && a.text == "" || strings.HasPrefix(a.text, "-") {
		return onStudy("fmt", exitFindings)(r, ctx, a)
	}
	at := a.body
	if at.Len() == 0 {
		at = a.at
	}
	added, ds := r.parse(part{kind: statements, at: at})
	if diag.HasErrors(ds) {
		return studyError(ds)
	}
	return r.command(ctx, book{&cell{r.cell.file, r.cell.label, r.cell.id, added}}, []string{"fmt", "-"}, 0)
}

// freeze writes a lock.
func (r *run) freeze(ctx context.Context, a arguments) error {
	args, file, err := fileAmong(a.text, "%freeze session.lock")
	if err != nil {
		return err
	}
	if len(r.book) == 0 {
		return errEmpty
	}
	if r.holds(file) {
		return problem("MagicError", fmt.Sprintf("%s is a hypothesis, not a file: write %%freeze session.lock --only %s", file, file))
	}
	return r.command(ctx, r.book, slices.Concat([]string{"freeze", "-", "--output", file}, args), 0)
}

// verify compares with a lock.
func (r *run) verify(ctx context.Context, a arguments) error {
	args, file, err := fileAmong(a.text, "%verify session.lock")
	if err != nil {
		return err
	}
	if len(r.book) == 0 {
		return errEmpty
	}
	if r.holds(file) {
		return problem("MagicError", fmt.Sprintf("%s is a hypothesis, not a lock: write %%verify session.lock --only %s", file, file))
	}
	return r.command(ctx, r.book, slices.Concat([]string{"verify", "-", "--lock", file}, args), 0)
}

// holds tells whether a hypothesis of the session has a name.
func (r *run) holds(name string) bool {
	return slices.ContainsFunc(r.all, func(c *cell) bool {
		return slices.ContainsFunc(c.statements, func(st *statement) bool { return st.name == name })
	})
}

// fileAmong separates the one file among arguments.
func fileAmong(text, example string) (rest []string, file string, err error) {
	args, err := words(text)
	if err != nil {
		return nil, "", err
	}
	for i, a := range args {
		if strings.HasPrefix(a, "-") || i > 0 && takesValue(args[i-1]) || file != "" {
			rest = append(rest, a)
		} else {
			file = a
		}
	}
	if file == "" {
		return nil, "", problem("MagicError", "which file? write "+example)
	}
	return rest, file, nil
}

// save writes the session as a study.
func (r *run) save(_ context.Context, a arguments) error {
	args, file, err := fileAmong(a.text, "%save study.hyp")
	if err != nil {
		return err
	}
	if len(r.book) == 0 {
		return errEmpty
	}
	for _, flag := range args {
		if flag != "--force" {
			return problem("MagicError", fmt.Sprintf("%%save takes a file and --force, not %s", flag))
		}
	}
	text := r.book.compose(r.s.cfg.Name, r.s.cfg.Folder).text.Source.Text
	if err := study.Save(r.path(file), "syntax 1\n\n"+text, slices.Contains(args, "--force")); err != nil {
		return problem("Error", strings.ReplaceAll(strings.ReplaceAll(err.Error(), "; --force replaces it, --output writes elsewhere", "; --force behind its name replaces it"), "; --force replaces it", "; --force behind its name replaces it"))
	}
	r.say(fmt.Sprintf("%s: %s written", file, count(r.book.hypotheses(), "hypothesis", "hypotheses")))
	var out []string
	for _, c := range r.all {
		for _, st := range c.statements {
			if _, aside := r.aside[st]; aside {
				out = append(out, st.what)
			}
		}
	}
	if len(out) > 0 {
		r.say("left out, since set aside: " + strings.Join(out, ", ") + "; %who says why")
	}
	return nil
}
