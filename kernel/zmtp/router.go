package zmtp

import (
	"context"
	"encoding/binary"
	"slices"
	"sync"
)

// Router is a ROUTER socket: it knows its clients (DEALER, REQ, ROUTER) by their identities.
//
// When a second connection comes with an identity that is taken, it takes over: it gets all that is sent from then on and
// what waited, and the older one, often a connection that its client has long given up, nothing more, though what it sends
// is still read. When the newer one ends while the older lives, the older has its place again.
type Router struct {
	Socket
	incoming chan Message

	mu     sync.Mutex
	routes map[string][]*conn // the last is the one that gets the output
	given  uint32             // identities made up for clients that have none
}

// Message is a message from the client of that identity.
type Message struct {
	Identity []byte
	Parts    [][]byte
}

// ListenRouter binds a ROUTER socket to endpoint, tcp://host:port or ipc://path. ctx bounds the binding only.
func ListenRouter(ctx context.Context, endpoint string, opt Options) (*Router, error) {
	r := &Router{incoming: make(chan Message), routes: map[string][]*conn{}}
	if err := r.listen(ctx, "ROUTER", []string{"DEALER", "REQ", "ROUTER"}, endpoint, opt, r); err != nil {
		return nil, err
	}
	return r, nil
}

// Incoming delivers what clients send, in the order of each client. While nobody receives, the clients wait. It is never
// closed.
func (r *Router) Incoming() <-chan Message { return r.incoming }

// Send queues a message for a client and returns at once. The parts may not be changed afterwards. An error is ErrGone or
// ErrSlow.
func (r *Router) Send(identity []byte, parts ...[]byte) error {
	p := encode(parts)
	r.mu.Lock()
	route := r.routes[string(identity)]
	if len(route) == 0 {
		r.mu.Unlock()
		return ErrGone
	}
	c := route[len(route)-1]
	sent := c.out.put(p, true)
	r.mu.Unlock()
	return c.outcome(sent)
}

func (r *Router) join(c *conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if c.identity == "" {
		r.given++
		c.identity = string(binary.BigEndian.AppendUint32([]byte{0}, r.given))
	}
	route := r.routes[c.identity]
	if len(route) > 0 {
		route[len(route)-1].out.moveTo(c.out)
	}
	r.routes[c.identity] = append(route, c)
}

func (r *Router) leave(c *conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	route := r.routes[c.identity]
	if i := slices.Index(route, c); i >= 0 {
		route = slices.Delete(route, i, i+1)
	}
	if len(route) == 0 {
		delete(r.routes, c.identity)
	} else {
		r.routes[c.identity] = route
	}
}

func (r *Router) message(c *conn, parts [][]byte) error {
	select {
	case r.incoming <- Message{[]byte(c.identity), parts}:
	case <-r.closing:
	}
	return nil
}

func (r *Router) subscribe(*conn, []byte, bool) error { return nil }
