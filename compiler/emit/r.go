package emit

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hyp-lang/hyp/compiler/plan"
)

// r writes values and expressions as R, whose own logic of TRUE, FALSE and NA is the language's.
type r struct{}

// quote writes ASCII, so that the script means the same in every locale; R mixes no other escape with \u.
func (r) quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteRune(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\r':
			b.WriteString(`\r`)
		case c >= 0x10000:
			fmt.Fprintf(&b, `\U%08x`, c)
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func (r) number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func (r) truth(b bool) string { return strings.ToUpper(strconv.FormatBool(b)) }

func (r) null() string { return "NULL" }

func (d r) strings(items []string) string {
	quoted := make([]string, len(items))
	for i, s := range items {
		quoted[i] = d.quote(s)
	}
	return "c(" + strings.Join(quoted, ", ") + ")"
}

func (r) list(items []string) string { return "list(" + strings.Join(items, ", ") + ")" }

func (d r) pairs(items [][2]string) string {
	out := make([]string, len(items))
	for i, p := range items {
		out[i] = d.strings(p[:])
	}
	return d.list(out)
}

func (d r) ranges(items [][2]float64) string {
	out := make([]string, len(items))
	for i, p := range items {
		out[i] = "c(" + d.number(p[0]) + ", " + d.number(p[1]) + ")"
	}
	return d.list(out)
}

// call keeps clear of base R's own `sample`.
func (r) call(name string, args ...argument) string {
	if name == "sample" {
		name = "sample_of"
	}
	return call(name, " = ", args)
}

func (d r) expr(e plan.Expr, read reader) (string, error) {
	w := writer{read: read, expr: d.expr}
	out := ""
	switch e := e.(type) {
	case *plan.And:
		out = fmt.Sprintf("(%s & %s)", w.of(e.X), w.of(e.Y))
	case *plan.Or:
		out = fmt.Sprintf("(%s | %s)", w.of(e.X), w.of(e.Y))
	case *plan.Not:
		out = fmt.Sprintf("!(%s)", w.of(e.X))
	case *plan.Compare:
		op := string(e.Op)
		if op == "=" {
			op = "=="
		}
		out = fmt.Sprintf("(%s %s %s)", w.of(e.X), op, w.of(e.Y))
	case *plan.LevelIs:
		out = fmt.Sprintf("has_level(%s, %s)", w.variable(e.Var, true), d.strings(e.Codes))
	case *plan.InSet:
		values := make([]string, len(e.Values))
		for i, x := range e.Values {
			values[i] = d.number(x)
		}
		out = fmt.Sprintf("one_of(%s, %s)", w.of(e.X), strings.Join(values, ", "))
	case *plan.InRange:
		out = fmt.Sprintf("between(%s, %s, %s)", w.of(e.X), d.number(e.Low), d.number(e.High))
	case *plan.IsMissing:
		if c, ok := e.X.(*plan.Column); ok {
			out = fmt.Sprintf("missing_in(%s)", w.variable(c.Var, isFactor(c.Var)))
		} else {
			out = fmt.Sprintf("missing_in(%s)", w.of(e.X))
		}
	case *plan.Arith:
		out = fmt.Sprintf("finite(%s %s %s)", w.of(e.X), e.Op, w.of(e.Y))
	case *plan.Neg:
		out = fmt.Sprintf("(-%s)", w.of(e.X))
	case *plan.Call:
		args := make([]string, len(e.Args))
		for i, a := range e.Args {
			args[i] = w.of(a)
		}
		form, ok := map[string]string{"log": "finite(log(%s))", "exp": "finite(exp(%s))", "sqrt": "finite(sqrt(%s))", "abs": "abs(%s)",
			"min": "pmin(%s)", "max": "pmax(%s)", "if": "choose_by(%s)"}[e.Function]
		if !ok {
			return "", fmt.Errorf("no function %q", e.Function)
		}
		out = fmt.Sprintf(form, strings.Join(args, ", "))
	case *plan.Column:
		out = w.variable(e.Var, false) + "$values"
	case *plan.Number:
		out = d.number(e.Value)
	case *plan.Bool:
		out = d.truth(e.Value)
	default:
		return "", fmt.Errorf("an expression of type %T", e)
	}
	return out, w.err
}
