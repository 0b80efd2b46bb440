package table

import (
	"math"
	"strconv"
	"unsafe"
)

// pow10 holds the powers of ten that are exact in a float64.
var pow10 = [23]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// ParseNumber reads a plain decimal: optional spaces or tabs around it, an optional sign, digits with at most one point (at
// least one digit), an optional exponent. The result is correctly rounded. Inf, NaN, hexadecimal, underscores,
// thousands separators and values beyond the float64 range are not numbers here: they stay text.
func ParseNumber(s string) (float64, bool) {
	return parseNumber(unsafe.Slice(unsafe.StringData(s), len(s)), '.')
}

// TextNumber reads a text cell of the column as a number: a typed source (Parquet, TextColumn) may hold numbers as text, while in a
// column of decimal commas a text such as 2.730 is 2730 or a mistake, and never 2.73.
func (c *Column) TextNumber(s string) (float64, bool) {
	if c.comma {
		return 0, false
	}
	return ParseNumber(s)
}

// parseNumber is ParseNumber with a chosen decimal mark.
func parseNumber(b []byte, mark byte) (float64, bool) {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\t') {
		b = b[1:]
	}
	for len(b) > 0 && (b[len(b)-1] == ' ' || b[len(b)-1] == '\t') {
		b = b[:len(b)-1]
	}
	i, neg := 0, false
	if i < len(b) && (b[i] == '-' || b[i] == '+') {
		neg = b[i] == '-'
		i++
	}
	var m uint64
	digits, frac, at := 0, 0, -1
	for ; i < len(b); i++ {
		d := b[i] - '0'
		if d <= 9 {
			if m < 1e18 {
				m = m*10 + uint64(d)
			} else {
				m = math.MaxUint64 // too long for the exact path, whatever follows
			}
			digits++
			if at >= 0 {
				frac++
			}
		} else if b[i] == mark && at < 0 {
			at = i
		} else {
			break
		}
	}
	if digits == 0 {
		return 0, false
	}
	if i == len(b) && m < 1<<53 && frac < len(pow10) {
		v := float64(m) / pow10[frac]
		if neg {
			v = -v
		}
		return v, true
	}
	if i < len(b) {
		if b[i] != 'e' && b[i] != 'E' {
			return 0, false
		}
		j := i + 1
		if j < len(b) && (b[j] == '-' || b[j] == '+') {
			j++
		}
		if j == len(b) {
			return 0, false
		}
		for ; j < len(b); j++ {
			if b[j]-'0' > 9 {
				return 0, false
			}
		}
	}
	if at >= 0 && mark != '.' {
		b = append([]byte(nil), b...)
		b[at] = '.'
	}
	v, err := strconv.ParseFloat(unsafe.String(unsafe.SliceData(b), len(b)), 64)
	if err != nil {
		return 0, false
	}
	return v, true
}

// formatNumber writes v as a level code: the shortest decimal that reads back as v, without an exponent for numbers of
// ordinary size, and 0 for both zeros.
func formatNumber(v float64) string {
	if v == 0 {
		return "0"
	}
	if a := math.Abs(v); a >= 1e-6 && a < 1e21 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// blank reports whether a cell counts as empty: nothing, or only spaces and tabs.
func blank[T string | []byte](s T) bool {
	for i := 0; i < len(s); i++ {
		if s[i] != ' ' && s[i] != '\t' {
			return false
		}
	}
	return true
}
