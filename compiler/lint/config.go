package lint

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/hyp-lang/hyp/lang/diag"
)

// ConfigName is the name of the configuration file, looked for in the folder of the studies and above.
const ConfigName = "hyp.toml"

// Settings are the numbers that rules take from the configuration.
type Settings struct {
	FamilySize       int `toml:"family-size"`        // no-family
	RowsPerParameter int `toml:"rows-per-parameter"` // too-few-rows
	GroupRows        int `toml:"group-rows"`         // sparse-group
	NameUses         int `toml:"name-uses"`          // raw-column-name
	ConditionUses    int `toml:"condition-uses"`     // repeated-condition
}

// DefaultSettings are the settings without a configuration.
func DefaultSettings() Settings { return Settings{3, 10, 10, 3, 3} }

// Config is what applies: rules, levels, settings, each with its origin. The zero value is not ready; use Default or Load.
type Config struct {
	Path      string // of the file; empty without one
	FailLevel Level
	Settings  Settings

	exclude []string // patterns of files below a folder that are left out
	layers  []layer
	origins map[string]string // of fail-level and the settings
}

// layer is one origin of rule levels; later ones win.
type layer struct {
	origin func(key string) string
	paths  []string // patterns; empty: every file
	choose []string // `select`: all others are off; nil: no choice
	ignore []string
	levels map[string]Level
	words  map[string]string // of levels: the word that named the rule
}

// Default is the configuration without a file: every rule at its own level, fail at warn.
func Default() *Config {
	return &Config{FailLevel: Warn, Settings: DefaultSettings(), origins: map[string]string{}}
}

// file is hyp.toml.
type file struct {
	Exclude   []string          `toml:"exclude"`
	Select    []string          `toml:"select"`
	Ignore    []string          `toml:"ignore"`
	FailLevel *string           `toml:"fail-level"`
	Levels    map[string]string `toml:"levels"`
	Settings  *fileSettings     `toml:"settings"`
	Override  []fileOverride    `toml:"override"`
}

type fileOverride struct {
	Paths  []string          `toml:"paths"`
	Select []string          `toml:"select"`
	Ignore []string          `toml:"ignore"`
	Levels map[string]string `toml:"levels"`
}

type fileSettings struct {
	FamilySize       *int `toml:"family-size"`
	RowsPerParameter *int `toml:"rows-per-parameter"`
	GroupRows        *int `toml:"group-rows"`
	NameUses         *int `toml:"name-uses"`
	ConditionUses    *int `toml:"condition-uses"`
}

// FindConfig looks for hyp.toml in the folder of a file and the folders above; empty when there is none.
func FindConfig(studyPath string) string {
	folder, err := filepath.Abs(filepath.Dir(studyPath))
	if err != nil {
		return ""
	}
	for {
		candidate := filepath.Join(folder, ConfigName)
		if info, err := os.Stat(candidate); err == nil && info.Mode().IsRegular() {
			if here, err := os.Getwd(); err == nil {
				if rel, err := filepath.Rel(here, candidate); err == nil && !strings.HasPrefix(rel, "..") {
					return rel
				}
			}
			return candidate
		}
		up := filepath.Dir(folder)
		if up == folder {
			return ""
		}
		folder = up
	}
}

// Load reads a configuration. Unknown keys, wrong types, unknown rules and levels are errors that name file and line.
func Load(configPath string) (*Config, error) {
	text, err := os.ReadFile(configPath)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", configPath, reason(err))
	}
	return parseConfig(configPath, text)
}

func parseConfig(name string, text []byte) (*Config, error) {
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	var f file
	d := toml.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return nil, configError(name, err)
	}
	lines := keyLines(text)
	where := func(key string) string {
		if n := lines[key]; n > 0 {
			return fmt.Sprintf("%s:%d", name, n)
		}
		return name
	}
	c := Default()
	c.Path = name
	for _, pattern := range f.Exclude {
		if _, err := path.Match(pattern, ""); err != nil {
			return nil, fmt.Errorf("%s: %q is no pattern: %w", where("exclude"), pattern, err)
		}
	}
	c.exclude = f.Exclude
	main, err := newLayer(where, "", nil, f.Select, f.Ignore, f.Levels)
	if err != nil {
		return nil, err
	}
	c.layers = append(c.layers, main)
	for i, o := range f.Override {
		prefix := fmt.Sprintf("override[%d].", i)
		if len(o.Paths) == 0 {
			return nil, fmt.Errorf("%s: an override needs `paths`", where(prefix[:len(prefix)-1]))
		}
		for _, pattern := range o.Paths {
			if _, err := path.Match(pattern, ""); err != nil {
				return nil, fmt.Errorf("%s: %q is no pattern: %w", where(prefix+"paths"), pattern, err)
			}
		}
		l, err := newLayer(where, prefix, o.Paths, o.Select, o.Ignore, o.Levels)
		if err != nil {
			return nil, err
		}
		c.layers = append(c.layers, l)
	}
	if f.FailLevel != nil {
		level, err := ParseLevel(*f.FailLevel)
		if err != nil || level == Off {
			return nil, fmt.Errorf("%s: fail-level %q is none of info, warn, error", where("fail-level"), *f.FailLevel)
		}
		c.FailLevel, c.origins["fail-level"] = level, where("fail-level")
	}
	if f.Settings != nil {
		for _, s := range []struct {
			key  string
			from *int
			to   *int
		}{
			{"family-size", f.Settings.FamilySize, &c.Settings.FamilySize},
			{"rows-per-parameter", f.Settings.RowsPerParameter, &c.Settings.RowsPerParameter},
			{"group-rows", f.Settings.GroupRows, &c.Settings.GroupRows},
			{"name-uses", f.Settings.NameUses, &c.Settings.NameUses},
			{"condition-uses", f.Settings.ConditionUses, &c.Settings.ConditionUses},
		} {
			if s.from == nil {
				continue
			}
			if *s.from < 1 {
				return nil, fmt.Errorf("%s: %s is %d, it is at least 1", where("settings."+s.key), s.key, *s.from)
			}
			*s.to, c.origins[s.key] = *s.from, where("settings."+s.key)
		}
	}
	return c, nil
}

func newLayer(where func(string) string, prefix string, paths, choose, ignore []string, levels map[string]string) (layer, error) {
	l := layer{paths: paths, levels: map[string]Level{}, words: map[string]string{}, choose: choose, ignore: ignore}
	l.origin = func(key string) string { return where(prefix + key) }
	for i, list := range [][]string{choose, ignore} {
		for _, word := range list {
			if len(matching(word)) == 0 {
				return l, fmt.Errorf("%s: %s", where(prefix+[]string{"select", "ignore"}[i]), noRule(word))
			}
		}
	}
	for _, word := range slices.Sorted(maps.Keys(levels)) {
		text := levels[word]
		level, err := ParseLevel(text)
		if err != nil {
			return l, fmt.Errorf("%s: %w", where(prefix+"levels."+word), err)
		}
		found := matching(word)
		if len(found) == 0 {
			return l, fmt.Errorf("%s: %s", where(prefix+"levels."+word), noRule(word))
		}
		for _, r := range found {
			if old := l.words[r.Code]; old == "" || len(matching(word)) < len(matching(old)) { // the narrower word wins
				l.levels[r.Code], l.words[r.Code] = level, word
			}
		}
	}
	return l, nil
}

// noRule says that a word means no rule, and what it may have meant.
func noRule(word string) string {
	if e, ok := diag.Lookup(word); ok {
		return fmt.Sprintf("%s (%s) is an error of the checker, which keeps a study from running whatever rules apply", e.Code, e.Name)
	}
	return fmt.Sprintf("there is no rule %q%s", word, suggest(word))
}

// matching are the rules that a word of a configuration means: `all`, a name, a code, or the beginning of codes (HL2).
func matching(word string) []*Rule {
	if word == "all" {
		return rules()
	}
	if r := Lookup(word); r != nil {
		return []*Rule{r}
	}
	var out []*Rule
	if upper := strings.ToUpper(word); len(upper) >= 3 && strings.HasPrefix(upper, "HL") {
		for _, r := range rules() {
			if strings.HasPrefix(r.Code, upper) {
				out = append(out, r)
			}
		}
	}
	return out
}

// With adds rules chosen and ignored on the command line, which win over the file; flag words are checked.
func (c *Config) With(choose, ignore []string, failLevel string) (*Config, error) {
	out := *c
	out.layers = slices.Clone(c.layers)
	out.origins = map[string]string{}
	for k, v := range c.origins {
		out.origins[k] = v
	}
	if len(choose)+len(ignore) > 0 {
		where := func(key string) string { return "--" + key }
		l, err := newLayer(where, "", nil, choose, ignore, nil)
		if err != nil {
			return nil, err
		}
		out.layers = append(out.layers, l)
	}
	if failLevel != "" {
		level, err := ParseLevel(failLevel)
		if err != nil || level == Off {
			return nil, fmt.Errorf("--fail-level %q is none of info, warn, error", failLevel)
		}
		out.FailLevel, out.origins["fail-level"] = level, "--fail-level"
	}
	return &out, nil
}

// ruleset is what applies to one file.
type ruleset struct {
	levels   map[string]Level
	origins  map[string]string
	settings Settings
}

// at is what applies to the file at a path.
func (c *Config) at(studyPath string) ruleset {
	set := ruleset{levels: map[string]Level{}, origins: map[string]string{}, settings: c.Settings}
	for _, r := range rules() {
		set.levels[r.Code], set.origins[r.Code] = r.Level, "default"
	}
	for _, l := range c.layers {
		if len(l.paths) > 0 && !c.covers(l.paths, studyPath) {
			continue
		}
		if l.choose != nil {
			chosen := map[string]bool{}
			for _, word := range l.choose {
				for _, r := range matching(word) {
					chosen[r.Code] = true
				}
			}
			for _, r := range rules() {
				switch {
				case !chosen[r.Code] && set.levels[r.Code] != Off:
					set.levels[r.Code], set.origins[r.Code] = Off, l.origin("select")
				case chosen[r.Code] && set.levels[r.Code] == Off:
					set.levels[r.Code], set.origins[r.Code] = r.Level, l.origin("select")
				}
			}
		}
		for _, r := range rules() {
			if level, ok := l.levels[r.Code]; ok {
				set.levels[r.Code] = level
				set.origins[r.Code] = l.origin("levels." + l.words[r.Code])
			}
		}
		for _, word := range l.ignore {
			for _, r := range matching(word) {
				set.levels[r.Code], set.origins[r.Code] = Off, l.origin("ignore")
			}
		}
	}
	return set
}

// Excludes tells whether the configuration leaves a file out when its folder is read. A file that is named itself is never left out.
func (c *Config) Excludes(f File) bool { return f.Below && c.covers(c.exclude, f.path()) }

// WithoutExcluded drops the files that the configuration of each, looked for upward, leaves out.
func WithoutExcluded(files []File) ([]File, error) {
	known := map[string]*Config{"": Default()}
	var out []File
	for _, f := range files {
		name := FindConfig(f.path())
		if known[name] == nil {
			c, err := Load(name)
			if err != nil {
				return nil, err
			}
			known[name] = c
		}
		if !known[name].Excludes(f) {
			out = append(out, f)
		}
	}
	return out, nil
}

// covers tells whether a pattern means a path. Patterns are relative to the folder of the configuration; ** is any number of folders, one that
// ends in /** or / is everything below a folder, and one without a slash the name of a file or of a folder anywhere.
func (c *Config) covers(patterns []string, studyPath string) bool {
	rel := studyPath
	if c.Path != "" {
		folder, err1 := filepath.Abs(filepath.Dir(c.Path))
		full, err2 := filepath.Abs(studyPath)
		if err1 == nil && err2 == nil {
			if r, err := filepath.Rel(folder, full); err == nil {
				rel = r
			}
		}
	}
	rel = filepath.ToSlash(rel)
	return slices.ContainsFunc(patterns, func(p string) bool { return matchPath(p, rel) })
}

// matchPath tells whether a pattern means a path.
func matchPath(pattern, rel string) bool {
	segments := strings.Split(rel, "/")
	if !strings.Contains(pattern, "/") {
		return slices.ContainsFunc(segments, func(s string) bool {
			ok, _ := path.Match(pattern, s)
			return ok
		})
	}
	if strings.HasSuffix(pattern, "/") {
		pattern += "**"
	}
	return matchSegments(strings.Split(pattern, "/"), segments)
}

func matchSegments(pattern, segments []string) bool {
	if len(pattern) == 0 {
		return len(segments) == 0
	}
	if pattern[0] != "**" {
		if len(segments) == 0 {
			return false
		}
		ok, _ := path.Match(pattern[0], segments[0])
		return ok && matchSegments(pattern[1:], segments[1:])
	}
	if len(pattern) == 1 {
		return len(segments) > 0
	}
	for i := range segments {
		if matchSegments(pattern[1:], segments[i:]) {
			return true
		}
	}
	return false
}

// configError gives an error of the TOML reader its file and line.
func configError(name string, err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		first := strict.Errors[0]
		line, _ := first.Position()
		return fmt.Errorf("%s:%d: %s", name, line, unknownKey(first.Key()))
	}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		line, _ := decode.Position()
		if shape := shapeOf(decode.Key()); shape != "" && strings.Contains(decode.Error(), "cannot decode") {
			return fmt.Errorf("%s:%d: `%s` is %s", name, line, strings.Join(decode.Key(), "."), shape)
		}
		return fmt.Errorf("%s:%d: %s", name, line, strings.TrimPrefix(decode.Error(), "toml: "))
	}
	return fmt.Errorf("%s: %w", name, err)
}

// The keys of hyp.toml, of its settings and of an override.
var (
	topKeys      = keysOf(reflect.TypeFor[file]())
	settingKeys  = keysOf(reflect.TypeFor[fileSettings]())
	overrideKeys = keysOf(reflect.TypeFor[fileOverride]())
)

func keysOf(t reflect.Type) (keys []string) {
	for i := range t.NumField() {
		keys = append(keys, t.Field(i).Tag.Get("toml"))
	}
	return keys
}

// unknownKey says which keys there are where one is unknown.
func unknownKey(key []string) string {
	keys, of := topKeys, ""
	switch {
	case len(key) > 1 && key[0] == "settings":
		keys, of = settingKeys, " of `settings`"
	case len(key) > 1 && key[0] == "override":
		keys, of = overrideKeys, " of `override`"
	}
	text := fmt.Sprintf("unknown key `%s`; the keys%s are %s", strings.Join(key, "."), of, strings.Join(keys, ", "))
	if best := diag.Suggest(key[len(key)-1], keys); len(best) > 0 {
		text += "; did you mean `" + best[0] + "`?"
	}
	return text
}

// shapeOf is what the value of a key looks like.
func shapeOf(key []string) string {
	if len(key) == 0 {
		return ""
	}
	samples := map[string]string{"exclude": "old/**", "paths": "old/**", "select": "no-rival", "ignore": "no-rival"}
	switch last := key[len(key)-1]; {
	case samples[last] != "":
		return "a list of texts, such as " + last + " = [\"" + samples[last] + "\"]"
	case slices.Contains(settingKeys, last):
		return "a whole number, such as " + last + " = 3"
	case last == "fail-level":
		return "a text: \"info\", \"warn\" or \"error\""
	case len(key) > 1 && key[len(key)-2] == "levels":
		return "a text: \"off\", \"info\", \"warn\" or \"error\""
	case last == "levels" || last == "settings":
		return "a table: [" + last + "] on a line, and its keys below"
	case last == "override":
		return "a list of tables: [[override]] on a line, and its keys below"
	}
	return ""
}

// keyLines finds the line of every key: "select", "levels.no-floor", "override[0].paths".
func keyLines(text []byte) map[string]int {
	out := map[string]int{}
	p := unstable.Parser{}
	p.Reset(text)
	table, overrides := "", -1
	for p.NextExpression() {
		e := p.Expression()
		var keys []string
		line := 0
		for it := e.Key(); it.Next(); {
			keys = append(keys, string(it.Node().Data))
			if line == 0 {
				line = 1 + bytes.Count(text[:p.Range(it.Node().Data).Offset], []byte("\n"))
			}
		}
		key := strings.Join(keys, ".")
		switch e.Kind {
		case unstable.ArrayTable:
			if key == "override" {
				overrides++
				table = fmt.Sprintf("override[%d]", overrides)
				out[table] = line
				continue
			}
			table = key
		case unstable.Table:
			if rest, ok := strings.CutPrefix(key, "override"); ok {
				key = fmt.Sprintf("override[%d]%s", overrides, rest)
			}
			table = key
			out[key] = line
		case unstable.KeyValue:
			if table != "" {
				key = table + "." + key
			}
			out[key] = line
		}
	}
	return out
}
