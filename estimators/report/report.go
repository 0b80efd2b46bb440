// Package report prints result records for people: what was tested and how, on which rows, the estimate, the effect and
// the test, what is doubtful, and the finding in one sentence, or the reason why there is none.
//
// Nothing is cut off: a line that is too long wraps, and a name longer than the line breaks where the line ends. Width is
// counted in terminal cells (East Asian wide characters and emoji take two). Control characters in names and messages
// are printed as escapes, so that data cannot write to the terminal.
package report

import (
	"io"
	"strings"

	"github.com/hyp-lang/hyp/estimators/result"
)

// Options say how to lay out a report.
type Options struct {
	Width int  // terminal cells a line; 0 means 80, less than 40 is read as 40
	Color bool // ANSI colours
}

const (
	minWidth   = 40
	labelWidth = 10 // "  estimate  " without the margin
	margin     = 2
)

func (o Options) width() int {
	switch {
	case o.Width == 0:
		return 80
	case o.Width < minWidth:
		return minWidth
	}
	return o.Width
}

// Write prints one record as a block that ends in an empty line. The block is written in one call, so that an interrupted
// run leaves whole blocks. The error is w's.
func Write(w io.Writer, r *result.Record, o Options) error {
	b := &block{width: o.width(), color: o.Color}
	b.head(r)
	b.author(r)
	switch r.Status {
	case result.Refused:
		b.refusal(r)
	case result.Blocked:
		b.row("blocked", yellow, Sentence(r))
	default:
		b.numbers(r)
	}
	b.text.WriteByte('\n')
	_, err := io.WriteString(w, b.text.String())
	return err
}

type block struct {
	text  strings.Builder
	width int
	color bool
}

const (
	plain  = ""
	bold   = "\x1b[1m"
	dim    = "\x1b[2m"
	red    = "\x1b[31m"
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
	reset  = "\x1b[0m"
)

func (b *block) paint(code, s string) string {
	if !b.color || code == plain || s == "" {
		return s
	}
	return code + s + reset
}

// head is the claim line under its name; a continued line is set in by the name's width, at most to the values' column.
func (b *block) head(r *result.Record) {
	name := clean(r.Name)
	claim := clean(r.Claim)
	if name == "" {
		for _, l := range wrap(claim, b.width, margin) {
			b.text.WriteString(b.paint(bold, l) + "\n")
		}
		return
	}
	indent := min(cells(name)+2, margin+labelWidth)
	for i, l := range wrap(name+"  "+claim, b.width, indent) {
		if rest, found := strings.CutPrefix(l, name+"  "); i == 0 && found {
			b.text.WriteString(b.paint(bold, name) + "  " + b.paint(bold, rest) + "\n")
			continue
		}
		b.text.WriteString(b.paint(bold, l) + "\n")
	}
}

// A private-use character holds `p = 1.2e-5` together while lines are broken.
const glued = "\ue0ff"

var glue = strings.NewReplacer(", p = ", ", p"+glued+"="+glued, ", p < ", ", p"+glued+"<"+glued, ", n = ", ", n"+glued+"="+glued,
	" p < ", " p"+glued+"<"+glued, " q < ", " q"+glued+"<"+glued, " r >= ", " r"+glued+">="+glued,
	"(95% interval ", "(95%"+glued+"interval ")

// row is a labelled paragraph.
func (b *block) row(label, color, text string) {
	const indent = margin + labelWidth
	for i, l := range wrap(strings.Repeat(" ", indent)+glue.Replace(clean(text)), b.width, indent) {
		l = strings.ReplaceAll(l, glued, " ")
		body := strings.TrimLeft(l, " ")
		pad := l[:len(l)-len(body)]
		if i == 0 {
			pad = strings.Repeat(" ", margin) + b.paint(dim, label) + strings.Repeat(" ", max(1, labelWidth-cells(label)))
		}
		b.text.WriteString(pad + b.paint(color, body) + "\n")
	}
}

// author prints what the study says of the claim in words: what is claimed, and why.
func (b *block) author(r *result.Record) {
	if r.Statement != "" {
		b.row("claim", plain, r.Statement)
	}
	if r.Because != "" {
		b.row("because", plain, r.Because)
	}
}

func (b *block) refusal(r *result.Record) {
	code, message := "refused", "no reason was given"
	if r.Refusal != nil {
		code, message = r.Refusal.Code, r.Refusal.Message
	}
	b.row("refused", red, code+": "+message)
	if r.Refusal != nil && r.Refusal.Help != "" {
		b.row("help", plain, r.Refusal.Help)
	}
	if m := Method(r); m != "" {
		b.row("method", plain, m)
	}
	if r.NTotal > 0 {
		b.row("rows", plain, rows(r))
	}
	b.warnings(r)
}

func (b *block) numbers(r *result.Record) {
	b.row("finding", plain, Sentence(r))
	b.verdict(r)
	b.row("method", plain, Method(r))
	b.row("rows", plain, rows(r))
	if r.Estimate != nil {
		b.row("estimate", plain, estimate(r))
	}
	if r.OddsRatio != nil {
		b.row("odds", plain, Triple(r.OddsRatio.Value, &r.OddsRatio.Low, &r.OddsRatio.High)+"; "+oddsName(r))
	}
	if r.Effect != nil {
		b.row("effect", plain, effect(r))
	}
	if s := test(r); s != "" {
		b.row("test", plain, s)
	}
	b.levels(r)
	b.coefficients(r)
	b.slopes(r)
	b.marginal(r)
	b.pooled(r)
	b.warnings(r)
}

func (b *block) warnings(r *result.Record) {
	for _, w := range r.Warnings {
		b.row("warning", yellow, w.Message+" ("+w.Code+", "+w.Severity+")")
	}
}
