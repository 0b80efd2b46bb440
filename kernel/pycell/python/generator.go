package python

import (
	"iter"
	"runtime"

	"github.com/go-python/gpython/py"
)

// generator is the inside of a generator: a coroutine that runs a frame's body from yield to yield.
type generator struct {
	name    string
	m       *Machine
	give    func(Value) bool
	sent    Value // what send gave: the value of the next yield
	thrown  error // what throw or close gave
	err     error // how the body ended
	result  Value // what it returned
	resume  func() (Value, bool)
	cancel  func()
	serial  int // the how-manieth generator of the machine
	running bool
	ended   bool
}

// newGenerator makes a generator whose body runs in f.
func (m *Machine) newGenerator(name string, f *frame, body func() error) *Iterator {
	m.generators++
	g := &generator{name: name, m: m, serial: m.generators}
	f.gen = g
	g.resume, g.cancel = iter.Pull(func(give func(Value) bool) {
		g.give = give
		if g.thrown != nil {
			g.err, g.thrown = g.thrown, nil
			return
		}
		g.err = body()
		if r, ok := g.err.(*raised); ok {
			r.exc.exc.trace = append(r.exc.exc.trace, f.code.place(f.line))
		}
		if f.ret != nil {
			g.result = f.ret
		}
	})
	it := &Iterator{class: generatorClass, gen: g, next: g.next}
	// The coroutine of a generator that nobody reads any more would stay for ever.
	runtime.AddCleanup(it, func(g *generator) { go g.drop() }, g)
	return it
}

// drop ends the coroutine of an unreachable generator without running any of its code.
func (g *generator) drop() {
	if !g.ended {
		g.cancel()
	}
}

// yield hands a value out and waits to be asked for the next.
func (g *generator) yield(v Value) (Value, error) {
	g.sent = py.None
	if !g.give(v) {
		return nil, errAbandoned
	}
	if g.thrown != nil {
		err := g.thrown
		g.thrown = nil
		return nil, err
	}
	return g.sent, nil
}

// next runs the body to its next yield; nil at its end.
func (g *generator) next() (Value, error) {
	if g.running {
		return nil, errorf(ValueError, "generator already executing")
	}
	if g.ended {
		err := g.thrown
		g.thrown = nil
		return nil, err
	}
	if err := g.m.enter(); err != nil {
		return nil, err
	}
	g.running = true
	v, ok := g.resume()
	g.running = false
	g.m.depth--
	if ok {
		return v, nil
	}
	g.ended = true
	err := g.err
	if raisedClass(err, StopIteration) {
		err = errorf(RuntimeError, "generator raised StopIteration")
	}
	g.err = nil
	return nil, err
}

// close raises GeneratorExit where the generator waits.
func (g *generator) close() error {
	if g.ended {
		return nil
	}
	g.thrown = errorf(GeneratorExit, "")
	v, err := g.next()
	switch {
	case v != nil:
		return errorf(RuntimeError, "generator ignored GeneratorExit")
	case raisedClass(err, GeneratorExit) || raisedClass(err, StopIteration):
		return nil
	}
	return err
}

// enter counts a nested call; whoever calls it takes 1 from depth when the call ends.
func (m *Machine) enter() error {
	if m.depth >= maxDepth {
		return errorf(RecursionError, "maximum recursion depth exceeded")
	}
	m.depth++
	return m.tick()
}

// defineGenerators defines the methods of generators.
func defineGenerators() {
	generatorClass.methods(map[string]method{
		"send": {"self, value, /", func(m *Machine, a []Value) (Value, error) {
			it := a[0].(*Iterator)
			if it.gen.give == nil && a[1] != py.None {
				return nil, errorf(TypeError, "can't send non-None value to a just-started generator")
			}
			it.gen.sent = a[1]
			return it.advance()
		}},
		"throw": {"self, exc, /", func(m *Machine, a []Value) (Value, error) {
			it := a[0].(*Iterator)
			e, err := m.exceptionOf(a[1])
			if err != nil {
				return nil, err
			}
			it.gen.thrown = &raised{e}
			return it.advance()
		}},
		"close": {"self", func(m *Machine, a []Value) (Value, error) {
			return py.None, a[0].(*Iterator).gen.close()
		}},
	})
}

// advance is next(it): the end is StopIteration with what a generator returned.
func (it *Iterator) advance() (Value, error) {
	v, err := it.next()
	if v != nil || err != nil {
		return v, err
	}
	var args []Value
	if it.gen != nil && it.gen.result != nil && it.gen.result != py.None {
		args = []Value{it.gen.result}
		it.gen.result = nil
	}
	return nil, &raised{newException(StopIteration, args)}
}
