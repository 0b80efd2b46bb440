package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hyp-lang/hyp/agents/config"
	"github.com/hyp-lang/hyp/agents/embed"
	"github.com/hyp-lang/hyp/agents/loop"
	"github.com/hyp-lang/hyp/agents/mind"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/study"
)

// discovering is the flags of hyp discover.
type discovering struct {
	to         graphFlags
	llm        modelFlags
	calls      calls
	catalog    string
	goal       string
	policy     choice
	set        []string
	ablate     choice
	seed       uint64
	rounds     int
	maxTime    time.Duration
	resume     bool
	asJSON     bool
	showConfig bool
}

func newDiscover(e *env) *cobra.Command {
	f := discovering{policy: choice{value: "default", of: config.Policies}, ablate: choice{of: append([]string{""}, loop.Ablations...)}}
	c := &cobra.Command{
		Use:   "discover DATA",
		Short: "Look for what goes with what, and keep what holds on rows that were set aside",
		Long: `Discover proposes hypotheses about a table round by round, tests them, and stores what it finds in an insight graph. It sets a share of the rows
aside, explores the others, and accepts a finding only when the rows that were set aside show it too, at the level of a rule that bounds the
share of false findings however many are tested. Every test is in the graph's ledger.

No model and no network is needed: proposals come from a survey of the explored rows and from what the graph lacks.

A round is stored whole or not at all. Ctrl-C ends the run after the round at hand; --resume goes on, also after a crash. Equal seeds give equal graphs.

--llm has a language model propose and judge in the same loop: its claims are checked like anybody's, tested on the explored rows first, and once on
those set aside. An answer that cannot be used leaves its question open, and the run goes on; a server that does not answer for three
rounds, or refuses the key, ends it. When --max-calls, --max-tokens or --max-time is reached the run ends as after --rounds, and --resume
goes on with a new budget. Every call is in calls.jsonl beside the graph; --record keeps the conversations, and --replay of them gives an equal graph.

Columns that the catalog marks "sensitive": true are in no hypothesis unless --goal names them.

--policy paper follows AutoKD, without rows set aside and without control of false findings; discoper has DiscoPER's thresholds. --set changes one
constant, --show-config prints them all.

Exit codes: 0 done (also at the end of a budget), 1 nothing was found, 2 cannot run or cannot go on, 130 interrupted.`,
		Example: `  hyp discover survey.csv
  hyp discover survey.csv --goal "what goes with trust" --rounds 50
  hyp discover survey.csv --llm --llm-url http://localhost:11434/v1 --llm-model qwen3:8b --max-calls 500
  hyp discover survey.csv --resume
  hyp query 'find i.text, i.holdout_p where i.status = "supported" order by i.score desc limit 20'`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, e, args) },
	}
	flags := c.Flags()
	f.to.flags(flags, defaultGraph)
	flags.StringVar(&f.catalog, "catalog", "", "catalog of the data (default: found beside them)")
	flags.StringVar(&f.goal, "goal", "", "what to look for, in words: variables with like names and labels come first")
	flags.Var(&f.policy, "policy", "the constants: default, paper or discoper")
	flags.StringArrayVar(&f.set, "set", nil, "set one constant: name=value")
	flags.BoolVar(&f.showConfig, "show-config", false, "print every constant and end")
	flags.Uint64Var(&f.seed, "seed", 1, "of all chance")
	flags.IntVar(&f.rounds, "rounds", 0, "most rounds of this run (default: until nothing is found for loop.stall rounds)")
	flags.DurationVar(&f.maxTime, "max-time", 0, "begin no round after this long: 10m")
	flags.BoolVar(&f.resume, "resume", false, "go on with the graph's discovery")
	flags.BoolVar(&f.asJSON, "json", false, "print what happens as one JSON event a line")
	f.llm.flags(flags)
	flags.Var(&f.ablate, "ablate", "take something away, to see what it is for: persistence, graph or steering")
	return c
}

func (f *discovering) run(c *cobra.Command, e *env, args []string) (err error) {
	ctx := c.Context()
	cfg, err := config.Named(f.policy.value)
	if err != nil {
		return err
	}
	for _, s := range f.set {
		if err := cfg.Set(s); err != nil {
			return fmt.Errorf("--set %w", err)
		}
	}
	if err := cfg.Check(); err != nil {
		return err
	}
	if f.showConfig {
		return writeConfig(e.out, &cfg)
	}
	if len(args) == 0 {
		return errors.New("no data: name a file")
	}
	f.llm.settings.MaxTime, f.llm.log = f.maxTime, f.calls.add
	thinking, err := f.llm.mind(ctx, e) // before anything is read or written: a wrong setting ends here
	if err != nil {
		return err
	}
	progress, done := startProgress(e)
	defer done()
	stage := func(what string, at, of int) {
		if progress != nil {
			progress(study.Progress{Stage: what, Done: at, Total: of})
		}
	}
	data, err := loop.Source{Path: args[0], Catalog: f.catalog, Goal: f.goal}.Open(ctx, &cfg, stage)
	if err != nil {
		return err
	}
	if thinking == nil {
		if thinking, err = mind.NewOffline(ctx, data.Survey, data.Input, cfg.Screen, func(at, of int) { stage("looking for moderators", at, of) }); err != nil {
			return err
		}
	}
	g, err := f.to.open(ctx, true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, g.Close()) }()
	show := &telling{e: e, f: f, progress: stage, cfg: &cfg}
	if f.llm.client != nil {
		if err := f.calls.open(f.to.dir, show.call); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, f.calls.close()) }()
	}
	l, err := loop.New(ctx, data, thinking, g, loop.Options{Config: cfg, Seed: f.seed, Goal: f.goal, Resume: f.resume, Rounds: f.rounds, MaxTime: f.maxTime,
		Private: f.llm.options.Private, Ablate: f.ablate.value, Version: versionLine(), Embedder: embed.Embedder{}, Events: show.event})
	if err != nil {
		return err
	}
	if f.goal != "" && l.Relevant() == nil {
		fmt.Fprintf(e.stderr, "note: no variable's name or label has a word of the goal: it changes nothing\n")
	}
	why, err := l.Run(ctx)
	done()
	if !f.asJSON && err == nil {
		show.summary(why, l.Reasons(), f.to.dir)
	}
	if f.llm.client != nil {
		show.spent(f.llm.spent())
	}
	if err != nil {
		return err
	}
	switch {
	case show.err != nil:
		return outputError(show.err)
	case why == loop.Interrupted:
		return ctx.Err()
	case show.last.Insights == 0:
		return &exitError{exitFindings}
	}
	return nil
}

// writeConfig prints every constant as --set takes it.
func writeConfig(w io.Writer, cfg *config.Config) error {
	var b strings.Builder
	for _, x := range cfg.Fields() {
		line := x.Name + "=" + x.Value
		if x.Doc != "" {
			line = fmt.Sprintf("%-36s # %s", line, x.Doc)
		}
		b.WriteString(line + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// telling says what a discovery does: findings as they come, or every event as JSON.
type telling struct {
	e        *env
	f        *discovering
	cfg      *config.Config
	progress func(string, int, int)
	last     loop.Event
	open     int // questions that the model left open
	err      error
}

func (t *telling) event(ev loop.Event) {
	t.last = ev
	if ev.Event == "begin" || ev.Event == "round" {
		t.f.calls.at(ev.Number + 1)
	}
	if t.f.asJSON {
		if err := writeLine(t.e.out, ev); err != nil && t.err == nil {
			t.err = err
		}
		return
	}
	switch ev.Event {
	case "accepted":
		if _, err := fmt.Fprintf(t.e.out, "%4d  %s\n", ev.Number, ev.Text); err != nil && t.err == nil {
			t.err = err
		}
	case "unanswered":
		t.open++
		about := ""
		if ev.Claim != "" {
			about = " of " + ev.Claim
		}
		fmt.Fprintf(t.e.stderr, "round %d: no answer about the %s%s: %s\n", ev.Number, ev.Code, about, ev.Reason)
	case "round":
		most := t.cfg.Loop.MaxRounds
		if t.f.rounds > 0 {
			most = t.f.rounds
		}
		what := fmt.Sprintf("round %d, %s: %d findings", ev.Number, ev.Mode, ev.Insights)
		if ev.Wealth != nil {
			what += fmt.Sprintf(", wealth %s", report.Number(*ev.Wealth))
		}
		if ev.Seconds > 0 {
			what += fmt.Sprintf(", %.0f rounds/min", float64(ev.Number)/ev.Seconds*60)
		}
		t.progress(what, ev.Number, most)
	}
}

// call tells of a call of the model, to programs only.
func (t *telling) call(c call) {
	if t.f.asJSON {
		if err := writeLine(t.e.out, c); err != nil && t.err == nil {
			t.err = err
		}
	}
}

// spent tells what the model cost.
func (t *telling) spent(s spent) {
	var err error
	switch {
	case t.f.asJSON:
		err = writeLine(t.e.out, s)
	case t.open > 0:
		_, err = fmt.Fprintf(t.e.out, "%s; %s without an answer\n", s, plural(t.open, "question", "questions"))
	default:
		_, err = fmt.Fprintln(t.e.out, s)
	}
	if err != nil && t.err == nil {
		t.err = err
	}
}

// summary says at the end what was done.
func (t *telling) summary(why string, reasons map[string]int, graph string) {
	n := t.last.Total
	words := map[string]string{loop.Stalled: fmt.Sprintf("nothing new in %d rounds", t.cfg.Loop.Stall), loop.RoundLimit: "as many rounds as asked for", loop.TimeLimit: "the time is over", loop.Budget: "the model's budget is spent; --resume goes on with another", loop.Interrupted: "interrupted; --resume goes on"}
	fmt.Fprintf(t.e.out, "\n%s in %d rounds (%s): %d hypotheses proposed, %d tested on the explored rows, %d on those set aside; %.1f s\n",
		plural(t.last.Insights, "finding", "findings"), t.last.Number, words[why], n.Proposed, n.Executed, n.Tested, t.last.Seconds)
	if len(reasons) > 0 {
		fmt.Fprintf(t.e.out, "not accepted: %s\n", counted(reasons))
	}
	if t.e.notebook != nil { // the session's own graph
		fmt.Fprintln(t.e.out, "they are in the session's graph: find i.name, i.effect where i about @NAME, or %ask a question")
		return
	}
	fmt.Fprintf(t.e.out, "graph: %s; ask it with `hyp query --graph %s '...'`\n", graph, graph)
}

// counted lists counts by name, the largest first.
func counted(counts map[string]int) string {
	names := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(names, func(a, b string) int { return counts[b] - counts[a] })
	for i, n := range names {
		names[i] = fmt.Sprintf("%s %d", n, counts[n])
	}
	return strings.Join(names, ", ")
}
