package lint

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/format"
	"github.com/hyp-lang/hyp/lang/source"
)

var rawColumnName = &Rule{
	Code: "HL401", Name: "raw-column-name", Level: Info, Needs: Text,
	Doc: Doc{
		What: "A column name in backquotes is written several times (three by default). There is a fix when a `var` names the column already, or when the catalog knows its type.",
		Why:  "long names hide the claim between them, and each copy is a place to misspell",
		Example: "dataset d from \"table.csv\"\n" +
			"hyp H1: assoc(`YEARS OF SCHOOL`, pay)\n" +
			"hyp H2: assoc(`YEARS OF SCHOOL`, age)\n" +
			"hyp H3: assoc(home, `YEARS OF SCHOOL`)\n",
		Instead: "dataset d from \"table.csv\"\n" +
			"var school = `YEARS OF SCHOOL` numeric\n" +
			"hyp H1: assoc(school, pay)\n" +
			"hyp H2: assoc(school, age)\n" +
			"hyp H3: assoc(home, school)\n",
		Fixed: "dataset d from \"table.csv\"\n" +
			"var years_of_school = `YEARS OF SCHOOL` numeric\n" +
			"hyp H1: assoc(years_of_school, pay)\n" +
			"hyp H2: assoc(years_of_school, age)\n" +
			"hyp H3: assoc(home, years_of_school)\n",
		Catalog: `variables:
  - {name: YEARS OF SCHOOL, type: numeric}
`,
		Ignore:   "the names are to be those of the data, letter by letter.",
		Settings: "`name-uses`: from how many uses on (3)",
	},
	Run: func(p *Pass) {
		uses := map[string][]ast.Name{}
		var order []string
		p.eachUse(func(n ast.Name) {
			if !n.Quoted || p.vars[n.Text] != nil || p.contexts[n.Text] != nil {
				return
			}
			if uses[n.Text] == nil {
				order = append(order, n.Text)
			}
			uses[n.Text] = append(uses[n.Text], n)
		})
		for _, raw := range order {
			all := uses[raw]
			if len(all) < p.settings.NameUses {
				continue
			}
			d := p.at(raw, all[0].At, "`%s` is used %d times; give it a short name", raw, len(all)).WithLabel("first here")
			if alias := p.aliasOf(raw); alias != nil {
				plain := alias.Levels == nil && alias.Ref == nil && alias.Missing == nil && alias.Range == nil
				p.report(d.WithHelp("`%s` is its name", alias.Name.Text).
					WithFix("write `"+alias.Name.Text+"`", plain, replaceNames(all, alias.Name.Text)...))
				continue
			}
			name := p.fresh(slug(raw, 24))
			d = d.WithHelp("declare `var %s = %s` and its type", name, ast.Backquote(raw))
			if entry := p.entry(raw); entry != nil && entry.Type != "" && entry.Role == catalog.Plain {
				edits := append(replaceNames(all, name), p.insertDeclaration("var "+name+" = "+ast.Backquote(raw)+" "+string(entry.Type)))
				d = d.WithFix("name it `"+name+"`", true, edits...)
			}
			p.report(d)
		}
	},
}

// eachUse calls f for every use of a name as a variable, in the order of the text; clauses of `dataset` name columns.
func (s *Study) eachUse(f func(ast.Name)) {
	for _, st := range s.File.Statements {
		switch st := st.(type) {
		case *ast.Var:
			if _, alias := st.Expr.(*ast.Ref); !alias {
				ast.Names(st.Expr, f)
			}
		case *ast.Context:
			ast.Names(st.Expr, f)
		case *ast.Hyp:
			switch c := st.Claim.(type) {
			case *ast.Assoc:
				f(c.Exposure)
				f(c.Outcome)
			case *ast.Diff:
				f(c.Outcome)
				f(c.Groups)
			case *ast.Interact:
				f(c.Exposure)
				f(c.Moderator)
				f(c.Outcome)
			case *ast.Heterogeneity:
				f(c.Outcome)
				f(c.Exposure)
				f(c.Groups)
			}
			for _, n := range st.Controls {
				f(n)
			}
			if st.Weights != nil {
				f(*st.Weights)
			}
			ast.Names(st.Where, f)
		}
	}
}

func (s *Study) aliasOf(column string) *ast.Var {
	for _, st := range s.File.Statements {
		if v, ok := st.(*ast.Var); ok {
			if ref, alias := v.Expr.(*ast.Ref); alias && ref.Name.Text == column {
				return v
			}
		}
	}
	return nil
}

// entry is what the one catalog says of a column; nil with several data sets.
func (s *Study) entry(column string) *catalog.Variable {
	if len(s.Info.Datasets) != 1 {
		return nil
	}
	return catalogOf(s.Info.Datasets[0]).Variable(column)
}

func replaceNames(all []ast.Name, name string) []diag.Edit {
	var edits []diag.Edit
	for _, n := range all {
		edits = append(edits, diag.Edit{Span: n.At, Text: ast.WriteName(name)})
	}
	return edits
}

// slug makes an identifier of a text: lower case, words joined by _, cut behind a word at about limit.
func slug(text string, limit int) string {
	var b strings.Builder
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !ast.IsIdentRune(r, false) || r == '_' }) {
		if b.Len() > 0 && b.Len()+1+len(w) > limit {
			break
		}
		if b.Len() > 0 {
			b.WriteByte('_')
		}
		b.WriteString(w)
	}
	name := b.String()
	if name == "" {
		return "x"
	}
	if first := []rune(name)[0]; unicode.IsDigit(first) || ast.IsReserved(name) || !ast.IsIdent(name) {
		return "x_" + name
	}
	return name
}

// fresh is a name that the study does not use yet: the one given, or the first of it with _2, _3, ...
func (s *Study) fresh(name string) string {
	for n := 1; ; n++ {
		try := name
		if n > 1 {
			try += "_" + strconv.Itoa(n)
		}
		if s.vars[try] == nil && s.contexts[try] == nil && s.used[try] == 0 && !s.given[try] && !s.column(try) && !s.inBad(try) {
			if s.given == nil {
				s.given = map[string]bool{}
			}
			s.given[try] = true
			return try
		}
	}
}

// column tells whether some data set has such a column, by its header or its catalog.
func (s *Study) column(name string) bool {
	for _, d := range s.Info.Datasets {
		if catalogOf(d).Variable(name) != nil || d.Node != nil && s.withData && d.Has(name) {
			return true
		}
	}
	return false
}

// lastDeclaration is the end of the last data set, variable or context; -1 without any.
func (s *Study) lastDeclaration() int {
	if s.declared == nil {
		end := -1
		if s.File.Syntax != nil {
			end = s.File.Syntax.At.End
		}
		for _, st := range s.File.Statements {
			switch st.(type) {
			case *ast.Dataset, *ast.Var, *ast.Context:
				end = st.Span().End
			}
		}
		s.declared = &end
	}
	return *s.declared
}

// insertDeclaration is the edit that adds a line behind the last data set, variable or context; at the top without any.
func (s *Study) insertDeclaration(line string) diag.Edit {
	end := s.lastDeclaration()
	if end < 0 {
		return diag.Edit{Span: source.Span{}, Text: line + "\n"}
	}
	text := s.Source.Text
	stop := s.Source.LineSpan(s.Source.Position(end).Line).End
	if rest := strings.TrimSpace(text[end:stop]); rest != "" && rest[0] != '#' { // another statement on this line
		return diag.Edit{Span: at(end), Text: "\n" + line + "\n"}
	}
	return diag.Edit{Span: at(stop), Text: "\n" + line}
}

var repeatedCondition = &Rule{
	Code: "HL402", Name: "repeated-condition", Level: Info, Needs: Text,
	Doc: Doc{
		What: "The same condition is written out several times (three by default), or once where a `context` has it.",
		Why:  "a name says why these rows, and one place to change keeps hypotheses about the same rows",
		Example: `hyp H1: assoc(a, y) where age in 18..64
hyp H2: assoc(b, y) where age in 18..64
hyp H3: assoc(c, y) where age in 18..64
`,
		Instead: `context working = age in 18..64
hyp H1: assoc(a, y) where working
hyp H2: assoc(b, y) where working
hyp H3: assoc(c, y) where working
`,
		Fixed: `context age_in_18_64 = age in 18..64
hyp H1: assoc(a, y) where age_in_18_64
hyp H2: assoc(b, y) where age_in_18_64
hyp H3: assoc(c, y) where age_in_18_64
`,
		Ignore:   "the condition is short and says itself why.",
		Settings: "`condition-uses`: from how many uses on (3)",
	},
	Run: func(p *Pass) {
		uses := map[string][]*Hyp{}
		var order []string
		for _, h := range p.Hyps {
			if h.Node.Where == nil {
				continue
			}
			if _, name := h.Node.Where.(*ast.Ref); name {
				continue
			}
			text := format.Expr(h.Node.Where)
			if uses[text] == nil {
				order = append(order, text)
			}
			uses[text] = append(uses[text], h)
		}
		if len(order) == 0 {
			return
		}
		named := map[string]string{}
		for _, st := range p.File.Statements {
			if c, ok := st.(*ast.Context); ok && p.contexts[c.Name.Text] == c {
				named[format.Expr(c.Expr)] = c.Name.Text
			}
		}
		for _, text := range order {
			all := uses[text]
			name := named[text]
			if name == "" && len(all) < p.settings.ConditionUses {
				continue
			}
			span := all[0].Node.Where.Span()
			var d diag.Diagnostic
			var edits []diag.Edit
			if name != "" {
				d = p.at(all[0].Subject(), span, "this condition has a name, `%s`", name).WithLabel("written out")
			} else {
				name = p.fresh(slug(text, 32))
				d = p.at(all[0].Subject(), span, "the condition stands %d times; name it with `context`", len(all)).WithLabel("first here")
				edits = append(edits, p.insertDeclaration("context "+name+" = "+text))
			}
			for _, h := range all {
				if where := h.Node.Where.Span(); !p.commentIn(where) {
					edits = append(edits, diag.Edit{Span: where, Text: name})
				}
			}
			p.report(d.WithFix("write `"+name+"`", true, edits...))
		}
	},
}

// commentIn tells whether a comment stands inside of a span.
func (s *Study) commentIn(span source.Span) bool {
	for _, c := range s.commentsFrom(span.Start) {
		return c.At.Start < span.End
	}
	return false
}
