package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/hyp-lang/hyp/estimators/engine"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/study"
)

// inputs are the arguments and flags that name studies and data; run and plan share them.
type inputs struct {
	claim, data, catalog string
	only                 []string
	policy               choice
	tested               func(*result.Record, string) error // see study.Options
	graph                *graphFlags                        // whose hypotheses lineage may lead to, beside those of the study; nil: none
}

func (in *inputs) flags(f *pflag.FlagSet) {
	in.policy = choice{value: "default", of: engine.PolicyNames}
	f.StringVarP(&in.claim, "expression", "e", "", "a claim instead of a file: 'assoc(x, y)'")
	f.StringVar(&in.data, "data", "", "data for a study that declares no data set")
	f.StringVar(&in.catalog, "catalog", "", "catalog of --data (default: found beside it)")
	f.StringSliceVar(&in.only, "only", nil, "only these hypotheses, by name: H3,H4")
	f.Var(&in.policy, "policy", "limits and routing: default, or paper (AutoKD's text)")
}

// parents is the flag of commands that store nothing and yet check studies whose parents only a graph has.
func (in *inputs) parents(f *pflag.FlagSet) {
	in.graph = &graphFlags{}
	f.StringVar(&in.graph.dir, "graph", "", "an insight graph whose hypotheses may be parents: a folder, or a postgres:// address")
}

// texts finds the studies that were asked for.
func (in *inputs) texts(ctx context.Context, e *env, args []string) ([]study.Text, error) {
	switch {
	case in.claim != "" && len(args) > 0:
		return nil, errors.New("-e gives the study itself: name no file beside it")
	case in.catalog != "" && in.data == "":
		return nil, errors.New("--catalog describes the data of --data, which is missing")
	case in.claim != "":
		return []study.Text{study.One(in.claim)}, nil
	case len(args) == 0:
		return nil, errors.New("no study: name a file, a folder, or - for standard input, or give a claim with -e")
	}
	return study.Find(ctx, args, e.stdin)
}

// unread is the error of a --data that no study reads: its numbers would be taken for those of other data.
func (in *inputs) unread(studies []*study.Study) error {
	for _, s := range studies {
		if len(s.Info.Datasets) == 0 || s.Info.Datasets[0].Node == nil {
			return nil
		}
	}
	if in.data == "" || len(studies) == 0 {
		return nil
	}
	s := studies[0]
	return fmt.Errorf("--data is for a study that declares no data set; %s declares `%s`", s.Text.Source.Name, s.Info.Datasets[0].Name)
}

// open parses and checks the studies, with progress on a terminal until the returned function is called.
func (in *inputs) open(ctx context.Context, e *env, args []string) ([]*study.Study, func(), error) {
	texts, err := in.texts(ctx, e, args)
	if err != nil {
		return nil, nil, err
	}
	limits, _ := engine.Policy(in.policy.value)
	opt := study.Options{Data: in.data, Catalog: in.catalog, Only: in.only, Limits: &limits, Tested: in.tested}
	var done func()
	opt.Progress, done = startProgress(e)
	e.ofNotebook(texts, &opt)
	studies, err := in.opened(ctx, texts, opt)
	if err != nil {
		done()
		return nil, nil, err
	}
	if err := in.unread(studies); err != nil {
		done()
		return nil, nil, err
	}
	if unknown := study.Unknown(studies, in.only); len(unknown) > 0 && ctx.Err() == nil {
		done()
		return nil, nil, errors.New("--only: " + strings.Join(unknown, "; "))
	}
	return studies, done, nil
}

// opened parses and checks the studies, which may name parents that only the graph has.
func (in *inputs) opened(ctx context.Context, texts []study.Text, opt study.Options) ([]*study.Study, error) {
	var failed error
	if in.graph != nil && in.graph.dir != "" {
		opt.Known = in.graph.known(ctx, &failed)
	}
	studies := study.Open(ctx, texts, opt)
	return studies, failed
}
