package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
)

const (
	// headSize is what is looked at to find delimiter and decimal marks; fixed, so that they do not depend on the
	// size of blocks.
	headSize = 256 << 10
	// defaultBlock is the unit of parallel work: small enough to stop quickly, large enough to forget the overhead.
	defaultBlock = 1 << 20
)

// reader turns a stream of delimited text into a table: one goroutine reads and splits, the others parse.
type reader struct {
	ctx     context.Context
	name    string
	src     io.Reader
	opt     Options
	size    int64 // bytes that src will yield, -1 when unknown
	d       dialect
	names   []string
	notes   []string
	split   splitter
	columns []*columnBuilder

	grow     sync.RWMutex // held for reading while a block is parsed, for writing while columns move
	capacity int
	read     int64

	mu      sync.Mutex
	failed  atomic.Bool
	errAt   int
	err     error
	blocks  chan *block
	buffers chan []byte // to be used again
	issued  int
}

// table reads everything.
func (r *reader) table() (*Table, error) {
	head, eof, err := r.readHead()
	if err != nil {
		return nil, err
	}
	body, err := r.start(head, eof)
	if err != nil {
		return nil, err
	}
	workers := r.opt.workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	r.blocks = make(chan *block, workers)
	r.buffers = make(chan []byte, 2*workers+1)
	var wg sync.WaitGroup
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			r.work()
		}()
	}
	err = r.feed(body, eof)
	close(r.blocks)
	wg.Wait()
	if r.err != nil { // a fault in a block comes before whatever stopped the reading after it
		return nil, r.err
	}
	if err == nil {
		err = r.ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return r.assemble(workers)
}

// readFull appends to buf until it holds want bytes.
func readFull(ctx context.Context, src io.Reader, buf []byte, want int) ([]byte, bool, error) {
	if cap(buf) < want+1 {
		buf = append(make([]byte, 0, want+want/8+1), buf...)
	}
	for len(buf) < want {
		if err := ctx.Err(); err != nil {
			return buf, false, err
		}
		n, err := src.Read(buf[len(buf):want])
		buf = buf[:len(buf)+n]
		if errors.Is(err, io.EOF) {
			return buf, true, nil
		}
		if err != nil {
			return buf, false, err
		}
	}
	return buf, false, nil
}

// feed cuts the rest of the stream into blocks and sends them.
func (r *reader) feed(body []byte, eof bool) error {
	size := r.opt.block
	if size <= 0 {
		size = defaultBlock
	}
	var carry []byte
	if eof {
		if err := r.last(body); err != nil {
			return err
		}
		r.progress()
		return nil
	}
	// The first piece is the rest of the head.
	end, _, err := r.send(body, false)
	if err != nil {
		return err
	}
	carry = append(carry, body[end:]...)
	for !eof && !r.failed.Load() {
		var buf []byte
		select {
		case buf = <-r.buffers:
		default:
		}
		buf = append(buf[:0], carry...)
		want := size + len(carry)
		for {
			before := len(buf)
			if buf, eof, err = readFull(r.ctx, r.src, buf, want); err != nil {
				if r.ctx.Err() == nil {
					err = fmt.Errorf("%s: line %d and on: %w", r.name, r.split.line, err)
				}
				return err
			}
			r.read += int64(len(buf) - before)
			r.progress()
			if eof {
				return r.last(buf)
			}
			var tail open
			if end, tail, err = r.send(buf, true); err != nil {
				return err
			}
			if end > 0 {
				carry = append(carry[:0], buf[end:]...)
				break
			}
			if want > r.opt.maxRecord() {
				return tooLong(r.name, tail, r.opt.maxRecord())
			}
			want *= 2
		}
	}
	return nil
}

// last sends the end of the stream, whose last record may lack its newline.
func (r *reader) last(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	if b[len(b)-1] != r.d.newline {
		b = append(b[:len(b):len(b)], r.d.newline)
	}
	end, tail, err := r.send(b, false)
	if err == nil && end < len(b) {
		err = unclosed(r.name, tail)
	}
	return err
}

// send issues the complete records of b as one block and returns where they end. With pool, b is used again once the block
// is parsed: only feed takes buffers from the pool, and it copies what is left of b before it does.
func (r *reader) send(b []byte, pool bool) (end int, tail open, err error) {
	row, line := r.split.row, r.split.line
	end, tail = r.split.scan(b)
	if end == 0 {
		return 0, tail, nil
	}
	r.reserve()
	blk := &block{index: r.issued, data: b[:end:end], row: row, rows: r.split.row - row, line: line}
	r.issued++
	if pool {
		blk.buffer = b
	}
	select {
	case r.blocks <- blk:
		return end, tail, nil
	case <-r.ctx.Done():
		return 0, tail, r.ctx.Err()
	}
}

// reserve makes room for the rows split so far, moving the columns when there is none.
func (r *reader) reserve() {
	need := r.split.row
	if need <= r.capacity {
		return
	}
	room := need + need/2
	if r.size > 0 && r.read > 0 {
		// Rows are about as long further on as they were up to here.
		slack := 1.02
		if r.capacity > 0 {
			slack = 1.1
		}
		room = max(need+need/8, int(float64(need)*float64(r.size)/float64(r.read)*slack)+1024)
	}
	r.grow.Lock()
	defer r.grow.Unlock()
	for _, c := range r.columns {
		numbers := make([]float64, room)
		copy(numbers, c.numbers)
		c.numbers = numbers
		not := make(Bitmap, (room+63)/64)
		copy(not, c.not)
		c.not = not
	}
	r.capacity = room
}

func (r *reader) progress() {
	if r.opt.Progress != nil && r.opt.position != nil {
		r.opt.Progress(r.opt.position())
	}
}

// work parses blocks until there are no more.
func (r *reader) work() {
	w := &worker{table: r.name, d: r.d, targets: make([]target, len(r.names)), names: r.names}
	w.group = groupingOf(r.opt.Format.Thousands)
	if f, err := dateFormOf(r.opt.Format.Dates); err == nil {
		w.dates = &f
	}
	for _, c := range r.columns {
		w.targets[c.at] = target{out: c, mark: c.mark}
		w.last = max(w.last, c.at)
	}
	for i, n := len(w.targets)-1, 0; i >= 0; i-- {
		if n++; w.targets[i].out != nil {
			n = 0
		}
		w.targets[i].skip = n
	}
	for blk := range r.blocks {
		if r.ctx.Err() == nil {
			if err := r.parse(w, blk); err != nil {
				r.fail(blk.index, err)
			}
		}
		if blk.buffer != nil {
			select {
			case r.buffers <- blk.buffer:
			default:
			}
		}
	}
}

func (r *reader) parse(w *worker, blk *block) error {
	r.grow.RLock()
	defer r.grow.RUnlock()
	base := blk.row &^ 63
	words := (blk.row + blk.rows - base + 63) / 64
	for _, c := range r.columns {
		t := &w.targets[c.at]
		t.num = c.numbers
		if cap(t.not) < words {
			t.not = make([]uint64, words)
		}
		t.not = t.not[:words]
		clear(t.not)
		t.dict.reset(blk.row, blk.rows)
		t.doubt = doubt{off: !r.doubtful()}
	}
	if err := w.parse(blk); err != nil {
		return err
	}
	for _, c := range r.columns {
		t := &w.targets[c.at]
		for k, word := range t.not {
			if word == 0 {
				continue
			}
			if k == 0 || k == words-1 { // shared with the neighbouring blocks
				atomic.OrUint64(&c.not[base/64+k], word)
			} else {
				c.not[base/64+k] = word
			}
		}
		if t.dot {
			c.dot.Store(true)
		}
		if t.wide {
			c.wide.Store(true)
		}
		if t.grouped {
			c.grouped.Store(true)
		}
		if t.dated {
			c.dated.Store(true)
		}
		if t.doubt.off || t.doubt.example != "" {
			c.mu.Lock()
			c.doubt.join(t.doubt, blk.index)
			c.mu.Unlock()
		}
		if s, ok := t.dict.take(blk.index); ok {
			c.mu.Lock()
			c.segments = append(c.segments, s)
			c.mu.Unlock()
		}
	}
	return nil
}

// fail keeps the error of the earliest block. All blocks issued are parsed, so the earliest is the same in every run.
func (r *reader) fail(at int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil || at < r.errAt {
		r.err, r.errAt = err, at
	}
	r.failed.Store(true)
}
