package engine_test

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/engine"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/estimators/table/benchtable"
)

var benchTable = sync.OnceValue(func() *table.Table { return benchtable.Table(500_000, 1) })

// claims are the rows of the speed table in the package doc, over the columns of benchtable.
var claims = []struct {
	name string
	spec plan.Spec
}{
	{"assoc", plan.Spec{Template: plan.Assoc, Exposure: num("n01"), Outcome: num("n02")}},
	{"assoc+3", plan.Spec{Template: plan.Assoc, Exposure: num("n01"), Outcome: num("n02"), Controls: vars(num("n03"), num("n04"), num("o01"))}},
	{"levels12", plan.Spec{Template: plan.Assoc, Exposure: cat("c08"), Outcome: num("n02")}},
	{"levels12+3", plan.Spec{Template: plan.Assoc, Exposure: cat("c08"), Outcome: num("n02"), Controls: vars(num("n03"), num("n04"), num("o01"))}},
	{"logit", plan.Spec{Template: plan.Assoc, Exposure: num("n01"), Outcome: bin("yes")}},
	{"logit+3", plan.Spec{Template: plan.Assoc, Exposure: num("n01"), Outcome: bin("yes"), Controls: vars(num("n03"), num("n04"), num("o01"))}},
	{"welch", plan.Spec{Template: plan.Diff, Outcome: num("n02"), Groups: bin("yes")}},
	{"mann-whitney", plan.Spec{Template: plan.Diff, Outcome: ord("o01"), Groups: bin("yes")}},
	{"kruskal", plan.Spec{Template: plan.Diff, Outcome: num("n02"), Groups: cat("c03")}},
	{"interact", plan.Spec{Template: plan.Interact, Exposure: num("n01"), Moderator: num("n03"), Outcome: num("n02")}},
	{"interact+3", plan.Spec{Template: plan.Interact, Exposure: num("n01"), Moderator: num("n03"), Outcome: num("n02"), Controls: vars(num("n05"), num("n04"), num("o01"))}},
	{"heterogeneity6", plan.Spec{Template: plan.Heterogeneity, Exposure: num("n01"), Groups: cat("c03"), Outcome: num("n02")}},
	{"heterogeneity6+3", plan.Spec{Template: plan.Heterogeneity, Exposure: num("n01"), Groups: cat("c03"), Outcome: num("n02"), Controls: vars(num("n03"), num("n04"), num("o01"))}},
}

func variable(name string, t plan.Type) *plan.Variable {
	return &plan.Variable{Name: name, Column: name, Type: t}
}
func num(name string) *plan.Variable            { return variable(name, plan.Numeric) }
func ord(name string) *plan.Variable            { return variable(name, plan.Ordinal) }
func cat(name string) *plan.Variable            { return variable(name, plan.Categorical) }
func bin(name string) *plan.Variable            { return variable(name, plan.Binary) }
func vars(v ...*plan.Variable) []*plan.Variable { return v }

// BenchmarkCold answers each claim on a table that nothing has touched: views, masks, sort indexes are made anew.
func BenchmarkCold(b *testing.B) {
	for _, c := range claims {
		b.Run(c.name, func(b *testing.B) {
			full := benchTable()
			for b.Loop() {
				t, err := table.New(full.Name, full.Columns...)
				if err != nil {
					b.Fatal(err)
				}
				answer(b, t, &c.spec)
			}
		})
	}
}

// BenchmarkWarm answers each claim again on a table whose columns have been used.
func BenchmarkWarm(b *testing.B) {
	for _, c := range claims {
		b.Run(c.name, func(b *testing.B) {
			t := benchTable()
			for b.Loop() {
				answer(b, t, &c.spec)
			}
		})
	}
}

func answer(b *testing.B, t *table.Table, s *plan.Spec) {
	r, err := engine.Run(context.Background(), t, s, engine.Options{})
	if err != nil {
		b.Fatal(err)
	}
	if r.Status != result.OK {
		b.Fatal(r.Refusal)
	}
}

// TestWriteBenchTable writes the table as CSV for runs of whole processes, when HYP_BENCH_CSV names a file.
func TestWriteBenchTable(t *testing.T) {
	path := os.Getenv("HYP_BENCH_CSV")
	rows := 500_000
	if path == "" {
		path, rows = t.TempDir()+"/bench.csv", 100
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := benchtable.Write(f, rows, 1); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := table.Open(context.Background(), path, table.Options{Columns: []string{"yes"}})
	if err != nil || got.Rows != rows {
		t.Fatal(fmt.Sprint(got, err))
	}
}
