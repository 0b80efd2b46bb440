package table

import (
	"context"
	"io"
)

// pump reads a stream in a goroutine of its own, so that a context can end the wait for a reader that blocks.
type pump struct {
	ctx    context.Context
	chunks chan []byte
	err    error // set before chunks is closed
	rest   []byte
}

func newPump(ctx context.Context, r io.Reader) *pump {
	p := &pump{ctx: ctx, chunks: make(chan []byte, 2)}
	go func() {
		defer close(p.chunks)
		for {
			buf := make([]byte, 256<<10)
			n, err := r.Read(buf)
			if n > 0 {
				select {
				case p.chunks <- buf[:n]:
				case <-ctx.Done():
					p.err = ctx.Err()
					return
				}
			}
			if err != nil {
				p.err = err
				return
			}
		}
	}()
	return p
}

func (p *pump) Read(b []byte) (int, error) {
	if len(p.rest) == 0 {
		select {
		case chunk, ok := <-p.chunks:
			if !ok {
				return 0, p.err
			}
			p.rest = chunk
		case <-p.ctx.Done():
			return 0, p.ctx.Err()
		}
	}
	n := copy(b, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}
