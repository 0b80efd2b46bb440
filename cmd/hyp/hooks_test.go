package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestHooks: the commands of the pre-commit hooks and of the GitHub action exist, with their flags.
func TestHooks(t *testing.T) {
	var hooks []struct{ ID, Entry, Language, Files string }
	text, err := os.ReadFile("../../.pre-commit-hooks.yaml")
	if err == nil {
		err = yaml.Unmarshal(text, &hooks)
	}
	if err != nil || len(hooks) != 2 {
		t.Fatalf("%d hooks, %v", len(hooks), err)
	}
	for _, h := range hooks {
		if h.Language != "golang" || !regexp.MustCompile(h.Files).MatchString("studies/a.hyp") || !strings.HasPrefix(h.ID, "hyp-") {
			t.Errorf("%+v", h)
		}
		hasFlags(t, strings.Fields(h.Entry)[1:])
	}
	var action struct {
		Inputs map[string]struct{ Default *string }
		Runs   struct {
			Using string
			Steps []struct{ Run string }
		}
	}
	text, err = os.ReadFile("../../.github/actions/hyp/action.yml")
	if err == nil {
		err = yaml.Unmarshal(text, &action)
	}
	if err != nil || action.Runs.Using != "composite" {
		t.Fatalf("%+v %v", action, err)
	}
	commands := 0
	for _, s := range action.Runs.Steps {
		for line := range strings.Lines(s.Run) {
			if _, after, ok := strings.Cut(line, `/hyp" `); ok && !strings.Contains(line, "go build") {
				commands++
				hasFlags(t, strings.Fields(strings.NewReplacer(`"${flags[@]}"`, "", `"${paths[@]}"`, "").Replace(strings.Split(after, " > ")[0])))
			}
			for _, flag := range regexp.MustCompile(`flags\+=\("?(--[a-z-]+)`).FindAllStringSubmatch(line, -1) {
				hasFlags(t, []string{"lint", flag[1]})
			}
		}
	}
	if commands != 3 {
		t.Errorf("%d commands in the action", commands)
	}
	for name := range action.Inputs {
		if !strings.Contains(string(text), "inputs."+name) {
			t.Errorf("the input %s is not used", name)
		}
	}
}

func hasFlags(t *testing.T, args []string) {
	t.Helper()
	c, rest, err := newRoot(&env{out: &output{}, stderr: &output{}}).Find(args)
	if err != nil || c.Name() != args[0] {
		t.Errorf("%q: %v", args, err)
		return
	}
	for _, a := range rest {
		name, value, _ := strings.Cut(strings.TrimPrefix(a, "--"), "=")
		if strings.HasPrefix(a, "--") && c.Flags().Lookup(name) == nil {
			t.Errorf("hyp %s has no flag --%s (%q)", c.Name(), name, value)
		}
	}
}
