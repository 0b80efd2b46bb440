package serve

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/hyp-lang/hyp/kernel/wire"
)

// question is a line that a cell waits for.
type question struct {
	session string // of the client that is asked
	asked   time.Time
	answer  chan string
}

// stdinTime is how long a question waits for the stdin channel of the client that is asked.
const stdinTime = time.Second

// ask sends an input_request to the client that sent m and waits for its answer.
func (k *kernel) ask(ctx context.Context, m *wire.Message, prompt string, password bool) (string, error) {
	q := &question{session: m.Header.Session, asked: time.Now(), answer: make(chan string, 1)}
	k.mu.Lock()
	k.questions = append(k.questions, q)
	k.mu.Unlock()
	defer k.forget(q)
	question := content{"prompt": prompt, "password": password}
	err := k.conn.Reply(wire.Stdin, m, "input_request", question, nil)
	// A front end that has just connected: its channels come in any order.
	for end := time.Now().Add(stdinTime); errors.Is(err, wire.ErrGone) && time.Now().Before(end); err = k.conn.Reply(wire.Stdin, m, "input_request", question, nil) {
		select {
		case <-ctx.Done():
			return "", context.Cause(ctx)
		case <-time.After(10 * time.Millisecond):
		}
	}
	if err != nil {
		return "", refusal("StdinNotImplementedError", "the front end that ran the cell cannot be asked for input: %v", err)
	}
	select {
	case line := <-q.answer:
		return line, nil
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

func (k *kernel) forget(q *question) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.questions = slices.DeleteFunc(k.questions, func(other *question) bool { return other == q })
}

// answered gives an input_reply to the oldest question to its sender. One that answers a question asked earlier, whose cell
// was interrupted say, is dropped; jupyter_console does not say which question it answers.
func (k *kernel) answered(m *wire.Message) {
	if m.Header.Type != "input_reply" {
		return
	}
	var reply struct {
		Value string `json:"value"`
	}
	var parent wire.Header
	if json.Unmarshal(m.Content, &reply) != nil || json.Unmarshal(m.Parent, &parent) != nil {
		return
	}
	asked, err := time.Parse(time.RFC3339, parent.Date)
	dated := err == nil && parent.Type == "input_request"
	k.mu.Lock()
	defer k.mu.Unlock()
	for i, q := range k.questions {
		if q.session != m.Header.Session || dated && asked.Before(q.asked.Truncate(time.Millisecond)) {
			continue
		}
		k.questions = slices.Delete(k.questions, i, i+1)
		q.answer <- reply.Value
		return
	}
}
