package loop_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// world is a small table with a catalog. School goes with income and income with trust, men and women differ in how age goes
// with health, and the rest is noise.
type world struct {
	labels map[string]string // of variables; their names stand for those that are missing
	levels map[string]string // of region
	noise  string            // the name of a column that goes with nothing
	extra  map[string]any    // further keys of the variable income
}

// write makes the files and returns the path of the data.
func (w world) write(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if w.noise == "" {
		w.noise = "noise"
	}
	names := []string{"school", "income", "trust", "age", "health", "sex", "region", w.noise}
	r := rand.New(rand.NewPCG(7, 7))
	var b strings.Builder
	var head []string
	for _, n := range names {
		head = append(head, `"`+strings.ReplaceAll(n, `"`, `""`)+`"`)
	}
	b.WriteString(strings.Join(head, ",") + "\n")
	for range 900 {
		school, age, sex := r.NormFloat64(), r.NormFloat64(), r.IntN(2)
		income := 0.5*school + r.NormFloat64()
		trust := 0.5*income + r.NormFloat64()
		health := 0.6*age*float64(2*sex-1) + r.NormFloat64()
		fmt.Fprintf(&b, "%.3f,%.3f,%.3f,%.3f,%.3f,%d,%d,%.3f\n", school, income, trust, age, health, 1+sex, 1+r.IntN(3), r.NormFloat64())
	}
	type scale struct {
		Values map[string]string `json:"values,omitempty"`
	}
	var variables []map[string]any
	modules := map[string]string{"school": "work", "income": "work", "trust": "mind", "health": "mind", "age": "person", "sex": "person", "region": "person", w.noise: "person"}
	for _, n := range names {
		v := map[string]any{"name": n, "type": "numeric", "module": modules[n]}
		if l := w.labels[n]; l != "" {
			v["label"] = l
		}
		switch n {
		case "sex":
			v["type"], v["scale"] = "binary", scale{map[string]string{"1": "male", "2": "female"}}
		case "region":
			levels := w.levels
			if levels == nil {
				levels = map[string]string{"1": "north", "2": "middle", "3": "south"}
			}
			v["type"], v["scale"] = "categorical", scale{levels}
		case "income":
			for k, x := range w.extra {
				v[k] = x
			}
		}
		variables = append(variables, v)
	}
	text, err := json.Marshal(map[string]any{"dataset": "people", "variables": variables})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "people.csv")
	for name, content := range map[string]string{path: b.String(), filepath.Join(dir, "people.catalog.json"): string(text)} {
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return path
}
