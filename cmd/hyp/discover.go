package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hyp-lang/hyp/agents/config"
	"github.com/hyp-lang/hyp/agents/loop"
	"github.com/hyp-lang/hyp/agents/mind"
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

A round is stored whole or not at all. Ctrl-C ends the run at once; --resume does the round at hand again and goes on, also after a crash. Equal seeds give equal graphs.

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
	flags.DurationVar(&f.maxTime, "max-time", 0, "begin no round this long after the start: 10m")
	flags.BoolVar(&f.resume, "resume", false, "go on with the graph's discovery")
	flags.BoolVar(&f.asJSON, "json", false, "print what happens as one JSON event a line")
	f.llm.flags(flags)
	flags.Var(&f.ablate, "ablate", "take something away, to see what it is for: persistence, graph or steering")
	return c
}

func (f *discovering) run(c *cobra.Command, e *env, args []string) (err error) {
	ctx, begun := c.Context(), time.Now()
	cfg, err := config.Named(f.policy.value)
	if err != nil {
		return err
	}
	for _, s := range f.set {
		if err := cfg.Set(s); err != nil {
			return fmt.Errorf("--set: %w", err)
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
	if err := f.limits(); err != nil {
		return err
	}
	f.llm.settings.MaxTime, f.llm.log = f.maxTime, f.calls.add
	asked, err := f.llm.mind(ctx, e) // before anything is read or written: a wrong setting ends here
	if err != nil {
		return err
	}
	texts, err := f.to.embedder()
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
	opt := loop.Options{Config: cfg, Seed: f.seed, Goal: f.goal, Resume: f.resume, Rounds: f.rounds, MaxTime: f.maxTime,
		Private: f.llm.options.Private, Ablate: f.ablate.value, Version: versionLine(), Embedder: texts}
	store := &discovered{to: &f.to}
	defer func() { err = errors.Join(err, store.close()) }()
	ready := func(id, hash string) error { return store.ready(ctx, id, hash, opt) } // before the survey, which may take minutes
	looking := ctx
	if f.maxTime > 0 {
		var cancel context.CancelFunc
		looking, cancel = context.WithDeadline(ctx, begun.Add(f.maxTime))
		defer cancel()
	}
	late := func(err error) error {
		if looking.Err() != nil && ctx.Err() == nil {
			return fmt.Errorf("--max-time %v was over before the table was looked through: give it longer; nothing is stored", f.maxTime)
		}
		return err
	}
	data, err := loop.Source{Path: args[0], Catalog: f.catalog, Goal: f.goal, Ready: ready}.Open(looking, &cfg, stage)
	if err != nil {
		return late(err)
	}
	var thinking mind.Mind = asked
	if asked == nil {
		if thinking, err = mind.NewOffline(looking, data.Survey, data.Input, cfg.Screen, func(at, of int) { stage("looking for moderators", at, of) }); err != nil {
			return late(err)
		}
	}
	if f.maxTime > 0 {
		opt.MaxTime = max(f.maxTime-time.Since(begun), 1)
	}
	g, err := store.open(ctx)
	if err != nil {
		return err
	}
	show := &telling{e: e, f: f, progress: stage, cfg: &cfg}
	if f.llm.client != nil {
		if err := f.calls.open(f.to.dir, show.call); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, f.calls.close()) }()
	}
	opt.Events = show.event
	l, err := loop.New(ctx, data, thinking, g, opt)
	if err != nil {
		return err
	}
	if f.goal != "" && l.Relevant() == nil {
		hint := "has a word of the goal"
		if f.to.model != "" {
			hint = "is near the goal"
		}
		fmt.Fprintf(e.stderr, "note: no variable's name or label %s: it changes nothing\n", hint)
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
		if e.notebook != nil && e.notebook.Kept != nil {
			e.notebook.Kept(show.done() + " of this run are kept in the graph, and %discover --resume goes on")
		}
		return ctx.Err()
	case show.last.Insights == 0:
		return &exitError{exitFindings}
	}
	return nil
}

// limits refuses limits that no run can keep.
func (f *discovering) limits() error {
	switch {
	case f.rounds < 0:
		return fmt.Errorf("--rounds %d: write how many rounds, or leave it out to go on until nothing is found", f.rounds)
	case f.maxTime < 0:
		return fmt.Errorf("--max-time %v: write a time such as 10m", f.maxTime)
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
