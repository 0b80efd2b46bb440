package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hyp-lang/hyp/compiler/explain"
	"github.com/hyp-lang/hyp/lang/diag"
)

func newExplain(e *env) *cobra.Command {
	var look layout
	var asJSON bool
	c := &cobra.Command{
		Use:   "explain [CODE|NAME|WORD]",
		Short: "Explain a diagnostic, a lint rule, a refusal or a word of the language",
		Long: `Explain says what a diagnostic, a lint rule, a refusal or a warning means, why it exists and what to do, by its code or by
its name, and what a word of the language does. Without an argument it lists all topics.`,
		Example: `  hyp explain E0302
  hyp explain post-exposure-control
  hyp explain separation
  hyp explain controlling for
  hyp explain`,
		RunE: func(_ *cobra.Command, args []string) error {
			out, _, err := look.options(e)
			if err != nil {
				return err
			}
			found := explain.Topics()
			if len(args) > 0 {
				word := strings.Join(args, " ")
				if found = explain.Find(word); len(found) == 0 {
					return fmt.Errorf("nothing is called %q%s; `hyp explain` lists what is", word, suggestion(word))
				}
			}
			switch {
			case asJSON:
				err = json.NewEncoder(e.out).Encode(found)
			case len(args) == 0:
				_, err = io.WriteString(e.out, explain.List(found, out.Width))
			default:
				var texts []string
				for _, t := range found {
					texts = append(texts, t.Text(out.Width))
				}
				_, err = io.WriteString(e.out, strings.Join(texts, "\n"))
			}
			if err != nil {
				return outputError(err)
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return explain.Names(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	look.flags(c.Flags())
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON array of topics")
	return c
}

// suggestion ends a message about a word that nothing has.
func suggestion(word string) string {
	near := diag.Suggest(word, explain.Names())
	if len(near) == 0 {
		return ""
	}
	return "; did you mean `" + strings.Join(near, "`, `") + "`?"
}
