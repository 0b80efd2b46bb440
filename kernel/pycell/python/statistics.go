package python

import (
	"math"
	"math/big"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// exact is data as exact fractions, and whether all of them are integers.
func (m *Machine) exact(v Value) (x []*big.Rat, whole bool, err error) {
	whole = true
	err = m.each(v, func(y Value) error {
		if r, ok := y.(*Record); ok && r.value() != nil {
			y = r.value()
		}
		if b := bigOf(y); b != nil {
			x = append(x, new(big.Rat).SetInt(b))
			return nil
		}
		whole = false
		f, ok := floatOf(y)
		if !ok {
			return errorf(TypeError, "can't convert type '%s' to numerator/denominator", kind(y))
		}
		r := new(big.Rat).SetFloat64(f)
		if r == nil {
			return errorf(statisticsError, "the data have %s, which is no number to compute with", floatText(f))
		}
		x = append(x, r)
		return nil
	})
	return x, whole, err
}

func total(x []*big.Rat) *big.Rat {
	s := new(big.Rat)
	for _, v := range x {
		s.Add(s, v)
	}
	return s
}

// number is a fraction as a value: an integer if the data are integers and it is one.
func number(r *big.Rat, whole bool) Value {
	if whole && r.IsInt() {
		return integer(new(big.Int).Set(r.Num()))
	}
	f, _ := r.Float64()
	return py.Float(f)
}

func meanOf(x []*big.Rat) *big.Rat {
	return new(big.Rat).Quo(total(x), new(big.Rat).SetInt64(int64(len(x))))
}

// squaresAround is the sum of squared deviations from c.
func squaresAround(x []*big.Rat, c *big.Rat) *big.Rat {
	s := new(big.Rat)
	for _, v := range x {
		d := new(big.Rat).Sub(v, c)
		s.Add(s, d.Mul(d, d))
	}
	return s
}

// rootOf is the float nearest to the square root of a fraction.
func rootOf(r *big.Rat) float64 {
	f := new(big.Float).SetPrec(300).SetRat(r)
	g, _ := f.Sqrt(f).Float64()
	return g
}

// sorted is the elements of v in order.
func (m *Machine) sorted(v Value) ([]Value, error) {
	items, err := m.appendAll(nil, v)
	if err != nil {
		return nil, err
	}
	return items, m.sortValues(items, nil, false)
}

// medianOf makes the medians: pick combines the two in the middle.
func medianOf(pick func(m *Machine, low, high Value) (Value, error)) method {
	return method{"data", func(m *Machine, a []Value) (Value, error) {
		x, err := m.sorted(a[0])
		if err != nil {
			return nil, err
		}
		n := len(x)
		switch {
		case n == 0:
			return nil, errorf(statisticsError, "no median for empty data")
		case n%2 == 1:
			return x[n/2], nil
		}
		return pick(m, x[n/2-1], x[n/2])
	}}
}

// spread makes variance and stdev and those of a population: less is 1 or 0, root asks for the standard deviation.
func spread(name string, less int, root bool) method {
	return method{"data, xbar=None", func(m *Machine, a []Value) (Value, error) {
		x, whole, err := m.exact(a[0])
		if err != nil {
			return nil, err
		}
		if len(x) <= less {
			points := [2]string{"one data point", "two data points"}[less]
			return nil, errorf(statisticsError, "%s requires at least %s", name, points)
		}
		c := meanOf(x)
		if a[1] != nil && a[1] != py.None {
			given, _, err := m.exact(py.Tuple{a[1]})
			if err != nil {
				return nil, err
			}
			c = given[0]
		}
		v := squaresAround(x, c)
		v.Quo(v, new(big.Rat).SetInt64(int64(len(x)-less)))
		if root {
			return py.Float(rootOf(v)), nil
		}
		return number(v, whole), nil
	}}
}

// modes are the most frequent values in order of appearance.
func (m *Machine) modes(v Value) ([]Value, error) {
	d := newDict()
	if err := m.count(d, v, 1); err != nil {
		return nil, err
	}
	var out []Value
	most := int64(0)
	for _, e := range d.entries {
		n, _ := intOf(e.value)
		if n > most {
			most, out = n, nil
		}
		if n == most {
			out = append(out, e.key)
		}
	}
	return out, nil
}

// quantiles are the n-1 cut points of CPython's statistics.quantiles.
func (m *Machine) quantiles(a []Value) (Value, error) {
	n, exclusive := int64(4), true
	if a[1] != nil {
		n, _ = intOf(a[1])
	}
	if s, ok := a[2].(py.String); ok {
		exclusive = s == "exclusive"
		if !exclusive && s != "inclusive" {
			return nil, errorf(ValueError, "Unknown method: %s", quote(string(s)))
		}
	}
	if n < 1 {
		return nil, errorf(statisticsError, "n must be at least 1")
	}
	x, err := m.sorted(a[0])
	if err != nil {
		return nil, err
	}
	ld := int64(len(x))
	if ld < 2 {
		return nil, errorf(statisticsError, "must have at least two data points")
	}
	var out []Value
	for i := int64(1); i < n; i++ {
		if err := m.tick(); err != nil {
			return nil, err
		}
		var j, delta int64
		if exclusive {
			j = min(max(i*(ld+1)/n, 1), ld-1)
			delta = i*(ld+1) - j*n
			j--
		} else {
			j, delta = i*(ld-1)/n, i*(ld-1)%n
		}
		low, err := m.binary(ast.Mult, x[j], py.Int(n-delta))
		if err != nil {
			return nil, err
		}
		high, err := m.binary(ast.Mult, x[min(j+1, ld-1)], py.Int(delta))
		if err != nil {
			return nil, err
		}
		sum, err := m.binary(ast.Add, low, high)
		if err != nil {
			return nil, err
		}
		q, err := m.binary(ast.Div, sum, py.Int(n))
		if err != nil {
			return nil, err
		}
		out = append(out, q)
	}
	return list(out), nil
}

// pairs reads x and y of equal length and returns their deviations' sums Sxx, Sxy, Syy and means.
func (m *Machine) pairs(name string, a []Value) (sxx, sxy, syy, mx, my *big.Rat, err error) {
	x, _, err := m.exact(a[0])
	if err != nil {
		return
	}
	y, _, err := m.exact(a[1])
	if err != nil {
		return
	}
	if len(x) != len(y) {
		err = errorf(statisticsError, "%s requires that both inputs have same number of data points", name)
		return
	}
	if len(x) < 2 {
		err = errorf(statisticsError, "%s requires at least two data points", name)
		return
	}
	mx, my = meanOf(x), meanOf(y)
	sxx, syy, sxy = squaresAround(x, mx), squaresAround(y, my), new(big.Rat)
	for i := range x {
		dx, dy := new(big.Rat).Sub(x[i], mx), new(big.Rat).Sub(y[i], my)
		sxy.Add(sxy, dx.Mul(dx, dy))
	}
	return
}

// statisticsModule is CPython 3.11's statistics: sums are exact, roots correctly rounded.
func statisticsModule(_ *Machine, mod *Module) {
	mod.attrs["StatisticsError"] = statisticsError
	mean := method{"data", func(m *Machine, a []Value) (Value, error) {
		x, whole, err := m.exact(a[0])
		if err == nil && len(x) == 0 {
			err = errorf(statisticsError, "mean requires at least one data point")
		}
		if err != nil {
			return nil, err
		}
		return number(meanOf(x), whole), nil
	}}
	mod.functions(map[string]method{
		"mean": mean,
		"fmean": {"data, weights=None", func(m *Machine, a []Value) (Value, error) {
			x, _, err := m.exact(a[0])
			if err != nil {
				return nil, err
			}
			if len(x) == 0 {
				return nil, errorf(statisticsError, "fmean requires at least one data point")
			}
			w := make([]*big.Rat, len(x))
			for i := range w {
				w[i] = big.NewRat(1, 1)
			}
			if a[1] != nil && a[1] != py.None {
				if w, _, err = m.exact(a[1]); err != nil {
					return nil, err
				}
				if len(w) != len(x) {
					return nil, errorf(statisticsError, "data and weights must be the same length")
				}
			}
			s := new(big.Rat)
			for i := range x {
				s.Add(s, new(big.Rat).Mul(x[i], w[i]))
			}
			if total(w).Sign() == 0 {
				return nil, errorf(statisticsError, "sum of weights must be non-zero")
			}
			sum, _ := s.Float64()
			by, _ := total(w).Float64()
			return py.Float(sum / by), nil
		}},
		"geometric_mean": {"data", func(m *Machine, a []Value) (Value, error) {
			x, err := m.floats(a[0])
			if err != nil {
				return nil, err
			}
			s := make([]float64, len(x))
			for i, v := range x {
				if v <= 0 {
					return nil, errorf(statisticsError, "geometric mean requires a non-empty dataset containing positive numbers")
				}
				s[i] = math.Log(v)
			}
			if len(x) == 0 {
				return nil, errorf(statisticsError, "geometric mean requires a non-empty dataset containing positive numbers")
			}
			return py.Float(math.Exp(sumFloats(s) / float64(len(x)))), nil
		}},
		"harmonic_mean": {"data", func(m *Machine, a []Value) (Value, error) {
			x, err := m.floats(a[0])
			if err == nil && len(x) == 0 {
				err = errorf(statisticsError, "harmonic_mean requires at least one data point")
			}
			if err != nil {
				return nil, err
			}
			s := new(big.Rat)
			for _, v := range x {
				if v < 0 {
					return nil, errorf(statisticsError, "harmonic mean does not support negative values")
				}
				if v == 0 {
					return py.Int(0), nil
				}
				s.Add(s, new(big.Rat).SetFloat64(1/v))
			}
			f, _ := s.Quo(new(big.Rat).SetInt64(int64(len(x))), s).Float64()
			return py.Float(f), nil
		}},
		"median": medianOf(func(m *Machine, low, high Value) (Value, error) {
			s, err := m.binary(ast.Add, low, high)
			if err != nil {
				return nil, err
			}
			return m.binary(ast.Div, s, py.Int(2))
		}),
		"median_low":  medianOf(func(m *Machine, low, high Value) (Value, error) { return low, nil }),
		"median_high": medianOf(func(m *Machine, low, high Value) (Value, error) { return high, nil }),
		"variance":    spread("variance", 1, false), "stdev": spread("stdev", 1, true),
		"pvariance": spread("pvariance", 0, false), "pstdev": spread("pstdev", 0, true),
		"mode": {"data", func(m *Machine, a []Value) (Value, error) {
			out, err := m.modes(a[0])
			if err == nil && len(out) == 0 {
				err = errorf(statisticsError, "no mode for empty data")
			}
			if err != nil {
				return nil, err
			}
			return out[0], nil
		}},
		"multimode": {"data", func(m *Machine, a []Value) (Value, error) {
			out, err := m.modes(a[0])
			return list(out), err
		}},
		"quantiles": {"data, *, n=4, method='exclusive'", func(m *Machine, a []Value) (Value, error) { return m.quantiles(a) }},
		"covariance": {"x, y, /", func(m *Machine, a []Value) (Value, error) {
			_, sxy, _, _, _, err := m.pairs("covariance", a)
			if err != nil {
				return nil, err
			}
			n, err := m.length(a[0])
			f, _ := sxy.Float64()
			return py.Float(f / float64(n-1)), err
		}},
		"correlation": {"x, y, /", func(m *Machine, a []Value) (Value, error) {
			sxx, sxy, syy, _, _, err := m.pairs("correlation", a)
			if err != nil {
				return nil, err
			}
			if sxx.Sign() == 0 || syy.Sign() == 0 {
				return nil, errorf(statisticsError, "at least one of the inputs is constant")
			}
			x, _ := sxx.Float64()
			y, _ := syy.Float64()
			xy, _ := sxy.Float64()
			return py.Float(xy / math.Sqrt(x*y)), nil
		}},
	})
}
