package diag

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/hyp-lang/hyp/lang/source"
)

// TextOptions rule how WriteText prints.
type TextOptions struct {
	Color bool // ANSI colours
	Width int  // columns for a line of source; longer lines are cut around the place. 0 means 120, below 40 means 40
	// Explain is the command that explains a code to the reader; empty means `hyp explain`.
	Explain string
}

// WriteText writes diagnostics for people: message, place with the line of source and carets, related places of the same
// file in order of position, then why, help, fixes and the name of the rule; a blank line between diagnostics.
func WriteText(w io.Writer, ds []Diagnostic, o TextOptions) error {
	if o.Width == 0 {
		o.Width = 120
	}
	o.Width = max(o.Width, 40)
	if o.Explain == "" {
		o.Explain = "hyp explain"
	}
	t := textWriter{bufio.NewWriter(w), o}
	for i, d := range ds {
		if i > 0 {
			t.b.WriteByte('\n')
		}
		t.diagnostic(d)
	}
	return t.b.Flush()
}

type textWriter struct {
	b *bufio.Writer
	o TextOptions
}

const (
	bold   = "1"
	red    = "1;31"
	yellow = "1;33"
	cyan   = "1;36"
	blue   = "1;34"
)

func (t textWriter) paint(color, text string) string {
	if !t.o.Color || text == "" {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[0m"
}

func severityColor(s Severity) string { return [...]string{red, yellow, cyan}[s] }

// mark is one underlined place.
type mark struct {
	span    source.Span
	label   string
	primary bool
}

func (t textWriter) diagnostic(d Diagnostic) {
	color := severityColor(d.Severity)
	fmt.Fprintf(t.b, "%s%s\n", t.paint(color, fmt.Sprintf("%s[%s]", d.Severity, d.Code)), t.paint(bold, ": "+printable(d.Message)))
	gutter := 1
	if d.File != nil {
		marks := []mark{{d.Span, d.Label, true}}
		var elsewhere []Related
		for _, r := range d.Related {
			if r.File == nil || r.File == d.File {
				marks = append(marks, mark{r.Span, r.Label, false})
			} else {
				elsewhere = append(elsewhere, r)
			}
		}
		slices.SortStableFunc(marks, func(a, b mark) int { return cmp.Compare(a.span.Start, b.span.Start) })
		last := d.File.Position(marks[len(marks)-1].span.Start).Line
		for _, r := range elsewhere {
			last = max(last, r.File.Position(r.Span.Start).Line)
		}
		gutter = len(strconv.Itoa(last)) + 1
		t.place(d.File, d.Span, marks, gutter, color)
		for _, r := range elsewhere {
			t.place(r.File, r.Span, []mark{{r.Span, r.Label, false}}, gutter, color)
		}
		fmt.Fprintf(t.b, "%s%s\n", strings.Repeat(" ", gutter), t.paint(blue, "|"))
	}
	note := func(kind, text string) {
		if text != "" {
			fmt.Fprintf(t.b, "%s%s %s%s\n", strings.Repeat(" ", gutter), t.paint(blue, "="), t.paint(bold, kind+": "), printable(text))
		}
	}
	note("why", d.Why)
	note("help", d.Help)
	for _, f := range d.Fixes {
		safe := " [unsafe]"
		if f.Safe {
			safe = " [safe]"
		}
		note("fix", f.Title+safe)
	}
	if d.Name != "" {
		note("rule", fmt.Sprintf("%s (run `%s %s`)", d.Name, t.o.Explain, d.Code))
	}
}

// place prints the lines of one file that hold marks.
func (t textWriter) place(f *source.File, at source.Span, marks []mark, gutter int, color string) {
	p := f.Position(at.Start)
	indent := strings.Repeat(" ", gutter)
	bar := t.paint(blue, "|")
	fmt.Fprintf(t.b, "%s%s %s:%d:%d\n%s%s\n", strings.Repeat(" ", gutter-1), t.paint(blue, "-->"), printable(f.Name), p.Line, p.Column, indent, bar)
	shown := 0
	for i := 0; i < len(marks); {
		line := f.Position(marks[i].span.Start).Line
		j := i
		for j < len(marks) && f.Position(marks[j].span.Start).Line == line {
			j++
		}
		switch {
		case shown > 0 && line == shown+2:
			t.sourceLine(f, shown+1, nil, gutter, color)
		case shown > 0 && line > shown+1:
			fmt.Fprintf(t.b, "%s...\n", strings.Repeat(" ", gutter))
		}
		t.sourceLine(f, line, marks[i:j], gutter, color)
		shown = line
		i = j
	}
}

// sourceLine prints one line of source and a line of carets for each mark.
func (t textWriter) sourceLine(f *source.File, line int, marks []mark, gutter int, color string) {
	bar := t.paint(blue, "|")
	at := f.LineSpan(line)
	text := f.Slice(at)
	focus := 0
	for _, m := range marks {
		if focus == 0 || m.primary {
			focus = m.span.Start - at.Start
		}
	}
	from, to := window(text, focus, t.o.Width)
	shown, lead := render(text[from:to], 0), ""
	if from > 0 {
		lead = "…"
	}
	tail := ""
	if to < len(text) {
		tail = "…"
	}
	number := t.paint(blue, fmt.Sprintf("%*d", gutter-1, line))
	fmt.Fprintf(t.b, "%s %s %s%s%s\n", number, bar, lead, shown, tail)
	for _, m := range marks {
		start := min(max(m.span.Start-at.Start, from), to)
		end := min(max(m.span.End-at.Start, start), to)
		pad := cells(lead) + cells(render(text[from:start], 0))
		n := max(1, cells(render(text[from:end], 0))-cells(render(text[from:start], 0)))
		sign, c := "-", blue
		if m.primary {
			sign, c = "^", color
		}
		out := strings.Repeat(sign, n)
		if m.label != "" {
			out += " " + printable(m.label)
		}
		fmt.Fprintf(t.b, "%s%s %s%s\n", strings.Repeat(" ", gutter), bar, strings.Repeat(" ", pad), t.paint(c, out))
	}
}

// window picks the part of a long line that is shown: byte offsets, at rune boundaries, of about limit cells around focus.
func window(text string, focus, limit int) (from, to int) {
	if len(text) <= limit && !strings.Contains(text, "\t") || len(text) < 64*limit && cells(render(text, 0)) <= limit {
		return 0, len(text)
	}
	focus = min(max(focus, 0), len(text))
	from = focus
	for n := 0; from > 0; {
		r, size := utf8.DecodeLastRuneInString(text[:from])
		if n += runeCells(r); n > limit/3 {
			break
		}
		from -= size
	}
	to = from
	for n := 0; to < len(text); {
		r, size := utf8.DecodeRuneInString(text[to:])
		if n += runeCells(r); n > limit-2 {
			break
		}
		to += size
	}
	return from, to
}

const tabWidth = 4

// render makes a line fit for a terminal: tabs become spaces up to the next stop, control characters and broken bytes
// become visible escapes.
func render(text string, column int) string {
	if !strings.ContainsFunc(text, isOdd) && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == '\t':
			n := tabWidth - column%tabWidth
			b.WriteString(strings.Repeat(" ", n))
			column += n
			continue
		case isOdd(r) || r == utf8.RuneError && text[i] != "\uFFFD"[0]:
			s := escapeRune(r, text[i])
			b.WriteString(s)
			column += len(s)
			continue
		}
		b.WriteRune(r)
		column += runeCells(r)
	}
	return b.String()
}

// isOdd tells whether a rune would upset a terminal: control characters, and marks that turn the direction of writing.
func isOdd(r rune) bool {
	return unicode.IsControl(r) || r >= '\u202A' && r <= '\u202E' || r >= '\u2066' && r <= '\u2069' || r == '\u2028' || r == '\u2029'
}

func escapeRune(r rune, first byte) string {
	if r == utf8.RuneError {
		return fmt.Sprintf(`\x%02x`, first)
	}
	return fmt.Sprintf(`\u{%x}`, r)
}

// printable makes a message fit for one line of a terminal.
func printable(text string) string { return render(text, 0) }

// cells is the width of a rendered text on a terminal.
func cells(text string) (n int) {
	for _, r := range text {
		n += runeCells(r)
	}
	return n
}

// runeCells is 2 for wide East Asian characters and emoji, 0 for marks and joiners, else 1 (Unicode Standard Annex 11).
func runeCells(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r >= 0x1F300 && r <= 0x1FAFF:
		return 2
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}
