package study

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/lang/source"
)

// What an author says comes back in the record of an answered, a refused and a blocked hypothesis.
func TestAuthor(t *testing.T) {
	words := `
  expect negative
  prior 0.7
  claim "Long bills are shallow"
  because "an earlier study"
`
	got := birds(t, "hyp O: assoc(year, body_mass_g)\n"+
		"hyp A: assoc(bill_length_mm, bill_depth_mm)"+words+"  revises O\n"+
		"hyp B: assoc(bill_length_mm, bill_depth_mm) where bill_length_mm > 500"+words+
		"hyp C: assoc(krill, body_mass_g)"+words+"  needs \"krill counts\"\n")
	if got["B"].Status != result.Refused || got["C"].Status != result.Blocked {
		t.Fatalf("%s %s", got["B"].Status, got["C"].Status)
	}
	for _, name := range []string{"A", "B", "C"} {
		r := got[name]
		if r.Statement != "Long bills are shallow" || r.Because != "an earlier study" || r.Expect != "negative" || r.Prior == nil || *r.Prior != 0.7 {
			t.Errorf("%s: %q %q %q %v", name, r.Statement, r.Because, r.Expect, r.Prior)
		}
	}
	if l := got["A"].Lineage; len(l) != 1 || l[0].Relation != "revises" || len(l[0].Targets) != 1 || l[0].Targets[0] != "O" {
		t.Errorf("lineage %+v", l)
	}
	text, err := json.Marshal(got["O"])
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{`"statement"`, `"because"`, `"expect"`, `"prior"`, `"lineage"`} {
		if strings.Contains(string(text), key) {
			t.Errorf("a record without words has the key %s", key)
		}
	}
}

// Rows that a code beside the scale takes from a test are named by every result that misses them, and by no other.
func TestLeftOut(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "s.catalog.json"), `{"dataset": "s", "variables": [
		{"name": "party", "type": "ordinal", "scale": {"kind": "ordinal", "values": {"0": "left", "1": "centre", "2": "right", "7": "other"}, "off_scale_codes": [7]}}]}`)
	write(t, filepath.Join(folder, "s.csv"), "party,x,y\n"+strings.Repeat("0,1,3\n1,2,1\n2,4,4\n7,9,1\n1,5,9\n2,2,6\n", 10))
	text := `dataset s from "s.csv"
hyp G: diff(x, by=party)
hyp A: assoc(party, x)
hyp B: assoc(party, y)
hyp N: assoc(x, y)
hyp C: assoc(x, y) controlling for party
`
	studies := Open(context.Background(), []Text{{Source: source.New("s.hyp", text), Folder: folder}}, Options{})
	if studies[0].Failed() {
		t.Fatalf("%+v", studies[0].Diagnostics)
	}
	err := studies[0].Run(context.Background(), func(r *result.Record) error {
		n := 0
		for _, w := range r.Warnings {
			if w.Code == "left-out" && w.Severity == "review" && strings.HasPrefix(w.Message, "`party`: rows with ") {
				n++
			}
		}
		want, rows := 1, int64(50)
		if r.Name == "G" || r.Name == "N" {
			want, rows = 0, 60
		}
		if n != want || r.N != rows {
			t.Errorf("%s: %d warnings, want %d; n %d, want %d", r.Name, n, want, r.N, rows)
		}
		return nil
	}, func(name string, err error) { t.Errorf("%s: %v", name, err) })
	if err != nil {
		t.Fatal(err)
	}
}
