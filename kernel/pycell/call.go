package pycell

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/hyp-lang/hyp/kernel/serve"
)

// call answers one call of a cell to the host, or to the person at the front end. A host that panics is an error in the cell, not the end of the kernel.
func (c *Cells) call(ctx context.Context, out serve.Output, r reply) (answer request) {
	answer.Op = "answer"
	defer func() {
		if p := recover(); p != nil {
			answer.Value, answer.Error = nil, fmt.Sprintf("internal error: %v", p)
		}
	}()
	if c.host == nil && r.Name != "input" {
		answer.Error = "there is no session here"
		return answer
	}
	var v any
	var err error
	switch r.Name {
	case "input":
		v, err = input(ctx, out, r.Text)
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

// input asks for a line, and says in words why there is none.
func input(ctx context.Context, out serve.Output, prompt string) (string, error) {
	line, err := out.Input(ctx, prompt, false)
	var f *serve.Failure
	switch {
	case errors.Is(err, io.EOF):
		return "", errors.New("the input ended")
	case errors.As(err, &f):
		return "", errors.New(f.Value)
	}
	return line, err
}
