// Package editor colours hyp in editors: a TextMate grammar with a small extension for VS Code, and a prebuilt extension for
// JupyterLab 4 and Notebook 7, which needs no node where it is installed.
//
// The files are generated from the grammar, the language reference and the words of the query language, and a test fails when
// they are not what the generator makes: `go test ./lang/editor -update` writes them.
package editor

import (
	"crypto/sha256"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
)

//go:embed all:labextension all:vscode
var files embed.FS

//go:embed source
var sources embed.FS

// LabName is the name of the JupyterLab extension, and of its folder under share/jupyter/labextensions.
const LabName = "hyp-jupyterlab"

// LabExtension is the folder of the JupyterLab extension, to be copied to share/jupyter/labextensions/hyp-jupyterlab.
func LabExtension() fs.FS { return sub("labextension") }

// VSCode is the folder of the extension for VS Code, to be copied to ~/.vscode/extensions/hyp-lang.hyp-VERSION.
func VSCode() fs.FS { return sub("vscode") }

func sub(folder string) fs.FS {
	s, err := fs.Sub(files, folder)
	if err != nil {
		panic(err) // the folder is a constant
	}
	return s
}

// version is that of both extensions; a change of what they do changes it.
const version = "0.1.0"

// Generate makes all files of both extensions, by their paths in this folder.
func Generate(w Words) (map[string][]byte, error) {
	mode, err := source("mode.js", "@WORDS@", w)
	if err != nil {
		return nil, err
	}
	lab, err := source("lab.js", "@NAME@", LabName)
	if err != nil {
		return nil, err
	}
	mode = "  " + strings.ReplaceAll(strings.TrimSpace(mode), "\n", "\n  ")
	script := []byte(strings.Replace(lab, `"@MODE@"`, mode, 1))
	entry := fmt.Sprintf("static/remoteEntry.%x.js", sha256.Sum256(script))[:len("static/remoteEntry.")+20] + ".js" // so that no cache keeps an old one
	out := map[string][]byte{
		"labextension/" + entry: script,
		"vscode/README.md":      []byte(readme),
	}
	for path, value := range map[string]any{
		"labextension/package.json":          labPackage(entry),
		"labextension/install.json":          object{"packageManager": "hyp", "packageName": "hyp", "uninstallInstructions": "Run `hyp kernel uninstall`."},
		"vscode/package.json":                codePackage(),
		"vscode/language-configuration.json": codeLanguage(),
		"vscode/hyp.tmLanguage.json":         textMate(w),
	} {
		text, err := encode(value)
		if err != nil {
			return nil, fmt.Errorf("editor: %s: %w", path, err)
		}
		out[path] = text
	}
	return out, nil
}

type object = map[string]any

// source is a file of source with a mark replaced by a value in JSON.
func source(name, mark string, value any) (string, error) {
	text, err := sources.ReadFile("source/" + name)
	if err != nil {
		return "", err
	}
	data, err := json.Marshal(value)
	if err != nil {
		return "", err
	}
	return strings.Replace(string(text), `"`+mark+`"`, string(data), 1), nil
}

// encode writes JSON as these files are written by hand: set in, and without escapes for < and >.
func encode(value any) ([]byte, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(value)
	return []byte(b.String()), err
}

// labPackage is what JupyterLab's server reads of the extension: where its container is, and the module to ask it for.
func labPackage(entry string) object {
	return object{
		"name": LabName, "version": version, "description": "Colours hyp studies and the cells of hyp notebooks.", "license": "Apache-2.0",
		"jupyterlab": object{"extension": true, "_build": object{"load": entry, "extension": "./extension"}},
	}
}

func codePackage() object {
	return object{
		"name": "hyp", "displayName": "hyp", "publisher": "hyp-lang", "version": version, "license": "Apache-2.0",
		"description": "Colours hyp studies and the cells of hyp notebooks.",
		"engines":     object{"vscode": "^1.60.0"},
		"categories":  []string{"Programming Languages"},
		"contributes": object{
			"languages": []object{{"id": "hyp", "aliases": []string{"hyp"}, "extensions": []string{".hyp"}, "mimetypes": []string{"text/x-hyp"}, "configuration": "./language-configuration.json"}},
			"grammars":  []object{{"language": "hyp", "scopeName": "source.hyp", "path": "./hyp.tmLanguage.json"}},
		},
	}
}

func codeLanguage() object {
	pair := func(open, close string) object {
		return object{"open": open, "close": close, "notIn": []string{"string", "comment"}}
	}
	return object{
		"comments":         object{"lineComment": "#"},
		"brackets":         [][2]string{{"(", ")"}, {"[", "]"}},
		"autoClosingPairs": []object{pair("(", ")"), pair("[", "]"), pair(`"`, `"`), pair("'", "'"), pair("`", "`")},
		"surroundingPairs": [][2]string{{"(", ")"}, {`"`, `"`}, {"'", "'"}, {"`", "`"}},
		"wordPattern":      object{"pattern": `[\p{L}_][\p{L}\p{M}\p{Nd}_]*`, "flags": "u"},
	}
}

const readme = `# hyp for VS Code

Colours studies (` + "`.hyp`" + `) and the cells of hyp notebooks. Generated; see lang/editor in the repository of hyp.

` + "`hyp kernel vscode`" + ` writes it as one file for ` + "`code --install-extension hyp.vsix`" + `. Or copy this folder to
` + "`~/.vscode/extensions/hyp-lang.hyp-" + version + "`" + ` and start VS Code again.
`
