package rows

import (
	"context"
	"errors"
	"fmt"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
)

var (
	errNotCondition = errors.New("a number stands where a condition is needed")
	errNotNumber    = errors.New("a condition stands where a number is needed")
)

// compiler makes evaluation trees. What a leaf reads (views of columns) is found once and shared by the trees.
type compiler struct {
	ctx    context.Context
	t      *table.Table
	leaves map[plan.Expr]any
}

// leaf is what find gives for e, remembered.
func leaf[T any](c *compiler, e plan.Expr, find func() (T, error)) (T, error) {
	if v, ok := c.leaves[e].(T); ok {
		return v, nil
	}
	v, err := find()
	if err == nil {
		c.leaves[e] = v
	}
	return v, err
}

// isCondition tells conditions from numbers.
func isCondition(e plan.Expr) bool {
	switch e := e.(type) {
	case *plan.And, *plan.Or, *plan.Not, *plan.Compare, *plan.LevelIs, *plan.InSet, *plan.InRange, *plan.IsMissing, *plan.Bool:
		return true
	case *plan.Call:
		return e.Function == "if" && len(e.Args) == 3 && isCondition(e.Args[1])
	}
	return false
}

func (c *compiler) condition(e plan.Expr) (truths, error) {
	switch e := e.(type) {
	case *plan.And:
		x, y, err := c.conditions(e.X, e.Y)
		return &andNode{x: x, y: y}, err
	case *plan.Or:
		x, y, err := c.conditions(e.X, e.Y)
		return &orNode{x: x, y: y}, err
	case *plan.Not:
		x, err := c.condition(e.X)
		return &notNode{x}, err
	case *plan.Compare:
		return c.compare(e)
	case *plan.LevelIs:
		s, err := leaf(c, e, func() (*levelSets, error) { return findLevels(c.ctx, c.t, e) })
		return &levelNode{levelSets: s}, err
	case *plan.InSet:
		x, err := c.number(e.X)
		return &inSetNode{x: x, values: e.Values}, err
	case *plan.InRange:
		x, err := c.number(e.X)
		return &inRangeNode{x: x, low: e.Low, high: e.High}, err
	case *plan.IsMissing:
		return c.isMissing(e)
	case *plan.Bool:
		return &boolNode{value: e.Value}, nil
	case *plan.Call:
		if isCondition(e) {
			test, err := c.condition(e.Args[0])
			if err != nil {
				return nil, err
			}
			x, y, err := c.conditions(e.Args[1], e.Args[2])
			return &ifTruthNode{test: test, x: x, y: y}, err
		}
	case nil:
		return nil, fmt.Errorf("%s: a part of a condition is absent", c.t.Name)
	}
	return nil, fmt.Errorf("%s: %w", c.t.Name, errNotCondition)
}

func (c *compiler) conditions(a, b plan.Expr) (x, y truths, err error) {
	if x, err = c.condition(a); err == nil {
		y, err = c.condition(b)
	}
	return x, y, err
}

func (c *compiler) compare(e *plan.Compare) (truths, error) {
	if isCondition(e.X) {
		x, y, err := c.conditions(e.X, e.Y)
		if err != nil {
			return nil, err
		}
		switch e.Op {
		case "=":
			return &sameNode{x: x, y: y}, nil
		case "!=":
			return &notNode{&sameNode{x: x, y: y}}, nil
		}
		return nil, fmt.Errorf("%s: conditions cannot be compared with %s", c.t.Name, e.Op)
	}
	x, y, err := c.pair(e.X, e.Y)
	if err != nil {
		return nil, err
	}
	switch e.Op {
	case "=":
		return &compareNode{x: x, y: y, kind: equalTo}, nil
	case "!=":
		return &notNode{&compareNode{x: x, y: y, kind: equalTo}}, nil
	case "<":
		return &compareNode{x: x, y: y, kind: below}, nil
	case "<=":
		return &compareNode{x: x, y: y, kind: atMost}, nil
	case ">":
		return &compareNode{x: y, y: x, kind: below}, nil
	case ">=":
		return &compareNode{x: y, y: x, kind: atMost}, nil
	}
	return nil, fmt.Errorf("%s: unknown comparison %q", c.t.Name, e.Op)
}

func (c *compiler) pair(a, b plan.Expr) (x, y numbers, err error) {
	if x, err = c.number(a); err == nil {
		y, err = c.number(b)
	}
	return x, y, err
}

func (c *compiler) isMissing(e *plan.IsMissing) (truths, error) {
	if column, ok := e.X.(*plan.Column); ok {
		valid, err := leaf(c, e, func() (present, error) {
			b, err := presence(c.ctx, c.t, column.Var)
			return present{b}, err
		})
		return &missingColumnNode{valid: valid.rows}, err
	}
	if isCondition(e.X) {
		x, err := c.condition(e.X)
		return &missingTruthNode{x: x}, err
	}
	x, err := c.number(e.X)
	return &missingNumberNode{x: x}, err
}

func (c *compiler) number(e plan.Expr) (numbers, error) {
	switch e := e.(type) {
	case *plan.Number:
		return newConstant(e.Value), nil
	case *plan.Column:
		v, err := leaf(c, e, func() (*table.Numeric, error) { return Numeric(c.ctx, c.t, e.Var) })
		return &columnNode{view: v}, err
	case *plan.Neg:
		x, err := c.number(e.X)
		return &callNode{x: x, f: func(v float64) float64 { return -v }}, err
	case *plan.Arith:
		x, y, err := c.pair(e.X, e.Y)
		if err != nil {
			return nil, err
		}
		switch e.Op {
		case "+", "-", "*", "/":
			return &arithNode{x: x, y: y, op: e.Op[0]}, nil
		}
		return nil, fmt.Errorf("%s: unknown operator %q", c.t.Name, e.Op)
	case *plan.Call:
		return c.call(e)
	case nil:
		return nil, fmt.Errorf("%s: a part of an expression is absent", c.t.Name)
	}
	return nil, fmt.Errorf("%s: %w", c.t.Name, errNotNumber)
}

func (c *compiler) call(e *plan.Call) (numbers, error) {
	if f := functions[e.Function]; f != nil && len(e.Args) == 1 {
		x, err := c.number(e.Args[0])
		return &callNode{x: x, f: f}, err
	}
	switch {
	case e.Function == "if" && len(e.Args) == 3:
		if isCondition(e) {
			return nil, fmt.Errorf("%s: %w", c.t.Name, errNotNumber)
		}
		test, err := c.condition(e.Args[0])
		if err != nil {
			return nil, err
		}
		x, y, err := c.pair(e.Args[1], e.Args[2])
		return &ifNode{test: test, x: x, y: y}, err
	case (e.Function == "min" || e.Function == "max") && len(e.Args) >= 1:
		out, err := c.number(e.Args[0])
		for _, a := range e.Args[1:] {
			if err != nil {
				return nil, err
			}
			var y numbers
			y, err = c.number(a)
			out = &arithNode{x: out, y: y, op: e.Function[1]} // 'i' or 'a'
		}
		return out, err
	}
	return nil, fmt.Errorf("%s: no function %q of %d arguments", c.t.Name, e.Function, len(e.Args))
}
