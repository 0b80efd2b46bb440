package lint

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/lang/source"
)

func fixString(t *testing.T, text string, unsafe bool, only ...string) Fixed {
	t.Helper()
	cfg, err := Default().With(only, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	out, err := Fix(context.Background(), File{Source: source.New("s.hyp", text)}, cfg, Options{}, unsafe)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestFixes(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		unsafe           bool
	}{
		{"a use that falls away uncovers the next", "var a = A numeric\nvar b = a + 1 numeric\nvar c = b * 2 numeric\nhyp H1: assoc(x, y)\n", "hyp H1: assoc(x, y)\n", false},
		{"comments of a deleted statement stay", "# about a\nvar a = A numeric # in years\n  label \"age\" # said twice\nhyp H1: assoc(x, y)\n", "# about a\n# in years\n# said twice\nhyp H1: assoc(x, y)\n", false},
		{"a name that broken text may use stays", "var a = A numeric\nhyp H1: assoc(a\nhyp H2: assoc(x, y)\n", "var a = A numeric\nhyp H1: assoc(a\nhyp H2: assoc(x, y)\n", false},
		{"on one line", "var a = A numeric var b = B numeric hyp H1: assoc(b, y)", "var b = B numeric\nhyp H1: assoc(b, y)\n", false},
		{"a formula is rewritten", "assoc(y ~ x)\n", "assoc(x, y)\n", false},
		{"one repair uncovers the next in its statement", "diff(y, by=g, a vs b)\nassoc(x, y)\n", "diff(y, by=g: \"a\" vs \"b\")\nassoc(x, y)\n", false},
		{"and a repair that gets nowhere is not made", "assoc(x, z)\nassoc(\"x\", y\n", "assoc(x, z)\nassoc(\"x\", y\n", false},
		{"a context takes the place of its text", "context old = age > 64\nhyp H1: assoc(x, y) where age > 64\n", "context old = age > 64\nhyp H1: assoc(x, y) where old\n", false},
		{"names are fresh", "context age_in_18_64 = z > 1\nhyp H0: assoc(q, y) where age_in_18_64\nhyp H1: assoc(a, y) where age in 18..64\nhyp H2: assoc(b, y) where age in 18..64\nhyp H3: assoc(c, y) where age in 18..64\n",
			"context age_in_18_64 = z > 1\ncontext age_in_18_64_2 = age in 18..64\nhyp H0: assoc(q, y) where age_in_18_64\nhyp H1: assoc(a, y) where age_in_18_64_2\nhyp H2: assoc(b, y) where age_in_18_64_2\nhyp H3: assoc(c, y) where age_in_18_64_2\n", false},
		{"a comment in a condition is not lost", "hyp H1: assoc(a, y) where age in # grown\n  18..64\nhyp H2: assoc(b, y) where age in 18..64\nhyp H3: assoc(c, y) where age in 18..64\n", "", false},
		{"suppressed findings are let alone", "# hyp:ignore unused-declaration -- for later\nvar a = A numeric\nhyp H1: assoc(x, y)\n", "# hyp:ignore unused-declaration -- for later\nvar a = A numeric\nhyp H1: assoc(x, y)\n", false},
		{"half of a suppression goes", "# hyp:ignore unused-declaration, no-floor -- for later\nvar a = A numeric\nhyp H1: assoc(x, y)\n", "# hyp:ignore unused-declaration -- for later\nvar a = A numeric\nhyp H1: assoc(x, y)\n", false},
		{"a suppression without a blank goes too", "#HYP:ignore unused-declaration -- for later\nhyp H1: assoc(x, y)\n", "hyp H1: assoc(x, y)\n", false},
		{"unsafe when asked", "var g categorical levels (\"a\", \"b\")\nhyp H1: diff(y, by=g)\n", "var g categorical levels (\"a\", \"b\") ref \"a\"\nhyp H1: diff(y, by=g)\n", true},
		{"a weighted claim about a binary outcome would be refused", "dataset d from \"t.csv\" weights W\nvar b binary levels (0, 1)\nhyp H1: assoc(x, b)\n", "dataset d from \"t.csv\" weights W\nvar b binary levels (0, 1)\nhyp H1: assoc(x, b)\n", true},
		{"a control that is the whole clause", "var g = G numeric measured 1990\nvar x = X numeric measured 1980\nhyp H1: assoc(x, y) controlling for g where z > 1\n", "var x = X numeric measured 1980\nhyp H1: assoc(x, y) where z > 1\n", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := fixString(t, c.text, c.unsafe)
			if c.want != "" && got.Text != c.want {
				t.Errorf("fixed (%q, refused %q):\n%s\nwant\n%s", got.Titles, got.Refused, got.Text, c.want)
			}
			if c.want == "" && strings.Count(got.Text, "#") != strings.Count(c.text, "#") {
				t.Errorf("a comment is lost:\n%s", got.Text)
			}
			if again := fixString(t, got.Text, c.unsafe); again.Text != got.Text || len(again.Titles) > 0 {
				t.Errorf("not idempotent: %q\n%s", again.Titles, again.Text)
			}
		})
	}
}

// TestFixesKeepMeaning makes the safe fixes of every documented example at once and asks that no specification changes.
func TestFixesKeepMeaning(t *testing.T) {
	for _, r := range Rules() {
		for _, text := range []string{r.Doc.Example, r.Doc.Instead} {
			f := File{Source: source.New("s.hyp", text)}
			opt := docOptions(t, r)
			fixed, err := Fix(context.Background(), f, Default(), opt, false)
			if err != nil {
				t.Fatal(err)
			}
			before := openStudy(context.Background(), f.Source, opt.loader(f), DefaultSettings(), nil).facts()
			after := openStudy(context.Background(), source.New("s.hyp", fixed.Text), opt.loader(f), DefaultSettings(), nil).facts()
			if !slices.Equal(before.specs, after.specs) {
				t.Errorf("%s: the fixes %q change what is tested:\n%s", r.Name, fixed.Titles, fixed.Text)
			}
		}
	}
}

// A fix that calls itself safe and is not must be kept out.
func TestRefusedFix(t *testing.T) {
	// The alias has the same column under another type than the catalog would give: writing it changes the test.
	text := "var s = `A B` binary\nhyp H1: assoc(`A B`, y)\nhyp H2: assoc(`A B`, z)\nhyp H3: assoc(`A B`, w)\nhyp H4: assoc(s, v)\n"
	got := fixString(t, text, false, "raw-column-name")
	if got.Text != text || len(got.Refused) != 1 {
		t.Errorf("refused %q, text\n%s", got.Refused, got.Text)
	}
}

func TestWrite(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.hyp")
	if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(folder, "link.hyp")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if err := Write(link, "new"); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(path)
	info, _ := os.Stat(path)
	if l, err := os.Lstat(link); err != nil || l.Mode()&os.ModeSymlink == 0 {
		t.Error("the link was replaced by a file")
	}
	if string(text) != "new" || info.Mode().Perm() != 0o640 {
		t.Errorf("text %q, mode %v", text, info.Mode())
	}
	if left, _ := os.ReadDir(folder); len(left) != 2 {
		t.Errorf("files are left behind: %v", left)
	}
	if err := Write(filepath.Join(folder, "gone", "a.hyp"), "x"); err == nil || !strings.Contains(err.Error(), "gone") {
		t.Errorf("error %v does not name the file", err)
	}
}

// More new declarations than there are rounds go in together, each under its own name.
func TestManyFixes(t *testing.T) {
	var b strings.Builder
	for i := range 3 * rounds {
		for j := range 3 {
			b.WriteString("hyp H" + strconv.Itoa(3*i+j) + ": assoc(x" + strconv.Itoa(j) + ", y) where some_very_long_name_of_a_column > " + strconv.Itoa(i) + "\n")
		}
	}
	got := fixString(t, b.String(), false, "repeated-condition")
	if n := strings.Count(got.Text, "context "); n != 3*rounds || len(got.Refused) > 0 {
		t.Errorf("%d contexts for %d conditions; refused %d", n, 3*rounds, len(got.Refused))
	}
	if again := fixString(t, got.Text, false, "repeated-condition"); again.Text != got.Text {
		t.Error("not stable")
	}
}

// No estimator makes the checker refuse the weights that ignored-weights puts in: what takes none is not offered them.
func TestWeightsFixFits(t *testing.T) {
	for _, claim := range []string{"assoc(x, y)", "diff(y, by=g)", "diff(b, by=g: 1 vs 2)"} {
		for _, using := range check.Words().Estimators {
			text := "dataset d from \"table.csv\" weights W\nvar x numeric\nvar y numeric\nvar b binary levels (0, 1)\nvar g binary levels (1, 2)\n" +
				"hyp H1: " + claim + " using " + using + "\n"
			if got := fixString(t, text, true, "ignored-weights"); len(got.Refused) > 0 {
				t.Errorf("%s using %s: %q", claim, using, got.Refused)
			}
		}
	}
}
