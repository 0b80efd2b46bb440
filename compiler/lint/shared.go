package lint

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/diag"
)

// shared is what is read from disk once: the catalogs of a run (a folder of studies about one survey has one), and with
// keepTables the tables too (a file that is fixed in rounds).
type shared struct {
	keepTables bool

	mu       sync.Mutex
	catalogs map[[2]string]func() openedCatalog
	tables   map[string]*table.Table
}

type openedCatalog struct {
	found catalog.Found
	ds    []diag.Diagnostic
	err   error
}

// sharing is a loader that opens what it may share once.
type sharing struct {
	check.Loader
	all *shared
}

// Catalog opens a catalog or returns the one opened before.
func (s sharing) Catalog(data, explicit string) (catalog.Found, []diag.Diagnostic, error) {
	k := [2]string{data, explicit}
	s.all.mu.Lock()
	open := s.all.catalogs[k]
	if open == nil {
		open = sync.OnceValue(func() openedCatalog {
			found, ds, err := s.Loader.Catalog(data, explicit)
			return openedCatalog{found, ds, err}
		})
		if s.all.catalogs == nil {
			s.all.catalogs = map[[2]string]func() openedCatalog{}
		}
		s.all.catalogs[k] = open
	}
	s.all.mu.Unlock()
	c := open()
	return c.found, c.ds, c.err
}

// Table reads columns or returns the table that was read before with the same ones.
func (s sharing) Table(ctx context.Context, path string, format table.Format, columns []string) (*table.Table, error) {
	if !s.all.keepTables {
		return s.Loader.Table(ctx, path, format, columns)
	}
	k := path + "\x00" + fmt.Sprintf("%q", format) + "\x00" + strings.Join(columns, "\x00")
	s.all.mu.Lock()
	t := s.all.tables[k]
	s.all.mu.Unlock()
	if t != nil {
		return t, nil
	}
	t, err := s.Loader.Table(ctx, path, format, columns)
	if err == nil {
		s.all.mu.Lock()
		if s.all.tables == nil {
			s.all.tables = map[string]*table.Table{}
		}
		s.all.tables[k] = t
		s.all.mu.Unlock()
	}
	return t, err
}
