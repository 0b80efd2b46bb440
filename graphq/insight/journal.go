package insight

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// journal is where items live for good.
type journal interface {
	// append stores items, all or none, durably before it returns, and tells where the text of each is.
	append(ctx context.Context, items []*Item) ([]span, error)
	// follow hands out what was stored since the last call, a commit at a time.
	follow(ctx context.Context, each func(items []*Item, at []span) error) error
	text(span) (string, error)
	close() error
}

// fileJournal is the log of a folder.
type fileJournal struct {
	path string
	f    *os.File
	lock *os.File // nil when reading
	skip bool     // leave damaged commits out

	mu     sync.Mutex
	end    int64 // of the last whole frame that was read or written
	broken error // a failed write that could not be undone
}

const (
	logName      = "insights.log"
	lockName     = "lock"
	snapshotName = "index"
)

func headerLine() string { return fmt.Sprintf("%s%d\n", magic, Schema) }

// openJournal opens the log of a folder, and makes both when asked to write.
func openJournal(ctx context.Context, dir string, o Options) (*fileJournal, error) {
	path := filepath.Join(dir, logName)
	j := &fileJournal{path: path, skip: o.Readable && !o.Write}
	if !o.Write {
		f, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s: %w: `hyp run --graph %s` makes one", dir, ErrNoGraph, dir)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: the graph cannot be read: %w", dir, folder(dir, err))
		}
		j.f = f
		return j, j.header(dir)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("%s: the graph cannot be written: %w", dir, folder(dir, err))
	}
	lock, err := lockFile(ctx, dir, filepath.Join(dir, lockName), o.Wait)
	if err != nil {
		var locked *LockedError
		if errors.As(err, &locked) {
			return nil, err
		}
		return nil, fmt.Errorf("%s: the graph cannot be written: %w", dir, reason(err))
	}
	j.lock = lock
	if j.f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		lock.Close()
		return nil, fmt.Errorf("%s: the graph cannot be written: %w", dir, reason(err))
	}
	if err := j.begin(dir); err != nil {
		j.close()
		return nil, err
	}
	return j, nil
}

// folder says what stands in the way of a folder.
func folder(dir string, err error) error {
	if info, bad := os.Stat(dir); bad == nil && !info.IsDir() {
		return errors.New("this is a file, and a graph is a folder")
	}
	return reason(err)
}

func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// begin writes the header of a new log; one that a crash cut short is written anew.
func (j *fileJournal) begin(dir string) error {
	info, err := j.f.Stat()
	if err != nil {
		return fmt.Errorf("%s: %w", j.path, err)
	}
	head := headerLine()
	if info.Size() >= int64(len(head)) {
		return j.header(dir)
	}
	text := make([]byte, info.Size())
	if _, err := j.f.ReadAt(text, 0); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: %w", j.path, err)
	}
	if !strings.HasPrefix(head, string(text)) {
		return fmt.Errorf("%s: this is no insight log", j.path)
	}
	if _, err := j.f.WriteAt([]byte(head), 0); err != nil {
		return fmt.Errorf("%s: the graph cannot be made: %w", dir, reason(err))
	}
	if err := j.f.Sync(); err != nil {
		return fmt.Errorf("%s: the graph cannot be made: %w", dir, reason(err))
	}
	if d, err := os.Open(dir); err == nil { // the name of the log must last too; a system that cannot sync folders has none
		_ = d.Sync()
		d.Close()
	}
	j.end = int64(len(head))
	return nil
}

// header reads the first line.
func (j *fileJournal) header(dir string) error {
	head := make([]byte, 64)
	n, err := j.f.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: %w", j.path, err)
	}
	line, _, whole := strings.Cut(strings.TrimPrefix(string(head[:n]), magic), "\n")
	var schema int
	if !strings.HasPrefix(string(head[:n]), magic) || !whole {
		if n == 0 || strings.HasPrefix(headerLine(), string(head[:n])) {
			j.end = int64(n)
			return nil // a writer is making it
		}
		return fmt.Errorf("%s: this is no insight log", j.path)
	}
	if _, err := fmt.Sscanf(line, "%d", &schema); err != nil {
		return fmt.Errorf("%s: this is no insight log: schema %q", j.path, line)
	}
	if schema > Schema {
		return &SchemaError{Where: dir, Schema: schema}
	}
	j.end = int64(len(magic) + len(line) + 1)
	return nil
}

// follow reads whole frames from where it stopped. For the writer, what an unfinished frame leaves is cut off before the next
// append; a reader leaves it, since a writer may be about to finish it. A damaged frame with whole ones behind it is a
// *DamagedError for both.
func (j *fileJournal) follow(ctx context.Context, each func([]*Item, []span) error) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.end < int64(len(magic)) {
		if err := j.header(filepath.Dir(j.path)); err != nil || j.end < int64(len(magic)) {
			return err
		}
	}
	if j.lock == nil {
		now, err := os.Stat(j.path)
		if err != nil {
			return fmt.Errorf("%s: %w", j.path, reason(err))
		}
		if mine, err := j.f.Stat(); err != nil || !os.SameFile(now, mine) {
			return fmt.Errorf("%s: a merge wrote the graph anew: open it again", j.path)
		}
	}
	r := bufio.NewReaderSize(j.from(j.end), 1<<20)
	var buf []byte
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		payload, err := readFrame(r, buf)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if errors.Is(err, errTorn) {
			if more, err := j.torn(ctx); err != nil || !more {
				return err
			}
			r.Reset(j.from(j.end))
			continue
		}
		if err != nil {
			return fmt.Errorf("%s at byte %d: %w", j.path, j.end, err)
		}
		buf = payload
		items, at, err := decodeItems(payload, j.end+headBytes)
		if err != nil {
			return fmt.Errorf("%s at byte %d: %w", j.path, j.end, err)
		}
		if err := each(items, at); err != nil {
			return err
		}
		j.end += headBytes + int64(len(payload))
	}
}

// decodeItems is a payload's items and where in the log each one's text is.
func decodeItems(payload []byte, at int64) ([]*Item, []span, error) {
	d := json.NewDecoder(bytes.NewReader(payload))
	if _, err := d.Token(); err != nil {
		return nil, nil, err
	}
	var items []*Item
	var spans []span
	for d.More() {
		before := d.InputOffset()
		for payload[before] == ',' || payload[before] == ' ' || payload[before] == '\n' {
			before++
		}
		it := &Item{}
		if err := d.Decode(it); err != nil {
			return nil, nil, err
		}
		if err := it.check(); err != nil {
			return nil, nil, err
		}
		items = append(items, it)
		spans = append(spans, span{at + before, uint32(d.InputOffset() - before)})
	}
	return items, spans, nil
}

// append writes one frame and syncs it. When that fails the log is as before: the frame is cut off again, and where even that
// fails nothing more is written until the store is opened anew.
func (j *fileJournal) append(_ context.Context, items []*Item) ([]span, error) {
	frame, at, err := encodeFrame(items)
	if err != nil {
		return nil, err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.broken != nil {
		return nil, fmt.Errorf("%s: an earlier write failed (%w): open the graph again", j.path, j.broken)
	}
	_, err = j.f.WriteAt(frame, j.end)
	if err == nil {
		err = j.f.Sync()
		if err != nil {
			j.broken = err // after a failed sync nobody knows what the disk holds
		}
	}
	if err != nil {
		if cut := j.f.Truncate(j.end); cut != nil {
			j.broken = cut
		}
		return nil, fmt.Errorf("%s: not stored, and the graph is as before: %w", j.path, reason(err))
	}
	for i := range at {
		at[i].Offset += j.end + headBytes
	}
	j.end += int64(len(frame))
	return at, nil
}

// fingerprint tells logs apart: the sum of the bytes before a place.
func (j *fileJournal) fingerprint(end int64) (uint32, error) {
	b := make([]byte, min(end, 4096))
	if _, err := j.f.ReadAt(b, end-int64(len(b))); err != nil {
		return 0, err
	}
	return crc32.Checksum(b, castagnoli), nil
}

func (j *fileJournal) text(s span) (string, error) {
	b := make([]byte, s.Length)
	if _, err := j.f.ReadAt(b, s.Offset); err != nil {
		return "", fmt.Errorf("%s at byte %d: %w", j.path, s.Offset, err)
	}
	return string(b), nil
}

func (j *fileJournal) close() error {
	err := j.f.Close()
	if j.lock != nil {
		err = errors.Join(err, j.lock.Close())
	}
	return err
}

// replace writes a new log beside the old one and gives it its name: killed at any instant, the folder has the one or the other.
func (j *fileJournal) replace(ctx context.Context, dir string, items []*Item) (err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	f, err := os.CreateTemp(dir, logName+".*")
	if err != nil {
		return fmt.Errorf("%s: %w", dir, reason(err))
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
			err = fmt.Errorf("%s: not stored, and the graph is as before: %w", dir, reason(err))
		}
	}()
	w := bufio.NewWriterSize(f, 1<<20)
	_, _ = w.WriteString(headerLine()) // the buffer keeps the first error for Flush
	const batch = 1000
	for len(items) > 0 {
		if err = ctx.Err(); err != nil {
			return err
		}
		n := min(batch, len(items))
		var frame []byte
		if frame, _, err = encodeFrame(items[:n]); err != nil {
			return err
		}
		_, _ = w.Write(frame)
		items = items[n:]
	}
	if err = w.Flush(); err != nil {
		return err
	}
	if err = f.Chmod(0o644); err != nil {
		return err
	}
	if err = f.Sync(); err != nil {
		return err
	}
	// The snapshot goes first: one of another log is found out by its fingerprint anyway.
	if err = os.Remove(filepath.Join(dir, snapshotName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err = os.Rename(f.Name(), j.path); err != nil {
		return err
	}
	if d, openErr := os.Open(dir); openErr == nil {
		_ = d.Sync()
		d.Close()
	}
	j.f.Close()
	j.f, j.end = f, int64(len(headerLine()))
	return nil
}
