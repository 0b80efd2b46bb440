package main

import (
	"fmt"
	"io"
	"path/filepath"
	"sync"
	"time"

	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/study"
)

// progress keeps one line on a terminal for what takes more than a second. Off a terminal it does nothing.
type progress struct {
	mu    sync.Mutex
	w     io.Writer
	begun time.Time
	drawn time.Time
	shown bool
}

const (
	patience = time.Second
	redraw   = 200 * time.Millisecond
)

// startProgress returns a function for study.Options.Progress, nil off a terminal, and one that clears the line.
func startProgress(e *env) (func(study.Progress), func()) {
	if !e.stderrTTY {
		return nil, func() {}
	}
	p := &progress{w: e.stderr, begun: time.Now()}
	e.out.before = p.clear
	return p.show, p.clear
}

func (p *progress) show(at study.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if now.Sub(p.begun) < patience || now.Sub(p.drawn) < redraw {
		return
	}
	p.drawn, p.shown = now, true
	seconds := int(now.Sub(p.begun).Seconds())
	switch {
	case at.Reading != "" && at.TotalBytes > 0:
		fmt.Fprintf(p.w, "\r\x1b[Kreading %s: %d%%, %d s", filepath.Base(at.Reading), 100*at.Bytes/at.TotalBytes, seconds)
	case at.Reading != "":
		fmt.Fprintf(p.w, "\r\x1b[Kreading %s: %d MB, %d s", filepath.Base(at.Reading), at.Bytes>>20, seconds)
	default:
		fmt.Fprintf(p.w, "\r\x1b[K%s of %s hypotheses, %d s", report.Count(int64(at.Done)), report.Count(int64(at.Total)), seconds)
	}
}

func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}
