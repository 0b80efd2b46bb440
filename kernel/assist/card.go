package assist

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/hyp-lang/hyp/compiler/explain"
	"github.com/hyp-lang/hyp/kernel/serve"
)

// card is an explanation of one thing, for text and for HTML.
type card struct {
	name, kind string
	parts      []part
}

// part is words, code as it is written, or a table.
type part struct {
	title string
	text  string
	code  bool
	rows  [][2]string
}

func (c *card) say(text string) {
	if text != "" {
		c.parts = append(c.parts, part{text: text})
	}
}

func (c *card) show(title, code string) {
	if code != "" {
		c.parts = append(c.parts, part{title: title, text: strings.TrimRight(code, "\n"), code: true})
	}
}

// cardOf is the card of a topic; without detail it has what it is, its form and an example.
func cardOf(t explain.Topic, detail bool) card {
	c := card{name: t.Name, kind: t.Kind}
	if t.Code != "" {
		c.name, c.kind = t.Code, t.Level+" "+t.Name
	}
	c.say(t.What)
	for _, s := range t.Sections {
		switch {
		case !detail && s.Title != "Form" && s.Title != "Example" && s.Title != "Why":
		case s.Code:
			c.show(s.Title, s.Text)
		default:
			c.parts = append(c.parts, part{title: s.Title, text: s.Text})
		}
	}
	return c
}

// Card is an explanation of a name of another language: its kind, what it is, and what can be written behind it.
func Card(name, kind, text string, has []string) serve.Bundle {
	c := card{name: name, kind: kind}
	c.say(text)
	if len(has) > 0 {
		c.parts = append(c.parts, part{title: "Has", text: strings.Join(has, ", ")})
	}
	return bundle([]card{c})
}

// bundle shows cards as text and as HTML without styles of its own.
func bundle(cards []card) serve.Bundle {
	if len(cards) == 0 {
		return nil
	}
	var text, page strings.Builder
	for i, c := range cards {
		if i > 0 {
			text.WriteString("\n")
			page.WriteString("<hr>")
		}
		c.write(&text)
		c.writeHTML(&page)
	}
	return serve.Bundle{"text/plain": strings.TrimRight(text.String(), "\n"), "text/html": page.String()}
}

func (c *card) write(b *strings.Builder) {
	fmt.Fprintf(b, "%s (%s)\n", c.name, c.kind)
	for _, p := range c.parts {
		switch {
		case p.rows != nil:
			wide := 0
			for _, r := range p.rows {
				wide = max(wide, utf8.RuneCountInString(r[0]))
			}
			for _, r := range p.rows {
				line := r[0] + strings.Repeat(" ", wide-utf8.RuneCountInString(r[0])) + "  " + r[1]
				b.WriteString("  " + strings.TrimRight(line, " ") + "\n")
			}
		case p.code:
			fmt.Fprintf(b, "%s:\n", p.title)
			for line := range strings.Lines(p.text) {
				b.WriteString("    " + strings.TrimRight(line, "\n") + "\n")
			}
		case p.title != "":
			fmt.Fprintf(b, "%s: %s\n", p.title, p.text)
		default:
			b.WriteString(p.text + "\n")
		}
	}
}

func (c *card) writeHTML(b *strings.Builder) {
	escape := html.EscapeString
	fmt.Fprintf(b, "<p><strong>%s</strong> <em>%s</em></p>", escape(c.name), escape(c.kind))
	for _, p := range c.parts {
		switch {
		case p.rows != nil:
			b.WriteString("<table>")
			for _, r := range p.rows {
				fmt.Fprintf(b, `<tr><td style="text-align:left">%s</td><td style="text-align:left">%s</td></tr>`, escape(r[0]), prose(r[1]))
			}
			b.WriteString("</table>")
		case p.code:
			fmt.Fprintf(b, "<p>%s:</p><pre>%s</pre>", escape(p.title), escape(p.text))
		case p.title != "":
			fmt.Fprintf(b, "<p>%s: %s</p>", escape(p.title), prose(p.text))
		default:
			fmt.Fprintf(b, "<p>%s</p>", prose(p.text))
		}
	}
}

// prose is text as HTML, what stands in backticks as code.
func prose(text string) string {
	parts := strings.Split(html.EscapeString(text), "`")
	if len(parts)%2 == 0 { // one is left open
		return strings.Join(parts, "`")
	}
	for i := 1; i < len(parts); i += 2 {
		parts[i] = "<code>" + parts[i] + "</code>"
	}
	return strings.Join(parts, "")
}
