package table

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// Options say how to read a source. The zero value reads all columns and finds out the rest.
type Options struct {
	Columns  []string                // only these are parsed and kept, in the order of the file; nil: all
	Format   Format                  // of a delimited file
	Progress func(done, total int64) // bytes of the source; total is -1 when unknown; called from one goroutine at a time

	workers, block, head, record int // for tests
	position                     func() (done, total int64)
}

// maxRecord is the limit of a record's length.
func (o Options) maxRecord() int {
	if o.record > 0 {
		return o.record
	}
	return MaxRecord
}

// wanted returns the positions of the columns asked for.
func (o Options) wanted(table string, names []string) ([]int, error) {
	var out []int
	if o.Columns == nil {
		for i := range names {
			out = append(out, i)
		}
		return out, nil
	}
	ask := map[string]bool{}
	for _, c := range o.Columns {
		ask[c] = true
	}
	for i, n := range names {
		if ask[n] {
			out = append(out, i)
			delete(ask, n)
		}
	}
	for _, c := range o.Columns {
		if ask[c] {
			return nil, &UnknownColumnError{Table: table, Column: c}
		}
	}
	return out, nil
}

// Open reads a table from a file: CSV or TSV (also .gz and .zst) or Parquet, told apart by content. Nothing is written
// anywhere, and no more than the wanted columns is kept in memory. The table's Hash is the SHA-256 of the file as it
// lies on disk. Errors name the file and, where there is one, the line, row, column and value: *RaggedRowError,
// *EncodingError, *DuplicateColumnError, *UnknownColumnError, *FormatError, those of the operating system, ctx.Err().
func Open(ctx context.Context, path string, opt Options) (*Table, error) {
	f, size, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if size < 0 {
		return Read(ctx, path, f, opt)
	}
	parquet, err := isParquet(path, f)
	if err != nil {
		return nil, err
	}
	if parquet {
		if opt.Format != (Format{}) {
			return nil, formatOfParquet(path)
		}
		return openParquet(ctx, path, f, size, opt)
	}
	return readStream(ctx, path, f, size, opt)
}

func isParquet(path string, f *os.File) (bool, error) {
	var magic [4]byte
	n, err := f.ReadAt(magic[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return false, fmt.Errorf("%s: %w", path, err)
	}
	return string(magic[:n]) == "PAR1", nil
}

// formatOfParquet refuses a declared format for a file whose columns have types.
func formatOfParquet(path string) error {
	return fmt.Errorf("%s: is a Parquet file, whose columns have types of their own: %s are for text files", path, strings.Join(FormatKeys, ", "))
}

// openFile opens a regular file (or a pipe) and says its size, -1 when it has none.
func openFile(path string) (*os.File, int64, error) {
	f, err := os.Open(path)
	if err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return nil, 0, fmt.Errorf("%s: no such file: %w", path, os.ErrNotExist)
		}
		return nil, 0, fmt.Errorf("%s: %w", path, err)
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, 0, fmt.Errorf("%s: %w", path, err)
	}
	if info.IsDir() {
		f.Close()
		return nil, 0, fmt.Errorf("%s: is a directory, not a table", path)
	}
	if !info.Mode().IsRegular() {
		return f, -1, nil
	}
	return f, info.Size(), nil
}

// Read reads a delimited table from a stream, which may be compressed; name stands for it in messages. Parquet needs a
// file. When ctx ends, Read returns at once; a Read call of r that is under way is left behind.
func Read(ctx context.Context, name string, r io.Reader, opt Options) (*Table, error) {
	return readStream(ctx, name, newPump(ctx, r), -1, opt)
}

// Header reads the column names of a file and little else.
func Header(ctx context.Context, path string, format Format) ([]string, error) {
	f, size, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if size >= 0 {
		parquet, err := isParquet(path, f)
		if err != nil {
			return nil, err
		}
		if parquet {
			if format != (Format{}) {
				return nil, formatOfParquet(path)
			}
			return parquetHeader(path, f, size)
		}
	}
	r, closer, _, err := newReader(ctx, path, f, size, Options{Format: format})
	if err != nil {
		return nil, err
	}
	defer closer()
	head, eof, err := r.readHead()
	if err != nil {
		return nil, err
	}
	if _, err := r.start(head, eof); err != nil {
		return nil, err
	}
	return r.names, nil
}

// counter counts and hashes the bytes of a source.
type counter struct {
	r io.Reader
	h hash.Hash
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	c.h.Write(p[:n])
	return n, err
}

func readStream(ctx context.Context, name string, src io.Reader, size int64, opt Options) (*Table, error) {
	r, closer, raw, err := newReader(ctx, name, src, size, opt)
	if err != nil {
		return nil, err
	}
	defer closer()
	r.opt.position = func() (int64, int64) { return raw.n, size }
	t, err := r.table()
	if err != nil {
		return nil, err
	}
	// What a decompressor left unread belongs to the file as well.
	if _, err := io.Copy(io.Discard, raw); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	t.Hash = hex.EncodeToString(raw.h.Sum(nil))
	return t, nil
}

const noteUTF16 = "read as UTF-16"

// newReader peels compression and encoding off a source.
func newReader(ctx context.Context, name string, src io.Reader, size int64, opt Options) (*reader, func(), *counter, error) {
	if err := opt.Format.Valid(); err != nil {
		return nil, nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	raw := &counter{r: src, h: sha256.New()}
	closer := func() {}
	r := &reader{ctx: ctx, name: name, opt: opt, size: size}
	buf := bufio.NewReaderSize(raw, 64<<10)
	magic, err := buf.Peek(16)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(buf)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("%s: gzip: %w", name, err)
		}
		buf, r.size = bufio.NewReaderSize(z, 64<<10), -1
	case bytes.HasPrefix(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(buf, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30))
		if err != nil {
			return nil, nil, nil, fmt.Errorf("%s: zstd: %w", name, err)
		}
		closer = z.Close
		buf, r.size = bufio.NewReaderSize(z, 64<<10), -1
	}
	if r.size < 0 {
		if magic, err = buf.Peek(16); err != nil && !errors.Is(err, io.EOF) {
			closer()
			return nil, nil, nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if err := refuse(name, magic); err != nil {
		closer()
		return nil, nil, nil, err
	}
	enc := encodings[strings.ToLower(opt.Format.Encoding)]
	switch {
	case opt.Format.Encoding == "":
		if bytes.HasPrefix(magic, []byte{0xff, 0xfe}) || bytes.HasPrefix(magic, []byte{0xfe, 0xff}) {
			enc = encodings["utf-16"]
			r.notes = append(r.notes, noteUTF16+", as its byte-order mark says")
		}
	case enc != nil:
		r.notes = append(r.notes, "read as "+strings.ToLower(opt.Format.Encoding))
	}
	r.src = buf
	if enc != nil {
		r.src, r.size = enc.NewDecoder().Reader(buf), -1
	}
	return r, closer, raw, nil
}
