package serve

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/hyp-lang/hyp/kernel/wire"
)

// handler does a request and returns the content of its reply.
type handler func(m *wire.Message) (content, error)

// readShell gives each request to the shell or the lane where it belongs.
func (k *kernel) readShell() {
	about := map[string]handler{
		"kernel_info_request": k.kernelInfo,
		"complete_request":    k.complete,
		"inspect_request":     k.inspect,
		"is_complete_request": k.isComplete,
		"history_request":     k.pastCells,
		"comm_info_request":   k.commInfo,
		"comm_open":           k.commOpen,
		"comm_msg":            k.noComm,
		"comm_close":          k.noComm,
		"connect_request":     k.connect,
	}
	lanes := map[string]*lane{}
	for msgType := range about {
		lanes[msgType] = newLane()
	}
	other := newLane()
	for m := range k.conn.Incoming(wire.Shell) {
		s, err := k.shell(m.Header.Subshell)
		l, do := lanes[m.Header.Type], about[m.Header.Type]
		switch {
		case m.Header.Type == "shutdown_request": // deprecated here since 5.4
			k.shutdown(m)
			continue
		case err != nil:
			l, do = other, func(*wire.Message) (content, error) { return nil, err }
		case m.Header.Type == "execute_request":
			if s.add(&cell{Message: m, arrived: time.Now()}, func(c *cell) { k.execute(s, c) }) {
				continue
			}
			l, do = other, func(*wire.Message) (content, error) { return k.dropped(), nil }
		case do == nil:
			l = other
		}
		l.add(func() { k.answer(m, do) })
	}
	other.close()
	for _, l := range lanes {
		l.close()
	}
}

// readControl answers in the order of the requests; none waits for the language.
func (k *kernel) readControl() {
	about := map[string]handler{
		"kernel_info_request":     k.kernelInfo,
		"interrupt_request":       k.interrupt,
		"debug_request":           k.debug,
		"create_subshell_request": k.createSubshell,
		"delete_subshell_request": k.deleteSubshell,
		"list_subshell_request":   k.listSubshells,
		"comm_info_request":       k.commInfo,
		"connect_request":         k.connect,
	}
	for m := range k.conn.Incoming(wire.Control) {
		if m.Header.Type == "shutdown_request" {
			k.shutdown(m)
			continue
		}
		k.answer(m, about[m.Header.Type])
	}
}

func (k *kernel) shutdown(m *wire.Message) {
	k.status(m, "busy")
	select {
	case k.quit <- m:
	default: // a second one, while the first is done
		k.status(m, "idle")
	}
}

// answer does one message between busy and idle. Requests have replies, comm messages have none, and what is not known is
// ignored, as the protocol wants it.
func (k *kernel) answer(m *wire.Message, do handler) {
	k.status(m, "busy")
	defer k.status(m, "idle")
	if do == nil {
		k.log.Info("a message of unknown type is ignored", "channel", m.Channel, "type", m.Header.Type)
		return
	}
	c, err := do(m)
	if err != nil {
		f := fail(k.ctx, k.name, err)
		c = f.reply()
	}
	request, isRequest := strings.CutSuffix(m.Header.Type, "_request")
	if !isRequest {
		return
	}
	if c["status"] == nil && m.Header.Type != "debug_request" {
		c["status"] = "ok"
	}
	k.reply(m, request+"_reply", c, nil)
}

func (k *kernel) reply(m *wire.Message, msgType string, c, metadata content) {
	if err := k.conn.Reply(m.Channel, m, msgType, c, metadata); err != nil {
		k.log.Info("not answered", "type", msgType, "error", err)
	}
}

func (k *kernel) status(m *wire.Message, state string) {
	k.publish(m, "status", content{"execution_state": state})
}

// publish sends a message on iopub as an effect of the request m; nil is no request.
func (k *kernel) publish(m *wire.Message, msgType string, c content) {
	var parent json.RawMessage
	if m != nil {
		parent = m.RawHeader
	}
	topic := "kernel." + k.conn.Session() + "." + msgType
	if name, ok := c["name"].(string); ok && msgType == "stream" {
		topic = "stream." + name
	}
	if err := k.conn.Publish(topic, parent, msgType, c, nil); err != nil {
		k.log.Info("not published", "type", msgType, "error", err)
	}
}

// welcome tells a client that its subscription has begun, under the topic that it subscribed to.
func (k *kernel) welcome(topic []byte) {
	if err := k.conn.Publish(string(topic), nil, "iopub_welcome", content{"subscription": string(topic)}, nil); err != nil {
		k.log.Info("not published", "type", "iopub_welcome", "error", err)
	}
}
