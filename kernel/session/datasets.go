package session

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/kernel/rich"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

// path is a file of the notebook's folder.
func (r *run) path(file string) string {
	if filepath.IsAbs(file) || r.s.cfg.Folder == "." {
		return file
	}
	return filepath.Join(r.s.cfg.Folder, file)
}

// about describes every variable of a study: the session's, or one made for the purpose.
func (r *run) about(ctx context.Context, c *composed) error {
	progress := r.progress()
	defer progress.end(finished)
	loader := r.s.data.Loader(r.s.cfg.Folder, progress.show)
	file, _ := parse.File(c.text.Source)
	d, t, meanings, ds := check.Meanings(ctx, file, loader)
	if err := ctx.Err(); err != nil {
		return err
	}
	switch {
	case d == nil:
		r.say("no data yet: write dataset d from \"data.csv\", or look at a file with %data data.csv")
		return nil
	case t == nil:
		var wrong []diag.Diagnostic
		for _, p := range c.place(ds) {
			if d := habit(p.Diagnostic); d.Severity == diag.Error && !slices.ContainsFunc(wrong, func(o diag.Diagnostic) bool { return o.Code == d.Code && o.Span == d.Span }) {
				wrong = append(wrong, d)
			}
		}
		return studyError(wrong)
	}
	variables, err := rich.Describe(ctx, t, meanings)
	if err != nil {
		return err
	}
	title := fmt.Sprintf("%s: %s rows, %s; %s", d.Name, report.Count(int64(t.Rows)), count(len(d.Header), "column", "columns"), d.Describe())
	for _, note := range t.Notes {
		title += "; " + note
	}
	r.out.Display(rich.Overview(title, variables), nil, "")
	return nil
}

// dataSets describes the session's data, or a file.
func (r *run) dataSets(ctx context.Context, a arguments) error {
	args, err := words(a.text)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return r.about(ctx, r.book.compose(r.s.cfg.Name, r.s.cfg.Folder))
	}
	for _, file := range args {
		if c := r.datasetCalled(file); c != nil {
			if err := r.about(ctx, book{c}.compose(r.s.cfg.Name, r.s.cfg.Folder)); err != nil {
				return err
			}
			continue
		}
		text := "dataset " + declared(file) + " from " + ast.Quote(filepath.ToSlash(file)) + "\n"
		c := &cell{file: source.New("%data", text), label: "%data"}
		parsed, _ := parse.File(c.file)
		c.statements = collect(parsed, c.label)
		if err := r.about(ctx, book{c}.compose("%data", r.s.cfg.Folder)); err != nil {
			return err
		}
	}
	return nil
}

// datasetCalled is the session's declaration of a data set, alone; nil when none has this name.
func (r *run) datasetCalled(name string) *cell {
	for _, c := range r.book {
		for _, st := range c.statements {
			if st.key == "dataset "+name {
				return &cell{file: c.file, label: c.label, id: c.id, statements: []*statement{st}}
			}
		}
	}
	return nil
}

// declared is a data set's name by its file's.
func declared(file string) string {
	if name := catalog.Stem(file); ast.IsIdent(name) && !ast.IsReserved(name) {
		return name
	}
	return "data"
}

// draft writes a study about a file for the person to review.
func (r *run) draft(ctx context.Context, a arguments) error {
	args, file, err := fileAmong(a.text, "%init data.csv")
	if err != nil {
		return err
	}
	return r.command(ctx, r.book, slices.Concat([]string{"init", r.path(file), "--output", "-"}, args), 0)
}

// catalog lists what the catalogs say.
func (r *run) catalog(ctx context.Context, a arguments) error {
	c := r.book.compose(r.s.cfg.Name, r.s.cfg.Folder)
	studies := study.Open(ctx, []study.Text{c.text}, study.Options{Loader: r.s.data.Loader(r.s.cfg.Folder, nil)})
	if err := ctx.Err(); err != nil {
		return err
	}
	want := strings.Trim(strings.TrimSpace(a.text), "`")
	found, sets := false, studies[0].Info.Datasets
	if len(sets) == 0 {
		r.say("no data yet: write dataset d from \"data.csv\"")
		return nil
	}
	for _, d := range sets {
		if want == "" {
			r.say(d.Name + ": " + d.Describe())
		}
		if d.Catalog.Catalog == nil {
			continue
		}
		for _, v := range d.Catalog.Catalog.Variables {
			if want == "" || v.Name == want {
				found = true
				r.out.Stream("stdout", entry(v, want != ""))
			}
		}
	}
	if want != "" && !found {
		return problem("MagicError", fmt.Sprintf("no catalog describes a variable `%s`; %%catalog lists what there is", want))
	}
	return nil
}

// entry is a variable of a catalog in a line, or with its levels and codes.
func entry(v *catalog.Variable, whole bool) string {
	var b strings.Builder
	kind := string(v.Type)
	if kind == "" {
		kind = v.Written
	}
	line := fmt.Sprintf("  %-24s %-12s", ast.WriteName(v.Name), kind)
	if v.Label != "" {
		line += " " + v.Label
	}
	if v.Unit != "" {
		line += " (" + v.Unit + ")"
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
	if !whole {
		return b.String()
	}
	if v.Question != "" {
		b.WriteString("    asked: " + v.Question + "\n")
	}
	for _, l := range v.Levels {
		b.WriteString(strings.TrimRight("    "+l.Code+" "+l.Label, " ") + "\n")
	}
	for _, m := range v.Missing {
		b.WriteString(strings.TrimRight("    missing: "+m.Code+" "+m.Meaning, " ") + "\n")
	}
	if v.Note != "" {
		b.WriteString("    note: " + v.Note + "\n")
	}
	return b.String()
}
