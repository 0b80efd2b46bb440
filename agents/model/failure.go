package model

import (
	"context"
	"errors"
	"net/http"

	"github.com/hyp-lang/hyp/agents/endpoint"
	"github.com/hyp-lang/hyp/agents/mind"
)

// failure says what an error of the endpoint means for the questions after it. The end of a context is left as it is.
func failure(err error) error {
	var budget *endpoint.BudgetError
	var unusable *endpoint.UnusableError
	var status *endpoint.StatusError
	var network *endpoint.NetworkError
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &budget):
		return &mind.Failure{Kind: mind.Spent, Err: err}
	case errors.As(err, &unusable):
		return &mind.Failure{Kind: mind.Unusable, Err: err}
	case errors.As(err, &status):
		switch status.Code {
		case http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden, http.StatusNotFound:
			return &mind.Failure{Kind: mind.Gone, Err: err}
		case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity: // such as a prompt that is too long
			return &mind.Failure{Kind: mind.Unusable, Err: err}
		}
		return &mind.Failure{Kind: mind.Silent, Err: err}
	case errors.As(err, &network):
		return &mind.Failure{Kind: mind.Silent, Err: err}
	}
	return &mind.Failure{Kind: mind.Gone, Err: err} // such as a call that was never recorded
}

// Waits tells that questions wait for others, and should end with the run that puts them.
func (m *Mind) Waits() bool { return true }

// checked asks until check accepts the answer, as the endpoint does.
func (m *Mind) checked(ctx context.Context, r endpoint.Request, check func(text string) error) error {
	_, _, err := m.client.AskChecked(ctx, r, check)
	return failure(err)
}
