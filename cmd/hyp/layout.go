package main

import (
	"fmt"
	"os"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/hyp-lang/hyp/estimators/report"
)

// layout holds the flags that say how text looks.
type layout struct {
	width int
	color choice
}

func (l *layout) flags(f *pflag.FlagSet) {
	l.color = choice{value: "auto", of: []string{"auto", "always", "never"}}
	f.IntVar(&l.width, "width", 0, "columns of text output (default: the terminal's, else 80)")
	f.Var(&l.color, "color", "colour: auto, always or never; auto heeds NO_COLOR")
}

// options are those of standard output, and of standard error for diagnostics.
func (l *layout) options(e *env) (out, diagnostics report.Options, err error) {
	out, err = l.on(e, e.stdoutTTY)
	if err == nil {
		diagnostics, err = l.on(e, e.stderrTTY)
		diagnostics.Width = out.Width
	}
	return out, diagnostics, err
}

func (l *layout) on(e *env, tty bool) (report.Options, error) {
	o := report.Options{Width: l.width, Color: l.color.value == "always"}
	if l.width < 0 {
		return o, fmt.Errorf("--width %d: the width must be positive", l.width)
	}
	if l.width == 0 {
		o.Width = 80
		switch {
		case tty:
			o.Width = terminalWidth(os.Stdout)
		case e.notebook != nil:
			o.Width = e.notebook.Width
		}
		if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
			o.Width = n
		}
	}
	if l.color.value == "auto" {
		o.Color = tty && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	}
	return o, nil
}

// choice is a flag with a few values.
type choice struct {
	value string
	of    []string
}

func (c *choice) String() string { return c.value }
func (c *choice) Type() string   { return "string" }

// Set takes one of the values.
func (c *choice) Set(s string) error {
	for _, v := range c.of {
		if v == s {
			c.value = s
			return nil
		}
	}
	return fmt.Errorf("must be one of %v", c.of)
}
