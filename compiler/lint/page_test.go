package lint

import (
	"flag"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the reference page and the goldens")

func TestPage(t *testing.T) {
	if err := doc(*update); err != nil {
		t.Error(err)
	}
}

func TestExplain(t *testing.T) {
	for _, key := range []string{"HL101", "hl101", "post-exposure-control"} {
		text, ok := Explain(key)
		if !ok || !strings.HasPrefix(text, "warn[HL101] post-exposure-control (needs text)\n") || !strings.Contains(text, "\nWhy: what comes after the exposure") {
			t.Errorf("%s: %v\n%s", key, ok, text)
		}
	}
	if _, ok := Explain("E0302"); ok {
		t.Error("E0302 is no rule")
	}
}

// TestUsage reads what the page shows: the configuration is one, with the defaults as settings, and the study's
// suppressions suppress.
func TestUsage(t *testing.T) {
	c, err := parseConfig("hyp.toml", []byte(exampleConfig))
	if err != nil || c.Settings != DefaultSettings() || c.at("drafts/a.hyp").levels["HL201"] != Off || c.at("a.hyp").levels["HL203"] != Warn {
		t.Errorf("%+v %v", c, err)
	}
	_, study, _ := strings.Cut(usage, "```hyp\n")
	study, _, _ = strings.Cut(study, "```")
	study = strings.Replace(study, "by=sex)  #", "by=sex) expect positive  #", 1) // so that no-rival has something to say
	open, accepted := lintString(t, study, Options{}, "HL202", "HL203", "HL210", "HL902")
	if len(open) != 0 || len(accepted) != 2 {
		t.Errorf("open %q, accepted %q", open, accepted)
	}
}
