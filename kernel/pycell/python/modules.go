package python

import (
	"embed"
	"math"
	"math/big"
	"sort"
	"strings"
	"time"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
	_ "github.com/go-python/gpython/stdlib/math"
)

//go:embed lib/*.py
var library embed.FS

// elsewhere are modules that people import first and Python cells do not have, and what to do instead.
var elsewhere = map[string]string{
	"pandas":          "hyp.data has the session's columns and hyp.results its results; for pandas itself use a Python kernel",
	"numpy":           "columns of hyp.data compute element by element, and math and statistics do the rest; for numpy itself use a Python kernel",
	"scipy":           "hyp.run(\"assoc(x, y)\") runs the session's tests; for scipy itself use a Python kernel",
	"matplotlib":      "results draw themselves; for matplotlib itself use a Python kernel",
	"seaborn":         "results draw themselves; for seaborn itself use a Python kernel",
	"os":              "Python cells reach no files and processes",
	"sys":             "Python cells reach nothing of the process; print(..., end='') writes without a line end",
	"re":              "str methods (split, find, replace, startswith) and `in` do without regular expressions; for re itself use a Python kernel",
	"subprocess":      "Python cells reach no files and processes",
	"requests":        "Python cells reach no network",
	"urllib":          "Python cells reach no network",
	"socket":          "Python cells reach no network",
	"pathlib":         "Python cells reach no files and processes",
	"csv":             "hyp.data has the session's columns; str.split(',') splits simple lines",
	"datetime":        "Python cells know no dates; columns of dates are texts like 2024-05-31",
	"enum":            "class attributes do for constants in Python cells",
	"fractions":       "integers and // are exact in Python cells; for fractions use a Python kernel",
	"decimal":         "round(x, 2) and f'{x:.2f}' do for display; for decimal use a Python kernel",
	"asyncio":         "Python cells run one statement after another",
	"threading":       "Python cells run one statement after another",
	"multiprocessing": "Python cells run one statement after another",
}

// moduleNames are the modules that can be imported.
func moduleNames() []string {
	names := []string{"math", "statistics", "json", "random", "time", "hyp"}
	files, _ := library.ReadDir("lib")
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), ".py"))
	}
	sort.Strings(names)
	return names
}

// module is what import gives.
func (m *Machine) module(name string) (*Module, error) {
	if name == "collections.abc" {
		name = "typing"
	}
	if mod, ok := m.modules[name]; ok {
		return mod, nil
	}
	mod := &Module{name: name, attrs: map[string]Value{}}
	source, err := library.ReadFile("lib/" + name + ".py")
	native := natives[name]
	if err != nil && native == nil {
		root, _, _ := strings.Cut(name, ".")
		e := errorf(ModuleNotFoundError, "No module named '%s'", name)
		if help, ok := elsewhere[root]; ok {
			return nil, withHelp(e, "there is no "+root+" here: "+help)
		}
		return nil, withHelp(e, "Python cells have "+strings.Join(moduleNames(), ", "))
	}
	if native != nil {
		native(m, mod)
	}
	if err == nil {
		m.modules[name] = mod
		mod.attrs["__name__"] = text(name)
		if _, err := m.execute("<"+name+">", string(source), mod.attrs); err != nil {
			delete(m.modules, name)
			return nil, err
		}
	}
	m.modules[name] = mod
	return mod, nil
}

func (mod *Module) functions(all map[string]method) {
	for name, k := range all {
		mod.attrs[name] = &Builtin{name: name, sig: parseSignature(k.sig), fn: k.fn}
	}
}

// natives fill modules that are written in Go.
var natives map[string]func(m *Machine, mod *Module)

func defineModules() {
	natives = map[string]func(m *Machine, mod *Module){
		"math": mathModule, "statistics": statisticsModule, "json": jsonModule, "random": randomModule,
		"functools": functoolsModule, "collections": collectionsModule,
		"time": func(m *Machine, mod *Module) {
			start := time.Now()
			clock := method{"", func(m *Machine, a []Value) (Value, error) { return py.Float(time.Since(start).Seconds()), nil }}
			mod.functions(map[string]method{"perf_counter": clock, "monotonic": clock, "time": {"", func(m *Machine, a []Value) (Value, error) {
				return py.Float(float64(time.Now().UnixNano()) / 1e9), nil
			}}, "sleep": {"seconds, /", func(m *Machine, a []Value) (Value, error) {
				f, err := m.toFloat(a[0])
				if err != nil {
					return nil, err
				}
				for end := time.Now().Add(time.Duration(f * 1e9)); time.Now().Before(end); {
					if err := m.tick(); err != nil {
						return nil, err
					}
					time.Sleep(min(time.Until(end), 5*time.Millisecond))
				}
				return py.None, nil
			}}})
		},
	}
}

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
			switch {
			case !okn || !okk:
				return nil, errorf(TypeError, "%s() needs integers that fit 63 bits", name)
			case n < 0 || k < 0:
				return nil, errorf(ValueError, "n must be a non-negative integer")
			case k > n:
				return py.Int(0), nil
			case min(k, n-k) > 100_000:
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
