package mind

import (
	"fmt"

	"github.com/hyp-lang/hyp/lang/ast"
)

func controlling(controls []string) string {
	text := ""
	for i, c := range controls {
		if i == 0 {
			text = " controlling for "
		} else {
			text += ", "
		}
		text += ast.WriteName(c)
	}
	return text
}

// mechanism says in words why a pair should hold. Through is a variable that beside the controls leaves nothing of it.
func (o *Offline) mechanism(t *pairTest, c candidate, controls []string, through string) string {
	a, b := &o.survey.Variables[t.x], &o.survey.Variables[t.y]
	switch {
	case len(controls) > 0 && c.r*c.marginal < 0:
		return fmt.Sprintf("at equal %s the association of `%s` and `%s` has the other sign: %s hid it", quoted(controls), a.Name, b.Name, quoted(controls))
	case through != "":
		return fmt.Sprintf("a part of the association that does not go through %s; with `%s` held as well nothing is left of it", quoted(controls), through)
	case len(controls) > 0:
		return fmt.Sprintf("a part of the association that does not go through %s", quoted(controls))
	case a.Module != "" && a.Module == b.Module:
		return fmt.Sprintf("both are of module %s", a.Module)
	}
	return "no third variable between the two takes more than a quarter of the association"
}

func quoted(names []string) string {
	text := ""
	for i, n := range names {
		switch {
		case i == 0:
		case i == len(names)-1:
			text += " and "
		default:
			text += ", "
		}
		text += "`" + n + "`"
	}
	return text
}
