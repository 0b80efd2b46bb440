package study

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// From is the path of data as a study at to should write it: relative to the study's folder where that is possible. A
// study that is printed (to is `-`) belongs to the working directory.
func From(to, data string) string {
	folder := filepath.Dir(to)
	if to == "-" {
		folder = "."
	}
	if filepath.IsAbs(data) {
		return data
	}
	if rel, err := filepath.Rel(folder, data); err == nil {
		return filepath.ToSlash(rel)
	}
	if abs, err := filepath.Abs(data); err == nil {
		return abs
	}
	return data
}

// Save writes text to path, all of it or nothing: to a temporary file beside it first, which then takes its name. An
// existing file is an error unless force is set.
func Save(path, text string, force bool) (err error) {
	if _, statErr := os.Lstat(path); statErr == nil && !force {
		return fmt.Errorf("%s: the file exists; --force replaces it, --output writes elsewhere", path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("%s: %w", path, cause(err))
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if _, err = f.WriteString(text); err != nil {
		return fmt.Errorf("%s: %w", path, cause(err))
	}
	if err = f.Sync(); err != nil {
		return fmt.Errorf("%s: %w", path, cause(err))
	}
	if err = f.Chmod(0o644); err != nil {
		return fmt.Errorf("%s: %w", path, cause(err))
	}
	if err = f.Close(); err != nil {
		return fmt.Errorf("%s: %w", path, cause(err))
	}
	if force {
		return os.Rename(f.Name(), path)
	}
	// A link fails where a rename would replace a file that appeared meanwhile.
	switch err = os.Link(f.Name(), path); {
	case err == nil:
		return os.Remove(f.Name())
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s: the file exists; --force replaces it", path)
	}
	return os.Rename(f.Name(), path) // a file system without links
}
