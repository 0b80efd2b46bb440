package rows

import (
	"math"

	"github.com/hyp-lang/hyp/estimators/table"
)

// functions are those of one number. What falls outside a function's domain becomes missing in callNode.
var functions = map[string]func(float64) float64{"log": math.Log, "exp": math.Exp, "sqrt": math.Sqrt, "abs": math.Abs}

type constantNode struct {
	v  []float64
	ok mask
}

func newConstant(x float64) *constantNode {
	n := &constantNode{v: make([]float64, blockRows)}
	for i := range n.v {
		n.v[i] = x
	}
	return n
}

func (c *constantNode) numbers(_, n int) ([]float64, *mask) {
	if c.ok = (mask{}); c.v[0]-c.v[0] == 0 {
		c.ok = firstRows(n)
	}
	return c.v[:n], &c.ok
}

type columnNode struct {
	view *table.Numeric
	ok   mask
}

func (c *columnNode) numbers(from, n int) ([]float64, *mask) {
	c.ok.load(c.view.Valid, from, n)
	return c.view.Values[from : from+n], &c.ok
}

// arithNode is + - * / and, as 'i' and 'a', the smaller and the larger of two.
type arithNode struct {
	x, y numbers
	op   byte
	v    [blockRows]float64
	ok   mask
}

func (a *arithNode) numbers(from, n int) ([]float64, *mask) {
	x, okX := a.x.numbers(from, n)
	y, okY := a.y.numbers(from, n)
	v := a.v[:n]
	x, y = x[:n], y[:n]
	switch a.op {
	case '+':
		for i := range v {
			v[i] = x[i] + y[i]
		}
	case '-':
		for i := range v {
			v[i] = x[i] - y[i]
		}
	case '*':
		for i := range v {
			v[i] = x[i] * y[i]
		}
	case '/':
		for i := range v {
			v[i] = x[i] / y[i]
		}
	case 'i':
		for i := range v {
			v[i] = min(x[i], y[i])
		}
	case 'a':
		for i := range v {
			v[i] = max(x[i], y[i])
		}
	}
	for w := range a.ok {
		a.ok[w] = okX[w] & okY[w]
	}
	dropInfinite(v, &a.ok)
	return v, &a.ok
}

// dropInfinite takes rows whose value is no finite number out of ok.
func dropInfinite(v []float64, ok *mask) {
	for i, x := range v {
		if x-x != 0 {
			ok[i/64] &^= 1 << (i % 64)
		}
	}
}

type callNode struct {
	x  numbers
	f  func(float64) float64
	v  [blockRows]float64
	ok mask
}

func (c *callNode) numbers(from, n int) ([]float64, *mask) {
	x, ok := c.x.numbers(from, n)
	v := c.v[:n]
	for i := range v {
		v[i] = c.f(x[i])
	}
	c.ok = *ok
	dropInfinite(v, &c.ok)
	return v, &c.ok
}

type ifNode struct {
	test truths
	x, y numbers
	v    [blockRows]float64
	ok   mask
}

func (c *ifNode) numbers(from, n int) ([]float64, *mask) {
	yes, no := c.test.truths(from, n)
	x, okX := c.x.numbers(from, n)
	y, okY := c.y.numbers(from, n)
	v := c.v[:n]
	for i := range v {
		if yes[i/64]>>(i%64)&1 != 0 {
			v[i] = x[i]
		} else {
			v[i] = y[i]
		}
	}
	for w := range c.ok {
		c.ok[w] = yes[w]&okX[w] | no[w]&okY[w]
	}
	return v, &c.ok
}

type andNode struct {
	x, y    truths
	yes, no mask
}

func (a *andNode) truths(from, n int) (*mask, *mask) {
	yx, nx := a.x.truths(from, n)
	yy, ny := a.y.truths(from, n)
	for w := range a.yes {
		a.yes[w], a.no[w] = yx[w]&yy[w], nx[w]|ny[w]
	}
	return &a.yes, &a.no
}

type orNode struct {
	x, y    truths
	yes, no mask
}

func (a *orNode) truths(from, n int) (*mask, *mask) {
	yx, nx := a.x.truths(from, n)
	yy, ny := a.y.truths(from, n)
	for w := range a.yes {
		a.yes[w], a.no[w] = yx[w]|yy[w], nx[w]&ny[w]
	}
	return &a.yes, &a.no
}

type notNode struct{ x truths }

func (a *notNode) truths(from, n int) (*mask, *mask) {
	yes, no := a.x.truths(from, n)
	return no, yes
}

// sameNode is = between conditions.
type sameNode struct {
	x, y    truths
	yes, no mask
}

func (a *sameNode) truths(from, n int) (*mask, *mask) {
	yx, nx := a.x.truths(from, n)
	yy, ny := a.y.truths(from, n)
	for w := range a.yes {
		a.yes[w], a.no[w] = yx[w]&yy[w]|nx[w]&ny[w], yx[w]&ny[w]|nx[w]&yy[w]
	}
	return &a.yes, &a.no
}

type ifTruthNode struct {
	test, x, y truths
	yes, no    mask
}

func (a *ifTruthNode) truths(from, n int) (*mask, *mask) {
	y, f := a.test.truths(from, n)
	yx, nx := a.x.truths(from, n)
	yy, ny := a.y.truths(from, n)
	for w := range a.yes {
		a.yes[w], a.no[w] = y[w]&yx[w]|f[w]&yy[w], y[w]&nx[w]|f[w]&ny[w]
	}
	return &a.yes, &a.no
}

type boolNode struct {
	value bool
	all   mask
	none  mask
}

func (b *boolNode) truths(_, n int) (*mask, *mask) {
	b.all = firstRows(n)
	if b.value {
		return &b.all, &b.none
	}
	return &b.none, &b.all
}
