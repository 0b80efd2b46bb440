package rows

import "github.com/hyp-lang/hyp/estimators/table"

type comparison uint8

const (
	equalTo comparison = iota
	below
	atMost
)

type compareNode struct {
	x, y    numbers
	kind    comparison
	yes, no mask
}

func (c *compareNode) truths(from, n int) (*mask, *mask) {
	x, okX := c.x.numbers(from, n)
	y, okY := c.y.numbers(from, n)
	for w := range c.yes {
		ok := okX[w] & okY[w]
		if ok == 0 {
			c.yes[w], c.no[w] = 0, 0
			continue
		}
		hit := compareWord(c.kind, x[w*64:min(w*64+64, n)], y[w*64:min(w*64+64, n)])
		c.yes[w], c.no[w] = hit&ok, ^hit&ok
	}
	return &c.yes, &c.no
}

// compareWord compares up to 64 values into the bits of a word, without branches on the data.
func compareWord(kind comparison, x, y []float64) (word uint64) {
	y = y[:len(x)]
	switch kind {
	case equalTo:
		for i, a := range x {
			var bit uint64
			if a == y[i] {
				bit = 1
			}
			word |= bit << (i & 63)
		}
	case below:
		for i, a := range x {
			var bit uint64
			if a < y[i] {
				bit = 1
			}
			word |= bit << (i & 63)
		}
	case atMost:
		for i, a := range x {
			var bit uint64
			if a <= y[i] {
				bit = 1
			}
			word |= bit << (i & 63)
		}
	}
	return word
}

type inSetNode struct {
	x       numbers
	values  []float64
	yes, no mask
}

func (c *inSetNode) truths(from, n int) (*mask, *mask) {
	x, ok := c.x.numbers(from, n)
	c.yes = mask{}
	for i, a := range x {
		for _, v := range c.values {
			if a == v {
				c.yes[i/64] |= 1 << (i % 64)
				break
			}
		}
	}
	for w := range c.yes {
		c.yes[w] &= ok[w]
		c.no[w] = ok[w] &^ c.yes[w]
	}
	return &c.yes, &c.no
}

type inRangeNode struct {
	x         numbers
	low, high float64
	yes, no   mask
}

func (c *inRangeNode) truths(from, n int) (*mask, *mask) {
	x, ok := c.x.numbers(from, n)
	c.yes = mask{}
	for i, a := range x {
		var bit uint64
		if a >= c.low && a <= c.high {
			bit = 1
		}
		c.yes[i/64] |= bit << (i % 64)
	}
	for w := range c.yes {
		c.yes[w] &= ok[w]
		c.no[w] = ok[w] &^ c.yes[w]
	}
	return &c.yes, &c.no
}

type missingNumberNode struct {
	x       numbers
	yes, no mask
}

func (c *missingNumberNode) truths(from, n int) (*mask, *mask) {
	_, ok := c.x.numbers(from, n)
	c.yes, c.no = firstRows(n), *ok
	for w := range c.yes {
		c.yes[w] &^= ok[w]
	}
	return &c.yes, &c.no
}

type missingTruthNode struct {
	x       truths
	yes, no mask
}

func (c *missingTruthNode) truths(from, n int) (*mask, *mask) {
	t, f := c.x.truths(from, n)
	c.yes = firstRows(n)
	for w := range c.yes {
		c.no[w] = t[w] | f[w]
		c.yes[w] &^= c.no[w]
	}
	return &c.yes, &c.no
}

type missingColumnNode struct {
	valid   table.Bitmap
	yes, no mask
}

func (c *missingColumnNode) truths(from, n int) (*mask, *mask) {
	c.no.load(c.valid, from, n)
	c.yes = firstRows(n)
	for w := range c.yes {
		c.yes[w] &^= c.no[w]
	}
	return &c.yes, &c.no
}
