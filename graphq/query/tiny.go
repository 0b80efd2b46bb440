package query

import (
	"cmp"
	"math"
	"strconv"
	"strings"
)

// A p-value below the doubles, 5e-324, is stored as 0 beside its logarithm. As a value it is the number 0 with that logarithm: by it
// such numbers are compared, ordered and shown.

// tiny gives the numbers among values that are 0 their logarithms, where the property has one beside it.
func (ev *evaluator) tiny(p *Property, of []Node, values []Value) error {
	if p.log == "" {
		return nil
	}
	var nodes []Node
	var at []int
	for i, v := range values {
		if v.Type == Number && v.Number == 0 {
			nodes, at = append(nodes, of[i]), append(at, i)
		}
	}
	if len(nodes) == 0 {
		return nil
	}
	logs := make([]Value, len(nodes))
	if err := ev.graph.Values(ev.ctx, p.log, nodes, logs); err != nil {
		return err
	}
	for j, l := range logs {
		if l.Type == Number && !math.IsInf(l.Number, 0) && !math.IsNaN(l.Number) {
			values[at[j]].Log = l.Number
		}
	}
	return nil
}

// tinyText is the digits of a number by its logarithm; ten of them where digits is -1, since a logarithm holds no more.
func tinyText(v Value, digits int) string {
	if digits < 0 {
		digits = 10
	}
	whole := math.Floor(v.Log)
	mantissa := strconv.FormatFloat(math.Pow(10, v.Log-whole), 'g', digits, 64)
	if mantissa == "10" {
		mantissa, whole = "1", whole+1
	}
	sign := ""
	if math.Signbit(v.Number) {
		sign = "-"
	}
	return sign + mantissa + "e" + strconv.FormatFloat(whole, 'f', 0, 64)
}

// tinyLog is the logarithm of a number by its digits: of one that a double cannot hold. It is 0 for zero.
func tinyLog(digits string) float64 {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(digits), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	all := whole + fraction
	significant := strings.TrimLeft(all, "0")
	if significant == "" {
		return 0
	}
	x, err := strconv.ParseFloat(significant[:1]+"."+significant[1:], 64)
	e, bad := strconv.ParseFloat("0"+exponent, 64)
	if exponent != "" {
		e, bad = strconv.ParseFloat(exponent, 64)
	}
	if err != nil || bad != nil {
		return 0
	}
	return math.Log10(x) + float64(len(whole)-1-(len(all)-len(significant))) + e
}

// compareNumbers orders numbers, also those that are 0 as doubles.
func compareNumbers(a, b Value) int {
	if c := cmp.Compare(a.Number, b.Number); c != 0 || a.Log == b.Log {
		return c
	}
	sign := func(v Value) int {
		switch {
		case v.Log == 0:
			return 0
		case math.Signbit(v.Number):
			return -1
		}
		return 1
	}
	if c := cmp.Compare(sign(a), sign(b)); c != 0 {
		return c
	}
	return sign(a) * cmp.Compare(a.Log, b.Log)
}

// sumTiny is the sum of numbers that are 0 as doubles, all of them positive or 0.
func sumTiny(of []Value) Value {
	out := NumberValue(0)
	for _, v := range of {
		switch {
		case v.Log == 0:
		case out.Log == 0:
			out.Log = v.Log
		default:
			high, low := max(out.Log, v.Log), min(out.Log, v.Log)
			out.Log = high + math.Log10(1+math.Pow(10, low-high))
		}
	}
	return out.held()
}

// held is a number as a double again, where one can hold it.
func (v Value) held() Value {
	if x := math.Pow(10, v.Log); v.Log != 0 && x > 0 {
		return NumberValue(x)
	}
	return v
}
