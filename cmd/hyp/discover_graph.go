package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hyp-lang/hyp/agents/loop"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// discovered is the graph of a discovery: nothing is made of it before there is something to store.
type discovered struct {
	to     *graphFlags
	graph  *insight.Graph
	remove string // the outermost folder that open made; empty: the graph's folder was there
}

// ready refuses a discovery that the graph as it is cannot take.
func (d *discovered) ready(ctx context.Context, id, hash string, opt loop.Options) error {
	g, err := d.to.open(ctx, false)
	switch {
	case errors.Is(err, insight.ErrNoGraph) && opt.Resume:
		return fmt.Errorf("%s: there is no graph here, so there is nothing to resume; without --resume a discovery begins", d.to.dir)
	case errors.Is(err, insight.ErrNoGraph):
		return nil
	case err != nil:
		return err
	}
	defer func() { _ = g.Close() }() // it was read
	if have := g.Datasets(); !d.to.anyData && len(have) > 0 && have[id] == nil {
		e := &insight.DatasetError{Where: d.to.dir, Want: []string{id}}
		for name := range have {
			e.Have = append(e.Have, name)
		}
		return e
	}
	return loop.Standing(ctx, g, hash, opt)
}

// open opens the graph for writing.
func (d *discovered) open(ctx context.Context) (*insight.Graph, error) {
	if !strings.Contains(d.to.dir, "://") {
		d.remove = outermostMissing(d.to.dir)
	}
	var err error
	d.graph, err = d.to.open(ctx, true)
	return d.graph, err
}

// outermostMissing is the first folder on the way to dir that is not there; empty when all are.
func outermostMissing(dir string) string {
	missing := ""
	for {
		if _, err := os.Lstat(dir); err == nil || !errors.Is(err, os.ErrNotExist) {
			return missing
		}
		missing = dir
		up := filepath.Dir(dir)
		if up == dir {
			return missing
		}
		dir = up
	}
}

// close closes the graph. A folder that was made for it, and in which nothing was stored, goes again.
func (d *discovered) close(ctx context.Context) error {
	if d.graph == nil {
		return nil
	}
	s, err := d.graph.Stats(context.WithoutCancel(ctx))
	empty := err == nil && s.Quads == 0
	err = errors.Join(err, d.graph.Close())
	if empty && d.remove != "" {
		err = errors.Join(err, os.RemoveAll(d.remove))
	}
	return err
}
