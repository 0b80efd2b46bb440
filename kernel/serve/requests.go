package serve

import (
	"context"
	"encoding/json"
	"time"

	"github.com/hyp-lang/hyp/kernel/wire"
)

// askTime bounds what is asked about code while it is typed; a front end has given up long before.
const askTime = 10 * time.Second

// codeRequest is the content of a complete_request, inspect_request or is_complete_request.
type codeRequest struct {
	Code   string `json:"code"`
	Cursor int    `json:"cursor_pos"` // in code points
	Detail int    `json:"detail_level"`
}

func (k *kernel) kernelInfo(*wire.Message) (content, error) {
	links := k.info.HelpLinks
	if links == nil {
		links = []HelpLink{}
	}
	return content{
		"protocol_version":       wire.Version,
		"implementation":         k.info.Implementation,
		"implementation_version": k.info.Version,
		"language_info":          k.info.Language,
		"banner":                 k.info.Banner,
		"help_links":             links,
		"debugger":               false,
		"supported_features":     []string{"kernel subshells"},
	}, nil
}

func (k *kernel) complete(m *wire.Message) (content, error) {
	var q codeRequest
	if err := read(m, &q); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(k.ctx, askTime)
	defer cancel()
	var c Completion
	cursor := byteOffset(q.Code, q.Cursor)
	if err := guard(k.log, "Complete", func() error {
		c = k.lang.Complete(ctx, q.Code, cursor)
		return nil
	}); err != nil {
		return nil, err
	}
	if len(c.Matches) == 0 {
		c.Start, c.End = cursor, cursor
	}
	start, end := pointOffset(q.Code, c.Start), pointOffset(q.Code, c.End)
	matches := make([]string, 0, len(c.Matches))
	kinds := make([]content, 0, len(c.Matches))
	for _, match := range c.Matches {
		matches = append(matches, match.Text)
		// IPython's extension, which JupyterLab shows beside each match.
		kinds = append(kinds, content{
			"start": start, "end": end, "text": match.Text, "type": match.Kind, "signature": match.Note,
		})
	}
	return content{
		"matches": matches, "cursor_start": start, "cursor_end": end,
		"metadata": content{"_jupyter_types_experimental": kinds},
	}, nil
}

func (k *kernel) inspect(m *wire.Message) (content, error) {
	var q codeRequest
	if err := read(m, &q); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(k.ctx, askTime)
	defer cancel()
	var b Bundle
	if err := guard(k.log, "Inspect", func() error {
		b = k.lang.Inspect(ctx, q.Code, byteOffset(q.Code, q.Cursor), q.Detail > 0)
		return nil
	}); err != nil {
		return nil, err
	}
	if b == nil {
		return content{"found": false, "data": content{}, "metadata": content{}}, nil
	}
	return content{"found": true, "data": k.encode(b), "metadata": content{}}, nil
}

// isComplete never fails: a front end waits for the answer before it goes on. Its status is the completeness itself.
func (k *kernel) isComplete(m *wire.Message) (content, error) {
	var q codeRequest
	c := Completeness{Status: "unknown"}
	if err := read(m, &q); err == nil {
		if err := guard(k.log, "IsComplete", func() error {
			c = k.lang.IsComplete(q.Code)
			return nil
		}); err != nil {
			c = Completeness{Status: "unknown"}
		}
	}
	if c.Status == "incomplete" {
		return content{"status": c.Status, "indent": c.Indent}, nil
	}
	return content{"status": c.Status}, nil
}

func (k *kernel) pastCells(m *wire.Message) (content, error) {
	var q historyRequest
	if err := read(m, &q); err != nil {
		return nil, err
	}
	found, err := k.history.find(q)
	if err != nil {
		return nil, refusal("ProtocolError", "%v", err)
	}
	cells := make([][3]any, 0, len(found))
	for _, p := range found {
		switch {
		case !q.Output:
			cells = append(cells, [3]any{p.Session, p.Line, p.Input})
		case p.Output == "":
			cells = append(cells, [3]any{p.Session, p.Line, [2]any{p.Input, nil}})
		default:
			cells = append(cells, [3]any{p.Session, p.Line, [2]any{p.Input, p.Output}})
		}
	}
	return content{"history": cells}, nil
}

// commInfo: no comm is ever open, since commOpen closes each.
func (k *kernel) commInfo(*wire.Message) (content, error) {
	return content{"comms": content{}}, nil
}

// commOpen answers a comm of any target with its close, as the protocol asks for targets that are not known.
func (k *kernel) commOpen(m *wire.Message) (content, error) {
	var q struct {
		ID string `json:"comm_id"`
	}
	if json.Unmarshal(m.Content, &q) == nil {
		k.publish(m, "comm_close", content{"comm_id": q.ID, "data": content{}})
	}
	return nil, nil
}

// noComm ignores what is said to a comm: its close is on the way to the sender.
func (k *kernel) noComm(*wire.Message) (content, error) { return nil, nil }

func (k *kernel) connect(*wire.Message) (content, error) {
	c := k.conn.Connection()
	return content{
		"shell_port": c.ShellPort, "iopub_port": c.IOPubPort, "stdin_port": c.StdinPort,
		"control_port": c.ControlPort, "hb_port": c.HeartbeatPort,
	}, nil
}
