package session

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/graphq/insight"
	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/kernel/assist"
	"github.com/hyp-lang/hyp/kernel/rich"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// graphWords are what %graph can be told, and its flags.
var graphWords = []string{"open", "close", "show", "stats", "check", "export", "import", "merge", "--any-data", "--discard"}

// graphMagics are about the insight graph.
var graphMagics = []Magic{
	{Magic: assist.Magic{Name: "query", Form: "%query QUERY", What: "ask the graph; --schema lists what it knows", Takes: assist.QueryText, Words: []string{"--schema"}},
		Example: "%query find i.name, i.effect where i about @body_mass_g", run: (*run).query},
	{Magic: assist.Magic{Name: "graph", Form: "%graph [open DIR|close|show|stats|check|export]", What: "where results are kept; keep them in a folder; look at them", Takes: assist.AFile, Words: graphWords},
		Example: "%graph stats", changes: true, run: (*run).graph},
}

// cellMagics take the whole cell.
var cellMagics = []Magic{
	{Magic: assist.Magic{Name: "python", Form: "%%python", What: "a cell of Python that sees the results as hyp.results", Takes: assist.Foreign, Cell: true},
		Example: "%%python\nprint(len(hyp.results))", run: (*run).python},
	{Magic: assist.Magic{Name: "hyp", Form: "%%hyp", What: "a cell of the language, as any cell without a magic", Takes: assist.StudyText, Cell: true},
		Example: "%%hyp\nassoc(flipper_length_mm, body_mass_g)", changes: true, run: func(r *run, ctx context.Context, a arguments) error {
			return r.statements(ctx, part{kind: statements, at: a.body})
		}},
}

// query asks the graph.
func (r *run) query(ctx context.Context, a arguments) error {
	if strings.HasPrefix(a.text, "-") {
		args, err := words(a.text)
		if err != nil {
			return err
		}
		return r.withGraph(ctx, false, func(dir string) error {
			return r.command(ctx, r.book, slices.Concat([]string{"query", "--graph", dir}, args), 0)
		})
	}
	at := a.at
	if a.body.Len() > 0 {
		at = a.body
		if a.text != "" {
			at.Start = a.at.Start
		}
	}
	if strings.TrimSpace(r.in.Code[at.Start:at.End]) == "" {
		return problem("MagicError", "which query? for example %query find i.name, i.effect where i.p < 0.01")
	}
	return r.queries(ctx, source.Span{Start: at.Start, End: at.End})
}

// graph says where results are kept, moves them, or runs `hyp graph` on them.
func (r *run) graph(ctx context.Context, a arguments) error {
	args, err := words(a.text)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return r.aboutGraph(ctx)
	}
	switch args[0] {
	case "open":
		any := slices.Contains(args, "--any-data")
		args = slices.DeleteFunc(args, func(a string) bool { return a == "--any-data" })
		if len(args) != 2 {
			return problem("MagicError", "which folder? write %graph open .hyp/graph")
		}
		where := args[1]
		if !strings.Contains(where, "://") {
			where = r.path(where)
		}
		took, err := r.s.moveGraph(ctx, where, any)
		if err != nil {
			return err
		}
		if took > 0 {
			r.say(fmt.Sprintf("%s taken over from this session", count(took, "finding", "findings")))
		}
		return r.aboutGraph(ctx)
	case "close":
		n, err := r.s.inMemory(ctx)
		if err != nil {
			return err
		}
		if n > 0 && !slices.Contains(args, "--discard") {
			return problem("GraphError", fmt.Sprintf("%s would be lost: they are in memory only. %%graph open .hyp/graph keeps them in a folder, %%graph close --discard forgets them", count(n, "finding", "findings")))
		}
		if _, err := r.s.moveGraph(ctx, "", false); err != nil {
			return err
		}
		return r.aboutGraph(ctx)
	}
	if args[0] == "show" && !slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "-") }) {
		return r.showGraph(ctx, args[1:])
	}
	if known := graphWords[:slices.Index(graphWords, "--any-data")]; !slices.Contains(known, args[0]) {
		text := "%graph " + args[0] + ": there are " + strings.Join(known, ", ")
		if near := diag.Suggest(args[0], known); len(near) > 0 {
			text += "; did you mean " + near[0] + "?"
		}
		return problem("MagicError", text)
	}
	write := args[0] == "import" || args[0] == "merge"
	return r.withGraph(ctx, write, func(dir string) error {
		return r.command(ctx, r.book, slices.Concat([]string{"graph", args[0], "--graph", dir}, args[1:]), 0)
	})
}

// mostDrawn insights make a drawing that can be read; more are told as text.
const mostDrawn = 60

// showGraph draws insights with their relations: those of some hypotheses, or all.
func (r *run) showGraph(ctx context.Context, names []string) error {
	g, err := r.s.openGraph(ctx)
	if err != nil {
		return err
	}
	ids, err := g.Find(names)
	if err != nil {
		return problem("GraphError", err.Error())
	}
	if len(ids) == 0 {
		return r.aboutGraph(ctx)
	}
	if len(ids) > mostDrawn {
		var text strings.Builder
		if err := g.Show(ctx, &text, "text", names); err != nil {
			return err
		}
		r.out.Stream("stdout", text.String())
		return nil
	}
	d, err := query.Draw(ctx, query.NewInsights(g), query.Insight, ids)
	if err != nil {
		return err
	}
	r.out.Display(rich.Drawing(d), nil, "")
	return nil
}

// aboutGraph says where results are kept, and how many there are.
func (r *run) aboutGraph(ctx context.Context) error {
	g, err := r.s.openGraph(ctx)
	if err != nil {
		return err
	}
	where, err := r.s.whereGraph(ctx)
	if err != nil {
		return err
	}
	n := count(len(g.View().Nodes(insight.KindInsight)), "finding", "findings")
	if where == "" {
		r.say("results are kept in memory, for this session: " + n + "; %graph open .hyp/graph keeps them in a folder")
		return nil
	}
	switch gone, reading := r.s.stateOfGraph(); {
	case gone:
		r.say("results were kept in " + where + ", which is gone: its folder was removed or exchanged; %graph open " + where + " makes it again, with " + n)
	case reading:
		r.say("results are kept in " + where + ": " + n + "; it is open for reading until a result is to be stored")
	default:
		r.say("results are kept in " + where + ": " + n)
	}
	return nil
}
