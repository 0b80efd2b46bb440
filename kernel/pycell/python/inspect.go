package python

import (
	"sort"
	"strings"
)

// Card explains a name of a Python cell.
type Card struct {
	Name string // with its parameters when it is called
	Kind string
	Text string   // what it does, where that is known
	Has  []string // what can stand behind its dot
}

// hypHelp says what the members of hyp do.
var hypHelp = map[string]string{
	"results":  "The session's results, oldest first, as a list: hyp.results[0], hyp.results['H1']. A result has name, claim, n, estimate, ci, effect, p, q, verdict, finding and what the table shows; what does not apply is None.",
	"insights": "The rows that a query answers, such as hyp.insights('find i.name, i.effect where i about @sex'). Without a query: every finding of the graph.",
	"run":      "Answers a hypothesis as a cell of its own would, and returns its result: hyp.run('assoc(x, y) controlling for z').p. Of several hypotheses it returns the list.",
	"data":     "The columns of the session's first data set: hyp.data['name'] or hyp.data.name. Arithmetic and comparisons go element by element, missing values are None.",
	"column":   "hyp.column('name') is hyp.data['name'].",
	"Error":    "What the session refuses is raised as hyp.Error, in the words that a cell would show.",
	"Result":   "The class of results: their members are attributes and items.",
	"Column":   "The class of columns: mean(), std(), median(), min(), max(), sum(), count(), unique(), missing(), tolist(), map(function).",
}

// hypCalls are the members that are called, with what they take.
var hypCalls = map[string]string{"insights": "(query='find ...')", "run": "(text)", "column": "(name)"}

// Inspect explains the name at a byte offset of code, given the variables of the cells so far; ok is false where there is
// none, or none that is known. It runs no code.
func Inspect(code string, cursor int, names []Known) (c Card, ok bool) {
	prepare()
	cursor = min(max(cursor, 0), len(code))
	start, end := cursor, cursor
	for start > 0 && isWordByte(code[start-1]) {
		start--
	}
	for end < len(code) && isWordByte(code[end]) {
		end++
	}
	if start == end { // behind an open bracket: what is called
		before := strings.TrimRight(code[:start], " ")
		if !strings.HasSuffix(before, "(") {
			return c, false
		}
		end = len(before) - 1
		for start = end; start > 0 && isWordByte(code[start-1]); {
			start--
		}
	}
	word := code[start:end]
	if word == "" || inString(code[:start]) {
		return c, false
	}
	if start > 0 && code[start-1] == '.' {
		for _, k := range members(code[:start-1], names) {
			if k.Name == word {
				c = cardOf(k)
				if owner := code[:start-1]; strings.HasSuffix(owner, "hyp") && (len(owner) == 3 || !isWordByte(owner[len(owner)-4]) && owner[len(owner)-4] != '.') {
					c.Text = hypHelp[word]
					if sig, called := hypCalls[word]; called {
						c.Name, c.Kind = word+sig, "function"
					}
				}
				return c, true
			}
		}
		return c, false
	}
	for _, k := range names {
		if k.Name == word && word != "hyp" {
			return cardOf(k), true
		}
	}
	if word == "hyp" {
		return Card{Name: word, Kind: "module", Text: "The session: hyp.results has the results, hyp.data the columns, hyp.insights() what the graph holds, and hyp.run(text) answers claims."}, true
	}
	if keywords[word] {
		return Card{Name: word, Kind: "keyword"}, true
	}
	if v, there := builtinNames[word]; there {
		k := known(word, v)
		k.Attrs = New(Config{}).attributeNames(v)
		return cardOf(k), true
	}
	for _, n := range moduleNames() {
		if n == word {
			c = Card{Name: word, Kind: "module"}
			for _, k := range moduleMembers(word) {
				if !strings.HasPrefix(k.Name, "_") {
					c.Has = append(c.Has, k.Name)
				}
			}
			sort.Strings(c.Has)
			return c, true
		}
	}
	if help, absent := absentNames[word]; absent {
		return Card{Name: word, Kind: "not in Python cells", Text: help}, true
	}
	return c, false
}

func cardOf(k Known) Card {
	c := Card{Name: k.Name, Kind: k.Kind, Text: k.Doc}
	switch k.Kind {
	case "function":
		if strings.HasPrefix(k.Note, "(") {
			c.Name += k.Note
		}
	case "class", "module":
		c.Has = k.Attrs
	default:
		c.Has = k.Attrs
		if k.Note != "" {
			c.Kind += ", " + k.Note
		}
	}
	return c
}
