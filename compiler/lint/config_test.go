package lint

import (
	"strings"
	"testing"
)

func TestConfig(t *testing.T) {
	text := `select = ["HL2", "outcome-first"]
ignore = ["no-rival"]
fail-level = "info"

[levels]
no-floor = "error"
HL206 = "off"

[settings]
name-uses = 7

[[override]]
paths = ["old/**", "draft_*.hyp"]
select = ["all"]
ignore = ["HL4"]

[[override]]
paths = ["old/new.hyp"]
[override.levels]
no-floor = "info"
`
	c, err := parseConfig("hyp.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if c.FailLevel != Info || c.Settings.NameUses != 7 || c.Settings.FamilySize != 3 {
		t.Errorf("%+v", c)
	}
	for _, x := range []struct{ path, rule, level, origin string }{
		{"a.hyp", "no-family", "warn", "default"},
		{"a.hyp", "outcome-first", "error", "default"},
		{"a.hyp", "shared-source", "off", "hyp.toml:1"},
		{"a.hyp", "no-rival", "off", "hyp.toml:2"},
		{"a.hyp", "no-floor", "error", "hyp.toml:6"},
		{"a.hyp", "unused-holdout", "off", "hyp.toml:7"},
		{"old/a.hyp", "shared-source", "error", "hyp.toml:14"},
		{"old/deep/a.hyp", "unformatted", "off", "hyp.toml:1"},
		{"sub/draft_1.hyp", "shared-source", "error", "hyp.toml:14"},
		{"older/a.hyp", "shared-source", "off", "hyp.toml:1"},
		{"old/new.hyp", "no-floor", "info", "hyp.toml:20"},
		{"new.hyp", "no-floor", "error", "hyp.toml:6"},
	} {
		set := c.at(x.path)
		code := Lookup(x.rule).Code
		got := set.levels[code].String() + " " + set.origins[code]
		want := x.level + " " + x.origin
		if x.rule == "unformatted" { // on by `select`, off again by `ignore`
			want = "off hyp.toml:15"
		}
		if got != want {
			t.Errorf("%s, %s: %s, want %s", x.path, x.rule, got, want)
		}
	}
	flags, err := c.With([]string{"shared-source"}, []string{"no-family"}, "error")
	if err != nil {
		t.Fatal(err)
	}
	set := flags.at("a.hyp")
	if set.levels["HL103"] != Error || set.origins["HL103"] != "--select" || set.levels["HL201"] != Off || flags.FailLevel != Error {
		t.Errorf("flags do not win: %v %v", set.levels, set.origins)
	}
	if c.FailLevel != Info {
		t.Error("flags changed the configuration itself")
	}
}

func TestConfigErrors(t *testing.T) {
	for text, want := range map[string]string{
		"fail_level = 1":                          "hyp.toml:1: unknown key `fail_level`",
		"\n\n[level]\nno-floor = \"off\"":         "hyp.toml:3: unknown key `level`",
		"[settings]\nfamily = 3":                  "hyp.toml:2: unknown key `settings.family`",
		"ignore = \"no-floor\"":                   "hyp.toml:1: `ignore` is a list of texts, such as ignore = [\"no-rival\"]",
		"[settings]\n\nfamily-size = \"three\"":   "hyp.toml:3: `settings.family-size` is a whole number",
		"[levels]\nno-floor = 3":                  "hyp.toml:2: `levels.no-floor` is a text: \"off\"",
		"levels = \"warn\"":                       "hyp.toml:1: `levels` is a table",
		"fail-levl = \"warn\"":                    "hyp.toml:1: unknown key `fail-levl`; the keys are exclude, select, ignore, fail-level, levels, settings, override; did you mean `fail-level`?",
		"[levels]\nE0301 = \"off\"":               "hyp.toml:2: E0301 (not-a-group) is an error of the checker",
		"[settings]\nfamily-size = 0":             "hyp.toml:2: family-size is 0, it is at least 1",
		"ignore = [\n\"no-flor\"]":                "hyp.toml:1: there is no rule \"no-flor\"; did you mean `no-floor`?",
		"[levels]\nno-floor = \"loud\"":           "hyp.toml:2: \"loud\" is not a level",
		"[levels]\nfloor-no = \"off\"":            "hyp.toml:2: there is no rule \"floor-no\"",
		"fail-level = \"off\"":                    "hyp.toml:1: fail-level \"off\" is none of info, warn, error",
		"select = [":                              "hyp.toml:1: ",
		"[[override]]\nignore = [\"no-floor\"]":   "hyp.toml:1: an override needs `paths`",
		"[[override]]\npaths = [\"[\"]":           "hyp.toml:2: \"[\" is no pattern",
		"[[override]]\npaths = [\"a\"]\nskip = 1": "hyp.toml:3: unknown key",
	} {
		_, err := parseConfig("hyp.toml", []byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Patterns mean what those of .gitignore files and of other tools do.
func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern, yes, no string
	}{
		{"vendor/**", "vendor/a.hyp vendor/b/c.hyp", "vendor a.hyp sub/vendor/a.hyp"},
		{"vendor/", "vendor/a.hyp vendor/b/c.hyp", "a.hyp sub/vendor/a.hyp"},
		{"vendor", "vendor/a.hyp sub/vendor/b/c.hyp", "a.hyp vendors/a.hyp"},
		{"draft_*.hyp", "draft_1.hyp sub/draft_2.hyp", "1_draft.hyp"},
		{"old/*.hyp", "old/a.hyp", "old/b/a.hyp a.hyp"},
		{"**/old/*.hyp", "old/a.hyp b/old/a.hyp b/c/old/a.hyp", "a.hyp old/b/a.hyp"},
		{"studies/**/old/**", "studies/old/a.hyp studies/b/c/old/d/a.hyp", "studies/a.hyp old/a.hyp"},
		{"**", "a.hyp b/a.hyp", ""},
	} {
		for _, path := range strings.Fields(c.yes) {
			if !matchPath(c.pattern, path) {
				t.Errorf("%s does not mean %s", c.pattern, path)
			}
		}
		for _, path := range strings.Fields(c.no) {
			if matchPath(c.pattern, path) {
				t.Errorf("%s means %s", c.pattern, path)
			}
		}
	}
	if _, err := parseConfig("hyp.toml", []byte("\uFEFFfail-level = \"error\"\r\n")); err != nil {
		t.Errorf("with the mark of an editor: %v", err)
	}
}
