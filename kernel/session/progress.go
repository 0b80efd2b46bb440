package session

import (
	"fmt"
	"sync"
	"time"

	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/kernel/rich"
)

const (
	patience = 700 * time.Millisecond // before progress is shown
	redraw   = 250 * time.Millisecond // between two looks of it
)

// How a cell ended, in the last line of its progress.
const (
	finished  = "done"
	abandoned = "stopped"
)

// progress shows where a long cell is, in one output that is updated where it stands. What is done quickly shows none.
type progress struct {
	run   *run
	begun time.Time

	mu   sync.Mutex
	at   study.Progress
	id   string
	last rich.Progress

	stop chan struct{}
	done sync.WaitGroup
	once sync.Once
}

// progress begins to watch; end must be called before the cell ends.
func (r *run) progress() *progress {
	p := &progress{run: r, begun: time.Now(), stop: make(chan struct{})}
	p.done.Go(func() {
		wait := time.NewTimer(patience)
		defer wait.Stop()
		for {
			select {
			case <-p.stop:
				return
			case <-wait.C:
				p.draw()
				wait.Reset(redraw)
			}
		}
	})
	return p
}

// show notes where the work is. It is called often.
func (p *progress) show(at study.Progress) {
	p.mu.Lock()
	p.at = at
	p.mu.Unlock()
}

func (p *progress) draw() {
	p.mu.Lock()
	at := rich.OfStudy(p.at)
	p.mu.Unlock()
	if at.Text != "" {
		at.Text += fmt.Sprintf(", %d s", int(time.Since(p.begun).Seconds()))
		p.put(at)
	}
}

// put shows a line in the place of the last one.
func (p *progress) put(now rich.Progress) {
	if now == p.last {
		return
	}
	p.last = now
	b := now.Bundle()
	if p.id == "" {
		p.id = p.run.displayID("progress")
		p.run.out.Display(b, nil, p.id)
		return
	}
	p.run.out.Update(b, nil, p.id)
}

// end stops watching; a line that was shown says how long it took.
func (p *progress) end(how string) {
	p.once.Do(func() {
		close(p.stop)
		p.done.Wait()
		if p.id != "" {
			end := rich.Progress{Text: fmt.Sprintf("%s after %.1f s", how, time.Since(p.begun).Seconds()), Total: 1}
			if how == finished {
				end.Done = 1
			}
			p.put(end)
		}
	})
}
