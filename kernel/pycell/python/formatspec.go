package python

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// spec is a parsed format specification: [[fill]align][sign][#][0][width][,_][.precision][type].
type spec struct {
	fill      string
	align     byte // < > ^ =; 0: the type's own
	sign      byte
	alternate bool
	zero      bool
	width     int
	group     byte
	precision int // -1: none
	verb      byte
}

func parseSpec(s string) (f spec, ok bool) {
	f.fill, f.precision = " ", -1
	isAlign := func(s string) bool { return s != "" && strings.IndexByte("<>^=", s[0]) >= 0 }
	if _, n := utf8.DecodeRuneInString(s); n > 0 && isAlign(s[n:]) {
		f.fill, f.align, s = s[:n], s[n], s[n+1:]
	} else if isAlign(s) {
		f.align, s = s[0], s[1:]
	}
	take := func(chars string) byte {
		if s != "" && strings.IndexByte(chars, s[0]) >= 0 {
			c := s[0]
			s = s[1:]
			return c
		}
		return 0
	}
	number := func() (int, bool) {
		n, any := 0, false
		for s != "" && s[0] >= '0' && s[0] <= '9' {
			n, any, s = min(n*10+int(s[0]-'0'), 1<<30), true, s[1:]
		}
		return n, any
	}
	f.sign = take("+- ")
	f.alternate = take("#") != 0
	if take("0") != 0 {
		f.zero = true
		if f.align == 0 {
			f.fill, f.align = "0", '='
		}
	}
	f.width, _ = number()
	f.group = take(",_")
	if take(".") != 0 {
		if f.precision, ok = number(); !ok {
			return f, false
		}
	}
	if s != "" {
		f.verb, s = s[0], s[1:]
	}
	return f, s == ""
}

// pad brings a text to its width; sign is how many bytes of it stay left of an = fill.
func (f spec) pad(s string, sign int, usual byte) string {
	missing := f.width - utf8.RuneCountInString(s)
	if missing <= 0 {
		return s
	}
	align := f.align
	if align == 0 {
		align = usual
	}
	fill := func(n int) string { return strings.Repeat(f.fill, n) }
	switch align {
	case '<':
		return s + fill(missing)
	case '^':
		return fill(missing/2) + s + fill(missing-missing/2)
	case '=':
		return s[:sign] + fill(missing) + s[sign:]
	}
	return fill(missing) + s
}

func (f spec) signOf(negative bool) string {
	switch {
	case negative:
		return "-"
	case f.sign == '+' || f.sign == ' ':
		return string(f.sign)
	}
	return ""
}

// grouped puts separators into the digits before the point; size is how many digits stand together.
func (f spec) grouped(digits string, size int) string {
	if f.group == 0 {
		return digits
	}
	whole, rest := digits, ""
	for i := range digits {
		if c := digits[i]; c == '.' || c == 'e' || c == 'E' || c == '%' {
			whole, rest = digits[:i], digits[i:]
			break
		}
	}
	var b strings.Builder
	for i := range len(whole) {
		if i > 0 && (len(whole)-i)%size == 0 {
			b.WriteByte(f.group)
		}
		b.WriteByte(whole[i])
	}
	return b.String() + rest
}

// number joins sign, prefix and digits; zeros that fill are grouped like the digits.
func (f spec) number(sign, prefix, digits string, size int) string {
	lead := sign + prefix
	g := f.grouped(digits, size)
	if f.zero && f.fill == "0" && f.align == '=' && f.group != 0 {
		for len(lead)+len(g) < f.width {
			digits = "0" + digits
			g = f.grouped(digits, size)
		}
		return lead + g
	}
	return f.pad(lead+g, len(lead), '>')
}

func (f spec) integer(n *big.Int) (string, error) {
	sign := f.signOf(n.Sign() < 0)
	a := new(big.Int).Abs(n)
	base, prefix, size := 10, "", 3
	switch f.verb {
	case 'b':
		base, prefix, size = 2, "0b", 4
	case 'o':
		base, prefix, size = 8, "0o", 4
	case 'x', 'X':
		base, prefix, size = 16, "0"+string(f.verb), 4
	default:
		if _, err := bigText(a); err != nil {
			return "", err
		}
	}
	if !f.alternate {
		prefix = ""
	}
	digits := a.Text(base)
	if f.verb == 'X' {
		digits = strings.ToUpper(digits)
	}
	return f.number(sign, prefix, digits, size), nil
}

func (f spec) float(x float64) string {
	sign := f.signOf(math.Signbit(x) && !math.IsNaN(x))
	x = math.Abs(x)
	upper := f.verb == 'E' || f.verb == 'F' || f.verb == 'G'
	percent := ""
	if f.verb == '%' {
		x, percent = x*100, "%"
	}
	var s string
	switch {
	case math.IsNaN(x):
		s = "nan"
	case math.IsInf(x, 0):
		s = "inf"
	default:
		s = f.digits(x)
	}
	if upper {
		s = strings.ToUpper(s)
	}
	return f.number(sign, "", s+percent, 3)
}

func (f spec) digits(x float64) string {
	p := f.precision
	switch f.verb {
	case 'f', 'F', '%':
		if p < 0 {
			p = 6
		}
		s := strconv.FormatFloat(x, 'f', p, 64)
		if f.alternate && p == 0 {
			s += "."
		}
		return s
	case 'e', 'E':
		if p < 0 {
			p = 6
		}
		return strconv.FormatFloat(x, 'e', p, 64)
	case 0:
		if p < 0 {
			return floatText(x)
		}
		s := general(x, p, f.alternate, 1)
		if !strings.ContainsAny(s, ".e") {
			s += ".0"
		}
		return s
	}
	if p < 0 {
		p = 6
	}
	return general(x, p, f.alternate, 0)
}

// general is the format g: p significant digits, an exponent where the number is too large or small for them. less lowers
// the exponent from which on an exponent is written, as a format without a letter does.
func general(x float64, p int, keep bool, less int) string {
	if p == 0 {
		p = 1
	}
	s := strconv.FormatFloat(x, 'e', p-1, 64)
	i := strings.IndexByte(s, 'e')
	exp, _ := strconv.Atoi(s[i+1:])
	trim := func(s string) string {
		if keep || !strings.ContainsRune(s, '.') {
			return s
		}
		return strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if exp < -4 || exp >= p-less {
		return trim(s[:i]) + s[i:]
	}
	return trim(strconv.FormatFloat(x, 'f', max(p-1-exp, 0), 64))
}
