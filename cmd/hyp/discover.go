package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hyp-lang/hyp/agents/config"
	"github.com/hyp-lang/hyp/agents/embed"
	"github.com/hyp-lang/hyp/agents/loop"
	"github.com/hyp-lang/hyp/agents/mind"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/graphq/insight"
	"github.com/hyp-lang/hyp/kernel/rich"
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
	asked, err := f.llm.mind(ctx, e) // before anything is read or written: a wrong setting ends here
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
		Private: f.llm.options.Private, Ablate: f.ablate.value, Version: versionLine(), Embedder: embed.Embedder{}}
	var g *insight.Graph
	defer func() {
		if g != nil {
			err = errors.Join(err, g.Close())
		}
	}()
	ready := func(hash string) (err error) { // before the survey: a graph that cannot take the discovery ends here
		if g, err = f.to.open(ctx, true); err != nil {
			return err
		}
		return loop.Standing(ctx, g, hash, opt)
	}
	data, err := loop.Source{Path: args[0], Catalog: f.catalog, Goal: f.goal, Ready: ready}.Open(ctx, &cfg, stage)
	if err != nil {
		return err
	}
	var thinking mind.Mind = asked
	if asked == nil {
		if thinking, err = mind.NewOffline(ctx, data.Survey, data.Input, cfg.Screen, func(at, of int) { stage("looking for moderators", at, of) }); err != nil {
			return err
		}
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
		if e.notebook != nil && e.notebook.Kept != nil {
			e.notebook.Kept(show.done() + " of this run are kept in the graph, and %discover --resume goes on")
		}
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
	first    loop.Event // as the run found the discovery
	last     loop.Event
	found    []rich.Finding // by this run
	shown    time.Time      // when a notebook was shown them last
	open     int            // questions that the model left open
	err      error
}

func (t *telling) event(ev loop.Event) {
	t.last = ev
	if ev.Event == "begin" {
		t.first = ev
	}
	if ev.Event == "accepted" {
		t.found = append(t.found, finding(ev))
	}
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
		if t.e.notebook != nil {
			return
		}
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
		t.table(false)
		most := t.cfg.Loop.MaxRounds
		if t.f.rounds > 0 {
			most = t.f.rounds
		}
		what := fmt.Sprintf("round %d, %s: %s", ev.Number, ev.Mode, plural(len(t.found), "finding", "findings"))
		if ev.Wealth != nil {
			what += fmt.Sprintf(", wealth %s", report.Number(*ev.Wealth))
		}
		if ev.Seconds > 0 {
			what += fmt.Sprintf(", %.0f rounds/min", float64(ev.Number)/ev.Seconds*60)
		}
		t.progress(what, ev.Number, most)
	}
}

// finding is what an event says of a finding.
func finding(ev loop.Event) rich.Finding {
	out := rich.Finding{Mark: strconv.Itoa(ev.Number), Claim: ev.Claim, Text: ev.Text}
	if ev.Record != nil && ev.Record.Verdict != nil {
		out.Verdict = string(ev.Record.Verdict.Value)
	}
	return out
}

// table shows a notebook the findings so far, in the place of those before.
func (t *telling) table(over bool) {
	n := t.e.notebook
	if n == nil || n.Show == nil || t.f.asJSON || len(t.found) == 0 || !over && time.Since(t.shown) < time.Second {
		return
	}
	t.shown = time.Now()
	n.Show(rich.Findings(t.done(), "Round", t.found, n.Width, over))
}

// done counts the findings and the rounds of this run.
func (t *telling) done() string {
	return fmt.Sprintf("%s in %s", plural(len(t.found), "finding", "findings"), plural(t.last.Number-t.first.Number, "round", "rounds"))
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
	t.table(true)
	n, before := t.last.Total, loop.Counts{}
	if t.first.Number > 0 { // what was done before is not this run's
		before = t.first.Total
	}
	words := map[string]string{loop.Stalled: fmt.Sprintf("nothing new in %d rounds", t.cfg.Loop.Stall), loop.RoundLimit: "as many rounds as asked for", loop.TimeLimit: "the time is over", loop.Budget: "the model's budget is spent; --resume goes on with another", loop.Interrupted: "interrupted; --resume goes on"}
	t.line("\n%s (%s): %s proposed, %d tested on the explored rows, %d on those set aside; %.1f s",
		t.done(), words[why], plural(n.Proposed-before.Proposed, "hypothesis", "hypotheses"), n.Executed-before.Executed, n.Tested-before.Tested, t.last.Seconds)
	if t.first.Number > 0 {
		t.line("the discovery as a whole: %s in %s", plural(n.Accepted, "finding", "findings"), plural(t.last.Number, "round", "rounds"))
	}
	if len(reasons) > 0 {
		t.line("not accepted: %s", counted(reasons))
	}
	if t.e.notebook != nil { // the session's own graph
		t.line("ask it: find i.text where i.status = \"supported\" order by i.score desc limit 20, or %%ask a question")
		return
	}
	t.line("graph: %s; ask it with `hyp query --graph %s '...'`", graph, graph)
}

// line writes a line; a notebook's is broken between words.
func (t *telling) line(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if n := t.e.notebook; n != nil {
		text = strings.Join(report.Wrap(strings.TrimLeft(text, "\n"), n.Width, 2), "\n")
	}
	fmt.Fprintln(t.e.out, text)
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
