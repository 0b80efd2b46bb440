package lint

import (
	"fmt"
	"strings"
)

// Show is what applies to the file at a path, one value a line with its origin: a line of hyp.toml, a flag, or the default.
func (c *Config) Show(studyPath string) string {
	var b strings.Builder
	file := c.Path
	if file == "" {
		file = "none"
	}
	fmt.Fprintf(&b, "for %s\n%-26s %-6s %s\n", studyPath, "configuration", "", file)
	origin := func(key string) string {
		if o := c.origins[key]; o != "" {
			return o
		}
		return "default"
	}
	if len(c.exclude) > 0 {
		fmt.Fprintf(&b, "%-26s %-6s %s\n", "exclude", strings.Join(c.exclude, ", "), c.Path)
	}
	fmt.Fprintf(&b, "%-26s %-6s %s\n", "fail-level", c.FailLevel, origin("fail-level"))
	for _, s := range []struct {
		key   string
		value int
	}{
		{"family-size", c.Settings.FamilySize}, {"rows-per-parameter", c.Settings.RowsPerParameter}, {"group-rows", c.Settings.GroupRows},
		{"name-uses", c.Settings.NameUses}, {"condition-uses", c.Settings.ConditionUses},
	} {
		fmt.Fprintf(&b, "%-26s %-6d %s\n", s.key, s.value, origin(s.key))
	}
	set := c.at(studyPath)
	for _, r := range rules() {
		fmt.Fprintf(&b, "%-26s %-6s %s\n", r.Name, set.levels[r.Code], set.origins[r.Code])
	}
	return b.String()
}
