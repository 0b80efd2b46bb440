package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hyp-lang/hyp/lang/ast"
)

var typographic = map[rune]string{
	'，': ",", '、': ",", '（': "(", '）': ")", '［': "[", '］': "]", '：': ":", '＝': "=", '＊': "*", '×': "*", '∗': "*",
	'→': "->", '⟶': "->", '➔': "->", '～': "~", '∼': "~", '｜': "|", '∣': "|", '－': "-", '−': "-", '＋': "+", '／': "/", '÷': "/",
	'＜': "<", '＞': ">", '≤': "<=", '⩽': "<=", '≥': ">=", '⩾': ">=", '≠': "!=", '‥': "..", '—': "—", '–': "—",
}

// isKeyword is a switch on length first: it is asked for every word of a study.
func isKeyword(word string) bool {
	switch len(word) {
	case 3:
		return strings.EqualFold(word, "var") || strings.EqualFold(word, "hyp")
	case 4:
		return strings.EqualFold(word, "diff")
	case 5:
		return strings.EqualFold(word, "assoc")
	case 6:
		return strings.EqualFold(word, "family")
	case 7:
		return strings.EqualFold(word, "dataset") || strings.EqualFold(word, "context")
	case 8:
		return strings.EqualFold(word, "interact")
	case 13:
		return strings.EqualFold(word, "heterogeneity")
	}
	return false
}

// lineLength is the number of bytes before the line ending, with all carriage returns in front of it.
func lineLength(text string) int {
	n := strings.IndexByte(text, '\n')
	if n < 0 {
		n = len(text)
	}
	for n > 0 && text[n-1] == '\r' {
		n--
	}
	return n
}

// fenceLength is the length of a line that is a Markdown code fence, or 0.
func fenceLength(text string) int {
	if !strings.HasPrefix(text, "```") && !strings.HasPrefix(text, "~~~") {
		return 0
	}
	n := lineLength(text)
	fence := rune(text[0])
	if strings.ContainsFunc(text[3:n], func(r rune) bool {
		return r != fence && r != '_' && r != '-' && (r >= utf8.RuneSelf || !unicode.IsLetter(r) && !unicode.IsDigit(r)) && !isSpace(r)
	}) {
		return 0
	}
	if rest := strings.TrimLeft(text[:n], text[:1]); strings.Contains(rest, text[:1]) {
		return 0 // closed on its line: a name
	}
	return n
}

// isSpace tells whether the scanner passes over r between tokens.
func isSpace(r rune) bool { return unicode.IsSpace(r) || r == '\uFEFF' || r == '\u200B' }

// markerLength is the length of a list marker, of the sign for bold text, or of both, before a statement word (or one in
// backquotes), with the space between, or 0.
func markerLength(text string) int {
	n := 0
	switch c := text[0]; {
	case strings.HasPrefix(text, "**"): // emphasis without a list
	case c == '-' || c == '*':
		n = 1
	case c == '>': // a quotation in Markdown
		n = 1
	case strings.HasPrefix(text, "•"), strings.HasPrefix(text, "–"), strings.HasPrefix(text, "—"), strings.HasPrefix(text, "▪"), strings.HasPrefix(text, "●"),
		strings.HasPrefix(text, "‣"), strings.HasPrefix(text, "◦"):
		n = len("•")
	case strings.HasPrefix(text, "·"):
		n = len("·")
	case c == '(': // (1)
		for n = 1; n < len(text) && isDigit(text[n]); n++ {
		}
		if n == 1 || n == len(text) || text[n] != ')' {
			return 0
		}
		n++
	case len(text) > 1 && c|0x20 >= 'a' && c|0x20 <= 'z' && (text[1] == '.' || text[1] == ')'): // a. or a)
		n = 2
	case isDigit(c):
		for n < len(text) && isDigit(text[n]) {
			n++
		}
		if n == len(text) || text[n] != '.' && text[n] != ')' {
			return 0
		}
		n++
	default:
		return 0
	}
	start := n
	for n < len(text) && (text[n] == ' ' || text[n] == '\t') {
		n++
	}
	word := n
	if strings.HasPrefix(text[n:], "**") {
		n += 2
		word = n
	} else if n < len(text) && text[n] == '`' { // a claim in backquotes, which has an error of its own
		word++
	}
	end := word
	for end < len(text) && (text[end]|0x20) >= 'a' && (text[end]|0x20) <= 'z' {
		end++
	}
	if n == start || !isKeyword(text[word:end]) {
		return 0
	}
	if end < len(text) {
		if r, _ := utf8.DecodeRuneInString(text[end:]); ast.IsIdentRune(r, false) {
			return 0
		}
	}
	return n
}
