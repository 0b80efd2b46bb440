package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/hyp-lang/hyp/agents/ask"
	"github.com/hyp-lang/hyp/graphq/insight"
)

func newAsk(e *env) *cobra.Command {
	var f graphFlags
	var llm modelFlags
	var opt ask.Options
	var asJSON bool
	c := &cobra.Command{
		Use:   "ask QUESTION",
		Short: "Answer a question in words from the insight graph",
		Long: `Ask finds the insights that a question in words is about and answers with them, each sentence with the ids that it rests
on and verified against them. What the graph holds nothing about is not known: nothing is made up.

Below the findings stand how sure they are, what they hold equal, which data they are of, what the names stand for, and a query for more. "What
goes with X?", "how many findings are about X?", "what is the strongest predictor of X?" and "what contradicts what?" are understood too.

Without a model the answer is the insights' own sentences. --llm has a model write it from the same insights; sentences that no cited
insight supports are marked, and the share of the others is the faithfulness.

A question of - is read from standard input.

Exit codes: 0 answered, 1 not known, 2 cannot run, 130 interrupted.`,
		Example: `  hyp ask 'does body mass go with the length of the flipper?' --graph .hyp/graph
  hyp ask 'does schooling go with trust, and for whom?' --json
  hyp ask 'who earns more?' --llm --llm-url http://localhost:11434/v1 --llm-model qwen3:8b`,
		Args: some,
		RunE: func(c *cobra.Command, args []string) error {
			if opt.Keep < 1 || opt.Seeds < 1 {
				return fmt.Errorf("--keep %d, --seeds %d: give numbers of 1 and more", opt.Keep, opt.Seeds)
			}
			m, err := llm.mind(c.Context(), e)
			if err != nil {
				return err
			}
			if m != nil {
				opt.Mind = m
			}
			question := strings.Join(args, " ")
			if question == "-" {
				raw, err := io.ReadAll(io.LimitReader(e.stdin, longestQuestion))
				if err != nil {
					return fmt.Errorf("reading the question from standard input: %w", err)
				}
				question = string(raw)
			}
			return f.reading(c.Context(), func(g *insight.Graph) error {
				a, err := ask.Ask(c.Context(), g, question, opt)
				if err != nil {
					return err
				}
				a.Flags = graphFlag(f.dir)
				if asJSON {
					enc := json.NewEncoder(e.out)
					enc.SetEscapeHTML(false)
					enc.SetIndent("", "  ")
					err = enc.Encode(a)
				} else {
					_, err = io.WriteString(e.out, a.String())
				}
				if err != nil {
					return fmt.Errorf("writing the answer: %w", err)
				}
				if !a.Known {
					return &exitError{exitFindings}
				}
				return nil
			})
		},
	}
	f.reads(c.Flags())
	llm.flags(c.Flags())
	c.Flags().IntVar(&opt.Keep, "keep", 5, "most insights that the answer cites")
	c.Flags().IntVar(&opt.Seeds, "seeds", 5, "insights that the search begins from")
	c.Flags().BoolVar(&asJSON, "json", false, "print the answer, its citations and what was looked at as JSON")
	return c
}

// longestQuestion is how much of standard input is read as a question.
const longestQuestion = 1 << 20

// graphFlag is the flag that names a graph, for a shell. An address may hold a password and is not repeated.
func graphFlag(dir string) string {
	switch {
	case dir == defaultGraph:
		return ""
	case strings.Contains(dir, "://"):
		return "--graph ADDRESS"
	case strings.ContainsFunc(dir, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/._-+:", r)
	}):
		return "--graph '" + strings.ReplaceAll(dir, "'", `'\''`) + "'"
	}
	return "--graph " + dir
}
