package python

import (
	"runtime"
	"testing"
)

// Generators that nobody reads to their end leave nothing behind.
func TestAbandonedGenerators(t *testing.T) {
	m := New(Config{})
	before := runtime.NumGoroutine()
	const code = `
def g():
    try:
        yield 1
        yield 2
    finally:
        print('never for what is abandoned')
for _ in range(2000):
    next(g())
`
	if _, failed := m.Run("cell", code); failed != nil {
		t.Fatal(failed)
	}
	for range 100 {
		runtime.GC()
		if runtime.NumGoroutine() < before+100 {
			return
		}
		runtime.Gosched()
	}
	t.Errorf("%d goroutines before, %d after", before, runtime.NumGoroutine())
}

// A machine takes a request to stop from another goroutine at any time, and a late one does not stop the next cell.
func TestStop(t *testing.T) {
	m := New(Config{})
	done := make(chan *Error)
	on := make(chan bool, 1)
	m.config.Write = func(string, string) { on <- true }
	go func() {
		_, failed := m.Run("cell", "print('on')\nwhile True: pass")
		done <- failed
	}()
	<-on
	m.Stop(Interrupted)
	if failed := <-done; failed == nil || failed.Name != "KeyboardInterrupt" {
		t.Fatal(failed)
	}
	m.config.Write = func(string, string) {}
	m.Stop(Interrupted)
	m.Stop("")
	if v, failed := m.Run("cell", "1 + 1"); failed != nil || v != "2" {
		t.Fatal(v, failed)
	}
}

func TestRandomWithoutSeed(t *testing.T) {
	m := New(Config{})
	if v, failed := m.Run("cell", "import random\na = [random.random() for _ in range(100)]\nlen(set(a)), 0 <= min(a) <= max(a) < 1"); failed != nil || v != "(100, True)" {
		t.Fatal(v, failed)
	}
}
