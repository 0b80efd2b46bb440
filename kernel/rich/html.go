package rich

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
)

// style is in every piece of HTML, since a notebook has no other place for it. Selectors are doubled to be stronger than
// those by which JupyterLab, nbconvert and VS Code lay out tables.
const style = `<style>
.hyp.hyp{color:var(--jp-content-font-color1,var(--vscode-foreground,inherit));font-family:var(--jp-content-font-family,system-ui,sans-serif);font-size:13px;line-height:1.5;max-width:64rem;overflow-wrap:break-word;--hyp-line:color-mix(in srgb,currentColor 24%,transparent);--hyp-quiet:color-mix(in srgb,currentColor 72%,transparent)}
.hyp.hyp p{margin:.35em 0}
.hyp.hyp code,.hyp.hyp pre{font-family:var(--jp-code-font-family,ui-monospace,monospace);font-size:.95em;color:inherit;background:none;padding:0;border:0}
.hyp.hyp pre{white-space:pre;overflow-x:auto;line-height:1.35;margin:.4em 0}
.hyp.hyp table{border-collapse:collapse;border:0;margin:.5em 0;font-size:inherit;font-variant-numeric:tabular-nums;table-layout:auto}
.hyp.hyp td table{margin:0}
.hyp.hyp caption{caption-side:top;text-align:left;color:var(--hyp-quiet);padding:0 0 .25em;font-style:normal}
.hyp.hyp thead{border:0}
.hyp.hyp tr,.hyp.hyp tbody tr,.hyp.hyp tbody tr:nth-child(odd),.hyp.hyp tbody tr:nth-child(even),.hyp.hyp tbody tr:hover{background:none;border:0}
.hyp.hyp th,.hyp.hyp td{text-align:left;vertical-align:top;padding:.25em 1.2em .25em 0;border:0;border-bottom:1px solid var(--hyp-line);background:none;color:inherit;font-weight:normal;white-space:normal;max-width:none}
.hyp.hyp thead th{font-weight:600;border-bottom:1px solid currentColor;white-space:nowrap}
.hyp.hyp .hyp-num{text-align:right;white-space:nowrap}
.hyp.hyp .hyp-nowrap{white-space:nowrap}
.hyp.hyp .hyp-long{overflow-wrap:anywhere}
.hyp.hyp .hyp-quiet,.hyp.hyp .hyp-quiet th{color:var(--hyp-quiet)}
.hyp.hyp .hyp-facts>tbody>tr>th{color:var(--hyp-quiet);white-space:nowrap}
.hyp.hyp details{margin:.3em 0}
.hyp.hyp details>*:not(summary){margin-left:1.1em}
.hyp.hyp summary{cursor:pointer}
.hyp.hyp .hyp-badge{display:inline-block;padding:0 .55em;border-radius:.8em;border:1px solid currentColor;font-weight:600;white-space:nowrap}
.hyp.hyp .hyp-supported,.hyp.hyp .hyp-qualified,.hyp.hyp .hyp-refuted,.hyp.hyp .hyp-inconclusive,.hyp.hyp .hyp-error{color:#fff;border-color:transparent}
.hyp.hyp .hyp-supported{background:#005f99}
.hyp.hyp .hyp-qualified{background:#8f4a7b}
.hyp.hyp .hyp-refuted,.hyp.hyp .hyp-error{background:#a84a00}
.hyp.hyp .hyp-inconclusive{background:#5c6470}
.hyp.hyp .hyp-card{border-left:3px solid var(--hyp-line);padding-left:.9em}
.hyp.hyp progress{width:18em;max-width:60%;vertical-align:middle;accent-color:#0072b2}
</style>
`

// page frames a body.
func page(body string) string { return `<div class="hyp">` + "\n" + style + body + "</div>\n" }

// esc makes text fit for HTML and for XML: what could reorder or hide is shown as an escape, as in reports.
func esc(s string) string { return html.EscapeString(noncharacters.Replace(report.Clean(s))) }

// noncharacters may stand in no document.
var noncharacters = strings.NewReplacer("\ufffe", "\ufffd", "\uffff", "\ufffd")

// name is a word of the data: it keeps its own direction of writing.
func name(s string) string { return "<bdi" + long(s) + ">" + esc(s) + "</bdi>" }

// code is a piece of the language.
func code(s string) string { return "<code" + long(s) + "><bdi>" + esc(s) + "</bdi></code>" }

// loose lets a text of ours break inside a word of the data that is too long for a line.
func loose(s string) string {
	if c := long(s); c != "" {
		return "<span" + c + ">" + s + "</span>"
	}
	return s
}

// long lets a text break inside its words when one is so long that it would widen the page.
func long(s string) string {
	for _, w := range strings.Fields(s) {
		if utf8.RuneCountInString(w) > 32 {
			return ` class="hyp-long"`
		}
	}
	return ""
}

// prose is a sentence of ours: what stands in backquotes is code. One of many pages is cut: text/plain has it whole.
func prose(s string) string {
	parts := strings.Split(cut(s, 3000), "`")
	var b strings.Builder
	for i, p := range parts {
		switch {
		case i%2 == 0:
			b.WriteString(exponent.ReplaceAllString(loose(glue.Replace(esc(p))), `<span class="hyp-nowrap">$0</span>`))
		case i == len(parts)-1: // a lone backquote
			b.WriteString("`" + esc(p))
		default:
			b.WriteString(code(p))
		}
	}
	return b.String()
}

// glue keeps `p = 0.03` in one line.
var glue = strings.NewReplacer(" = ", "\u00a0=\u00a0", "p &lt; ", "p\u00a0&lt;\u00a0", "q &lt; ", "q\u00a0&lt;\u00a0", " &gt;= ", "\u00a0&gt;=\u00a0")

// exponent is a number such as 1.1e-5, which is not broken behind its sign.
var exponent = regexp.MustCompile(`\d[\d.]*e-\d+\b`)

// badge is a verdict's word in its colour. Without styles it is a bold word.
func badge(v string) string {
	class := ""
	switch result.Value(v) {
	case result.Supported, result.Qualified, result.Refuted, result.Inconclusive:
		class = " hyp-" + v
	}
	return `<strong class="hyp-badge` + class + `">` + esc(v) + "</strong>"
}

// column is a column of a table of HTML.
type column struct {
	head    string
	numeric bool
}

// tableHTML is a table with a caption; rows hold HTML, and their first cell is the row's header.
func tableHTML(caption string, columns []column, rows [][]string) string {
	var b strings.Builder
	b.WriteString("<table>\n")
	if caption != "" {
		b.WriteString(`<caption style="text-align:left">` + caption + "</caption>\n")
	}
	b.WriteString("<thead><tr>")
	for _, c := range columns {
		if c.head == "" {
			b.WriteString("<td></td>")
			continue
		}
		fmt.Fprintf(&b, `<th scope="col"%s>%s</th>`, class(c), c.head)
	}
	b.WriteString("</tr></thead>\n<tbody>\n")
	for _, row := range rows {
		b.WriteString("<tr>")
		for i, cell := range row {
			if i == 0 {
				fmt.Fprintf(&b, `<th scope="row"%s>%s</th>`, class(columns[i]), cell)
			} else {
				fmt.Fprintf(&b, "<td%s>%s</td>", class(columns[i]), cell)
			}
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody>\n</table>\n")
	return b.String()
}

// class sets, beside the class, what is left where the style sheet is stripped: JupyterLab keeps an element's own style in a
// notebook that is not trusted yet, GitHub keeps align alone.
func class(c column) string {
	if c.numeric {
		return ` class="hyp-num" align="right" style="text-align:right;white-space:nowrap"`
	}
	return left
}

const left = ` align="left" style="text-align:left"`

// facts is a table of labelled paragraphs.
func facts(caption string, items []report.Item) string {
	var b strings.Builder
	b.WriteString(`<table class="hyp-facts">` + "\n")
	if caption != "" {
		b.WriteString(`<caption style="text-align:left">` + caption + "</caption>\n")
	}
	b.WriteString("<tbody>\n")
	for _, it := range items {
		fmt.Fprintf(&b, `<tr><th scope="row"%s>%s</th><td%s>%s</td></tr>`+"\n", left, esc(it.Label), left, itemHTML(it))
	}
	b.WriteString("</tbody>\n</table>\n")
	return b.String()
}

func itemHTML(it report.Item) string {
	if it.Cells == nil {
		return prose(it.Text)
	}
	columns := make([]column, len(it.Head))
	for i, h := range it.Head {
		columns[i] = column{esc(h), i > 0}
	}
	rows := make([][]string, len(it.Cells))
	for n, cells := range it.Cells {
		for i, c := range cells {
			if i == 0 {
				rows[n] = append(rows[n], name(c))
			} else {
				rows[n] = append(rows[n], esc(c))
			}
		}
	}
	return tableHTML("", columns, rows)
}

// capital raises a first letter that is our own word.
func capital(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// clip cuts a long text for a cell; the whole is in its title.
func clip(s string, most int, as func(string) string) string {
	short := cut(s, most)
	if short == s {
		return as(s)
	}
	return `<span title="` + esc(cut(s, 1000)) + `">` + as(short) + "</span>"
}
