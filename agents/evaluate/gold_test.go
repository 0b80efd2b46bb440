package evaluate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/estimators/result"
)

func finding(template, outcome, exposure, moderator, groups string, estimate float64) *result.Record {
	r := &result.Record{Template: template, Outcome: outcome, Exposure: exposure, Moderator: moderator, Groups: groups}
	if estimate != 0 {
		r.Estimate = &estimate
	}
	return r
}

// The rules of what covers a published finding, one by one.
func TestMatch(t *testing.T) {
	pair := Gold{Y: "y", X: "x", Coded: "positive"}
	filtered := Gold{Y: "y", X: "x", Coded: "positive", Filter: []byte(`[{"var": "z", "op": "=", "values": [1]}]`)}
	moderated := Gold{Y: "y", X: "x", Moderator: "m", Coded: "positive"}
	omnibus := finding("diff", "y", "", "", "x", -1)
	omnibus.Test = "omnibus"
	part := finding("assoc", "y", "x", "", "", -1)
	part.Where = "z = 1"
	for _, c := range []struct {
		why  string
		gold Gold
		r    *result.Record
		want Match
	}{
		{"the pair with its sign", pair, finding("assoc", "y", "x", "", "", 1), Covered},
		{"the other order", pair, finding("assoc", "x", "y", "", "", 1), Covered},
		{"groups", pair, finding("diff", "y", "", "", "x", 1), Covered},
		{"the opposite sign", pair, finding("assoc", "y", "x", "", "", -1), Partial},
		{"a test without a sign", pair, finding("diff", "y", "", "", "x", 0), Covered},
		{"a joint test", pair, omnibus, Covered},
		{"on a part of the rows the sign is not plain", pair, part, Covered},
		{"of a part of the rows the sign is not plain", filtered, finding("assoc", "y", "x", "", "", -1), Covered},
		{"a deeper one that contains it", pair, finding("interact", "y", "x", "m", "", -1), Covered},
		{"a deeper one with the outcome as moderator", pair, finding("interact", "z", "x", "y", "", 1), Covered},
		{"another pair", pair, finding("assoc", "y", "z", "", "", 1), Missing},
		{"moderated", moderated, finding("heterogeneity", "y", "x", "", "m", 0), Covered},
		{"only its pair", moderated, finding("assoc", "y", "x", "", "", 1), Partial},
		{"only outcome and moderator", moderated, finding("diff", "y", "", "", "m", 1), Partial},
		{"only exposure and moderator", moderated, finding("diff", "x", "", "", "m", 1), Missing},
	} {
		if got := c.gold.Match(c.r); got != c.want {
			t.Errorf("%s: %v, want %v", c.why, got, c.want)
		}
	}
}

// Recall counts claims and probes apart, and what cannot be found not at all.
func TestRecall(t *testing.T) {
	gold := []Gold{
		{ID: "1", Y: "y", X: "x", Direction: "positive", Coded: "positive", Usable: true},
		{ID: "2", Y: "y", X: "z", Direction: "positive", Usable: true},
		{ID: "3", Y: "y", X: "x", Direction: "none", Usable: true},
		{ID: "4", Y: "y", X: "x", Moderator: "m", Direction: "none", Usable: true},
		{ID: "5", Y: "y", X: "x", Direction: "positive"},
	}
	got := RecallOf(gold, []*result.Record{finding("assoc", "y", "x", "", "", 1)})
	if got.Claims != 2 || got.Covered != 1 || got.Partial != 0 || got.Probes != 2 || got.Hits != 1 {
		t.Errorf("%+v", got)
	}
}

// A probe of two of three groups is not hit by a finding that all three differ, and is by one about the two.
func TestHitContrast(t *testing.T) {
	probe := Gold{Y: "y", X: "x", Contrast: "aide vs regular", Direction: "none", Usable: true}
	of := func(levels ...string) *result.Record {
		r := finding("diff", "y", "", "", "x", 1)
		for _, l := range levels {
			r.Levels = append(r.Levels, result.Level{Value: l})
		}
		return r
	}
	for want, rs := range map[bool][]*result.Record{
		false: {of("aide", "regular", "small"), of("rest", "small"), of("aide", "rest"), finding("diff", "z", "", "", "x", 1)},
		true:  {of("regular", "aide"), of()},
	} {
		for _, r := range rs {
			if probe.Hit(r) != want {
				t.Errorf("%+v: hit is %v", r.Levels, !want)
			}
		}
	}
}

func TestReadGold(t *testing.T) {
	file := filepath.Join(t.TempDir(), "gold.jsonl")
	if err := os.WriteFile(file, []byte("{\"id\": \"1\", \"y\": \"a\"}\n\n{\"id\": 2}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadGold(file); err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("a bad line: %v", err)
	}
}
