package session

import "context"

func (r *run) python(ctx context.Context, a arguments) error {
	return problem("Error", "no Python yet")
}
