package install

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Place is a data folder of Jupyter: kernels are below its kernels, extensions of JupyterLab below its labextensions.
type Place struct {
	Folder string
	Why    string // where the folder is from, for people
}

// machine is what the folders depend on.
type machine struct {
	os   string
	env  func(string) string
	home func() (string, error)
}

func here() machine { return machine{runtime.GOOS, os.Getenv, os.UserHomeDir} }

// User is the data folder of the person who runs the program.
func User() (Place, error) { return here().user() }

func (m machine) user() (Place, error) {
	if dir := m.env("JUPYTER_DATA_DIR"); dir != "" {
		return Place{dir, "JUPYTER_DATA_DIR"}, nil
	}
	if m.os == "windows" {
		if dir := m.env("APPDATA"); dir != "" {
			return Place{filepath.Join(dir, "jupyter"), "the user's folder"}, nil
		}
	}
	if dir := m.env("XDG_DATA_HOME"); dir != "" && m.os != "darwin" && m.os != "windows" {
		return Place{filepath.Join(dir, "jupyter"), "XDG_DATA_HOME"}, nil
	}
	home, err := m.home()
	if err != nil {
		return Place{}, fmt.Errorf("the user's folder: %w; --prefix names another", err)
	}
	parts := map[string][]string{"darwin": {"Library", "Jupyter"}, "windows": {"AppData", "Roaming", "jupyter"}}[m.os]
	if parts == nil {
		parts = []string{".local", "share", "jupyter"}
	}
	return Place{filepath.Join(append([]string{home}, parts...)...), "the user's folder"}, nil
}

// Prefix is the data folder of a prefix.
func Prefix(prefix string) Place {
	return Place{filepath.Join(prefix, "share", "jupyter"), "the prefix " + prefix}
}

// SysPrefix is the data folder of the Python environment at hand: the active virtual environment, the active conda environment, or
// that of the first python3 on the path.
func SysPrefix(ctx context.Context) (Place, error) {
	for _, name := range []string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		if prefix := os.Getenv(name); prefix != "" {
			p := Prefix(prefix)
			p.Why = name
			return p, nil
		}
	}
	for _, name := range []string{"python3", "python"} {
		python, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		out, err := exec.CommandContext(ctx, python, "-c", "import sys; print(sys.prefix)").Output()
		if ctx.Err() != nil {
			return Place{}, ctx.Err()
		}
		prefix := strings.TrimSpace(string(out))
		if err != nil || prefix == "" {
			continue // Windows has a python that only opens a shop
		}
		p := Prefix(prefix)
		p.Why = "sys.prefix of " + python
		return p, nil
	}
	return Place{}, errors.New("--sys-prefix: there is no active environment (VIRTUAL_ENV, CONDA_PREFIX) and no python3 on the path")
}
