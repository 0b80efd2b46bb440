package main

import (
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hyp-lang/hyp/agents/space"
	"github.com/hyp-lang/hyp/estimators/report"
)

func newSpace(e *env) *cobra.Command {
	var catalog, controls string
	var exact, asJSON bool
	c := &cobra.Command{
		Use:   "space DATA",
		Short: "Count the hypotheses that can be put about a table",
		Long: `Space counts hypotheses as Table 8 of the AutoKD paper does: N variables fill the slots of the four templates in order, and k
controls are drawn from the rest. It is a count of sentences: some of them are one test, and some the language refuses (groups that
have no levels, an outcome with several unordered levels); the column legal tells how many are left without controls.

Columns that no hypothesis can be about are left out, with the reason: weights and design, identifiers, free text, constants, and
what is missing throughout.`,
		Example: `  hyp space examples/penguins/penguins.csv
  hyp space survey.csv --controls 0..5
  hyp space survey.csv --controls 2 --exact`,
		Args: one,
		RunE: func(c *cobra.Command, args []string) error {
			from, to, err := rangeOf(controls)
			if err != nil {
				return err
			}
			_, done := startProgress(e)
			defer done()
			in, err := openData(c.Context(), e, args[0], catalog)
			if err != nil {
				return err
			}
			variables, out, err := space.Variables(c.Context(), in.Table, in.Meanings, in.Catalog)
			if err != nil {
				return err
			}
			done()
			if asJSON {
				return writeSpaceJSON(e.out, variables, out, from, to)
			}
			var b strings.Builder
			writeSpace(&b, variables, out, from, to, exact)
			_, err = io.WriteString(e.out, b.String())
			return err
		},
	}
	c.Flags().StringVar(&catalog, "catalog", "", "catalog of the data (default: found beside them)")
	c.Flags().StringVar(&controls, "controls", "0..5", "numbers of controls: k, or from..to")
	c.Flags().BoolVar(&exact, "exact", false, "write counts in full")
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
}

// mostControls bounds --controls: beyond it no table has a use for the count.
const mostControls = 1000

// rangeOf reads k or from..to.
func rangeOf(text string) (from, to int, err error) {
	low, high, both := strings.Cut(text, "..")
	if !both {
		high = low
	}
	from, err = strconv.Atoi(strings.TrimSpace(low))
	if err == nil {
		to, err = strconv.Atoi(strings.TrimSpace(high))
	}
	if err != nil || from < 0 || to < from || to > mostControls {
		return 0, 0, fmt.Errorf("--controls %q: write a number such as 2, or a range such as 0..5", text)
	}
	return from, to, nil
}

func writeSpace(b *strings.Builder, variables []space.Variable, out []space.LeftOut, from, to int, exact bool) {
	n := len(variables)
	write := space.Short
	if exact {
		write = func(n *big.Int) string { return n.String() }
	}
	fmt.Fprintf(b, "N = %d variables\n", n)
	if len(out) > 0 {
		fmt.Fprintf(b, "left out: %d\n", len(out))
		for _, o := range out {
			fmt.Fprintf(b, "  %s  %s: %s\n", o.Name, o.Reason, o.Why)
		}
	}
	b.WriteString("\n")
	head := []string{"k"}
	for _, t := range space.Templates {
		head = append(head, string(t))
	}
	rows := [][]string{append(head, "all")}
	for k := from; k <= to; k++ {
		row := []string{strconv.Itoa(k)}
		for _, t := range space.Templates {
			row = append(row, write(space.Count(t, n, k)))
		}
		rows = append(rows, append(row, write(space.Total(n, k))))
	}
	writeColumns(b, rows)
	var legal int64
	var parts []string
	for _, t := range space.Templates {
		m := space.Legal(t, variables)
		legal += m
		parts = append(parts, fmt.Sprintf("%s %s", t, report.Count(m)))
	}
	fmt.Fprintf(b, "\nlegal without controls: %s (%s)\n", report.Count(legal), strings.Join(parts, ", "))
}

// spaceLine is the object of --json; counts are decimal strings, since they leave the range of a double.
type spaceLine struct {
	Variables []string         `json:"variables"`
	LeftOut   []space.LeftOut  `json:"left_out"`
	Counts    []countLine      `json:"counts"`
	Legal     map[string]int64 `json:"legal"`
}

type countLine struct {
	Controls  int               `json:"controls"`
	Templates map[string]string `json:"templates"`
	Total     string            `json:"total"`
}

func writeSpaceJSON(w io.Writer, variables []space.Variable, out []space.LeftOut, from, to int) error {
	line := spaceLine{Variables: []string{}, LeftOut: out, Legal: map[string]int64{}}
	if line.LeftOut == nil {
		line.LeftOut = []space.LeftOut{}
	}
	for _, v := range variables {
		line.Variables = append(line.Variables, v.Name)
	}
	for k := from; k <= to; k++ {
		c := countLine{k, map[string]string{}, space.Total(len(variables), k).String()}
		for _, t := range space.Templates {
			c.Templates[string(t)] = space.Count(t, len(variables), k).String()
		}
		line.Counts = append(line.Counts, c)
	}
	for _, t := range space.Templates {
		line.Legal[string(t)] = space.Legal(t, variables)
	}
	return writeLine(w, line)
}
