package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"golang.org/x/term"
)

// output writes whole blocks: nothing ends a write half-way, neither an interrupt nor the progress line. Standard output
// and standard error share a lock.
type output struct {
	mu     *sync.Mutex
	w      io.Writer
	before func() // clears the progress line
	wrote  bool
}

// Write writes b in one piece.
func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.before != nil {
		o.before()
	}
	o.wrote = true
	return o.w.Write(b)
}

// guard ends the context at the first interrupt, so that a run stops between two records. A second one ends the process
// once the write at hand is done, and a third one at once. A closed pipe (`hyp run | head`) ends it quietly, as Go does
// for standard output.
func guard(parent context.Context, lock *sync.Mutex) (context.Context, func()) {
	ctx, cancel := context.WithCancel(parent)
	signals := make(chan os.Signal, 3)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	stop := make(chan struct{})
	go func() {
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			case <-signals:
			}
			switch n {
			case 0:
				cancel()
			case 1:
				go func() {
					lock.Lock()
					os.Exit(exitInterrupted)
				}()
			default:
				os.Exit(exitInterrupted)
			}
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(stop)
		cancel()
	}
}

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// terminalWidth is the width of a terminal, 80 where it cannot be told.
func terminalWidth(f *os.File) int {
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		return 80
	}
	return width
}
