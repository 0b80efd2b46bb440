package assist_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/kernel/assist"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

var magics = []assist.Magic{
	{Name: "query", Form: "%query QUERY", Takes: assist.QueryText, What: "Asks the insight graph."},
	{Name: "query", Form: "%%query", Takes: assist.QueryText, Cell: true, What: "Asks the insight graph."},
	{Name: "plan", Form: "%plan CLAIM", Takes: assist.StudyText, What: "Says how a claim would be answered."},
	{Name: "lint", Form: "%lint [--fix]", Words: []string{"--data", "--fix"}, What: "Reads the study as a careful colleague would."},
	{Name: "help", Form: "%help [WORD]", Takes: assist.ATopic, What: "Explains."},
	{Name: "data", Form: "%data VARIABLE", Takes: assist.AVariable, What: "Shows a variable."},
	{Name: "emit", Form: "%emit python|r FILE", Words: []string{"python", "r"}, Takes: assist.AFile, What: "Writes a script."},
	{Name: "verify", Form: "%verify HYPOTHESIS", Takes: assist.AHypothesis, What: "Runs again."},
	{Name: "python", Form: "%%python", Cell: true, Takes: assist.Foreign, What: "Runs Python."},
}

// scope is that of the example on schooling, over two files.
func scope(t testing.TB) *assist.Scope {
	t.Helper()
	text, err := os.ReadFile("../../examples/nlsy79/nlsy79.hyp")
	if err != nil {
		t.Fatal(err)
	}
	f, _ := parse.File(source.New("nlsy79.hyp", string(text)))
	info, _ := check.Check(context.Background(), f, check.Files{Folder: "../../examples/nlsy79"})
	s, err := assist.Study(context.Background(), info, func(d *check.Dataset) *table.Table {
		read, err := table.Open(context.Background(), d.Path, table.Options{Columns: []string{"educ79", "mother_educ"}})
		if err != nil {
			t.Fatal(err)
		}
		return read
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Magics = magics
	s.Insights = []assist.Hypothesis{{Name: "Old1", Claim: "assoc(ses, educ79)"}}
	s.Hypotheses[0].Finding, s.Hypotheses[0].Verdict = "Higher ses goes with ba_degree = 1.", "supported"
	files := fstest.MapFS{
		"nlsy79.csv": {}, "wave two.parquet": {}, "notes.md": {}, "old/first.csv.gz": {}, "nlsy79.catalog.json": {}, ".hidden.csv": {},
	}
	s.Files = func(folder string) ([]fs.DirEntry, error) {
		if strings.HasPrefix(folder, "/") {
			return nil, errors.New("outside")
		}
		return files.ReadDir(strings.TrimSuffix(folder, "/"))
	}
	s.Variables = append(s.Variables, assist.Variable{Known: check.Known{Name: "BA DEGREE COMPLETED", Type: "binary"}, Label: "finished college"})
	return &s
}

// cursor takes the mark of the cursor out of a cell.
func cursor(t testing.TB, marked string) (code string, at int) {
	t.Helper()
	before, after, found := strings.Cut(marked, "¦")
	if !found {
		t.Fatalf("no cursor in %q", marked)
	}
	return before + after, len(before)
}

func texts(s *assist.Scope, code string, at int) []string {
	var out []string
	for _, m := range assist.Complete(context.Background(), s, code, at).Matches {
		out = append(out, m.Text)
	}
	return out
}

// In each cell the matches at ¦ begin with the words behind =>; a word with a ! in front must not be among them, and .. ends a
// list that is not whole.
func TestComplete(t *testing.T) {
	s := scope(t)
	for _, line := range []string{
		"¦ => dataset var context family hyp assoc ..",
		"as¦ => assoc",
		"AS¦ => assoc",
		"HET¦ => heterogeneity",
		"fi¦ => find",
		"- as¦ => assoc",

		// Places of a claim.
		"assoc(¦ => race sex ses ba_degree .. !id !log !women !sample_weight",
		"assoc(ses, ¦ => sex ba_degree black .. !ses !race",
		"assoc(SE¦ => sex ses",
		"assoc(ses, degr¦ => ba_degree `BA_DEGREE_COMPLETED`",
		"assoc(ses, famsz¦ => family_size79",
		"assoc(ses, parents¦ => ses", // by its label, and though it is used: nothing else matches
		"assoc(`BA¦ => `BA_DEGREE_COMPLETED` `ba_degree`",
		"diff(ba_degree, ¦ => by=",
		"diff(ba_degree, by=¦ => race sex black .. !ses !ba_degree",
		"diff(ba_degree, by=race: ¦ => \"Hispanic\" \"Black\" \"White\" 1 2 3",
		"diff(ba_degree, by=race: bl¦ => \"Black\"",
		"diff(ba_degree, by=race: \"Bl¦ => \"Black\"",
		"diff(ba_degree, by=race: 'Bl¦ => 'Black'",
		"diff(ba_degree, by=race: \"Black\" ¦ => vs",
		"diff(ba_degree, by=race: 2 vs ¦ => \"Hispanic\" \"White\" 1 3 rest",
		"interact(¦ => sex ses .. !race",
		"interact(ses * ¦ => sex .. !ses !race",
		"heterogeneity(ba_degree ~ ses | ¦ => race sex .. !ses",
		"hyp H1: ¦ => assoc diff interact heterogeneity",

		// Clauses.
		"assoc(ses, ba_degree) ¦ => controlling_for weights= where expect .. !on !assoc !hyp",
		"assoc(ses, ba_degree) where women ¦ => not_in in is and or controlling_for .. !where",
		"assoc(ses, ba_degree) c¦ => controlling_for contradicts crosses claim",
		"assoc(ses, ba_degree) controlling ¦ => for",
		"assoc(ses, ba_degree) controlling for sex, ¦ => race black .. !sex !ses !ba_degree !id",
		"assoc(ses, ba_degree) controlling for ¦, race => sex black .. !race",
		"assoc(ses, ba_degree) expect ¦ => positive negative nonzero null",
		"interact(ses * sex -> ba_degree) expect a¦ => amplify attenuate",
		"heterogeneity(ba_degree ~ ses | race) expect ¦ => varies uniform",
		"heterogeneity(ba_degree ~ ses | race) using ¦ => ols logit ols_hc3 ols_cluster",
		"assoc(ses, educ79) using ¦ => pearson spearman ols ols_hc3 ols_cluster",
		"diff(educ79, by=sex) using ¦ => ols welch mannwhitney ..",
		"assoc(ses, educ79) controlling for sex using ¦ => ols ols_hc3 ols_cluster",
		"assoc(ses, educ79) floor ¦ => r beta",
		"assoc(ses, ba_degree) floor ¦ => r beta d odds rr rd",
		"assoc(ses, ba_degree) decide ¦ => p q effect bf e n coverage",
		"assoc(ses, ba_degree) decide q < 0.05 on ¦ => train holdout",
		"hyp N1: assoc(ses, ba_degree) rival ¦ => N2 N3 .. !N1 !Old1",
		"hyp N1: assoc(ses, ba_degree) deepens ol¦ => Old1",
		"hyp N1: assoc(ses, ba_degree) prior ¦ =>",
		"hyp N1: assoc(ses, ba_degree) claim \"se¦ =>",
		"assoc(ses, ba_degree)⏎¦ => dataset var context family hyp assoc ..",
		"assoc(ses, ba_degree)⏎  ¦ => controlling_for .. !assoc",
		"assoc(ses, ba_degree) expect positive ¦ weights=w => controlling_for where .. !weights= !expect",

		// Conditions.
		"assoc(ses, ba_degree) where ¦ => race sex .. women ",
		"assoc(ses, ba_degree) where wom¦ => women",
		"assoc(ses, ba_degree) where lo¦ => log",
		"assoc(ses, ba_degree) where race = ¦ => \"Hispanic\" \"Black\" \"White\" 1 2 3",
		"assoc(ses, ba_degree) where race == \"h¦\" => \"Hispanic\"",
		"assoc(ses, ba_degree) where race in (1, ¦ => \"Hispanic\" ..",
		"assoc(ses, ba_degree) where race not in (\"Black\", ¦ => \"Hispanic\" ..",
		"assoc(ses, ba_degree) where race = 1 and (sex = ¦ => \"male\" \"female\" 1 2",
		"assoc(ses, ba_degree) where race = (¦ => race ..",
		"assoc(ses, ba_degree) where women and ses > ¦ => ses age79 .. log !race !women",
		"assoc(ses, ba_degree) where ses is ¦ => not_missing missing",

		// Declarations, and what a cell declares itself.
		"dataset d from ¦ => \"nlsy79.csv\" \"wave_two.parquet\" \"old/ !\"notes.md\" !\".hidden.csv\"",
		"dataset d from \"¦\" => \"nlsy79.csv \"wave_two.parquet \"old/",
		"dataset d from \"old/¦ => \"old/first.csv.gz\"",
		"dataset d from \"/et¦ =>",
		"dataset d from \"nlsy79.csv\" catalog \"¦ => \"nlsy79.catalog.json\" \"old/",
		"dataset d from \"nlsy79.csv\" sp¦ => split_holdout",
		"var ¦ => race sex ses ba_degree .. !black",
		"var race = race ¦ => numeric count binary ..",
		"var race = race categorical ref ¦ => \"Hispanic\" \"Black\" \"White\" 1 2 3",
		"var tall = ses > 3 binary⏎diff(educ79, by=tall: ¦ => true false",
		"var g = sample_id categorical levels (1 \"one\", -2 \"two\")⏎diff(educ79, by=g: ¦ => \"one\" \"two\" 1 -2",
		"context poor = ses < 0⏎family f⏎assoc(ses, educ79) where po¦ => poor",
		"family f method ¦ => bh by holm bonferroni",
		"dataset a from \"a.csv\"⏎dataset b from \"b.csv\"⏎assoc(ses, educ79) on ¦ => b a nlsy79",

		// What was written before may be wrong.
		"assoc(ses ba_degree) expect ¦ => positive ..",
		"hyp H1 assoc(ses, ba_degree) contr¦ => controlling_for contradicts",
		"nonsense⏎assoc(¦ => race ..",

		// Comments, magics, queries, Python.
		"# ses ¦ =>",
		"# hyp:ignore post¦ => post-exposure-control",
		"assoc(ses, educ79) # hyp:ignore multiple-¦ -- x =>",
		"%¦ => %query %%query %plan ..",
		"%%¦ => %%query %%python",
		"x⏎%%p¦ =>",
		"%q¦ => %query %%query",
		"%lint --f¦ => --fix",
		"%lint --fix ¦ => --data",
		"%help E030¦ => E0301 E0302 ..",
		"%help controlling¦ => controlling_for",
		"%data deg¦ => ba_degree `BA_DEGREE_COMPLETED`",
		"%emit ¦ => nlsy79.csv wave_two.parquet .. python r",
		"%verify N1¦ => N1 N10 ..",
		"%plan assoc(ses, ed¦ => educ79 mother_educ father_educ",
		"%nothing as¦ =>",
		"%%python⏎as¦ =>",
		"assoc(ses, educ79)⏎%query find i where i.eff¦ => effect",
		"%%query⏎find i where i dee¦ => deepens",
		"find i where i.¦ => id name text ..",
		"find i; find j where j con¦ => contradicts control",
		"explain ¦ => find lineage_of paths_from",
		"lineage ¦ => of",
	} {
		marked, list, found := strings.Cut(line, " =>")
		if !found {
			t.Fatalf("no list in %q", line)
		}
		code, at := cursor(t, strings.ReplaceAll(marked, "⏎", "\n"))
		got := texts(s, code, at)
		open, next := false, 0
		for _, want := range strings.Fields(list) {
			want, not := strings.CutPrefix(want, "!")
			text := strings.ReplaceAll(want, "_", " ")
			has := slices.IndexFunc(got, func(g string) bool { return g == want || strings.ReplaceAll(g, "_", " ") == text })
			switch {
			case want == "..":
				open = true
			case not && has >= 0:
				t.Errorf("%s: %q is offered", marked, want)
			case !not && (has < 0 || has != next && !open):
				t.Errorf("%s: %q is number %d, not %d, of %q", marked, want, has+1, next+1, got)
			case !not:
				next++
			}
		}
		if !open && !strings.Contains(list, "!") && len(got) != next {
			t.Errorf("%s: %d are offered, not %d: %q", marked, len(got), next, got)
		}
	}
}

// What a match replaces: the word before the cursor, and a closing quote that the editor has put behind it.
func TestReplaced(t *testing.T) {
	s := scope(t)
	for marked, want := range map[string]string{
		"assoc(se¦":                                 "se",
		"assoc(se¦s, x)":                            "se",
		"assoc(¦, x)":                               "",
		"assoc(ses, `BA DEG¦":                       "`BA DEG",
		"assoc(ses, `BA DEG¦`)":                     "`BA DEG`",
		"diff(educ79, by=race: \"W¦\")":             "\"W\"",
		"diff(educ79, by=race: \"W¦ vs 1)":          "\"W",
		"assoc(é, ses) where race = 'W¦'":           "'W'",
		"%lint --fi¦x":                              "--fi",
		"find i where i.eff¦ > 1":                   "eff",
		"dataset d from \"nl¦\"":                    "\"nl",
		"assoc(a, b)\n# hyp:ignore unadj, multipl¦": "multipl",
	} {
		code, at := cursor(t, marked)
		got := assist.Complete(context.Background(), s, code, at)
		if code[got.Start:got.End] != want {
			t.Errorf("%s: a match would replace %q, not %q", marked, code[got.Start:got.End], want)
		}
	}
}

// A completed cell says what was meant.
func ExampleComplete() {
	s := &assist.Scope{Variables: []assist.Variable{
		{Known: check.Known{Name: "income", Type: "numeric"}, Label: "yearly income"},
		{Known: check.Known{Name: "BA DEGREE COMPLETED", Type: "binary"}, Label: "finished college"},
	}}
	code := "assoc(income, deg"
	c := assist.Complete(context.Background(), s, code, len(code))
	for _, m := range c.Matches {
		fmt.Println(code[:c.Start]+m.Text, "-", m.Kind, m.Note)
	}
	// Output: assoc(income, `BA DEGREE COMPLETED` - binary finished college
}

func TestInspect(t *testing.T) {
	s := scope(t)
	for marked, want := range map[string][]string{
		"ass¦oc(ses, educ79)":                                          {"assoc (claim)", "Two variables go together", "assoc(EXPOSURE, OUTCOME)"},
		"assoc(¦":                                                      {"assoc (claim)"},
		"assoc(s¦es, educ79)":                                          {"ses (numeric variable, in z)", "socio-economic status", "`var` in the study"},
		"assoc(ses, ra¦ce)":                                            {"race (categorical variable)", "  2  Black"},
		"assoc(ses, ¦mother_educ)":                                     {"mother_educ (", "12686 rows, 808 missing (6.4%)", "the catalog"},
		"assoc(ses, `BA DEGREE¦ COMPLETED`)":                           {"BA DEGREE COMPLETED (binary variable)", "finished college"},
		"assoc(ses, educ79) controlling ¦for sex":                      {"controlling for (clause)", "Holds variables constant"},
		"assoc(ses, educ79) controlling for ¦":                         {"controlling for (clause)"},
		"assoc(ses, educ79) expect pos¦itive":                          {"positive (prediction)"},
		"assoc(ses, educ79) weights¦=w":                                {"weights (clause)"},
		"dataset d from \"d\" weights¦ w":                              {"weights (declaration clause)"},
		"family f method b¦y":                                          {"by (method)", "Yekutieli"},
		"assoc(ses, educ79) using ol¦s":                                {"ols (estimator)"},
		"assoc(ses, educ79) floor d¦ >= 0.1":                           {"d (measure)", "Cohen"},
		"assoc(ses, educ79) where log¦(ses) > 1":                       {"log (function)"},
		"assoc(ses, educ79) where wo¦men":                              {"women (context)", "sex = 2"},
		"assoc(ses, educ79) where ses in 1..2 an¦d women":              {"or (expression)"},
		"assoc(ses, educ79) deepens N1¦":                               {"N1 (hypothesis)", "Higher ses goes with", "Verdict: supported"},
		"hyp N1¦: assoc(ses, educ79)":                                  {"N1 (hypothesis)", "Verdict: supported"},
		"assoc(ses, educ79) deepens Old1¦":                             {"Old1 (hypothesis)", "has not been run"},
		"N1¦":                                                          {"N1 (hypothesis)", "Verdict: supported"}, // a name by itself
		"nlsy79¦":                                                      {"nlsy79 (data set)", "12686 rows, ", "columns; ", "`%data` shows"},
		"women¦":                                                       {"women (context)", "sex = 2"},
		"assoc(bl¦ack, educ79)":                                        {"black (binary variable)", "  false  also written 0\n  true   also written 1"},
		"var x = ses > 1 bina¦ry":                                      {"binary (type)"},
		"var tall = ses > 1 binary label \"hi\"\nassoc(ta¦ll, educ79)": {"tall (binary variable)", "hi", "in this cell"},
		"E0302¦":                              {"E0302 (error unknown-level)", "Why: "},
		"# see HL1¦07":                        {"HL107 (warn too-few-rows)"},
		"# hyp:ignore post-expo¦sure-control": {"post-exposure-control"},
		"find i where i.eff¦ect > 2":          {"effect (number of insight)"},
		"find i where i dee¦pens j":           {"deepens (relation)", "from insight to insight"},
		"find i:ins¦ight":                     {"insight (kind of node)", "holdout_p"},
		"find i where i about @race¦":         {"race (categorical variable)"},
		"lineage of @N1¦":                     {"N1 (hypothesis)"},
		"%li¦nt":                              {"%lint (magic)", "careful colleague", "--fix"},
		"%help sepa¦ration":                   {"separation (refusal)"},
		"%data ra¦ce":                         {"race (categorical variable)"},
		"%%pyth¦on\nx = 1":                    {"%%python (magic)"},
	} {
		code, at := cursor(t, marked)
		b := assist.Inspect(s, code, at, false)
		text, _ := b["text/plain"].(string)
		page, _ := b["text/html"].(string)
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: no %q in\n%s", marked, w, text)
			}
		}
		if !strings.Contains(page, "<strong>") {
			t.Errorf("%s: no HTML", marked)
		}
	}
	for _, marked := range []string{"¦", "ca¦t", "# no¦thing here", "%%python\nass¦oc", "1¦2", "%nothing¦", "find ¦"} {
		code, at := cursor(t, marked)
		if b := assist.Inspect(s, code, at, true); b != nil {
			t.Errorf("%s: %v", marked, b["text/plain"])
		}
	}
}

func TestInspectDetail(t *testing.T) {
	code := "assoc(ses, educ79)"
	brief := assist.Inspect(scope(t), code, 2, false)["text/plain"].(string)
	whole := assist.Inspect(scope(t), code, 2, true)["text/plain"].(string)
	if strings.Contains(brief, "Take care") || !strings.Contains(whole, "Take care") {
		t.Errorf("brief:\n%s\nin detail:\n%s", brief, whole)
	}
}

// Labels come from data, and never become markup.
func TestInspectEscapes(t *testing.T) {
	s := &assist.Scope{Variables: []assist.Variable{{Known: check.Known{Name: "x", Type: "numeric"}, Label: "<script>alert(1)</script>"}}}
	if page := assist.Inspect(s, "assoc(x, y)", 6, false)["text/html"].(string); strings.Contains(page, "<script") {
		t.Error(page)
	}
}

func TestIsComplete(t *testing.T) {
	s := scope(t)
	for code, want := range map[string]string{
		"":                                       "complete",
		"  \n# only words\n":                     "complete",
		"assoc(x, y)":                            "complete",
		"hyp H1: assoc(x, y) expect positive\n":  "complete",
		"family f":                               "complete",
		"assoc(x, y) [controlling for z]":        "complete", // a habit that is read
		"diff(y by g)":                           "complete",
		"assoc(x,":                               "incomplete",
		"assoc(x, y":                             "incomplete",
		"assoc(x, y),":                           "incomplete",
		"assoc(x, y) controlling for":            "incomplete",
		"assoc(x, y) controlling for a,":         "incomplete",
		"assoc(x, y) controlling for a, # and\n": "incomplete",
		"assoc(x, y) where (a > 1 and":           "incomplete",
		"assoc(x, y) decide p <":                 "incomplete",
		"hyp":                                    "incomplete",
		"hyp H1:":                                "incomplete",
		"hyp H1: assoc":                          "incomplete",
		"var x":                                  "incomplete",
		"var x = log(":                           "incomplete",
		"var x categorical levels (1 \"one\",":   "incomplete",
		"dataset d":                              "incomplete",
		"dataset d from":                         "incomplete",
		"context c =":                            "incomplete",
		"syntax":                                 "incomplete",
		"assoc(x y)":                             "invalid",
		"assoc(x y)\nassoc(x,":                   "invalid", // no further line mends the first
		"nonsense":                               "invalid",
		"assoc(x, y) claim \"open":               "invalid", // a string ends on its line
		"assoc(x, y)) expect":                    "invalid",

		"find i":                           "complete",
		"find i where":                     "incomplete",
		"find i where i.effect > 1 and":    "incomplete",
		"lineage of":                       "incomplete",
		"find i; find j where":             "incomplete",
		"find ]":                           "invalid",
		"%lint":                            "complete",
		"%query find i where":              "complete", // a magic is one line
		"%lint\nassoc(x,":                  "incomplete",
		"assoc(x, y)\n%lint":               "complete",
		"%%python":                         "incomplete",
		"%%python\nx = 1":                  "incomplete",
		"%%python\n":                       "incomplete",
		"%%python\nif x:\n    y = 1\n    ": "complete", // Enter on an empty line
		"%%python\nx = 1\n\n":              "complete",
		"%%unknown\nx":                     "incomplete",
		"\u200b":                           "complete",
		"assoc(x, y) controlling for a,,":  "invalid",
	} {
		if got := assist.IsComplete(s, code); got.Status != want {
			t.Errorf("%q is %s, not %s", code, got.Status, want)
		}
	}
	for code, want := range map[string]string{"assoc(x,": "  ", "find i where": "  ", "%%python\nfor x in y:": "    ", "%%python\n  x = 1": "  "} {
		if got := assist.IsComplete(s, code).Indent; got != want {
			t.Errorf("the line behind %q is set in by %q, not %q", code, got, want)
		}
	}
}
