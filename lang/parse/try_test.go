package parse

import (
	"fmt"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
	"testing"
)

func TestTry(t *testing.T) {
	for _, e := range diag.Examples() {
		f := source.New("a.hyp", e.Example)
		tree, ds := File(f)
		bad := 0
		for range tree.Statements {
			bad++
		}
		want := e.Code[:3] == "E01"
		if want && len(ds) == 1 && ds[0].Code == e.Code {
			fmt.Printf("ok %s %v: %s | %s %v\n", e.Code, ds[0].Span, ds[0].Message, ds[0].Help, ds[0].Fixes)
			continue
		}
		if !want && len(ds) == 0 {
			continue
		}
		fmt.Printf("BAD %s %q\n", e.Code, e.Example)
		for _, d := range ds {
			fmt.Printf("    %s %v %s | %s %v\n", d.Code, d.Span, d.Message, d.Help, d.Fixes)
		}
	}
	for _, x := range []string{
		"- assoc(x, y)\n* diff(y, by=g)\n1. interact(a * b -> c)\n2) heterogeneity(y ~ x | g)",
		"ASSOC(x, y) Controlling For a, b, weights = W",
		"assoc(x, y controlling for a)", "assoc(x, y, controlling for a, weights=W)", "assoc(x, y) [controlling for a] [weights=W]", "assoc(x, y [controlling for a, b])",
		"diff(y, by g)", "diff(y by=g: 1 vs rest)", "assoc(x, y) where 18 <= age < 65", "assoc(x,y):", "assoc(x,y) - because it's so (diff in means)\nassoc(a,b)",
		"assoc(x, y) controlling a", "hyp H1 assoc(x, y)", "hyp H1: assoc(x, y", "assoc(x, y controlling for z", "assoc(Sepal.Length, y)", "assoc(family income, y)", "assoc(x, y) controlling for family income, z",
		"assoc(x, y) controlling for a b", "assoc(x, y) controlling for a expct positive", "assoc(x; y)", "assoc(x, y).", "assoc(2nd floor, y)", "assoc(income (usd), y)", "assoc(a-b, c)",
		"interact(x, z -> y)", "interact(x * z, y)", "heterogeneity(y ~ x by g)", "diff(y)", "diff(y, g)", "diff(y, by=g: Black vs White)", "diff(y, by=g: \"a\" \"b\")",
		"var x = y", "var x numerc levels (1 2)", "var x = (y + numeric", "var family numeric", "var x binary levels 0, 1", "var x range (1..2)",
		"dataset d \"x.csv\"", "dataset d from x.csv", "context a x > 2", "family f alpha .05 method bh", "hyp: assoc(x, y)", "hyp 1: assoc(x,y)",
		"assoc(x, y) floor r > 0.1", "assoc(x, y) decide p < .05 and q < .1 on holdout on d", "assoc(x, y) where a and", "assoc(x, y) where in (1)", "assoc(x, y) where a in [1, 2]", "assoc(x,y) where a is null",
		"assoc(x, y)\nHere is text with it's apostrophe\nassoc(a, b)", "hypothesis H1: assoc(x, y)", "Hypotheses:\n\nassoc(x, y)", "`assoc(x, y)`", "assoc(x, y) rival assoc(a, b)", "assoc(`a b`, y) where `it``s` = 'x'",
		"assoc(x, y) && z", "assoc(x, y) adjusting for z", "hyp H1: assoc(x, y)\n  expct positive\nassoc(a,b)", "", "   \n# only\n", "syntax 1 assoc(x,y)", "assoc(x,y) syntax 1", "assoc(x, diff, y)", "assoc()", "assoc", "hyp", "var", "assoc(x, y) claim “a” because ‘b’", "assoc(x, y) prior x", "assoc(x, y) where x => 3",
		"assoc(x y)", "assoc x y", "assoc(x,y) controlling for", "assoc(x, y) where age > 18 years", "var x = `A B` numeric unit cm", "assoc(x, y) : controlling for z", "diff(y, by=g) (controlling for z)",
	} {
		tree, ds := File(source.New("a.hyp", x))
		fmt.Printf("%q ->", x)
		for _, s := range tree.Statements {
			fmt.Printf(" %T%v", s, s.Span())
		}
		fmt.Println()
		for _, d := range ds {
			fmt.Printf("    %s %v %s | %s %v\n", d.Code, d.Span, d.Message, d.Help, d.Fixes)
		}
	}
}
