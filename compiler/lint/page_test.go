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
