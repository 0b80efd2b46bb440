package lint

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

// largest bounds a study file; more is a data file by mistake.
const largest = 64 << 20

// Find reads the studies that paths name: files, folders (every .hyp file below, hidden folders left out) and `-` for
// stdin, which goes under stdinName. A file that cannot be read is a File with Err; a path that is not there, and a folder
// without studies, are errors.
func Find(ctx context.Context, paths []string, stdin io.Reader, stdinName string) ([]File, error) {
	var files []File
	seen := map[string]bool{}
	for _, path := range paths {
		if path == "-" {
			text, err := io.ReadAll(io.LimitReader(stdin, largest+1))
			if err != nil {
				return nil, fmt.Errorf("standard input: %w", err)
			}
			name, folder := "<stdin>", "."
			if stdinName != "" {
				name, folder = stdinName, filepath.Dir(stdinName)
			}
			f := File{Source: source.New(name, string(text)), Folder: folder}
			if len(text) > largest {
				f.Err = errors.New("larger than 64 MB")
			}
			files = append(files, f)
			continue
		}
		info, err := os.Stat(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, reason(err))
		}
		names := []string{path}
		if err := catalog.TableName(path); err != nil && !info.IsDir() {
			return nil, err
		}
		if info.IsDir() {
			if names, err = below(ctx, path); err != nil {
				return nil, err
			}
			if len(names) == 0 {
				return nil, fmt.Errorf("%s: the folder holds no %s file", path, Extension)
			}
		}
		for _, name := range names {
			if name = filepath.Clean(name); !seen[name] {
				seen[name] = true
				f := read(name, info.IsDir())
				f.Below = info.IsDir()
				files = append(files, f)
			}
		}
	}
	return files, ctx.Err()
}

func below(ctx context.Context, folder string) ([]string, error) {
	var names []string
	if link, err := os.Lstat(folder); err == nil && link.Mode()&fs.ModeSymlink != 0 {
		folder += string(filepath.Separator) // WalkDir follows no link, not even the one that was named
	}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			names = append(names, path) // read says why
			return nil
		case entry.IsDir() && path != folder && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case !entry.IsDir() && filepath.Ext(path) == Extension:
			names = append(names, path)
		}
		return nil
	})
	slices.Sort(names)
	return slices.Compact(names), err
}

// read reads one study. Below a folder only regular files count: a pipe would wait for ever.
func read(path string, regular bool) File {
	f := File{Folder: filepath.Dir(path), Source: source.New(path, "")}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		f.Err = reason(err)
		if to, linkErr := os.Readlink(path); linkErr == nil {
			f.Err = fmt.Errorf("a link to %s: %w", to, f.Err)
		}
		return f
	case info.IsDir():
		f.Err = errors.New("a folder that cannot be read, or a link to one, which is not followed")
		return f
	case regular && !info.Mode().IsRegular():
		f.Err = errors.New("not a regular file")
		return f
	case info.Size() > largest:
		f.Err = errors.New("larger than 64 MB")
		return f
	}
	text, err := os.ReadFile(path)
	if err != nil {
		f.Err = reason(err)
		return f
	}
	f.Source = source.New(path, string(text))
	return f
}

// reason is an error without the path that the os package puts before it.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// Write replaces the text of a file, all of it or nothing: to a temporary file beside it, synced, which then takes its name
// and its mode. A link is followed. A file that may not be written stays as it is: a rename would pass over its mode.
func Write(path, text string) (err error) {
	if target, linkErr := filepath.EvalSymlinks(path); linkErr == nil {
		path = target
	}
	mode := fs.FileMode(0o644)
	if info, statErr := os.Stat(path); statErr == nil {
		mode = info.Mode().Perm()
		w, openErr := os.OpenFile(path, os.O_WRONLY, 0)
		if openErr != nil {
			return fmt.Errorf("%s: %w", path, reason(openErr))
		}
		w.Close()
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("%s: %w", path, reason(err))
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
			err = fmt.Errorf("%s: %w", path, reason(err))
		}
	}()
	if _, err = f.WriteString(text); err != nil {
		return err
	}
	if err = f.Chmod(mode); err != nil {
		return err
	}
	if err = f.Sync(); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
