package endpoint

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Repairs is how often a model may mend an answer.
const Repairs = 3

// UnusableError is an answer that no repair made fit.
type UnusableError struct {
	Purpose string
	Err     error // what was wrong with the last
}

func (e *UnusableError) Error() string {
	return fmt.Sprintf("the model's answer (%s) does not fit, after %d repairs: %v", e.Purpose, Repairs, e.Err)
}
func (e *UnusableError) Unwrap() error { return e.Err }

// AskChecked asks until check accepts the answer: what it finds wrong is told to the model, up to three times. The error is an *UnusableError
// then, and otherwise as of Ask. The number of repairs is given back.
func (c *Client) AskChecked(ctx context.Context, r Request, check func(text string) error) (reply Reply, repairs int, err error) {
	turns := r.Turns
	for repairs = 0; ; repairs++ {
		reply, err = c.Ask(ctx, r)
		said := reply.Text
		var empty *EmptyError
		switch {
		case err == nil:
			if err = check(reply.Text); err == nil {
				return reply, repairs, nil
			}
		case !errors.As(err, &empty):
			return reply, repairs, err
		}
		if repairs == Repairs {
			return reply, repairs, &UnusableError{r.Purpose, err}
		}
		if said == "" {
			said = "(no answer)"
		}
		// The answer that failed is enough: older ones would only fill a small model's context.
		r.Turns = append(slices.Clone(turns), Turn{Model: true, Text: said}, Turn{Text: "This does not fit: " + clip(err.Error()) + "\nAnswer again, with nothing but the answer in the form that was asked for."})
	}
}

// JSON reads the first JSON object or array in a text into v: models wrap it in fences and sentences. Unknown fields are left out; what is
// missing is for the caller to find.
func JSON(text string, v any) error {
	var first error
	for i := 0; i < len(text); i++ {
		if text[i] != '{' && text[i] != '[' {
			continue
		}
		d := json.NewDecoder(strings.NewReader(text[i:]))
		err := d.Decode(v)
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
	}
	if first == nil {
		return errors.New("it holds no JSON")
	}
	return fmt.Errorf("its JSON: %w", first)
}
