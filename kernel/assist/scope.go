// Package assist helps with code that is being typed: what may stand at the cursor, what something is, and whether a cell is
// finished. It works on the text and a Scope alone, takes no locks and reads no data, so that it answers while a cell runs.
//
// What may follow comes from the grammar (package follow), words from the checker's vocabulary and the language reference, and
// queries from package query, so that a new word is offered and explained without a change here.
//
// On two shared cores (2026-11, busy) a completion in a cell of ten lines over 300 variables takes 0.7 ms, and in a study of 200 lines
// 4 ms: `go test -bench . ./kernel/assist`.
package assist

import (
	"context"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/lang/ast"
)

// Scope is what the code of a cell can name. It is not changed once it is in use; a session makes a new one when a declaration
// or the data change, and several goroutines may read it.
type Scope struct {
	Variables  []Variable
	Contexts   []Named
	Families   []Named
	Datasets   []Named
	Hypotheses []Hypothesis // of the session
	Insights   []Hypothesis // that only the graph knows; lineage may name them
	Magics     []Magic
	Graph      query.Graph // for constants of queries; nil: none
	// Files lists a folder, as written in a study, for the names of data files; nil: none are offered.
	Files func(folder string) ([]fs.DirEntry, error)
}

// Named is a thing with a name and words about it: a label, a condition, a path. Facts are what more is known of it.
type Named struct{ Name, Note, Facts string }

// Variable is a variable or a column.
type Variable struct {
	check.Known
	Label, Unit string
	Dataset     string // the data set it is of, when there are several
	From        string // what describes it: the study, the catalog or the values themselves
	// Count counts the rows, and those without a value; nil: the column was not read.
	Count func() (rows, missing int)
}

// Hypothesis is a hypothesis with what came of it.
type Hypothesis struct {
	Name, Claim string
	Finding     string // the sentence of its last result; empty before the first
	Verdict     string // supported, ...; empty before the first
}

// Argument is what stands behind a magic.
type Argument string

// The kinds of argument. Whatever it is, a magic can have words of its own beside it.
const (
	Nothing     Argument = ""
	QueryText   Argument = "query"      // a query
	StudyText   Argument = "study"      // claims or declarations
	AVariable   Argument = "variable"   // names of variables
	AHypothesis Argument = "hypothesis" // names of hypotheses
	AFile       Argument = "file"       // the path of a file
	ATopic      Argument = "topic"      // anything that can be explained, magics among it
	ADataset    Argument = "dataset"    // the name of a data set
	Foreign     Argument = "foreign"    // the code of another language, which is left alone
)

// Magic is a command of the notebook: `%name words` on a line or, for a Cell magic, `%%name words` over a cell.
type Magic struct {
	Name  string
	Form  string // how it is written: %query QUERY
	What  string // what it does
	Takes Argument
	Words []string // flags and words that may stand behind it
	Names bool     // names of hypotheses may stand in the place of a claim
	Cell  bool     // it is written with %%, and what it takes is the rest of the cell
}

// Study is the scope of a checked study, without magics, graph and files. Tables gives the table of a data set as far as it has
// been read, nil when it has not; tables itself may be nil. An error is that of reading the data for the types of columns that
// nothing declares.
func Study(ctx context.Context, info *check.Info, tables func(*check.Dataset) *table.Table) (Scope, error) {
	var s Scope
	known, err := info.Known(ctx)
	if err != nil {
		return s, err
	}
	declared := map[string]*ast.Var{}
	for _, statement := range info.File.Statements {
		switch x := statement.(type) {
		case *ast.Var:
			if declared[x.Name.Text] == nil {
				declared[x.Name.Text] = x
			}
		case *ast.Context:
			note := words(x.Label)
			if note == "" && x.Expr != nil {
				note = info.File.Source.Slice(x.Expr.Span())
			}
			s.Contexts = append(s.Contexts, Named{Name: x.Name.Text, Note: note})
		case *ast.Family:
			s.Families = append(s.Families, Named{Name: x.Name.Text, Note: words(x.Label)})
		}
	}
	for _, d := range info.Datasets {
		if d.Node != nil {
			n := Named{Name: d.Name, Note: words(d.Node.Label), Facts: d.Describe()}
			if d.Header != nil {
				n.Facts = counted(len(d.Header), "column") + "; " + n.Facts
			}
			if tables != nil {
				if t := tables(d); t != nil {
					n.Facts = counted(t.Rows, "row") + ", " + n.Facts
				}
			}
			if n.Note == "" {
				n.Note = d.Path
			}
			s.Datasets = append(s.Datasets, n)
		}
	}
	for _, h := range info.Hyps {
		if h.Name != "" {
			s.Hypotheses = append(s.Hypotheses, Hypothesis{Name: h.Name, Claim: h.Claim})
		}
	}
	for _, k := range known {
		s.Variables = append(s.Variables, variable(info, k, declared[k.Name], tables))
	}
	return s, nil
}

// variable adds to what the checker knows of a variable what is said about it.
func variable(info *check.Info, k check.Known, decl *ast.Var, tables func(*check.Dataset) *table.Table) Variable {
	v := Variable{Known: k, From: "the values of the column"}
	column := k.Name
	if decl != nil {
		v.From, v.Label, v.Unit = "`var` in the study", words(decl.Label), words(decl.Unit)
		if ref, ok := decl.Expr.(*ast.Ref); ok {
			column = ref.Name.Text
		} else if decl.Expr != nil {
			v.From = "`var` in the study: " + info.File.Source.Slice(decl.Expr.Span())
			return v
		}
	}
	for _, d := range info.Datasets {
		if !slices.Contains(d.Header, column) {
			continue
		}
		if len(info.Datasets) > 1 {
			v.Dataset = d.Name
		}
		var missing plan.Missing
		if e := d.Catalog.Catalog.Variable(column); e != nil {
			if v.Label == "" {
				v.Label = e.Label
			}
			if v.Unit == "" {
				v.Unit = e.Unit
			}
			if decl == nil && e.Type != "" {
				v.From = "the catalog " + d.Catalog.Path
			}
			missing = e.MissingRule()
		}
		if tables != nil && (decl == nil || decl.Missing == nil) {
			if t := tables(d); t != nil {
				v.Count = counter(t, column, missing)
			}
		}
		return v
	}
	return v
}

// counter counts the rows of a column when it is first asked.
func counter(t *table.Table, column string, missing plan.Missing) func() (rows, missing int) {
	c := t.Column(column)
	if c == nil {
		return nil
	}
	rows := t.Rows
	return sync.OnceValues(func() (int, int) { return rows, rows - catalog.Observe(c, missing).Present })
}

// counted is a number of things.
func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

func words(s *ast.String) string {
	if s == nil {
		return ""
	}
	return s.Text
}

// find is the element of that name; names match exactly.
func find[T any](list []T, is func(T) bool) *T {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return &list[i]
	}
	return nil
}

func (s *Scope) variable(name string) *Variable {
	return find(s.Variables, func(v Variable) bool { return v.Name == name })
}

func (s *Scope) magic(name string, cell bool) *Magic {
	return find(s.Magics, func(m Magic) bool { return m.Cell == cell && strings.EqualFold(m.Name, name) })
}

func (s *Scope) hypothesis(name string) *Hypothesis {
	is := func(h Hypothesis) bool { return h.Name == name }
	if h := find(s.Hypotheses, is); h != nil {
		return h
	}
	return find(s.Insights, is)
}

func named(list []Named, name string) *Named {
	return find(list, func(n Named) bool { return n.Name == name })
}
