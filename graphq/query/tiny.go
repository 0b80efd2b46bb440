package query

import (
	"cmp"
	"math"
	"strconv"
	"strings"
)

// A p-value below the doubles, 5e-324, is stored as 0 beside its logarithm. A value of it is the number 0 with the digits as text: it
// is shown by them and ordered by them; JSON keeps the number, and has the logarithm as log10_p.

// tiny gives the p-values (or q-values) among values that are 0 their digits.
func (ev *evaluator) tiny(p *Property, of []Node, values []Value) error {
	var log *Property
	for _, k := range []Kind{Insight, Test} {
		for _, name := range []string{"p", "q"} {
			if k.Property(name) == p {
				log = k.Property("log10_" + name)
			}
		}
	}
	if log == nil {
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
	if err := ev.property(log, nodes, logs); err != nil {
		return err
	}
	for j, l := range logs {
		if l.Type == Number && !math.IsInf(l.Number, 0) && !math.IsNaN(l.Number) {
			values[at[j]].Text = tinyText(l.Number)
		}
	}
	return nil
}

// tinyText is 10 to the power of log with four digits.
func tinyText(log float64) string {
	whole := math.Floor(log)
	mantissa := strconv.FormatFloat(math.Pow(10, log-whole), 'g', 4, 64)
	if mantissa == "10" {
		mantissa, whole = "1", whole+1
	}
	return mantissa + "e" + strconv.FormatFloat(whole, 'f', 0, 64)
}

// compareTiny orders two numbers that are equal as doubles by the digits that tinyText gave them; a 0 without any is the smallest.
func compareTiny(a, b Value) int {
	if a.Text == b.Text {
		return 0
	}
	return cmp.Compare(tinyLog(a.Text), tinyLog(b.Text))
}

func tinyLog(text string) float64 {
	m, e, _ := strings.Cut(text, "e")
	mantissa, err := strconv.ParseFloat(m, 64)
	exponent, bad := strconv.ParseFloat(e, 64)
	if err != nil || bad != nil {
		return math.Inf(-1)
	}
	return math.Log10(mantissa) + exponent
}
