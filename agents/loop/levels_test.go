package loop

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/agents/mind"
)

// TestRareLevels finds what groups with enough rows show, though one or two rows of another level make every claim about all of them impossible:
// those levels are left out by a condition. The same is never proposed twice.
func TestRareLevels(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	var b strings.Builder
	b.WriteString("kind,pay,x,u\n")
	for i := range 1200 {
		kind, pay, slope := "plain work", 0.0, 0.6
		switch {
		case i%400 == 7: // three rows, of which the explored part has too few
			kind = "odd"
		case i%3 == 0:
			kind, pay, slope = `so-called "free"`, 1, -0.6
		case i%3 == 1:
			kind = "2"
		}
		x := r.NormFloat64()
		fmt.Fprintf(&b, "\"%s\",%.3f,%.3f,%.3f\n", strings.ReplaceAll(kind, `"`, `""`), pay+r.NormFloat64(), x, slope*x+r.NormFloat64())
	}
	path := filepath.Join(t.TempDir(), "rare.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	c := constants(t, "default", "loop.stall=3")
	d, m := prepared(t, path, c)
	dir := t.TempDir()
	if _, _, err := discover(t, dir, d, m, Options{Config: c, Seed: 1}); err != nil {
		t.Fatal(err)
	}
	insights, _, rejections, _ := contents(t, dir)
	found := ""
	for _, i := range insights {
		found += i.Record.Claim + "\n"
	}
	for _, want := range []string{
		`diff(pay, by=kind) where kind in ("2", "plain work", "so-called \"free\"")`,
		`| kind) where kind in ("2", "plain work", "so-called \"free\"")`,
	} {
		if !strings.Contains(found, want) {
			t.Errorf("%s is not among the findings:\n%s", want, found)
		}
	}
	if strings.Contains(found, `"odd"`) {
		t.Errorf("a finding is about three rows:\n%s", found)
	}
	for _, x := range rejections {
		if x.Code == codeRejected || x.Code == codeUsed || x.Code == codeRefused {
			t.Errorf("%s: %s, %s", x.Text, x.Code, x.Reason)
		}
	}
}

// TestOneRow: where one row of a level makes the comparison of all groups impossible, the level that differs is compared with the rest.
func TestOneRow(t *testing.T) {
	c := constants(t, "default")
	met := 0
	for odd := range 6 { // some of them are set aside
		r := rand.New(rand.NewPCG(5, 1))
		var b strings.Builder
		b.WriteString("row,kind,pay\n")
		for i := range 600 {
			kind, pay := []string{"a", "b", "c"}[i%3], r.NormFloat64()
			if kind == "b" {
				pay++
			}
			if i == odd {
				kind = "odd"
			}
			fmt.Fprintf(&b, "%d,%s,%.3f\n", i+1, kind, pay)
		}
		path := filepath.Join(t.TempDir(), "one.csv")
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		d, m := prepared(t, path, c)
		explored := 0
		for _, row := range d.Train.Column("row").Numbers {
			if int(row) == odd+1 {
				explored++
			}
		}
		if contrast := m.Bound(`diff(pay, by=kind: "b" vs rest)`) > 0; contrast != (explored > 0) {
			t.Errorf("row %d, explored %d times: the contrast is proposed: %v", odd, explored, contrast)
		}
		met += explored
	}
	if met == 0 {
		t.Error("no row was explored")
	}
}

// TestStrata holds the replication split to the paper's: the share is that of every group, up to one row, and all rows are in one part.
func TestStrata(t *testing.T) {
	c := constants(t, "default")
	d, m := prepared(t, world(t, 500), c)
	l := &Loop{cfg: c, data: d, mind: m}
	spec := d.Compile(t.Context(), proposalsOf("diff(u, by=sex)"), "T")[0].Spec
	if spec == nil {
		t.Fatal("no claim")
	}
	parts, err := l.halves(t.Context(), strata(spec))
	if err != nil {
		t.Fatal(err)
	}
	count := func(p int) (n [2]int) {
		for i, x := range d.Train.Column("sex").Numbers {
			if parts[p].Get(i) {
				n[int(x)-1]++
			}
		}
		return n
	}
	a, b := count(0), count(1)
	for k := range a {
		if share := float64(b[k]) / float64(a[k]+b[k]); share < 0.3-0.5/float64(a[k]+b[k]) || share > 0.3+0.5/float64(a[k]+b[k]) {
			t.Errorf("group %d: %d and %d rows", k+1, a[k], b[k])
		}
	}
	if n := [2]int{parts[0].Count(d.Train.Rows), parts[1].Count(d.Train.Rows)}; n[0]+n[1] != d.Train.Rows || parts[0].And(parts[1]).Count(d.Train.Rows) > 0 {
		t.Errorf("%d and %d of %d rows", n[0], n[1], d.Train.Rows)
	}
}

func proposalsOf(claims ...string) (out []mind.Proposal) {
	for _, c := range claims {
		out = append(out, mind.Proposal{Claim: c})
	}
	return out
}
