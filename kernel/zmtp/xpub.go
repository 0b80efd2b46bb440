package zmtp

import (
	"context"
	"fmt"
	"strings"
	"sync"
)

// XPub is an XPUB socket: it sends each message to the clients (SUB, XSUB) that subscribed to a beginning of its first part.
type XPub struct {
	Socket
	begun chan []byte

	mu    sync.Mutex
	conns map[*conn]struct{}
}

const (
	maxTopics       = 1000     // subscriptions of one client
	maxSubscription = 64 << 10 // bytes of a message from a client, which are subscriptions only
)

// ListenXPub binds an XPUB socket to endpoint, tcp://host:port or ipc://path. ctx bounds the binding only.
func ListenXPub(ctx context.Context, endpoint string, opt Options) (*XPub, error) {
	x := &XPub{begun: make(chan []byte), conns: map[*conn]struct{}{}}
	opt.MaxMessage = maxSubscription
	if err := x.listen(ctx, "XPUB", []string{"SUB", "XSUB"}, endpoint, opt, x); err != nil {
		return nil, err
	}
	return x, nil
}

// Subscriptions delivers the topic of each subscription that a client begins, also when others have it already. The client
// gets what is sent from then on. Whoever uses the socket must receive from it. It is never closed.
func (x *XPub) Subscriptions() <-chan []byte { return x.begun }

// Send queues a message for the clients that want it, and returns at once; all get messages in one order. The parts may not
// be changed afterwards. A client that reads too slowly loses
// essential messages last.
func (x *XPub) Send(essential bool, parts ...[]byte) {
	topic := ""
	if len(parts) > 0 {
		topic = string(parts[0])
	}
	p := encode(parts)
	var slow []*conn
	x.mu.Lock()
	for c := range x.conns {
		for t := range c.topics {
			if strings.HasPrefix(topic, t) {
				if c.out.put(p, essential) == fellBehind {
					slow = append(slow, c)
				}
				break
			}
		}
	}
	x.mu.Unlock()
	for _, c := range slow { // not under the lock: the hook may send
		_ = c.outcome(fellBehind)
	}
}

// Backlog is how many bytes wait for the client that is furthest behind, of those that read at all: a client that has taken
// nothing for a second does not count. Whoever can wait may do so until it falls, so that clients who read lose nothing.
func (x *XPub) Backlog() int64 {
	x.mu.Lock()
	defer x.mu.Unlock()
	var most int64
	for c := range x.conns {
		most = max(most, c.out.backlog())
	}
	return most
}

func (x *XPub) join(c *conn) {
	x.mu.Lock()
	defer x.mu.Unlock()
	c.topics = map[string]struct{}{}
	x.conns[c] = struct{}{}
}

func (x *XPub) leave(c *conn) {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.conns, c)
}

// message takes the subscriptions of ZMTP 3.0, which are messages.
func (x *XPub) message(c *conn, parts [][]byte) error {
	if len(parts) == 1 && len(parts[0]) > 0 && parts[0][0] <= 1 {
		return x.subscribe(c, parts[0][1:], parts[0][0] == 1)
	}
	return nil // an XSUB's message to its publisher: we have no use for it
}

func (x *XPub) subscribe(c *conn, topic []byte, on bool) error {
	x.mu.Lock()
	_, had := c.topics[string(topic)]
	switch {
	case !on:
		delete(c.topics, string(topic))
	case len(c.topics) == maxTopics && !had:
		x.mu.Unlock()
		return fmt.Errorf("more than %d subscriptions", maxTopics)
	default:
		c.topics[string(topic)] = struct{}{}
	}
	x.mu.Unlock()
	if on && !had {
		select {
		case x.begun <- topic:
		case <-x.closing:
		}
	}
	return nil
}
