package loop

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/agents/config"
	"github.com/hyp-lang/hyp/agents/mind"
	"github.com/hyp-lang/hyp/agents/space"
	"github.com/hyp-lang/hyp/agents/survey"
	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/rows"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// Data is a data set as a discovery sees it: rows to explore and rows that only verdicts look at.
type Data struct {
	Path    string
	ID      string // what ids call it
	Columns int
	Rows    int
	Train   *table.Table // the rows to explore; all without a split
	Holdout *table.Table // nil without a split
	Input   survey.Input // of the train rows
	Survey  *survey.Survey
	Modules []mind.Module
	Domain  string
	Goal    string // the catalog's own, if it has one

	withheld map[string]bool // columns that no claim may name

	prelude string
	loader  check.Memory
	label   map[string]string  // variable -> label
	module  map[string]string  // variable -> module
	times   map[string]float64 // variable -> when it was measured, where that is said
}

// Source says what data a discovery is about.
type Source struct {
	Path    string
	Catalog string // empty: found beside the data
	Goal    string // what to look for: columns that the catalog marks sensitive are left out unless it names them
	// Ready is told what ids call the data, and the hash of the rows to explore, once they are read, before the survey, which an error keeps from
	// being made; nil: nothing has to be ready.
	Ready func(id, hash string) error
}

// Open is Source.Open without a goal.
func Open(ctx context.Context, path, catalogPath string, cfg *config.Config, progress func(stage string, done, total int)) (*Data, error) {
	return Source{Path: path, Catalog: catalogPath}.Open(ctx, cfg, progress)
}

// Open reads the data with their catalog, splits the rows, and surveys the pairs of the train part.
func (from Source) Open(ctx context.Context, cfg *config.Config, progress func(stage string, done, total int)) (*Data, error) {
	path := from.Path
	files := check.Files{Data: path, CatalogPath: from.Catalog}
	in, found := survey.Open(ctx, nil, files)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if diag.HasErrors(found) || in.Table == nil {
		return nil, failed(path, found)
	}
	c := in.Catalog
	if c == nil {
		c = inferred(path, in.Meanings)
	}
	d := &Data{Path: path, ID: in.DataID, Rows: in.Table.Rows, Columns: len(in.Table.Columns), label: map[string]string{}, module: map[string]string{}, times: map[string]float64{}}
	for _, m := range in.Meanings {
		if at, dated := m.Entry.Time(); dated {
			d.times[m.Name] = at
		}
	}
	d.loader = check.Memory{Data: path, Tables: map[string]*table.Table{path: in.Table}, Catalogs: map[string]*catalog.Catalog{path: c}}
	for _, x := range c.Extra {
		for key, to := range map[string]*string{"domain": &d.Domain, "default_goal": &d.Goal} {
			if x.Key == key {
				_ = json.Unmarshal(x.JSON, to) // a value of another type is none
			}
		}
	}
	d.prelude = fmt.Sprintf("dataset %s from %s", ast.WriteName(catalog.Stem(path)), ast.Quote(path))
	d.Train = in.Table
	if cfg.Split.Holdout > 0 {
		d.prelude += fmt.Sprintf(" split holdout %v seed %d", cfg.Split.Holdout, cfg.Split.Seed)
		split := &plan.Split{Holdout: cfg.Split.Holdout, Seed: cfg.Split.Seed}
		parts := map[plan.Part]**table.Table{plan.Train: &d.Train, plan.Holdout: &d.Holdout}
		for part, to := range parts {
			mask, err := rows.Part(ctx, in.Table, split, part)
			if err != nil {
				return nil, err
			}
			*to = in.Table.Select(mask)
		}
		if d.Holdout.Rows == 0 || d.Train.Rows == 0 {
			return nil, fmt.Errorf("%s: %s are too few for a holdout of %v: a discovery tests what it finds on rows that it has not seen; `hyp run` and `hyp survey` answer questions of a small table",
				path, report.Plural(d.Rows, "row", "rows"), cfg.Split.Holdout)
		}
	}
	in.Table = d.Train
	in.Catalog = c
	in.Meanings, d.withheld = withhold(in.Meanings, from.Goal)
	d.Input = in
	if from.Ready != nil {
		if err := from.Ready(d.ID, in.Table.Hash); err != nil {
			return nil, err
		}
	}
	var err error
	opt := survey.Options{Templates: []plan.Template{plan.Assoc, plan.Diff}, Top: 1}
	if progress != nil {
		opt.Progress = func(p survey.Progress) { progress("surveying "+p.Stage, p.Done, p.Total) }
	}
	if d.Survey, err = survey.Screen(ctx, in, opt); err != nil {
		return nil, err
	}
	if len(d.Survey.Variables) < 2 {
		return nil, fmt.Errorf("%s: there is nothing to relate: %d of its columns can be in a hypothesis%s", path, len(d.Survey.Variables), leftOut(d.Survey.LeftOut))
	}
	d.modules(c, cfg)
	return d, nil
}

// leftOut says why columns are in no hypothesis.
func leftOut(out []space.LeftOut) string {
	text := ""
	for i, o := range out {
		if i == 5 {
			return text + fmt.Sprintf("; and %d more", len(out)-i)
		}
		text += fmt.Sprintf("; `%s` is left out: %s", o.Name, o.Why)
	}
	return text
}

// failed is the first error of reading data.
func failed(path string, found []diag.Diagnostic) error {
	for _, f := range found {
		if f.Severity == diag.Error {
			return fmt.Errorf("%s", f.Message)
		}
	}
	return fmt.Errorf("%s: cannot be read", path)
}

// inferred is the catalog of data without one, as the checker read them: so that the types are read off the data once.
func inferred(path string, meanings []check.Meaning) *catalog.Catalog {
	type variable struct {
		Name string `json:"name"`
		Type string `json:"type"`
	}
	out := struct {
		Dataset   string     `json:"dataset"`
		Variables []variable `json:"variables"`
	}{Dataset: catalog.Stem(path), Variables: []variable{}}
	for _, m := range meanings {
		out.Variables = append(out.Variables, variable{m.Name, string(m.Numbers.Type)})
	}
	text, err := json.Marshal(out)
	if err != nil {
		panic("names and types are JSON: " + err.Error())
	}
	c, _ := catalog.Parse(source.New(filepath.Base(path)+" (types read off the data)", string(text)))
	return c
}

// modules takes the catalog's modules, or clusters of variables where it has none.
func (d *Data) modules(c *catalog.Catalog, cfg *config.Config) {
	vars := d.Survey.Variables
	none := !slices.ContainsFunc(vars, func(v space.Variable) bool { return v.Module != "" })
	if none {
		for i, m := range mind.Clusters(d.Survey, cfg.Screen.ClusterLinks) {
			vars[i].Module = m
		}
	}
	at := map[string]int{}
	for _, v := range vars {
		d.label[v.Name], d.module[v.Name] = v.Numbers.Label, v.Module
		if v.Module == "" {
			continue
		}
		k, known := at[v.Module]
		if !known {
			k = len(d.Modules)
			at[v.Module] = k
			m := mind.Module{ID: v.Module, Label: v.Module}
			for _, named := range c.Modules {
				if named.Name == v.Module && named.Label != "" {
					m.Label = named.Label
				}
			}
			d.Modules = append(d.Modules, m)
		}
		d.Modules[k].Variables++
	}
}

// modulesOf is the modules of variables, in their order.
func (d *Data) modulesOf(names []string) []string {
	var out []string
	for _, n := range names {
		if m := d.module[n]; m != "" && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}

// words is what a claim is about, for similarity: names and labels of its core.
func (d *Data) words(names []string) string {
	var parts []string
	for _, n := range names {
		parts = append(parts, n)
		if l := d.label[n]; l != "" && l != n {
			parts = append(parts, l)
		}
	}
	return strings.Join(parts, ". ")
}
