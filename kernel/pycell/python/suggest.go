package python

import (
	"sort"
	"strings"
)

// suggest adds the nearest known name to an error about an unknown one.
func (m *Machine) suggest(e *Error) *Error {
	if e.Syntax || e.Help != "" {
		return e
	}
	var wrong string
	var among []string
	switch {
	case e.Name == "NameError" && strings.HasSuffix(e.Value, "is not defined"):
		wrong = quoted(e.Value, 0)
		for n := range m.globals {
			among = append(among, n)
		}
		for n := range builtinNames {
			among = append(among, n)
		}
		for _, n := range moduleNames() {
			if n == wrong && n != "hyp" {
				e.Value += ". Did you forget to import '" + n + "'?"
				return e
			}
		}
	case e.Name == "AttributeError" && strings.HasPrefix(e.Value, "'") && strings.Contains(e.Value, "object has no attribute"):
		wrong = quoted(e.Value, 1)
		if c, ok := builtinNames[quoted(e.Value, 0)].(*Class); ok {
			for _, k := range c.mro {
				among = append(among, k.order...)
			}
		}
	case e.Name == "AttributeError" && strings.HasPrefix(e.Value, "module '"):
		wrong = quoted(e.Value, 1)
		if mod := m.modules[quoted(e.Value, 0)]; mod != nil {
			for n := range mod.attrs {
				among = append(among, n)
			}
		}
	}
	if best := nearest(wrong, among); best != "" {
		e.Value += ". Did you mean: '" + best + "'?"
		return e
	}
	switch {
	case e.Name == "AttributeError" && strings.HasPrefix(e.Value, "module '"):
		e.Help = m.modulesNames(quoted(e.Value, 0))
	case e.Name == "TypeError" && strings.Contains(e.Value, "'NoneType'") && (strings.Contains(e.Value, "not supported between") || strings.HasPrefix(e.Value, "unsupported operand")):
		e.Help = "None is a missing value: leave it out, as in [x for x in column if x is not None]; a column's own mean(), min(), max() and sum() do"
	}
	return e
}

// nearest is the name that may have been meant; empty when none is near.
func nearest(wrong string, among []string) string {
	best, least := "", max(1, len(wrong)/3)+1
	sort.Strings(among)
	for _, n := range among {
		// Of a name of one letter every other letter is near, and _ is the last result, which nobody misspells.
		if d := distance(wrong, n); d < least && d < len(wrong) && n != "_" {
			best, least = n, d
		}
	}
	return best
}

// modulesNames says what a module has.
func (m *Machine) modulesNames(module string) string {
	mod := m.modules[module]
	if mod == nil {
		return ""
	}
	var names []string
	for n := range mod.attrs {
		if !strings.HasPrefix(n, "_") {
			names = append(names, n)
		}
	}
	if sort.Strings(names); len(names) == 0 {
		return ""
	}
	more := ""
	if len(names) > mostNames {
		names, more = names[:mostNames], " and more; dir("+module+") lists them"
	}
	return "in Python cells " + module + " has " + strings.Join(names, ", ") + more
}

// quoted is the n-th text between single quotes.
func quoted(s string, n int) string {
	parts := strings.Split(s, "'")
	if 2*n+1 < len(parts) {
		return parts[2*n+1]
	}
	return ""
}

// distance is the edit distance of Levenshtein, with a swap of neighbours as one edit.
func distance(a, b string) int {
	if len(a) > 60 || len(b) > 60 {
		return 60
	}
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}

// resultHabits are what members of a result are called elsewhere.
var resultHabits = map[string]string{"pvalue": "p", "p_value": "p", "pval": "p", "qvalue": "q", "q_value": "q", "coef": "estimate", "beta": "estimate", "slope": "estimate",
	"se": "std_error", "stderr": "std_error", "std_err": "std_error", "bse": "std_error", "conf_int": "ci", "interval": "ci", "nobs": "n", "N": "n", "rows": "n",
	"conclusion": "verdict", "summary": "finding", "text": "finding", "method": "estimator"}

// columnHabits are what people know of a column of a data frame, and what to write here.
var columnHabits = map[string]string{"dropna": "[x for x in column if x is not None]", "isna": "missing() tells which values are missing", "isnull": "missing() tells which values are missing",
	"value_counts": "from collections import Counter; Counter(column).most_common()", "nunique": "len(column.unique())", "head": "column[:5]", "tail": "column[-5:]",
	"var": "column.std() ** 2", "apply": "column.map(function)", "values": "column.tolist()", "to_list": "column.tolist()", "size": "len(column)",
	"corr": "hyp.run(\"assoc(x, y)\").effect", "describe": "it has mean(), std(), median(), min(), max(), count() and unique()",
	"plot": "results draw themselves; %data in a cell of its own shows the shape of every column", "hist": "%data in a cell of its own shows the shape of every column",
	"quantile": "import statistics; statistics.quantiles([x for x in column if x is not None])", "sort": "sorted(x for x in column if x is not None)",
	"sort_values": "sorted(x for x in column if x is not None)", "fillna": "[0 if x is None else x for x in column]", "astype": "column.map(float)", "round": "column.map(lambda x: round(x, 2))"}

// instead is what to write for an attribute that a class of the language does not have.
func (m *Machine) instead(c *Class, name string) string {
	switch {
	case c == listClass && (name == "mean" || name == "std" || name == "median"):
		return "import statistics; statistics." + map[string]string{"mean": "mean", "std": "stdev", "median": "median"}[name] + "(...)"
	case c == listClass && name == "push":
		return "append adds to the end of a list"
	case (c == listClass || c == strClass || c == dictClass) && (name == "length" || name == "size"):
		return "len(...) counts"
	case c == dictClass && name == "has_key":
		return "key in d asks for a key"
	case c == dictClass && name == "iteritems":
		return "d.items() goes through keys and values"
	case c == strClass && name == "contains":
		return "text in s asks for a part"
	case c == strClass && name == "decode":
		return "a str is already decoded"
	case c == recordClass:
		if called, ok := resultHabits[name]; ok {
			return "it is called " + called
		}
	case c == columnClass:
		return columnHabits[name]
	}
	return ""
}
