package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hyp-lang/hyp/kernel/session"
)

const homepage = "https://github.com/hyp-lang/hyp"

// env is what a command talks to.
type env struct {
	stdin     io.Reader
	out       *output
	stderr    *output
	stdoutTTY bool
	stderrTTY bool
	notebook  *session.Call // the session that runs the command; nil: a shell does
}

// exitError ends a command with a code; its message, if any, was printed already.
type exitError struct{ code int }

func (e *exitError) Error() string { return fmt.Sprintf("exit %d", e.code) }

// exit turns a command's error into an exit code and prints what was not printed yet.
func (e *env) exit(err error) int {
	var code *exitError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &code):
		return code.code
	}
	fmt.Fprintf(e.stderr, "hyp: %v\n", err)
	return exitCannotRun
}

func newRoot(e *env) *cobra.Command {
	root := &cobra.Command{
		Use:   "hyp",
		Short: "A language for hypotheses about tabular data",
		Long: `hyp turns statements about data into findings.

A study is a file of hypotheses (assoc, diff, interact, heterogeneity). hyp checks it, chooses an estimator for
each hypothesis, runs it on the data and says what was found, or why nothing can be.

Exit codes: 0 done, 1 errors in the study or its data (with --strict also refusals), 2 cannot run (no such study,
wrong flags), 130 interrupted.`,
		Example: `  hyp run examples/penguins/penguins.hyp
  hyp check examples
  hyp run -e 'assoc(bill_length_mm, body_mass_g)' --data examples/penguins/penguins.csv`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetOut(e.out)
	root.SetErr(e.stderr)
	root.SetIn(e.stdin)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return fmt.Errorf("%w; `%s --help` lists the flags", flagError(err), c.CommandPath())
	})
	root.CompletionOptions.HiddenDefaultCmd = false
	root.AddCommand(newRun(e), newCheck(e), newLint(e), newFmt(e), newPlan(e), newEmit(e), newInit(e), newExplain(e), newGrammar(e), newGraph(e), newQuery(e), newSurvey(e), newSpace(e), newDiscover(e), newAsk(e), newFreeze(e), newVerify(e), newDiff(e), newKernel(e), newVersion(e), newCompletion(e))
	return root
}

// flagError says what a flag takes where its value could not be read; the library's words are those of a parser of numbers.
func flagError(err error) error {
	var wrong *pflag.InvalidValueError
	if !errors.As(err, &wrong) {
		return err
	}
	takes, known := map[string]string{"int": "a whole number", "int64": "a whole number", "uint64": "a whole number that is not negative", "float64": "a number",
		"duration": "a time such as 90s or 5m", "bool": "true or false"}[wrong.GetFlag().Value.Type()]
	if !known {
		return err
	}
	return fmt.Errorf("--%s takes %s, not %q", wrong.GetFlag().Name, takes, wrong.GetValue())
}

// execute runs a command. A word behind a command that only groups others must be one of them: cobra shows help and calls it done.
func execute(ctx context.Context, root *cobra.Command, args []string) error {
	if c, rest, err := root.Find(args); err == nil && c != root && !c.Runnable() && len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
		c.SuggestionsMinimumDistance = 2
		said := ";"
		if near := c.SuggestionsFor(rest[0]); len(near) > 0 {
			said = fmt.Sprintf("; did you mean %q?", near[0])
		}
		return fmt.Errorf("unknown command %q for %q%s `%s --help` lists the commands", rest[0], c.CommandPath(), said, c.CommandPath())
	}
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}

// one takes exactly one argument, and says in the command's own words what is missing or too much.
func one(c *cobra.Command, args []string) error {
	if len(args) == 1 {
		return nil
	}
	return fmt.Errorf("%d arguments where one belongs: %s; `%s --help` has examples", len(args), c.UseLine(), c.CommandPath())
}

// some takes one argument or more.
func some(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return nil
	}
	return fmt.Errorf("an argument is missing: %s; `%s --help` has examples", c.UseLine(), c.CommandPath())
}
