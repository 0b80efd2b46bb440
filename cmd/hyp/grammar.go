package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/grammar"
)

func newGrammar(e *env) *cobra.Command {
	var gbnf, lark bool
	var path, data, catalog string
	c := &cobra.Command{
		Use:   "grammar",
		Short: "Print the grammar, also in the forms that constrain a language model",
		Long: `Grammar prints the language's grammar: in EBNF all that is read, and with --gbnf or --lark what hyp fmt writes, with its
words filled in, for programs that hold a model to a grammar.

With --for the grammar is that of hypotheses to be added to a study, one a line: claims with their clauses over the names
and levels of the study and its data, and no declarations. A misspelt column is no sentence of it.`,
		Example: `  hyp grammar
  hyp grammar --gbnf > hyp.gbnf
  hyp grammar --gbnf --for examples/penguins/penguins.hyp
  hyp grammar --lark`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			text := grammar.EBNF()
			if gbnf || lark {
				form, err := e.form(c.Context(), path, data, catalog)
				if err != nil {
					return err
				}
				if text = form.Lark(); gbnf {
					text = form.GBNF()
				}
			} else if path != "" {
				return errors.New("--for fills in a grammar for a model: add --gbnf or --lark")
			}
			if _, err := io.WriteString(e.out, text); err != nil {
				return outputError(err)
			}
			return nil
		},
	}
	c.Flags().BoolVar(&gbnf, "gbnf", false, "the notation of llama.cpp, which vLLM and others read too")
	c.Flags().BoolVar(&lark, "lark", false, "the notation of Lark (its Earley parser)")
	c.MarkFlagsMutuallyExclusive("gbnf", "lark")
	c.Flags().StringVar(&path, "for", "", "the grammar of lines that may be added to this study")
	c.Flags().StringVar(&data, "data", "", "data for a study that declares no data set")
	c.Flags().StringVar(&catalog, "catalog", "", "catalog of --data (default: found beside it)")
	return c
}

// form is the grammar of whole studies, or of lines of one.
func (e *env) form(ctx context.Context, path, data, catalog string) (*grammar.Form, error) {
	words := check.Words().Grammar()
	if path == "" {
		return grammar.Studies(words)
	}
	texts, err := study.Find(ctx, []string{path}, e.stdin)
	if err != nil {
		return nil, err
	}
	if len(texts) != 1 {
		return nil, fmt.Errorf("--for %s: name one study", path)
	}
	s := study.Open(ctx, texts, study.Options{Data: data, Catalog: catalog})[0]
	names, err := namesOf(ctx, s.Info)
	if err != nil {
		return nil, fmt.Errorf("--for %s: %w; `hyp check` says more", path, err)
	}
	return grammar.Lines(words, names)
}

// namesOf collects what a study's hypotheses can name.
func namesOf(ctx context.Context, info *check.Info) (grammar.Names, error) {
	var n grammar.Names
	known, err := info.Known(ctx)
	if err != nil {
		return n, err
	}
	if len(known) == 0 {
		return n, errors.New("no columns are known, since there are no data that can be read")
	}
	weights := map[string]bool{}
	for _, h := range info.Hyps {
		if h.Node != nil && h.Node.Weights != nil {
			weights[h.Node.Weights.Text] = true
		}
		if h.Name != "" {
			n.Hypotheses = append(n.Hypotheses, h.Name)
		}
	}
	for _, k := range known {
		if !strings.ContainsAny(k.Name, "\r\n\x00") { // nothing can name such a column
			n.Variables = append(n.Variables, k.Grammar(weights[k.Name]))
		}
	}
	for _, d := range info.Datasets {
		n.Split = n.Split || d.Node != nil && d.Node.Split != nil
		if d.Node != nil && len(info.Datasets) > 1 {
			n.Datasets = append(n.Datasets, d.Name)
		}
	}
	for _, s := range info.File.Statements {
		switch s := s.(type) {
		case *ast.Context:
			n.Contexts = append(n.Contexts, s.Name.Text)
		case *ast.Family:
			n.Families = append(n.Families, s.Name.Text)
		}
	}
	return n, nil
}
