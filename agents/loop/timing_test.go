package loop

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestTimeOrder: where the catalog says when variables were measured, the later of two is the outcome, though it stands first in the table, and what comes
// between the two is no control of theirs: held, it would take away what the exposure does through it.
func TestTimeOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	var b strings.Builder
	b.WriteString("pay,job,school,rent,room,town\n")
	for range 3000 {
		school := r.NormFloat64()
		job := 0.7*school + r.NormFloat64()
		town := r.NormFloat64()
		room := town + r.NormFloat64()
		fmt.Fprintf(&b, "%.3f,%.3f,%.3f,%.3f,%.3f,%.3f\n", 0.3*school+0.7*job+r.NormFloat64(), job, school, 0.7*town+0.3*room+r.NormFloat64(), room, town)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "work.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	found := func(catalog string) string {
		if err := os.WriteFile(filepath.Join(dir, "work.catalog.json"), []byte(catalog), 0o644); err != nil {
			t.Fatal(err)
		}
		c := constants(t, "default", "loop.stall=3")
		d, m := prepared(t, path, c)
		graph := t.TempDir()
		if _, _, err := discover(t, graph, d, m, Options{Config: c, Seed: 1}); err != nil {
			t.Fatal(err)
		}
		insights, _, _, _ := contents(t, graph)
		var claims []string
		for _, i := range insights {
			claims = append(claims, i.Record.Claim)
		}
		for _, c := range d.Compile(t.Context(), proposalsOf("assoc(school, pay) controlling for job", "assoc(job, pay) controlling for school"), "T") {
			claims = append(claims, fmt.Sprintf("%s: %s", c.Claim, c.Why))
		}
		return strings.Join(claims, "\n")
	}
	var variables []string
	for name, at := range map[string]string{"pay": "1990", "job": "1985-06", "school": "1980", "rent": "1990", "room": "1985", "town": "1985"} {
		variables = append(variables, fmt.Sprintf(`{"name": %q, "type": "numeric", "measured": %q}`, name, at))
	}
	dated := found(`{"variables": [` + strings.Join(variables, ", ") + `]}`)
	want := "assoc(job, pay)\nassoc(school, job)\nassoc(school, pay)\nassoc(room, town)\nassoc(town, rent)\nassoc(room, rent) controlling for town\n" +
		"assoc(school, pay) controlling for job: the control `job` is measured after `school`, which may have changed it\nassoc(job, pay) controlling for school: "
	if sorted(dated) != sorted(want) {
		t.Errorf("found\n%s\nwant\n%s", dated, want)
	}
	if plain := found(`{"variables": []}`); !strings.Contains(plain, "assoc(pay, school) controlling for job\n") {
		t.Errorf("without dates:\n%s", plain)
	}
}

func sorted(lines string) string {
	l := strings.Split(lines, "\n")
	slices.Sort(l)
	return strings.Join(l, "\n")
}
