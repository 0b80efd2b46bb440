package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hyp-lang/hyp/compiler/lint"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/format"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

func newFmt(e *env) *cobra.Command {
	var only, diff bool
	var stdinName string
	c := &cobra.Command{
		Use:   "fmt [FILE|FOLDER|-]...",
		Short: "Write studies in their one layout",
		Long: `Fmt rewrites studies in canonical form: one order of clauses, a statement on one line if it fits in 100 columns, else a clause
a line. Comments stay with what they precede or follow, and a statement that does not parse stays as it is, byte for byte.
Standard input (-) is written to standard output. Lines keep their ending (a file whose lines all end in CRLF keeps that), and files
that the "exclude" of a hyp.toml names are left out of folders.

Exit codes: 0 done, 1 with --check or --diff when something would change, 2 cannot run.`,
		Example: `  hyp fmt studies
  hyp fmt --check studies
  hyp fmt --diff study.hyp
  hyp fmt - < study.hyp`,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"."}
			}
			if stdinName != "" && !slices.Contains(args, "-") { // a slip that would rewrite the folder
				return errors.New("--stdin-filename names standard input, which is the argument `-`")
			}
			files, err := lint.Find(c.Context(), args, e.stdin, stdinName)
			if err == nil {
				files, err = lint.WithoutExcluded(files)
			}
			if err != nil {
				return err
			}
			changes, unread := 0, 0
			for i, f := range files {
				if c.Context().Err() != nil {
					return c.Context().Err()
				}
				name := f.Source.Name
				if f.Err != nil {
					fmt.Fprintf(e.stderr, "%s: not formatted: %v\n", name, f.Err)
					unread++
					continue
				}
				tree, _ := parse.File(f.Source)
				want := format.File(tree)
				changed := want != f.Source.Text
				if changed && !only && !diff {
					tree, _ = parse.File(source.New(name, want)) // the lines as they will be
				}
				notFormatted(e.stderr, tree)
				if changed {
					changes++
				}
				switch stdin := len(args) == 1 && args[0] == "-" && i == 0; {
				case only || diff:
					if changed && diff {
						io.WriteString(e.out, lint.Diff(name, f.Source.Text, want))
					}
					if changed && only {
						fmt.Fprintf(e.stderr, "%s would be reformatted\n", name)
					}
				case stdin:
					io.WriteString(e.out, want)
				case changed:
					if err := lint.Write(name, want); err != nil {
						fmt.Fprintf(e.stderr, "not formatted: %v\n", err)
						unread++
						continue
					}
					fmt.Fprintf(e.stderr, "%s reformatted\n", name)
				}
			}
			switch {
			case unread > 0:
				return &exitError{exitCannotRun}
			case changes > 0 && (only || diff):
				return &exitError{exitFindings}
			}
			return nil
		},
	}
	c.Flags().BoolVar(&only, "check", false, "write nothing; exit 1 when a file would change")
	c.Flags().BoolVar(&diff, "diff", false, "show what would change and write nothing; exit 1 when something would")
	c.Flags().StringVar(&stdinName, "stdin-filename", "", "the name of standard input in messages")
	return c
}

// notFormatted names the statements that stay byte for byte as they are, a line a file.
func notFormatted(w io.Writer, f *ast.File) {
	const most = 5
	var lines []string
	bad := 0
	for _, s := range f.Statements {
		if _, broken := s.(*ast.Bad); !broken {
			continue
		}
		if bad++; bad <= most {
			lines = append(lines, strconv.Itoa(f.Source.Position(s.Span().Start).Line))
		}
	}
	switch {
	case bad == 0:
	case bad == 1:
		fmt.Fprintf(w, "%s:%s: left as it is, since it does not parse; hyp check says why\n", f.Source.Name, lines[0])
	default:
		if bad > most {
			lines = append(lines, "...")
		}
		fmt.Fprintf(w, "%s: %s left as they are, since they do not parse (lines %s); hyp check says why\n",
			f.Source.Name, report.Plural(bad, "statement", "statements"), strings.Join(lines, ", "))
	}
}
