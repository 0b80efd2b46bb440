package python

import (
	"sort"
	"strings"
)

// The names that rewritten source has in place of syntax that gpython's grammar (Python 3.4) does not know. No cell may use
// names that begin with __hyp_.
const (
	markFormat = "__hyp_format__" // an f-string: a call with its pieces, see fstring
	markWalrus = "__hyp_walrus__" // name := value is a call with both
	markStar   = "__hyp_star__"   // *x among arguments is a call with x
	markDict   = "__hyp_dict__"   // **x in a dict display is its key, in a call the name of the argument
	markNote   = "__hyp_note__"   // name: annotation = value assigns a call with the value
	markNeeded = "__hyp_needed__" // the default of a parameter behind * that has none: the parser forgets which have one
	markPrefix = "__hyp_"
)

// edit replaces source between two byte offsets. It keeps the number of lines.
type edit struct {
	start, end int
	text       string
}

// rewriter turns younger syntax into older. It decides by tokens alone; what it does not touch is left to the parser.
type rewriter struct {
	src    string
	tokens []token
	edits  []edit
	bad    *mistake
}

var keywords = map[string]bool{"False": true, "None": true, "True": true, "and": true, "as": true, "assert": true, "break": true, "class": true,
	"continue": true, "def": true, "del": true, "elif": true, "else": true, "except": true, "finally": true, "for": true, "from": true, "global": true,
	"if": true, "import": true, "in": true, "is": true, "lambda": true, "nonlocal": true, "not": true, "or": true, "pass": true, "raise": true,
	"return": true, "try": true, "while": true, "with": true, "yield": true}

// rewrite returns source that gpython's parser reads, and the edits that were made.
func rewrite(src string) (string, []edit, *mistake) {
	tokens, bad := tokenize(src)
	if bad != nil {
		return "", nil, bad
	}
	r := &rewriter{src: src, tokens: tokens}
	r.walk()
	if r.bad != nil {
		return "", nil, r.bad
	}
	sort.SliceStable(r.edits, func(i, j int) bool { return r.edits[i].start < r.edits[j].start })
	return apply(src, r.edits), r.edits, nil
}

func apply(src string, edits []edit) string {
	var b strings.Builder
	at := 0
	for _, e := range edits {
		if e.start < at {
			continue // inside what is already replaced
		}
		b.WriteString(src[at:e.start])
		b.WriteString(e.text)
		at = e.end
	}
	b.WriteString(src[at:])
	return b.String()
}

func (r *rewriter) edit(start, end int, text string) {
	r.edits = append(r.edits, edit{start, end, text})
}

func (r *rewriter) fail(t token, text, help string) {
	if r.bad == nil {
		r.bad = &mistake{at: t.start, text: text, help: help}
	}
}

// bracket is an open bracket: what it encloses, and what has been seen in it.
type bracket struct {
	char    string
	call    bool // arguments
	def     bool // parameters
	keyword bool // an argument by name has come
	lambda  int  // parameters of lambdas that have not ended
}

func (r *rewriter) walk() {
	stack := []bracket{{}}
	prev := token{kind: lineToken}
	before := prev // the token before prev
	for i := 0; i < len(r.tokens) && r.bad == nil; i++ {
		t := r.tokens[i]
		if t.kind == blankToken {
			continue
		}
		top := &stack[len(stack)-1]
		starts := prev.kind == lineToken || prev.text == ";" && t.depth == 0
		if starts {
			r.statement(i)
		}
		switch t.kind {
		case nameToken:
			switch {
			case strings.HasPrefix(t.text, markPrefix):
				r.fail(t, "names that begin with "+markPrefix+" are reserved", "")
			case t.text == "lambda":
				top.lambda++
				r.parameters(i, t.depth)
			case t.text == "for":
				r.target(i)
			case (t.text == "async" || t.text == "await") && r.next(i).kind == nameToken:
				r.fail(t, "'"+t.text+"' does not exist in Python cells", "call the function plainly; cells run one statement after another")
			}
		case numberToken:
			if strings.Contains(t.text, "_") {
				r.number(t)
			}
		case stringToken:
			i = r.stringRun(i)
			t = r.tokens[i]
		case opToken:
			switch t.text {
			case "(", "[", "{":
				b := bracket{char: t.text}
				if t.text == "(" {
					named := prev.kind == nameToken && !keywords[prev.text]
					b.def = named && before.text == "def"
					b.call = !b.def && (named && before.text != "class" || prev.text == ")" || prev.text == "]")
				}
				if b.def {
					r.parameters(i, t.depth)
				}
				stack = append(stack, b)
			case ")", "]", "}":
				if top.def && prev.text == "," {
					r.edit(prev.start, prev.end, "")
				}
				if len(stack) > 1 {
					stack = stack[:len(stack)-1]
				}
			case ":":
				if top.lambda > 0 {
					top.lambda--
				}
			case ":=":
				r.walrus(i, prev)
			case "=":
				top.keyword = top.keyword || top.call && top.lambda == 0
			case "**", "*":
				r.star(i, prev, top)
			case "/":
				if (top.def || top.lambda > 0) && prev.text == "," {
					r.slash(i, prev)
				}
			case "@", "@=":
				if !starts {
					r.fail(t, "'@' between values does not exist in Python cells", "multiply and sum element by element: sum(a * b for a, b in zip(x, y))")
				}
			}
		case lineToken:
			stack = []bracket{{}}
		}
		before, prev = prev, t
	}
}

// next is the token after the i-th that is not blank.
func (r *rewriter) next(i int) token {
	for i++; i < len(r.tokens); i++ {
		if r.tokens[i].kind != blankToken {
			return r.tokens[i]
		}
	}
	return token{kind: lineToken, start: len(r.src), end: len(r.src)}
}

// number takes the underscores out of 1_000.
func (r *rewriter) number(t token) {
	digit := func(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }
	for i := range len(t.text) {
		if t.text[i] == '_' && (i+1 == len(t.text) || !digit(t.text[i+1]) || i > 0 && t.text[i-1] == '_') {
			r.fail(t, "invalid decimal literal", "")
			return
		}
	}
	r.edit(t.start, t.end, strings.ReplaceAll(t.text, "_", ""))
}

// star rewrites * and ** before an argument or, of a dict display, an item.
func (r *rewriter) star(i int, prev token, top *bracket) {
	t := r.tokens[i]
	if prev.text != top.char && prev.text != "," || top.char == "" || top.lambda > 0 || prev.kind != opToken {
		return
	}
	switch {
	case t.text == "**" && top.char == "{":
		r.edit(t.start, t.end, markDict+":")
	case t.text == "*" && top.char == "{":
		r.edit(t.start, t.end, markStar+"(")
		r.close(i, ")")
	case t.text == "**" && top.call:
		top.keyword = true
		r.edit(t.start, t.end, markDict+"=")
	case t.text == "*" && top.call && !top.keyword:
		r.edit(t.start, t.end, markStar+"(")
		r.close(i, ")")
	}
}

// slash takes the / out of parameters: what may only be given by position may then be given by name as well.
func (r *rewriter) slash(i int, prev token) {
	r.edit(prev.start, prev.end, "")
	r.edit(r.tokens[i].start, r.tokens[i].end, "")
}

// parameters gives those behind a * without a default one that means none. They follow the i-th token and stand at a depth of
// brackets.
func (r *rewriter) parameters(i, depth int) {
	var first, last token // of the parameter at hand
	star, defaulted, inner := false, false, 0
	hasDefault := false
	end := func() {
		switch {
		case first.text == "*":
			star = true
		case first.kind != nameToken || first.text == "":
		case star && !hasDefault:
			r.edit(last.end, last.end, "="+markNeeded)
		case !star && defaulted && !hasDefault:
			r.fail(first, "non-default argument follows default argument", "")
		}
		defaulted = defaulted || hasDefault
		first, hasDefault = token{}, false
	}
	for j := i + 1; j < len(r.tokens); j++ {
		t := r.tokens[j]
		if t.kind == blankToken {
			continue
		}
		if t.depth < depth || t.kind == lineToken {
			return
		}
		if t.depth == depth {
			switch {
			case t.text == "lambda" && t.kind == nameToken:
				inner++
			case t.text == ":" && inner > 0:
				inner--
			case t.text == ")" || t.text == "]" || t.text == "}" || t.text == ":" && r.tokens[i].text == "lambda":
				end()
				return
			case t.text == "," && inner == 0:
				end()
				continue
			case t.text == "=" && inner == 0:
				hasDefault = true
			}
		}
		if first.text == "" {
			first = t
		}
		last = t
	}
}

// target puts brackets around a target of one element, "for x, in y", of which the parser forgets the comma.
func (r *rewriter) target(i int) {
	var first, last token
	for j := i + 1; j < len(r.tokens) && r.tokens[j].kind != lineToken; j++ {
		t := r.tokens[j]
		if t.kind == blankToken {
			continue
		}
		if t.text == "in" && t.depth == r.tokens[i].depth {
			if last.text == "," && last.depth == t.depth {
				r.edit(first.start, first.start, "(")
				r.edit(last.end, last.end, ")")
			}
			return
		}
		if first.text == "" {
			first = t
		}
		last = t
	}
}

// close inserts text where the expression behind the i-th token ends.
func (r *rewriter) close(i int, text string) {
	depth, lambda := 0, 0
	for j := i + 1; j < len(r.tokens); j++ {
		t := r.tokens[j]
		switch {
		case t.kind == blankToken:
			continue
		case t.kind == lineToken:
		case t.kind == nameToken && t.text == "lambda" && depth == 0:
			lambda++
			continue
		case t.kind == nameToken && t.text == "for" && depth == 0:
		case t.kind != opToken:
			continue
		case strings.Contains("([{", t.text):
			depth++
			continue
		case strings.Contains(")]}", t.text) && depth > 0:
			depth--
			continue
		case strings.Contains(")]}", t.text):
		case t.text == ":" && depth == 0 && lambda > 0:
			lambda--
			continue
		case depth == 0 && (t.text == "," && lambda == 0 || t.text == ":" || t.text == ";"):
		default:
			continue
		}
		// Behind the last token, before blanks and comments.
		at := t.start
		for k := j - 1; k > i; k-- {
			if r.tokens[k].kind != blankToken {
				at = r.tokens[k].end
				break
			}
		}
		r.edit(at, at, text)
		return
	}
}

// walrus rewrites name := value, whose := is the i-th token.
func (r *rewriter) walrus(i int, name token) {
	if name.kind != nameToken || keywords[name.text] {
		r.fail(r.tokens[i], "cannot use assignment expressions with this target", "")
		return
	}
	if name.first {
		r.fail(r.tokens[i], "invalid syntax", "a statement assigns with =")
		return
	}
	r.edit(name.start, name.start, markWalrus+"(")
	r.edit(r.tokens[i].start, r.tokens[i].end, ",(")
	r.close(i, "))")
}

// statement rewrites what only the beginning of a statement tells: annotations of variables, and what does not exist.
func (r *rewriter) statement(i int) {
	t := r.tokens[i]
	n := r.next(i)
	if t.kind != nameToken {
		return
	}
	switch t.text {
	case "print":
		if n.kind == stringToken || n.kind == numberToken || n.kind == nameToken && !keywords[n.text] {
			r.fail(t, "Missing parentheses in call to 'print'. Did you mean print(...)?", "")
			return
		}
	case "match":
		if (n.kind == nameToken && !keywords[n.text] || n.text == "(" || n.kind == stringToken) && r.endsInColon(i) {
			r.fail(t, "'match' does not exist in Python cells", "write if ... elif ... else")
			return
		}
	case "async":
		r.fail(t, "'async' does not exist in Python cells", "write the function without async; cells run one statement after another")
		return
	case "except":
		if n.text == "*" {
			r.fail(n, "'except*' does not exist in Python cells", "write except")
			return
		}
	}
	if keywords[t.text] {
		return
	}
	// A target, then a colon: name, name.name, name[...].
	colon, simple := -1, true
	for j := i + 1; j < len(r.tokens); j++ {
		k := r.tokens[j]
		if k.kind == blankToken {
			continue
		}
		if k.text == ":" && k.depth == t.depth {
			colon = j
			break
		}
		if k.depth == t.depth && k.kind == nameToken && r.src[k.start-1] != '.' || k.kind == lineToken ||
			k.depth == t.depth && k.kind == opToken && k.text != "." && k.text != "]" {
			return
		}
		if k.depth == t.depth && k.kind != opToken && k.kind != nameToken {
			return
		}
		simple = false
	}
	if colon < 0 {
		return
	}
	r.annotation(t, colon, simple)
}

// endsInColon tells whether the logical line of the i-th token ends in a colon.
func (r *rewriter) endsInColon(i int) bool {
	last := token{}
	for ; i < len(r.tokens) && r.tokens[i].kind != lineToken; i++ {
		if r.tokens[i].kind != blankToken {
			last = r.tokens[i]
		}
	}
	return last.text == ":"
}

// annotation takes the annotation out of "target: annotation" and "target: annotation = value".
func (r *rewriter) annotation(target token, colon int, simple bool) {
	equals, end := token{}, token{}
	last := r.tokens[colon]
	for j := colon + 1; j < len(r.tokens); j++ {
		t := r.tokens[j]
		if t.kind == lineToken || t.text == ";" && t.depth == target.depth {
			end = t
			break
		}
		if t.kind == blankToken {
			continue
		}
		if t.text == "=" && t.depth == target.depth && equals.text == "" {
			equals = t
		}
		last = t
	}
	if end.kind != lineToken && end.text != ";" || last.start == r.tokens[colon].start {
		return // nothing behind the colon: the parser complains
	}
	from := r.tokens[colon].start
	switch {
	case equals.text != "" && simple:
		lines := strings.Repeat("\n", strings.Count(r.src[from:equals.end], "\n"))
		r.edit(from, equals.end, " = "+markNote+"(("+lines)
		r.edit(last.end, last.end, "))")
	case equals.text != "":
		lines := strings.Count(r.src[from:equals.end], "\n")
		r.edit(from, equals.end, " = "+strings.Repeat("\\\n", lines))
	case simple:
		lines := strings.Repeat("\n", strings.Count(r.src[from:last.end], "\n"))
		r.edit(from, last.end, " = "+markNote+"("+lines+")")
	default:
		lines := strings.Repeat("\n", strings.Count(r.src[target.start:last.end], "\n"))
		r.edit(target.start, last.end, "(None"+lines+")")
	}
}

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
