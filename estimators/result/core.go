package result

import "slices"

// Core is the variables that make a claim the claim that it is, sorted and each once; empty ones are left out. Controls never belong to it.
func Core(outcome, exposure, moderator, groups string) []string {
	var core []string
	for _, v := range []string{outcome, exposure, moderator, groups} {
		if v != "" && !slices.Contains(core, v) {
			core = append(core, v)
		}
	}
	slices.Sort(core)
	return core
}
