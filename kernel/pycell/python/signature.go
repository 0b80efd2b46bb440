package python

import (
	"fmt"
	"strings"

	"github.com/go-python/gpython/py"
)

// keyword is a named argument of a call.
type keyword struct {
	name  string
	value Value
}

// signature is what parameters a function takes. Parameters stand in the order positional, keyword-only, *args, **kwargs.
type signature struct {
	params     []param
	positional int // how many may be given by position
	star, dict int // the place of *args and **kwargs; -1: none
}

type param struct {
	name     string
	byName   bool // may be given by name
	optional bool
}

// parseSignature reads what a builtin takes from what its help shows: "a, b=0, /, *, key=None", "*args, sep=' ', **kwargs".
func parseSignature(s string) *signature {
	g := &signature{star: -1, dict: -1}
	var star, dict string
	after := false
	for _, p := range strings.Split(s, ", ") {
		switch {
		case p == "":
		case p == "/":
			for i := range g.params {
				g.params[i].byName = false
			}
		case p == "*":
			after = true
		case strings.HasPrefix(p, "**"):
			dict = p[2:]
		case strings.HasPrefix(p, "*"):
			star, after = p[1:], true
		default:
			name, _, optional := strings.Cut(p, "=")
			g.params = append(g.params, param{name: name, byName: true, optional: optional})
			if !after {
				g.positional = len(g.params)
			}
		}
	}
	if star != "" {
		g.star = len(g.params)
		g.params = append(g.params, param{name: star})
	}
	if dict != "" {
		g.dict = len(g.params)
		g.params = append(g.params, param{name: dict})
	}
	return g
}

// bind lays the arguments of a call out by parameter into slots, which has room for them all. A parameter that is not given
// stays nil unless defaults has it.
func (g *signature) bind(name string, slots, args []Value, kw []keyword, defaults []Value) error {
	n := copy(slots[:g.positional], args)
	if len(args) > g.positional {
		if g.star < 0 {
			return g.tooMany(name, len(args), defaults)
		}
		slots[g.star] = py.Tuple(append([]Value(nil), args[n:]...))
	} else if g.star >= 0 {
		slots[g.star] = py.Tuple{}
	}
	var rest *Dict
	if g.dict >= 0 {
		rest = newDict()
		slots[g.dict] = rest
	}
next:
	for _, k := range kw {
		for i := range g.params {
			if p := &g.params[i]; p.name == k.name && p.byName {
				if slots[i] != nil {
					return errorf(TypeError, "%s() got multiple values for argument '%s'", name, k.name)
				}
				slots[i] = k.value
				continue next
			}
		}
		if rest == nil {
			for _, p := range g.params {
				if p.name == k.name {
					return errorf(TypeError, "%s() got some positional-only arguments passed as keyword arguments: '%s'", name, k.name)
				}
			}
			if len(g.params) == 0 {
				return errorf(TypeError, "%s() takes no keyword arguments", name)
			}
			return errorf(TypeError, "%s() got an unexpected keyword argument '%s'", name, k.name)
		}
		rest.putText(k.name, k.value)
	}
	return g.complete(name, slots, defaults)
}

// complete fills in defaults and names what is missing.
func (g *signature) complete(name string, slots, defaults []Value) error {
	var missing []string
	named := false
	for i, p := range g.params {
		if slots[i] != nil || i == g.star || i == g.dict {
			continue
		}
		if defaults != nil && defaults[i] != nil {
			slots[i] = defaults[i]
		} else if !p.optional {
			if i >= g.positional && !named && len(missing) > 0 {
				break
			}
			named = i >= g.positional
			missing = append(missing, "'"+p.name+"'")
		}
	}
	if len(missing) == 0 {
		return nil
	}
	kindOf, plural := "positional", "s"
	if named {
		kindOf = "keyword-only"
	}
	list := missing[0]
	switch len(missing) {
	case 1:
		plural = ""
	case 2:
		list = missing[0] + " and " + missing[1]
	default:
		list = strings.Join(missing[:len(missing)-1], ", ") + ", and " + missing[len(missing)-1]
	}
	return errorf(TypeError, "%s() missing %d required %s argument%s: %s", name, len(missing), kindOf, plural, list)
}

func (g *signature) tooMany(name string, given int, defaults []Value) error {
	least := 0
	for i := range g.positional {
		if !g.params[i].optional && (defaults == nil || defaults[i] == nil) {
			least++
		}
	}
	takes := fmt.Sprint(g.positional)
	if least < g.positional {
		takes = fmt.Sprintf("from %d to %d", least, g.positional)
	}
	s, were := "s", "were"
	if g.positional == 1 && least == 1 {
		s = ""
	}
	if given == 1 {
		were = "was"
	}
	return errorf(TypeError, "%s() takes %s positional argument%s but %d %s given", name, takes, s, given, were)
}

func (g *signature) String() string {
	var out []string
	for i, p := range g.params {
		switch {
		case i == g.star:
			out = append(out, "*"+p.name)
		case i == g.dict:
			out = append(out, "**"+p.name)
		case p.optional:
			out = append(out, p.name+"=…")
		default:
			out = append(out, p.name)
		}
	}
	return "(" + strings.Join(out, ", ") + ")"
}
