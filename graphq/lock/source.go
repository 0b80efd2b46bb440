package lock

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/graphq/insight"
	"github.com/hyp-lang/hyp/graphq/intake"
)

// Frozen is the findings of a study without running anything: plans, criteria and the hashes of data.
func Frozen(ctx context.Context, s *study.Study) ([]Finding, []Data, error) {
	var out []Finding
	var data []Data
	for _, h := range s.Selected() {
		f := Finding{Name: s.Name(h), Claim: h.Claim, File: s.Text.Source.Name, Line: s.Text.Source.Position(h.Span.Start).Line, Criteria: intake.Criteria(s, h), Judged: true}
		if h.Spec != nil {
			f.Specification, f.Estimand = h.Spec.Specification, h.Spec.Estimand
		}
		if h.Dataset != nil {
			f.Dataset = h.Dataset.ID
			t, err := h.Dataset.Table(ctx)
			if err != nil {
				if h.Blocked == "" {
					return nil, nil, err
				}
			} else {
				f.DataHash = t.Hash
				d := Data{f.Dataset, h.Dataset.Path, t.Hash}
				if !slices.Contains(data, d) {
					data = append(data, d)
				}
			}
		}
		out = append(out, f)
	}
	return out, data, ctx.Err()
}

// Found runs a study and returns its findings with their numbers and verdicts. Failed is told of hypotheses that could not be run.
func Found(ctx context.Context, s *study.Study, failed func(name string, err error)) ([]Finding, []Data, error) {
	out, data, err := Frozen(ctx, s)
	if err != nil {
		return nil, nil, err
	}
	at := map[string]int{}
	for i := range out {
		at[out[i].Name] = i
	}
	err = s.Run(ctx, func(r *result.Record) error {
		f := Of(r)
		i, there := at[r.Name]
		if !there {
			return fmt.Errorf("%s is not in the study", r.Name)
		}
		frozen := out[i]
		f.File, f.Line, f.Criteria, f.Judged, f.Dataset = frozen.File, frozen.Line, frozen.Criteria, true, frozen.Dataset
		f.Specification, f.Estimand = frozen.Specification, frozen.Estimand // a record is of a part; the study's ids are the plan's
		if f.DataHash == "" {
			f.DataHash = frozen.DataHash
		}
		out[i] = f
		return nil
	}, failed)
	return out, data, err
}

// Stored is the findings of a graph: of every hypothesis of a file (of all files when it is empty) the newest result, in the order in which
// they were first found. A hypothesis that is an earlier test by another name has the result of that test, but for its q, which is of
// the other's family. Refusals are executions, not insights, and are left out.
func Stored(ctx context.Context, g *insight.Graph, file string) ([]Finding, error) {
	at := map[[2]string]int{}
	var out []Finding
	hypotheses := map[string]*insight.Hypothesis{}
	insights := map[string]*insight.Insight{}
	take := func(h *insight.Hypothesis, i *insight.Insight, own bool) {
		f := Of(&i.Record)
		f.File, f.Line, f.Criteria, f.Judged, f.Dataset = h.File, h.Line, h.Criteria, true, i.Dataset[len("d:"):]
		if !own {
			f.Name, f.Claim, f.Log10Q = h.Name, h.Claim, nil
		}
		key := [2]string{h.File, f.Name}
		if i, there := at[key]; there {
			out[i] = f
			return
		}
		at[key] = len(out)
		out = append(out, f)
	}
	mine := func(h *insight.Hypothesis) bool { return h != nil && (file == "" || h.File == intake.File(file)) }
	err := g.Items(ctx, func(it *insight.Item) error {
		switch {
		case it.Hypothesis != nil:
			hypotheses[it.ID] = it.Hypothesis
		case it.Insight != nil && !it.Insight.Seed:
			insights[it.ID] = it.Insight
			if h := hypotheses[it.Insight.Hypothesis]; mine(h) {
				take(h, it.Insight, true)
			}
		case it.Execution != nil:
			if h, i := hypotheses[it.Execution.Hypothesis], insights[it.Execution.Insight]; mine(h) && i != nil {
				take(h, i, it.Execution.Hypothesis == i.Hypothesis)
			}
		}
		return nil
	})
	return out, err
}

// Recorded is the findings of a file of records, as `hyp run --json` writes them.
func Recorded(r io.Reader, name string) ([]Finding, error) {
	var out []Finding
	b := bufio.NewReaderSize(r, 1<<16)
	for n := 1; ; n++ {
		line, err := b.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if len(line) > 1 {
			var rec result.Record
			if bad := json.Unmarshal(line, &rec); bad != nil || rec.Claim == "" {
				return nil, fmt.Errorf("%s:%d: this is no result record, as `hyp run --json` prints one a line", name, n)
			}
			if rec.Schema > result.Schema {
				return nil, fmt.Errorf("%s:%d: written by a newer hyp (record %d; this one knows %d): update hyp", name, n, rec.Schema, result.Schema)
			}
			out = append(out, Of(&rec))
		}
		if err != nil {
			return out, nil
		}
	}
}

// Load reads the findings of a graph (a folder or a postgres:// address), a lock or a file of records.
func Load(ctx context.Context, path string) ([]Finding, error) {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		g, err := insight.Open(ctx, path, insight.Options{})
		if err != nil {
			return nil, err
		}
		defer g.Close()
		return Stored(ctx, g, "")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b := bufio.NewReader(f)
	if head, err := b.Peek(len("hyp lock")); err == nil && string(head) == "hyp lock" {
		l, err := Read(b, path)
		if err != nil {
			return nil, err
		}
		return l.Findings, nil
	}
	return Recorded(b, path)
}
