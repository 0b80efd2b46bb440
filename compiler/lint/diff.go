package lint

import "github.com/rogpeppe/go-internal/diff"

// Diff is the change from one text of a file to another as a unified diff; empty when they are equal.
func Diff(name, before, after string) string {
	return string(diff.Diff("a/"+name, []byte(before), "b/"+name, []byte(after)))
}
