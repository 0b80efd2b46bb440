// Command hyp checks, plans and runs studies: files of hypotheses about tabular data. `hyp help` lists the commands.
package main

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/hyp-lang/hyp/kernel/pycell"
)

// The exit codes of every command.
const (
	exitOK          = 0
	exitFindings    = 1   // errors in a study or its data; with --strict also refusals
	exitCannotRun   = 2   // no such study, wrong flags, an internal error
	exitInterrupted = 130 // Ctrl-C, as shells count it: 128 + SIGINT
)

func main() {
	if pycell.IsChild(os.Args) {
		os.Exit(pycell.Child(os.Stdin, os.Stdout))
	}
	os.Exit(run(os.Args[1:]))
}

// run is main with an exit code.
func run(args []string) (code int) {
	defer func() {
		if p := recover(); p != nil {
			internalError(p)
			code = exitCannotRun
		}
	}()
	lock := new(sync.Mutex)
	ctx, done := guard(context.Background(), lock)
	defer done()
	e := &env{stdin: os.Stdin, out: &output{mu: lock, w: os.Stdout}, stderr: &output{mu: lock, w: os.Stderr}, stdoutTTY: isTerminal(os.Stdout), stderrTTY: isTerminal(os.Stderr)}
	err := execute(ctx, newRoot(e), args)
	if ctx.Err() != nil {
		said := "hyp: interrupted"
		if e.out.wrote {
			said += "; every line above is complete"
		}
		fmt.Fprintln(e.stderr, said)
		return exitInterrupted
	}
	return e.exit(err)
}

// internalError tells a user what a crash is: a mistake of ours, with what a report of it needs.
func internalError(p any) {
	fmt.Fprintf(os.Stderr, "hyp: internal error: %v\nThis is a mistake in hyp, not in your study. Please report it with the study and these lines at\n%s/issues\n%s\n",
		p, homepage, versionLine())
	if os.Getenv("HYP_TRACE") != "" {
		os.Stderr.Write(debug.Stack())
		return
	}
	if at := crashedAt(string(debug.Stack())); at != "" {
		fmt.Fprintf(os.Stderr, "at %s (HYP_TRACE=1 prints the whole trace)\n", at)
	}
}

// crashedAt is the innermost place of ours in a stack trace, the recovery itself left out.
func crashedAt(stack string) string {
	lines := strings.Split(stack, "\n")
	seenPanic := false
	for _, l := range lines {
		if strings.HasPrefix(l, "panic(") {
			seenPanic = true
		}
		l = strings.TrimSpace(l)
		if i := strings.Index(l, ".go:"); seenPanic && i > 0 && !strings.Contains(l, "/src/runtime/") {
			place, _, _ := strings.Cut(l, " ")
			if k := strings.LastIndex(place, "/"); k >= 0 {
				if j := strings.LastIndex(place[:k], "/"); j >= 0 {
					return place[j+1:]
				}
			}
			return place
		}
	}
	return ""
}
