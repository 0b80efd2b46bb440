package session

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/kernel/assist"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// commandMagics are hyp's own commands, about the session's study.
var commandMagics = []Magic{
	{Magic: assist.Magic{Name: "plan", Form: "%plan [H1 H2 | CLAIM]", What: "how hypotheses will be answered, without estimating", Takes: assist.StudyText},
		Example: "%plan assoc(bill_length_mm, body_mass_g)", command: true, run: (*run).plan},
	{Magic: assist.Magic{Name: "lint", Form: "%lint", What: "what a careful reader would object to in the session", Takes: assist.Nothing, Words: []string{"--data", "--select", "--ignore"}},
		Example: "%lint", command: true,
		run: onStudy("lint", exitFindings)},
	{Magic: assist.Magic{Name: "fmt", Form: "%fmt", What: "the session, or the cell below %%fmt, in its one layout", Takes: assist.StudyText},
		Example: "%fmt", command: true, run: (*run).fmt},
	{Magic: assist.Magic{Name: "emit", Form: "%emit --to python|r", What: "a script that reproduces every number of the session", Takes: assist.Nothing, Words: []string{"--to", "--only", "--output"}},
		Example: "%emit --to r --only H1", command: true, run: onStudy("emit", 0)},
	{Magic: assist.Magic{Name: "freeze", Form: "%freeze FILE.lock", What: "write plans, criteria and the data's hash down, for %verify", Takes: assist.AFile, Words: []string{"--results", "--force"}},
		Example: "%freeze session.lock --force", command: true, run: (*run).freeze},
	{Magic: assist.Magic{Name: "verify", Form: "%verify FILE.lock", What: "compare today's findings with a lock; fails when one flips", Takes: assist.AFile, Words: []string{"--strict", "--tolerance"}},
		Example: "%verify session.lock", command: true, run: (*run).verify},
	{Magic: assist.Magic{Name: "explain", Form: "%explain CODE|WORD", What: "a diagnostic, a rule, a refusal or a word of the language", Takes: assist.ATopic},
		Example: "%explain E0302", command: true,
		run: func(r *run, ctx context.Context, a arguments) error {
			args, err := words(a.text)
			if err != nil {
				return err
			}
			return r.command(ctx, r.book, append([]string{"explain"}, args...), 0)
		}},
}

// exitFindings is the exit code of a command that found something, which is no failure of the cell.
const exitFindings = 1

// command runs hyp's command line on a book. An exit code from tolerated is not a failure.
func (r *run) command(ctx context.Context, b book, args []string, tolerated int) error {
	text := b.compose(stdin, r.s.cfg.Folder)
	own := func(f *source.File) bool { return f != nil && f.Name == stdin && f.Text == text.text.Source.Text }
	progress := r.progress()
	defer progress.end(finished)
	var mu sync.Mutex
	var errs strings.Builder
	code := r.s.cfg.Command(ctx, Call{
		Args: args, Study: text.text.Source.Text, Width: r.s.cfg.Width, Name: text.text.Place,
		Out: func(s string) { r.out.Stream("stdout", s) },
		Err: func(s string) {
			mu.Lock()
			defer mu.Unlock()
			errs.WriteString(s)
		},
		Loader: r.s.data.Loader(r.s.cfg.Folder, progress.show),
		Place: func(ds []diag.Diagnostic) []diag.Diagnostic {
			out := make([]diag.Diagnostic, len(ds))
			for i, p := range text.placeFrom(ds, own) {
				out[i] = p.Diagnostic
			}
			return out
		},
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	mu.Lock()
	defer mu.Unlock()
	if code != 0 && code != tolerated {
		return commandFailure(args, code, errs.String())
	}
	if errs.Len() > 0 {
		r.out.Stream("stderr", errs.String())
	}
	return nil
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
		return r.command(ctx, r.book, slices.Concat([]string{name, "-"}, only1(args)), tolerated)
	}
}

var errEmpty = problem("Error", "the session has no statement yet: begin with a line such as dataset d from \"data.csv\"")

// only1 makes names of hypotheses among arguments a --only.
func only1(args []string) []string {
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
	if text := r.in.Code[at.Start:at.End]; strings.Contains(text, "(") {
		b, names, err := r.aside(ctx, at)
		if err != nil {
			return err
		}
		return r.command(ctx, b, []string{"plan", "-", "--only", strings.Join(names, ",")}, 0)
	}
	return onStudy("plan", 0)(r, ctx, a)
}

// aside is the session with the statements of a span, for a look at them; names are those of its hypotheses.
func (r *run) aside(ctx context.Context, at source.Span) (book, []string, error) {
	p := part{kind: statements, at: at}
	added, ds := r.parse(p)
	if diag.HasErrors(ds) {
		return nil, nil, studyError(ds)
	}
	b, _ := r.book.accept(r.cell, added)
	o, err := r.open(ctx, b, added, ds, r.s.data.Loader(r.s.cfg.Folder, nil))
	if err != nil {
		return nil, nil, err
	}
	o.progress.end(finished)
	var names []string
	for _, st := range added {
		if st.name != "" {
			names = append(names, st.name)
		}
	}
	if len(names) == 0 {
		return nil, nil, problem("Error", "here is no hypothesis")
	}
	return o.book, names, nil
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
	return r.command(ctx, r.book, slices.Concat([]string{"freeze", "-", "--output", file}, args), 0)
}

// verify compares with a lock.
func (r *run) verify(ctx context.Context, a arguments) error {
	args, file, err := fileAmong(a.text, "%verify session.lock")
	if err != nil {
		return err
	}
	return r.command(ctx, r.book, slices.Concat([]string{"verify", "-", "--lock", file}, args), 0)
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
	return nil
}
