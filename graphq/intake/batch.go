package intake

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/study"
)

// Batch stores results of studies several at a time, since a disk takes milliseconds to promise anything: those that come within
// Window of each other share one commit. A result is shown when it is durable, by then, in the order in which the results came.
type Batch struct {
	k *Keeper

	mu    sync.Mutex
	then  []func() error // of the results that wait
	last  time.Time      // of the last commit
	timer *time.Timer
	err   error // of a commit that nobody was told of yet
}

// Window is how long a result may wait for its commit.
const Window = 50 * time.Millisecond

// most bounds what a crash may cost and memory hold: the results of one commit.
const most = 1000

// Batch makes a batch of a keeper, whose other methods are not to be used beside it.
func (k *Keeper) Batch() *Batch { return &Batch{k: k} }

// Study begins the results of a study, as Keeper.Study does.
func (b *Batch) Study(ctx context.Context, s *study.Study) error {
	if err := b.Flush(ctx); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.k.Study(ctx, s)
}

func (b *Batch) keeps() bool { return b.k != nil && b.k.store != nil }

// Tested takes a test that the study ran beside its results; see study.Options.Tested.
func (b *Batch) Tested(ctx context.Context, r *result.Record, purpose string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.keeps() {
		return nil
	}
	return b.k.store.TestLater(ctx, r, purpose)
}

// Keep takes a result. then is called when it is durable, at once where nothing is kept; an error of it, or of a commit, is that of this call, of
// a later one or of Flush.
func (b *Batch) Keep(ctx context.Context, r *result.Record, then func() error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.keeps() {
		return then()
	}
	if err := b.told(); err != nil {
		return err
	}
	in, err := b.k.store.Later(ctx, r)
	if err != nil {
		return err
	}
	b.then = append(b.then, func() error {
		b.k.same(r, in)
		return then()
	})
	switch {
	case len(b.then) >= most || time.Since(b.last) >= Window:
		return b.flush(ctx)
	case b.timer == nil:
		b.timer = time.AfterFunc(Window, func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.err = errors.Join(b.err, b.flush(ctx))
		})
	}
	return nil
}

// Flush stores what waits.
func (b *Batch) Flush(ctx context.Context) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return errors.Join(b.told(), b.flush(ctx))
}

// told is the error that nobody was told of.
func (b *Batch) told() error {
	err := b.err
	b.err = nil
	return err
}

func (b *Batch) flush(ctx context.Context) error {
	if b.timer != nil {
		b.timer.Stop()
		b.timer = nil
	}
	then := b.then
	b.then = nil
	if len(then) == 0 || !b.keeps() {
		return nil
	}
	if err := b.k.g.Flush(context.WithoutCancel(ctx)); err != nil { // they were found before it was interrupted
		return err
	}
	b.last = time.Now()
	for _, show := range then {
		if err := show(); err != nil {
			return err
		}
	}
	return nil
}
