package ask

import (
	_ "embed" // families.txt
	"strings"
)

//go:embed families.txt
var familiesText string

// familiar is the words of families.txt.
var familiar = func() map[string]bool {
	out := map[string]bool{}
	for _, line := range strings.Split(familiesText, "\n") {
		if !strings.HasPrefix(line, "#") {
			for _, w := range strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ':' || r == '|' }) {
				out[w] = true
			}
		}
	}
	return out
}()

// kin is the stems that mean what a stem means, by families.txt.
var kin = families(familiesText)

func families(text string) map[string][]string {
	out := map[string][]string{}
	join := func(a, b []string) {
		for _, x := range a {
			for _, y := range b {
				if x != y {
					out[x] = append(out[x], y)
				}
			}
		}
	}
	stems := func(words string) (out []string) {
		for _, w := range strings.Fields(words) {
			out = append(out, stem(w))
		}
		return out
	}
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		before, after, _ := strings.Cut(line, ":")
		general := stems(before)
		join(general, general)
		for _, group := range strings.Split(after, "|") {
			narrow := stems(group)
			join(narrow, narrow)
			join(narrow, general)
			join(general, narrow)
		}
	}
	return out
}

// initials are the words that the first letters of a text's words make, three and more of them in a row: bmi of "body mass index".
func initials(text string) (out []string) {
	words := fields(text)
	for i := range words {
		word := ""
		for _, w := range words[i:min(len(words), i+6)] {
			word += string([]rune(w)[:1])
			if len(word) >= 3 {
				out = append(out, word)
			}
		}
	}
	return out
}
