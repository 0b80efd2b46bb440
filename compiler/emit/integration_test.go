//go:build integration

// The emitted scripts run with the real tools: HYP_PYTHON (default python3) with numpy, scipy and statsmodels, and Rscript with
// car. A missing tool fails the test.
//
//	go test -tags integration ./compiler/emit
package emit_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/hyp-lang/hyp/compiler/emit"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/engine"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/table"
)

// question is a spec with its table, and the policy it is planned under.
type question struct {
	spec   *plan.Spec
	table  *table.Table
	path   string
	limits engine.Limits
}

// answers binds the questions, writes one script of all that have a plan, and returns the engine's records beside it.
func answers(t *testing.T, questions []question) (*emit.Study, map[string]*result.Record) {
	t.Helper()
	ctx := context.Background()
	s := &emit.Study{Name: t.Name(), Version: "test", PoolBelow: engine.Default().PoolBelow}
	records := map[string]*result.Record{}
	for _, q := range questions {
		q.spec.Dataset = q.path
		rec, err := engine.Run(ctx, q.table, q.spec, engine.Options{Limits: &q.limits})
		if err != nil {
			t.Fatalf("%s: %v", q.spec.Name, err)
		}
		h := emit.Hypothesis{Name: q.spec.Name, Claim: q.spec.Claim}
		if rec.Status == result.OK {
			if h.Bound, _, err = engine.Plan(ctx, q.table, q.spec, engine.Options{Limits: &q.limits}); err != nil {
				t.Fatalf("%s: %v", q.spec.Name, err)
			}
			records[q.spec.Name] = rec
			if q.spec.Part == plan.Train {
				h.Holdout, rec.Holdout = held(t, q)
			}
		} else {
			h.Reason = &emit.Reason{Code: rec.Refusal.Code, Message: rec.Refusal.Message}
		}
		s.PoolBelow = q.limits.PoolBelow
		s.Hypotheses = append(s.Hypotheses, h)
		if !slices.ContainsFunc(s.Datasets, func(d emit.Dataset) bool { return d.Name == q.path }) {
			f := q.table.Format
			set := emit.Dataset{Name: q.path, Path: absolute(t, q.path), Hash: q.table.Hash, Delimiter: f.Delimiter, Encoding: f.Encoding,
				Decimal: f.DecimalMark(), Thousands: f.Thousands, Dates: f.Dates}
			if set.Delimiter == "tab" {
				set.Delimiter = "\t"
			}
			s.Datasets = append(s.Datasets, set)
		}
	}
	return s, records
}

// held is the plan and the summary of a question on the holdout, nil when it is refused there.
func held(t *testing.T, q question) (*plan.Bound, *result.Summary) {
	t.Helper()
	spec := *q.spec
	spec.Part = plan.Holdout
	rec, err := engine.Run(context.Background(), q.table, &spec, engine.Options{Limits: &q.limits})
	if err != nil || rec.Status != result.OK {
		return nil, nil
	}
	bound, _, err := engine.Plan(context.Background(), q.table, &spec, engine.Options{Limits: &q.limits})
	if err != nil {
		t.Fatalf("%s: %v", spec.Name, err)
	}
	return bound, rec.Summary()
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	full, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return full
}

var commands = map[emit.Language]struct {
	command []string
	file    string
}{
	emit.Python: {[]string{python()}, "audit.py"},
	emit.R:      {[]string{"Rscript"}, "audit.R"},
}

func python() string {
	if p := os.Getenv("HYP_PYTHON"); p != "" {
		return p
	}
	return "python3"
}

// execute writes a script into a folder and runs it.
func execute(t *testing.T, to emit.Language, folder string, s *emit.Study) map[string]map[string]any {
	t.Helper()
	var script bytes.Buffer
	if err := emit.Write(&script, to, s); err != nil {
		t.Fatal(err)
	}
	c := commands[to]
	file := filepath.Join(folder, c.file)
	if err := os.WriteFile(file, script.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(c.command[0], append(c.command[1:], file)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Errorf("%s: %v\n%s", to, err, stderr.String())
	}
	records := map[string]map[string]any{}
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var r map[string]any
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatalf("%s: %v in %q", to, err, lines.Text())
		}
		if r["status"] != "ok" {
			t.Errorf("%s: %s", to, lines.Text())
		}
		records[r["name"].(string)] = r
	}
	return records
}

// compared are the keys of a record that a script must reproduce, with all that lies below them.
var compared = []string{"claim", "status", "estimator", "test", "n_total", "n", "coverage", "estimate", "std_error", "low", "high", "statistic",
	"log10_p", "effect", "magnitude", "odds_ratio", "coefficients", "reference", "event", "contrast", "levels", "pooled", "slopes", "marginal", "holdout"}

// worst is the largest difference of a run, as a share of what is allowed.
type worst struct {
	share float64
	where string
	count int
}

// compare holds a script's record against the engine's: relative to the larger of the value and its natural scale (the standard
// error for estimates and bounds, 1 for statistics and log10 p, 0.001 for effects).
func compare(t *testing.T, to emit.Language, rec *result.Record, got map[string]any, w *worst) {
	t.Helper()
	b, err := json.Marshal(rec)
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]any
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatal(err)
	}
	tolerance := 1e-8
	if rec.Estimator == "logit" {
		tolerance = 1e-6
	}
	for _, key := range compared {
		walk(t, fmt.Sprintf("%s %s %s", to, rec.Name, key), key, want[key], got[key], want, tolerance, w)
	}
}

func walk(t *testing.T, where, key string, want, got any, parent map[string]any, tolerance float64, w *worst) {
	t.Helper()
	switch x := want.(type) {
	case map[string]any:
		y, ok := got.(map[string]any)
		if !ok {
			t.Errorf("%s: %v, want %v", where, got, want)
			return
		}
		for k := range x {
			walk(t, where+"."+k, k, x[k], y[k], x, tolerance, w)
		}
	case []any:
		y, ok := got.([]any)
		if !ok || len(y) != len(x) {
			t.Errorf("%s: %v, want %v", where, got, want)
			return
		}
		for i := range x {
			walk(t, fmt.Sprintf("%s[%d]", where, i), key, x[i], y[i], parent, tolerance, w)
		}
	case float64:
		y, ok := got.(float64)
		if !ok {
			t.Errorf("%s: %v, want %v", where, got, want)
			return
		}
		scale := math.Abs(x)
		se, _ := parent["std_error"].(float64)
		switch {
		case key == "log10_p":
			scale = 10 * max(1, scale)
		case parent["name"] != nil && key == "value": // a statistic
			scale = max(1, scale)
		case key == "estimate" || key == "slope" || key == "low" && se > 0 || key == "high" && se > 0:
			scale = max(scale, se)
		case key == "mean":
			sd, _ := parent["sd"].(float64)
			scale = max(scale, sd)
		case parent["measure"] != nil || key == "magnitude":
			scale = max(1e-3, scale)
		}
		w.count++
		share := math.Abs(x-y) / (scale * tolerance)
		if share > w.share && scale > 0 {
			w.share, w.where = share, fmt.Sprintf("%s %v %v", where, x, y)
		}
		if !(math.Abs(x-y) <= scale*tolerance) {
			t.Errorf("%s: %v, want %v", where, y, x)
		}
	default:
		if want != got {
			t.Errorf("%s: %v, want %v", where, got, want)
		}
	}
}

// check runs the questions in both languages.
func check(t *testing.T, questions []question) {
	t.Helper()
	s, records := answers(t, questions)
	if len(records) == 0 {
		t.Fatal("no hypothesis has a plan")
	}
	for to := range commands {
		t.Run(string(to), func(t *testing.T) {
			got := execute(t, to, t.TempDir(), s)
			if len(got) != len(records) {
				t.Errorf("the script has %d records, want %d", len(got), len(records))
			}
			var w worst
			for name, rec := range records {
				if got[name] == nil {
					t.Errorf("%s: no record", name)
					continue
				}
				compare(t, to, rec, got[name], &w)
			}
			t.Logf("%d hypotheses, %d numbers; largest difference %.2g of what is allowed, %s", len(records), w.count, w.share, w.where)
		})
	}
}
