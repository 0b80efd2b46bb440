package serve

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/hyp-lang/hyp/kernel/wire"
)

// interrupt ends the cells that run, in subshells too, and drops those that wait; what earlier cells did is kept.
func (k *kernel) interrupt(*wire.Message) (content, error) {
	k.log.Info("interrupt")
	for _, s := range k.shells() {
		s.interrupt(errInterrupted)
	}
	return content{}, nil
}

// debug says that there is no debugger, in the form of the Debug Adapter Protocol.
func (k *kernel) debug(m *wire.Message) (content, error) {
	var q struct {
		Seq     int    `json:"seq"`
		Command string `json:"command"`
	}
	_ = json.Unmarshal(m.Content, &q) // what cannot be read is refused like the rest
	return content{
		"type": "response", "request_seq": q.Seq, "seq": q.Seq, "command": q.Command, "success": false,
		"message": k.name + " has no debugger", "body": content{},
	}, nil
}

func (k *kernel) createSubshell(*wire.Message) (content, error) {
	s := newShell(rand.Text())
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.ending {
		s.end(errShutdown)
		return nil, errShutdown
	}
	k.subshells = append(k.subshells, s)
	return content{"subshell_id": s.id}, nil
}

// deleteSubshell ends the subshell's cell and drops those that wait there; each is still answered.
func (k *kernel) deleteSubshell(m *wire.Message) (content, error) {
	var q struct {
		ID string `json:"subshell_id"`
	}
	if err := read(m, &q); err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	i := slices.IndexFunc(k.subshells, func(s *shell) bool { return s.id == q.ID })
	if i < 0 {
		return nil, unknownSubshell(q.ID)
	}
	k.subshells[i].end(errDeleted)
	k.subshells = slices.Delete(k.subshells, i, i+1)
	return content{}, nil
}

func (k *kernel) listSubshells(*wire.Message) (content, error) {
	ids := []string{}
	for _, s := range k.shells()[1:] {
		ids = append(ids, s.id)
	}
	return content{"subshell_id": ids}, nil
}

func unknownSubshell(id string) error {
	return refusal("UnknownSubshellError", "there is no subshell %q", id)
}

// shell finds where a request is to run; an empty id is the main shell.
func (k *kernel) shell(id string) (*shell, error) {
	for _, s := range k.shells() {
		if s.id == id {
			return s, nil
		}
	}
	return nil, unknownSubshell(id)
}

// shells lists the main shell and the subshells in the order they were created.
func (k *kernel) shells() []*shell {
	k.mu.Lock()
	defer k.mu.Unlock()
	return append([]*shell{k.main}, k.subshells...)
}

// lost tells of output that a client did not get because it reads too slowly: in the log, and, once the client reads
// again, as text beside the latest cell, where the person who misses it looks.
func (k *kernel) lost(l wire.Loss) {
	k.log.Warn("a client reads too slowly", "channel", l.Channel, "client", l.Client, "messages", l.Messages, "bytes", l.Bytes, "over", l.Over)
	m := k.latest.Load()
	if !l.Over || l.Channel != wire.IOPub || m == nil {
		return
	}
	k.publish(m, "stream", content{"name": "stderr", "text": fmt.Sprintf(
		"%s: a front end read too slowly and lost %d messages of output (%.1f MB)\n", k.name, l.Messages, float64(l.Bytes)/1e6)})
}
