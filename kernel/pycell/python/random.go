package python

import (
	"crypto/rand"
	"encoding/binary"
	"math"
	"math/big"

	"github.com/go-python/gpython/py"
)

func (m *Machine) rng() *mersenne {
	if m.random == nil {
		var b [8]byte
		_, _ = rand.Read(b[:]) // it never fails on the platforms Go supports
		m.random = new(mersenne)
		m.random.seed(new(big.Int).SetUint64(binary.LittleEndian.Uint64(b[:])))
	}
	return m.random
}

// randrange picks from range(start, stop, step).
func (m *Machine) randrange(start, stop, step int64) (Value, error) {
	n := (&Range{start, stop, step}).len()
	if n <= 0 {
		return nil, errorf(ValueError, "empty range for randrange() (%d, %d, %d)", start, stop, stop-start)
	}
	return py.Int(start + step*int64(m.rng().below(n))), nil
}

func randomModule(_ *Machine, mod *Module) {
	ints := func(a []Value, def ...int64) ([]int64, error) {
		out := append([]int64(nil), def...)
		for i, v := range a {
			if v == nil {
				continue
			}
			n, ok := intOf(v)
			if !ok {
				return nil, errorf(TypeError, "'%s' object cannot be interpreted as an integer", kind(v))
			}
			out[i] = n
		}
		return out, nil
	}
	pair := func(f func(m *Machine, x, y float64) float64) func(m *Machine, a []Value) (Value, error) {
		return func(m *Machine, a []Value) (Value, error) {
			var f2 = [2]float64{0, 1}
			for i, v := range a {
				if v != nil {
					var err error
					if f2[i], err = m.toFloat(v); err != nil {
						return nil, err
					}
				}
			}
			return py.Float(f(m, f2[0], f2[1])), nil
		}
	}
	mod.functions(map[string]method{
		"seed": {"a=None, /", func(m *Machine, a []Value) (Value, error) {
			if a[0] == nil || a[0] == py.None {
				m.random = nil
				return py.None, nil
			}
			b := bigOf(a[0])
			if b == nil {
				return nil, withHelp(errorf(TypeError, "Python cells seed random with integers only, not %s", kind(a[0])), "random.seed(42)")
			}
			m.random = new(mersenne)
			m.random.seed(b)
			return py.None, nil
		}},
		"random":  {"", func(m *Machine, a []Value) (Value, error) { return py.Float(m.rng().float()), nil }},
		"uniform": {"a, b", pair(func(m *Machine, x, y float64) float64 { return x + (y-x)*m.rng().float() })},
		"randint": {"a, b", func(m *Machine, a []Value) (Value, error) {
			n, err := ints(a, 0, 0)
			if err != nil {
				return nil, err
			}
			return m.randrange(n[0], n[1]+1, 1)
		}},
		"randrange": {"start, stop=None, step=1", func(m *Machine, a []Value) (Value, error) {
			n, err := ints(a, 0, 0, 1)
			if err != nil {
				return nil, err
			}
			if a[1] == nil {
				n[0], n[1] = 0, n[0]
			}
			if n[2] == 0 {
				return nil, errorf(ValueError, "zero step for randrange()")
			}
			return m.randrange(n[0], n[1], n[2])
		}},
		"choice": {"seq", func(m *Machine, a []Value) (Value, error) {
			n, err := m.length(a[0])
			if err != nil {
				return nil, err
			}
			if n == 0 {
				return nil, errorf(IndexError, "Cannot choose from an empty sequence")
			}
			return m.item(a[0], py.Int(m.rng().below(n)))
		}},
		"shuffle": {"x", func(m *Machine, a []Value) (Value, error) {
			l, ok := a[0].(*py.List)
			if !ok {
				return nil, errorf(TypeError, "'%s' object does not support item assignment", kind(a[0]))
			}
			for i := len(l.Items) - 1; i > 0; i-- {
				j := m.rng().below(i + 1)
				l.Items[i], l.Items[j] = l.Items[j], l.Items[i]
			}
			return py.None, nil
		}},
		"choices": {"population, weights=None, *, cum_weights=None, k=1", func(m *Machine, a []Value) (Value, error) {
			pop, err := m.sequence(a[0])
			if err != nil {
				return nil, err
			}
			k, err := ints(a[3:4], 1)
			if err != nil {
				return nil, err
			}
			if len(pop) == 0 {
				return nil, errorf(IndexError, "list index out of range")
			}
			if err := m.room(16 * float64(k[0])); err != nil {
				return nil, err
			}
			var cum []float64
			if a[1] != nil && a[1] != py.None {
				if cum, err = m.floats(a[1]); err != nil {
					return nil, err
				}
				for i := 1; i < len(cum); i++ {
					cum[i] += cum[i-1]
				}
			} else if a[2] != nil && a[2] != py.None {
				if cum, err = m.floats(a[2]); err != nil {
					return nil, err
				}
			}
			if cum != nil && len(cum) != len(pop) {
				return nil, errorf(ValueError, "The number of weights does not match the population")
			}
			if cum != nil && cum[len(cum)-1] <= 0 {
				return nil, errorf(ValueError, "Total of weights must be greater than zero")
			}
			out := make([]Value, 0, max(k[0], 0))
			for range k[0] {
				u := m.rng().float()
				if cum == nil {
					out = append(out, pop[int(math.Floor(u*float64(len(pop))))])
					continue
				}
				i := 0
				for u *= cum[len(cum)-1]; i < len(cum)-1 && cum[i] <= u; i++ {
				}
				out = append(out, pop[i])
			}
			return list(out), nil
		}},
		"sample": {"population, k", func(m *Machine, a []Value) (Value, error) { return m.sample(a) }},
		"gauss": {"mu=0.0, sigma=1.0", pair(func(m *Machine, mu, sigma float64) float64 {
			r := m.rng()
			if r.gauss != nil {
				z := *r.gauss
				r.gauss = nil
				return mu + z*sigma
			}
			x2pi := r.float() * 2 * math.Pi
			g := math.Sqrt(-2 * math.Log(1-r.float()))
			next := math.Sin(x2pi) * g
			r.gauss = &next
			return mu + math.Cos(x2pi)*g*sigma
		})},
		"normalvariate": {"mu=0.0, sigma=1.0", pair(func(m *Machine, mu, sigma float64) float64 {
			magic := 4 * math.Exp(-0.5) / math.Sqrt2
			for {
				u1 := m.rng().float()
				u2 := 1 - m.rng().float()
				z := magic * (u1 - 0.5) / u2
				if z*z/4 <= -math.Log(u2) {
					return mu + z*sigma
				}
			}
		})},
		"expovariate": {"lambd", func(m *Machine, a []Value) (Value, error) {
			f, err := m.toFloat(a[0])
			if err != nil {
				return nil, err
			}
			if f == 0 {
				return nil, errorf(ZeroDivisionError, "float division by zero")
			}
			return py.Float(-math.Log(1-m.rng().float()) / f), nil
		}},
		"getrandbits": {"k, /", func(m *Machine, a []Value) (Value, error) {
			k, err := ints(a, 0)
			if err != nil {
				return nil, err
			}
			if k[0] < 0 || k[0] > 64 {
				return nil, errorf(ValueError, "number of bits must be from 0 to 64 in Python cells")
			}
			if k[0] == 0 {
				return py.Int(0), nil
			}
			return integer(new(big.Int).SetUint64(m.rng().bits(int(k[0])))), nil
		}},
	})
}

// sample is random.sample: without replacement, by CPython's choice of method, so that a seed gives the same elements.
func (m *Machine) sample(a []Value) (Value, error) {
	pop, err := m.sequence(a[0])
	if err != nil {
		return nil, err
	}
	if _, ok := a[0].(*Set); ok {
		return nil, errorf(TypeError, "Population must be a sequence.  For dicts or sets, use sorted(d).")
	}
	k64, ok := intOf(a[1])
	n, k := len(pop), int(k64)
	if !ok || k < 0 || k > n {
		return nil, errorf(ValueError, "Sample larger than population or is negative")
	}
	out := make([]Value, k)
	size := 21
	if k > 5 {
		size += int(math.Pow(4, math.Ceil(math.Log(float64(k)*3)/math.Log(4))))
	}
	if n <= size {
		pool := append([]Value(nil), pop...)
		for i := range k {
			j := m.rng().below(n - i)
			out[i] = pool[j]
			pool[j] = pool[n-i-1]
		}
		return list(out), nil
	}
	taken := map[int]bool{}
	for i := range k {
		j := m.rng().below(n)
		for taken[j] {
			j = m.rng().below(n)
		}
		taken[j] = true
		out[i] = pop[j]
	}
	return list(out), nil
}
