package serve

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"
)

// executeRequest is the content of an execute_request.
type executeRequest struct {
	Code            string            `json:"code"`
	Silent          bool              `json:"silent"`
	StoreHistory    *bool             `json:"store_history"` // true unless silent
	UserExpressions map[string]string `json:"user_expressions"`
	AllowStdin      bool              `json:"allow_stdin"`
	StopOnError     *bool             `json:"stop_on_error"` // true
}

// execute runs a cell in the order that the protocol asks for: busy, the input, what the cell writes, the reply, idle.
func (k *kernel) execute(s *shell, c *cell) {
	k.status(c.Message, "busy")
	defer k.status(c.Message, "idle")
	ctx, end := s.begin(k.ctx, c)
	if ctx == nil {
		k.reply(c.Message, "execute_reply", k.dropped(), nil)
		return
	}
	defer end()
	var q executeRequest
	if err := read(c.Message, &q); err != nil {
		r := fail(ctx, k.name, err).reply()
		r["execution_count"] = k.number(false)
		k.reply(c.Message, "execute_reply", r, nil)
		return
	}
	metadata := content{"started": time.Now().UTC().Format(time.RFC3339Nano)}
	reply, failed := k.run(ctx, s, c, q)
	metadata["status"] = reply["status"]
	if failed && !q.Silent && (q.StopOnError == nil || *q.StopOnError) {
		s.stopAfter(ctx, c)
	}
	k.reply(c.Message, "execute_reply", reply, metadata)
}

// run executes the cell and returns the content of the reply.
func (k *kernel) run(ctx context.Context, s *shell, c *cell, q executeRequest) (reply content, failed bool) {
	empty := strings.TrimSpace(q.Code) == ""
	store := !q.Silent && (q.StoreHistory == nil || *q.StoreHistory)
	count := k.number(store && !empty)
	out := k.newOutput(ctx, c.Message, count, q.Silent, q.AllowStdin)
	if !q.Silent {
		k.latest.Store(c.Message)
		k.publish(c.Message, "execute_input", content{"code": q.Code, "execution_count": count})
	}
	var err error
	if !empty {
		err = guard(k.log, "Execute", func() error {
			return k.lang.Execute(ctx, Cell{
				Code: q.Code, Count: count, Silent: q.Silent, StoreHistory: store, ID: cellID(c.Metadata), Subshell: s.id,
			}, out)
		})
	}
	out.end()
	if store && !empty {
		k.history.add(count, q.Code, out.result)
	}
	payload := []any{}
	if errors.Is(err, ErrExit) {
		payload, err = append(payload, content{"source": "ask_exit", "keepkernel": false}), nil
	}
	if err != nil {
		f := fail(ctx, k.name, err)
		if !q.Silent {
			k.publish(c.Message, "error", f.content())
		}
		reply = f.reply()
		reply["execution_count"] = count
		return reply, true
	}
	return content{
		"status": "ok", "execution_count": count, "payload": payload,
		"user_expressions": k.evaluate(ctx, q.UserExpressions),
	}, false
}

// evaluate answers each expression for itself: one that fails leaves the others.
func (k *kernel) evaluate(ctx context.Context, expressions map[string]string) content {
	answers := content{}
	for name, expression := range expressions {
		var b Bundle
		err := guard(k.log, "Evaluate", func() (err error) {
			b, err = k.lang.Evaluate(ctx, expression)
			return err
		})
		if err != nil {
			answers[name] = fail(ctx, k.name, err).reply()
		} else {
			answers[name] = content{"status": "ok", "data": k.encode(b), "metadata": content{}}
		}
	}
	return answers
}

// dropped is the reply for a cell that is not run. The protocol has replaced the status "aborted" by "error" (5.1). The
// execution count is 0, a number that no cell that ran has: JupyterLab shows it as [ ], not run.
func (k *kernel) dropped() content {
	r := refusal("Aborted", "not run, because a cell before it failed or was interrupted").reply()
	r["execution_count"] = 0
	return r
}

// number is the execution count: one more for a cell that is counted, else the latest.
func (k *kernel) number(counted bool) int {
	k.mu.Lock()
	defer k.mu.Unlock()
	if counted {
		k.count++
	}
	return k.count
}

// cellID is the notebook's id of the cell, which JupyterLab sends in the metadata.
func cellID(metadata json.RawMessage) string {
	var m struct {
		CellID string `json:"cellId"`
	}
	if json.Unmarshal(metadata, &m) != nil {
		return ""
	}
	return m.CellID
}
