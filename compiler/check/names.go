package check

import (
	"slices"
	"strings"
	"unicode"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// scope is what names mean over one data set.
type scope struct {
	d      *Dataset
	known  map[string]*symbol
	noData bool // the rows cannot be read, and that was said
	split  *plan.Split
	open   map[string]bool // names being resolved
}

// symbol is the meaning of a name: a variable, or (truth set and v nil) a context.
type symbol struct {
	name  string
	bad   bool           // unknown, or its declaration has an error: stay silent
	v     *plan.Variable // nil for a context
	truth plan.Expr      // the condition of a context, or of a variable defined by one
	decl  *ast.Var
	entry *catalog.Variable
	where source.Span  // the declaration in the study, when there is one
	file  *source.File // of where
	role  catalog.Role

	offScale  []string       // codes of an ordinal that have no place in its order
	number    *plan.Variable // v for numeric use, when that differs
	levels    []plan.Level   // declared or, when none are, found in the data
	complete  bool           // levels lists them all
	looked    bool
	lost      *unknownName  // set when nothing has this name
	saidScale bool          // the note about offScale was given
	unread    *table.Unread // set when the data look like numbers or dates in a form that is not read
}

// resolve finds what a name means: a declaration of the study, else a column with what the catalog says of it. It never
// returns nil; a bad symbol has been reported.
func (c *checker) resolve(sc *scope, n ast.Name) *symbol {
	if y := sc.known[n.Text]; y != nil {
		c.countUse(y, n)
		return y
	}
	failed := c.failed
	c.failed = false
	var y *symbol
	open := sc.open[n.Text]
	if sc.open == nil {
		sc.open = map[string]bool{}
	}
	sc.open[n.Text] = true
	defer func() { sc.open[n.Text] = open }()
	switch {
	case c.cyclic[n.Text], open: // open: a circle that cycles did not see must end all the same
		y = &symbol{name: n.Text, bad: true}
	case c.vars[n.Text] != nil:
		y = c.declared(sc, c.vars[n.Text])
	case c.contexts[n.Text] != nil:
		y = c.context(sc, c.contexts[n.Text])
	default:
		y = c.column(sc, n)
	}
	y.bad = y.bad || c.failed
	c.failed = failed || y.bad
	if y.bad && c.mute {
		return y // said nowhere, so not to be remembered
	}
	sc.known[n.Text] = y
	return y
}

// countUse notes one more use of a name that nothing has.
func (c *checker) countUse(y *symbol, n ast.Name) {
	if y.bad {
		c.failed = true
	}
	if y.lost != nil && !c.mute {
		y.lost.uses++
	}
}

// column is the symbol of a column without a declaration.
func (c *checker) column(sc *scope, n ast.Name) *symbol {
	entry := sc.d.Catalog.Catalog.Variable(n.Text)
	y := &symbol{name: n.Text, entry: entry}
	switch {
	case sc.d.Header == nil: // the data cannot be read, which has been reported
		y.bad = true
		return y
	case sc.d.Has(n.Text):
	case entry != nil:
		y.bad = true
		if !c.mute {
			c.report(c.at(diag.CatalogMismatch, n.At, "the catalog describes `%s`, but the data have no such column", n.Text).
				WithLabel("no such column").
				WithRelated(sc.d.Catalog.Catalog.Source, entry.At, "described here").
				WithHelp("the data are %s", sc.d.Path))
		}
		return y
	case c.broken["var "+n.Text] || c.broken["context "+n.Text]: // it is declared, by a statement that has its error already
		y.bad, c.failed = true, true
		return y
	default:
		y.bad = true
		if !c.mute {
			y.lost = c.noteUnknown(sc.d, n)
		}
		c.failed = true
		return y
	}
	c.base(sc, y, n.Text)
	if sc.d.lost || entry != nil && entry.Written != "" && entry.Type == "" {
		y.bad = true // the catalog's own error has been reported, and no type is made up in its place
		return y
	}
	c.infer(sc, y)
	return y
}

// base fills the variable of a column with what the catalog says of it.
func (c *checker) base(sc *scope, y *symbol, column string) {
	y.v = &plan.Variable{Name: y.name, Column: column}
	if e := sc.d.Catalog.Catalog.Variable(column); e != nil {
		y.entry, y.role = e, e.Role
		y.v.Type, y.v.Label, y.v.Unit, y.v.Missing = e.Type, e.Label, e.Unit, e.MissingRule()
		switch e.Type {
		case plan.Binary, plan.Ordinal, plan.Categorical, "":
			y.v.Levels = e.Levels
		}
		if e.Type == plan.Ordinal {
			y.offScale = e.OffScale
		}
		if y.decl == nil {
			y.where, y.file = e.At, sc.d.Catalog.Catalog.Source
		}
		// A missing code that also stands among the values is no level.
		if len(y.v.Levels) > 0 && len(e.Missing) > 0 {
			y.v.Levels = slices.DeleteFunc(slices.Clone(y.v.Levels), func(l plan.Level) bool {
				return slices.ContainsFunc(e.Missing, func(m catalog.Code) bool { return catalog.SameCode(m.Code, l.Code) })
			})
		}
	}
	if sc.d.Node != nil {
		if sc.d.Node.Missing != nil {
			addMissing(&y.v.Missing, sc.d.Node.Missing)
		}
		if sc.d.Node.Weights != nil && sc.d.Node.Weights.Text == column {
			y.role = catalog.Weight
			y.where, y.file = sc.d.Node.Weights.At, c.src
		}
	}
}

// addMissing adds the codes or the range of a `missing` clause.
func addMissing(m *plan.Missing, s *ast.Set) {
	if s.Range != nil {
		m.Ranges = append(slices.Clone(m.Ranges), [2]float64{s.Range.Low.Value, s.Range.High.Value})
		return
	}
	codes := slices.Clone(m.Codes)
	for _, v := range s.Values {
		if !slices.ContainsFunc(codes, func(x string) bool { return catalog.SameCode(x, v.Literal.Text) }) {
			codes = append(codes, v.Literal.Text)
		}
	}
	m.Codes = codes
}

// infer gives a variable without a type the one that its data show.
func (c *checker) infer(sc *scope, y *symbol) {
	if y.v.Type != "" {
		return
	}
	if c.dataless {
		y.v.Inferred = true
		return
	}
	t := c.table(sc)
	if t == nil {
		y.bad = true
		return
	}
	col := t.Column(y.v.Column)
	if col == nil {
		y.bad = true
		return
	}
	found := catalog.Infer(catalog.Observe(col, y.v.Missing))
	y.v.Type, y.unread = found.Type, found.Unread
	y.v.Inferred = true
	if y.v.Type != plan.Binary && y.v.Type != plan.Categorical {
		y.v.Levels = nil
	}
}

// unknownKey says in which data a name was looked for.
type unknownKey struct {
	d    *Dataset
	name string
}

// unknownName is a name that nothing has, with the number of its uses; it is reported once.
type unknownName struct {
	d    *Dataset
	at   ast.Name
	uses int
}

func (c *checker) noteUnknown(d *Dataset, n ast.Name) *unknownName {
	k := unknownKey{d, n.Text}
	if u := c.unknown[k]; u != nil {
		u.uses++
		return u
	}
	u := &unknownName{d, n, 1}
	c.unknown[k] = u
	c.order = append(c.order, u)
	return u
}

// suggested bounds how many unknown names get suggestions: comparing a name with every column takes its time, and nobody
// reads further.
const suggested = 200

// absent are words for a missing value in other languages.
var absent = map[string]bool{"na": true, "nan": true, "null": true, "none": true, "nil": true}

func (c *checker) reportUnknown() {
	for i, u := range c.order {
		where := ""
		if len(c.info.Datasets) > 1 {
			where = " in data set `" + u.d.Name + "`"
		}
		x := c.at(diag.UnknownName, u.at.At, "there is no variable or column `%s`%s", u.at.Text, where).WithLabel("no such name")
		if u.uses > 1 {
			x = x.WithLabel("no such name (used %d more %s)", u.uses-1, times(u.uses-1))
		}
		if absent[strings.ToLower(u.at.Text)] {
			x = x.WithHelp("whether a value is absent is asked with `name is missing` or `name is not missing`")
		} else if i < suggested {
			x = c.suggestName(x, u)
		}
		c.report(x)
	}
}

func times(n int) string {
	if n == 1 {
		return "time"
	}
	return "times"
}

// suggestName adds what the name may have meant: a name that differs in case, one that is spelt nearly so, or one whose
// label says it.
func (c *checker) suggestName(x diag.Diagnostic, u *unknownName) diag.Diagnostic {
	var names []string
	labels := map[string]string{} // by name
	for n, v := range c.vars {
		names = append(names, n)
		if v.Label != nil {
			labels[n] = v.Label.Text
		}
	}
	for n := range c.contexts {
		names = append(names, n)
	}
	names = slices.DeleteFunc(names, func(n string) bool { return n == u.at.Text }) // a declared column that is not there
	slices.Sort(names)                                                              // maps have no order; messages do
	for _, n := range u.d.Header {
		if c.vars[n] == nil && c.contexts[n] == nil {
			names = append(names, n)
		}
	}
	if cat := u.d.Catalog.Catalog; cat != nil {
		for _, v := range cat.Variables {
			if labels[v.Name] == "" && u.d.Has(v.Name) {
				labels[v.Name] = v.Label
			}
		}
	}
	near := diag.Suggest(u.at.Text, names)
	byLabel, byWord := sharing(u.at.Text, names, labels)
	switch {
	case len(near) > 0:
		what := make([]string, 0, 3)
		for _, n := range near[:min(3, len(near))] {
			what = append(what, "`"+n+"`")
		}
		x = x.WithHelp("did you mean %s?", strings.Join(what, " or "))
		safe := len(near) == 1 && strings.EqualFold(near[0], u.at.Text)
		x = x.WithFix("replace with `"+near[0]+"`", safe, diag.Edit{Span: u.at.At, Text: ast.WriteName(near[0])})
	case byLabel != "":
		x = x.WithHelp("`%s` is labelled %q", byLabel, labels[byLabel])
	case byWord != "":
		x = x.WithHelp("is it `%s`? It shares words with this name", byWord)
	case len(u.d.Header) > 0 && len(u.d.Header) <= 20:
		x = x.WithHelp("the columns are %s", strings.Join(u.d.Header, ", "))
	default:
		x = x.WithHelp("the data are %s", u.d.Path)
	}
	return x
}

// sharing finds the first name whose label holds every word of wanted, and the name that has most words in common with it.
func sharing(wanted string, names []string, labels map[string]string) (byLabel, byWord string) {
	want := split(wanted)
	if len(want) == 0 {
		return "", ""
	}
	most := 0
	for _, n := range names {
		have, label, common := split(n), split(labels[n]), 0
		said := byLabel == ""
		for _, w := range want {
			if slices.Contains(have, w) {
				common++
			}
			said = said && slices.Contains(label, w)
		}
		if said {
			byLabel = n
		}
		if common > most {
			most, byWord = common, n
		}
	}
	return byLabel, byWord
}

// split lists the words of a name or a label that are long enough to mean something.
func split(text string) []string {
	return slices.DeleteFunc(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }),
		func(w string) bool { return len(w) < 3 })
}
