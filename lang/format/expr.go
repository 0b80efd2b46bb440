package format

import (
	"strconv"
	"strings"

	"github.com/hyp-lang/hyp/lang/ast"
)

// The precedences of the grammar, loosest first.
const (
	precOr = iota
	precAnd
	precNot
	precCompare
	precSum
	precTerm
	precUnary
	precPrimary
)

// Expr is an expression in canonical form, with as few brackets as its meaning needs.
func Expr(x ast.Expr) string {
	var b strings.Builder
	writeExpr(&b, x, precOr)
	return b.String()
}

func precedence(x ast.Expr) int {
	switch x := x.(type) {
	case *ast.Logic:
		if x.Op == "or" {
			return precOr
		}
		return precAnd
	case *ast.Not:
		return precNot
	case *ast.Compare, *ast.In, *ast.Missing:
		return precCompare
	case *ast.Arith:
		if x.Op == '+' || x.Op == '-' {
			return precSum
		}
		return precTerm
	case *ast.Neg:
		return precUnary
	}
	return precPrimary
}

// writeExpr writes x where the grammar takes an expression of at least the precedence least.
func writeExpr(b *strings.Builder, x ast.Expr, least int) {
	p := precedence(x)
	if p < least {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	switch x := x.(type) {
	case *ast.Logic:
		writeExpr(b, x.X, p)
		b.WriteString(" " + x.Op + " ")
		writeExpr(b, x.Y, p+1)
	case *ast.Not:
		b.WriteString("not ")
		writeExpr(b, x.X, precNot)
	case *ast.Compare:
		writeExpr(b, x.X, precSum)
		b.WriteString(" " + string(x.Op) + " ")
		writeExpr(b, x.Y, precSum)
	case *ast.In:
		writeExpr(b, x.X, precSum)
		if x.Negated {
			b.WriteString(" not")
		}
		b.WriteString(" in " + Set(x.Set))
	case *ast.Missing:
		writeExpr(b, x.X, precSum)
		if x.Negated {
			b.WriteString(" is not missing")
		} else {
			b.WriteString(" is missing")
		}
	case *ast.Arith:
		writeExpr(b, x.X, p)
		b.WriteString(" " + string(rune(x.Op)) + " ")
		writeExpr(b, x.Y, p+1)
	case *ast.Neg:
		b.WriteByte('-')
		writeExpr(b, x.X, precPrimary)
	case *ast.Call:
		b.WriteString(x.Function.Text + "(")
		for i, a := range x.Args {
			if i > 0 {
				b.WriteString(", ")
			}
			writeExpr(b, a, precOr)
		}
		b.WriteByte(')')
	case *ast.Ref:
		if ast.IsReserved(x.Name.Text) {
			b.WriteString(ast.Backquote(x.Name.Text))
		} else {
			b.WriteString(name(x.Name))
		}
	case *ast.Lit:
		b.WriteString(Literal(x.Literal))
	}
}

// Set is a list of values or a range in canonical form.
func Set(s ast.Set) string {
	if s.Range != nil {
		return number(s.Range.Low) + ".." + number(s.Range.High)
	}
	return values(s.Values)
}

func values(vs []ast.Value) string {
	var b strings.Builder
	b.WriteByte('(')
	for i, v := range vs {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(Literal(v.Literal))
		if v.Label != nil {
			b.WriteString(" " + ast.Quote(v.Label.Text))
		}
	}
	b.WriteByte(')')
	return b.String()
}

// Literal is a literal as a study would hold it.
func Literal(l ast.Literal) string {
	switch l.Kind {
	case ast.StringLiteral:
		return ast.Quote(l.Text)
	case ast.BoolLiteral:
		return strconv.FormatBool(l.Bool)
	}
	if l.Text == "" {
		return strconv.FormatFloat(l.Number, 'g', -1, 64)
	}
	return l.Text
}

// number keeps a number as it was written; one that was never written gets its shortest form.
func number(n ast.Number) string {
	if n.Text == "" {
		return strconv.FormatFloat(n.Value, 'g', -1, 64)
	}
	return n.Text
}

// name keeps backquotes where they were written, since `race` in backquotes is a choice; a name that needs them gets them.
func name(n ast.Name) string {
	if n.Quoted || !ast.IsIdent(n.Text) {
		return ast.Backquote(n.Text)
	}
	for _, w := range ast.StatementWords {
		if strings.EqualFold(w, n.Text) {
			return ast.Backquote(n.Text)
		}
	}
	return n.Text
}

func names(ns []ast.Name) string {
	var b strings.Builder
	for i, n := range ns {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(name(n))
	}
	return b.String()
}

func idents(ids []ast.Ident) string {
	var b strings.Builder
	for i, id := range ids {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(id.Text)
	}
	return b.String()
}
