package zmtp

import (
	"context"
	"slices"
)

// Rep is a REP socket: it answers each request of its clients (REQ, DEALER) by a function, client by client at the same time.
type Rep struct {
	Socket
	answer func(request [][]byte) [][]byte
}

// ListenRep binds a REP socket to endpoint, tcp://host:port or ipc://path. answer is called from several goroutines; it
// makes the parts of a reply from those of a request, which it may keep. ctx bounds the binding only.
func ListenRep(ctx context.Context, endpoint string, opt Options, answer func(request [][]byte) [][]byte) (*Rep, error) {
	r := &Rep{answer: answer}
	if err := r.listen(ctx, "REP", []string{"REQ", "DEALER"}, endpoint, opt, r); err != nil {
		return nil, err
	}
	return r, nil
}

func (r *Rep) message(c *conn, parts [][]byte) error {
	// Up to the first empty part goes the envelope, which leads the reply back. Without one it is no request.
	n := slices.IndexFunc(parts, func(part []byte) bool { return len(part) == 0 }) + 1
	if n > 0 {
		_ = c.outcome(c.out.put(encode(append(parts[:n:n], r.answer(parts[n:])...)), true))
	}
	return nil
}

func (r *Rep) join(*conn)                          {}
func (r *Rep) leave(*conn)                         {}
func (r *Rep) subscribe(*conn, []byte, bool) error { return nil }
