package follow

import (
	"slices"
	"strings"
	"sync"

	"golang.org/x/exp/ebnf"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/grammar"
)

// Step is where an item of the grammar stands: the production that holds it and the item before it there, a word, a sign or
// the name of a production; empty at its beginning. An item that may be left out is not counted as one before.
type Step struct{ Production, Before string }

// The grammar is compiled into a program as regular expressions are: matches of one token, calls of productions, and choices.
// A state of the reader is a place in the program with the calls that led there; a text that can be read in several ways has
// several states at once. No production of the grammar begins with itself, so the calls between two tokens end.
type (
	opcode uint8

	instruction struct {
		op      opcode
		literal string // of match: the word or the sign; empty for a class
		class   string // of match: ident, quoted, string, number or int
		to, or  int    // of call and jump: where to; of choice: the two ways
		step    Step   // of match and call
	}

	frame struct {
		back  int // where the call returns to; the call stands right before
		up    *frame
		outer []Step // of the outermost calls, the innermost of them last
	}

	state struct {
		pc  int
		top *frame
	}
)

const (
	match opcode = iota
	call
	jump
	choice
	back
)

// program is the compiled grammar.
type program struct {
	code  []instruction
	entry map[string]int // by production
	heads map[string][]state
}

// clauses are the beginnings of statements behind which their clauses stand, by the word that begins them.
var clauses = map[string]string{
	"dataset": `dataset d from "d"`, "var": "var x numeric", "context": "context c = x", "family": "family f", "hyp": "assoc(x, y)",
}

var compiled = sync.OnceValue(func() *program {
	g, err := ebnf.Parse("grammar.ebnf", strings.NewReader(grammar.EBNF()))
	if err != nil {
		panic(err) // a slip in the grammar, which its own tests find
	}
	c := compiler{program: program{entry: map[string]int{}}, calls: map[int]string{}}
	for name, production := range g {
		if !isClass(name) {
			c.production = name
			c.entry[name] = len(c.code)
			c.compile(production.Expr, "")
			c.emit(instruction{op: back})
		}
	}
	for at, name := range c.calls {
		c.code[at].to = c.entry[name]
	}
	p := &c.program
	p.heads = map[string][]state{}
	for word, head := range clauses {
		r := reader{program: p, states: p.start()}
		for _, t := range Tokens(head) {
			r.step(t)
		}
		p.heads[word] = r.states
	}
	return p
})

// start is the state before the first statement.
func (p *program) start() []state { return []state{{pc: p.entry["File"]}} }

// isClass tells whether a production is a class of tokens.
func isClass(name string) bool { return 'a' <= name[0] && name[0] <= 'z' }

type compiler struct {
	program
	production string
	calls      map[int]string // calls whose production may not be compiled yet
}

func (c *compiler) emit(i instruction) int {
	c.code = append(c.code, i)
	return len(c.code) - 1
}

// compile appends the code of an expression; before is the item in front of it in its production.
func (c *compiler) compile(e ebnf.Expression, before string) {
	step := Step{c.production, before}
	switch e := e.(type) {
	case *ebnf.Token:
		c.emit(instruction{op: match, literal: strings.ToLower(e.String), step: step})
	case *ebnf.Name:
		if isClass(e.String) {
			c.emit(instruction{op: match, class: e.String, step: step})
		} else {
			c.calls[c.emit(instruction{op: call, step: step})] = e.String
		}
	case ebnf.Sequence:
		for _, part := range e {
			c.compile(part, before)
			switch part := part.(type) {
			case *ebnf.Token:
				before = part.String
			case *ebnf.Name:
				before = part.String
			}
		}
	case ebnf.Alternative:
		var ends []int
		for i, part := range e {
			fork := -1
			if i < len(e)-1 {
				fork = c.emit(instruction{op: choice})
				c.code[fork].to = len(c.code)
			}
			c.compile(part, before)
			if fork >= 0 {
				ends = append(ends, c.emit(instruction{op: jump}))
				c.code[fork].or = len(c.code)
			}
		}
		for _, at := range ends {
			c.code[at].to = len(c.code)
		}
	case *ebnf.Group:
		c.compile(e.Body, before)
	case *ebnf.Option:
		fork := c.emit(instruction{op: choice})
		c.code[fork].to = len(c.code)
		c.compile(e.Body, before)
		c.code[fork].or = len(c.code)
	case *ebnf.Repetition:
		fork := c.emit(instruction{op: choice})
		c.code[fork].to = len(c.code)
		c.compile(e.Body, before)
		c.emit(instruction{op: jump, to: fork})
		c.code[fork].or = len(c.code)
	}
}

// reader runs the program over tokens.
type reader struct {
	*program
	states []state // before the next token

	// of one step
	frames  []*frame // so that equal calls are one
	seen    []state
	waiting []state
	ended   bool
}

// frame is the call frame, shared with an equal one.
func (r *reader) frame(ret int, up *frame) *frame {
	for _, f := range r.frames {
		if f.back == ret && f.up == up {
			return f
		}
	}
	f := &frame{back: ret, up: up}
	if up == nil {
		f.outer = []Step{r.code[ret-1].step}
	} else if f.outer = up.outer; len(f.outer) < outermost {
		f.outer = append(f.outer[:len(f.outer):len(f.outer)], r.code[ret-1].step)
	}
	r.frames = append(r.frames, f)
	return f
}

// next lists the states that wait at a match, in the order of the grammar; ended tells whether the text may end here. The list is
// valid until the next call.
func (r *reader) next() (waiting []state, ended bool) {
	r.frames, r.seen, r.waiting, r.ended = r.frames[:0], r.seen[:0], r.waiting[:0], false
	for _, s := range r.states {
		r.visit(s)
	}
	return r.waiting, r.ended
}

// visit goes from a state to the matches ahead of it.
func (r *reader) visit(s state) {
	for _, old := range r.seen {
		if old == s {
			return
		}
	}
	r.seen = append(r.seen, s)
	switch in := r.code[s.pc]; in.op {
	case match:
		r.waiting = append(r.waiting, s)
	case call:
		r.visit(state{in.to, r.frame(s.pc+1, s.top)})
	case jump:
		r.visit(state{in.to, s.top})
	case choice:
		r.visit(state{in.to, s.top})
		r.visit(state{in.or, s.top})
	case back:
		if s.top == nil {
			r.ended = true
		} else {
			r.visit(state{s.top.back, s.top.up})
		}
	}
}

// step reads one token and returns the states that took it; with none it changes nothing.
func (r *reader) step(t Token) (took []state) {
	waiting, _ := r.next()
	for _, s := range waiting {
		if r.takes(s, t) {
			took = append(took, s)
		}
	}
	if len(took) > 0 {
		r.states = r.states[:0:0]
		for _, s := range took {
			r.states = append(r.states, state{s.pc + 1, s.top})
		}
	}
	return took
}

// takes tells whether a state that waits at a match takes a token.
func (r *reader) takes(s state, t Token) bool {
	in := &r.code[s.pc]
	if in.literal != "" {
		return (t.Kind == Ident || t.Kind == Keyword || t.Kind == Sign) && in.literal == t.word
	}
	switch in.class {
	case "ident":
		return t.Kind == Ident && !(isExprWord(t.word) && r.inExpression(s))
	case "quoted":
		return t.Kind == Quoted
	case "string":
		return t.Kind == String
	case "number":
		return t.Kind == Number
	case "int":
		return t.Kind == Number && strings.Trim(t.Text, "0123456789") == ""
	}
	return false
}

func isExprWord(word string) bool {
	for _, w := range ast.ExprWords {
		if w == word {
			return true
		}
	}
	return false
}

// inExpression tells whether a name at s stands in an expression, where some words are reserved.
func (r *reader) inExpression(s state) bool {
	in := r.code[s.pc].step.Production
	return in == "Call" || in == "Name" && s.top != nil && r.code[s.top.back-1].step.Production == "Primary"
}

// Of the path of a place in deep brackets the middle is left out: nobody asks for it, and a text of brackets alone would take a
// time that grows with the square of its length.
const innermost, outermost = 48, 8

// place is where a state waits.
func (r *reader) place(s state) Place {
	in := &r.code[s.pc]
	p := Place{Literal: in.literal, Class: in.class, Path: []Step{in.step}}
	f := s.top
	for ; f != nil && len(p.Path) <= innermost; f = f.up {
		p.Path = append(p.Path, r.code[f.back-1].step)
	}
	if f != nil {
		for _, step := range slices.Backward(f.outer) {
			p.Path = append(p.Path, step)
		}
	}
	return p
}
