package install

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
)

// The logo is three findings with their intervals beside the line of no effect: two that are clear of it, and one that is not.
// Lengths are in a square of 64.

type bar struct{ y, low, mid, high float64 }

var (
	paper = color.NRGBA{0x1f, 0x3a, 0x5f, 0xff}
	ink   = color.NRGBA{0xff, 0xff, 0xff, 0xff}
	zero  = color.NRGBA{0x8f, 0xb3, 0xd9, 0xff}
	doubt = color.NRGBA{0xe6, 0x9f, 0x00, 0xff}
	bars  = []bar{{18, 31, 40, 49}, {32, 13, 20.5, 28}, {46, 29, 42, 55}}
)

const (
	corner   = 12.0 // radius of the square's corners
	nullAt   = 23.5 // of the line of no effect
	stroke   = 3.0
	dotSize  = 4.6 // radius
	nullFrom = 9.0
	nullTo   = 55.0
)

// clear tells whether an interval does not reach the line of no effect.
func (b bar) clear() bool { return b.low > nullAt || b.high < nullAt }

func (b bar) color() color.NRGBA {
	if b.clear() {
		return ink
	}
	return doubt
}

func logoSVG() string {
	var b strings.Builder
	hex := func(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64" role="img" aria-label="hyp">` + "\n")
	fmt.Fprintf(&b, `<rect width="64" height="64" rx="%g" fill="%s"/>`+"\n", corner, hex(paper))
	fmt.Fprintf(&b, `<path d="M%g %gV%g" stroke="%s" stroke-width="2"/>`+"\n", nullAt, nullFrom, nullTo, hex(zero))
	for _, x := range bars {
		fmt.Fprintf(&b, `<path d="M%g %gH%g" stroke="%s" stroke-width="%g" stroke-linecap="round"/><circle cx="%g" cy="%g" r="%g" fill="%s"/>`+"\n",
			x.low, x.y, x.high, hex(x.color()), stroke, x.mid, x.y, dotSize, hex(x.color()))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// logoPNG draws the same, each pixel the mean of 8 x 8 points.
func logoPNG(size int) ([]byte, error) {
	const fine = 8
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			var r, g, b, a float64
			for i := range fine * fine {
				px := (float64(x) + (float64(i%fine)+.5)/fine) * 64 / float64(size)
				py := (float64(y) + (float64(i/fine)+.5)/fine) * 64 / float64(size)
				c := at(px, py)
				r, g, b, a = r+float64(c.R)*float64(c.A), g+float64(c.G)*float64(c.A), b+float64(c.B)*float64(c.A), a+float64(c.A)
			}
			if a > 0 {
				img.SetNRGBA(x, y, color.NRGBA{uint8(r/a + .5), uint8(g/a + .5), uint8(b/a + .5), uint8(a/(fine*fine) + .5)})
			}
		}
	}
	var out bytes.Buffer
	err := png.Encode(&out, img)
	return out.Bytes(), err
}

// at is the colour of a point.
func at(x, y float64) color.NRGBA {
	dx, dy := max(math.Abs(x-32)-(32-corner), 0), max(math.Abs(y-32)-(32-corner), 0)
	if math.Hypot(dx, dy) > corner {
		return color.NRGBA{}
	}
	c := paper
	if math.Abs(x-nullAt) <= 1 && y >= nullFrom && y <= nullTo {
		c = zero
	}
	for _, b := range bars {
		along := max(b.low-x, x-b.high, 0)
		if math.Hypot(along, y-b.y) <= stroke/2 || math.Hypot(x-b.mid, y-b.y) <= dotSize {
			c = b.color()
		}
	}
	return c
}
