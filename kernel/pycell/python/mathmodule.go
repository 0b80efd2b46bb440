package python

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
	_ "github.com/go-python/gpython/stdlib/math"
)

// mathModule is gpython's math, with what it lacks.
func mathModule(m *Machine, mod *Module) {
	impl := py.GetModuleImpl("math")
	for _, f := range impl.Methods {
		if f.Name == "to_ulps" || f.Name == "factorial" {
			continue
		}
		mod.attrs[f.Name] = &Builtin{name: f.Name, sig: parseSignature("*args"), fn: func(m *Machine, a []Value) (Value, error) {
			args := append(py.Tuple(nil), a[0].(py.Tuple)...)
			for i, x := range args {
				if r, ok := x.(*Record); ok && r.value() != nil {
					args[i] = r.value()
				}
				switch x := args[i].(type) {
				case *Iterator, *Set, *Range, *Column, *view, *Dict: // of fsum
					items, err := m.appendAll(nil, x)
					if err != nil {
						return nil, err
					}
					args[i] = list(items)
				case py.Bool:
					n, _ := intOf(x)
					args[i] = py.Int(n)
				case *Instance:
					v, err := m.toFloat(x)
					if err != nil {
						return nil, err
					}
					args[i] = py.Float(v)
				case py.String, py.NoneType:
					return nil, errorf(TypeError, "must be real number, not %s", kind(x))
				}
			}
			v, err := f.Call(py.None, args)
			if err != nil {
				return nil, fromGpython(err)
			}
			return v, nil
		}}
	}
	mod.attrs["pi"], mod.attrs["e"], mod.attrs["tau"] = py.Float(math.Pi), py.Float(math.E), py.Float(2*math.Pi)
	mod.attrs["inf"], mod.attrs["nan"] = py.Float(math.Inf(1)), py.Float(math.NaN())
	integers := func(a []Value) ([]*big.Int, error) {
		out := make([]*big.Int, len(a))
		for i, v := range a {
			if out[i] = bigOf(v); out[i] == nil {
				return nil, errorf(TypeError, "'%s' object cannot be interpreted as an integer", kind(v))
			}
		}
		return out, nil
	}
	fold := func(f func(z, x, y *big.Int)) method {
		return method{"*integers", func(m *Machine, a []Value) (Value, error) {
			ns, err := integers(a[0].(py.Tuple))
			if err != nil {
				return nil, err
			}
			if len(ns) == 0 {
				z := new(big.Int)
				f(z, z, nil)
				return integer(z), nil
			}
			z := new(big.Int).Abs(ns[0])
			for _, n := range ns[1:] {
				f(z, z, new(big.Int).Abs(n))
			}
			return integer(z), nil
		}}
	}
	choose := func(name string, f func(n, k int64) (Value, error)) method {
		return method{"n, k, /", func(m *Machine, a []Value) (Value, error) {
			n, okn := intOf(a[0])
			k, okk := intOf(a[1])
			if name == "comb" && k <= n {
				k = min(k, n-k)
			}
			switch {
			case !okn || !okk:
				return nil, errorf(TypeError, "%s() needs integers that fit 63 bits", name)
			case n < 0 || k < 0:
				return nil, errorf(ValueError, "n must be a non-negative integer")
			case k > n:
				return py.Int(0), nil
			case k > 100_000 || int(k)*bits.Len64(uint64(n)) > maxBits:
				return nil, tooManyBits()
			}
			return f(n, k)
		}}
	}
	mod.functions(map[string]method{
		"gcd": fold(func(z, x, y *big.Int) {
			if y == nil {
				z.SetInt64(0)
				return
			}
			z.GCD(nil, nil, x, y)
		}),
		"lcm": fold(func(z, x, y *big.Int) {
			if y == nil {
				z.SetInt64(1)
				return
			}
			if x.Sign() == 0 || y.Sign() == 0 {
				z.SetInt64(0)
				return
			}
			g := new(big.Int).GCD(nil, nil, x, y)
			z.Mul(new(big.Int).Quo(x, g), y)
		}),
		"factorial": {"n, /", func(m *Machine, a []Value) (Value, error) {
			n, ok := intOf(a[0])
			switch {
			case !ok:
				return nil, errorf(TypeError, "'%s' object cannot be interpreted as an integer", kind(a[0]))
			case n < 0:
				return nil, errorf(ValueError, "factorial() not defined for negative values")
			case n > 100_000:
				return nil, tooManyBits()
			}
			return integer(new(big.Int).MulRange(1, n)), nil
		}},
		"comb": choose("comb", func(n, k int64) (Value, error) { return integer(new(big.Int).Binomial(n, k)), nil }),
		"perm": choose("perm", func(n, k int64) (Value, error) { return integer(new(big.Int).MulRange(n-k+1, n)), nil }),
		"isqrt": {"n, /", func(m *Machine, a []Value) (Value, error) {
			ns, err := integers(a)
			if err != nil {
				return nil, err
			}
			if ns[0].Sign() < 0 {
				return nil, errorf(ValueError, "isqrt() argument must be nonnegative")
			}
			return integer(new(big.Int).Sqrt(ns[0])), nil
		}},
		"prod": {"iterable, /, *, start=1", func(m *Machine, a []Value) (Value, error) {
			total := a[1]
			if total == nil {
				total = py.Int(1)
			}
			err := m.each(a[0], func(x Value) (err error) {
				total, err = m.binary(ast.Mult, total, x)
				return err
			})
			return total, err
		}},
		"isclose": {"a, b, *, rel_tol=1e-09, abs_tol=0.0", func(m *Machine, a []Value) (Value, error) {
			f := [4]float64{0, 0, 1e-9, 0}
			for i, v := range a {
				if v != nil {
					var err error
					if f[i], err = m.toFloat(v); err != nil {
						return nil, err
					}
				}
			}
			x, y := f[0], f[1]
			if x == y {
				return py.True, nil
			}
			if math.IsInf(x, 0) || math.IsInf(y, 0) {
				return py.False, nil
			}
			return boolean(math.Abs(x-y) <= math.Max(f[2]*math.Max(math.Abs(x), math.Abs(y)), f[3])), nil
		}},
		"dist": {"p, q, /", func(m *Machine, a []Value) (Value, error) {
			p, err := m.floats(a[0])
			if err != nil {
				return nil, err
			}
			q, err := m.floats(a[1])
			if err != nil {
				return nil, err
			}
			if len(p) != len(q) {
				return nil, errorf(ValueError, "both points must have the same number of dimensions")
			}
			s := 0.0
			for i := range p {
				s = math.Hypot(s, p[i]-q[i])
			}
			return py.Float(s), nil
		}},
		"cbrt": {"x, /", func(m *Machine, a []Value) (Value, error) {
			f, err := m.toFloat(a[0])
			return py.Float(math.Cbrt(f)), err
		}},
		"exp2": {"x, /", func(m *Machine, a []Value) (Value, error) {
			f, err := m.toFloat(a[0])
			return py.Float(math.Exp2(f)), err
		}},
	})
}

// floats is the numbers of an iterable.
func (m *Machine) floats(v Value) ([]float64, error) {
	var out []float64
	err := m.each(v, func(x Value) error {
		f, err := m.toFloat(x)
		out = append(out, f)
		return err
	})
	return out, err
}
