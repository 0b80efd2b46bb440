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
		"ignore = \"no-floor\"":                   "hyp.toml:1: ",
		"[settings]\n\nfamily-size = \"three\"":   "hyp.toml:3: ",
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
