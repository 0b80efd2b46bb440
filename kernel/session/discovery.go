package session

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/agents/ask"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/graphq/insight"
	"github.com/hyp-lang/hyp/kernel/assist"
	"github.com/hyp-lang/hyp/kernel/rich"
)

// discoveryMagics look for findings, and answer from them.
var discoveryMagics = []Magic{
	{Magic: assist.Magic{Name: "discover", Form: "%discover [FILE] [--goal TEXT] [--rounds N]", What: "look for what holds in the session's data or a file, and keep it in the graph; --resume goes on", Takes: assist.AFile,
		Words: []string{"--goal", "--rounds", "--max-time", "--seed", "--policy", "--set", "--resume", "--show-config"}},
		Example: "%discover penguins.csv --rounds 2", changes: true, run: (*run).discover},
	{Magic: assist.Magic{Name: "ask", Form: "%ask QUESTION", What: "a question in words, answered from the graph with citations", Takes: assist.Nothing},
		Example: "%ask does body mass go with the length of the flipper?", run: (*run).ask},
	{Magic: assist.Magic{Name: "survey", Form: "%survey [FILE] [--top N]", What: "every pair and triple of the session's data or a file, the strongest first", Takes: assist.AFile,
		Words: []string{"--top", "--templates", "--outcome", "--exposure", "--sample", "--seed", "--out"}},
		Example: "%survey penguins.csv --top 3 --templates assoc", run: onData("survey")},
	{Magic: assist.Magic{Name: "space", Form: "%space [FILE] [--controls 0..5]", What: "how many claims the session's data or a file allow", Takes: assist.AFile, Words: []string{"--controls"}},
		Example: "%space penguins.csv", run: onData("space")},
}

// onData is a magic that runs a command on a file of data; the session's data set when none is named.
func onData(name string) func(*run, context.Context, arguments) error {
	return func(r *run, ctx context.Context, a arguments) error {
		args, err := r.dataArguments(ctx, a.text)
		if err != nil {
			return err
		}
		return r.command(ctx, r.book, slices.Concat([]string{name}, args), 0)
	}
}

// dataArguments are the arguments of a command on data, with the file in front.
func (r *run) dataArguments(ctx context.Context, text string) ([]string, error) {
	args, err := words(text)
	if err != nil {
		return nil, err
	}
	if slices.Contains(args, "--show-config") {
		return args, nil
	}
	for i, a := range args {
		if !strings.HasPrefix(a, "-") && (i == 0 || !strings.HasPrefix(args[i-1], "-") || strings.Contains(args[i-1], "=") || slices.Contains(switches, args[i-1])) {
			args[i] = r.path(a)
			return args, nil
		}
	}
	c := r.book.compose(r.s.cfg.Name, r.s.cfg.Folder)
	studies := study.Open(ctx, []study.Text{c.text}, study.Options{Loader: r.s.data.Loader(r.s.cfg.Folder, nil)})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	switch sets := studies[0].Info.Datasets; len(sets) {
	case 1:
		return append([]string{sets[0].Path}, args...), nil
	case 0:
		return nil, problem("MagicError", "which data? name a file, or declare a data set first: dataset d from \"data.csv\"")
	default:
		return nil, problem("MagicError", fmt.Sprintf("the session has %d data sets: name the file of one", len(sets)))
	}
}

// switches are flags without a value, behind which a file may stand.
var switches = []string{"--resume", "--json", "--llm", "--private"}

// discover runs a discovery on the session's graph; one in memory takes what was found in a folder of its own.
func (r *run) discover(ctx context.Context, a arguments) error {
	args, err := r.dataArguments(ctx, a.text)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(args, func(a string) bool { return a == "--graph" || strings.HasPrefix(a, "--graph=") }) {
		return problem("MagicError", "a discovery of a notebook is kept in the notebook's graph: %graph open DIR says where")
	}
	run := func(dir string) error {
		return r.command(ctx, r.book, slices.Concat([]string{"discover"}, args, []string{"--graph", dir}), exitFindings)
	}
	if r.s.graphAt != "" {
		return r.withGraph(ctx, true, run)
	}
	return r.withGraph(ctx, false, func(dir string) error {
		failure := run(dir)
		found, err := insight.Open(context.WithoutCancel(ctx), dir, insight.Options{AnyData: true})
		if err != nil {
			return err
		}
		defer func() { _ = found.Close() }() // read only
		g, err := r.s.graphHeld(ctx)
		if err == nil {
			err = g.Merge(context.WithoutCancel(ctx), found) // also what an interrupted run had found
		}
		if failure != nil {
			return failure
		}
		return err
	})
}

// ask answers a question in words.
func (r *run) ask(ctx context.Context, a arguments) error {
	question := strings.Trim(strings.TrimSpace(a.text), `"'`)
	if question == "" {
		return problem("MagicError", "which question? for example %ask does body mass go with the length of the flipper?")
	}
	if strings.HasPrefix(question, "-") {
		return problem("MagicError", "%ask takes a question and no flags; `hyp ask --help` has more")
	}
	g, err := r.s.openGraph(ctx)
	if err != nil {
		return err
	}
	answer, err := ask.Ask(ctx, g, question, ask.Options{})
	if err != nil {
		return problem("AskError", err.Error())
	}
	r.value(rich.Answer(answer))
	return nil
}
