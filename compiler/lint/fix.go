package lint

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

// Fixed is the outcome of fixing one file.
type Fixed struct {
	Text    string   // the text after the fixes; the text itself when none applied
	Titles  []string // what was done, rule and title, in order
	Refused []string // fixes that were kept out, each with the reason: one that says it is safe would change what is tested, or any break a line
}

// rounds bounds how often a file is linted again: a fix may uncover the next finding.
const rounds = 40

// Why a fix is refused, as it stands behind its title.
const (
	wouldBreak  = ": it would bring an error"
	wouldChange = ": it would change what is tested"
	wouldLose   = ": it would lose a comment"
	unsettled   = ": with the other fixes it would bring an error, change what is tested or lose a comment"
)

// mostTries bounds the search for the fixes that are to blame for a refused round.
const mostTries = 60

// Fix applies the fixes of a file's findings until none is left: the safe ones, and with unsafe also those that change what
// is tested. Suppressed findings are not touched. Each round is held against what it may change: without unsafe fixes every
// hypothesis keeps its specification id, no statement breaks, and no comment is lost but suppressions that suppress nothing.
// A round that would break this is not made; the fixes to blame are searched for and left out.
func Fix(ctx context.Context, f File, cfg *Config, opt Options, unsafe bool) (Fixed, error) {
	out := Fixed{Text: f.Source.Text}
	opt.shared = &shared{keepTables: true}
	refused := map[string]bool{}
	for range rounds {
		g := f
		g.Source = source.New(f.Source.Name, out.Text)
		s, open, _, err := lintText(ctx, g, cfg, opt)
		if err != nil {
			return out, err
		}
		chosen := choose(open, unsafe, refused)
		if len(chosen) == 0 {
			return out, nil
		}
		before := s.facts()
		text, why := apply(ctx, g, opt, before, chosen)
		if why != "" { // one of them is to blame
			var good, bad []proposal
			reasons := map[string]string{}
			// settle takes in what may be made of a group, halving it until the culprits are found.
			var settle func(group []proposal)
			tries := 0
			settle = func(group []proposal) {
				if tries++; tries > mostTries {
					bad = append(bad, group...)
					return
				}
				if next, why := apply(ctx, g, opt, before, slices.Concat(good, group)); why == "" {
					text, good = next, append(good, group...)
					return
				}
				if len(group) > 1 {
					settle(group[:len(group)/2])
					settle(group[len(group)/2:])
					return
				}
				if _, why := apply(ctx, g, opt, before, group); why != "" {
					bad = append(bad, group[0])
					reasons[group[0].key()] = why
				}
			}
			settle(chosen)
			if chosen = good; len(good) == 0 {
				for _, one := range bad {
					refused[one.key()] = true
					out.Refused = append(out.Refused, one.String()+cmp.Or(reasons[one.key()], unsettled))
				}
				continue
			}
		}
		for _, one := range chosen {
			out.Titles = append(out.Titles, one.String())
		}
		out.Text = text
		clear(refused) // in another text they may do
		out.Refused = nil
	}
	return out, nil
}

// proposal is one fix of a finding.
type proposal struct {
	diag.Fix
	of diag.Diagnostic
}

func (p proposal) String() string { return p.of.Name + ": " + p.Title }

func (p proposal) key() string { return p.of.Code + "\x00" + p.of.Subject + "\x00" + p.Title }

// changesSpecs tells whether the fix may change which test is made: unsafe ones, and repairs of what did not mean anything
// before.
func (p proposal) changesSpecs() bool { return !p.Safe || strings.HasPrefix(p.of.Code, "E") }

// choose picks fixes whose edits do not meet, in order of place. Two kinds wait until nothing else is left: deleting what is
// not used (another fix may use it), then formatting.
func choose(open []diag.Diagnostic, unsafe bool, refused map[string]bool) []proposal {
	var chosen, deletions, last []proposal
	for _, d := range open {
		for _, fix := range d.Fixes {
			p := proposal{fix, d}
			if !fix.Safe && !unsafe || refused[p.key()] || len(fix.Edits) == 0 || d.File == nil {
				continue
			}
			switch d.Code {
			case unformatted.Code:
				last = append(last, p)
			case unusedDeclaration.Code:
				deletions = append(deletions, p)
			default:
				chosen = append(chosen, p)
			}
			break
		}
	}
	if len(chosen) == 0 {
		chosen = deletions
	}
	if len(chosen) == 0 {
		return last
	}
	// Take what does not meet anything taken before; the rest has its turn in the next round.
	type taken struct{ start, end int }
	var spans []taken
	var out []proposal
	for _, p := range chosen {
		var own []taken
		free := true
		for _, e := range p.Edits {
			t := taken{e.Span.Start, e.Span.End}
			i, _ := slices.BinarySearchFunc(spans, t, func(a, b taken) int { return a.start - b.start })
			meets := func(k int) bool {
				return k >= 0 && k < len(spans) && (spans[k].start < t.end && t.start < spans[k].end || spans[k].start == t.start && (spans[k].end > t.start || t.end > t.start))
			}
			free = free && !meets(i) && !meets(i-1)
			own = append(own, t)
		}
		if !free {
			continue
		}
		out = append(out, p)
		for _, t := range own {
			i, _ := slices.BinarySearchFunc(spans, t, func(a, b taken) int { return a.start - b.start })
			spans = slices.Insert(spans, i, t)
		}
	}
	return out
}

// facts is what a safe fix must leave alone.
type facts struct {
	specs    []string // the specification of every hypothesis in order; its claim when it has none
	bad      int
	errors   []int // where they begin, in order
	comments map[string]int
}

func (s *Study) facts() facts { return factsOf(s.File, s.Info, s.found) }

func factsOf(f *ast.File, info *check.Info, found []diag.Diagnostic) facts {
	out := facts{comments: map[string]int{}}
	for _, h := range info.Hyps {
		if h.Spec != nil {
			out.specs = append(out.specs, h.Spec.Specification)
		} else {
			out.specs = append(out.specs, h.Claim)
		}
	}
	for _, st := range f.Statements {
		if _, bad := st.(*ast.Bad); bad {
			out.bad++
		}
	}
	for _, d := range found {
		if d.Severity == diag.Error {
			out.errors = append(out.errors, d.Span.Start)
		}
	}
	slices.Sort(out.errors)
	for _, c := range f.Comments {
		out.comments[strings.TrimSpace(c.Text)]++
	}
	return out
}

// merge joins what is inserted at one place, such as new declarations, in order.
// They come out in order of place.
func merge(edits []diag.Edit) []diag.Edit {
	at := map[int]int{} // offset -> index in out
	out := make([]diag.Edit, 0, len(edits))
	for _, e := range edits {
		if e.Span.Len() == 0 {
			if i, ok := at[e.Span.Start]; ok {
				out[i].Text += e.Text
				continue
			}
			at[e.Span.Start] = len(out)
		}
		out = append(out, e)
	}
	slices.SortStableFunc(out, func(a, b diag.Edit) int { return a.Span.Start - b.Span.Start })
	return out
}

// apply makes fixes and holds the result against what they may change; refused is the reason why not.
func apply(ctx context.Context, f File, opt Options, before facts, chosen []proposal) (text, refused string) {
	var edits []diag.Edit
	specs, repairs, suppressions := true, false, false
	for _, p := range chosen {
		edits = append(edits, p.Edits...)
		specs = specs && !p.changesSpecs()
		repairs = repairs || strings.HasPrefix(p.of.Code, "E")
		suppressions = suppressions || p.of.Code == unusedSuppression.Code
	}
	edits = merge(edits)
	text, err := diag.Apply(f.Source.Text, diag.Fix{Edits: edits})
	if err != nil || text == f.Source.Text {
		return "", unsettled
	}
	g := f
	g.Source = source.New(f.Source.Name, text)
	file, found := parse.File(g.Source)
	loader := opt.loader(g)
	if opt.Graph != nil {
		stored, err := parents(ctx, file, opt.Graph)
		if err != nil {
			return "", unsettled // lintText, which comes first and again, says why
		}
		loader = knowing(loader, stored)
	}
	info, more := check.Check(ctx, file, loader)
	after := factsOf(file, info, append(found, more...))
	switch {
	case after.bad > before.bad || len(after.errors) > len(before.errors) || repairs && !further(before.errors, after.errors, edits):
		return "", wouldBreak
	case specs && !slices.Equal(before.specs, after.specs):
		return "", wouldChange
	}
	for text, n := range before.comments {
		if _, directive := directiveText(text); after.comments[text] < n && !(suppressions && directive) {
			return "", wouldLose
		}
	}
	return text, ""
}

// further tells whether repairs got anywhere: an error is gone, or one gave way to the next that stood behind it in its statement, since
// a statement has one error at a time. Then nothing that is wrong now stands before what was wrong, and something stands behind it.
func further(before, after []int, edits []diag.Edit) bool {
	if len(after) < len(before) {
		return true
	}
	on := false
	for i, at := range after {
		at = earlier(at, edits)
		if at < before[i] {
			return false
		}
		on = on || at > before[i]
	}
	return on
}

// earlier is the offset of a place in the text before edits, which are in order.
func earlier(at int, edits []diag.Edit) int {
	grown := 0
	for _, e := range edits {
		start := e.Span.Start + grown
		if at < start {
			break
		}
		if at < start+len(e.Text) { // in what was put in
			return e.Span.Start
		}
		grown += len(e.Text) - e.Span.Len()
	}
	return at - grown
}

// Same tells whether two texts are the same study but for layout: their specifications, broken statements and comments.
func Same(ctx context.Context, a, b File, opt Options) bool {
	x, y := openStudy(ctx, a.Source, opt.loader(a), DefaultSettings(), nil).facts(), openStudy(ctx, b.Source, opt.loader(b), DefaultSettings(), nil).facts()
	return slices.Equal(x.specs, y.specs) && x.bad == y.bad && maps.Equal(x.comments, y.comments)
}
