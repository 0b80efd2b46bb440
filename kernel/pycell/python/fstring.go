package python

import (
	"strings"
)

// stringRun rewrites the strings that begin with the i-th token and follow each other, if one of them is an f-string; it
// returns the last one's place.
func (r *rewriter) stringRun(i int) int {
	last, format := i, false
	for j := i; j < len(r.tokens); j++ {
		t := r.tokens[j]
		if t.kind == blankToken {
			continue
		}
		if t.kind != stringToken {
			break
		}
		last = j
		format = format || isFormat(t.text)
	}
	if !format {
		return last
	}
	for j := i; j <= last; j++ {
		t := r.tokens[j]
		if t.kind != stringToken {
			continue
		}
		lead, tail := ",", ""
		if j == i {
			lead = markFormat + "("
		}
		if j == last {
			tail = ")"
		}
		if !isFormat(t.text) {
			r.edit(t.start, t.start, lead)
			r.edit(t.end, t.end, tail)
			continue
		}
		pieces, bad := formatPieces(t.text)
		if bad != nil {
			bad.at += t.start
			r.bad = bad
			return last
		}
		if pieces == "" {
			pieces = `""`
		}
		r.edit(t.start, t.end, lead+pieces+tail)
	}
	return last
}

func isFormat(s string) bool {
	q := strings.IndexAny(s, `'"`)
	return strings.ContainsAny(s[:q], "fF")
}

// formatPieces turns an f-string into the arguments of a call of markFormat.
func formatPieces(s string) (string, *mistake) {
	q := strings.IndexAny(s, `'"`)
	prefix := strings.ToLower(s[:q])
	quote := s[q : q+1]
	if len(s) >= q+6 && strings.HasPrefix(s[q:], strings.Repeat(quote, 3)) {
		quote = strings.Repeat(quote, 3)
	}
	f := &fstringWriter{quote: quote, raw: strings.Contains(prefix, "r")}
	bad := f.pieces(s[q+len(quote):len(s)-len(quote)], q+len(quote), 0)
	return strings.Join(f.out, ","), bad
}

type fstringWriter struct {
	quote string
	raw   bool
	out   []string
}

// literal is text of the f-string as a string of its own.
func (f *fstringWriter) literal(s string) string {
	if f.raw {
		s = strings.ReplaceAll(s, `\`, `\\`)
		s = strings.ReplaceAll(s, f.quote[:1], `\`+f.quote[:1])
		return f.quote + s + f.quote
	}
	// A quote at the end of a piece would join the closing quotes.
	if n := len(s); strings.HasSuffix(s, f.quote[:1]) {
		slashes := 0
		for k := n - 2; k >= 0 && s[k] == '\\'; k-- {
			slashes++
		}
		if slashes%2 == 0 {
			s = s[:n-1] + `\` + f.quote[:1]
		}
	}
	if strings.HasSuffix(s, `\`) && (len(s)-len(strings.TrimRight(s, `\`)))%2 == 1 {
		s += `\` // a backslash before a brace is itself
	}
	return f.quote + s + f.quote
}

// pieces writes the pieces of s, which begins at an offset of the f-string; nested counts the formats around it.
func (f *fstringWriter) pieces(s string, offset, nested int) *mistake {
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			f.out = append(f.out, f.literal(text.String()))
			text.Reset()
		}
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && !f.raw && strings.HasPrefix(s[i:], `\N{`):
			end := strings.IndexByte(s[i:], '}')
			if end < 0 {
				return &mistake{at: offset + i, text: "f-string: malformed \\N character escape"}
			}
			text.WriteString(s[i : i+end+1])
			i += end
		case c == '\\' && i+1 < len(s) && s[i+1] != '{' && s[i+1] != '}':
			text.WriteString(s[i : i+2])
			i++
		case (c == '{' || c == '}') && i+1 < len(s) && s[i+1] == c && nested == 0:
			text.WriteByte(c)
			i++
		case c == '}':
			return &mistake{at: offset + i, text: "f-string: single '}' is not allowed"}
		case c == '{':
			flush()
			end, bad := fieldLimit(s, i+1, "\x00\x00\x00")
			if bad != nil {
				bad.at += offset
				return bad
			}
			if bad := f.field(s[i+1:end], offset+i+1, nested); bad != nil {
				return bad
			}
			i = end
		default:
			text.WriteByte(c)
		}
	}
	flush()
	return nil
}

// field writes one replacement field: expression[=][!conversion][:format].
func (f *fstringWriter) field(s string, offset, nested int) *mistake {
	if nested > 1 {
		return &mistake{at: offset, text: "f-string: expressions nested too deeply"}
	}
	end := expressionEnd(s)
	expression, rest := s[:end], s[end:]
	conversion, spec, debug := "", "", false
	if trimmed := strings.TrimRight(expression, " \t"); strings.HasSuffix(trimmed, "=") && !strings.HasSuffix(trimmed, "==") &&
		!strings.HasSuffix(trimmed, "!=") && !strings.HasSuffix(trimmed, "<=") && !strings.HasSuffix(trimmed, ">=") {
		debug = true
		f.out = append(f.out, quote(expression))
		expression = trimmed[:len(trimmed)-1]
	}
	if strings.HasPrefix(rest, "!") {
		name := strings.IndexByte(rest, ':')
		if name < 0 {
			name = len(rest)
		}
		conversion = strings.TrimSpace(rest[1:name])
		rest = rest[name:]
		if conversion != "r" && conversion != "s" && conversion != "a" {
			return &mistake{at: offset + end, text: "f-string: invalid conversion character: expected 's', 'r', or 'a'"}
		}
	}
	hasSpec := strings.HasPrefix(rest, ":")
	if hasSpec {
		inner := &fstringWriter{quote: f.quote, raw: f.raw}
		if bad := inner.pieces(rest[1:], offset+len(s)-len(rest)+1, nested+1); bad != nil {
			return bad
		}
		spec = markFormat + "(" + strings.Join(inner.out, ",") + ")"
	} else {
		spec = "''"
	}
	if debug && conversion == "" && !hasSpec {
		conversion = "r"
	}
	if strings.TrimSpace(expression) == "" {
		return &mistake{at: offset, text: "f-string: empty expression not allowed"}
	}
	inside, _, bad := rewrite("(" + expression + ")")
	if bad != nil {
		bad.at += offset - 1
		bad.text = "f-string: " + strings.TrimPrefix(bad.text, "f-string: ")
		return bad
	}
	f.out = append(f.out, "("+inside+",'"+conversion+"',"+spec+")")
	return nil
}

// expressionEnd is where the expression of a field ends: at a colon or exclamation mark outside of brackets and strings.
func expressionEnd(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			depth--
		case c == '\'' || c == '"':
			from := i
			for from > 0 && isPrefix(s[from-1:i]) {
				from--
			}
			end, bad := stringEnd(s, from, i)
			if bad != nil {
				return len(s)
			}
			i = end - 1
		case c == '!' && strings.HasPrefix(s[i:], "!="):
			i++
		case (c == ':' || c == '!') && depth == 0:
			return i
		}
	}
	return len(s)
}
