package report

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

// measure ignores the locale, so that a report looks the same wherever it is made.
var measure = &runewidth.Condition{EastAsianWidth: false, StrictEmojiNeutral: true}

// cells is the number of terminal cells that s takes.
func cells(s string) int { return measure.StringWidth(s) }

// Clean replaces what could move the cursor or reorder the line: control characters, and the invisible bidirectional
// controls. Line ends and tabs become spaces; invalid UTF-8 becomes an escape.
func Clean(s string) string {
	if strings.IndexFunc(s, unsafeRune) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			b.WriteByte(' ')
		case r == utf8.RuneError:
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				b.WriteString(`\x` + strconv.FormatUint(uint64(s[i]), 16))
				continue
			}
			b.WriteRune(r)
		case unsafeRune(r):
			q := strconv.QuoteRuneToASCII(r)
			b.WriteString(q[1 : len(q)-1])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func unsafeRune(r rune) bool {
	return unicode.IsControl(r) || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 || r == 0x2028 || r == 0x2029
}

// Wrap breaks s at spaces into lines of at most width cells; the second and later lines are set in by indent cells.
// Leading spaces of s are kept. A word wider than a line is broken between characters; nothing is lost.
func Wrap(s string, width, indent int) []string {
	indent = min(indent, width/2)
	var lines []string
	body := strings.TrimLeft(s, " ")
	line := s[:len(s)-len(body)]
	used, empty := cells(line), true
	pad := strings.Repeat(" ", indent)
	flush := func() {
		lines = append(lines, strings.TrimRight(line, " "))
		line, used, empty = pad, indent, true
	}
	spaces := 0
	for body != "" {
		end := strings.IndexByte(body, ' ')
		if end < 0 {
			end = len(body)
		}
		word := body[:end]
		w := cells(word)
		if !empty && used+spaces+w > width {
			flush()
		}
		if !empty {
			line += strings.Repeat(" ", spaces)
			used += spaces
		}
		for used+w > width { // wider than a whole line
			head := measure.Truncate(word, width-used, "")
			if head == "" { // not even one character fits: take one, so that the loop ends
				_, size := utf8.DecodeRuneInString(word)
				head = word[:size]
			}
			line += head
			word = word[len(head):]
			w = cells(word)
			flush()
			if word == "" {
				break
			}
		}
		if word != "" {
			line += word
			used += w
			empty = false
		}
		rest := strings.TrimLeft(body[end:], " ")
		spaces = len(body) - end - len(rest)
		body = rest
	}
	if !empty || len(lines) == 0 {
		flush()
	}
	return lines
}
