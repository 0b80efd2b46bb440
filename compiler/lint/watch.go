package lint

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// settle is how long a burst of changes must be over before the files are read again: editors write, rename and touch.
const settle = 100 * time.Millisecond

// Watch calls again at every change to a .hyp file, a catalog or hyp.toml in the folders that paths name or stand in, until
// the context ends. Folders that appear later are watched too.
func Watch(ctx context.Context, paths []string, again func() error) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watching: %w", err)
	}
	defer w.Close()
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, reason(err))
		}
		if !info.IsDir() {
			if err := w.Add(filepath.Dir(path)); err != nil {
				return fmt.Errorf("watching %s: %w", path, err)
			}
			continue
		}
		if err := addBelow(w, path); err != nil {
			return err
		}
	}
	var due <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-w.Errors:
			return fmt.Errorf("watching: %w", err)
		case e := <-w.Events:
			if e.Has(fsnotify.Create) {
				if info, err := os.Stat(e.Name); err == nil && info.IsDir() {
					if err := addBelow(w, e.Name); err != nil {
						return err
					}
				}
			}
			if matters(e.Name) && !e.Has(fsnotify.Chmod) {
				due = time.After(settle)
			}
		case <-due:
			due = nil
			if err := again(); err != nil {
				return err
			}
		}
	}
}

func addBelow(w *fsnotify.Watcher, folder string) error {
	return filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return nil // a folder that is gone again, or that cannot be read, which linting reports
		}
		if path != folder && strings.HasPrefix(entry.Name(), ".") {
			return filepath.SkipDir
		}
		if err := w.Add(path); err != nil {
			return fmt.Errorf("watching %s: %w", path, err)
		}
		return nil
	})
}

// matters tells whether a change of a file can change what linting finds.
func matters(path string) bool {
	switch filepath.Ext(path) {
	case Extension, ".yaml", ".yml", ".json":
		return !strings.HasPrefix(filepath.Base(path), ".")
	}
	return filepath.Base(path) == ConfigName
}
