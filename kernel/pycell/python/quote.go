package python

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDigits is the longest decimal integer that is written, as in CPython since 3.11.
const maxDigits = 4300

func bigText(b *big.Int) (string, error) {
	if b.BitLen() > maxDigits*10/3 {
		if s := float64(b.BitLen()) * math.Log10(2); s > maxDigits+1 {
			return "", tooManyDigits()
		}
	}
	s := b.String()
	if len(strings.TrimPrefix(s, "-")) > maxDigits {
		return "", tooManyDigits()
	}
	return s, nil
}

func tooManyDigits() error {
	return errorf(ValueError, "Exceeds the limit (%d digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the limit", maxDigits)
}

// floatText is repr of a float: the shortest text that reads as the same number.
func floatText(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	exp, _ := strconv.Atoi(s[strings.IndexByte(s, 'e')+1:])
	if exp < -4 || exp >= 16 {
		return s
	}
	s = strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.ContainsRune(s, '.') {
		s += ".0"
	}
	return s
}

func complexText(c complex128) string {
	part := func(f float64) string { return strings.TrimSuffix(floatText(f), ".0") }
	im := part(imag(c)) + "j"
	if real(c) == 0 && !math.Signbit(real(c)) {
		return im
	}
	if !strings.HasPrefix(im, "-") {
		im = "+" + im
	}
	return "(" + part(real(c)) + im + ")"
}

// quote is repr of a text.
func quote(s string) string {
	q := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		q = '"'
	}
	var b strings.Builder
	b.WriteByte(q)
	for _, r := range s {
		switch {
		case r == rune(q) || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x7f || unicode.IsPrint(r):
			b.WriteRune(r)
		case r <= 0xff:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteByte(q)
	return b.String()
}

func quoteBytes(v []byte) string {
	var b strings.Builder
	q := byte('\'')
	if strings.Contains(string(v), "'") && !strings.Contains(string(v), `"`) {
		q = '"'
	}
	b.WriteString("b" + string(q))
	for _, c := range v {
		switch {
		case c == q || c == '\\':
			b.WriteString("\\" + string(rune(c)))
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\r':
			b.WriteString(`\r`)
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte(q)
	return b.String()
}

// cutText is the beginning of a text, whole characters.
func cutText(s string, n int) string {
	for n > 0 && n < len(s) && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:min(n, len(s))]
}
