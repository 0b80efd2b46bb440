//go:build integration

package jupyter

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// what every test uses: a Python with Jupyter, and a prefix into which the program under test has installed its kernel.
var python, program, prefix string

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	python = os.Getenv("HYP_JUPYTER_PYTHON")
	if python == "" {
		fmt.Fprintln(os.Stderr, "HYP_JUPYTER_PYTHON names no Python; see the package's doc")
		return 1
	}
	dir, err := os.MkdirTemp("", "hyp-jupyter-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	program, prefix = filepath.Join(dir, "bin", "hyp"), filepath.Join(dir, "prefix")
	for _, args := range [][]string{{"go", "build", "-o", program, "../../cmd/hyp"}, {program, "kernel", "install", "--prefix", prefix}} {
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n%s", strings.Join(args, " "), err, out)
			return 1
		}
	}
	return m.Run()
}

// folder is a fresh folder with the examples' data and notebooks in it.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, pattern := range []string{"*.csv", "*.catalog.json", "*.ipynb", "*.hyp"} {
		files, err := filepath.Glob("../../examples/*/" + pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, filepath.Base(file)), text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// command is a program in a folder that finds this kernel and touches nothing of the user's.
func command(t *testing.T, dir, name string, args ...string) *exec.Cmd {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Minute)
	t.Cleanup(cancel)
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = dir
	home := t.TempDir()
	c.Env = append(os.Environ(), "HOME="+home, "XDG_CACHE_HOME="+home, "XDG_DATA_HOME="+home, "IPYTHONDIR="+home,
		"JUPYTER_PATH="+filepath.Join(prefix, "share", "jupyter"), "JUPYTER_CONFIG_DIR="+filepath.Join(home, "config"),
		"JUPYTER_DATA_DIR="+filepath.Join(home, "data"), "JUPYTER_RUNTIME_DIR="+filepath.Join(home, "runtime"), "JUPYTER_PLATFORM_DIRS=0",
		"PATH="+filepath.Dir(python)+string(os.PathListSeparator)+os.Getenv("PATH"))
	return c
}

// script is a file of testdata, as a path that holds in every folder.
func script(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// must runs a command to its end and returns what it printed.
func must(t *testing.T, c *exec.Cmd) string {
	t.Helper()
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(c.Args, " "), err, out)
	}
	return string(out)
}
