package loop_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/agents/config"
	"github.com/hyp-lang/hyp/agents/loop"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// That a graph has nothing to resume is told before the survey, which may take minutes.
func TestStandingBeforeSurvey(t *testing.T) {
	cfg, err := config.Named("default")
	if err != nil {
		t.Fatal(err)
	}
	g := insight.Transient(insight.Options{Write: true})
	surveyed := false
	source := loop.Source{Path: "../../examples/penguins/penguins.csv", Ready: func(_, hash string) error {
		return loop.Standing(t.Context(), g, hash, loop.Options{Config: cfg, Seed: 1, Resume: true})
	}}
	_, err = source.Open(t.Context(), &cfg, func(stage string, _, _ int) { surveyed = surveyed || strings.HasPrefix(stage, "surveying") })
	if err == nil || !strings.Contains(err.Error(), "no discovery of these data to resume") || errors.Is(err, loop.ErrResume) {
		t.Error(err)
	}
	if surveyed {
		t.Error("the data were surveyed first")
	}
}
