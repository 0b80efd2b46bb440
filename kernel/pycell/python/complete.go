package python

import (
	"sort"
	"strings"
)

// Known is a name that completion can propose.
type Known struct {
	Name  string   `json:"name"`
	Kind  string   `json:"kind"` // function, class, module, variable, keyword, property
	Note  string   `json:"note,omitempty"`
	Attrs []string `json:"attrs,omitempty"` // what can stand behind its dot
}

// maxNames is how many variables Names tells of.
const maxNames = 500

// Names are the variables of the cells, for completion.
func (m *Machine) Names() []Known {
	var out []Known
	for name, v := range m.globals {
		if strings.HasPrefix(name, "_") || len(out) >= maxNames {
			continue
		}
		k := known(name, v)
		k.Attrs = m.attributeNames(v)
		out = append(out, k)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

func known(name string, v Value) Known {
	switch v := v.(type) {
	case *Function:
		return Known{Name: name, Kind: "function", Note: v.sig.String()}
	case *Builtin:
		return Known{Name: name, Kind: "function", Note: v.sig.String()}
	case *Class:
		return Known{Name: name, Kind: "class", Note: "class"}
	case *Module:
		return Known{Name: name, Kind: "module", Note: "module"}
	}
	return Known{Name: name, Kind: "variable", Note: kind(v)}
}

// attributeNames are what can stand behind a value's dot, without the names that begin and end with underscores.
func (m *Machine) attributeNames(v Value) []string {
	seen := map[string]bool{}
	add := func(name string) {
		if !strings.HasPrefix(name, "__") {
			seen[name] = true
		}
	}
	if v != nil {
		for _, c := range classOf(v).mro {
			for name := range c.attrs {
				add(name)
			}
		}
	}
	switch x := v.(type) {
	case *Instance:
		for name := range x.attrs {
			add(name)
		}
	case *Module:
		for name := range x.attrs {
			add(name)
		}
		if x.name == "hyp" {
			add("results")
		}
	case *Class:
		for _, c := range x.mro {
			for name := range c.attrs {
				add(name)
			}
		}
	case *Record:
		for _, e := range x.d.entries {
			if s := safeStr(e.key); isIdentifier(s) {
				add(s)
			}
		}
		if x.isResult() {
			for name := range absentMembers {
				add(name)
			}
			add("ci")
		}
	}
	out := make([]string, 0, len(seen))
	for name := range seen {
		out = append(out, name)
	}
	sort.Strings(out)
	return out
}

// Complete proposes what may stand at a byte offset of code, given the variables of the cells so far: the start of the word
// that a proposal replaces, and the proposals. It runs no code.
func Complete(code string, cursor int, names []Known) (start int, found []Known) {
	prepare()
	cursor = min(max(cursor, 0), len(code))
	start = cursor
	for start > 0 && (isWordByte(code[start-1])) {
		start--
	}
	word := code[start:cursor]
	if inString(code[:start]) || word != "" && word[0] >= '0' && word[0] <= '9' {
		return start, nil
	}
	prefix := func(all []Known) []Known {
		var out []Known
		for _, k := range all {
			if strings.HasPrefix(k.Name, word) && (strings.HasPrefix(word, "_") || !strings.HasPrefix(k.Name, "_")) {
				out = append(out, k)
			}
		}
		sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
		return out
	}
	line := code[strings.LastIndexByte(code[:start], '\n')+1 : start]
	switch fields := strings.Fields(line); {
	case len(fields) > 0 && (fields[0] == "import" || fields[0] == "from") && !strings.Contains(line, " import "):
		var out []Known
		for _, n := range moduleNames() {
			out = append(out, Known{Name: n, Kind: "module"})
		}
		return start, prefix(out)
	case len(fields) > 2 && fields[0] == "from":
		return start, prefix(moduleMembers(fields[1]))
	}
	if strings.HasSuffix(code[:start], ".") {
		return start, prefix(members(code[:start-1], names))
	}
	all := append([]Known(nil), names...)
	seen := map[string]bool{}
	for _, k := range names {
		seen[k.Name] = true
	}
	// Names that the cell itself binds.
	if tokens, _ := tokenize(code); tokens != nil {
		for i, t := range tokens {
			if t.kind == nameToken && !seen[t.text] && !keywords[t.text] && t.start != start && i+1 < len(tokens) &&
				(tokens[i+1].text == "=" || i > 0 && (tokens[i-1].text == "def" || tokens[i-1].text == "for" || tokens[i-1].text == "as" || tokens[i-1].text == "import")) {
				seen[t.text] = true
				all = append(all, Known{Name: t.text, Kind: "variable"})
			}
		}
	}
	for name, v := range builtinNames {
		if !seen[name] {
			all = append(all, known(name, v))
		}
	}
	for k := range keywords {
		all = append(all, Known{Name: k, Kind: "keyword"})
	}
	if !seen["hyp"] {
		all = append(all, Known{Name: "hyp", Kind: "module", Note: "the session's results, insights and data"})
	}
	return start, prefix(all)
}

func isWordByte(c byte) bool {
	return c == '_' || c >= 0x80 || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// inString tells whether a text ends inside a string or comment.
func inString(s string) bool {
	_, bad := tokenize(s)
	if bad != nil && strings.HasPrefix(bad.text, "unterminated") {
		return true
	}
	line := s[strings.LastIndexByte(s, '\n')+1:]
	if i := strings.IndexByte(line, '#'); i >= 0 {
		_, bad := tokenize(line[:i])
		return bad == nil || !strings.HasPrefix(bad.text, "unterminated")
	}
	return false
}

func moduleMembers(name string) []Known {
	m := New(Config{})
	mod, err := m.module(name)
	if err != nil {
		return nil
	}
	var out []Known
	for n, v := range mod.attrs {
		out = append(out, known(n, v))
	}
	return out
}

// members are the attributes of the expression that ends a text: a name, a literal, or hyp's own.
func members(s string, names []Known) []Known {
	attrs := func(kind string, list []string) []Known {
		out := make([]Known, len(list))
		for i, n := range list {
			out[i] = Known{Name: n, Kind: kind}
		}
		return out
	}
	m := New(Config{})
	if strings.HasSuffix(s, `"`) || strings.HasSuffix(s, "'") {
		return attrs("function", m.attributeNames(text("")))
	}
	if strings.HasSuffix(s, "}") {
		return attrs("function", m.attributeNames(newDict()))
	}
	start := len(s)
	for start > 0 && (isWordByte(s[start-1]) || s[start-1] == '.') {
		start--
	}
	if strings.HasSuffix(s, "]") {
		open := strings.LastIndexByte(s, '[')
		if open >= 0 && strings.HasSuffix(s[:open], "hyp.results") {
			return attrs("property", m.attributeNames(&Record{resultShape()}))
		}
		if open >= 0 && strings.HasSuffix(s[:open], "hyp.data") {
			return attrs("function", m.attributeNames(&Column{}))
		}
		if open == 0 || open > 0 && !isWordByte(s[open-1]) && s[open-1] != ')' && s[open-1] != ']' {
			return attrs("function", m.attributeNames(list(nil)))
		}
		return nil
	}
	path := s[start:]
	for _, k := range names {
		if k.Name == path {
			return attrs("property", k.Attrs)
		}
	}
	if path == "hyp" || path == "hyp.data" {
		v := m.globals["hyp"]
		if path == "hyp.data" {
			v = &dataFrame
		}
		return attrs("property", m.attributeNames(v))
	}
	if v, ok := builtinNames[path]; ok {
		return attrs("function", m.attributeNames(v))
	}
	for _, n := range moduleNames() {
		if n == path {
			return moduleMembers(n)
		}
	}
	return nil
}

// resultShape has the members that every result has.
func resultShape() *Dict {
	d := newDict()
	for _, n := range []string{"claim", "status", "outcome", "n", "n_total", "dataset", "id", "template"} {
		d.putText(n, text(""))
	}
	return d
}

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
	best, least := "", max(1, len(wrong)/3)+1
	sort.Strings(among)
	for _, n := range among {
		if d := distance(wrong, n); d < least {
			best, least = n, d
		}
	}
	if wrong != "" && best != "" {
		e.Value += ". Did you mean: '" + best + "'?"
	}
	return e
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
	}
	return ""
}
