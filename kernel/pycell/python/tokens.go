package python

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenKind tells tokens apart as far as rewriting needs it.
type tokenKind int

const (
	nameToken tokenKind = iota
	numberToken
	stringToken
	opToken
	lineToken  // the end of a logical line
	blankToken // a line end inside brackets, a comment, a continuation
)

// token is a piece of source between two byte offsets.
type token struct {
	kind       tokenKind
	start, end int
	text       string
	depth      int  // of brackets around it; of a bracket: around what it encloses
	first      bool // of its logical line
	indent     int  // of first tokens: the width of the line's indentation
}

// mistake is an error in the source at a byte offset.
type mistake struct {
	at   int
	text string
	help string
	kind *Class // SyntaxError unless set
}

var operatorTexts = []string{"**=", "//=", ">>=", "<<=", "...", "->", ":=", "**", "//", ">>", "<<", "<=", ">=", "==", "!=", "+=", "-=", "*=", "/=", "%=",
	"&=", "|=", "^=", "@="}

// tokenize cuts source into tokens. A mistake means that strings or brackets do not close; the tokens before it are kept.
func tokenize(src string) ([]token, *mistake) {
	var out []token
	type open struct {
		char byte
		at   int
	}
	var stack []open
	closer := map[byte]byte{'(': ')', '[': ']', '{': '}'}
	i, lineStart, fresh := 0, 0, true
	add := func(k tokenKind, end int) *token {
		t := token{kind: k, start: i, end: end, text: src[i:end], depth: len(stack)}
		if k != lineToken && k != blankToken && fresh {
			t.first, t.indent, fresh = true, width(src[lineStart:i]), false
		}
		out = append(out, t)
		i = end
		return &out[len(out)-1]
	}
	for i < len(src) {
		c := src[i]
		r, size := utf8.DecodeRuneInString(src[i:])
		switch {
		case c == '\n':
			if len(stack) > 0 || fresh {
				add(blankToken, i+1)
			} else {
				add(lineToken, i+1)
				fresh = true
			}
			lineStart = i
		case c == ' ' || c == '\t' || c == '\f' || c == '\r':
			i++
		case c == '#':
			end := strings.IndexByte(src[i:], '\n')
			if end < 0 {
				end = len(src) - i
			}
			add(blankToken, i+end)
		case c == '\\' && strings.HasPrefix(src[i+1:], "\n"):
			add(blankToken, i+2)
		case c >= '0' && c <= '9' || c == '.' && i+1 < len(src) && src[i+1] >= '0' && src[i+1] <= '9':
			add(numberToken, numberEnd(src, i))
		case r == '_' || unicode.IsLetter(r):
			end := i
			for end < len(src) {
				r, n := utf8.DecodeRuneInString(src[end:])
				if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) {
					break
				}
				end += n
			}
			if end < len(src) && (src[end] == '\'' || src[end] == '"') && isPrefix(src[i:end]) {
				stop, bad := stringEnd(src, i, end)
				if bad != nil {
					return out, bad
				}
				add(stringToken, stop)
				break
			}
			add(nameToken, end)
		case c == '\'' || c == '"':
			stop, bad := stringEnd(src, i, i)
			if bad != nil {
				return out, bad
			}
			add(stringToken, stop)
		case strings.IndexByte("([{", c) >= 0:
			stack = append(stack, open{c, i})
			add(opToken, i+1)
		case strings.IndexByte(")]}", c) >= 0:
			if len(stack) == 0 {
				return out, &mistake{at: i, text: "unmatched '" + string(c) + "'"}
			}
			if top := stack[len(stack)-1]; closer[top.char] != c {
				return out, &mistake{at: i, text: "closing parenthesis '" + string(c) + "' does not match opening parenthesis '" + string(top.char) + "'"}
			}
			add(opToken, i+1)
			stack = stack[:len(stack)-1]
		default:
			end := i + size
			for _, op := range operatorTexts {
				if strings.HasPrefix(src[i:], op) {
					end = i + len(op)
					break
				}
			}
			if end == i+size && (strings.IndexByte("+-*/%@&|^~<>=.,:;", c) < 0 || c == '%' && fresh) {
				m := &mistake{at: i, text: "invalid syntax"}
				switch {
				case c == '?':
					m.help = "Shift-Tab behind a name explains it; dir(x) lists what x has"
				case (c == '!' || c == '%') && fresh:
					m.help = "magics and shell commands are not Python; Python cells have no shell"
				case c >= utf8.RuneSelf:
					m.text = "invalid character '" + string(r) + "'"
					if q := strings.IndexRune("“”‘’„", r); q >= 0 {
						m.help = `write straight quotes: " or '`
					}
				}
				return out, m
			}
			add(opToken, end)
		}
	}
	if len(stack) > 0 {
		top := stack[len(stack)-1]
		return out, &mistake{at: top.at, text: "'" + string(top.char) + "' was never closed"}
	}
	if !fresh {
		out = append(out, token{kind: lineToken, start: len(src), end: len(src)})
	}
	return out, nil
}

// width is the column that an indentation reaches: tabs go to multiples of 8.
func width(s string) int {
	n := 0
	for i := range len(s) {
		if s[i] == '\t' {
			n += 8 - n%8
		} else {
			n++
		}
	}
	return n
}

func isPrefix(s string) bool {
	switch strings.ToLower(s) {
	case "r", "b", "u", "f", "br", "rb", "fr", "rf":
		return true
	}
	return false
}

// numberEnd is where the number ends that begins at i.
func numberEnd(src string, i int) int {
	run := func(end int, digits string) int {
		for end < len(src) && (strings.IndexByte(digits, src[end]) >= 0 || src[end] == '_') {
			end++
		}
		return end
	}
	const decimal = "0123456789"
	if src[i] == '0' && i+1 < len(src) && strings.IndexByte("xXoObB", src[i+1]) >= 0 {
		return run(i+2, "0123456789abcdefABCDEF")
	}
	end := run(i, decimal)
	if end < len(src) && src[end] == '.' {
		end = run(end+1, decimal)
	}
	if end < len(src) && (src[end] == 'e' || src[end] == 'E') {
		k := end + 1
		if k < len(src) && (src[k] == '+' || src[k] == '-') {
			k++
		}
		if k < len(src) && src[k] >= '0' && src[k] <= '9' {
			end = run(k, decimal)
		}
	}
	if end < len(src) && (src[end] == 'j' || src[end] == 'J') {
		end++
	}
	return end
}

// stringEnd is where the string ends whose prefix begins at start and whose quote stands at q. An f-string may have its own
// quotes inside of braces, as since Python 3.12.
func stringEnd(src string, start, q int) (int, *mistake) {
	prefix := strings.ToLower(src[start:q])
	quote := src[q : q+1]
	if strings.HasPrefix(src[q:], strings.Repeat(quote, 3)) {
		quote = strings.Repeat(quote, 3)
	}
	format := strings.Contains(prefix, "f")
	for i := q + len(quote); i < len(src); {
		switch {
		case strings.HasPrefix(src[i:], quote):
			return i + len(quote), nil
		case src[i] == '\\':
			if format && strings.HasPrefix(src[i:], `\{`) {
				i++
				break
			}
			i += 2
		case src[i] == '\n' && len(quote) == 1:
			return 0, &mistake{at: start, text: "unterminated string literal"}
		case format && src[i] == '{':
			if strings.HasPrefix(src[i:], "{{") {
				i += 2
				break
			}
			end, bad := fieldLimit(src, i+1, quote)
			if bad != nil {
				return 0, bad
			}
			i = end + 1
		default:
			i++
		}
	}
	if len(quote) == 3 {
		return 0, &mistake{at: start, text: "unterminated triple-quoted string literal"}
	}
	return 0, &mistake{at: start, text: "unterminated string literal"}
}

// fieldLimit is the offset of the brace that closes the replacement field whose content begins at i.
func fieldLimit(src string, i int, quote string) (int, *mistake) {
	begin := i
	depth, spec := 0, false
	for i < len(src) {
		c := src[i]
		switch {
		case c == '}' && depth == 0:
			return i, nil
		case spec && c == '{':
			end, bad := fieldLimit(src, i+1, quote)
			if bad != nil {
				return 0, bad
			}
			i = end
		case spec && strings.HasPrefix(src[i:], quote), c == '\n' && len(quote) == 1:
			return 0, &mistake{at: begin - 1, text: "f-string: expecting '}'"}
		case spec:
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			if depth--; depth < 0 {
				return 0, &mistake{at: i, text: "f-string: unmatched '" + string(c) + "'"}
			}
		case c == ':' && depth == 0:
			spec = true
		case c == '\'' || c == '"':
			from := i
			for from > begin && isPrefix(src[from-1:i]) {
				from--
			}
			end, bad := stringEnd(src, from, i)
			if bad != nil {
				return 0, &mistake{at: begin - 1, text: "f-string: expecting '}'"}
			}
			i = end - 1
		case c == '#':
			return 0, &mistake{at: i, text: "f-string expression part cannot include '#'"}
		}
		i++
	}
	return 0, &mistake{at: begin - 1, text: "f-string: expecting '}'"}
}
