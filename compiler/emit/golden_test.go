package emit_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/emit"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/engine"
	"github.com/hyp-lang/hyp/estimators/study"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// planned binds the study of an example; its data are named as if the script lay beside them.
func planned(t *testing.T, path string) *emit.Study {
	t.Helper()
	ctx := context.Background()
	texts, err := study.Find(ctx, []string{path}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := study.Open(ctx, texts, study.Options{})[0]
	out := &emit.Study{Name: filepath.Base(path), Version: "test", PoolBelow: engine.Default().PoolBelow}
	err = s.Plan(ctx, func(p *study.Planned) error {
		h := emit.Hypothesis{Name: p.Name, Claim: p.Claim, Bound: p.Bound}
		switch {
		case p.Refusal != nil:
			h.Reason = &emit.Reason{Code: p.Refusal.Code, Message: p.Refusal.Message}
		case p.Needs != "":
			h.Bound, h.Reason = nil, &emit.Reason{Code: string(p.Status), Message: p.Needs}
		}
		out.Hypotheses = append(out.Hypotheses, h)
		return nil
	}, func(name string, err error) { t.Errorf("%s: %v", name, err) })
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range s.Info.Datasets {
		out.Datasets = append(out.Datasets, emit.Dataset{Name: d.Name, Path: filepath.Base(d.Path)})
	}
	return out
}

func write(t *testing.T, to emit.Language, s *emit.Study) string {
	t.Helper()
	var b bytes.Buffer
	if err := emit.Write(&b, to, s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The scripts of examples/penguins as an auditor reads them, and what the awkward study declares and asks.
func TestGolden(t *testing.T) {
	penguins, awkward := planned(t, "../../examples/penguins/penguins.hyp"), planned(t, "testdata/awkward.hyp")
	_, asPython, _ := strings.Cut(write(t, emit.Python, awkward), "# ---- the study --")
	asPython, _, _ = strings.Cut(asPython, "# ---- running --")
	_, asR, _ := strings.Cut(write(t, emit.R, awkward), "# ---- the study --")
	for name, got := range map[string]string{
		"penguins.py": write(t, emit.Python, penguins), "penguins.R": write(t, emit.R, penguins), "awkward.py": asPython, "awkward.R": asR,
	} {
		path := filepath.Join("testdata", name+".golden")
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s differs; go test -run Golden -update rewrites it, and git diff shows the change", path)
		}
	}
}

// A name of a study must not become code, in a string or in a comment.
func TestNamesStayData(t *testing.T) {
	x := &plan.Variable{Name: "x\"); evil(\"\n", Column: "x\\\n\"\"\"\u202e$(evil)\x00", Type: plan.Numeric}
	y := &plan.Variable{Name: "y", Column: "y", Type: plan.Numeric}
	s := &plan.Spec{Template: plan.Assoc, Outcome: y, Exposure: x, Dataset: "d\nevil()"}
	h := emit.Hypothesis{Name: "H\nevil()", Claim: "assoc(x,\u2028evil()\n, y)", Bound: &plan.Bound{
		Spec: s, Plan: &plan.Correlation{Outcome: y, Exposure: x}, Why: "a\nevil()", Formula: "b\r\nevil()"}}
	refused := emit.Hypothesis{Name: "R\nevil()", Claim: "c\nevil()", Reason: &emit.Reason{Code: "no-rows\nevil()", Message: "m\nevil()"}}
	data := []emit.Dataset{{Name: s.Dataset, Path: "d\"\nevil()"}}
	for _, to := range []emit.Language{emit.Python, emit.R} {
		script := write(t, to, &emit.Study{Name: "\"\"\"\nevil()", Datasets: data, Hypotheses: []emit.Hypothesis{h, refused}})
		for _, line := range strings.Split(script, "\n") {
			if code, _, _ := strings.Cut(line, "#"); strings.HasPrefix(strings.TrimSpace(code), "evil") {
				t.Errorf("%s: a name became the line %q", to, line)
			}
		}
		if strings.ContainsAny(script, "\u202e\u2028\x00\r") {
			t.Errorf("%s: a mark that hides what follows it reached the script", to)
		}
	}
}

// What no script can say is an error that names the hypothesis.
func TestErrors(t *testing.T) {
	y := &plan.Variable{Name: "y", Column: "y", Type: plan.Numeric}
	spec := func(where plan.Expr) *plan.Spec {
		return &plan.Spec{Template: plan.Assoc, Outcome: y, Exposure: y, Dataset: "d", Where: where}
	}
	correlation := &plan.Correlation{Outcome: y, Exposure: y}
	for want, b := range map[string]*plan.Bound{
		`H1: where: no function "sin"`:  {Spec: spec(&plan.Call{Function: "sin", Args: []plan.Expr{&plan.Number{}}}), Plan: correlation},
		`H1: where: an expression of`:   {Spec: spec(&plan.Not{}), Plan: correlation},
		`H1: no script is known for a`:  {Spec: spec(nil)},
		`H1: no data set is called "e"`: {Spec: &plan.Spec{Dataset: "e"}, Plan: correlation},
	} {
		for _, to := range []emit.Language{emit.Python, emit.R} {
			err := emit.Write(&bytes.Buffer{}, to, &emit.Study{Datasets: []emit.Dataset{{Name: "d"}}, Hypotheses: []emit.Hypothesis{{Name: "H1", Bound: b}}})
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want %s", to, err, want)
			}
		}
	}
	if err := emit.Write(&bytes.Buffer{}, "julia", &emit.Study{}); err == nil || !strings.Contains(err.Error(), `no language "julia"`) {
		t.Errorf("julia: error %v", err)
	}
}
