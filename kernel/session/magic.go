package session

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/kernel/assist"
	"github.com/hyp-lang/hyp/kernel/serve"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// Magic is a command of the notebook, as completion and help know it, and how it is run.
type Magic struct {
	assist.Magic
	Example string // runs after the examples before it, in a session about the penguins

	changes bool // it may change what holds
	run     func(r *run, ctx context.Context, a arguments) error
}

// arguments are what stands behind a magic: the rest of its line as it is and where it is, and the body of a cell magic.
type arguments struct {
	text string
	at   source.Span
	body source.Span // empty for a line magic
}

// Magics are all of them, in the order of %help.
func Magics() []Magic { return slices.Clone(magics) }

// magicNamed finds a magic by its name in any case; %name and %%name are told apart by what they do with a body.
func magicNamed(name string) *Magic {
	i := slices.IndexFunc(magics, func(m Magic) bool { return strings.EqualFold(m.Name, name) })
	if i < 0 {
		return nil
	}
	return &magics[i]
}

var magics []Magic

func init() { // magics look each other up
	magics = slices.Concat(sessionMagics, graphMagics, discoveryMagics, commandMagics, cellMagics)
}

// magic runs a line or a cell magic.
func (r *run) magic(ctx context.Context, p part) error {
	m := magicNamed(p.name)
	if m == nil {
		if p.kind == magic && slices.Contains(bareWords, p.name) {
			return serve.ErrExit
		}
		return r.unknownMagic(p)
	}
	name := r.in.Code[p.at.Start:p.at.End]
	a := arguments{text: p.args, at: source.Span{Start: p.at.Start + len(name) - len(p.args), End: p.at.End}, body: p.body}
	if p.args != "" {
		if i := strings.LastIndex(name, p.args); i >= 0 {
			a.at.Start = p.at.Start + i
			a.at.End = a.at.Start + len(p.args)
		}
	}
	switch {
	case m.Cell && p.kind != cellMagic:
		return problem("MagicError", fmt.Sprintf("%%%%%s takes the whole cell: write it on the first line, with two percent signs", m.Name))
	case p.kind == cellMagic && !m.Cell && strings.TrimSpace(r.in.Code[p.body.Start:p.body.End]) != "" && !takesBody(m):
		return problem("MagicError", fmt.Sprintf("%%%s is for one line: the text below belongs in a cell of its own", m.Name))
	}
	return m.run(r, ctx, a)
}

// takesBody tells whether a line magic can also stand over a cell.
func takesBody(m *Magic) bool {
	return m.Takes == assist.QueryText || m.Takes == assist.StudyText || m.Takes == assist.AHypothesis
}

// unknownMagic says what may have been meant.
func (r *run) unknownMagic(p part) error {
	sign := "%"
	if p.kind == cellMagic {
		sign = "%%"
	}
	if first, _ := word(p.args); p.name == "" && magicNamed(first) != nil {
		return problem("MagicError", fmt.Sprintf("no space stands behind %s: write %s%s", sign, sign, p.args))
	}
	text := fmt.Sprintf("there is no magic %s%s", sign, p.name)
	if of, known := foreignMagics[strings.ToLower(p.name)]; known {
		return problem("MagicError", text+": "+of)
	}
	for _, same := range []bool{true, false} { // those with as many signs first
		var names []string
		for i := range magics {
			if m := &magics[i]; (m.Cell == (p.kind == cellMagic) || p.kind == cellMagic && takesBody(m)) == same {
				names = append(names, m.Name)
			}
		}
		if near := diag.Suggest(p.name, names); len(near) > 0 {
			return problem("MagicError", fmt.Sprintf("%s; did you mean %s? %%help lists all", text, magicNamed(near[0]).Form))
		}
	}
	return problem("MagicError", text+"; %help lists what there is")
}

// foreignMagics are IPython's that people try, and what to do instead.
var foreignMagics = map[string]string{
	"pip":        "nothing can or need be installed here",
	"conda":      "nothing can or need be installed here",
	"matplotlib": "every result comes with its plot",
	"time":       "a cell that takes longer than a second says how long it took",
	"timeit":     "a cell that takes longer than a second says how long it took",
	"results":    "%run answers the hypotheses of the session again, %who lists their verdicts",
	"show":       "%run answers the hypotheses of the session again, %who lists their verdicts",
	"plot":       "every result comes with its plot: %run H1 shows that of H1 again",
	"columns":    "%data shows the columns of the session's data, or of a file",
	"describe":   "%data shows the columns of the session's data, or of a file",
	"head":       "%data shows the columns of the session's data, or of a file",
	"view":       "%data shows the columns of the session's data, or of a file",
	"check":      "a cell checks its statements before anything runs; %lint reads the session as a careful colleague would",
	"forget":     "%reset NAME forgets a declaration or a hypothesis",
	"discard":    "%reset NAME forgets a declaration or a hypothesis",
	"drop":       "%reset NAME forgets a declaration or a hypothesis",
	"delete":     "%reset NAME forgets a declaration or a hypothesis",
	"remove":     "%reset NAME forgets a declaration or a hypothesis",
	"del":        "%reset NAME forgets a declaration or a hypothesis",
	"clear":      "%reset NAME forgets a declaration or a hypothesis, %reset everything",
	"undo":       "run the cell as it was before: a statement replaces the one of its name; %reset NAME forgets it",
	"vars":       "%data shows the columns of the session's data, %who what the session holds",
	"variables":  "%data shows the columns of the session's data, %who what the session holds",
	"write":      "%save study.hyp writes the session as a study",
	"export":     "%save study.hyp writes the session as a study, %graph export its findings",
	"diff":       "%verify session.lock compares with a lock that %freeze wrote",
	"python3":    "a cell that begins with %%python runs Python",
	"py":         "a cell that begins with %%python runs Python",
	"env":        "paths are relative to the notebook's folder; nothing else is set up here",
	"kernel":     "Jupyter starts and stops kernels: see its menu Kernel",
	"whos":       "%who lists what the session holds",
	"lsmagic":    "%help lists all",
	"magic":      "%help lists all",
	"quickref":   "%help lists all",
	"history":    "%who lists what the session holds, %save study.hyp writes it",
	"hist":       "%who lists what the session holds, %save study.hyp writes it",
	"pwd":        "paths are relative to the notebook's folder",
	"writefile":  "%save study.hyp writes the session as a study",
	"open":       "declare the data with dataset d from \"data.csv\"",
	"import":     "declare the data with dataset d from \"data.csv\"",
	"read":       "declare the data with dataset d from \"data.csv\"",
	"load_ext":   "there are no extensions; %help lists what there is",
	"cd":         "paths are relative to the notebook's folder",
	"ls":         "%data FILE looks at a data file",
	"sql":        "ask the graph of findings with %query, and data with a claim",
	"R":          "%emit --to r writes the session as an R script",
	"load":       "paste the study into a cell, or run it with hyp run",
	"bash":       "there is no shell here; a notebook of another kernel has one",
	"sh":         "there is no shell here; a notebook of another kernel has one",
	"r":          "%emit --to r writes the session as an R script",
	"html":       "a Markdown cell can hold HTML",
	"markdown":   "change the type of the cell to Markdown",
}

// words splits arguments as a shell would: at spaces, outside quotes.
func words(text string) ([]string, error) {
	var out []string
	var b strings.Builder
	open, some := rune(0), false
	for _, c := range text {
		switch {
		case open != 0 && c == open:
			open = 0
		case open != 0:
			b.WriteRune(c)
		case c == '"' || c == '\'':
			open, some = c, true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if some || b.Len() > 0 {
				out = append(out, b.String())
			}
			b.Reset()
			some = false
		default:
			b.WriteRune(c)
		}
	}
	if open != 0 {
		return nil, problem("MagicError", fmt.Sprintf("the quote %c is never closed", open))
	}
	if some || b.Len() > 0 {
		out = append(out, b.String())
	}
	return out, nil
}

// failure of a command: what it wrote to standard error is the message.
func commandFailure(args []string, code int, message string) *serve.Failure {
	message = strings.TrimRight(message, "\n")
	if message == "" {
		message = fmt.Sprintf("%%%s failed, with exit code %d; what it found is above", args[0], code)
	}
	return problem("CommandError", strings.TrimPrefix(message, "hyp: "))
}
