package parse_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/format"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

var update = flag.Bool("update", false, "write the golden files anew")

// The gallery is a list of chunks: `=== title`, a study, `--- diagnostics`, and what is printed.
func TestGallery(t *testing.T) {
	const name = "testdata/gallery.txt"
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	chunks := strings.Split(string(data), "=== ")
	out.WriteString(chunks[0])
	for _, chunk := range chunks[1:] {
		title, rest, _ := strings.Cut(chunk, "\n")
		study, want, ok := strings.Cut(rest, "--- diagnostics\n")
		if !ok {
			t.Fatalf("chunk %q has no diagnostics", title)
		}
		_, ds := parse.File(source.New("study.hyp", study))
		var text strings.Builder
		if err := diag.WriteText(&text, ds, diag.TextOptions{}); err != nil {
			t.Fatal(err)
		}
		got := text.String() + "\n"
		if got != want && !*update {
			t.Errorf("%s\n--- got\n%s--- want\n%s", title, got, want)
		}
		out.WriteString("=== " + title + "\n" + study + "--- diagnostics\n" + got)
	}
	if *update {
		if err := os.WriteFile(name, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Every example of a syntax code yields exactly that code; the examples of the other codes are for the checker and parse.
func TestExamples(t *testing.T) {
	for _, e := range diag.Examples() {
		_, ds := parse.File(source.New("example.hyp", e.Example))
		if strings.HasPrefix(e.Code, "E01") {
			if len(ds) != 1 || ds[0].Code != e.Code || ds[0].Name != e.Name || ds[0].Severity != e.Severity {
				t.Errorf("%s (%s): %v\n%s", e.Code, e.Name, ds, e.Example)
			}
		} else if len(ds) > 0 {
			t.Errorf("%s (%s) does not parse: %v\n%s", e.Code, e.Name, ds, e.Example)
		}
	}
}

// habits are loose spellings, what they mean, and the note that goes with them.
var habits = []struct{ loose, canonical, note string }{
	{"ASSOC(x, y) Controlling FOR a Expect Positive", "assoc(x, y) controlling for a expect positive", ""},
	{"assoc(x, y) where a == 1 and b <> 2", "assoc(x, y) where a = 1 and b != 2", ""},
	{"diff(y, by==g: 'a' vs \"b\")", `diff(y, by=g: "a" vs "b")`, ""},
	{"assoc(x, y) weights = W", "assoc(x, y) weights=W", ""},
	{"assoc(x, y) weights W", "assoc(x, y) weights=W", ""},
	{"assoc(x, y), controlling for a, b, weights=W, expect positive", "assoc(x, y) controlling for a, b weights=W expect positive", ""},
	{"assoc(x, y controlling for a, b)", "assoc(x, y) controlling for a, b", ""},
	{"assoc(x, y, controlling for a, weights=W)", "assoc(x, y) controlling for a weights=W", ""},
	{"assoc(x, y [controlling for a, b] )", "assoc(x, y) controlling for a, b", ""},
	{"assoc(x, y) [controlling for a, b] [weights=W]", "assoc(x, y) controlling for a, b weights=W", ""},
	{"diff(y, by=g, where a in (1, 2))", "diff(y, by=g) where a in (1, 2)", ""},
	{"assoc(x, y) (controlling for a)", "assoc(x, y) controlling for a", ""},
	{"- assoc(x, y)", "assoc(x, y)", ""},
	{"* assoc(x, y)", "assoc(x, y)", ""},
	{"  12. hyp H1: assoc(x, y)", "hyp H1: assoc(x, y)", ""},
	{"1) assoc(x, y)", "assoc(x, y)", ""},
	{"**assoc(x, y)**", "assoc(x, y)", ""},
	{"- **assoc(x, y)**: so", "assoc(x, y) claim \"so\"", "colon-explanation"},
	{"1. **hyp H1: assoc(x, y)** expect positive", "hyp H1: assoc(x, y) expect positive", ""},
	{"assoc(x, y):", "assoc(x, y)", ""},
	{"assoc(x, y): controlling for a", "assoc(x, y) controlling for a", ""},
	{"assoc(x, y): it's the more (so to say) diff in means", `assoc(x, y) claim "it's the more (so to say) diff in means"`, "colon-explanation"},
	{"assoc(x, y) — the more the better", `assoc(x, y) claim "the more the better"`, "colon-explanation"},
	{"assoc(x, y) controlling for a: \"more\"", `assoc(x, y) controlling for a claim "more"`, "colon-explanation"},
	{"assoc(x, y) expect: positive", "assoc(x, y) expect positive", ""},
	{"assoc(x, y) controlling for: a, b", "assoc(x, y) controlling for a, b", ""},
	{"assoc(x, y, controlling for: a)", "assoc(x, y) controlling for a", ""},
	{"hyp H1: assoc(x, y)\n  controlling for: a\n  weights: W\n  where: a > 1\n  on: d\n  expect: positive\n  floor: r >= 0.1\n  because: \"so\"",
		"hyp H1: assoc(x, y)\n  controlling for a\n  weights=W\n  on d\n  where a > 1\n  expect positive\n  floor r >= 0.1\n  because \"so\"", ""},
	{"assoc(x, y) decide: q < 0.05 rival: \"z\"", "assoc(x, y) decide q < 0.05 rival \"z\"", ""},
	{"assoc(x, y) controlling for a, weights: so it is", "assoc(x, y) controlling for a, weights claim \"so it is\"", "colon-explanation"},
	{"assoc(x, y) on weights: so it is", "assoc(x, y) on weights claim \"so it is\"", "colon-explanation"},
	{"hyp expect: assoc(x, y)", "hyp expect: assoc(x, y)", ""},
	{"diff(y, by=where: 1 vs 2)", "diff(y, by=where: 1 vs 2)", ""},
	{"var a = `A b` binary levels: (0, 1) label: \"so\"", "var a = `A b` binary levels (0, 1) label \"so\"", ""},
	{"dataset d from \"d.csv\" split holdout: 0.3 seed: 1", "dataset d from \"d.csv\" split holdout 0.3 seed 1", ""},
	{"diff(y by g)", "diff(y, by=g)", "loose-diff"},
	{"diff(y, by g: 1 vs rest)", "diff(y, by=g: 1 vs rest)", "loose-diff"},
	{"diff(y by=g)", "diff(y, by=g)", "loose-diff"},
	{"assoc（x， y） claim “so”", `assoc(x, y) claim "so"`, "typographic-punctuation"},
	{"interact(a × b → c)", "interact(a * b -> c)", "typographic-punctuation"},
	{"assoc(x, y) where a ≥ 2", "assoc(x, y) where a >= 2", "typographic-punctuation"},
	{"```hyp\nassoc(x, y)\n```", "assoc(x, y)", "code-fence"},
	{"var a nominal", "var a categorical", ""},
	{"assoc(x, y) decide p < .05 and q<0.1 on holdout", "assoc(x, y) decide p < 0.05 and q < 0.1 on holdout", ""},
	{"\ufeffassoc(x, y)\r\n", "assoc(x, y)", ""},
	{"assoc(x, y) controlling for weight, where, unit, by weights=label", "assoc(x, y) controlling for weight, where, unit, by weights=label", ""},
	{"assoc(x, y)assoc(a, b)family f var z numeric", "assoc(x, y)\nassoc(a, b)\nfamily f\nvar z numeric", ""},
	{"context c = a in -1..3 or not b is missing var d = -(a - (b - c)) / 2 numeric", "context c = a in -1..3 or not b is missing\nvar d = -(a - (b - c)) / 2 numeric", ""},
}

func TestHabits(t *testing.T) {
	for _, h := range habits {
		f, ds := parse.File(source.New("s.hyp", h.loose))
		note := ""
		for _, d := range ds {
			note += d.Name
			if d.Severity != diag.Info {
				t.Errorf("%q: %s", h.loose, d.Message)
			}
		}
		if got := strings.TrimSpace(format.File(f)); got != h.canonical || note != h.note {
			t.Errorf("%q\n got %q with %q\nwant %q with %q", h.loose, got, note, h.canonical, h.note)
		}
		if len(ds) == 1 && len(ds[0].Fixes) > 0 { // the fix writes what was read
			fixed, err := diag.Apply(h.loose, ds[0].Fixes[0])
			if err != nil {
				t.Error(err)
			}
			again, ds := parse.File(source.New("s.hyp", fixed))
			if got := strings.TrimSpace(format.File(again)); got != h.canonical || len(ds) > 0 {
				t.Errorf("%q fixed to %q reads as %q with %v", h.loose, fixed, got, ds)
			}
		}
	}
}

// slips are errors with a fix after which the study is right.
var slips = []struct{ broken, code, fixed string }{
	{"assoc(x, y) where 18 <= age < 65", diag.ChainedComparison, "assoc(x, y) where 18 <= age and age < 65"},
	{"assoc(y ~ x + z)", diag.FormulaHabit, "assoc(x, y) controlling for z"},
	{"assoc(y ~ x)", diag.FormulaHabit, "assoc(x, y)"},
	{"diff(y ~ g)", diag.FormulaHabit, "diff(y, by=g)"},
	{"assoc(x, y | g)", diag.ConditioningBar, "assoc(x, y) controlling for g"},
	{"assoc(bill length, y)", diag.BareColumn, "assoc(`bill length`, y)"},
	{"assoc(x, Sepal.Length)", diag.BareColumn, "assoc(x, `Sepal.Length`)"},
	{"assoc(income (in usd), y)", diag.BareColumn, "assoc(`income (in usd)`, y)"},
	{"assoc(x, y) controlling for family income, z", diag.BareColumn, "assoc(x, y) controlling for `family income`, z"},
	{"assoc(x, y) controlling for 2nd", diag.BareColumn, "assoc(x, y) controlling for `2nd`"},
	{"assoc(diff, y)", diag.ReservedWord, "assoc(`diff`, y)"},
	{"assoc(x, y) where not > 2", diag.ExpectedToken, ""},
	{"var family numeric", diag.ReservedWord, "var `family` numeric"},
	{"assoc(\"x\", y)", diag.QuotedName, "assoc(x, y)"},
	{"assoc(\"bill length\", y)", diag.QuotedName, "assoc(`bill length`, y)"},
	{"assoc(x, y", diag.UnclosedBracket, "assoc(x, y)"},
	{"assoc(x, y controlling for z", diag.UnclosedBracket, "assoc(x, y) controlling for z"},
	{"assoc(x, y) claim \"so", diag.UnclosedString, "assoc(x, y) claim \"so\""},
	{"assoc(x, y) expct positive", diag.UnknownClause, "assoc(x, y) expect positive"},
	{"assoc(x, y) adjusting for z", diag.UnknownClause, "assoc(x, y) controlling for z"},
	{"assoc(x, y) controlling z", diag.ExpectedToken, "assoc(x, y) controlling for z"},
	{"hyp H1 assoc(x, y)", diag.ExpectedToken, "hyp H1: assoc(x, y)"},
	{"hyp: assoc(x, y)", diag.ExpectedToken, "hyp assoc(x, y)"},
	{"diff(y, by=g: a vs \"b\")", diag.ExpectedToken, "diff(y, by=g: \"a\" vs \"b\")"},
	{"assoc(x, y).", diag.ExpectedToken, "assoc(x, y)"},
	{"assoc(x; y)", diag.ExpectedToken, "assoc(x, y)"},
	{"assoc(x, y) floor r > 0.1", diag.ExpectedToken, "assoc(x, y) floor r >= 0.1"},
	{"assoc(x, y) floor 0.1", diag.ExpectedToken, ""},
	{"assoc(x, y) floor >= 0.1", diag.ExpectedToken, ""},
	{"assoc(x, y) expect +", diag.ExpectedToken, "assoc(x, y) expect positive"},
	{"assoc(x, y) expect: - floor r >= 0.1", diag.ExpectedToken, "assoc(x, y) expect: negative floor r >= 0.1"},
	{"assoc(x, y) where z between 30 and 40", diag.ExpectedToken, "assoc(x, y) where z in 30..40"},
	{"assoc(x, y) where z not between -1.5 and .5 and w = 1", diag.ExpectedToken, "assoc(x, y) where z not in -1.5..0.5 and w = 1"},
	{"assoc(x, y) where z between a and b", diag.ExpectedToken, ""},
	{"assoc(x, y) claim: the more the better", diag.ExpectedToken, "assoc(x, y) claim: \"the more the better\""},
	{"interact(x * z => y)", diag.ExpectedToken, "interact(x * z -> y)"},
	{"**H1**:", diag.NotAStatement, "**hyp H1**:"},
	{"- **H1:**", diag.NotAStatement, "- **hyp H1:**"},
	{"hyp assoc: assoc(x, y)", diag.ReservedWord, "hyp h_assoc: assoc(x, y)"},
	{"hyp family: assoc(x, y)", diag.ReservedWord, "hyp h_family: assoc(x, y)"},
	{"assoc(x, y) where a is null", diag.ExpectedToken, "assoc(x, y) where a is missing"},
	{"assoc(x, y) where a => 1", diag.ExpectedToken, "assoc(x, y) where a >= 1"},
	{"assoc(x, y) where a && b", diag.StrayCharacter, "assoc(x, y) where a and b"},
	{"hyp `my-h 2`: assoc(a, b)", diag.ExpectedToken, "hyp my_h_2: assoc(a, b)"},
	{"hyp `2nd`: assoc(a, b)", diag.ExpectedToken, "hyp H_2nd: assoc(a, b)"},
	{"dataset d from d.csv", diag.ExpectedToken, "dataset d from \"d.csv\""},
	{"var a binary levels (0 \"no\" 1 \"yes\")", diag.MissingComma, "var a binary levels (0 \"no\", 1 \"yes\")"},
	{"`assoc(x, y)`", diag.NotAStatement, "assoc(x, y)"},
	{"1. `assoc(x, y)`", diag.NotAStatement, "1. assoc(x, y)"},
	{"assoc(x, y) claim \"a \\d\"", diag.BadEscape, "assoc(x, y) claim \"a \\\\d\""},
	{"H1:", diag.NotAStatement, "hyp H1:"},
	{"assoc(x, y) controlling for a and b", diag.ExpectedToken, "assoc(x, y) controlling for a, b"},
	{"assoc(x, y) controlling for (a, b)", diag.ExpectedToken, "assoc(x, y) controlling for a, b"},
	{"assoc(log(x), y)", diag.ExpectedToken, ""},
	{"diff(y, by=g, \"a\" vs \"b\")", diag.ExpectedToken, "diff(y, by=g: \"a\" vs \"b\")"},
	{"diff(y, g)", diag.ExpectedToken, "diff(y, by=g)"},
	{"interact(x, m -> y)", diag.ExpectedToken, "interact(x * m -> y)"},
	{"interact(x * m, y)", diag.ExpectedToken, "interact(x * m -> y)"},
	{"var x: numeric", diag.ExpectedToken, "var x numeric"},
	{"assoc(x, y) // so", diag.ExpectedToken, "assoc(x, y) # so"},
	{"hypothesis H1: ", diag.NotAStatement, ""},
	{"assoc(x, y) where x > 0x1F", diag.BadNumber, ""},
	{"assoc(x, y) where x is", diag.ExpectedToken, ""},
	{"var x", diag.ExpectedToken, ""},
	{"dataset d from \"a\" split holdout 0.3 seed 1.5", diag.BadNumber, ""},
	{"assoc(x, y) deepens H1 deepens H2", diag.DuplicateClause, ""},
	{"assoc(x, y) where " + strings.Repeat("(", 300) + "x" + strings.Repeat(")", 300), diag.NestedTooDeep, ""},
	{"assoc(x, y) where " + strings.Repeat("not ", 300) + "x", diag.NestedTooDeep, ""},
}

func TestSlips(t *testing.T) {
	for _, s := range slips {
		// A good statement on either side stays whole.
		text := "assoc(a, b)\n" + s.broken + "\ndiff(c, by=d)\n"
		f, ds := parse.File(source.New("s.hyp", text))
		if len(ds) != 1 || ds[0].Code != s.code || len(f.Statements) != 3 {
			t.Errorf("%q: %d statements, %v", s.broken, len(f.Statements), ds)
			continue
		}
		if _, bad := f.Statements[1].(*ast.Bad); !bad {
			t.Errorf("%q is not bad", s.broken)
		}
		d := ds[0]
		if strings.ToLower(d.Message[:1]) != d.Message[:1] || strings.HasSuffix(d.Message, ".") || d.Why == "" {
			t.Errorf("%q: message %q, why %q", s.broken, d.Message, d.Why)
		}
		if s.fixed == "" {
			continue
		}
		if len(d.Fixes) == 0 {
			t.Errorf("%q has no fix: %s", s.broken, d.Message)
			continue
		}
		fixed, err := diag.Apply(text, d.Fixes[0])
		if want := "assoc(a, b)\n" + s.fixed + "\ndiff(c, by=d)\n"; err != nil || strings.ReplaceAll(fixed, " \n", "\n") != want {
			t.Errorf("%q fixed to %q (%v), want %q", s.broken, fixed, err, want)
		}
		if _, ds := parse.File(source.New("s.hyp", fixed)); len(ds) > 0 {
			t.Errorf("%q fixed to %q: %v", s.broken, fixed, ds[0])
		}
	}
}

// A bold label in front of a claim costs one error, its fix makes a named hypothesis, and what stands before it is read.
func TestBoldLabel(t *testing.T) {
	for _, label := range []string{"**H1**: ", "**H1:** ", "- **H1**: ", "- **H1:** "} {
		for _, before := range []string{"", "assoc(a, b)\n", "assoc(a, b) where c > 1\n", "assoc(a, b) controlling for c\n"} {
			text := before + label + "assoc(x, y)\n"
			_, ds := parse.File(source.New("s.hyp", text))
			if len(ds) != 1 || ds[0].Code != diag.NotAStatement || len(ds[0].Fixes) == 0 {
				t.Errorf("%q: %v", text, ds)
				continue
			}
			fixed, err := diag.Apply(text, ds[0].Fixes[0])
			if err != nil {
				t.Error(err)
			}
			f, ds := parse.File(source.New("s.hyp", fixed))
			if got := format.File(f); len(ds) > 0 || !strings.HasSuffix(got, "hyp H1: assoc(x, y)\n") || strings.HasPrefix(got, "hyp") != (before == "") {
				t.Errorf("%q reads as %q with %v", fixed, got, ds)
			}
		}
	}
}

// A file that is no UTF-8 text is one error and one Bad statement, whatever is in it.
func TestNotText(t *testing.T) {
	for text, code := range map[string]string{
		"assoc(caf\xe9, y)\nassoc(\xe9, z)": diag.StudyNotUTF8,
		"\xff\xfea\x00s\x00":                diag.StudyNotUTF8,
		"assoc(x, y)\x00\nassoc(x,, y)":     diag.NulByte,
	} {
		f, ds := parse.File(source.New("s.hyp", text))
		if len(ds) != 1 || ds[0].Code != code || len(f.Statements) != 1 {
			t.Errorf("%q: %v", text, ds)
		}
	}
	for _, text := range []string{"", " \n\t", "# only a comment", "\ufeff"} {
		if f, ds := parse.File(source.New("s.hyp", text)); len(ds) > 0 || len(f.Statements) > 0 {
			t.Errorf("%q: %v", text, ds)
		}
	}
}

// The study of all clauses reads without a word, is its own canonical form but for layout, and keeps its comments.
func TestStudy(t *testing.T) {
	f, ds := parse.File(source.New("s.hyp", study))
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	if n := len(f.Statements); n != 19 {
		t.Errorf("%d statements", n)
	}
	check(t, study)
	h := f.Statements[12].(*ast.Hyp)
	if h.Name.Text != "H1" || len(h.Controls) != 2 || h.Decide[1].Part.Text != "holdout" || h.Floor.Value.Value != 1.2 ||
		h.Rivals[0].Name.Text != "H4" || h.Rivals[1].Text.Text != "the scale of the exposure" || h.On.Text != "nls" || h.Using.Text != "logit" ||
		h.Prior.Value != 0.6 || h.Needs.Text != "nothing" || h.Because.Text != "family resources ease the cost of staying in college" {
		t.Errorf("H1 is %+v", h)
	}
	if got := f.Source.Slice(h.Floor.At); got != "odds >= 1.2" {
		t.Errorf("the floor stands at %q", got)
	}
	if got := f.Source.Slice(h.Claim.Span()); got != "assoc(ses, ba)" {
		t.Errorf("the claim stands at %q", got)
	}
	if got, want := format.ClaimLine(h), "assoc(ses, ba) controlling for sex, race"; got != want {
		t.Errorf("claim line %q", got)
	}
	v := f.Statements[4].(*ast.Var)
	if v.Name.Text != "race" || v.Expr.(*ast.Ref).Name.Text != "SAMPLE_RACE" || v.Levels[1].Label.Text != "Black" || v.Ref.Number != 3 || v.Missing.Range.High.Value != 99 {
		t.Errorf("race is %+v", v)
	}
}
