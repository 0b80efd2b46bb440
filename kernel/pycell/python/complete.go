package python

import (
	"sort"
	"strings"

	"github.com/go-python/gpython/py"
)

// Known is a name that completion can propose.
type Known struct {
	Name  string   `json:"name"`
	Kind  string   `json:"kind"` // function, class, module, variable, keyword, property
	Note  string   `json:"note,omitempty"`
	Doc   string   `json:"doc,omitempty"`   // the first string of its body
	Attrs []string `json:"attrs,omitempty"` // what can stand behind its dot
}

// mostDoc is how many bytes of a function's documentation are kept for those who ask what it does.
const mostDoc = 1000

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
		k := Known{Name: name, Kind: "function", Note: v.sig.String()}
		if v.doc != nil && v.doc != py.None {
			k.Doc = cutText(strings.TrimSpace(safeStr(v.doc)), mostDoc)
		}
		return k
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
		out := attrs("property", m.attributeNames(v))
		if mod, ok := v.(*Module); ok {
			for i := range out {
				if x, there := mod.attrs[out[i].Name]; there && out[i].Name != "data" {
					out[i] = known(out[i].Name, x)
				}
			}
		}
		return out
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
