package loop

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/graphq/insight"
)

// TestResumeOtherVersions refuses to go on with a discovery whose constants this version does not have, or that lacks some of them: it says which, and
// which version began it.
func TestResumeOtherVersions(t *testing.T) {
	c := constants(t, "default")
	o := Options{Config: c, Seed: 1}
	text, err := json.Marshal(about{Config: c, Seed: 1, DataHash: "d"})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ name, from, to, want string }{
		{"the same", "", "", ""},
		{"a newer one", `"critic":{`, `"critic":{"boldness":1,`, "begun by hyp 9 and has constants that this version does not know: critic.boldness"},
		{"an older one", `"ratio":0.6,`, ``, "begun by hyp 9 and lacks constants of this version: confirm.ratio"},
		{"another constant", `"ratio":0.6,`, `"ratio":0.5,`, "confirm.ratio = 0.5, not 0.6"},
		{"of what may change", `"max_rounds":2000`, `"max_rounds":3`, ""},
		{"another type", `"ratio":0.6,`, `"ratio":"high",`, "cannot be read (by hyp 9)"},
	} {
		state := strings.Replace(string(text), x.from, x.to, 1)
		if x.from != "" && state == string(text) {
			t.Fatalf("%s: %q is not in %s", x.name, x.from, text)
		}
		it := &insight.Item{ID: "r:discovery.1", Round: &insight.Round{Version: "hyp 9", State: json.RawMessage(state)}}
		resume := o
		resume.Resume = true
		_, _, err := resume.standing(insight.Transient(insight.Options{Write: true}), []*insight.Item{it}, about{DataHash: "d"})
		if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)) {
			t.Errorf("%s: %v, want %q", x.name, err, x.want)
		}
	}
	if err := newState(1).restore(json.RawMessage(`{"round":3,"mood":"fine","counts":{}}`)); err == nil || !strings.Contains(err.Error(), "mood") {
		t.Errorf("a state with more than this version knows was taken: %v", err)
	}
}
