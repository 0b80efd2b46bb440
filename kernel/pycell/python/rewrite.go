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
