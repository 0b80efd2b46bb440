package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hyp-lang/hyp/kernel/pycell"
)

// TestMain lets the test binary be hyp: in scripts, and on the path of README.md's commands.
func TestMain(m *testing.M) {
	if pycell.IsChild(os.Args) { // of a Python cell in a notebook under test
		os.Exit(pycell.Child(os.Stdin, os.Stdout))
	}
	testscript.Main(m, map[string]func(){"hyp": main})
}

// TestScripts runs testdata/script/*.txtar: one for every command, and for the bad inputs.
func TestScripts(t *testing.T) {
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Setup: func(e *testscript.Env) error {
			e.Setenv("EXAMPLES", root+"/../../examples")
			e.Setenv("NO_COLOR", "1")
			return nil
		},
		RequireExplicitExec: true,
	})
}
