package install

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A spec is what jupyter_client reads: the program by its path, a language, an interrupt by message, and logos of the sizes that
// front ends look for.
func TestInstall(t *testing.T) {
	at := Prefix(t.TempDir())
	spec := Spec{Name: "hyp", DisplayName: "hyp <1>", Program: "/opt/hyp", Graph: "/data/graph"}
	folder, err := Install(at, spec)
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(at.Folder, "kernels", "hyp"); folder != want {
		t.Errorf("installed to %s, want %s", folder, want)
	}
	var k map[string]any
	text, err := os.ReadFile(filepath.Join(folder, "kernel.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &k); err != nil {
		t.Fatal(err)
	}
	argv, _ := json.Marshal(k["argv"])
	if got := string(argv); got != `["/opt/hyp","kernel","run","-f","{connection_file}","--graph","/data/graph"]` {
		t.Errorf("argv %s", got)
	}
	if k["language"] != "hyp" || k["display_name"] != "hyp <1>" || k["interrupt_mode"] != "message" {
		t.Errorf("%v", k)
	}
	for name, size := range map[string]int{"logo-32x32.png": 32, "logo-64x64.png": 64} {
		b, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(b))
		if err != nil || img.Bounds().Dx() != size || img.Bounds().Dy() != size {
			t.Errorf("%s: %v %v", name, img.Bounds(), err)
		}
		if _, _, _, a := img.At(0, 0).RGBA(); a != 0 {
			t.Errorf("%s: the corner is not clear", name)
		}
	}
	svg, err := os.ReadFile(filepath.Join(folder, "logo-svg.svg"))
	if err != nil {
		t.Fatal(err)
	}
	var any struct {
		XMLName xml.Name `xml:"http://www.w3.org/2000/svg svg"`
	}
	if err := xml.Unmarshal(svg, &any); err != nil {
		t.Errorf("the logo is no SVG: %v", err)
	}

	// Again, under another graph: replaced whole, and nothing else is left.
	spec.Graph = ""
	if _, err := Install(at, spec); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Dir(folder))
	if err != nil || len(entries) != 1 {
		t.Errorf("left: %v %v", entries, err)
	}
	list, err := List(at)
	if err != nil || len(list) != 1 || list[0].Name != "hyp" || list[0].Graph != "" || !list[0].Missing {
		t.Errorf("%+v %v", list, err)
	}
	if _, err := Uninstall(at, "hyp"); err != nil {
		t.Fatal(err)
	}
	if _, err := Uninstall(at, "hyp"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("removed twice: %v", err)
	}
}

// The kernel of another program is neither replaced nor removed.
func TestForeign(t *testing.T) {
	at := Prefix(t.TempDir())
	folder := filepath.Join(at.Folder, "kernels", "python3")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	const foreign = `{"argv": ["python", "-m", "ipykernel_launcher", "-f", "{connection_file}"], "display_name": "Python 3", "language": "python"}`
	if err := os.WriteFile(filepath.Join(folder, "kernel.json"), []byte(foreign), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Install(at, Spec{Name: "python3", Program: "/opt/hyp"}); err == nil {
		t.Error("replaced")
	}
	if _, err := Uninstall(at, "python3"); err == nil {
		t.Error("removed")
	}
	if text, err := os.ReadFile(filepath.Join(folder, "kernel.json")); err != nil || string(text) != foreign {
		t.Errorf("%s %v", text, err)
	}
	for _, name := range []string{"", "Hyp", "a b", "../x", ".x", "x/y"} {
		if _, err := Install(at, Spec{Name: name, Program: "/opt/hyp"}); err == nil || !strings.Contains(err.Error(), "small letters") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// A place that cannot be written to is named with what chose it.
func TestUnwritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := Install(Prefix(file), Spec{Name: "hyp", Program: "/opt/hyp"})
	if err == nil || !strings.Contains(err.Error(), "--user") || !strings.Contains(err.Error(), file) {
		t.Errorf("%v", err)
	}
}

// The folders are jupyter_core's (5.9, jupyter_data_dir and ENV_JUPYTER_PATH in paths.py).
func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		os   string
		env  map[string]string
		want []string
	}{
		{"linux", nil, []string{"home", ".local", "share", "jupyter"}},
		{"linux", map[string]string{"XDG_DATA_HOME": "xdg"}, []string{"xdg", "jupyter"}},
		{"linux", map[string]string{"JUPYTER_DATA_DIR": "own", "XDG_DATA_HOME": "xdg"}, []string{"own"}},
		{"darwin", map[string]string{"XDG_DATA_HOME": "xdg"}, []string{"home", "Library", "Jupyter"}},
		{"windows", map[string]string{"APPDATA": "roaming"}, []string{"roaming", "jupyter"}},
		{"windows", nil, []string{"home", "AppData", "Roaming", "jupyter"}},
	} {
		m := machine{c.os, func(name string) string { return c.env[name] }, func() (string, error) { return "home", nil }}
		got, err := m.user()
		if want := filepath.Join(c.want...); err != nil || got.Folder != want {
			t.Errorf("%s %v: %s %v, want %s", c.os, c.env, got.Folder, err, want)
		}
	}
	t.Setenv("VIRTUAL_ENV", "venv")
	got, err := SysPrefix(t.Context())
	if want := filepath.Join("venv", "share", "jupyter"); err != nil || got.Folder != want {
		t.Errorf("%+v %v", got, err)
	}
	if got.Why != "VIRTUAL_ENV" {
		t.Errorf("%s", got.Why)
	}
}
