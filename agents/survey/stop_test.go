package survey

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
)

// looked is a context that counts how often it is asked whether it has ended, and ends at one of these looks; 0 is never.
type looked struct {
	context.Context
	end   int64
	looks atomic.Int64
}

func (l *looked) Err() error {
	if n := l.looks.Add(1); l.end > 0 && n >= l.end {
		return context.Canceled
	}
	return nil
}

// A survey that is stopped while it prepares ends there: whatever the stage, no two looks at the context are further apart than the
// work on one column, and nothing is done behind the look that says so.
func TestStoppedAnywhere(t *testing.T) {
	in := open(t, "../../examples/penguins/penguins.csv")
	whole := &looked{Context: context.Background()}
	ready := int64(0) // looks before the first pair is done
	s, err := Screen(whole, in, Options{Workers: 1, Progress: func(p Progress) {
		if ready == 0 {
			ready = whole.looks.Load()
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if n := int64(len(s.Variables)); ready < 4*n { // to tell what it is, to read it, to encode it, to put it into a block
		t.Errorf("%d looks at the context before the first pair, for %d variables", ready, n)
	}
	for end := int64(1); end <= ready+20; end++ {
		ctx := &looked{Context: context.Background(), end: end}
		if _, err := Screen(ctx, in, Options{Workers: 1}); !errors.Is(err, context.Canceled) {
			t.Errorf("ended at look %d: %v", end, err)
		}
		if n := ctx.looks.Load() - end; n > 8 { // those of one test
			t.Errorf("ended at look %d, and looked %d times more", end, n)
		}
	}
}
