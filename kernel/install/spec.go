package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Spec is a kernelspec.
type Spec struct {
	Name        string // of its folder, and what `jupyter console --kernel` takes
	DisplayName string // in front ends
	Program     string // the absolute path of hyp
	Graph       string // where results are kept; empty: in memory, for each session
}

// kernelJSON is the form of kernel.json.
type kernelJSON struct {
	Argv          []string          `json:"argv"`
	DisplayName   string            `json:"display_name"`
	Language      string            `json:"language"`
	InterruptMode string            `json:"interrupt_mode"`
	Env           map[string]string `json:"env"`
	Metadata      map[string]any    `json:"metadata"`
}

// command is what follows the program in argv; specs are known as ours by it.
var command = []string{"kernel", "run", "-f", "{connection_file}"}

var validName = regexp.MustCompile(`^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$`)

// CheckName tells why a name cannot be a kernel's: letters (small ones), digits, dots, dashes and underscores, as jupyter_client has it.
func CheckName(name string) error {
	if !validName.MatchString(name) {
		return fmt.Errorf("--name %q: a kernel's name has small letters, digits, dots, dashes and underscores", name)
	}
	return nil
}

// files are the files of a spec.
func (s Spec) files() (map[string][]byte, error) {
	argv := slices.Concat([]string{s.Program}, command)
	if s.Graph != "" {
		argv = append(argv, "--graph", s.Graph)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	// By message an interrupt reaches the kernel on every system, and through gateways.
	err := enc.Encode(kernelJSON{Argv: argv, DisplayName: s.DisplayName, Language: "hyp", InterruptMode: "message",
		Env: map[string]string{}, Metadata: map[string]any{"debugger": false}})
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{"kernel.json": b.Bytes(), "logo-svg.svg": []byte(logoSVG())}
	for _, size := range []int{32, 64} {
		png, err := logoPNG(size)
		if err != nil {
			return nil, err
		}
		out[fmt.Sprintf("logo-%dx%d.png", size, size)] = png
	}
	return out, nil
}

// Install writes a spec to a place and returns its folder. An earlier spec of the name is replaced when it is ours; a foreign one is
// an error.
func Install(at Place, s Spec) (folder string, err error) {
	if err := CheckName(s.Name); err != nil {
		return "", err
	}
	folder = filepath.Join(at.Folder, "kernels", s.Name)
	if _, ours, err := read(folder); err == nil && !ours {
		return "", fmt.Errorf("%s: is the kernel of another program; choose another --name", folder)
	}
	files, err := s.files()
	if err != nil {
		return "", err
	}
	return folder, put(at, folder, files)
}

// put writes a folder of files, by their paths with slashes; an earlier folder goes when the new one is whole.
func put(at Place, folder string, files map[string][]byte) error {
	if err := os.MkdirAll(filepath.Dir(folder), 0o755); err != nil {
		return fmt.Errorf("%s (%s): %w; --user, --sys-prefix and --prefix name other places", folder, at.Why, cause(err))
	}
	fresh, err := os.MkdirTemp(filepath.Dir(folder), "."+filepath.Base(folder)+"-")
	if err != nil {
		return fmt.Errorf("%s (%s): %w; --user, --sys-prefix and --prefix name other places", folder, at.Why, cause(err))
	}
	defer os.RemoveAll(fresh) // what a failure leaves; after success it has another name
	for name, text := range files {
		path := filepath.Join(fresh, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return fmt.Errorf("%s: %w", folder, cause(err))
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return fmt.Errorf("%s: %w", folder, cause(err))
		}
	}
	if err := os.Chmod(fresh, 0o755); err != nil {
		return fmt.Errorf("%s: %w", folder, cause(err))
	}
	old := fresh + ".old"
	switch err := os.Rename(folder, old); {
	case err == nil:
		if err := os.Rename(fresh, folder); err != nil {
			return errors.Join(fmt.Errorf("%s: %w", folder, cause(err)), os.Rename(old, folder))
		}
		return os.RemoveAll(old)
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: %w", folder, cause(err))
	}
	if err := os.Rename(fresh, folder); err != nil {
		return fmt.Errorf("%s: %w", folder, cause(err))
	}
	return nil
}

// Uninstall removes a spec of ours. It returns its folder, and fs.ErrNotExist in the error when there is none.
func Uninstall(at Place, name string) (folder string, err error) {
	if err := CheckName(name); err != nil {
		return "", err
	}
	folder = filepath.Join(at.Folder, "kernels", name)
	_, ours, err := read(folder)
	switch {
	case err != nil:
		return folder, fmt.Errorf("%s: %w", folder, cause(err))
	case !ours:
		return folder, fmt.Errorf("%s: is the kernel of another program and stays", folder)
	}
	return folder, os.RemoveAll(folder)
}

// Installed is a spec that was found.
type Installed struct {
	Spec
	Folder  string
	Missing bool // its program is not there any more
}

// List is the specs of ours at a place, by name.
func List(at Place) ([]Installed, error) {
	entries, err := os.ReadDir(filepath.Join(at.Folder, "kernels"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []Installed
	for _, e := range entries {
		folder := filepath.Join(at.Folder, "kernels", e.Name())
		spec, ours, err := read(folder)
		if err != nil || !ours || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		spec.Name = e.Name()
		_, statErr := os.Stat(spec.Program)
		out = append(out, Installed{spec, folder, statErr != nil})
	}
	return out, nil
}

// read reads the spec in a folder and tells whether it runs hyp.
func read(folder string) (s Spec, ours bool, err error) {
	text, err := os.ReadFile(filepath.Join(folder, "kernel.json"))
	if err != nil {
		return s, false, err
	}
	var k kernelJSON
	if err := json.Unmarshal(text, &k); err != nil {
		return s, false, nil // damaged, or something else: not ours to remove
	}
	if len(k.Argv) < 1+len(command) || !slices.Equal(k.Argv[1:1+len(command)], command) {
		return s, false, nil
	}
	s = Spec{DisplayName: k.DisplayName, Program: k.Argv[0]}
	if i := slices.Index(k.Argv, "--graph"); i > 0 && i+1 < len(k.Argv) {
		s.Graph = k.Argv[i+1]
	}
	return s, true, nil
}

func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
