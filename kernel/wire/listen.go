package wire

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/hyp-lang/hyp/kernel/zmtp"
)

// Listen binds the five channels. ctx bounds the binding only. A port that is still taken, as in a restart, is tried again
// for Options.Patience. The heartbeat answers by itself from then on.
func Listen(ctx context.Context, c Connection, opt Options) (*Conn, error) {
	c, err := c.normal()
	if err != nil {
		return nil, fmt.Errorf("connection: %w", err)
	}
	if opt.Linger == 0 {
		opt.Linger = time.Second
	}
	if opt.Patience == 0 {
		opt.Patience = 2 * time.Second
	}
	w := &Conn{connection: c, opt: opt, session: newSession(), username: username(), closing: make(chan struct{}), subscriptions: make(chan []byte)}
	if w.signer, err = newSigner(c.SignatureScheme, c.Key); err != nil {
		return nil, fmt.Errorf("connection: %w", err)
	}
	for ch := range w.incoming {
		w.incoming[ch] = make(chan *Message)
	}
	if err := w.bind(ctx); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	for ch, r := range w.routers {
		w.running.Go(func() { w.receive(Channel(ch), r) })
	}
	w.running.Go(w.relay)
	return w, nil
}

// bind opens the sockets: those whose port is given first, so that none of the others takes it.
func (c *Conn) bind(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.opt.Patience)
	defer cancel()
	for _, given := range []bool{true, false} {
		for ch := range channels {
			port := c.connection.port(ch)
			if given != (*port > 0) || c.isOpen(ch) {
				continue
			}
			if c.connection.Transport == "ipc" && !given { // the first name that is free
				*port = 1
			}
			err := c.open(ctx, ch)
			for errors.Is(err, syscall.EADDRINUSE) && ctx.Err() == nil {
				if given {
					pause(ctx, 20*time.Millisecond)
				} else {
					*port++
				}
				err = c.open(ctx, ch)
			}
			if err != nil {
				return fmt.Errorf("%s channel: %w", ch, err)
			}
		}
	}
	return nil
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

func (c *Conn) isOpen(ch Channel) bool {
	switch ch {
	case IOPub:
		return c.iopub != nil
	case Heartbeat:
		return c.heartbeat != nil
	default:
		return c.routers[ch] != nil
	}
}

// open opens the socket of one channel.
func (c *Conn) open(ctx context.Context, ch Channel) (err error) {
	opt := zmtp.Options{MaxMessage: c.opt.MaxMessage, Queue: c.opt.Queue}
	if lost := c.opt.Lost; lost != nil {
		opt.Lost = func(l zmtp.Loss) { lost(Loss{ch, l.Peer, l.Messages, l.Bytes, l.Over}) }
	}
	opt.Closed = func(peer string, reason error) { c.refuse(ch, fmt.Errorf("connection from %s: %w", peer, reason)) }
	endpoint := c.connection.endpoint(ch)
	switch ch {
	case IOPub:
		if c.iopub, err = zmtp.ListenXPub(ctx, endpoint, opt); err == nil {
			endpoint = c.iopub.Endpoint()
		}
	case Heartbeat:
		opt.MaxMessage = 1 << 20
		if c.heartbeat, err = zmtp.ListenRep(ctx, endpoint, opt, func(beat [][]byte) [][]byte { return beat }); err == nil {
			endpoint = c.heartbeat.Endpoint()
		}
	default:
		if c.routers[ch], err = zmtp.ListenRouter(ctx, endpoint, opt); err == nil {
			endpoint = c.routers[ch].Endpoint()
		}
	}
	if err == nil && *c.connection.port(ch) == 0 {
		*c.connection.port(ch), err = strconv.Atoi(endpoint[strings.LastIndexByte(endpoint, ':')+1:])
	}
	return err
}

// newSession makes a random id, a UUID of version 4 (RFC 9562).
func newSession() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

func username() string {
	for _, name := range []string{"LOGNAME", "USER", "USERNAME"} {
		if u := os.Getenv(name); u != "" {
			return u
		}
	}
	return "kernel"
}
