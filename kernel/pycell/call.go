package pycell

import (
	"context"
	"encoding/json"
	"fmt"
)

// call answers one call of a cell to the host. A host that panics is an error in the cell, not the end of the kernel.
func (c *Cells) call(ctx context.Context, r reply) (answer request) {
	answer.Op = "answer"
	defer func() {
		if p := recover(); p != nil {
			answer.Value, answer.Error = nil, fmt.Sprintf("internal error: %v", p)
		}
	}()
	if c.host == nil {
		answer.Error = "there is no session here"
		return answer
	}
	var v any
	var err error
	switch r.Name {
	case "results":
		v, err = c.host.Results(ctx)
	case "insights":
		v, err = c.host.Insights(ctx, r.Text)
	case "run":
		v, err = c.host.Run(ctx, r.Text)
	case "columns":
		v, err = c.host.Columns(ctx)
	case "column":
		v, err = c.host.Column(ctx, r.Text)
	default:
		err = fmt.Errorf("the session has no %s", r.Name)
	}
	if err == nil {
		answer.Value, err = json.Marshal(v)
	}
	if err != nil {
		answer.Value, answer.Error = nil, err.Error()
	}
	return answer
}
