package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/hyp-lang/hyp/estimators/study"
)

// progress keeps one line on a terminal for what takes more than a second. Off a terminal it does nothing.
type progress struct {
	mu    *sync.Mutex // the outputs': the line is never drawn into one of theirs
	w     io.Writer
	begun time.Time
	at    study.Progress
	shown bool
}

const (
	patience = time.Second
	redraw   = 200 * time.Millisecond
)

// startProgress returns a function for study.Options.Progress, nil where nobody would see it, and one that ends the progress and
// clears its line.
func startProgress(e *env) (func(study.Progress), func()) {
	if e.notebook != nil {
		return e.notebook.Progress, func() {}
	}
	if !e.stderrTTY {
		return nil, func() {}
	}
	p := &progress{mu: e.out.mu, w: e.stderr.w, begun: time.Now()}
	stop := make(chan struct{})
	p.mu.Lock()
	e.out.before, e.stderr.before = p.clear, p.clear
	p.mu.Unlock()
	go func() {
		ticker := time.NewTicker(redraw)
		defer ticker.Stop()
		for {
			select {
			case <-stop:
				return
			case now := <-ticker.C:
				p.draw(now)
			}
		}
	}()
	var once sync.Once
	return p.show, func() {
		once.Do(func() {
			close(stop)
			p.mu.Lock()
			defer p.mu.Unlock()
			p.at = study.Progress{}
			p.clear()
		})
	}
}

func (p *progress) show(at study.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.at = at
}

func (p *progress) draw(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if line := describe(p.at, now.Sub(p.begun)); line != "" {
		fmt.Fprint(p.w, "\r\x1b[K"+line)
		p.shown = true
	}
}

// clear is called with the lock held.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}

// describe is the line: what is being done, how far it is, and for how long; empty in the first second.
func describe(at study.Progress, since time.Duration) string {
	if since < patience {
		return ""
	}
	text := at.String()
	if text == "" {
		return ""
	}
	return fmt.Sprintf("%s, %d s", text, int(since.Seconds()))
}
