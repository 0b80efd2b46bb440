package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hyp-lang/hyp/agents/embed"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/kernel/install"
	"github.com/hyp-lang/hyp/kernel/serve"
	"github.com/hyp-lang/hyp/kernel/session"
	"github.com/hyp-lang/hyp/kernel/wire"
	"github.com/hyp-lang/hyp/lang/editor"
)

func newKernel(e *env) *cobra.Command {
	c := &cobra.Command{
		Use:   "kernel",
		Short: "Hypotheses in Jupyter: install the kernel, or run it",
		Long: `Kernel makes hyp known to JupyterLab, Notebook, VS Code and jupyter console. A cell of a hyp notebook holds statements, which stay for
the cells after it; its hypotheses are answered below it. %help in a cell lists what else a cell can be.`,
		Example: `  hyp kernel install --user
  hyp kernel install --sys-prefix --graph .hyp/graph
  hyp kernel list`,
	}
	c.AddCommand(newKernelInstall(e), newKernelUninstall(e), newKernelList(e), newKernelVSCode(e), newKernelRun(e))
	return c
}

// placeFlags say where kernels are installed.
type placeFlags struct {
	user, sysPrefix bool
	prefix          string
}

func (f *placeFlags) flags(c *cobra.Command) {
	c.Flags().BoolVar(&f.user, "user", false, "for this user (the default)")
	c.Flags().BoolVar(&f.sysPrefix, "sys-prefix", false, "for the Python environment at hand: the active one, or python3's")
	c.Flags().StringVar(&f.prefix, "prefix", "", "below this folder's share/jupyter")
	c.MarkFlagsMutuallyExclusive("user", "sys-prefix", "prefix")
}

func (f *placeFlags) place(ctx context.Context) (install.Place, error) {
	switch {
	case f.prefix != "":
		dir, err := filepath.Abs(f.prefix)
		return install.Prefix(dir), err
	case f.sysPrefix:
		return install.SysPrefix(ctx)
	}
	return install.User()
}

func newKernelInstall(e *env) *cobra.Command {
	var f placeFlags
	spec := install.Spec{}
	c := &cobra.Command{
		Use:   "install",
		Short: "Make the kernel known to Jupyter",
		Long: `Install writes a kernelspec with this program's path: when the program moves, install again. --graph names the folder where notebooks
keep their results; without it a session keeps them in memory until %graph open names one. It also writes an extension that makes
JupyterLab 4 and Notebook 7 colour the language; for VS Code there is hyp kernel vscode.`,
		Example: "  hyp kernel install --user\n  hyp kernel install --sys-prefix --name hyp-work --display-name 'hyp (work)' --graph .hyp/graph",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			at, err := f.place(c.Context())
			if err != nil {
				return err
			}
			if spec.Program, err = os.Executable(); err != nil {
				return err
			}
			if strings.Contains(spec.Program, "go-build") && filepath.Base(filepath.Dir(spec.Program)) == "exe" {
				return errors.New("`go run` makes a program that is gone afterwards: `go install ./cmd/hyp`, and then `hyp kernel install`")
			}
			folder, err := install.Install(at, spec)
			if err != nil {
				return err
			}
			colours, err := install.Extension(at, editor.LabName, editor.LabExtension())
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(e.out, "%s: kernel %s installed (%s)\n%s: JupyterLab colours studies and cells\nTry: jupyter lab, or jupyter console --kernel %s\n", folder, spec.Name, at.Why, colours, spec.Name)
			return err
		},
	}
	f.flags(c)
	c.Flags().StringVar(&spec.Name, "name", "hyp", "the kernel's name")
	c.Flags().StringVar(&spec.DisplayName, "display-name", "hyp", "its name in front ends")
	c.Flags().StringVar(&spec.Graph, "graph", "", "where notebooks keep results: a folder, relative to the notebook's, or a postgres:// address")
	return c
}

func newKernelUninstall(e *env) *cobra.Command {
	var f placeFlags
	var name string
	c := &cobra.Command{
		Use:     "uninstall",
		Short:   "Take the kernel away from Jupyter",
		Example: "  hyp kernel uninstall --sys-prefix",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			at, err := f.place(c.Context())
			if err != nil {
				return err
			}
			folder, err := install.Uninstall(at, name)
			if errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("%s: there is no kernel; `hyp kernel list` lists them", folder)
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(e.out, "%s: removed\n", folder)
			colours, err := install.RemoveExtension(at, editor.LabName)
			if colours != "" && err == nil {
				_, err = fmt.Fprintf(e.out, "%s: removed\n", colours)
			}
			return err
		},
	}
	f.flags(c)
	c.Flags().StringVar(&name, "name", "hyp", "the kernel's name")
	return c
}

func newKernelList(e *env) *cobra.Command {
	var f placeFlags
	c := &cobra.Command{
		Use:     "list",
		Short:   "List the kernels that run hyp",
		Example: "  hyp kernel list",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			places, err := f.places(c.Context())
			if err != nil {
				return err
			}
			var folders []string
			found := 0
			for _, at := range places {
				folders = append(folders, at.Folder)
				list, err := install.List(at)
				if err != nil {
					return err
				}
				found += len(list)
				for _, k := range list {
					line := fmt.Sprintf("%s  %s  runs %s", k.Name, k.Folder, k.Program)
					if k.Graph != "" {
						line += ", results in " + k.Graph
					}
					if k.Missing {
						line += ", which is not there any more: install again"
					}
					fmt.Fprintln(e.out, line)
				}
			}
			if found == 0 {
				fmt.Fprintf(e.stderr, "no kernel runs hyp in %s; `hyp kernel install` makes one, and --prefix looks elsewhere\n", strings.Join(folders, " or "))
			}
			return nil
		},
	}
	f.flags(c)
	return c
}

func newKernelVSCode(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "vscode [FILE]",
		Short: "Write the extension that colours hyp in VS Code",
		Long:  "Vscode writes hyp.vsix, or FILE: an extension that colours studies and the cells of hyp notebooks, to be installed from the file.",
		Example: `  hyp kernel vscode
  code --install-extension hyp.vsix`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			path := append(args, "hyp.vsix")[0]
			var b bytes.Buffer
			if err := editor.VSIX(&b); err != nil {
				return err
			}
			if err := study.Save(path, b.String(), true); err != nil {
				return err
			}
			_, err := fmt.Fprintf(e.out, "%s: written\nNow: code --install-extension %s\n", path, path)
			return err
		},
	}
}

// places are those asked for, else the user's and that of the Python environment, if there is one.
func (f *placeFlags) places(ctx context.Context) ([]install.Place, error) {
	at, err := f.place(ctx)
	if err != nil || f.user || f.sysPrefix || f.prefix != "" {
		return []install.Place{at}, err
	}
	out := []install.Place{at}
	if env, err := install.SysPrefix(ctx); err == nil && env.Folder != at.Folder {
		out = append(out, env)
	}
	return out, nil
}

func newKernelRun(e *env) *cobra.Command {
	var file, graph, log string
	c := &cobra.Command{
		Use:   "run -f CONNECTION_FILE",
		Short: "Serve a notebook; Jupyter starts this",
		Long: `Run serves the five channels that a connection file names until it is told to shut down, or the program that started it ends. Front
ends start it by the kernelspec that hyp kernel install writes.`,
		Example: "  hyp kernel run -f connection.json --graph .hyp/graph",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if file == "" {
				return errors.New("which connection? -f names its file; front ends write it, as the kernelspec says")
			}
			conn, err := wire.ReadConnection(file)
			if err != nil {
				return err
			}
			opt := serve.Options{History: kernelHistory()}
			if log != "" {
				to, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
				if err != nil {
					return err
				}
				defer to.Close()
				opt.Log = slog.New(slog.NewTextHandler(to, nil))
			}
			signal.Reset(os.Interrupt) // the kernel has its own answer: the cell ends, not the program
			return serve.Run(c.Context(), conn, session.New(kernelConfig(graph)), opt)
		},
	}
	c.Flags().StringVarP(&file, "file", "f", "", "the connection file")
	c.Flags().StringVar(&graph, "graph", os.Getenv("HYP_GRAPH"), "where results are kept (default: HYP_GRAPH, else in memory)")
	c.Flags().StringVar(&log, "log", os.Getenv("HYP_KERNEL_LOG"), "a file for what the kernel does (default: HYP_KERNEL_LOG, else nowhere)")
	return c
}

// kernelConfig is the session of a notebook in the working directory, where front ends start kernels.
func kernelConfig(graph string) session.Config {
	name := os.Getenv("JPY_SESSION_NAME") // Jupyter's servers say the notebook's path
	if name != "" {
		name = filepath.Base(filepath.FromSlash(name))
	}
	return session.Config{Name: name, Graph: graph, Version: versionNumber(), Build: versionLine(), Homepage: homepage, Embedder: embed.Embedder{}, Command: inNotebook}
}

// kernelHistory keeps the cells of earlier sessions in the user's cache, and nowhere when there is none.
func kernelHistory() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "hyp", "notebook_history")
}
