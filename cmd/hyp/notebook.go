package main

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/kernel/session"
	"github.com/hyp-lang/hyp/lang/diag"
)

// inNotebook runs a command for a session: its study is standard input, its data are read once, and what is said of the study is
// said of the cells that it is made of.
func inNotebook(ctx context.Context, call session.Call) (code int) {
	lock := new(sync.Mutex)
	e := &env{stdin: strings.NewReader(call.Study), notebook: &call,
		out: &output{mu: lock, w: writes(call.Out)}, stderr: &output{mu: lock, w: writes(call.Err)}}
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(e.stderr, "internal error: %v; this is a mistake in hyp, please report it at %s/issues", p, homepage)
			code = exitCannotRun
		}
	}()
	err := execute(ctx, newRoot(e), call.Args)
	if ctx.Err() != nil {
		return exitInterrupted
	}
	return e.exit(err)
}

// writes is a function as an io.Writer.
type writes func(string)

func (w writes) Write(b []byte) (int, error) {
	w(string(b))
	return len(b), nil
}

// ofNotebook gives a study that stands for a session the session's data and names; the others keep their own.
func (e *env) ofNotebook(texts []study.Text, opt *study.Options) {
	if e.notebook == nil {
		return
	}
	for i := range texts {
		if texts[i].Source.Name == "<stdin>" {
			texts[i].Place = e.notebook.Name
			if len(texts) == 1 && opt.Data == "" {
				opt.Loader = e.notebook.Loader
			}
		}
	}
}

// placed are diagnostics where the person sees their text: in a session, the cells.
func (e *env) placed(all []diag.Diagnostic) []diag.Diagnostic {
	if e.notebook == nil {
		return all
	}
	return e.notebook.Place(all)
}
