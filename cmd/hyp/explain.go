package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hyp-lang/hyp/lang/diag"
)

func newExplain(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "explain [CODE]",
		Short: "Explain a diagnostic by its code or name; without one, list all",
		Example: `  hyp explain E0302
  hyp explain unknown-level
  hyp explain`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listCodes(e.out)
			}
			entry, found := diag.Lookup(args[0])
			if !found {
				return fmt.Errorf("no diagnostic has the code or name %q; `hyp explain` lists them", args[0])
			}
			_, err := io.WriteString(e.out, explain(entry))
			return err
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, entry := range diag.Registry() {
				names = append(names, entry.Code, entry.Name)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

func listCodes(w io.Writer) error {
	var b strings.Builder
	for _, entry := range diag.Registry() {
		fmt.Fprintf(&b, "%s  %-8s %s\n", entry.Code, entry.Severity, entry.Name)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// explain is one entry as text.
func explain(entry diag.Entry) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s[%s] %s\n\n%s\n", entry.Severity, entry.Code, entry.Name, entry.What)
	if entry.Why != "" {
		fmt.Fprintf(&b, "\nWhy: %s\n", entry.Why)
	}
	if entry.Example != "" {
		b.WriteString("\nExample:\n\n")
		for line := range strings.Lines(entry.Example) {
			b.WriteString("    " + line)
		}
	}
	return b.String()
}
