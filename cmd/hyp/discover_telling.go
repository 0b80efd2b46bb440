package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hyp-lang/hyp/agents/config"
	"github.com/hyp-lang/hyp/agents/loop"
	"github.com/hyp-lang/hyp/agents/online"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/kernel/rich"
)

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
		at, most := ev.Number, t.cfg.Loop.MaxRounds
		if t.f.rounds > 0 {
			at, most = ev.Number-t.first.Number, t.f.rounds
		}
		what := fmt.Sprintf("round %d, %s: %s", ev.Number, ev.Mode, report.Plural(len(t.found), "finding", "findings"))
		if ev.Wealth != nil {
			what += fmt.Sprintf(", wealth %s", report.Number(*ev.Wealth))
		}
		if ev.Seconds > 0 {
			what += rate(ev.Number-t.first.Number, at, most, ev.Seconds)
		}
		t.progress(what, at, most)
	}
}

// rate is how fast rounds go, and how long those that are left take at most: a run also ends when nothing new is found.
func rate(done, at, most int, seconds float64) string {
	if done < 1 {
		return ""
	}
	text := fmt.Sprintf(", %.0f rounds/min", float64(done)/seconds*60)
	left := time.Duration(float64(most-at) * seconds / float64(done) * float64(time.Second))
	switch {
	case left <= 0:
		return text
	case left < time.Minute:
		return text + fmt.Sprintf(", at most %d s left", int(left.Seconds())+1)
	case left < time.Hour:
		return text + fmt.Sprintf(", at most %d min left", int(left.Minutes())+1)
	}
	return text + fmt.Sprintf(", at most %d h left", int(left.Hours())+1)
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
	return fmt.Sprintf("%s in %s", report.Plural(len(t.found), "finding", "findings"), report.Plural(t.last.Number-t.first.Number, "round", "rounds"))
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
		_, err = fmt.Fprintf(t.e.out, "%s; %s without an answer\n", s, report.Plural(t.open, "question", "questions"))
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
	t.line("\n%s (%s): %s proposed, %s tested on the explored rows, %s on those set aside; %.1f s",
		t.done(), words[why], report.Plural(n.Proposed-before.Proposed, "hypothesis", "hypotheses"), report.Count(int64(n.Executed-before.Executed)), report.Count(int64(n.Tested-before.Tested)), t.last.Seconds)
	if t.first.Number > 0 {
		t.line("the discovery as a whole: %s in %s", report.Plural(n.Accepted, "finding", "findings"), report.Plural(t.last.Number, "round", "rounds"))
	}
	switch {
	case n.Accepted == 0:
		t.line("%s", t.nothing())
	case t.cfg.Split.Holdout == 0:
		t.line("no rows were set aside to confirm them (policy %s): take them as proposals", t.cfg.Policy)
	case t.cfg.Online.Rule == online.Paper:
		t.line("each held once on the rows set aside; how many of them are false is not controlled (policy %s)", t.cfg.Policy)
	default:
		t.line("each held once on rows that it was not found on; of such findings at most %s are expected to be false (%s, over every test of them)",
			report.Percent(t.cfg.Online.Alpha), ruleNames[t.cfg.Online.Rule])
	}
	if len(reasons) > 0 {
		t.line("not accepted: %s", refusals(reasons))
	}
	if t.e.notebook != nil { // the session's own graph
		if n.Accepted > 0 {
			t.line("ask it: find i.text where i.status = \"supported\" order by i.score desc limit 20, or %%ask a question")
		}
		return
	}
	t.line("graph: %s", graph)
	if n.Accepted > 0 {
		t.line("next: `hyp ask 'what goes with ...?' --graph %s`, or the best: `hyp query --graph %s 'find i.text, i.holdout_p where i.status = \"supported\" order by i.score desc limit 20'`", graph, graph)
	}
}

// ruleNames are the online rules as their authors write them.
var ruleNames = map[string]string{online.LORD: "LORD++", online.SAFFRON: "SAFFRON", online.AlphaInvesting: "alpha-investing", online.ELOND: "e-LOND"}

// nothing says why a discovery is empty, and what else can be done.
func (t *telling) nothing() string {
	if t.last.Total.Executed == 0 && t.f.llm.client == nil {
		return fmt.Sprintf("nothing is clear enough on the explored rows to be proposed (false discovery rate %s over all pairs and triples); `hyp survey` shows what came nearest",
			report.Percent(t.cfg.Screen.Q))
	}
	switch n := t.last.Total; {
	case n.Proposed == 0:
		return "the model proposed nothing that could be tested: --record keeps what it answers, and without --llm proposals come from a survey of the rows"
	case n.Executed == 0:
		return "nothing that was proposed could be tested; why is below"
	case n.Tested == 0 && t.cfg.Split.Holdout > 0:
		return "nothing that was proposed was worth asking the rows set aside about; why is below, and `hyp survey` shows what came nearest"
	case t.cfg.Split.Holdout == 0:
		return "nothing that was proposed was accepted; why is below, and `hyp survey` shows what came nearest"
	}
	return "nothing that was proposed held on the rows set aside; `hyp survey` shows what came nearest"
}

// line writes a line; a notebook's is broken between words.
func (t *telling) line(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if n := t.e.notebook; n != nil {
		text = strings.Join(report.Wrap(strings.TrimLeft(text, "\n"), n.Width, 2), "\n")
	}
	fmt.Fprintln(t.e.out, text)
}

// unaccepted are the codes of rejections in a reader's words; several codes may say one thing.
var unaccepted = map[string]string{
	"invalid": "no hypothesis over these data", "tautological": "related by construction", "rejected-before": "rejected before",
	"estimand-used": "decided before", "low-prior-novelty": "too near to what is known", "semantic-duplicate": "said already", "structural-duplicate": "said already",
	"duplicate-in-round": "said already", "failed": "without a result", "refused": "not answerable from these data", "not-on-train": "not shown by the explored rows",
	"small-group": "about fewer than ten rows", "unjudged": "left unjudged", "no-mechanism": "without a mechanism", "low-surprise": "no surprise",
	"not-confirmed": "not shown by the rows set aside", "too-many-tries": "given up after several tries", "low-validity": "too weak", "low-novelty": "not new",
	"small-effect": "too small an effect", "low-score": "a low score",
}

// refusals lists rejections by what they mean, the most frequent first.
func refusals(counts map[string]int) string {
	by := map[string]int{}
	for code, n := range counts {
		words := unaccepted[code]
		if words == "" {
			words = code
		}
		by[words] += n
	}
	names := slices.Sorted(maps.Keys(by))
	slices.SortStableFunc(names, func(a, b string) int { return by[b] - by[a] })
	for i, n := range names {
		names[i] = fmt.Sprintf("%s %s", report.Count(int64(by[n])), n)
	}
	return strings.Join(names, ", ")
}
