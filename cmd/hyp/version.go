package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is the release; a build of a tagged module overrides it with the module's.
const version = "0.1.0-dev"

func newVersion(e *env) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  hyp version",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(e.out, versionLine())
			return err
		},
	}
}

// versionNumber is the release, as the module says where the build is of a tagged one.
func versionNumber() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		if m := info.Main.Version; m != "" && m != "(devel)" {
			return m
		}
	}
	return version
}

// versionLine is version, Go, platform, and the revision when the build knows it.
func versionLine() string {
	revision, dirty := "", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				revision = s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				dirty = " with changes"
			}
		}
	}
	line := fmt.Sprintf("hyp %s %s %s/%s", versionNumber(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if revision != "" {
		line += " revision " + revision[:min(12, len(revision))] + dirty
	}
	return line
}
