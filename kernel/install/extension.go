package install

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Extension writes a prebuilt extension of JupyterLab to a place and returns its folder. An earlier one of the name is replaced
// when its install.json says that hyp wrote it; a foreign one is an error.
func Extension(at Place, name string, extension fs.FS) (folder string, err error) {
	folder = filepath.Join(at.Folder, "labextensions", name)
	if exists, ours := extensionAt(folder); exists && !ours {
		return "", fmt.Errorf("%s: is the extension of another program and stays", folder)
	}
	files := map[string][]byte{}
	err = fs.WalkDir(extension, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files[path], err = fs.ReadFile(extension, path)
		return err
	})
	if err != nil {
		return "", err
	}
	return folder, put(at, folder, files)
}

// RemoveExtension removes an extension that hyp wrote, when no kernel of ours is left at the place. It returns the folder, empty
// when nothing was removed.
func RemoveExtension(at Place, name string) (folder string, err error) {
	if left, err := List(at); err != nil || len(left) > 0 {
		return "", err
	}
	folder = filepath.Join(at.Folder, "labextensions", name)
	if _, ours := extensionAt(folder); !ours {
		return "", nil
	}
	return folder, os.RemoveAll(folder)
}

// extensionAt tells whether there is something in a folder, and whether hyp wrote it.
func extensionAt(folder string) (exists, ours bool) {
	if _, err := os.Lstat(folder); errors.Is(err, fs.ErrNotExist) {
		return false, false
	}
	text, err := os.ReadFile(filepath.Join(folder, "install.json"))
	if err != nil {
		return true, false
	}
	var by struct {
		PackageManager string `json:"packageManager"`
	}
	return true, json.Unmarshal(text, &by) == nil && by.PackageManager == "hyp"
}
