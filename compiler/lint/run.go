package lint

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// File is a study to lint: its text, or why that cannot be read.
type File struct {
	Source *source.File
	Folder string                  // what relative paths in it start from
	Path   string                  // for the patterns of a configuration; empty: Source.Name
	Config *Config                 // what applies to this file; nil: what Run is given
	Err    error                   // the text could not be read: a finding, never a silent gap
	Below  bool                    // found below a folder that was named, and not named itself
	Place  func(offset int) string // what a hypothesis without a name is called, by where it begins; nil: its line
}

// Options say how to lint. The zero value runs the text rules.
type Options struct {
	Data     bool                    // open the data and run the rules that need rows
	NoIgnore bool                    // as if nothing were suppressed
	Graph    Insights                // also compare with this insight graph; that opens the data, without which ids are not real
	Loader   func(File) check.Loader // where data and catalogs come from; nil: from disk, relative to the file's folder

	shared *shared // what the files of a run, or the rounds of a fix, have in common on disk
}

func (o Options) loader(f File) check.Loader {
	var l check.Loader = check.Files{Folder: f.Folder}
	if o.Loader != nil {
		l = o.Loader(f)
	} else if o.shared != nil {
		l = sharing{l, o.shared}
	}
	if !o.opensData() {
		return check.Dataless{Loader: l}
	}
	return l
}

func (o Options) opensData() bool { return o.Data || o.Graph != nil }

// Report is what linting found, file by file in the order given, findings in order of place.
type Report struct {
	Findings   []diag.Diagnostic // that stand
	Suppressed []diag.Diagnostic // that a `# hyp:ignore` accepts, with its reason
	Files      int
	Hypotheses int
}

// All are the findings and the suppressed ones, for formats that keep both.
func (r *Report) All() []diag.Diagnostic { return slices.Concat(r.Findings, r.Suppressed) }

// Worst is the highest level among the findings that stand; Off without any.
func (r *Report) Worst() Level {
	worst := Off
	for _, d := range r.Findings {
		worst = max(worst, levelOf(d))
	}
	return worst
}

// Run lints files. Beside the findings of the rules it reports what the parser and the checker find, since a statement
// with an error cannot be judged. Files are linted on all processors; the report does not depend on that. The error is the
// context's, or a mistake inside of a rule.
func Run(ctx context.Context, files []File, cfg *Config, opt Options) (*Report, error) {
	type one struct {
		open, accepted []diag.Diagnostic
		hyps           int
		err            error
	}
	opt.shared = new(shared)
	results := make([]one, len(files))
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(runtime.GOMAXPROCS(0), max(1, len(files))) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				r := &results[i]
				r.open, r.accepted, r.hyps, r.err = lintFile(ctx, files[i], cfg, opt)
			}
		}()
	}
	for i := range files {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	wg.Wait()
	out := &Report{Files: len(files)}
	if len(results) == 1 { // a long study has findings by the hundred thousand, which need no copy
		r := results[0]
		out.Findings, out.Suppressed, out.Hypotheses = r.open, r.accepted, r.hyps
		if len(r.open) > 1<<16 {
			runtime.GC() // its tree is of no use any more; by itself the heap would first grow to twice as much
		}
		return out, cmp.Or(r.err, ctx.Err())
	}
	for _, r := range results {
		if r.err != nil {
			return nil, r.err
		}
		out.Findings = append(out.Findings, r.open...)
		out.Suppressed = append(out.Suppressed, r.accepted...)
		out.Hypotheses += r.hyps
	}
	return out, ctx.Err()
}

func (f File) path() string {
	if f.Path != "" || f.Source == nil {
		return f.Path
	}
	return f.Source.Name
}

// lintFile lints one study.
func lintFile(ctx context.Context, f File, cfg *Config, opt Options) (open, accepted []diag.Diagnostic, hyps int, err error) {
	if f.Err != nil {
		d := diag.New(diag.UnreadableFile, f.Source, source.Span{}, "%s was not linted: %v", f.path(), f.Err)
		return []diag.Diagnostic{d.WithWhy("a file that is left out in silence looks like one without findings")}, nil, 0, nil
	}
	s, open, accepted, err := lintText(ctx, f, cfg, opt)
	if err != nil {
		return nil, nil, 0, err
	}
	return open, accepted, len(s.Hyps), nil
}

func lintText(ctx context.Context, f File, cfg *Config, opt Options) (s *Study, open, accepted []diag.Diagnostic, err error) {
	if f.Config != nil {
		cfg = f.Config
	}
	set := cfg.at(f.path())
	s = openStudy(ctx, f.Source, opt.loader(f), set.settings, opt.Graph)
	for _, h := range s.Info.Hyps {
		if h.Name == "" && f.Place != nil {
			h.Display = f.Place(h.Span.Start)
		}
	}
	if s.graphErr != nil {
		return s, nil, nil, fmt.Errorf("%s: %w", f.path(), s.graphErr)
	}
	found := newPile(len(s.Hyps))
	ran := func(r *Rule) bool {
		return set.levels[r.Code] != Off && (r.Needs&Text != 0 || opt.Data)
	}
	var running *Rule
	defer func() {
		if x := recover(); x != nil { // the border: a mistake of a rule names it, and the file
			if running == nil {
				panic(x)
			}
			err = fmt.Errorf("%s: internal error in rule %s: %v", f.path(), running.Name, x)
		}
	}()
	pass := func(r *Rule) *Pass {
		running = r
		return &Pass{Study: s, rule: r, report: func(d diag.Diagnostic) {
			d.Severity = set.levels[r.Code].severity()
			found.add(d)
		}}
	}
	for _, d := range s.found {
		if d.Severity != diag.Info && !(d.Code == diag.NullWithoutFloor && ran(nullWithoutFloor)) {
			found.add(d)
		}
	}
	if opt.opensData() {
		for _, d := range s.unread(s.found) {
			found.add(d)
		}
	}
	for _, r := range rules() {
		if ctx.Err() != nil {
			return s, nil, nil, ctx.Err()
		}
		if ran(r) {
			r.Run(pass(r))
		}
	}
	open = found.take()
	if !opt.NoIgnore {
		open, accepted = s.suppress(open)
		if ran(unusedSuppression) {
			pass(unusedSuppression).unused(func(r *Rule) bool {
				return ran(r) && (r.Needs&Data == 0 || opt.Data) && (r.Needs&Graph == 0 || opt.Graph != nil)
			})
			open = append(open, found.take()...)
		}
	}
	byPlace := func(a, b diag.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Code, b.Code))
	}
	slices.SortStableFunc(open, byPlace)
	slices.SortStableFunc(accepted, byPlace)
	return s, open, accepted, nil
}

// pile collects findings without moving them while it grows: a study of 100,000 lines has half a million.
type pile struct {
	full [][]diag.Diagnostic
	last []diag.Diagnostic
	n    int
}

// heap is how many findings lie together once there are more than usual.
const heap = 4096

// newPile has room for the usual number of findings, four a hypothesis, so that nothing is copied in the end.
func newPile(hypotheses int) pile { return pile{last: make([]diag.Diagnostic, 0, 16+4*hypotheses)} }

func (p *pile) add(d diag.Diagnostic) {
	if len(p.last) == cap(p.last) {
		p.full = append(p.full, p.last)
		p.last = make([]diag.Diagnostic, 0, heap)
	}
	p.last = append(p.last, d)
	p.n++
}

// take empties the pile.
func (p *pile) take() []diag.Diagnostic {
	if len(p.full) == 0 {
		out := p.last
		*p = pile{}
		return out
	}
	out := slices.Grow(p.full[0], p.n-len(p.full[0]))
	for _, part := range p.full[1:] {
		out = append(out, part...)
	}
	out = append(out, p.last...)
	*p = pile{}
	return out
}

// unread reports data that hypotheses are about and that cannot be read, where the checker had no reason to read them.
func (s *Study) unread(found []diag.Diagnostic) (out []diag.Diagnostic) {
	said := map[*check.Dataset]bool{}
	for _, h := range s.Hyps {
		d := h.Dataset
		if d == nil || said[d] || h.Spec == nil || h.Blocked != "" {
			continue
		}
		said[d] = true
		_, err := d.Table(s.ctx)
		if err == nil || s.ctx.Err() != nil {
			continue
		}
		x := diag.New(diag.UnreadableFile, nil, source.Span{}, "the data were not looked at: %v", err)
		if d.Node != nil {
			x.File, x.Span = s.Source, d.Node.From.At
			x = x.WithLabel("named here")
		}
		if !slices.ContainsFunc(found, func(o diag.Diagnostic) bool {
			return o.File == x.File && o.Span == x.Span && strings.HasPrefix(o.Code, "E06")
		}) {
			out = append(out, x)
		}
	}
	return out
}

// Shown are the findings that a format prints: those for machines that keep records (json, sarif) get the suppressed ones too.
func (r *Report) Shown(format string) []diag.Diagnostic {
	if format == "sarif" || format == "json" {
		return r.All()
	}
	return r.Findings
}

// WithText is the file with another text.
func (f File) WithText(text string) File {
	f.Source = source.New(f.Source.Name, text)
	return f
}

// Quiet drops the findings below a level, and the suppressed ones, and returns how many that were.
func (r *Report) Quiet(level Level) int {
	before := len(r.Findings) + len(r.Suppressed)
	r.Findings = slices.DeleteFunc(r.Findings, func(d diag.Diagnostic) bool { return levelOf(d) < level })
	r.Suppressed = nil
	return before - len(r.Findings)
}
