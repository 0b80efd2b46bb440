package assist

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/follow"
	"github.com/hyp-lang/hyp/lang/grammar"
)

// leveled is the variable that a place compares with levels, `g = ¦` or `g in ("a", ¦`; nil when it has none.
func (p *place) leveled() *Variable {
	tokens := p.statement.Tokens
	i := len(tokens) - 1
	for i > 0 && inList(tokens[i]) {
		i--
	}
	if i < 1 {
		return nil
	}
	switch tokens[i].Word() {
	case "=", "!=", "<>", "<", "<=", ">", ">=":
		if i < len(tokens)-1 {
			return nil // a value stands behind the sign
		}
	case "in":
		if i > 1 && tokens[i-1].Word() == "not" {
			i--
		}
	default:
		return nil
	}
	left := tokens[i-1]
	if left.Kind != follow.Ident && left.Kind != follow.Quoted {
		return nil
	}
	if v := p.variable(nameOf(left)); v != nil && len(v.Levels) > 0 {
		return v
	}
	return nil
}

// inList tells whether a token is a part of a list of values: a bracket, a comma or a value.
func inList(t follow.Token) bool {
	return t.Kind == follow.String || t.Kind == follow.Number || t.Word() == "(" || t.Word() == "," || t.Word() == "-"
}

// comparedNames lists what a number can be compared with; beside levels a name is a last resort.
func (p *place) comparedNames() []candidate {
	out := p.variables(amount)
	if p.leveled() != nil {
		for i := range out {
			out[i].poor = true
		}
	}
	return out
}

// withLevels is the variable whose level a slot asks for; nil when it is not known.
func (p *place) withLevels(s slot) *Variable {
	switch s {
	case contrast:
		return p.filled(groups)
	case reference:
		if names := p.at(declared); len(names) > 0 {
			return p.variable(names[0])
		}
		return nil
	case compared:
		return p.leveled()
	}
	return nil
}

// levels lists the levels that a place asks for: by label, then by code.
func (p *place) levels(s slot) []candidate {
	v := p.withLevels(s)
	var taken []string
	if t := p.statement.Tokens; s == contrast && len(t) > 1 && t[len(t)-1].Word() == "vs" {
		taken = append(taken, valueOf(t[len(t)-2]))
	}
	if v == nil {
		return nil
	}
	var labels, codes []candidate
	for _, l := range v.Levels {
		if slices.ContainsFunc(taken, func(t string) bool { return t == l.Label || catalog.SameCode(t, l.Code) }) {
			continue
		}
		if l.Label != "" {
			labels = append(labels, candidate{name: l.Label, text: p.typed.quoted(l.Label), kind: "level", note: v.Name + " " + l.Code, also: l.Code})
		}
		text := grammar.Level(l.Code)
		if p.typed.quote != "" {
			if l.Label != "" && text == l.Code {
				continue // in quotes one means the label
			}
			text = p.typed.quoted(l.Code)
		}
		note := v.Name
		if l.Label != "" {
			note += " " + l.Label
		}
		codes = append(codes, candidate{name: l.Code, text: text, kind: "level", note: note, also: l.Label})
	}
	return append(labels, codes...)
}

// quoted writes a text in the quotes that are begun, when they can hold it, else in double ones.
func (t typed) quoted(text string) string {
	if t.quote == "'" && !strings.ContainsAny(text, `'\`) {
		return "'" + text + "'"
	}
	return ast.Quote(text)
}

// files lists the files that a data set or its catalog can be, and folders.
func (p *place) files(s slot) []candidate {
	if p.Files == nil {
		return nil
	}
	folder := ""
	if i := strings.LastIndexByte(p.typed.text, '/'); i >= 0 {
		folder = p.typed.text[:i+1]
	}
	from := folder
	if from == "" {
		from = "."
	}
	entries, err := p.Files(from)
	if err != nil {
		return nil // a folder that is not there holds nothing to offer
	}
	closed := p.typed.quote != "" && p.typed.end > p.typed.start+len(p.typed.quote)+len(p.typed.text)
	var out []candidate
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") && !strings.HasPrefix(p.typed.text[len(folder):], ".") {
			continue
		}
		isFolder := e.IsDir() || e.Type()&fs.ModeSymlink != 0 && path.Ext(name) == ""
		if isFolder {
			name += "/"
		} else if !isFile(name, s) {
			continue
		}
		text := p.typed.quoted(folder + name)
		if isFolder || closed {
			text = text[:len(text)-1]
		}
		kind := "file"
		if isFolder {
			kind = "folder"
		}
		out = append(out, candidate{name: folder + name, text: text, kind: kind})
	}
	slices.SortStableFunc(out, func(a, b candidate) int { return strings.Compare(a.kind, b.kind) }) // files before folders
	return out
}

// isFile tells by its name whether a file is data, or a catalog.
func isFile(name string, s slot) bool {
	if s == dataFile {
		return catalog.Stem(name) != name
	}
	ext := strings.ToLower(path.Ext(name))
	return ext == ".json" || ext == ".yaml" || ext == ".yml"
}

// nameOf is the name that a token writes.
func nameOf(t follow.Token) string {
	if t.Kind == follow.Quoted && len(t.Text) > 1 {
		return strings.ReplaceAll(t.Text[1:len(t.Text)-1], "``", "`")
	}
	return t.Text
}

var unescape = strings.NewReplacer(`\"`, `"`, `\'`, `'`, `\\`, `\`)

// valueOf is the level that a token writes.
func valueOf(t follow.Token) string {
	if t.Kind != follow.String {
		return t.Text
	}
	text := strings.TrimLeft(t.Text, "\"'“”„‘’«")
	return unescape.Replace(strings.TrimRight(text, "\"'“”’»"))
}
