package rich

import (
	"fmt"
	"io"
	"strings"

	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
)

// Neighbour is an insight that another one is related to.
type Neighbour struct {
	Relation string // deepens, extends, narrows, revises, crosses, contradicts, relates
	Incoming bool   // the neighbour deepens, and so on, the insight
	ID, Name string
	Status   string // its verdict
	Finding  string // its sentence
	Why      string // why the two are related, where a rule gave it
	Source   string // declared or rule
}

// passive are the relations as seen from the insight that they lead to.
var passive = map[string]string{
	"deepens": "is deepened by", "extends": "is extended by", "narrows": "is narrowed by", "revises": "is revised by",
	"crosses": "is crossed by", "contradicts": "contradicts", "relates": "relates to",
}

// words is the relation as read from the insight whose card it is.
func (n Neighbour) words() string {
	if n.Incoming && passive[n.Relation] != "" {
		return passive[n.Relation]
	}
	if n.Relation == "relates" {
		return "relates to"
	}
	return n.Relation
}

// id is the id where it says more than the name.
func (n Neighbour) id() string {
	if n.ID == "i:"+n.Name {
		return ""
	}
	return n.ID
}

func (n Neighbour) why() string {
	switch {
	case n.Why != "":
		return n.Why
	case n.Source == "declared":
		return "declared in its study"
	}
	return ""
}

// Insight shows a stored finding with the findings that it is related to.
func Insight(id string, r *result.Record, neighbours []Neighbour, o report.Options) Bundle {
	return Bundle{
		Plain: insightText(id, r, neighbours, o),
		HTML:  page(recordHTML(r, true) + neighboursHTML(neighbours) + fmt.Sprintf("<p class=\"hyp-quiet\">Insight %s of %s</p>\n", code(id), name(r.Dataset))),
		JSON:  encoded(r),
	}
}

// Link is a relation of a result of a cell to an insight that the graph knew.
type Link struct {
	Of string // the name of the result
	Neighbour
}

// mostLinks are shown of a cell; queries show the others.
const mostLinks = 100

// Links shows how the results of a cell stand to what the graph knew, a row a relation, of many the first. Nil when nothing is related.
func Links(links []Link) Bundle {
	if len(links) == 0 {
		return nil
	}
	caption := "In the insight graph"
	if len(links) > mostLinks {
		caption += fmt.Sprintf(", the first %d of %s links", mostLinks, report.Count(int64(len(links))))
		links = links[:mostLinks]
	}
	text := caption + ":"
	rows := make([][]string, len(links))
	for i, l := range links {
		text += "\n  " + report.Clean(l.Of) + " " + neighbourText(l.Neighbour)
		rows[i] = append([]string{strong(l.Of)}, neighbourCells(l.Neighbour)...)
	}
	return Bundle{Plain: text, HTML: page(tableHTML(caption, append([]column{{"Result", false}}, neighbourColumns...), rows))}
}

var neighbourColumns = []column{{"Relation", false}, {"To", false}, {"Verdict", false}, {"Finding", false}, {"Why", false}}

func neighbourCells(n Neighbour) []string {
	to := strong(n.Name)
	if id := n.id(); id != "" {
		to += ` <span class="hyp-nowrap">` + code(id) + "</span>"
	}
	status := "–"
	if n.Status != "" {
		status = badge(n.Status)
	}
	return []string{`<span class="hyp-nowrap">` + esc(n.words()) + "</span>", to, status, prose(n.Finding), esc(n.why())}
}

func neighboursHTML(ns []Neighbour) string {
	if len(ns) == 0 {
		return "<p class=\"hyp-quiet\">No other insight is related to it.</p>\n"
	}
	rows := make([][]string, len(ns))
	for i, n := range ns {
		rows[i] = neighbourCells(n)
	}
	return tableHTML("Related insights", neighbourColumns, rows)
}

func neighbourText(n Neighbour) string {
	s := n.words() + " " + strings.TrimSpace(n.Name+" "+n.id())
	if n.Status != "" {
		s += " (" + n.Status + ")"
	}
	if n.Finding != "" {
		s += ": " + n.Finding
	}
	if w := n.why(); w != "" {
		s += " [" + w + "]"
	}
	return report.Clean(s)
}

func insightText(id string, r *result.Record, ns []Neighbour, o report.Options) string {
	var b strings.Builder
	b.WriteString(printed(func(w io.Writer) error { return report.Write(w, r, o) }) + "\n")
	for _, n := range ns {
		b.WriteString("  " + neighbourText(n) + "\n")
	}
	b.WriteString("  insight " + report.Clean(id))
	return b.String()
}
