package table

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/parquet-go/parquet-go"
)

// ParquetColumnError is a column of a Parquet file that is not read.
type ParquetColumnError struct {
	Table, Column, Type, Reason string
}

func (e *ParquetColumnError) Error() string {
	return fmt.Sprintf("%s: column %q is %s: %s", e.Table, shorten(e.Column), e.Type, e.Reason)
}

// parquetFile opens a file of the library, whose panics on damaged files become errors.
func parquetFile(path string, f *os.File, size int64) (file *parquet.File, err error) {
	defer recovered(&err, path+": damaged Parquet file")
	file, err = parquet.OpenFile(f, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, fmt.Errorf("%s: damaged Parquet file: %w", path, err)
	}
	return file, nil
}

// recovered turns a panic into an error.
func recovered(err *error, what string) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%s: %v", what, p)
	}
}

func parquetHeader(path string, f *os.File, size int64) (names []string, err error) {
	file, err := parquetFile(path, f, size)
	if err != nil {
		return nil, err
	}
	for _, c := range file.Root().Columns() {
		names = append(names, c.Name())
	}
	notes, err := checkHeader(path, names)
	_ = notes
	return names, err
}

// parquetReader reads the wanted columns of one file.
type parquetReader struct {
	ctx     context.Context
	path    string
	file    *parquet.File
	rows    int
	columns []*parquetColumn
	opt     Options
	size    int64
	done    atomic.Int64 // cells
	report  sync.Mutex
}

// openParquet reads a Parquet file: whole numbers, floats, decimals (correctly rounded), dates and timestamps (Column.Time,
// days), times of day (seconds), booleans (text "false" and "true"), strings and enums. A null is an empty cell, and so is a
// NaN (which is noted); an infinity stays as the text "Inf" or "-Inf". Nested and binary columns are refused by name when
// asked for, and left out with a note when all columns are read.
func openParquet(ctx context.Context, path string, f *os.File, size int64, opt Options) (*Table, error) {
	file, err := parquetFile(path, f, size)
	if err != nil {
		return nil, err
	}
	r := &parquetReader{ctx: ctx, path: path, file: file, rows: int(file.NumRows()), opt: opt, size: size}
	notes, err := r.choose()
	if err != nil {
		return nil, err
	}
	if err := r.counts(); err != nil {
		return nil, err
	}
	type hashed struct {
		sum string
		err error
	}
	hash := make(chan hashed, 1)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		h := sha256.New()
		_, err := io.Copy(h, &ctxReader{ctx, io.NewSectionReader(f, 0, size)})
		hash <- hashed{hex.EncodeToString(h.Sum(nil)), err}
	}()
	t, err := r.table()
	if err != nil {
		cancel()
		<-hash // f is closed by the caller: nothing may still read it
		return nil, err
	}
	h := <-hash
	if h.err != nil {
		return nil, fmt.Errorf("%s: %w", path, h.err)
	}
	t.Hash, t.Notes = h.sum, append(notes, t.Notes...)
	return t, nil
}

// ctxReader stops between reads when ctx ends.
type ctxReader struct {
	ctx context.Context
	r   io.Reader
}

func (c *ctxReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}

// choose makes the readers of the wanted columns.
func (r *parquetReader) choose() (notes []string, err error) {
	defer recovered(&err, r.path+": damaged Parquet file")
	all := r.file.Root().Columns()
	names := make([]string, len(all))
	for i, c := range all {
		names[i] = c.Name()
	}
	if notes, err = checkHeader(r.path, names); err != nil {
		return nil, err
	}
	wanted, err := r.opt.wanted(r.path, names)
	if err != nil {
		return nil, err
	}
	var left []string
	for _, i := range wanted {
		convert, typ, reason := converter(all[i])
		if convert == nil {
			if r.opt.Columns != nil {
				return nil, &ParquetColumnError{Table: r.path, Column: names[i], Type: typ, Reason: reason}
			}
			left = append(left, fmt.Sprintf("%s (%s)", names[i], typ))
			continue
		}
		_, isTime := convert.(timeConverter)
		r.columns = append(r.columns, &parquetColumn{
			columnBuilder: columnBuilder{name: names[i], at: all[i].Index(), mark: '.'}, convert: convert, time: isTime, whole: typ == "integer",
		})
	}
	if len(left) > 0 {
		notes = append(notes, "columns left out, since their type is not read: "+list(left, 8))
	}
	return notes, nil
}

// counts checks that the numbers of rows agree before memory is reserved for them.
func (r *parquetReader) counts() (err error) {
	defer recovered(&err, r.path+": damaged Parquet file")
	rows := int64(0)
	for k, g := range r.file.RowGroups() {
		chunks := g.ColumnChunks()
		for _, c := range r.columns {
			if n := chunks[c.at].NumValues(); n != g.NumRows() || n < 0 {
				return fmt.Errorf("%s: damaged Parquet file: column %q has %d values in row group %d of %d rows", r.path, shorten(c.name), n, k+1, g.NumRows())
			}
		}
		rows += g.NumRows()
	}
	if rows != r.file.NumRows() {
		return fmt.Errorf("%s: damaged Parquet file: %d rows in its groups, %d in all", r.path, rows, r.file.NumRows())
	}
	return nil
}

func (r *parquetReader) table() (*Table, error) {
	t := &Table{Name: r.path, Rows: r.rows, Columns: make([]*Column, len(r.columns)), index: map[string]int{}}
	var next atomic.Int64
	var wg sync.WaitGroup
	errs := make([]error, len(r.columns))
	ctx, cancel := context.WithCancel(r.ctx)
	defer cancel()
	workers := r.opt.workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for ctx.Err() == nil {
				k := int(next.Add(1)) - 1
				if k >= len(r.columns) {
					return
				}
				if errs[k] = r.column(ctx, r.columns[k]); errs[k] != nil {
					cancel()
					return
				}
				t.Columns[k] = r.columns[k].finish(r.rows, dialect{delim: ',', newline: '\n'}, false)
				t.Columns[k].Time = r.columns[k].time
			}
		}()
	}
	wg.Wait()
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	for _, err := range errs {
		if err != nil && !errors.Is(err, context.Canceled) {
			return nil, err
		}
	}
	var wide []string
	for k, c := range t.Columns {
		t.index[c.Name] = k
		if r.columns[k].wide.Load() {
			wide = append(wide, c.Name)
		}
		if n := r.columns[k].nans; n > 0 {
			t.Notes = append(t.Notes, fmt.Sprintf("column %s: %s NaN, read as empty", c.Name, counted(n, "cell")))
		}
	}
	t.Notes = append(t.Notes, wideNote(wide)...)
	return t, nil
}

// parquetColumn is a column being read.
type parquetColumn struct {
	columnBuilder
	convert cellConverter
	time    bool
	whole   bool
	nans    int
	dict    localDict
}

// maxArena bounds the text of one segment, whose offsets are 32 bits wide.
const maxArena = 1 << 30

// column reads one column of all row groups.
func (r *parquetReader) column(ctx context.Context, c *parquetColumn) (err error) {
	what := fmt.Sprintf("%s: column %q", r.path, shorten(c.name))
	defer recovered(&err, what+": damaged Parquet file")
	c.numbers = make([]float64, r.rows)
	c.not = NewBitmap(r.rows, false)
	row := 0
	values := make([]parquet.Value, 1024)
	c.dict.reset(0, r.rows)
	for _, group := range r.file.RowGroups() {
		row, err = r.chunk(ctx, c, group.ColumnChunks()[c.at], row, values)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return fmt.Errorf("%s, row %d: %w", what, row+1, err)
		}
	}
	if row != r.rows {
		return fmt.Errorf("%s: has %d values for %d rows", what, row, r.rows)
	}
	if s, ok := c.dict.take(len(c.segments)); ok {
		c.segments = append(c.segments, s)
	}
	return nil
}

func (r *parquetReader) chunk(ctx context.Context, c *parquetColumn, chunk parquet.ColumnChunk, row int, values []parquet.Value) (int, error) {
	pages := chunk.Pages()
	defer pages.Close()
	for {
		page, err := pages.ReadPage()
		if errors.Is(err, io.EOF) {
			return row, nil
		}
		if err != nil {
			return row, err
		}
		row, err = r.page(ctx, c, page, row, values)
		parquet.Release(page)
		if err != nil {
			return row, err
		}
	}
}

func (r *parquetReader) page(ctx context.Context, c *parquetColumn, page parquet.Page, row int, values []parquet.Value) (int, error) {
	reader := page.Values()
	for {
		if err := ctx.Err(); err != nil {
			return row, err
		}
		n, err := reader.ReadValues(values)
		for _, v := range values[:n] {
			if row >= r.rows {
				return row, errors.New("more values than rows")
			}
			if err := c.cell(v, row); err != nil {
				return row, err
			}
			row++
		}
		r.progress(n)
		if errors.Is(err, io.EOF) {
			return row, nil
		}
		if err != nil {
			return row, err
		}
		if n == 0 {
			return row, io.ErrNoProgress
		}
	}
}

// cell stores one value.
func (c *parquetColumn) cell(v parquet.Value, row int) error {
	if v.IsNull() {
		c.not.Set(row)
		return nil
	}
	x, text, kind, err := c.convert.value(v)
	switch {
	case err != nil:
		return err
	case kind == cellNumber && x-x == 0:
		c.numbers[row] = x
		if c.whole && (x >= maxExact || x <= -maxExact) {
			c.wide.Store(true)
		}
		return nil
	case kind == cellNumber && x != x:
		c.nans++
	case kind == cellNumber:
		text = "Inf"
		if x < 0 {
			text = "-Inf"
		}
		c.dict.add([]byte(text), row)
	case !blank(text):
		if len(c.dict.arena)+len(text) > maxArena && len(text) < maxArena {
			if s, ok := c.dict.take(len(c.segments)); ok {
				c.segments = append(c.segments, s)
			}
			c.dict.reset(0, c.dict.rows)
		}
		c.dict.add(bytesOf(text), row)
	}
	c.not.Set(row)
	return nil
}

func (r *parquetReader) progress(cells int) {
	done := r.done.Add(int64(cells))
	if r.opt.Progress == nil || done%(1<<16) >= int64(cells) && done < int64(r.rows)*int64(len(r.columns)) {
		return
	}
	r.report.Lock()
	defer r.report.Unlock()
	total := float64(r.rows) * float64(len(r.columns))
	r.opt.Progress(int64(float64(r.size)*float64(done)/total), r.size)
}
