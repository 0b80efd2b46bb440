package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/hyp-lang/hyp/graphq/insight"
)

// openToWrite opens the graph for writing, and makes it where there is none. The returned function closes it, and takes away
// again the folders that were made for a graph in which nothing came to be stored.
func (f *graphFlags) openToWrite(ctx context.Context) (*insight.Graph, func() error, error) {
	made := ""
	if !strings.Contains(f.dir, "://") {
		made = outermostMissing(f.dir)
	}
	g, err := f.open(ctx, true)
	if err != nil {
		return nil, nil, err
	}
	if made == "" {
		return g, g.Close, nil
	}
	return g, func() error {
		s, err := g.Stats(context.WithoutCancel(ctx))
		empty := err == nil && s.Quads == 0
		err = errors.Join(err, g.Close())
		if empty {
			err = errors.Join(err, os.RemoveAll(made))
		}
		return err
	}, nil
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
