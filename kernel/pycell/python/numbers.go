package python

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// maxBits is the size of the largest integer: arithmetic with larger ones could not be interrupted in time.
const maxBits = 1 << 22

// intBinary is arithmetic of integers.
func (m *Machine) intBinary(op ast.OperatorNumber, a, b Value) (Value, error) {
	x, okx := intOf(a)
	y, oky := intOf(b)
	if okx && oky {
		if v, done, err := smallBinary(op, x, y); done {
			return v, err
		}
	}
	return m.bigBinary(op, bigOf(a), bigOf(b))
}

// smallBinary is arithmetic that stays within an int64; done is false when it does not.
func smallBinary(op ast.OperatorNumber, x, y int64) (v Value, done bool, err error) {
	switch op {
	case ast.Add:
		s := x + y
		return py.Int(s), (s > x) == (y > 0), nil
	case ast.Sub:
		s := x - y
		return py.Int(s), (s < x) == (y > 0), nil
	case ast.Mult:
		hi, lo := bits.Mul64(uint64(max(x, -x)), uint64(max(y, -y)))
		return py.Int(x * y), hi == 0 && lo < 1<<63 && x != math.MinInt64 && y != math.MinInt64, nil
	case ast.FloorDiv, ast.Modulo:
		if y == 0 {
			if op == ast.Modulo {
				return nil, true, errorf(ZeroDivisionError, "integer modulo by zero")
			}
			return nil, true, errorf(ZeroDivisionError, "integer division or modulo by zero")
		}
		if x == math.MinInt64 {
			return nil, false, nil
		}
		q, r := x/y, x%y
		if r != 0 && (r < 0) != (y < 0) {
			q, r = q-1, r+y
		}
		if op == ast.Modulo {
			return py.Int(r), true, nil
		}
		return py.Int(q), true, nil
	case ast.Div:
		if y == 0 {
			return nil, true, errorf(ZeroDivisionError, "division by zero")
		}
		const exact = 1 << 53
		return py.Float(float64(x) / float64(y)), -exact <= x && x <= exact && -exact <= y && y <= exact, nil
	case ast.BitAnd:
		return py.Int(x & y), true, nil
	case ast.BitOr:
		return py.Int(x | y), true, nil
	case ast.BitXor:
		return py.Int(x ^ y), true, nil
	case ast.RShift:
		if y >= 0 {
			return py.Int(x >> min(uint64(y), 63)), true, nil
		}
	}
	return nil, false, nil
}

func (m *Machine) bigBinary(op ast.OperatorNumber, x, y *big.Int) (Value, error) {
	if x.BitLen() > 1<<16 || y.BitLen() > 1<<16 {
		if err := m.tick(); err != nil {
			return nil, err
		}
	}
	z := new(big.Int)
	switch op {
	case ast.Add:
		z.Add(x, y)
	case ast.Sub:
		z.Sub(x, y)
	case ast.Mult:
		if x.BitLen()+y.BitLen() > maxBits {
			return nil, tooManyBits()
		}
		z.Mul(x, y)
	case ast.FloorDiv, ast.Modulo:
		if y.Sign() == 0 {
			if op == ast.Modulo {
				return nil, errorf(ZeroDivisionError, "integer modulo by zero")
			}
			return nil, errorf(ZeroDivisionError, "integer division or modulo by zero")
		}
		r := new(big.Int)
		z.QuoRem(x, y, r)
		if r.Sign() != 0 && r.Sign() != y.Sign() {
			z.Sub(z, big.NewInt(1))
			r.Add(r, y)
		}
		if op == ast.Modulo {
			return integer(r), nil
		}
	case ast.Div:
		if y.Sign() == 0 {
			return nil, errorf(ZeroDivisionError, "division by zero")
		}
		f, _ := new(big.Rat).SetFrac(x, y).Float64()
		if math.IsInf(f, 0) {
			return nil, errorf(OverflowError, "integer division result too large for a float")
		}
		return py.Float(f), nil
	case ast.Pow:
		return m.intPow(x, y)
	case ast.LShift, ast.RShift:
		if y.Sign() < 0 {
			return nil, errorf(ValueError, "negative shift count")
		}
		if op == ast.RShift {
			if !y.IsInt64() || y.Int64() > maxBits {
				return py.Int(int64(min(x.Sign(), 0))), nil
			}
			z.Rsh(x, uint(y.Int64()))
			break
		}
		if x.Sign() != 0 && (!y.IsInt64() || y.Int64()+int64(x.BitLen()) > maxBits) {
			return nil, tooManyBits()
		}
		if x.Sign() != 0 {
			z.Lsh(x, uint(y.Int64()))
		}
	case ast.BitAnd:
		z.And(x, y)
	case ast.BitOr:
		z.Or(x, y)
	case ast.BitXor:
		z.Xor(x, y)
	}
	return integer(z), nil
}

func tooManyBits() error {
	return errorf(OverflowError, "integers of Python cells have at most %d bits (about %d digits)", maxBits, maxBits*3/10)
}

func (m *Machine) intPow(x, y *big.Int) (Value, error) {
	if y.Sign() < 0 {
		if x.Sign() == 0 {
			return nil, errorf(ZeroDivisionError, "0.0 cannot be raised to a negative power")
		}
		return floatPow(bigFloat(x), bigFloat(y))
	}
	if x.IsInt64() && x.Int64() >= -1 && x.Int64() <= 1 {
		switch {
		case y.Sign() == 0 || x.Int64() == 1 || x.Int64() == -1 && y.Bit(0) == 0:
			return py.Int(1), nil
		}
		return py.Int(x.Int64()), nil
	}
	if !y.IsInt64() || y.Int64() > maxBits || float64(x.BitLen()-1)*float64(y.Int64()) > maxBits {
		return nil, tooManyBits()
	}
	return integer(new(big.Int).Exp(x, y, nil)), nil
}

func bigFloat(x *big.Int) float64 {
	f, _ := new(big.Float).SetInt(x).Float64()
	return f
}

func floatPow(x, y float64) (Value, error) {
	switch {
	case x == 0 && y < 0:
		return nil, errorf(ZeroDivisionError, "0.0 cannot be raised to a negative power")
	case x < 0 && y != math.Trunc(y) && !math.IsInf(x, 0) && !math.IsInf(y, 0):
		return py.Pow(py.Complex(complex(x, 0)), py.Complex(complex(y, 0)), py.None)
	}
	z := math.Pow(x, y)
	if math.IsInf(z, 0) && !math.IsInf(x, 0) && !math.IsInf(y, 0) {
		return nil, errorf(OverflowError, "(34, 'Numerical result out of range')")
	}
	return py.Float(z), nil
}

// floatBinary is arithmetic of which one side at least is a float.
func floatBinary(op ast.OperatorNumber, x, y float64) (Value, bool, error) {
	switch op {
	case ast.Add:
		return py.Float(x + y), true, nil
	case ast.Sub:
		return py.Float(x - y), true, nil
	case ast.Mult:
		return py.Float(x * y), true, nil
	case ast.Div:
		if y == 0 {
			return nil, true, errorf(ZeroDivisionError, "float division by zero")
		}
		return py.Float(x / y), true, nil
	case ast.FloorDiv, ast.Modulo:
		if y == 0 {
			if op == ast.Modulo {
				return nil, true, errorf(ZeroDivisionError, "float modulo")
			}
			return nil, true, errorf(ZeroDivisionError, "float floor division by zero")
		}
		q, r := floatDivMod(x, y)
		if op == ast.Modulo {
			return py.Float(r), true, nil
		}
		return py.Float(q), true, nil
	case ast.Pow:
		v, err := floatPow(x, y)
		return v, true, err
	}
	return nil, false, nil
}

// floatDivMod is CPython's float_divmod: the quotient is rounded from the remainder so that both agree.
func floatDivMod(x, y float64) (q, r float64) {
	r = math.Mod(x, y)
	q = (x - r) / y
	if r != 0 {
		if (y < 0) != (r < 0) {
			r += y
			q--
		}
	} else {
		r = math.Copysign(0, y)
	}
	if q != 0 {
		f := math.Floor(q)
		if q-f > 0.5 {
			f++
		}
		return f, r
	}
	return math.Copysign(0, x/y), r
}

// compareNumbers is the order of two real numbers: -1, 0, 1; ok is false when one is not a number (NaN).
func compareNumbers(a, b Value) (order int, ok bool) {
	x, okx := intOf(a)
	y, oky := intOf(b)
	if okx && oky {
		switch {
		case x < y:
			return -1, true
		case x > y:
			return 1, true
		}
		return 0, true
	}
	fa, isfa := a.(py.Float)
	fb, isfb := b.(py.Float)
	if isfa && math.IsNaN(float64(fa)) || isfb && math.IsNaN(float64(fb)) {
		return 0, false
	}
	exact := func(v Value) *big.Float {
		if f, ok := v.(py.Float); ok {
			return big.NewFloat(float64(f))
		}
		i := bigOf(v)
		return new(big.Float).SetPrec(uint(max(i.BitLen(), 64))).SetInt(i)
	}
	if isfa && isfb {
		switch {
		case fa < fb:
			return -1, true
		case fa > fb:
			return 1, true
		}
		return 0, true
	}
	return exact(a).Cmp(exact(b)), true
}

func isReal(v Value) bool {
	switch v.(type) {
	case py.Int, py.Float, py.Bool, *py.BigInt:
		return true
	}
	return false
}

func isInteger(v Value) bool {
	switch v.(type) {
	case py.Int, py.Bool, *py.BigInt:
		return true
	}
	return false
}
