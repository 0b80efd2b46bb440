package emit

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hyp-lang/hyp/compiler/plan"
)

// python writes values and expressions as Python. Conditions are calls of the functions in python/logic.py.
type python struct{}

// quote keeps what prints and escapes the rest; every escape that Go writes is one of Python's too.
func (python) quote(s string) string { return strconv.Quote(s) }

// number writes a float that reads back as x, never a whole number: 1/3 is a division of floats.
func (python) number(x float64) string {
	s := strconv.FormatFloat(x, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

func (python) truth(b bool) string {
	if b {
		return "True"
	}
	return "False"
}

func (python) null() string { return "None" }

func (d python) strings(items []string) string {
	quoted := make([]string, len(items))
	for i, s := range items {
		quoted[i] = d.quote(s)
	}
	return d.list(quoted)
}

func (python) list(items []string) string { return "[" + strings.Join(items, ", ") + "]" }

func (d python) pairs(items [][2]string) string {
	out := make([]string, len(items))
	for i, p := range items {
		out[i] = "(" + d.quote(p[0]) + ", " + d.quote(p[1]) + ")"
	}
	return d.list(out)
}

func (d python) ranges(items [][2]float64) string {
	out := make([]string, len(items))
	for i, p := range items {
		out[i] = "(" + d.number(p[0]) + ", " + d.number(p[1]) + ")"
	}
	return d.list(out)
}

func (python) call(name string, args ...argument) string { return call(name, "=", args) }

func call(name, equals string, args []argument) string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = a.value
		if a.name != "" {
			out[i] = a.name + equals + a.value
		}
	}
	return name + "(" + strings.Join(out, ", ") + ")"
}

// expr writes numbers as arrays with nan where a value is missing, and conditions as arrays of 1, 0 and nan.
func (d python) expr(e plan.Expr, read reader) (string, error) {
	w := writer{read: read, expr: d.expr}
	out := ""
	switch e := e.(type) {
	case *plan.And:
		out = fmt.Sprintf("both(%s, %s)", w.of(e.X), w.of(e.Y))
	case *plan.Or:
		out = fmt.Sprintf("either(%s, %s)", w.of(e.X), w.of(e.Y))
	case *plan.Not:
		out = fmt.Sprintf("opposite(%s)", w.of(e.X))
	case *plan.Compare:
		out = fmt.Sprintf("compare(%s, %q, %s)", w.of(e.X), e.Op, w.of(e.Y))
	case *plan.LevelIs:
		codes := d.strings(e.Codes)
		out = fmt.Sprintf("has_level(%s, %s)", w.variable(e.Var, true), codes[1:len(codes)-1])
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
			out = fmt.Sprintf("missing(%s)", w.variable(c.Var, isFactor(c.Var)))
		} else {
			out = fmt.Sprintf("missing(%s)", w.of(e.X))
		}
	case *plan.Arith:
		if e.Op == "/" {
			out = fmt.Sprintf("finite(np.divide(%s, %s))", w.of(e.X), w.of(e.Y))
		} else {
			out = fmt.Sprintf("finite(%s %s %s)", w.of(e.X), e.Op, w.of(e.Y))
		}
	case *plan.Neg:
		out = fmt.Sprintf("(-%s)", w.of(e.X))
	case *plan.Call:
		args := make([]string, len(e.Args))
		for i, a := range e.Args {
			args[i] = w.of(a)
		}
		form, ok := map[string]string{"log": "finite(np.log(%s))", "exp": "finite(np.exp(%s))", "sqrt": "finite(np.sqrt(%s))", "abs": "np.abs(%s)",
			"min": "smallest(%s)", "max": "largest(%s)", "if": "choose(%s)"}[e.Function]
		if !ok {
			return "", fmt.Errorf("no function %q", e.Function)
		}
		out = fmt.Sprintf(form, strings.Join(args, ", "))
	case *plan.Column:
		out = w.variable(e.Var, false) + ".values"
	case *plan.Number:
		out = d.number(e.Value)
	case *plan.Bool:
		out = map[bool]string{true: "np.float64(1)", false: "np.float64(0)"}[e.Value]
	default:
		return "", fmt.Errorf("an expression of type %T", e)
	}
	return out, w.err
}

// writer writes the parts of an expression and keeps the first error.
type writer struct {
	read reader
	expr func(plan.Expr, reader) (string, error)
	err  error
}

func (w *writer) keep(s string, err error) string {
	if w.err == nil {
		w.err = err
	}
	return s
}

func (w *writer) of(e plan.Expr) string { return w.keep(w.expr(e, w.read)) }

func (w *writer) variable(v *plan.Variable, factor bool) string { return w.keep(w.read(v, factor)) }
