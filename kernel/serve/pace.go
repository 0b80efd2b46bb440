package serve

import (
	"context"
	"time"
)

const (
	paceBytes = 16 << 20 // that may wait for one front end while a cell writes on
	paceCheck = 2 * time.Millisecond
)

// pace holds up a cell that writes faster than front ends read, before the wire must drop what it cannot hold. The backlog
// leaves out those that have stopped reading: they lose their own output, and nobody's time. It ends with ctx.
func pace(ctx context.Context, backlog func() int64) {
	if backlog() < paceBytes {
		return
	}
	tick := time.NewTicker(paceCheck)
	defer tick.Stop()
	for backlog() >= paceBytes {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
