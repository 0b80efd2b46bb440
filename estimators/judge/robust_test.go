package judge

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/result"
)

// Whatever a record lacks, and however large its numbers, there is a verdict with a reason, and it is JSON: no panic, no NaN.
func TestIncompleteRecords(t *testing.T) {
	builders := []func() *result.Record{
		func() *result.Record { return correlation(0.2, 400, 0.001) },
		func() *result.Record { return correlation(1, 5, 0) },
		func() *result.Record { return correlation(0, 10, 1) },
		welch,
		func() *result.Record { return logit(0.4, 0.1, 1e-4) },
		func() *result.Record { return logit(800, 300, 0.01) },
		func() *result.Record {
			r := logit(0, 0.1, 1)
			r.Effect.PerSD = ptr(0)
			return r
		},
		func() *result.Record { return anova(9, 1e-5) },
		func() *result.Record { return anova(0, 1) },
		func() *result.Record {
			return interaction(0.4, 0.001, slope("1", 0.5, 0.2), slope("9", 0.9, 0.2))
		},
		func() *result.Record {
			r := welch()
			r.Estimator, r.Estimate, r.StdError, r.Statistic = "mann_whitney", nil, nil, &result.Statistic{Name: "U", Value: 3}
			r.Levels[0].N = 0
			return r
		},
		func() *result.Record {
			r := correlation(0.2, 400, 0.001)
			r.Estimator, r.Statistic.Value, *r.Statistic.DF2 = "ols_cluster", 0, 1
			return r
		},
	}
	expects := []plan.Expect{"", plan.ExpectPositive, plan.ExpectNull, plan.ExpectAmplify, plan.ExpectReverse, plan.ExpectUniform}
	measures := []string{"r", "beta", "d", "md", "odds", "rr", "rd", "eta2"}
	quantities := []string{"", "p", "q", "effect", "n", "coverage", "bf", "e"}
	run := func(r *result.Record) {
		for _, e := range expects {
			for _, m := range measures {
				d := floored(e, m, 1.1)
				if m != "odds" && m != "rr" {
					d.Floor.Value = 0.1
				}
				for _, q := range quantities {
					if q != "" && m != "r" && m != "odds" {
						continue // a quantity does not depend on the other measures
					}
					d.Criteria, d.Family = nil, ""
					if q != "" {
						d.Criteria = []plan.Criterion{crit(q, "<", 0.05)}
					}
					if q == "q" {
						d.Family, r.Family = "f", &result.Family{}
					}
					j, err := Judge(Input{Decision: d, Record: r, Rivals: []Rival{{Name: "H2", Controlled: r}}, Moderators: []*result.Record{r}})
					if err != nil {
						t.Fatal(err)
					}
					if j.Verdict.Value == "" || j.Verdict.Reason == "" {
						t.Fatalf("no verdict: %+v", j)
					}
					if _, err := json.Marshal(j.Verdict); err != nil {
						t.Fatalf("%v: %+v", err, j.Verdict)
					}
					if _, err := json.Marshal([]any{j.Equivalence, j.Detectable}); err != nil {
						t.Fatalf("%v: %+v %+v", err, j.Equivalence, j.Detectable)
					}
				}
			}
		}
	}
	for _, build := range builders {
		run(build())
		fields := reflect.TypeFor[result.Record]()
		for i := range fields.NumField() {
			r := build()
			if f := reflect.ValueOf(r).Elem().Field(i); f.Kind() == reflect.Pointer || f.Kind() == reflect.Slice {
				if !f.IsNil() {
					f.SetZero()
					run(r)
				}
			}
		}
		for _, strip := range []func(r *result.Record){
			func(r *result.Record) { r.Effect.Low = nil },
			func(r *result.Record) { r.Statistic.DF1 = nil },
			func(r *result.Record) { r.Statistic.DF2 = nil },
			func(r *result.Record) { r.Statistic.Value = math.MaxFloat64 },
			func(r *result.Record) { r.N = 0 },
			func(r *result.Record) { r.Estimator, r.Test, r.Effect.Measure = "", "", "" },
		} {
			r := build()
			strip(r)
			run(r)
		}
	}
}
