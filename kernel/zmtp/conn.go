package zmtp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"sync/atomic"
	"syscall"
	"time"
)

// conn is one connection: a goroutine that reads and, after the handshake, one that writes.
type conn struct {
	s     *Socket
	nc    net.Conn
	peer  string
	in    decoder
	out   *queue
	ttl   time.Duration // for how long the peer may be silent, by its PINGs; 0 is for ever. The reader's.
	shook atomic.Bool

	identity string              // Router's
	topics   map[string]struct{} // XPub's, under its mutex
}

func newConn(s *Socket, nc net.Conn) *conn {
	c := &conn{s: s, nc: nc, peer: nc.RemoteAddr().String(), out: newQueue(s.opt.Queue)}
	if c.peer == "" || c.peer == "@" { // clients of a Unix socket have no address
		c.peer = nc.LocalAddr().String()
	}
	c.in = decoder{bufio.NewReaderSize(c, 32<<10), s.opt.MaxMessage, s.opt.MaxParts}
	return c
}

// Read reads from the network, for the peer's time to live at most.
func (c *conn) Read(b []byte) (int, error) {
	if c.ttl > 0 && !c.s.isClosing() {
		_ = c.nc.SetReadDeadline(time.Now().Add(c.ttl))
	}
	return c.nc.Read(b)
}

// serve runs the connection until it ends. It returns nil when the peer went, and an error for what it sent.
func (c *conn) serve() error {
	defer c.nc.Close()
	err := c.talk()
	if errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return err
}

func (c *conn) talk() error {
	_ = c.nc.SetDeadline(time.Now().Add(c.s.opt.Handshake))
	r, err := c.in.shake(c.nc, c.s.kind, c.s.peers)
	if err != nil {
		return fmt.Errorf("handshake: %w", err)
	}
	_ = c.nc.SetDeadline(time.Time{})
	c.shook.Store(true)
	if c.s.isClosing() {
		return nil
	}
	c.identity = string(r.identity)
	c.s.role.join(c)
	c.s.running.Go(c.write)
	err = c.read()
	c.s.role.leave(c)
	c.s.tellLoss(c, c.out.kill(), true)
	return err
}

func (c *conn) read() error {
	for {
		parts, cmd, err := c.in.next()
		switch {
		case err != nil:
			return err
		case c.s.isClosing(): // read on until the peer closes: closing with bytes unread would throw away what is under way to it
		case cmd != nil:
			err = c.command(cmd)
		default:
			err = c.s.role.message(c, parts)
		}
		if err != nil {
			return err
		}
	}
}

func (c *conn) command(b []byte) error {
	name, body, err := parseCommand(b)
	if err != nil {
		return err
	}
	switch name {
	case "PING":
		ttl, context, err := parsePing(body)
		if err != nil {
			return err
		}
		c.ttl = ttl
		if ttl == 0 {
			_ = c.nc.SetReadDeadline(time.Time{})
		}
		c.out.putCommand(command("PONG", context))
	case "SUBSCRIBE":
		return c.s.role.subscribe(c, body, true)
	case "CANCEL":
		return c.s.role.subscribe(c, body, false)
	case "ERROR":
		return fmt.Errorf("the peer reports %q", body)
	}
	return nil // others are of extensions that we do not speak
}

// goodbye is how long a peer has to close its side after ours.
const goodbye = 250 * time.Millisecond

// write sends what is queued. When sending fails it leaves the connection to the reader, for what the peer sent before it
// went is still to be read.
func (c *conn) write() {
	var pieces net.Buffers
	for {
		batch, recovered, ok := c.out.next()
		c.s.tellLoss(c, recovered, true)
		if !ok {
			break
		}
		var err error
		if pieces, err = c.send(pieces, batch); err != nil {
			c.s.tellLoss(c, c.out.kill(), true)
			return
		}
		clear(batch) // it is part of a longer array
	}
	if half, ok := c.nc.(interface{ CloseWrite() error }); ok && c.s.isClosing() {
		_ = half.CloseWrite()
		_ = c.nc.SetReadDeadline(time.Now().Add(goodbye))
	}
}

// send writes a batch, what is large in slices so that its progress shows. pieces is room that it returns for use again.
func (c *conn) send(pieces net.Buffers, batch []packet) (net.Buffers, error) {
	size := 0
	flush := func() error {
		rest := pieces // WriteTo moves along it
		_, err := rest.WriteTo(c.nc)
		clear(pieces)
		c.out.wrote(int64(size))
		pieces, size = pieces[:0], 0
		return err
	}
	for _, p := range batch {
		for _, piece := range p.pieces {
			for len(piece) > 0 {
				n := min(len(piece), batchBytes-size)
				pieces, size, piece = append(pieces, piece[:n]), size+n, piece[n:]
				if size == batchBytes {
					if err := flush(); err != nil {
						return pieces, err
					}
				}
			}
		}
	}
	err := flush()
	return pieces, err
}

// finish begins the end of the connection: what is queued goes out, nothing more comes in.
func (c *conn) finish() {
	c.out.end()
	if !c.shook.Load() {
		_ = c.nc.Close()
	}
}

// outcome makes an error of what became of a message, and tells the hook when it is the first that was lost.
func (c *conn) outcome(s sent) error {
	switch s {
	case queued:
		return nil
	case gone:
		return ErrGone
	case fellBehind:
		c.out.mu.Lock()
		lost := c.out.lost
		c.out.mu.Unlock()
		c.s.tellLoss(c, lost, false)
	}
	return ErrSlow
}
