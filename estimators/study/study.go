package study

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/engine"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

// Options say how studies are opened and run. The zero value runs everything with the default limits.
type Options struct {
	Data     string   // data for a study that declares none
	Catalog  string   // its catalog; found beside Data when empty
	Only     []string // names of the hypotheses to run; empty: all
	Limits   *engine.Limits
	Loader   check.Loader           // where data and catalogs come from; nil: files, from the folder of the study
	Progress func(Progress)         // called now and then; a Loader tells of its own reading
	Known    func(name string) bool // tells of hypotheses beside those of the study that lineage may lead to, such as a graph's; nil: none
	// Tested is told of every test that Run makes and does not emit, at once: of the other members of a family (`family f`), rivals
	// (`rival of A`) and moderators (`moderator of A`) that Only leaves out, of their holdouts (the same with `holdout, ` in front), and of
	// claims controlled for a rival (`rival control of A`). A record's own holdout is in it, and not told of; nor
	// is a test that an emitted record reports as well. Its error ends the run.
	Tested func(r *result.Record, purpose string) error
}

// Progress is where a run is.
type Progress struct {
	Checking   string // the study being parsed and checked
	Reading    string // the data being read
	Bytes      int64
	TotalBytes int64 // -1 when unknown
	Done       int   // hypotheses of this study, or steps of Stage
	Total      int
	Stage      string // anything else that is being done, in words
}

// Study is one study, parsed and checked.
type Study struct {
	Text        Text
	Info        *check.Info
	Diagnostics []diag.Diagnostic // of the parser and the checker, in order of place
	Rows        int64             // rows of the tables that were opened so far

	prefix string
	opt    Options
	opened map[*check.Dataset]bool
	inter  []*check.Hyp // interactions and heterogeneities, found once

	emitted map[[2]string]bool // specification and part of the selected
}

// Open parses and checks texts. With more than one, the names of hypotheses in results carry the file's name, so that two
// studies may use one name. Open never fails: what is wrong is in Diagnostics. When ctx ends early the later studies are
// left out.
func Open(ctx context.Context, texts []Text, opt Options) []*Study {
	var studies []*Study
	for _, text := range texts {
		if ctx.Err() != nil {
			break
		}
		s := &Study{Text: text, opt: opt, opened: map[*check.Dataset]bool{}}
		if len(texts) > 1 {
			s.prefix = text.Source.Name + ":"
		}
		if opt.Progress != nil {
			opt.Progress(Progress{Checking: text.Source.Name})
		}
		file, found := parse.File(text.Source)
		loader := opt.Loader
		if loader == nil {
			loader = files{check.Files{Folder: text.Folder, Data: opt.Data, CatalogPath: opt.Catalog}, text.Source.Name, opt.Progress}
		}
		if opt.Known != nil {
			loader = check.Ancestry{Loader: loader, Known: opt.Known}
		}
		info, more := check.Check(ctx, file, loader)
		for _, h := range info.Hyps {
			if h.Name == "" && text.Place != nil {
				h.Display = text.Place(h.Span.Start)
			}
		}
		s.Info, s.Diagnostics = info, append(found, more...)
		if text.Err != nil {
			d := diag.New(diag.UnreadableFile, text.Source, source.Span{}, "%s cannot be read: %v", text.Source.Name, text.Err)
			s.Diagnostics = append(s.Diagnostics, d.WithWhy("a file that is left out in silence looks like one without errors"))
		}
		slices.SortStableFunc(s.Diagnostics, func(a, b diag.Diagnostic) int {
			if a.File == b.File {
				return a.Span.Start - b.Span.Start
			}
			return 0
		})
		studies = append(studies, s)
	}
	return studies
}

// files is the checker's loader with progress.
type files struct {
	check.Files
	study    string
	progress func(Progress)
}

func (f files) Table(ctx context.Context, path string, format table.Format, columns []string) (*table.Table, error) {
	opt := table.Options{Columns: columns, Format: format}
	if f.progress != nil {
		opt.Progress = func(done, total int64) { f.progress(Progress{Reading: path, Bytes: done, TotalBytes: total}) }
	}
	t, err := table.Open(ctx, path, opt)
	if f.progress != nil {
		f.progress(Progress{Checking: f.study})
	}
	return t, err
}

// Failed tells whether the study has an error; its hypotheses are not run then, since a broken declaration may have meant
// something for any of them.
func (s *Study) Failed() bool { return diag.HasErrors(s.Diagnostics) }

// Name is what results call a hypothesis: its name, else its line; with the file's name in front where several studies run.
func (s *Study) Name(h *check.Hyp) string { return s.prefix + h.Display }

// Selected lists the hypotheses that Only names, in the order of the file; all when it names none.
func (s *Study) Selected() []*check.Hyp {
	if len(s.opt.Only) == 0 {
		return s.Info.Hyps
	}
	want := make(map[string]bool, len(s.opt.Only))
	for _, name := range s.opt.Only {
		want[name] = true
	}
	var out []*check.Hyp
	for _, h := range s.Info.Hyps {
		if slices.ContainsFunc(s.names(h), func(name string) bool { return want[name] }) {
			out = append(out, h)
		}
	}
	return out
}

// names are what h may be called by: its name, its name with the file, and `line 12` or `12` for one without a name.
func (s *Study) names(h *check.Hyp) []string {
	out := []string{h.Display, s.Name(h)}
	if h.Name == "" {
		out = append(out, strconv.Itoa(s.Text.Source.Position(h.Span.Start).Line))
	}
	return out
}

// Unknown lists the names of only that no hypothesis of the studies has, each with the known names that it may have meant.
func Unknown(studies []*Study, only []string) []string {
	var out []string
	for _, name := range only {
		found := false
		var known []string
		for _, s := range studies {
			for _, h := range s.Info.Hyps {
				found = found || slices.Contains(s.names(h), name)
				known = append(known, h.Display)
			}
		}
		if found {
			continue
		}
		const most = 20
		if len(known) > most {
			known = append(known[:most:most], "...")
		}
		if len(known) == 0 {
			out = append(out, fmt.Sprintf("no hypothesis is called `%s`: the study has none", name))
			continue
		}
		out = append(out, fmt.Sprintf("no hypothesis is called `%s`: there are %s", name, strings.Join(known, ", ")))
	}
	return out
}

// Planned is the plan of one hypothesis, or why there is none.
type Planned struct {
	Name    string          `json:"name"`
	Claim   string          `json:"claim"`
	Status  result.Status   `json:"status"`
	Bound   *plan.Bound     `json:"plan,omitempty"`
	Refusal *result.Refusal `json:"refusal,omitempty"`
	Needs   string          `json:"needs,omitempty"`
}

// Plan binds the selected hypotheses to their data without estimating anything.
func (s *Study) Plan(ctx context.Context, emit func(*Planned) error, failed func(name string, err error)) error {
	return s.each(ctx, s.Selected(), failed, func(h *check.Hyp, t *table.Table) error {
		p := &Planned{Name: s.Name(h), Claim: h.Claim, Status: result.Blocked, Needs: h.Blocked}
		if h.Blocked != "" {
			return stopped(emit(p))
		}
		bound, refusal, err := engine.Plan(ctx, t, h.Spec, engine.Options{Limits: s.opt.Limits})
		if err != nil {
			return err
		}
		p.Bound, p.Refusal, p.Status = bound, refusal, result.OK
		if refusal != nil {
			p.Status = result.Refused
		}
		return stopped(emit(p))
	})
}

// each opens the table of every hypothesis and does something with it.
func (s *Study) each(ctx context.Context, selected []*check.Hyp, failed func(string, error), do func(*check.Hyp, *table.Table) error) error {
	var stop *stopError
	for i, h := range selected {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if h.Failed || h.Spec == nil && h.Blocked == "" {
			continue
		}
		if s.opt.Progress != nil {
			s.opt.Progress(Progress{Done: i, Total: len(selected)})
		}
		var t *table.Table
		if h.Blocked == "" {
			var err error
			if t, err = h.Dataset.Table(ctx); err != nil {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				failed(s.Name(h), err)
				continue
			}
			if !s.opened[h.Dataset] {
				s.opened[h.Dataset] = true
				s.Rows += int64(t.Rows)
			}
		}
		switch err := do(h, t); {
		case err == nil:
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &stop):
			return stop.err
		default:
			failed(s.Name(h), err)
		}
	}
	return nil
}

// stopError marks an error of emit: it ends the run, where a hypothesis's own error does not.
type stopError struct{ err error }

func (e *stopError) Error() string { return e.err.Error() }

func stopped(err error) error {
	if err == nil {
		return nil
	}
	return &stopError{err}
}

// blocked is the record of a hypothesis that waits for data.
func (s *Study) blocked(h *check.Hyp) *result.Record {
	r := &result.Record{Schema: result.Schema, Name: s.Name(h), Claim: h.Claim, Controls: []string{}, Status: result.Blocked, Needs: h.Blocked}
	if h.Node != nil && h.Node.Claim != nil {
		r.Template = h.Node.Claim.Template()
	}
	if h.Dataset != nil {
		r.Dataset = h.Dataset.Name
	}
	if p := h.Spec; p != nil {
		r.ID, r.Specification, r.Estimand, r.Dataset = p.Specification, p.Specification, p.Estimand, p.Dataset
		r.Outcome, r.Exposure, r.Moderator, r.Groups = name(p.Outcome), name(p.Exposure), name(p.Moderator), name(p.Groups)
		for _, c := range p.Controls {
			r.Controls = append(r.Controls, c.Name)
		}
	}
	r.Finding = report.Sentence(r)
	return r
}

func name(v *plan.Variable) string {
	if v == nil {
		return ""
	}
	return v.Name
}

// One is a study made of one claim given on the command line.
func One(claim string) Text { return Text{Source: source.New("<-e>", claim), Folder: "."} }

// String says in words where a run is; empty when there is nothing to say.
func (p Progress) String() string {
	switch {
	case p.Reading != "" && p.TotalBytes > 0:
		return fmt.Sprintf("reading %s: %d%%", filepath.Base(p.Reading), 100*p.Bytes/p.TotalBytes)
	case p.Reading != "":
		return fmt.Sprintf("reading %s: %d MB", filepath.Base(p.Reading), p.Bytes>>20)
	case p.Checking != "":
		return "checking " + filepath.Base(p.Checking)
	case p.Stage != "" && p.Total > 0:
		return fmt.Sprintf("%s, %d%%", p.Stage, 100*p.Done/p.Total)
	case p.Stage != "":
		return p.Stage
	case p.Total > 0:
		return fmt.Sprintf("%s of %s hypotheses", report.Count(int64(p.Done)), report.Count(int64(p.Total)))
	}
	return ""
}
