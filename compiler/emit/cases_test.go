//go:build integration

package emit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/engine"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/estimators/table"
)

const oracles = "../../estimators/engine/testdata"

// The oracle tables: NIST's, and awkward ones.
func TestOracle(t *testing.T) { check(t, cases(t, filepath.Join(oracles, "oracle"), "")) }
func TestNasty(t *testing.T)  { check(t, cases(t, filepath.Join(oracles, "nasty"), "")) }

// Terms of which the rows determine a part.
func TestPartly(t *testing.T) { check(t, cases(t, filepath.Join(oracles, "partly"), "")) }

// The studies of examples, as a reader would run them.
func TestExamples(t *testing.T) {
	for _, name := range []string{"penguins", "nlsy79"} {
		t.Run(name, func(t *testing.T) { check(t, fromStudy(t, filepath.Join("../../examples", name, name+".hyp"))) })
	}
}

// Files that say how they write letters, numbers and dates: the scripts read the same cells.
func TestWritten(t *testing.T) { check(t, fromStudy(t, "testdata/written.hyp")) }

// fromStudy asks the hypotheses of a study that are not blocked.
func fromStudy(t *testing.T, path string) []question {
	t.Helper()
	ctx := context.Background()
	texts, err := study.Find(ctx, []string{path}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := study.Open(ctx, texts, study.Options{})[0]
	if s.Failed() {
		t.Fatalf("%s: %v", path, s.Diagnostics)
	}
	var out []question
	for _, h := range s.Info.Hyps {
		if h.Blocked != "" {
			continue
		}
		table, err := h.Dataset.Table(ctx)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, question{h.Spec, table, h.Dataset.Path, engine.Default()})
	}
	return out
}

// oracleCase is one line of cases.jsonl; SOURCE.md beside it says where it comes from.
type oracleCase struct {
	ID       string
	CSV      string
	Dict     string `json:"dictionary"`
	Template string
	Y, X     string
	Z, G     *string
	Controls []string
	Weight   *string
	Using    plan.Method
	Cluster  *string
	Types    map[string]string
	Levels   map[string][]string
	Missing  map[string][]string `json:"missing_codes"`
}

type dictionary struct {
	Columns []struct {
		Column, Type string
		Levels       []any
		Missing      []string `json:"missing_codes"`
	}
}

// cases asks what cases.jsonl in a folder asks of the tables in data (the folder itself when empty).
func cases(t *testing.T, folder, data string) []question {
	t.Helper()
	if data == "" {
		data = folder
	}
	lines, err := os.ReadFile(filepath.Join(folder, "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string]*table.Table{}
	var out []question
	for line := range bytes.Lines(lines) {
		var c oracleCase
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(data, c.CSV)
		if tables[path] == nil {
			if tables[path], err = table.Open(context.Background(), path, table.Options{}); err != nil {
				t.Fatal(err)
			}
		}
		b, err := os.ReadFile(filepath.Join(data, c.Dict))
		if err != nil {
			t.Fatal(err)
		}
		var d dictionary
		if err := json.Unmarshal(b, &d); err != nil {
			t.Fatal(err)
		}
		out = append(out, question{c.spec(d), tables[path], path, engine.Default()})
	}
	return out
}

func (c oracleCase) spec(d dictionary) *plan.Spec {
	variables := map[string]*plan.Variable{}
	for _, col := range d.Columns {
		v := &plan.Variable{Name: col.Column, Column: col.Column, Type: plan.Type(col.Type), Missing: plan.Missing{Codes: col.Missing}}
		if k, ok := c.Types[col.Column]; ok {
			v.Type = plan.Type(k)
		}
		if m, ok := c.Missing[col.Column]; ok {
			v.Missing.Codes = m
		}
		levels := c.Levels[col.Column]
		if len(levels) == 0 {
			for _, l := range col.Levels {
				levels = append(levels, fmt.Sprint(l))
			}
		}
		for _, l := range levels {
			v.Levels = append(v.Levels, plan.Level{Code: l})
		}
		variables[col.Column] = v
	}
	get := func(name *string) *plan.Variable {
		if name == nil {
			return nil
		}
		return variables[*name]
	}
	s := &plan.Spec{Name: c.ID, Claim: c.ID, Template: plan.Template(c.Template), Outcome: get(&c.Y), Weights: get(c.Weight), Using: c.Using, Cluster: get(c.Cluster)}
	if s.Template == plan.Diff {
		s.Groups = get(&c.X)
	} else {
		s.Exposure, s.Moderator, s.Groups = get(&c.X), get(c.Z), get(c.G)
	}
	for _, name := range c.Controls {
		s.Controls = append(s.Controls, get(&name))
	}
	return s
}

// Names, cells, conditions, contrasts, pools, weights, ranks, robust errors and both parts of a split.
func TestAwkward(t *testing.T) {
	train := fromStudy(t, "testdata/awkward.hyp")
	if len(train) < 40 {
		t.Fatalf("%d hypotheses", len(train))
	}
	all := train
	for _, q := range train {
		q.spec.Part = plan.Train // and the holdout beside it
	}
	for _, q := range train { // and without a split, clusters for an estimator that a catalog would name them for
		whole := *q.spec
		whole.Name, whole.Split, whole.Part = q.spec.Name+" all", nil, ""
		if whole.Using == plan.UsingHC3 {
			robust := whole
			robust.Name, robust.Using = q.spec.Name+" clusters", plan.UsingCluster
			robust.Cluster = &plan.Variable{Name: "site", Column: "site", Type: plan.Categorical}
			all = append(all, question{&robust, q.table, q.path, q.limits})
		}
		all = append(all, question{&whole, q.table, q.path, q.limits})
	}
	check(t, all)
}

// The paper's policy pools at 30 rows and reads a binary outcome as a number.
func TestPaper(t *testing.T) {
	all := fromStudy(t, "testdata/awkward.hyp")
	for i := range all {
		all[i].limits = engine.Paper()
		all[i].spec.Split, all[i].spec.Part = nil, ""
	}
	check(t, all)
}
