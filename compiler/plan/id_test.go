package plan_test

import (
	"fmt"
	"testing"

	"github.com/hyp-lang/hyp/compiler/plan"
)

func number(name string) *plan.Variable {
	return &plan.Variable{Name: name, Column: name, Type: plan.Numeric}
}

func group(name string) *plan.Variable {
	return &plan.Variable{Name: name, Column: name, Type: plan.Categorical}
}

func ids(s plan.Spec) (specification, estimand string) {
	s.DataID = "d"
	plan.Identify(&s)
	return s.Specification, s.Estimand
}

// Specs that ask one question share an estimand; specs that are one test share a specification.
func TestIdentify(t *testing.T) {
	x, y, z, g := number("x"), number("y"), number("z"), group("g")
	over := func(op plan.CompareOp, a, b plan.Expr) plan.Expr { return &plan.Compare{Op: op, X: a, Y: b} }
	col := func(v *plan.Variable) plan.Expr { return &plan.Column{Var: v} }
	one, two := &plan.Number{Value: 1}, &plan.Number{Value: 2}
	alias := *x
	alias.Name, alias.Label, alias.Unit = "years", "Years", "a"
	ordinal := *x
	ordinal.Type = plan.Ordinal
	gap := *x
	gap.Missing.Codes = []string{"-9"}
	gapFloat := *x
	gapFloat.Missing.Codes = []string{"-9.0"}
	base := plan.Spec{Template: plan.Assoc, Exposure: x, Outcome: y}
	with := func(s plan.Spec, f func(*plan.Spec)) plan.Spec { f(&s); return s }
	diff := plan.Spec{Template: plan.Diff, Outcome: y, Groups: g, Contrast: &plan.Contrast{A: "1", B: "2"}}
	inter := plan.Spec{Template: plan.Interact, Exposure: x, Moderator: z, Outcome: y}
	het := plan.Spec{Template: plan.Heterogeneity, Exposure: x, Outcome: y, Groups: g}
	where := func(e plan.Expr) plan.Spec { return with(base, func(s *plan.Spec) { s.Where = e }) }
	tests := []struct {
		name                    string
		a, b                    plan.Spec
		specification, question bool
	}{
		{"itself", base, base, true, true},
		{"names and labels", base, plan.Spec{Name: "H1", Claim: "…", Dataset: "other", Template: plan.Assoc, Exposure: &alias, Outcome: y}, true, true},
		{"reversed assoc", base, plan.Spec{Template: plan.Assoc, Exposure: y, Outcome: x}, false, true},
		{"reversed heterogeneity", het, plan.Spec{Template: plan.Heterogeneity, Exposure: y, Outcome: x, Groups: g}, false, true},
		{"reversed interact", inter, plan.Spec{Template: plan.Interact, Exposure: z, Moderator: x, Outcome: y}, false, true},
		{"other outcome of interact", inter, plan.Spec{Template: plan.Interact, Exposure: x, Moderator: y, Outcome: z}, false, false},
		{"other template", base, het, false, false},
		{"controls", base, with(base, func(s *plan.Spec) { s.Controls = []*plan.Variable{z} }), false, true},
		{"order of controls", with(base, func(s *plan.Spec) { s.Controls = []*plan.Variable{z, g} }), with(base, func(s *plan.Spec) { s.Controls = []*plan.Variable{g, z} }), true, true},
		{"weights", base, with(base, func(s *plan.Spec) { s.Weights = z }), false, true},
		{"using", base, with(base, func(s *plan.Spec) { s.Using = plan.UsingSpearman }), false, true},
		{"type", base, with(base, func(s *plan.Spec) { s.Exposure = &ordinal }), false, true},
		{"missing codes", base, with(base, func(s *plan.Spec) { s.Exposure = &gap }), false, true},
		{"one missing code", with(base, func(s *plan.Spec) { s.Exposure = &gap }), with(base, func(s *plan.Spec) { s.Exposure = &gapFloat }), true, true},
		{"contrast", diff, with(diff, func(s *plan.Spec) { s.Contrast = &plan.Contrast{A: "2", B: "1"} }), false, false},
		{"code", diff, with(diff, func(s *plan.Spec) { s.Contrast = &plan.Contrast{A: "1.0", B: "2"} }), true, true},
		{"rest", diff, with(diff, func(s *plan.Spec) { s.Contrast = &plan.Contrast{A: "1", Rest: true} }), false, false},
		{"no contrast", diff, with(diff, func(s *plan.Spec) { s.Contrast = nil }), false, false},
		{"context", base, where(over(">", col(x), one)), false, true},
		{"mirrored comparison", where(over(">", col(x), one)), where(over("<", one, col(x))), true, true},
		{"order of and", where(&plan.And{X: over(">", col(x), one), Y: &plan.And{X: over("=", col(z), two), Y: over("=", col(y), two)}}),
			where(&plan.And{X: &plan.And{X: over("=", two, col(y)), Y: over(">", col(x), one)}, Y: over("=", col(z), two)}), true, true},
		{"and is not or", where(&plan.And{X: over(">", col(x), one), Y: over(">", col(z), one)}), where(&plan.Or{X: over(">", col(x), one), Y: over(">", col(z), one)}), false, true},
		{"order of a set", where(&plan.LevelIs{Var: g, Codes: []string{"1", "2"}}), where(&plan.LevelIs{Var: g, Codes: []string{"2", "1.0", "1"}}), true, true},
		{"order of a difference", where(over(">", &plan.Arith{Op: "-", X: col(x), Y: col(z)}, one)), where(over(">", &plan.Arith{Op: "-", X: col(z), Y: col(x)}, one)), false, true},
	}
	for _, test := range tests {
		s1, e1 := ids(test.a)
		s2, e2 := ids(test.b)
		if (s1 == s2) != test.specification {
			t.Errorf("%s: specifications %s and %s", test.name, s1, s2)
		}
		if (e1 == e2) != test.question {
			t.Errorf("%s: estimands %s and %s", test.name, e1, e2)
		}
		if len(s1) != 16 || len(e1) != 16 {
			t.Errorf("%s: %q and %q are not 16 digits", test.name, s1, e1)
		}
	}
	a, b := base, base
	a.DataID, b.DataID = "d", "e"
	plan.Identify(&a)
	plan.Identify(&b)
	if a.Estimand == b.Estimand || a.Specification == b.Specification {
		t.Error("two data sets share an id")
	}
}

func ExampleIdentify() {
	x := &plan.Variable{Name: "income", Column: "V12", Type: plan.Numeric}
	y := &plan.Variable{Name: "trust", Column: "V80", Type: plan.Ordinal}
	forward := plan.Spec{Template: plan.Assoc, Exposure: x, Outcome: y, DataID: "survey"}
	backward := plan.Spec{Template: plan.Assoc, Exposure: y, Outcome: x, DataID: "survey"}
	plan.Identify(&forward)
	plan.Identify(&backward)
	fmt.Println("one question:", forward.Estimand == backward.Estimand)
	fmt.Println("one test:", forward.Specification == backward.Specification)
	// Output:
	// one question: true
	// one test: false
}

func ExampleCanonical() {
	age := &plan.Column{Var: &plan.Variable{Name: "age", Column: "age", Type: plan.Numeric}}
	fmt.Println(plan.Canonical(&plan.Not{X: &plan.Compare{Op: ">=", X: age, Y: &plan.Number{Value: 65}}}))
	// Output: ["not",["<=",65,["column","age"]]]
}
