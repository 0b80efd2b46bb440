package loop

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/hyp-lang/hyp/agents/mind"
	"github.com/hyp-lang/hyp/agents/score"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// The codes of rejections before execution, in the order in which they are looked for.
const (
	codeInvalid     = "invalid"              // no hypothesis of the language over these data
	codeTautology   = "tautological"         // its variables are related by construction
	codeRejected    = "rejected-before"      //
	codeUsed        = "estimand-used"        // the holdout was asked about it
	codeNovelty     = "low-prior-novelty"    //
	codeSemantic    = "semantic-duplicate"   //
	codeRound       = "duplicate-in-round"   //
	codeStructural  = "structural-duplicate" //
	codeFailed      = "failed"               // after execution: no result
	codeRefused     = "refused"              // the data cannot support it
	codeUnshown     = "not-on-train"         // the rows that are explored do not show it
	codeSmall       = "small-group"          // a private discovery does not tell of few rows
	codeUnjudged    = "unjudged"             // the mind's judgement could not be used
	codeMechanism   = "no-mechanism"
	codeSurprise    = "low-surprise"
	codeUnconfirmed = "not-confirmed" // the holdout does not show it
	codeTries       = "too-many-tries"
)

// objection is why a hypothesis is not run or not accepted.
type objection struct{ code, reason string }

// filter is Critic.Filter for one hypothesis; nil lets it pass. Round holds the keys of the round's earlier ones.
func (l *Loop) filter(ctx context.Context, c *Compiled, round map[mind.Key]bool) (*objection, error) {
	s, f := l.state, l.cfg.Filter
	if c.Spec == nil {
		return &objection{codeInvalid, c.Why}, nil
	}
	names := core(c.Spec)
	if a, b, why := l.tautology(names); why != "" {
		return &objection{codeTautology, fmt.Sprintf("`%s` and `%s`: %s", a, b, why)}, nil
	}
	if l.opt.Ablate == "persistence" {
		if round[c.Key] {
			return &objection{codeRound, "the round has it already"}, nil
		}
		return nil, nil
	}
	if s.rejected[c.Claim] {
		return &objection{codeRejected, "it was rejected before"}, nil
	}
	if s.used[c.Spec.Estimand] && !l.redone(c) {
		return &objection{codeUsed, "the holdout gave its one verdict on this question"}, nil
	}
	near := l.neighbours(names)
	if c.Retry == nil {
		novelty, err := l.mind.PriorNovelty(l.asking, mind.NoveltyQuestion{Claim: c.Claim, Core: names, Near: near[:min(len(near), 10)], Known: l.known()})
		if why := unusable(err); why != nil { // the question spares tests; without an answer the claim is tested
			l.unanswered("prior novelty", c.Claim, why)
			novelty, err = 1, nil
		}
		if err != nil {
			return nil, fmt.Errorf("prior novelty of %s: %w", c.Claim, err)
		}
		if novelty < f.Novelty {
			return &objection{codeNovelty, fmt.Sprintf("estimated novelty %.2f, at least %.2f is asked", novelty, f.Novelty)}, nil
		}
	}
	overlap := f.SemanticCore
	if l.data.Columns < f.SmallCatalog {
		overlap = f.SmallCore
	}
	threshold := f.Semantic - math.Min(f.TightenMost, f.Tighten*float64(max(0, len(near)-3)))
	for i := range near {
		o := &near[i]
		if !l.sameQuestion(c, o) || score.Jaccard(names, o.Core()) < overlap || deepens(c, names, o) {
			continue
		}
		similarity, err := l.similarity(ctx, names, o.Core())
		if err != nil {
			return nil, err
		}
		if similarity >= threshold {
			return &objection{codeSemantic, fmt.Sprintf("says what %s says (similarity %.2f)", o.Name, similarity)}, nil
		}
	}
	if round[c.Key] {
		return &objection{codeRound, "the round has it already"}, nil
	}
	for i := range near {
		o := &near[i]
		if l.sameQuestion(c, o) && score.Jaccard(names, o.Core()) >= f.Structural && !(deepens(c, names, o) && s.deepened[o.ID] < f.Deepenings) {
			return &objection{codeStructural, "is about the variables of " + o.Name}, nil
		}
	}
	return nil, nil
}

// sameQuestion tells whether the overlap of two claims' variables counts: two interactions of the same variables on different outcomes ask
// different questions, unless the policy does not split them.
func (l *Loop) sameQuestion(c *Compiled, o *mind.Finding) bool {
	return !l.cfg.Filter.SplitQuestions || mind.Rank(string(c.Spec.Template)) < 2 || mind.Rank(o.Template) < 2 || nameOf(c.Spec.Outcome) == o.Outcome
}

// deepens tells whether a claim is deeper than an insight: of higher rank, with all of its core and more.
func deepens(c *Compiled, names []string, o *mind.Finding) bool {
	old := o.Core()
	return mind.Rank(o.Template) > 0 && mind.Rank(string(c.Spec.Template)) > mind.Rank(o.Template) && len(names) > len(old) && subset(old, names)
}

func subset(a, b []string) bool {
	return !slices.ContainsFunc(a, func(s string) bool { return !slices.Contains(b, s) })
}

// tautology finds two of the variables that are related by construction.
func (l *Loop) tautology(names []string) (a, b, why string) {
	for i, x := range names {
		for _, y := range names[:i] {
			u, v := l.data.Survey.Index(x), l.data.Survey.Index(y)
			if u >= 0 && v >= 0 {
				if why := l.data.Survey.Tautology(u, v); why != "" {
					return y, x, why
				}
			}
		}
	}
	return "", "", ""
}

// neighbours are the insights that share a variable with a core, those that share most first, then the newest.
func (l *Loop) neighbours(names []string) []mind.Finding {
	var by [4][]mind.Finding
	for i := len(l.state.findings) - 1; i >= 0; i-- {
		f := &l.state.findings[i]
		shared := 0
		for _, v := range f.Core() {
			if slices.Contains(names, v) {
				shared++
			}
		}
		if shared > 0 {
			k := min(shared, 3)
			by[k] = append(by[k], *f)
		}
	}
	return slices.Concat(by[3], by[2], by[1])
}

// similarity is that of two cores' words, on the paper's scale.
func (l *Loop) similarity(ctx context.Context, a, b []string) (float64, error) {
	s, err := l.opt.Embedder.Similarity(ctx, l.data.words(a), l.data.words(b))
	return insight.Calibrated(l.opt.Embedder, s), err
}

// judgement is what the critic makes of a result: novelty, overall score and disposition.
type judgement struct {
	surprise                    mind.Surprise
	novelty, validity, overall  float64
	disposition                 score.Disposition
	objection                   *objection
	structural, semantic, extra float64
}

// judge is Critic.Judge.
func (l *Loop) judge(ctx context.Context, c *Compiled, rec *result.Record, validity float64) (judgement, error) {
	names := core(c.Spec)
	modules := l.data.modulesOf(names)
	near := l.neighbours(names)
	if l.opt.Ablate == "persistence" {
		near = nil
	}
	j := judgement{validity: validity}
	var err error
	j.surprise, err = l.mind.Surprise(l.asking, mind.SurpriseQuestion{Claim: c.Claim, Mechanism: c.Mechanism, Record: rec, Modules: modules, Near: near[:min(len(near), 10)],
		Domain: l.data.Domain, Known: l.known()})
	if err != nil {
		return j, fmt.Errorf("the surprise of %s: %w", c.Claim, err)
	}
	j.surprise.Score = max(0, min(10, j.surprise.Score))
	switch {
	case j.surprise.Mechanism == "":
		j.disposition, j.objection = score.Reject, &objection{codeMechanism, "no mechanism: " + j.surprise.Critique}
		return j, nil
	case j.surprise.Score < 5:
		j.disposition, j.objection = score.Reject, &objection{codeSurprise, fmt.Sprintf("%s (%d of 10): %s", mind.Classification(j.surprise.Score), j.surprise.Score, j.surprise.Critique)}
		return j, nil
	}
	columns := append(slices.Clone(names), rec.Controls...)
	structure := score.Structure{Empty: len(l.state.findings) == 0, Modules: len(modules), SameBattery: l.battery(names)}
	deep, nearest := false, 0.0
	for i := range near {
		o := &near[i]
		all := append(o.Core(), o.Controls...)
		overlap := score.Jaccard(columns, all)
		structure.Jaccard = math.Max(structure.Jaccard, overlap)
		structure.SameColumns = structure.SameColumns || overlap == 1 && l.sameQuestion(c, o)
		deep = deep || deepens(c, names, o)
		similarity, err := l.similarity(ctx, names, o.Core())
		if err != nil {
			return j, err
		}
		nearest = math.Max(nearest, similarity)
	}
	critic := l.cfg.Critic
	j.structural, j.semantic = critic.OfStructure(structure), critic.OfMeaning(nearest)
	j.novelty = critic.OfParts(score.Parts{Structural: j.structural, Semantic: j.semantic, Surprise: float64(j.surprise.Score) / 10, Deepens: deep, Trivial: j.surprise.Trivial})
	j.extra = score.Interpretability(len(modules) > 1, len(rec.Controls) > 0, mind.Rank(rec.Template) > 1)
	j.overall = critic.Overall(j.novelty, validity, j.extra)
	var code string
	j.disposition, code = critic.Decide(validity, j.novelty, j.overall, l.magnitude(rec))
	if code != "" {
		j.objection = &objection{code, fmt.Sprintf("validity %.2f, novelty %.2f, overall %.2f", validity, j.novelty, j.overall)}
	}
	return j, nil
}

// battery tells whether all variables are items of one battery.
func (l *Loop) battery(names []string) bool {
	first := ""
	for i, n := range names {
		at := l.data.Survey.Index(n)
		if at < 0 {
			return false
		}
		b := l.data.Survey.Variables[at].Battery
		if b == "" || i > 0 && b != first {
			return false
		}
		first = b
	}
	return true
}
