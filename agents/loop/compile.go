package loop

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/agents/mind"
	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

// Compiled is a proposal as the checker understands it.
type Compiled struct {
	mind.Proposal
	Name  string
	Claim string      // canonical
	Spec  *plan.Spec  // nil when it is no hypothesis over these data
	Hyp   *check.Hyp  // with Spec
	Why   string      // why it is none
	Key   mind.Key    // with Spec
	Retry *mind.Retry // of the refinement queue
}

// Compile parses and checks proposals; the results stand in their order. A claim that is not exactly one hypothesis of the language over
// known names has no Spec: whatever its text tried, nothing of it is run. Prefix begins the hypotheses' names.
func (d *Data) Compile(ctx context.Context, proposals []mind.Proposal, prefix string) []Compiled {
	out := make([]Compiled, len(proposals))
	var text strings.Builder
	text.WriteString(d.prelude + "\n")
	for i, p := range proposals {
		out[i] = Compiled{Proposal: p, Name: fmt.Sprintf("%s_%d", prefix, i+1), Claim: p.Claim}
		h, why := single(p.Claim)
		if why == "" {
			if name := d.withheldIn(h); name != "" {
				why = fmt.Sprintf("the catalog marks `%s` sensitive, and the goal does not name it", name)
			}
		}
		if why != "" {
			out[i].Why = why
			continue
		}
		fmt.Fprintf(&text, "hyp %s: %s\n", out[i].Name, p.Claim)
	}
	file, found := parse.File(source.New("discovery", text.String()))
	info, more := check.Check(ctx, file, d.loader)
	found = append(found, more...)
	for _, h := range info.Hyps {
		i := slices.IndexFunc(out, func(c Compiled) bool { return c.Name == h.Name })
		if i < 0 {
			continue
		}
		if h.Failed || h.Spec == nil || h.Blocked != "" {
			out[i].Why = "it is no hypothesis over these data"
			for _, f := range found {
				if f.Severity == diag.Error && h.Span.Start <= f.Span.Start && f.Span.End <= h.Span.End {
					out[i].Why = f.Message
					break
				}
			}
			continue
		}
		if out[i].Why = d.tooLate(h.Spec); out[i].Why != "" {
			continue
		}
		out[i].Hyp, out[i].Spec, out[i].Claim = h, h.Spec, h.Claim
		out[i].Key = keyOf(h.Spec)
	}
	for i := range out {
		if out[i].Spec == nil && out[i].Why == "" {
			out[i].Why = "it does not parse"
		}
	}
	return out
}

// tooLate says which control of a claim is measured after its exposure, as `hyp lint` objects to it (HL101); empty when none is.
func (d *Data) tooLate(s *plan.Spec) string {
	latest, exposure := math.Inf(-1), ""
	for _, x := range []*plan.Variable{s.Exposure, s.Moderator, s.Groups} {
		if at, dated := d.times[nameOf(x)]; dated && at > latest {
			latest, exposure = at, x.Name
		}
	}
	for _, c := range s.Controls {
		if at, dated := d.times[c.Name]; dated && exposure != "" && at > latest {
			return fmt.Sprintf("the control `%s` is measured after `%s`, which may have changed it", c.Name, exposure)
		}
	}
	return ""
}

// single reads a text that is one claim on one line. Why tells why it is none; empty when it is.
func single(claim string) (h *ast.Hyp, why string) {
	if strings.ContainsAny(claim, "\n\r") {
		return nil, "a claim is one line"
	}
	if len(claim) > 2000 {
		return nil, "a claim has at most 2,000 bytes"
	}
	file, found := parse.File(source.New("claim", claim))
	if diag.HasErrors(found) {
		return nil, found[slices.IndexFunc(found, func(f diag.Diagnostic) bool { return f.Severity == diag.Error })].Message
	}
	if len(file.Statements) != 1 {
		return nil, "it is not one claim"
	}
	h, ok := file.Statements[0].(*ast.Hyp)
	if !ok || h.Name != nil || h.Claim == nil {
		return nil, "it is not one claim without a name"
	}
	return h, ""
}

func nameOf(v *plan.Variable) string {
	if v == nil {
		return ""
	}
	return v.Name
}

func keyOf(s *plan.Spec) mind.Key {
	return mind.KeyOf(string(s.Template), nameOf(s.Outcome), nameOf(s.Exposure), nameOf(s.Moderator), nameOf(s.Groups)).Of(s.WhereText, s.Contrast)
}

// core is the variables that make a claim, sorted.
func core(s *plan.Spec) []string {
	f := mind.Finding{Outcome: nameOf(s.Outcome), Exposure: nameOf(s.Exposure), Moderator: nameOf(s.Moderator), Groups: nameOf(s.Groups)}
	return f.Core()
}
