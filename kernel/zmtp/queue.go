package zmtp

import (
	"sync"
	"time"
)

// queue is the output that waits for one client. Putting never blocks.
type queue struct {
	limit int64

	mu       sync.Mutex
	change   sync.Cond
	commands []packet // go before messages
	messages []packet
	bytes    int64     // of all that waits, with what is left of what is being written
	reserved int64     // of essential messages since the limit was passed
	moved    time.Time // when the client took something last, or began to have to
	lost     Loss      // since the client fell behind; Messages is 0 while it has not
	ending   bool      // the writer ends when nothing is left
	dead     bool      // nothing goes out any more
}

func newQueue(limit int64) *queue {
	q := &queue{limit: limit}
	q.change.L = &q.mu
	return q
}

const (
	reserve    = 1 << 20 // bytes beyond the limit for messages that must not be lost
	maxPongs   = 16      // of a peer that pings and does not read
	batchBytes = 1 << 20 // written at once, so that a PONG does not wait for the whole queue

	stall = time.Second // a client that takes nothing for so long is not reading
)

// sent is what became of a message.
type sent int

const (
	queued     sent = iota
	gone            // the connection has ended
	fellBehind      // lost, the first since the client fell behind
	behind          // lost, as those before it
)

// put adds a message while less than the limit waits, whatever its size. An essential message may use the reserve too.
func (q *queue) put(p packet, essential bool) sent {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.dead || q.ending {
		return gone
	}
	full := q.bytes >= q.limit
	if !full {
		q.reserved = 0
	}
	// While the client is behind, it gets nothing but what is essential, so that what it misses is in one piece.
	if !essential && (full || q.lost.Messages > 0) || full && q.reserved+p.size > reserve {
		q.lost.Messages++
		q.lost.Bytes += p.size
		if q.lost.Messages == 1 {
			return fellBehind
		}
		return behind
	}
	if full {
		q.reserved += p.size
	}
	if q.bytes == 0 {
		q.moved = time.Now()
	}
	q.messages = append(q.messages, p)
	q.bytes += p.size
	q.change.Signal()
	return queued
}

// putCommand adds a command in front of all messages.
func (q *queue) putCommand(p packet) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.dead && len(q.commands) < maxPongs {
		q.commands = append(q.commands, p)
		q.bytes += p.size
		q.change.Signal()
	}
}

// next waits for something to write and takes it; ok is false when there will be nothing more. recovered tells a loss that
// is over, since half of the room is free.
func (q *queue) next() (batch []packet, recovered Loss, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.lost.Messages > 0 && q.bytes <= q.limit/2 {
		recovered, q.lost = q.lost, Loss{}
	}
	for {
		switch {
		case q.dead:
			return nil, recovered, false
		case len(q.commands) > 0:
			batch, q.commands = q.commands, nil
			return batch, recovered, true
		case len(q.messages) > 0:
			n, size := 1, q.messages[0].size
			for n < len(q.messages) && size+q.messages[n].size <= batchBytes {
				size += q.messages[n].size
				n++
			}
			batch, q.messages = q.messages[:n:n], q.messages[n:]
			if len(q.messages) == 0 {
				q.messages = nil // the array may be large
			}
			return batch, recovered, true
		case q.ending:
			return nil, recovered, false
		case recovered.Messages > 0:
			return nil, recovered, true // to be told before waiting
		}
		q.change.Wait()
	}
}

// wrote tells that the client has taken n bytes.
func (q *queue) wrote(n int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.bytes -= n
	q.moved = time.Now()
}

// backlog is how many bytes wait for the client; 0 when it is not reading.
func (q *queue) backlog() int64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.bytes == 0 || q.dead || time.Since(q.moved) > stall {
		return 0
	}
	return q.bytes
}

// end lets the writer finish what waits, and then stop.
func (q *queue) end() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.ending = true
	q.change.Signal()
}

// kill stops the writer and tells the loss that was not over yet.
func (q *queue) kill() Loss {
	q.mu.Lock()
	defer q.mu.Unlock()
	lost := q.lost
	q.dead, q.lost, q.messages, q.commands = true, Loss{}, nil, nil
	q.change.Signal()
	return lost
}

// moveTo hands the messages that are not being written to the connection that takes this one's place.
func (q *queue) moveTo(heir *queue) {
	q.mu.Lock()
	messages := q.messages
	q.messages = nil
	for _, p := range messages {
		q.bytes -= p.size
	}
	q.mu.Unlock()
	for _, p := range messages {
		heir.put(p, true)
	}
}
