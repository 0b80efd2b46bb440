package lint

import (
	"fmt"
	"os"
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

// page is the reference page.
func page() string {
	var b strings.Builder
	b.WriteString("# Lint rules\n\nGenerated from the rules themselves; `hyp explain NAME` prints one. ")
	b.WriteString("Rules that need data run with `--data`.\n\n| code | name | level | needs | |\n|---|---|---|---|---|\n")
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
