package session

import (
	"context"
	"strings"

	"github.com/hyp-lang/hyp/kernel/assist"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

// foreseen is the scope of a cell that has not been run: what holds, and the data sets that the cell itself declares, so that
// their columns are offered in the cell that names them, too.
func (s *Session) foreseen(ctx context.Context, code string) *assist.Scope {
	now := s.scope(ctx)
	s.mu.Lock()
	version, held, results, kept := s.version, s.book, s.results, s.ahead
	s.mu.Unlock()
	c, added := declaredData(code)
	key := ""
	for _, st := range added {
		if old, was := held.find(st.key); was == nil || was.text(old) != st.text(c) {
			key += st.text(c) + "\n"
		}
	}
	if key == "" || ctx.Err() != nil {
		return now
	}
	if kept == nil || kept.version != version || kept.key != key {
		select {
		case s.assistTurn <- struct{}{}:
			defer func() { <-s.assistTurn }()
		case <-ctx.Done():
			return now
		}
		b, _ := held.accept(c, added)
		kept = &keptScope{version: version, key: key, scope: s.scopeOf(ctx, b, results)}
		if len(kept.scope.Variables) == 0 {
			return now // the file is not there yet, or its name is not finished
		}
		if ctx.Err() == nil {
			s.mu.Lock()
			s.ahead = kept
			s.mu.Unlock()
		}
	}
	out := *kept.scope
	out.Graph = now.Graph
	return &out
}

// declaredData are the data sets that a cell declares, whatever else in it is not finished.
func declaredData(code string) (*cell, []*statement) {
	c := &cell{label: "this cell"}
	var added []*statement
	if !strings.Contains(strings.ToLower(code), "dataset") {
		return c, nil
	}
	for _, p := range split(code) {
		if p.kind != statements {
			continue
		}
		if c.file == nil {
			c.file = source.New("this cell", code)
		}
		file, _ := parse.File(source.New(c.file.Name, only(code, p.at)))
		for _, st := range collect(file, c.label) {
			if strings.HasPrefix(st.key, "dataset ") {
				added = append(added, st)
			}
		}
	}
	c.statements = added
	return c, added
}
