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
	b.print(Items(r))
	b.text.WriteByte('\n')
	_, err := io.WriteString(w, b.text.String())
	return err
}

// Tone is how an item is to be read; a terminal shows it as a colour.
type Tone uint8

// The tones.
const (
	Neutral Tone = iota
	Good
	Doubtful
	Bad
)

// Item is one labelled part of what is told of a record or a plan: a paragraph, or a few rows of cells, the first column
// flush left and the others flush right.
type Item struct {
	Label string
	Tone  Tone
	Text  string
	Head  []string // names of the columns of Cells; the first is empty
	Cells [][]string
	spell bool // text has no head line: every cell says its column's name
}

// Items are the parts of a record's block in their order, for those who lay them out themselves. Text is as the data have
// it: control characters are still in it.
func Items(r *result.Record) []Item {
	var l items
	l.author(r)
	switch r.Status {
	case result.Refused:
		l.refusal(r)
	case result.Blocked:
		l.row("blocked", Doubtful, Sentence(r))
	default:
		l.numbers(r)
	}
	return l
}

// items collects them.
type items []Item

func (l *items) row(label string, tone Tone, text string) {
	*l = append(*l, Item{Label: label, Tone: tone, Text: text})
}

type block struct {
	text  strings.Builder
	width int
	color bool
}

var toneColor = [...]string{Neutral: plain, Good: green, Doubtful: yellow, Bad: red}

func (b *block) print(items []Item) {
	for _, it := range items {
		if it.Cells != nil {
			b.table(it)
		} else {
			b.row(it.Label, toneColor[it.Tone], it.Text)
		}
	}
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
	name := Clean(r.Name)
	claim := Clean(r.Claim)
	if name == "" {
		for _, l := range Wrap(claim, b.width, margin) {
			b.text.WriteString(b.paint(bold, l) + "\n")
		}
		return
	}
	indent := min(cells(name)+2, margin+labelWidth)
	for i, l := range Wrap(name+"  "+claim, b.width, indent) {
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
	for i, l := range Wrap(strings.Repeat(" ", indent)+glue.Replace(Clean(text)), b.width, indent) {
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
func (l *items) author(r *result.Record) {
	if r.Statement != "" {
		l.row("claim", Neutral, r.Statement)
	}
	if r.Because != "" {
		l.row("because", Neutral, r.Because)
	}
}

func (l *items) refusal(r *result.Record) {
	code, message := "refused", "no reason was given"
	if r.Refusal != nil {
		code, message = r.Refusal.Code, r.Refusal.Message
	}
	l.row("refused", Bad, code+": "+message)
	if r.Refusal != nil && r.Refusal.Help != "" {
		l.row("help", Neutral, r.Refusal.Help)
	}
	if m := Method(r); m != "" {
		l.row("method", Neutral, m)
	}
	if r.NTotal > 0 {
		l.row("rows", Neutral, rows(r))
	}
	l.warnings(r)
}

func (l *items) numbers(r *result.Record) {
	l.row("finding", Neutral, Sentence(r))
	l.verdict(r)
	l.row("method", Neutral, Method(r))
	l.row("rows", Neutral, rows(r))
	if r.Estimate != nil {
		l.row("estimate", Neutral, estimate(r))
	}
	if r.OddsRatio != nil {
		l.row("odds", Neutral, Triple(r.OddsRatio.Value, &r.OddsRatio.Low, &r.OddsRatio.High)+"; "+oddsName(r))
	}
	if r.Effect != nil {
		l.row("effect", Neutral, effect(r))
	}
	if s := test(r); s != "" {
		l.row("test", Neutral, s)
	}
	l.levels(r)
	l.coefficients(r)
	l.slopes(r)
	l.marginal(r)
	l.pooled(r)
	l.warnings(r)
}

func (l *items) warnings(r *result.Record) {
	for _, w := range r.Warnings {
		l.row("warning", Doubtful, w.Message+" ("+w.Code+", "+w.Severity+")")
	}
}
