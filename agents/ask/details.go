package ask

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/lang/ast"
)

// Details are what a reader must know of the findings that an answer rests on.
type Details struct {
	Sure  []string `json:"sure"`  // how sure they are: on which rows they were shown, and what was judged
	Equal []string `json:"equal"` // which variables they hold equal; empty: none
	Data  []string `json:"data"`  // the tables that they are of
	Names []Name   `json:"names"` // of the variables, with their labels
	Query string   `json:"query"` // for `hyp query`: all that the graph has of what the question and the first finding are about
}

// Name is a variable's name with what it stands for.
type Name struct {
	Name  string `json:"name"`
	Label string `json:"label"`
}

// details tell of the insights that an answer cites.
func (l *library) details(cited []Retrieved, topics [][]int) *Details {
	d := &Details{Sure: []string{}, Equal: []string{}, Data: []string{}, Names: []Name{}}
	var books []*book
	var named []string
	for _, r := range cited {
		b := l.byID[r.ID]
		books = append(books, b)
		named = append(append(named, b.finding.Core()...), b.finding.Controls...)
		for _, c := range b.finding.Controls {
			if !slices.Contains(d.Equal, c) {
				d.Equal = append(d.Equal, c)
			}
		}
		if t := l.tables[b.dataset]; t != nil {
			text := t.Name
			if t.Rows > 0 {
				text += ", " + report.Count(t.Rows) + " rows"
			}
			if !slices.Contains(d.Data, text) {
				d.Data = append(d.Data, text)
			}
		}
	}
	slices.Sort(named)
	for _, name := range slices.Compact(named) {
		if s := l.all[name]; s != nil && s.label != "" && s.label != name {
			d.Names = append(d.Names, Name{name, s.label})
		}
	}
	d.Sure = sure(books)
	if len(books) > 0 {
		var about []string
		for _, s := range books[0].core {
			if slices.ContainsFunc(topics, func(t []int) bool { return l.about(s, t) }) {
				about = append(about, "i about @"+constant(s.name))
			}
		}
		d.Query = "find i:insight, i.text"
		if len(about) > 0 {
			d.Query += " where " + strings.Join(about, " and ")
		}
	}
	return d
}

// constant is a name as it stands behind @ in a query.
func constant(name string) string {
	for _, r := range name {
		if !ast.IsIdentRune(r, false) {
			return ast.Quote(name)
		}
	}
	return name
}

// sure says on which rows findings were shown, and how they were judged where that is not simply that they hold.
func sure(books []*book) (out []string) {
	again, once := []*book{}, []*book{}
	verdicts := map[string]int{}
	for _, b := range books {
		if h := b.record.Holdout; h != nil && h.Log10P != nil {
			again = append(again, b)
		} else {
			once = append(once, b)
		}
		verdicts[b.status]++
	}
	whole := func(some []*book) string {
		switch {
		case len(some) == len(books) && len(books) == 1:
			return "it was"
		case len(some) == len(books):
			return "all were"
		case len(some) == 1:
			return "1 of them was"
		}
		return strconv.Itoa(len(some)) + " of them were"
	}
	if len(again) > 0 {
		most := math.Inf(-1)
		for _, b := range again {
			most = math.Max(most, *b.record.Holdout.Log10P)
		}
		out = append(out, fmt.Sprintf("%s found on some of the rows and shown again on rows set aside for that (%s there)", whole(again), atMost(most)))
	}
	if len(once) > 0 {
		out = append(out, whole(once)+" tested on the rows that they are of, and on no others")
	}
	for _, v := range []struct{ status, says string }{
		{string(result.Qualified), "holds with a reservation"}, {string(result.Inconclusive), "is not settled by the data"}, {string(result.Refuted), "goes against the claim"},
	} {
		switch n := verdicts[v.status]; {
		case n == 1 && len(books) == 1:
			out = append(out, "it "+v.says)
		case n > 0:
			out = append(out, fmt.Sprintf("%d of %d: the finding %s", n, len(books), v.says))
		}
	}
	return out
}

// atMost is a bound of p-values by its logarithm, rounded up.
func atMost(log10 float64) string {
	if log10 < -4 {
		return "p below 10^" + strconv.Itoa(int(math.Floor(log10))+1)
	}
	return "p at most " + strconv.FormatFloat(math.Ceil(math.Pow(10, log10)*1e4)/1e4, 'g', -1, 64)
}

// longestLabel is how many characters of a label are shown.
const longestLabel = 100

func shortened(label string) string {
	if r := []rune(label); len(r) > longestLabel {
		return string(r[:longestLabel-1]) + "…"
	}
	return label
}

// text says the details, a line each.
func (d *Details) text() string {
	var b strings.Builder
	if len(d.Sure) > 0 {
		fmt.Fprintf(&b, "How sure: %s.\n", strings.Join(d.Sure, "; "))
	}
	fmt.Fprintf(&b, "Held equal: %s.\n", cmp.Or(strings.Join(d.Equal, ", "), "nothing"))
	if len(d.Data) > 0 {
		fmt.Fprintf(&b, "Data: %s.\n", strings.Join(d.Data, "; "))
	}
	if len(d.Names) > 0 {
		var says []string
		for _, n := range d.Names {
			says = append(says, plain(n.Name+": "+shortened(n.Label)))
		}
		fmt.Fprintf(&b, "Names: %s.\n", strings.Join(says, "; "))
	}
	return b.String()
}
