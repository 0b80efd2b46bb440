package session

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/lang/diag"
)

// who lists what holds, a line a statement.
func (r *run) who(context.Context, arguments) error {
	if len(r.all) == 0 {
		r.say("nothing yet: a statement of a cell stays for the cells after it")
		return nil
	}
	latest := map[string]*result.Record{}
	for _, rec := range r.s.Results() {
		latest[rec.Name] = rec
	}
	var b strings.Builder
	for _, c := range r.all {
		for _, st := range c.statements {
			text := clip(st.text(c))
			if why, aside := r.aside[st]; aside {
				fmt.Fprintf(&b, "%-6s %s  set aside: %s\n", c.label, text, why)
				continue
			}
			if rec := latest[st.name]; st.name != "" && rec != nil {
				text += "  " + outcome(rec)
				if why := r.stale[st.name]; why != "" {
					text += "; " + why + ", %run " + st.name + " answers again"
				}
			}
			fmt.Fprintf(&b, "%-6s %s\n", c.label, text)
		}
	}
	where, err := r.s.whereGraph(context.Background())
	if err != nil {
		return err
	}
	if where == "" {
		where = "memory, for this session"
	}
	fmt.Fprintf(&b, "results are kept in %s\n", where)
	r.out.Stream("stdout", b.String())
	return nil
}

// outcome is a result in a word or two.
func outcome(rec *result.Record) string {
	if rec.Status == result.OK && rec.Verdict != nil {
		return string(rec.Verdict.Value)
	}
	return string(rec.Status)
}

// hypotheses counts them.
func (b book) hypotheses() (n int) {
	for _, c := range b {
		for _, st := range c.statements {
			if st.name != "" {
				n++
			}
		}
	}
	return n
}

// again answers hypotheses of the session anew.
func (r *run) again(ctx context.Context, a arguments) error {
	o, err := r.named(ctx, a.text)
	if err != nil {
		return err
	}
	defer o.progress.end(finished)
	for _, note := range o.aside {
		r.say(note)
	}
	r.take(o)
	if o.only == 0 {
		return nil
	}
	return r.answer(ctx, o)
}

// named is the session with the hypotheses of these names to be answered; all without a name.
func (r *run) named(ctx context.Context, text string) (*opened, error) {
	var known []string
	var all []*statement
	for _, c := range r.all {
		for _, st := range c.statements {
			if st.name != "" {
				all, known = append(all, st), append(known, st.name)
			}
		}
	}
	if len(all) == 0 && !strings.HasSuffix(text, ".hyp") {
		return nil, problem("Error", "the session has no hypothesis yet")
	}
	names, err := words(strings.ReplaceAll(text, ",", " "))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			text := fmt.Sprintf("the session has no hypothesis `%s`", name)
			if strings.HasSuffix(name, ".hyp") {
				return nil, problem("MagicError", text+": a study in a file is pasted into a cell, or run with hyp run")
			}
			if near := diag.Suggest(name, known); len(near) > 0 {
				text += fmt.Sprintf("; did you mean `%s`?", near[0])
			}
			return nil, problem("MagicError", text)
		}
	}
	if len(names) > 0 {
		all = slices.DeleteFunc(all, func(st *statement) bool { return !slices.Contains(names, st.name) })
	}
	loader := r.s.data.Loader(r.s.cfg.Folder, nil)
	o, err := r.open(ctx, r.all, nil, all, nil, loader)
	if err != nil {
		return nil, err
	}
	if changed := loader.Changed(); len(changed) > 0 {
		r.say(changedNote(changed))
	}
	for _, st := range all {
		if why, aside := o.why[st]; aside && len(names) > 0 {
			o.progress.end(abandoned)
			return nil, problem("Error", fmt.Sprintf("%s is set aside: %s", st.what, why))
		}
	}
	return o, nil
}

// forget drops statements by name.
func (r *run) forget(ctx context.Context, a arguments) error {
	names, err := words(strings.ReplaceAll(a.text, ",", " "))
	if err != nil {
		return err
	}
	if len(names) == 0 {
		r.state, r.results, r.reset = state{}, nil, true
		r.s.data.Forget()
		r.say("the session is empty; what it found stays in the graph")
		return nil
	}
	for _, name := range names {
		named := strings.Trim(name, "`")
		var gone []string
		next := r.all.without(func(_ *cell, st *statement) bool {
			_, own, _ := strings.Cut(st.key, " ")
			is := st.name == named || !st.bare && own == named
			if is {
				gone = append(gone, st.what)
			}
			return is
		})
		if len(gone) == 0 {
			return problem("MagicError", fmt.Sprintf("the session holds nothing called `%s`; %%who lists what it holds", named))
		}
		r.all = next
		r.book = next.without(func(_ *cell, st *statement) bool { _, aside := r.aside[st]; return aside })
		slices.Sort(gone)
		r.say("forgotten: " + strings.Join(slices.Compact(gone), ", "))
	}
	return r.settle(ctx)
}

// settle says at once what no longer holds, or has another answer, without statements that were forgotten.
func (r *run) settle(ctx context.Context) error {
	if len(r.all.dataSets()) == 0 { // everything waits for data
		return nil
	}
	o, err := r.open(ctx, r.all, nil, nil, nil, r.s.data.Loader(r.s.cfg.Folder, nil))
	if err != nil {
		return ctx.Err() // the next cell that needs the data says what is wrong with them
	}
	defer o.progress.end(finished)
	for _, note := range append(o.aside, r.outdated(o, nil)...) {
		r.say(note)
	}
	r.take(o)
	return nil
}
