package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/peterh/liner"
	"golang.org/x/term"

	"github.com/hyp-lang/hyp/graphq/insight"
	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/lang/source"
)

func isTerminalFd(fd uintptr) bool { return term.IsTerminal(int(fd)) }

// lines is where a prompt reads from.
type lines interface {
	Prompt(string) (string, error)
	AppendHistory(string)
}

const promptHelp = `A query ends with its line, or goes on while something is missing at its end, or behind a line that ends in \.
An empty line ends it, Ctrl-C forgets it or stops its answer. Tab completes. Also: help, schema, exit (or Ctrl-D).
  find i, i.effect where i about @name order by i.effect desc limit 5
  lineage of @H12 up
`

// prompt asks for queries on a terminal until the input ends.
func (a *asker) prompt(ctx context.Context, g *insight.Graph) error {
	// Ctrl-C ends the query at hand here, not the program.
	signal.Reset(os.Interrupt)
	swallowed := make(chan os.Signal, 1)
	signal.Notify(swallowed, os.Interrupt)
	defer signal.Stop(swallowed)
	l := liner.NewLiner()
	defer l.Close()
	l.SetCtrlCAborts(true)
	l.SetTabCompletionStyle(liner.TabPrints)
	now := query.NewInsights(g)
	l.SetWordCompleter(func(line string, pos int) (string, []string, string) {
		at := byteOffset(line, pos)
		start, words := query.Complete(ctx, now, line, at)
		return line[:start], words, line[at:]
	})
	history := historyFile()
	if f, err := os.Open(history); err == nil {
		_, _ = l.ReadHistory(f) // a damaged history is no reason not to ask
		f.Close()
	}
	err := a.loop(ctx, l, func() (query.Graph, error) {
		if err := g.Refresh(ctx); err != nil {
			return nil, err
		}
		now = query.NewInsights(g)
		return now, nil
	})
	if history != "" && os.MkdirAll(filepath.Dir(history), 0o755) == nil {
		if f, err := os.OpenFile(history, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600); err == nil {
			_, _ = l.WriteHistory(f)
			f.Close()
		}
	}
	return err
}

// byteOffset is the offset of the pos-th rune: liner counts runes.
func byteOffset(line string, pos int) int {
	for i := range line {
		if pos == 0 {
			return i
		}
		pos--
	}
	return len(line)
}

// historyFile is in the user's cache, empty where there is none.
func historyFile() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "hyp", "query_history")
}

// loop reads queries of one or several lines and answers them. A wrong query, or one that is too large, ends only itself.
func (a *asker) loop(ctx context.Context, in lines, graph func() (query.Graph, error)) error {
	var text string
	for {
		prompt := "hyp> "
		if text != "" {
			prompt = "...> "
		}
		line, err := in.Prompt(prompt)
		switch {
		case errors.Is(err, liner.ErrPromptAborted):
			text = ""
			continue
		case errors.Is(err, io.EOF) && text == "":
			return nil
		case errors.Is(err, io.EOF):
			line = ""
		case err != nil:
			return fmt.Errorf("the terminal: %w", err)
		}
		if text == "" {
			switch strings.Trim(line, " ;\t") {
			case "":
				continue
			case "exit", "quit", `\q`:
				return nil
			case "help", `\h`, "?":
				if _, err := io.WriteString(a.out, promptHelp); err != nil {
					return err
				}
				continue
			case "schema":
				if err := query.WriteSchema(a.out); err != nil {
					return err
				}
				continue
			}
		}
		more, goesOn := strings.CutSuffix(strings.TrimRight(line, " \t"), `\`)
		if text != "" {
			text += "\n"
		}
		text += more
		if line != "" && (goesOn || query.Unfinished(text)) {
			continue
		}
		in.AppendHistory(strings.Join(strings.Fields(text), " "))
		g, err := graph()
		if err != nil {
			return err
		}
		one, stop := signal.NotifyContext(ctx, os.Interrupt)
		_, err = a.answer(one, g, source.New("query", text))
		stopped := one.Err() != nil
		stop()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && stopped:
			fmt.Fprintln(a.stderr, "interrupted")
		case err != nil:
			fmt.Fprintf(a.stderr, "error: %v\n", err)
		}
		text = ""
	}
}
