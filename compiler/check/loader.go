package check

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/diag"
)

// Loader gives the checker its data. Files reads them from disk, Memory holds them.
type Loader interface {
	// Default is the path of the data and of the catalog for a study without a `dataset` statement; empty when there is
	// none.
	Default() (data, catalog string)
	// Resolve turns a path as written in the study into the one that the other methods take.
	Resolve(path string) string
	// Header lists the columns of a data file, written in a format, without reading its rows.
	Header(ctx context.Context, path string, format table.Format) ([]string, error)
	// Table reads the named columns of a data file.
	Table(ctx context.Context, path string, format table.Format, columns []string) (*table.Table, error)
	// Catalog opens the catalog at explicit, or, when that is empty, looks for the one of the data. A zero Found means
	// that there is none.
	Catalog(data, explicit string) (catalog.Found, []diag.Diagnostic, error)
}

// Files reads from disk.
type Files struct {
	Folder      string // what relative paths are relative to: the folder of the study
	Data        string // data for a study that declares none (`--data`), relative to the working directory
	CatalogPath string // the catalog of Data; found beside it when empty
}

// Default is Data and its catalog.
func (f Files) Default() (data, catalog string) { return f.Data, f.CatalogPath }

// Resolve joins a relative path to the folder of the study.
func (f Files) Resolve(path string) string {
	if filepath.IsAbs(path) || f.Folder == "" {
		return path
	}
	return filepath.Join(f.Folder, path)
}

// Header reads the names of the columns. A pipe is refused: its rows would be gone, and opening it again would wait for ever.
func (f Files) Header(ctx context.Context, path string, format table.Format) ([]string, error) {
	if info, err := os.Stat(path); err == nil && info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) != 0 {
		return nil, fmt.Errorf("%s: is a pipe, which can be read only once; write the data to a file", path)
	}
	return table.Header(ctx, path, format)
}

// Table reads columns.
func (f Files) Table(ctx context.Context, path string, format table.Format, columns []string) (*table.Table, error) {
	return table.Open(ctx, path, table.Options{Columns: columns, Format: format})
}

// Catalog opens or finds a catalog.
func (f Files) Catalog(data, explicit string) (catalog.Found, []diag.Diagnostic, error) {
	if explicit == "" {
		return catalog.Find(data)
	}
	c, found, err := catalog.Open(explicit)
	return catalog.Found{Path: explicit, How: "named by the study", Catalog: c}, found, err
}

// Ancestry is a loader that knows hypotheses beside those of the study, such as an insight graph's: lineage may name them. It goes
// around the loader that it has, a Dataless one too. Rivals are of the study alone, since they are judged with it.
type Ancestry struct {
	Loader
	Known func(name string) bool // tells whether there is a hypothesis of this name
}

// Memory holds tables and catalogs by path; for tests, and for data that never were files.
type Memory struct {
	Data     string // the default
	Tables   map[string]*table.Table
	Catalogs map[string]*catalog.Catalog // by the path of the data, or by their own
}

// Default is Data, without a catalog of its own.
func (m Memory) Default() (data, catalog string) { return m.Data, "" }

// Resolve is the path as it is.
func (m Memory) Resolve(path string) string { return path }

// Header lists the columns of a table.
func (m Memory) Header(_ context.Context, path string, _ table.Format) ([]string, error) {
	t, err := m.find(path)
	if err != nil {
		return nil, err
	}
	return t.Names(), nil
}

// Table is the whole table: its columns are there already.
func (m Memory) Table(_ context.Context, path string, _ table.Format, _ []string) (*table.Table, error) {
	return m.find(path)
}

func (m Memory) find(path string) (*table.Table, error) {
	if t := m.Tables[path]; t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("%s: %w", path, fs.ErrNotExist)
}

// Catalog finds a catalog by its own path or by that of the data.
func (m Memory) Catalog(data, explicit string) (catalog.Found, []diag.Diagnostic, error) {
	path := explicit
	if path == "" {
		path = data
	}
	c := m.Catalogs[path]
	if c == nil && explicit != "" {
		return catalog.Found{}, nil, fmt.Errorf("catalog %s: %w", explicit, fs.ErrNotExist)
	}
	if c == nil {
		return catalog.Found{}, nil, nil
	}
	return catalog.Found{Path: path, How: "in memory", Catalog: c}, nil, nil
}

// dataCode is the code for an error of a reader.
func dataCode(err error) string {
	var (
		duplicate *table.DuplicateColumnError
		ragged    *table.RaggedRowError
		encoding  *table.EncodingError
		format    *table.FormatError
	)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return diag.MissingFile
	case errors.As(err, &duplicate):
		return diag.DuplicateColumn
	case errors.As(err, &ragged):
		return diag.RaggedRow
	case errors.As(err, &encoding):
		return diag.NotUTF8
	case errors.As(err, &format):
		return diag.UnknownFormat
	case strings.Contains(err.Error(), ": is empty"): // the reader has no type for it
		return diag.EmptyFile
	}
	return diag.UnreadableFile
}
