package intake

import (
	"slices"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// Describe is what the study and the catalog know of a hypothesis's variables, and the modules of the core ones.
func Describe(h *check.Hyp) (variables []insight.Variable, modules []string) {
	core := []*plan.Variable{h.Spec.Outcome, h.Spec.Exposure, h.Spec.Moderator, h.Spec.Groups}
	for i, v := range append(core, h.Spec.Controls...) {
		if v == nil {
			continue
		}
		out := insight.Variable{Name: v.Name, Label: v.Label, Type: string(v.Type), Unit: v.Unit}
		if h.Dataset != nil {
			if known := h.Dataset.Catalog.Catalog.Variable(v.Column); known != nil {
				out.Module = known.Module
				if out.Label == "" {
					out.Label = known.Label
				}
			}
		}
		if i < len(core) && out.Module != "" && !slices.Contains(modules, out.Module) {
			modules = append(modules, out.Module)
		}
		variables = append(variables, out)
	}
	return variables, modules
}
