package lint

import (
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
)

// pageName is where the reference page is kept, in this folder.
const pageName = "RULES.md"

// doc writes the reference page of all rules, or checks that the one on disk is what it would write.
func doc(write bool) error {
	want := page()
	if write {
		return os.WriteFile(pageName, []byte(want), 0o644)
	}
	have, err := os.ReadFile(pageName)
	if err != nil {
		return err
	}
	if string(have) != want {
		return fmt.Errorf("%s is out of date: run `go test ./compiler/lint -run TestPage -update`", pageName)
	}
	return nil
}

// usage is the part of the page that is about all rules. A test reads the configuration and the study in it.
const usage = "## Suppressing a finding\n\n" +
	"A comment on the line before a statement, or at its end, accepts findings in that statement; one above the first statement accepts them in the file. " +
	"It names its rules and gives its reason. Accepted findings stay in SARIF and JSON with the reason, and `--no-ignore` shows what there would be without.\n\n" +
	"```hyp\n# hyp:ignore-file no-rival -- a list of replications\n\n" +
	"hyp H1: diff(pay, by=sex)  # hyp:ignore no-direction, no-floor -- this line explores\n```\n\n" +
	"## Configuration\n\nThe nearest `hyp.toml` in the folder of a study or above applies; `hyp lint --show-config` prints every value with its origin. " +
	"Rules are named by name, code, the beginning of codes, or `all`. Levels are off, info, warn and error.\n\n```toml\n" + exampleConfig + "```\n"

const exampleConfig = `exclude = ["vendor/**"]    # left out of folders, by hyp fmt too; a file that is named itself is read all the same
select = ["all"]           # only these rules
ignore = ["no-rival"]      # not these
fail-level = "warn"        # exit 1 from this level on

[levels]
no-floor = "warn"

[settings]
family-size = 3            # no-family: from how many hypotheses about one outcome on
rows-per-parameter = 10    # too-few-rows
group-rows = 10            # sparse-group
name-uses = 3              # raw-column-name
condition-uses = 3         # repeated-condition

[[override]]               # for some files, relative to hyp.toml
paths = ["drafts/**", "*_old.hyp"]
ignore = ["HL2"]
`

// page is the reference page.
func page() string {
	var b strings.Builder
	b.WriteString("# Lint rules\n\nGenerated from the rules themselves; `hyp explain NAME` prints one. ")
	b.WriteString("Rules that need data run with `--data`; those that name the graph compare with one under `--graph`.\n\n" + usage + "\n## The rules\n\n| code | name | level | needs | |\n|---|---|---|---|---|\n")
	for _, r := range rules() {
		fmt.Fprintf(&b, "| %s | [%s](#%s) | %s | %s | %s |\n", r.Code, r.Name, r.Name, r.Level, r.Needs, strings.ReplaceAll(r.Doc.What, "|", "\\|"))
	}
	for _, r := range rules() {
		fmt.Fprintf(&b, "\n## %s\n\n%s, %s, needs %s. %s\n", r.Name, r.Code, r.Level, r.Needs, r.Doc.What)
		for _, part := range r.Doc.parts() {
			switch {
			case part.text == "":
			case part.code:
				language := "hyp"
				if part.text == r.Doc.Catalog {
					language = "yaml"
				}
				fmt.Fprintf(&b, "\n**%s.**\n\n```%s\n%s```\n", part.title, language, part.text)
			default:
				fmt.Fprintf(&b, "\n**%s.** %s\n", part.title, sentence(part.text))
			}
		}
	}
	return b.String()
}

// Rows says in words what the table of a rule's examples holds: without it the examples of rules that look at rows mean nothing.
func (d Doc) Rows() string {
	if d.Data == "" {
		return ""
	}
	lines := strings.Split(strings.TrimSuffix(d.Data, "\n"), "\n")
	var columns []string
	for c, name := range strings.Split(lines[0], ",") {
		count, filled, low, high := map[string]int{}, 0, math.Inf(1), math.Inf(-1)
		for _, line := range lines[1:] {
			cell := strings.Split(line, ",")[c]
			if cell == "" {
				continue
			}
			filled++
			count[cell]++
			if x, err := strconv.ParseFloat(cell, 64); err == nil {
				low, high = min(low, x), max(high, x)
			}
		}
		text := fmt.Sprintf("filled in %d, from %g to %g", filled, low, high)
		if len(count) <= 4 {
			var parts []string
			for _, v := range slices.Sorted(maps.Keys(count)) {
				parts = append(parts, fmt.Sprintf("%s %d times", v, count[v]))
			}
			text = strings.Join(parts, ", ")
		}
		columns = append(columns, "`"+name+"` "+text)
	}
	return fmt.Sprintf("`table.csv` has %d rows: %s", len(lines)-1, strings.Join(columns, "; "))
}

// sentence begins with a capital and ends with a full stop.
func sentence(text string) string {
	if text == "" {
		return text
	}
	text = strings.ToUpper(text[:1]) + text[1:]
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}
