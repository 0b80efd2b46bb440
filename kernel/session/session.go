// Package session is what runs behind the kernel: the cells of a notebook as one study that grows.
//
// A cell sees every statement that was accepted before it, and answers its own hypotheses. A statement of a name that is there
// already takes the place of the earlier one and says so. A cell with an error changes nothing: statements are taken over when the
// whole cell is done. What a cell tested stays in the insight graph even then, since a test that was made must not be forgotten.
//
// # Cost
//
// Nothing is opened before a cell needs it: no graph, no catalog, no data, no Python. 2026-11-30, two shared cores under other work,
// a kernel process seen from jupyter_client: 10 ms of CPU from its start to the first kernel_info_reply and 3.9 MB of anonymous
// memory then; 9 MB after the first claim about the penguins. A thousand runs of that claim add 11 MB: what each adds to the ledger and
// the graph in memory. The session's own part of a cell, by go test -run xxx -bench . ./kernel/session: %who .014 ms, a declaration
// .14 ms, a claim about 344 rows that are here 1.3 ms, with its table, plot and links.
package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/graphq/insight"
	"github.com/hyp-lang/hyp/kernel/pycell"
	"github.com/hyp-lang/hyp/kernel/rich"
	"github.com/hyp-lang/hyp/kernel/serve"
	"github.com/hyp-lang/hyp/lang/diag"
)

// Config is what a session is given.
type Config struct {
	Name     string           // of the notebook, for the insight graph; empty: notebook
	Folder   string           // what relative paths start from; empty: the working directory
	Graph    string           // where results are kept: a folder or a postgres:// address; empty: in memory
	Version  string           // of hyp
	Build    string           // version and revision, for the graph; empty: Version
	Homepage string           // for the help menu
	Embedder insight.Embedder // for similarity in the graph
	Command  Command          // hyp's command line, for the magics that are commands; nil: they are not offered
	Width    int              // of text, in columns; 0: 100
	Python   pycell.Options   // limits of Python cells
}

// Command runs hyp's command line within this process and returns its exit code. It ends soon after ctx does.
type Command func(ctx context.Context, call Call) int

// Call is one command: arguments as on a command line without the program's name, and the session's side of it.
type Call struct {
	Args     []string
	Study    string                                    // standard input
	Out, Err func(text string)                         // what it writes
	Loader   check.Loader                              // where data come from
	Progress func(study.Progress)                      // told where a long command is
	Place    func([]diag.Diagnostic) []diag.Diagnostic // puts diagnostics about the study into the cells that it is made of
	Name     func(offset int) string                   // what a hypothesis of the study without a name is called
	Width    int
	Show     func(b rich.Bundle) // shows something in the place of what the command showed before
	Kept     func(text string)   // told, by a command that was interrupted, what it leaves stored
}

// Session is the state of one kernel. It is a serve.Language; its methods may be called from several goroutines. Cells that change
// what holds take turns, cells that only ask (queries, most magics) do not wait for them and see what held before.
type Session struct {
	cfg  Config
	data *Data
	turn chan struct{} // holds a token while a cell may change the session

	mu sync.Mutex
	state
	results  []*result.Record // of the hypotheses of the session, also of those that are set aside, in order of their runs
	warned   map[string]bool  // warnings that were shown
	version  int              // counts commits
	assist   *keptScope       // for completion
	ahead    *keptScope       // for completion in a cell that declares data
	displays int              // ids that were given out
	labels   int              // of statements that Python ran
	cells    *pycell.Cells    // nil before the first Python cell
	left     error            // why a folder of the session's own could not be removed

	discards sync.WaitGroup // folders that are being removed

	assistTurn chan struct{} // holds a token while a scope is made

	graphTurn chan struct{} // holds a token while the graph is opened or exchanged
	graphAt   string
	graph     *insight.Graph
	reading   bool        // the graph is open for reading only
	anyData   bool        // the graph takes findings on other data than its own
	graphLog  os.FileInfo // of the log in the graph's folder, as it was opened
}

// state is what the session holds. It is never changed in place.
type state struct {
	book   book                  // the statements that hold
	all    book                  // and those that are set aside, which hold again when a later cell makes them valid
	aside  map[*statement]string // why a statement of all is not of book
	stale  map[string]string     // why the latest answer of a hypothesis is not the one it would get now
	family map[string]string     // of a hypothesis that was answered: what its family consisted of then
}

// New makes a session. Nothing is read or opened before a cell needs it.
func New(cfg Config) *Session {
	if cfg.Name == "" {
		cfg.Name = "notebook"
	}
	if cfg.Folder == "" {
		cfg.Folder = "."
	}
	if cfg.Build == "" {
		cfg.Build = cfg.Version
	}
	if cfg.Width == 0 {
		cfg.Width = 100
	}
	return &Session{cfg: cfg, data: NewData(), turn: make(chan struct{}, 1), graphTurn: make(chan struct{}, 1), assistTurn: make(chan struct{}, 1), graphAt: cfg.Graph, warned: map[string]bool{}}
}

// Info describes the language.
func (s *Session) Info() serve.Info {
	return serve.Info{
		Implementation: "hyp",
		Version:        s.cfg.Version,
		Language:       serve.LanguageInfo{Name: "hyp", Version: "1", MIME: "text/x-hyp", Extension: ".hyp", CodeMirrorMode: "hyp"},
		Banner:         "hyp " + s.cfg.Version + ": hypotheses about tabular data. %help lists what a cell can be.",
		HelpLinks:      []serve.HelpLink{{Text: "hyp", URL: s.cfg.Homepage}},
	}
}

// Close ends the session: the graph is whole on disk, and Python is gone.
func (s *Session) Close() error {
	s.mu.Lock()
	cells := s.cells
	s.cells = nil
	s.mu.Unlock()
	var err error
	if cells != nil {
		err = cells.Close()
	}
	err = errors.Join(err, s.closeGraph())
	s.discards.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	return errors.Join(err, s.left)
}

func (s *Session) closeGraph() error {
	s.graphTurn <- struct{}{}
	defer func() { <-s.graphTurn }()
	if s.graph == nil {
		return nil
	}
	err := s.graph.Close()
	s.graph = nil
	return err
}

// run is one cell on its way.
type run struct {
	s    *Session
	in   serve.Cell
	out  serve.Output
	cell *cell
	state
	results []*result.Record
	warned  []string
	shown   int // records
	reset   bool
	last    bool   // the part at hand is the cell's last one
	kept    string // what a part that was interrupted leaves
	copied  string // the folder with a copy of the graph in memory, while a command uses it
}

// Execute runs a cell. The error is a *serve.Failure when the cell is at fault or was stopped, and serve.ErrExit for quit and exit.
func (s *Session) Execute(ctx context.Context, in serve.Cell, out serve.Output) error {
	parts := split(in.Code)
	if len(parts) == 0 {
		return nil
	}
	if slices.ContainsFunc(parts, changes) {
		select {
		case s.turn <- struct{}{}:
		case <-ctx.Done():
			return stopped(ctx.Err(), 0, "")
		}
		defer func() { <-s.turn }()
	}
	r := &run{s: s, in: in, out: out, state: s.held(), cell: newCell(in)}
	for i, p := range parts {
		r.last = i == len(parts)-1
		if err := r.part(ctx, p); err != nil {
			if ctx.Err() != nil {
				return stopped(err, r.shown, r.kept)
			}
			if errors.Is(err, serve.ErrExit) {
				return err
			}
			return failed(err)
		}
	}
	s.commit(r)
	return nil
}

// changes tells whether a part may change the session.
func changes(p part) bool {
	switch p.kind {
	case statements:
		return true
	case magic, cellMagic:
		m := magicNamed(p.name)
		return m != nil && m.changes
	}
	return false
}

func (s *Session) held() state {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
}

func (s *Session) snapshot() book { return s.held().book }

// commit takes over what a cell did.
func (s *Session) commit(r *run) {
	if !slices.ContainsFunc(split(r.in.Code), changes) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.reset {
		s.results, s.warned = nil, map[string]bool{}
	}
	s.state = r.state
	s.version++
	for _, w := range r.warned {
		s.warned[w] = true
	}
	live := s.all.names()
	fresh := map[string]bool{}
	for _, rec := range r.results {
		fresh[rec.Name] = true
	}
	s.results = slices.DeleteFunc(slices.Clone(s.results), func(rec *result.Record) bool { return fresh[rec.Name] || !live[rec.Name] })
	for _, rec := range r.results {
		if live[rec.Name] {
			s.results = append(s.results, rec)
		}
	}
}

// Results are the latest results of the hypotheses that hold, in the order of their runs.
func (s *Session) Results() []*result.Record {
	s.mu.Lock()
	defer s.mu.Unlock()
	holds := s.book.names()
	return slices.DeleteFunc(slices.Clone(s.results), func(rec *result.Record) bool { return !holds[rec.Name] })
}

// Study is the session as the text of a study: every statement that holds.
func (s *Session) Study() string {
	return s.snapshot().compose(s.cfg.Name, s.cfg.Folder).text.Source.Text
}

func (r *run) part(ctx context.Context, p part) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	switch p.kind {
	case statements:
		return r.statements(ctx, p)
	case queries:
		return r.queries(ctx, p.at)
	case stray:
		return r.stray(ctx, p)
	}
	return r.magic(ctx, p)
}

// value shows the value of a part: the cell's when it is the last.
func (r *run) value(b serve.Bundle) {
	if r.last {
		r.out.Result(b, nil)
		return
	}
	r.out.Display(b, nil, "")
}

// failed makes an error the cell's failure.
func failed(err error) error {
	var f *serve.Failure
	if errors.As(err, &f) {
		return f
	}
	return problem("Error", err.Error())
}

// problem is a failure of one message, which may have several lines.
func problem(name, message string) *serve.Failure {
	return &serve.Failure{Name: name, Value: firstLine(message), Traceback: paint(name, message)}
}

// stopped is the failure of a cell that was interrupted: what it leaves, where a part says more of that than how many results were shown.
func stopped(err error, shown int, kept string) error {
	text := "stopped; the session is as it was before the cell"
	switch {
	case kept != "":
		text = "stopped; " + kept
	case shown == 1:
		text += ", and the result above is kept in the graph"
	case shown > 1:
		text += fmt.Sprintf(", and the %d results above are kept in the graph", shown)
	}
	return problem("Interrupted", text)
}
