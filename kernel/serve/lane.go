package serve

import "sync"

// lane does jobs one after another in the order they came, away from who sends them. Requests of one kind share a lane, so
// that their replies keep their order and one that takes long holds up no other kind.
type lane struct {
	mu   sync.Mutex
	more sync.Cond
	jobs []func()
	over bool
	done chan struct{}
}

func newLane() *lane {
	l := &lane{done: make(chan struct{})}
	l.more.L = &l.mu
	go l.run()
	return l
}

// add puts a job at the end; false when the lane has been closed.
func (l *lane) add(job func()) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over {
		return false
	}
	l.jobs = append(l.jobs, job)
	l.more.Signal()
	return true
}

// close takes no more jobs; done is closed when those that wait are done.
func (l *lane) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over = true
	l.more.Signal()
}

func (l *lane) run() {
	defer close(l.done)
	for {
		l.mu.Lock()
		for len(l.jobs) == 0 && !l.over {
			l.more.Wait()
		}
		if len(l.jobs) == 0 {
			l.mu.Unlock()
			return
		}
		job := l.jobs[0]
		l.jobs[0] = nil
		l.jobs = l.jobs[1:]
		l.mu.Unlock()
		job()
	}
}
