package install

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

func TestExtension(t *testing.T) {
	at := Prefix(t.TempDir())
	ext := fstest.MapFS{"install.json": {Data: []byte(`{"packageManager": "hyp"}`)}, "static/old.js": {Data: []byte("1")}}
	folder, err := Extension(at, "colours", ext)
	if err != nil {
		t.Fatal(err)
	}
	// Another version leaves nothing of the first.
	ext = fstest.MapFS{"install.json": ext["install.json"], "static/new.js": {Data: []byte("2")}}
	if _, err := Extension(at, "colours", ext); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(folder, "static", "old.js")); err == nil {
		t.Error("the file of an earlier version is left")
	}
	if text, err := os.ReadFile(filepath.Join(folder, "static", "new.js")); err != nil || string(text) != "2" {
		t.Errorf("%q %v", text, err)
	}
	entries, err := os.ReadDir(filepath.Dir(folder))
	if err != nil || len(entries) != 1 {
		t.Errorf("beside the extension: %v %v", entries, err)
	}
	// It stays while a kernel needs it.
	if _, err := Install(at, Spec{Name: "hyp", Program: "/opt/hyp"}); err != nil {
		t.Fatal(err)
	}
	if gone, err := RemoveExtension(at, "colours"); gone != "" || err != nil {
		t.Errorf("%q %v", gone, err)
	}
	if _, err := Uninstall(at, "hyp"); err != nil {
		t.Fatal(err)
	}
	if gone, err := RemoveExtension(at, "colours"); gone != folder || err != nil {
		t.Errorf("%q %v", gone, err)
	}
	if gone, err := RemoveExtension(at, "colours"); gone != "" || err != nil {
		t.Errorf("removed twice: %q %v", gone, err)
	}
}

func TestForeignExtension(t *testing.T) {
	at := Prefix(t.TempDir())
	folder := filepath.Join(at.Folder, "labextensions", "colours")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "install.json"), []byte(`{"packageManager": "python"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Extension(at, "colours", fstest.MapFS{}); err == nil || !strings.Contains(err.Error(), "another program") {
		t.Errorf("%v", err)
	}
	if gone, err := RemoveExtension(at, "colours"); gone != "" || err != nil {
		t.Errorf("removed %q, %v", gone, err)
	}
}
