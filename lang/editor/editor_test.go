package editor_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/lang/editor"
	"github.com/hyp-lang/hyp/lang/grammar"
)

var update = flag.Bool("update", false, "write the files of the extensions")

func language(t testing.TB) editor.Words {
	t.Helper()
	q := query.Language()
	w, err := editor.Language(editor.Query{Verbs: q.Verbs, Clauses: q.Clauses, Functions: q.Functions, Formats: q.Formats, Kinds: query.KindNames(), Relations: query.RelationNames()})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// The files of the extensions are what the tables of the language make of them: a new word is in an editor, or this fails.
func TestGenerated(t *testing.T) {
	want, err := editor.Generate(language(t))
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		for _, folder := range []string{"labextension", "vscode"} {
			if err := os.RemoveAll(folder); err != nil {
				t.Fatal(err)
			}
		}
		for path, text := range want {
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	for folder, extension := range map[string]fs.FS{"labextension": editor.LabExtension(), "vscode": editor.VSCode()} {
		err := fs.WalkDir(extension, ".", func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			path = folder + "/" + path
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if !bytes.Equal(text, want[path]) {
				t.Errorf("%s is not what the language's tables make: go test ./lang/editor -update", path)
			}
			delete(want, path)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for path := range want {
		t.Errorf("%s is missing: go test ./lang/editor -update", path)
	}
}

// No word of the language is without a colour, whichever table it comes from.
func TestEveryWord(t *testing.T) {
	w := language(t)
	all := slices.Concat(w.Statements, w.Claims, w.ClaimWords, w.Types, w.Functions, w.Expression, []string{"syntax"})
	for _, clauses := range w.Clauses {
		all = append(all, clauses...)
	}
	for _, values := range w.Values {
		all = append(all, values...)
	}
	for _, phrase := range grammar.Keywords() {
		for _, word := range strings.Fields(phrase) {
			if !slices.Contains(all, word) {
				t.Errorf("%q is in the language reference and in no table", word)
			}
		}
	}
	v := check.Words()
	for what, list := range map[string][2][]string{
		"type": {v.Types, w.Types}, "prediction": {v.Predictions, w.Values["expect"]}, "measure": {v.Measures, w.Values["floor"]},
		"quantity": {v.Quantities, w.Values["decide"]}, "method": {v.Methods, w.Values["method"]}, "estimator": {v.Estimators, w.Values["using"]},
		"function": {v.Functions, w.Functions},
	} {
		for _, word := range list[0] {
			if !slices.Contains(list[1], word) {
				t.Errorf("the checker knows the %s %q, and the editor does not", what, word)
			}
		}
	}
}

// JupyterLab's server finds the container by package.json.
func TestLabPackage(t *testing.T) {
	text, err := fs.ReadFile(editor.LabExtension(), "package.json")
	if err != nil {
		t.Fatal(err)
	}
	var p struct {
		Name       string
		JupyterLab struct {
			Build struct{ Load, Extension string } `json:"_build"`
		}
	}
	if err := json.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	if p.Name != editor.LabName || p.JupyterLab.Build.Extension != "./extension" {
		t.Errorf("%s", text)
	}
	script, err := fs.ReadFile(editor.LabExtension(), p.JupyterLab.Build.Load)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(script, []byte("@")) && bytes.Contains(script, []byte(`"@`)) {
		t.Error("a mark of the template is left")
	}
	if len(script) > 20000 {
		t.Errorf("the container has %d bytes", len(script))
	}
}

// The archive for VS Code holds the whole extension, and its XML is well formed.
func TestVSIX(t *testing.T) {
	var b bytes.Buffer
	if err := editor.VSIX(&b); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"extension/package.json", "extension/hyp.tmLanguage.json", "extension/language-configuration.json"} {
		text, err := fs.ReadFile(z, name)
		if err != nil || !json.Valid(text) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"extension.vsixmanifest", "[Content_Types].xml"} {
		text, err := fs.ReadFile(z, name)
		var any struct{ XMLName xml.Name }
		if err == nil {
			err = xml.Unmarshal(text, &any)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
