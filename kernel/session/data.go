package session

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/diag"
)

// Data keeps what was read from disk: headers, the columns that some cell used, and catalogs. A file whose size or time of
// change is another one is read again, and never mixed with what was read before. It may be used by many goroutines.
type Data struct {
	mu       sync.Mutex
	files    map[fileKey]*dataFile
	catalogs map[[2]string]*keptCatalog
}

// fileKey is a file and how it is written: another format is another table.
type fileKey struct {
	path   string
	format table.Format
}

// dataFile is one file; it is held by one reader at a time.
type dataFile struct {
	turn   chan struct{} // holds a token while somebody reads
	stamp  stamp
	header []string
	table  *table.Table
	whole  bool // the table has every column
}

type keptCatalog struct {
	file, folder stamp
	found        catalog.Found
	diagnostics  []diag.Diagnostic
}

// stamp tells versions of a file apart; the zero one is of no file.
type stamp struct {
	size int64
	time time.Time
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stamp{info.Size(), info.ModTime()}
}

// NewData makes an empty store.
func NewData() *Data {
	return &Data{files: map[fileKey]*dataFile{}, catalogs: map[[2]string]*keptCatalog{}}
}

// Forget drops everything; it is read again when it is needed.
func (d *Data) Forget() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.files, d.catalogs = map[fileKey]*dataFile{}, map[[2]string]*keptCatalog{}
}

// Loader gives a study its data, with paths from a folder. Progress may be nil; it is told of reading.
func (d *Data) Loader(folder string, progress func(study.Progress)) *Loader {
	return &Loader{Files: check.Files{Folder: folder}, data: d, progress: progress}
}

// Loader is Data for one study. It is a check.Loader.
type Loader struct {
	check.Files
	data     *Data
	progress func(study.Progress)

	mu      sync.Mutex
	changed []string
}

// Changed are the files that were found to be other ones than before, since the last call.
func (l *Loader) Changed() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := l.changed
	l.changed = nil
	return out
}

// hold waits for a file's turn and drops what is out of date.
func (l *Loader) hold(ctx context.Context, path string, format table.Format) (*dataFile, func(), error) {
	l.data.mu.Lock()
	key := fileKey{path, format}
	f := l.data.files[key]
	if f == nil {
		f = &dataFile{turn: make(chan struct{}, 1)}
		l.data.files[key] = f
	}
	l.data.mu.Unlock()
	select {
	case f.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	if now := stampOf(path); now != f.stamp {
		if f.header != nil || f.table != nil {
			l.mu.Lock()
			l.changed = append(l.changed, path)
			l.mu.Unlock()
		}
		f.stamp, f.header, f.table, f.whole = now, nil, nil, false
	}
	return f, func() { <-f.turn }, nil
}

// Header lists the columns of a file.
func (l *Loader) Header(ctx context.Context, path string, format table.Format) ([]string, error) {
	f, done, err := l.hold(ctx, path, format)
	if err != nil {
		return nil, err
	}
	defer done()
	if f.header == nil {
		f.header, err = l.Files.Header(ctx, path, format)
	}
	return f.header, err
}

// Table is the named columns of a file, all for nil, and whatever other columns are here already.
func (l *Loader) Table(ctx context.Context, path string, format table.Format, columns []string) (*table.Table, error) {
	f, done, err := l.hold(ctx, path, format)
	if err != nil {
		return nil, err
	}
	defer done()
	if f.whole {
		return f.table, nil
	}
	missing := columns
	if f.table != nil && columns != nil {
		missing = slices.DeleteFunc(slices.Clone(columns), func(name string) bool { return f.table.Column(name) != nil })
		if len(missing) == 0 {
			return f.table, nil
		}
	}
	read, err := l.read(ctx, path, format, missing)
	if err != nil {
		return nil, err
	}
	switch {
	case f.table == nil || columns == nil:
	case f.table.Hash != read.Hash: // it changed between two looks at its time
		if read, err = l.read(ctx, path, format, columns); err != nil {
			return nil, err
		}
	default:
		if read, err = f.table.With(read.Columns...); err != nil {
			return nil, err
		}
	}
	f.table, f.whole = read, columns == nil
	return read, nil
}

func (l *Loader) read(ctx context.Context, path string, format table.Format, columns []string) (*table.Table, error) {
	opt := table.Options{Columns: columns, Format: format}
	if l.progress != nil {
		opt.Progress = func(done, total int64) { l.progress(study.Progress{Reading: path, Bytes: done, TotalBytes: total}) }
	}
	return table.Open(ctx, path, opt)
}

// Catalog opens the catalog of a file or finds it; what was found is kept while the file and its folder stay as they are.
func (l *Loader) Catalog(data, explicit string) (catalog.Found, []diag.Diagnostic, error) {
	key := [2]string{data, explicit}
	l.data.mu.Lock()
	kept := l.data.catalogs[key]
	l.data.mu.Unlock()
	folder := stampOf(filepath.Dir(data))
	if kept != nil && kept.folder == folder && (kept.found.Path == "" || kept.file == stampOf(kept.found.Path)) {
		return kept.found, kept.diagnostics, nil
	}
	found, ds, err := l.Files.Catalog(data, explicit)
	if err != nil {
		return found, ds, err
	}
	kept = &keptCatalog{file: stampOf(found.Path), folder: folder, found: found, diagnostics: ds}
	l.data.mu.Lock()
	l.data.catalogs[key] = kept
	l.data.mu.Unlock()
	return found, ds, nil
}

// changedNote says that files were read again.
func changedNote(paths []string) string {
	out := ""
	for _, path := range paths {
		out += fmt.Sprintf("%s has changed on disk and was read again; results shown before are of the old file.\n", path)
	}
	return out
}

// peek is what has been read of a file; nil when nothing has, or while somebody reads.
func (d *Data) peek(path string, format table.Format) *table.Table {
	d.mu.Lock()
	f := d.files[fileKey{path, format}]
	d.mu.Unlock()
	if f == nil {
		return nil
	}
	select {
	case f.turn <- struct{}{}:
		defer func() { <-f.turn }()
		return f.table
	default:
		return nil
	}
}
