package lint

import (
	"strings"
	"testing"
)

// TestTextRules holds rules against studies beside their documented ones: what each must find ("line code") and pass.
func TestTextRules(t *testing.T) {
	for _, c := range []struct{ rule, text, want string }{
		// A derived variable is known when the last of its parts is, and only when all are dated.
		{"HL101", "var x = X numeric measured 1980\nvar a = A numeric measured 1985\nvar b = B numeric measured 1970\nvar c = a - b numeric\nhyp H1: assoc(x, y) controlling for c\n", "5 HL101"},
		{"HL101", "var x = X numeric measured 1980\nvar a = A numeric measured 1985\nvar c = a - B numeric\nhyp H1: assoc(x, y) controlling for c\n", ""},
		{"HL101", "var x = X numeric measured 1980\nvar c = C numeric measured 1980\nhyp H1: assoc(x, y) controlling for c\n", ""},
		// Of an interaction the later part counts.
		{"HL101", "var x = X numeric measured 1980\nvar m = M numeric measured 1990\nvar c = C numeric measured 1985\nhyp H1: interact(x * m -> y) controlling for c\n", ""},
		{"HL102", "var g = G categorical measured 1999\nvar y = Y numeric measured 1990\nhyp H1: diff(y, by=g)\n", "3 HL102"},
		// Shared sources run through contexts' variables, aliases and expressions.
		{"HL103", "var bmi = weight / (height * height) numeric\nvar tall = height > 180 binary\nhyp H1: diff(bmi, by=tall)\n", "3 HL103"},
		{"HL103", "var bmi = weight / (height * height) numeric\nhyp H1: interact(age * weight -> bmi)\n", "2 HL103"},
		{"HL103", "var a = log(pay) numeric\nvar b = log(school) numeric\nhyp H1: assoc(b, a)\n", ""},
		{"HL104", "hyp H1: assoc(x, y) where x = 3 and z > 1\n", "1 HL104"},
		{"HL104", "hyp H1: assoc(x, y) where x = 3 or z > 1\n", ""},
		{"HL104", "hyp H1: assoc(x, y) where x in 2..2\n", "1 HL104"},
		{"HL104", "hyp H1: assoc(x, y) where x in (2, 3)\n", ""},
		{"HL104", "var s binary levels (1 \"m\", 2 \"f\")\nhyp H1: diff(y, by=s) where s != \"m\"\n", "2 HL104"},
		{"HL104", "var old = age > 64 binary\nhyp H1: diff(y, by=old) where age > 64\n", "2 HL104"},
		{"HL104", "context c = d and z = 1\ncontext d = x = 1\nhyp H1: assoc(x, y) where c\n", "3 HL104"},
		{"HL105", "hyp H1: assoc(x, y) where y is not missing\n", ""},
		{"HL105", "var ly = log(y) numeric\nhyp H1: assoc(x, ly) where y > 1\n", "2 HL105"},
		{"HL105", "context rich = y > 9\nhyp H1: assoc(x, y) where rich\n", "2 HL105"},
		{"HL106", "var decades = age / 10 numeric\nhyp H1: assoc(x, y) controlling for age, decades\n", "2 HL106"},
		{"HL106", "var square = age * age numeric\nhyp H1: assoc(x, y) controlling for age, square\n", ""},
		{"HL106", "var decades = age / 10 numeric\nhyp H1: assoc(decades, y) controlling for age\n", "2 HL106"},
		{"HL110", "dataset d from \"table.csv\" weights W\nhyp H1: assoc(x, y) weights=V\n", ""},
		{"HL110", "dataset d from \"table.csv\" weights W\nhyp H1: assoc(x, y) using spearman\n", "2 HL110"},
		{"HL201", "hyp H1: assoc(a, y)\nhyp H2: assoc(b, y)\n", ""},
		{"HL201", "family f\nvar z = y numeric\nhyp H1: assoc(a, y) under f\nhyp H2: assoc(b, z)\nhyp H3: assoc(c, y)\n", "4 HL201 5 HL201"},
		{"HL202", "heterogeneity(y ~ x | g)\n", "1 HL202"},
		{"HL205", "family f\nhyp H1: assoc(a, y) decide p < 0.05 under f\n", ""},
		{"HL205", "family f\nhyp H1: assoc(a, y) decide effect > 0.1 under f\nhyp H2: assoc(b, y) under f\n", ""},
		{"HL206", "dataset d from \"table.csv\" split holdout 0.3 seed 1\n", ""},
		{"HL203", "hyp H1: heterogeneity(y ~ x | g) expect uniform\n", "1 E0407"}, // a floor is missed once
		{"HL207", "hyp H1: heterogeneity(y ~ x | g) expect uniform\n", "1 HL207"},
		{"HL207", "hyp H1: heterogeneity(y ~ x | g) expect uniform floor r >= 0.1\n", ""},
		{"HL208", "var b = a numeric\nhyp H1: assoc(a, y)\nhyp H2: assoc(b, y)\n", ""}, // a numeric b and an a of unknown type: not surely the same
		{"HL208", "context c = z > 1 and w = 2\nhyp H1: assoc(a, y) where c\nhyp H2: assoc(a, y) where w = 2 and 1 < z\n", "3 HL208"},
		{"HL208", "hyp H1: assoc(a, y)\nhyp H2: assoc(y, a)\n", ""},
		{"HL209", "hyp H1: diff(y, by=g: 1 vs 2) expect positive\nhyp H2: diff(y, by=g: 2 vs 1) expect positive\n", "2 HL209"},
		{"HL209", "hyp H1: diff(y, by=g: 1 vs 2) expect positive\nhyp H2: diff(y, by=g: 2 vs 1) expect negative\n", ""},
		{"HL209", "hyp H1: assoc(x, y) expect positive where a = 1\nhyp H2: assoc(x, y) expect negative where a = 2\n", ""},
		{"HL209", "hyp H1: assoc(x, y) expect positive\nhyp H2: assoc(y, x) expect null floor r >= 0.1\n", "2 HL209"},
		{"HL209", "hyp H1: assoc(x, y) expect positive\nhyp H2: assoc(x, y) controlling for z expect negative contradicts H1\n", ""},
		{"HL210", "hyp H1: assoc(x, y) expect positive rival H2\nhyp H2: assoc(z, y) expect positive\n", ""},
		{"HL301", "context c = x > 1\ncontext d = c and y > 1\nhyp H1: assoc(x, y) where d\n", ""},
		{"HL301", "family f\nfamily g\nhyp H1: assoc(x, y) under g\n", "1 HL301"},
		{"HL301", "dataset a from \"a.csv\"\ndataset b from \"b.csv\"\nhyp H1: assoc(x, y) on a\n", "2 HL301"},
		{"HL301", "dataset a from \"a.csv\" key id weights w\nvar id id\nvar w numeric\nhyp H1: assoc(x, y)\n", ""},
		{"HL301", "dataset a from \"a.csv\"\ndataset b from \"b.csv\"\nhyp H1: assoc(x, y) on a\nhyp H2: assoc(x, z)\n", "4 E0214"}, // it may be about b
		{"HL301", "var unused numeric\n", ""},
		{"HL305", "var g categorical levels (1, 2)\nhyp H1: diff(y, by=g: 1 vs 2)\n", ""},
		{"HL305", "var g binary levels (0 \"no\", 1 \"yes\")\nhyp H1: diff(y, by=g)\n", ""},
		{"HL305", "var g ordinal levels (1, 2)\nhyp H1: diff(y, by=g)\n", ""},
		{"HL306", "hyp H1: assoc(x, y) where z > 1\nhyp H2: assoc(x, y)\n", "1 HL306 1 HL306 1 HL306"},
		{"HL306", "hyp H1: assoc(x, y) needs \"a new wave\"\n", ""},
		{"HL401", "hyp H1: assoc(`A B`, y)\nhyp H2: assoc(`A B`, z)\n", ""},
		{"HL402", "context c = a > 1\nhyp H1: assoc(x, y) where a > 1\n", "2 HL402"},
		{"HL402", "context c = a > 1\nhyp H1: assoc(x, y) where c\nhyp H2: assoc(x, z) where c\nhyp H3: assoc(x, w) where c\n", ""},
		{"HL501", "hyp H1: assoc(x, y)\nhyp H2: assoc(x, y) where a = 1 narrows H1\n", ""},
		{"HL501", "hyp H1: assoc(x, y) where g in (1, 2)\nhyp H2: assoc(x, y) where g = 1 narrows H1\n", ""},
		{"HL501", "hyp H1: assoc(x, y) where a in 1..9\nhyp H2: assoc(x, y) where a > 2 and a < 9 narrows H1\n", ""}, // two parts together
		{"HL501", "hyp H1: assoc(x, y) where a > 3 or b = 1\nhyp H2: assoc(x, y) where a > 4 narrows H1\n", ""},
		{"HL501", "hyp H1: assoc(x, y) where a > 3\nhyp H2: assoc(x, y) where a > 4 or a = 9 narrows H1\n", ""},
		{"HL501", "hyp H1: assoc(x, y) where a > 3\nhyp H2: assoc(x, y) where a > 4 or b = 9 narrows H1\n", "2 HL501"},
		{"HL501", "hyp H1: assoc(x, y) where g != 1 and g is not missing\nhyp H2: assoc(x, y) where g in (2, 3) narrows H1\n", ""},
		{"HL501", "hyp H1: assoc(x, y) where g != 2\nhyp H2: assoc(x, y) where g in (2, 3) narrows H1\n", "2 HL501"},
		{"HL501", "hyp H1: assoc(x, y) where a >= 3\nhyp H2: assoc(x, y) where a > 3 narrows H1\n", ""},
		{"HL501", "hyp H1: assoc(x, y) where a > 3\nhyp H2: assoc(x, y) where a >= 3 narrows H1\n", "2 HL501"},
		{"HL501", "hyp H1: assoc(x, y) where a = 1\nhyp H2: assoc(x, y) where 1 = a narrows H1\n", "2 HL501"},
		{"HL501", "hyp H1: assoc(x, y)\nhyp H2: interact(x * m -> y) deepens H1\n", ""},
		{"HL501", "hyp H1: assoc(x, y)\nhyp H2: assoc(x, y) deepens H1\n", "2 HL501"},
		{"HL501", "hyp H1: assoc(x, y)\nhyp H2: interact(z * m -> y) deepens H1\n", "2 HL501"},
		{"HL501", "hyp H1: assoc(x, y) expect positive\nhyp H2: assoc(x, y) where a = 1 expect negative contradicts H1\n", ""},
		{"HL501", "hyp H1: assoc(x, y) expect positive\nhyp H2: assoc(x, y) where a = 1 expect positive contradicts H1\n", "2 HL501"},
		{"HL501", "hyp H1: assoc(x, y)\nhyp H2: assoc(x, y) where a = 1 extends H1\n", ""},
	} {
		open, _ := lintString(t, c.text, Options{}, c.rule)
		if got := strings.Join(open, " "); got != c.want {
			t.Errorf("%s: got %q, want %q\n%s", c.rule, got, c.want, c.text)
		}
	}
}
