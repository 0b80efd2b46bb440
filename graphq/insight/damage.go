package insight

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path/filepath"
)

// DamagedError refuses a log with a damaged commit that whole ones follow. No crash leaves that, and what the commit held was
// acknowledged: answers from the rest would be answers from a part.
type DamagedError struct {
	Log      string // the file
	At, Next int64  // where the damaged commit begins, and the next whole one
}

func (e *DamagedError) Error() string {
	dir := filepath.Dir(e.Log)
	return fmt.Sprintf("%s: the commit at byte %d is damaged, and whole ones follow from byte %d: restore the file from a backup, or save what is readable with `hyp graph export --readable --graph %s --output rest.jsonl` and import it into a new folder",
		e.Log, e.At, e.Next, dir)
}

func (j *fileJournal) from(at int64) *io.SectionReader { return io.NewSectionReader(j.f, at, 1<<62) }

// torn handles the frame at end, which is not whole, and tells whether there is more to read. Behind the last whole frame it is an
// unfinished commit: the writer cuts it off.
func (j *fileJournal) torn(ctx context.Context) (more bool, err error) {
	next, err := j.nextWhole(ctx, j.end)
	if err != nil {
		return false, err
	}
	if next < 0 {
		if j.lock == nil {
			return false, nil
		}
		if err := j.f.Truncate(j.end); err != nil {
			return false, fmt.Errorf("%s: cutting off an unfinished commit at byte %d: %w", j.path, j.end, reason(err))
		}
		return false, j.f.Sync()
	}
	if _, err := readFrame(j.from(j.end), nil); err == nil { // its writer finished it, and stored more, while we looked
		return true, nil
	}
	if !j.skip {
		return false, &DamagedError{j.path, j.end, next}
	}
	j.end = next
	return true, nil
}

// nextWhole is where the next whole frame begins behind one that is not, -1 when there is none. A damaged length cannot be
// believed, so that every place that looks like the head of a frame is tried.
func (j *fileJournal) nextWhole(ctx context.Context, at int64) (int64, error) {
	info, err := j.f.Stat()
	if err != nil {
		return -1, fmt.Errorf("%s: %w", j.path, reason(err))
	}
	const most = 1 << 20
	buf := make([]byte, most)
	for from := at + 1; from+headBytes < info.Size(); from += most - headBytes - 1 {
		if err := ctx.Err(); err != nil {
			return -1, err
		}
		n, err := j.f.ReadAt(buf, from)
		if err != nil && !errors.Is(err, io.EOF) {
			return -1, fmt.Errorf("%s at byte %d: %w", j.path, from, reason(err))
		}
		b := buf[:n]
		for i := headBytes; i+1 < len(b); i++ { // a payload begins "[{"
			k := bytes.Index(b[i:], []byte("[{"))
			if k < 0 {
				break
			}
			i += k
			length := int64(binary.LittleEndian.Uint32(b[i-headBytes:]))
			head := from + int64(i) - headBytes
			if length == 0 || length > info.Size()-head-headBytes {
				continue
			}
			if _, err := readFrame(j.from(head), nil); err == nil {
				return head, nil
			}
		}
	}
	return -1, nil
}

// verify reads the whole log by its sums, whatever a snapshot spares the opening: the damaged commits, and the bytes of an
// unfinished one at the end.
func (j *fileJournal) verify(ctx context.Context) (damaged []*DamagedError, unfinished int64, err error) {
	head := &fileJournal{path: j.path, f: j.f}
	if err := head.header(filepath.Dir(j.path)); err != nil {
		return nil, 0, err
	}
	at := head.end
	r := bufio.NewReaderSize(j.from(at), 1<<20)
	var buf []byte
	for {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		payload, err := readFrame(r, buf)
		switch {
		case err == nil:
			at += headBytes + int64(len(payload))
			buf = payload
			continue
		case errors.Is(err, io.EOF):
			return damaged, 0, nil
		case !errors.Is(err, errTorn):
			return nil, 0, fmt.Errorf("%s at byte %d: %w", j.path, at, err)
		}
		next, err := j.nextWhole(ctx, at)
		if err != nil {
			return nil, 0, err
		}
		if next < 0 {
			info, err := j.f.Stat()
			if err != nil {
				return nil, 0, fmt.Errorf("%s: %w", j.path, reason(err))
			}
			return damaged, info.Size() - at, nil
		}
		if _, err := readFrame(j.from(at), nil); err != nil { // else its writer finished it meanwhile
			damaged = append(damaged, &DamagedError{j.path, at, next})
			at = next
		}
		r.Reset(j.from(at))
	}
}

// Unfinished is the bytes that an interrupted commit left at the end of the log. They were never acknowledged and belong to no answer;
// the next writer cuts them off. Zero for a shared graph.
func (g *Graph) Unfinished(ctx context.Context) (int64, error) {
	j, ok := g.journal.(*fileJournal)
	if !ok {
		return 0, nil
	}
	_, n, err := j.verify(ctx)
	return n, err
}
