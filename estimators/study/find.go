// Package study takes studies from their text to records: it finds the files, parses and checks them, opens their data
// once, and runs or plans their hypotheses one by one, handing each result out as soon as it is there.
package study

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/lang/source"
)

// Extension ends the name of a study file.
const Extension = ".hyp"

// Text is the text of one study, with the folder that its relative paths start from.
type Text struct {
	Source *source.File
	Folder string
	Place  func(offset int) string // what a hypothesis without a name is called, by where it begins; nil: its line
	Err    error                   // why a file below a folder could not be read
}

// NotFoundError tells that there is no study where one was asked for.
type NotFoundError struct {
	Path, Reason string
}

func (e *NotFoundError) Error() string { return e.Path + ": " + e.Reason }

// Find reads the studies that paths name: files, folders (every .hyp file below, in order of name, hidden folders left
// out), and `-` for stdin. A file named twice is read once. A file below a folder that cannot be read is a Text with Err, and does not
// keep the others from being read; for a file that was named the error is a *NotFoundError, or one of the operating system that
// names the path.
func Find(ctx context.Context, paths []string, stdin io.Reader) ([]Text, error) {
	var texts []Text
	seen := map[string]bool{}
	for _, path := range paths {
		if path == "-" {
			if seen[path] {
				continue
			}
			seen[path] = true
			text, err := io.ReadAll(stdin)
			if err != nil {
				return nil, fmt.Errorf("standard input: %w", err)
			}
			texts = append(texts, Text{Source: source.New("<stdin>", string(text)), Folder: "."})
			continue
		}
		files, below, err := list(ctx, path)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			if seen[filepath.Clean(file)] {
				continue
			}
			seen[filepath.Clean(file)] = true
			text, err := read(file, below)
			if err != nil && !below {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			texts = append(texts, Text{Source: source.New(file, string(text)), Folder: filepath.Dir(file), Err: err})
		}
	}
	return texts, nil
}

// read reads a study. Below a folder only regular files count: a pipe would wait for ever.
func read(file string, below bool) ([]byte, error) {
	if below {
		info, err := os.Stat(file)
		switch {
		case err != nil:
			if to, linkErr := os.Readlink(file); linkErr == nil {
				return nil, fmt.Errorf("a link to %s: %w", to, cause(err))
			}
			return nil, cause(err)
		case info.IsDir():
			return nil, errors.New("a folder that cannot be read, or a link to one, which is not followed")
		case !info.Mode().IsRegular():
			return nil, errors.New("not a regular file")
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, cause(err)
	}
	return text, nil
}

// list is the studies that a path names, and whether it is a folder.
func list(ctx context.Context, path string) (files []string, below bool, err error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if to, linkErr := os.Readlink(path); linkErr == nil {
			return nil, false, &NotFoundError{path, "a link to " + to + ", which is not there"}
		}
		return nil, false, &NotFoundError{path, "no such file or folder" + near(path)}
	}
	if err != nil {
		return nil, false, fmt.Errorf("%s: %w", path, cause(err))
	}
	if !info.IsDir() {
		return []string{path}, false, catalog.TableName(path)
	}
	root := path
	if link, err := os.Lstat(path); err == nil && link.Mode()&fs.ModeSymlink != 0 {
		root += string(filepath.Separator) // WalkDir follows no link, not even the one that was named
	}
	err = filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			files = append(files, file) // read says why
			return nil
		}
		if entry.IsDir() && file != root && strings.HasPrefix(entry.Name(), ".") {
			return fs.SkipDir
		}
		if !entry.IsDir() && filepath.Ext(file) == Extension {
			files = append(files, file)
		}
		return nil
	})
	if err == nil && len(files) == 0 {
		err = &NotFoundError{path, "the folder holds no " + Extension + " file"}
	}
	slices.Sort(files)
	return slices.Compact(files), true, err
}

// near names the studies beside a missing one.
func near(path string) string {
	files, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*"+Extension))
	if err != nil || len(files) == 0 {
		return ""
	}
	const most = 5
	if len(files) > most {
		files = append(files[:most:most], "...")
	}
	return "; beside it lies " + strings.Join(files, ", ")
}

func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
