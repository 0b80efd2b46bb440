package zmtp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"
)

// Options are the bounds and hooks of a socket; the zero value is good.
type Options struct {
	// Handshake is how long a peer may take to become one; 0 means 10 s.
	Handshake time.Duration
	// MaxMessage is the size in bytes of the largest message taken, all parts together; 0 means 256 MiB.
	MaxMessage int64
	// MaxParts is how many parts a message may have; 0 means 1024.
	MaxParts int
	// Queue bounds the bytes of output that wait for one client; 0 means 256 MiB. A single message may be larger.
	Queue int64
	// Lost is told when a client that reads too slowly begins to lose output, and again, with Over set, when it has caught
	// up or gone. It may send; it must not block.
	Lost func(Loss)
	// Closed is told of connections that ended for what the peer sent, or did not send in time.
	Closed func(peer string, reason error)
}

// Loss tells what one client did not get because it reads too slowly.
type Loss struct {
	Peer     string // its address
	Messages int
	Bytes    int64
	Over     bool // the client has caught up or gone; the numbers are the whole loss
}

// Why a message could not be sent.
var (
	ErrGone = errors.New("no such peer")
	ErrSlow = errors.New("the peer reads too slowly")
)

// role is what makes a socket a Router, an XPub or a Rep. Its methods are called from the goroutines of the connections.
type role interface {
	join(c *conn) // before anything is read
	leave(c *conn)
	message(c *conn, parts [][]byte) error // an error ends the connection
	subscribe(c *conn, topic []byte, on bool) error
}

// Socket is what the sockets of all types have in common.
type Socket struct {
	kind     string   // our socket type
	peers    []string // the types that it talks to
	opt      Options
	role     role
	listener net.Listener
	endpoint string
	closing  chan struct{}
	running  sync.WaitGroup

	mu     sync.Mutex
	closed bool
	conns  map[*conn]struct{}
}

func (s *Socket) listen(ctx context.Context, kind string, peers []string, endpoint string, opt Options, r role) error {
	l, bound, err := listen(ctx, endpoint)
	if err != nil {
		return fmt.Errorf("bind %s to %s: %w", kind, endpoint, err)
	}
	s.open(kind, peers, opt, r, l, bound)
	return nil
}

func (s *Socket) open(kind string, peers []string, opt Options, r role, l net.Listener, endpoint string) {
	opt.Handshake = cmp.Or(opt.Handshake, 10*time.Second)
	opt.MaxMessage = cmp.Or(opt.MaxMessage, 256<<20)
	opt.MaxParts = cmp.Or(opt.MaxParts, 1024)
	opt.Queue = cmp.Or(opt.Queue, 256<<20)
	s.kind, s.peers, s.opt, s.role, s.listener, s.endpoint = kind, peers, opt, r, l, endpoint
	s.closing, s.conns = make(chan struct{}), map[*conn]struct{}{}
	s.running.Go(s.accept)
}

// Endpoint is where the socket listens, with the port that was chosen for 0.
func (s *Socket) Endpoint() string { return s.endpoint }

// accept takes connections. That one cannot be taken, say for want of file descriptors, does not end it.
func (s *Socket) accept() {
	for {
		nc, err := s.listener.Accept()
		switch {
		case err == nil:
			s.start(nc)
		case errors.Is(err, net.ErrClosed):
			return
		default:
			select {
			case <-s.closing:
			case <-time.After(50 * time.Millisecond):
			}
		}
	}
}

func (s *Socket) start(nc net.Conn) {
	c := newConn(s, nc)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		_ = nc.Close()
		return
	}
	s.conns[c] = struct{}{}
	s.running.Go(func() {
		reason := c.serve()
		s.mu.Lock()
		delete(s.conns, c)
		s.mu.Unlock()
		if reason != nil && s.opt.Closed != nil && !s.isClosing() {
			s.opt.Closed(c.peer, reason)
		}
	})
}

func (s *Socket) isClosing() bool {
	select {
	case <-s.closing:
		return true
	default:
		return false
	}
}

// Close stops listening and reading, lets the clients take what is queued for them until ctx ends, and then ends every
// connection and goroutine. An error tells that ctx ended first.
func (s *Socket) Close(ctx context.Context) error {
	s.mu.Lock()
	if !s.closed {
		s.closed = true
		close(s.closing)
		_ = s.listener.Close()
		for c := range s.conns {
			c.finish()
		}
	}
	s.mu.Unlock()
	done := make(chan struct{})
	go func() {
		s.running.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
	}
	s.mu.Lock()
	for c := range s.conns {
		_ = c.nc.Close()
	}
	s.mu.Unlock()
	<-done
	return fmt.Errorf("close %s: output was left: %w", s.endpoint, ctx.Err())
}

func (s *Socket) tellLoss(c *conn, l Loss, over bool) {
	if l.Messages > 0 && s.opt.Lost != nil {
		l.Peer, l.Over = c.peer, over
		s.opt.Lost(l)
	}
}
