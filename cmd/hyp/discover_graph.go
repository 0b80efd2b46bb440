package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/hyp-lang/hyp/agents/loop"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// discovered is the graph of a discovery: nothing is made of it before there is something to store.
type discovered struct {
	to   *graphFlags
	done func() error // closes what open opened
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
func (d *discovered) open(ctx context.Context) (g *insight.Graph, err error) {
	g, d.done, err = d.to.openToWrite(ctx)
	return g, err
}

// close closes the graph, if it was opened.
func (d *discovered) close() error {
	if d.done == nil {
		return nil
	}
	return d.done()
}
