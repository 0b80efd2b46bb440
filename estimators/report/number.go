package report

import (
	"math"
	"strconv"
	"strings"

	"github.com/hyp-lang/hyp/estimators/result"
)

// Number prints v with four significant digits: grouped thousands above 1000, a power of ten outside 1e-4 to 1e12.
func Number(v float64) string {
	a := math.Abs(v)
	switch {
	case v == 0:
		return "0"
	case a < 1e-4 || a >= 1e12:
		return trimExponent(strconv.FormatFloat(v, 'e', 3, 64))
	case a >= 1000:
		return group(strconv.FormatFloat(v, 'f', 0, 64))
	}
	s := strconv.FormatFloat(v, 'f', max(0, 3-exponent(v)), 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// Triple prints a value with its interval, `0.473 (0.311 to 0.635)`, all with the same decimals: about four significant
// digits, more where the interval is so narrow that two digits of its half width would be lost,
// never more than six. A missing bound prints the value alone.
func Triple(v float64, low, high *float64) string {
	a, b, c := Parts(v, low, high)
	if b == "" {
		return a
	}
	return a + " (" + b + " to " + c + ")"
}

// Parts are the numbers of a Triple by themselves; without a bound from and to are empty.
func Parts(v float64, low, high *float64) (value, from, to string) {
	if low == nil || high == nil {
		return Number(v), "", ""
	}
	format := decimals(v, *low, *high)
	return format(v), format(*low), format(*high)
}

func decimals(v, low, high float64) func(float64) string {
	half := (high - low) / 2
	largest := max(math.Abs(v), math.Abs(low), math.Abs(high))
	if largest == 0 {
		return func(float64) string { return "0" }
	}
	if largest < 1e-3 || largest >= 1e12 {
		return func(x float64) string {
			if math.Abs(x) < 1e-12*largest {
				return "0"
			}
			return trimExponent(strconv.FormatFloat(x, 'e', 2, 64))
		}
	}
	places := 3 - exponent(largest)
	if half > 0 {
		half *= 1 + 1e-9 // a power of ten that rounding made a little smaller
		wanted := max(2-exponent(half), 3-exponent(max(math.Abs(v), half)))
		places = min(wanted, max(3-exponent(largest), 1-exponent(half)), 5-exponent(largest))
	}
	// A value just under a power of ten that a bound is above keeps its four digits.
	if v != 0 && exponent(math.Abs(v)) >= exponent(largest)-1 {
		places = max(places, 3-exponent(math.Abs(v)))
	}
	places = max(0, places)
	return func(x float64) string {
		s := strconv.FormatFloat(x, 'f', places, 64)
		if strings.Trim(s, "-0.") == "" {
			s = strings.TrimPrefix(s, "-") // no minus zero
		}
		return group(s)
	}
}

// P prints a p-value. It is never 0: below 1e-300 it comes from log10 p, with two digits down to 1e-1000 and as a bound
// beneath, where the digits carry nothing.
func P(r *result.Record) string { return "p " + pRelation(r) }

func pRelation(r *result.Record) string { return Probability(r.P, r.Log10P) }

// Probability is the relation and value of P for any p or q.
func Probability(p, log10 *float64) string {
	if p == nil && log10 == nil {
		return "not defined"
	}
	var log float64
	switch {
	case log10 != nil:
		log = *log10
	case *p > 0:
		log = math.Log10(*p)
	default:
		return "< 1e-300"
	}
	switch {
	case log < -1000:
		return "< 10^" + strconv.FormatFloat(math.Floor(log)+1, 'f', 0, 64)
	case log < -3:
		whole := math.Floor(log)
		mantissa := strconv.FormatFloat(math.Pow(10, log-whole), 'f', 1, 64)
		if mantissa == "10.0" {
			mantissa, whole = "1.0", whole+1
		}
		return "= " + mantissa + "e" + strconv.FormatFloat(whole, 'f', 0, 64)
	}
	value := math.Pow(10, log)
	if value > 0.9995 {
		return "> 0.999"
	}
	places := 3
	if value < 0.01 {
		places = 4
	}
	return "= " + strconv.FormatFloat(value, 'f', places, 64)
}

// Count prints a whole number with grouped thousands.
func Count(n int64) string { return group(strconv.FormatInt(n, 10)) }

func exponent(v float64) int { return int(math.Floor(math.Log10(math.Abs(v)))) }

// group puts a comma between thousands of the whole part.
func group(s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	whole, frac, found := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if found {
		whole += "." + frac
	}
	return sign + whole
}

// trimExponent writes 1.2e-05 as 1.2e-5 and 1.2e+06 as 1.2e6.
func trimExponent(s string) string {
	m, e, found := strings.Cut(s, "e")
	if !found {
		return s
	}
	n, err := strconv.Atoi(e)
	if err != nil {
		return s
	}
	return m + "e" + strconv.Itoa(n)
}
