package session

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/graphq/insight"
	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/kernel/assist"
	"github.com/hyp-lang/hyp/kernel/pycell"
	"github.com/hyp-lang/hyp/kernel/serve"
)

// Complete proposes what may stand at a place of a cell. It sees what held when the last cell ended, and waits for none that runs.
func (s *Session) Complete(ctx context.Context, code string, cursor int) serve.Completion {
	if body, start, is := pythonBody(code); is && cursor >= start {
		c := s.pythonCells().Complete(body, cursor-start)
		c.Start, c.End = c.Start+start, c.End+start
		return c
	}
	return assist.Complete(ctx, s.foreseen(ctx, code), code, cursor)
}

// Inspect explains what stands at a place of a cell; nil when it is nothing known.
func (s *Session) Inspect(ctx context.Context, code string, cursor int, detail bool) serve.Bundle {
	if body, start, is := pythonBody(code); is && cursor >= start {
		if name := pycell.ColumnAt(body, cursor-start); name != "" {
			if card := s.card(ctx, name); card != nil {
				return card
			}
		}
		c, ok := s.pythonCells().Inspect(body, cursor-start)
		if !ok {
			return nil
		}
		return assist.Card(c.Name, c.Kind, c.Text, c.Has)
	}
	return assist.Inspect(s.foreseen(ctx, code), code, cursor, detail)
}

// IsComplete tells whether a cell can run as it is.
func (s *Session) IsComplete(code string) serve.Completeness {
	return assist.IsComplete(&assist.Scope{Magics: assistMagics()}, code)
}

// assistMagics are the magics for completion: those that can stand over a cell as well as on a line are there twice.
func assistMagics() []assist.Magic {
	var out []assist.Magic
	for i := range magics {
		out = append(out, magics[i].Magic)
		if !magics[i].Cell && takesBody(&magics[i]) {
			over := magics[i].Magic
			over.Cell = true
			out = append(out, over)
		}
	}
	return out
}

// scope is what code can name now. It is made when it is first needed after a change.
func (s *Session) scope(ctx context.Context) *assist.Scope {
	s.mu.Lock()
	version, book, kept := s.version, s.book, s.assist
	results := s.results
	s.mu.Unlock()
	if kept != nil && kept.version == version {
		out := *kept.scope
		out.Graph = s.peekGraph()
		return &out
	}
	select { // one at a time: the data may have to be read for the types of columns
	case s.assistTurn <- struct{}{}:
		defer func() { <-s.assistTurn }()
	case <-ctx.Done():
		return &assist.Scope{Magics: assistMagics()}
	}
	out := s.scopeOf(ctx, book, results)
	if ctx.Err() == nil {
		s.mu.Lock()
		s.assist = &keptScope{version: version, scope: out}
		s.mu.Unlock()
	}
	now := *out
	now.Graph = s.peekGraph()
	return &now
}

// keptScope is a scope and the version of the session that it is of.
type keptScope struct {
	version int
	key     string // the declarations of a cell that has not been run
	scope   *assist.Scope
}

func (s *Session) scopeOf(ctx context.Context, b book, results []*result.Record) *assist.Scope {
	c := b.compose(s.cfg.Name, s.cfg.Folder)
	info := study.Open(ctx, []study.Text{c.text}, study.Options{Loader: s.data.Loader(s.cfg.Folder, nil)})
	var out assist.Scope
	if len(info) > 0 {
		out, _ = assist.Study(ctx, info[0].Info, s.read) // what cannot be read is not offered; the next cell says why
	}
	for i := range out.Hypotheses {
		for _, rec := range results {
			if rec.Name == out.Hypotheses[i].Name {
				out.Hypotheses[i].Finding, out.Hypotheses[i].Verdict = rec.Finding, outcome(rec)
			}
		}
	}
	if g := s.openedGraph(); g != nil {
		out.Insights = stored(g)
	}
	out.Magics = assistMagics()
	out.Files = func(folder string) ([]fs.DirEntry, error) {
		if !filepath.IsAbs(folder) {
			folder = filepath.Join(s.cfg.Folder, folder)
		}
		return os.ReadDir(folder)
	}
	return &out
}

// read is the table of a data set as far as it is here.
func (s *Session) read(d *check.Dataset) *table.Table { return s.data.peek(d.Path, d.Format) }

// stored are the named hypotheses of the graph's findings, the latest of each name.
func stored(g *insight.Graph) []assist.Hypothesis {
	v := g.View()
	name, status, text := v.Column("name"), v.Column("status"), v.Column("text")
	at := map[string]int{}
	var out []assist.Hypothesis
	for _, n := range v.Nodes(insight.KindInsight) {
		h := assist.Hypothesis{Name: name.At(n).Text, Finding: text.At(n).Text, Verdict: status.At(n).Text}
		if i, there := at[h.Name]; there {
			out[i] = h
		} else if h.Name != "" {
			at[h.Name] = len(out)
			out = append(out, h)
		}
	}
	return out
}

// openedGraph is the graph if it is open and nobody is exchanging it.
func (s *Session) openedGraph() *insight.Graph {
	select {
	case s.graphTurn <- struct{}{}:
		defer s.releaseGraph()
		return s.graph
	default:
		return nil
	}
}

// peekGraph is the graph for completion of queries; nil where there is none yet.
func (s *Session) peekGraph() query.Graph {
	if g := s.openedGraph(); g != nil {
		return query.NewInsights(g)
	}
	return nil
}
