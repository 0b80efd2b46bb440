package lint

import (
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

var unusedSuppression = &Rule{
	Code: "HL901", Name: "unused-suppression", Level: Warn, Needs: Text,
	Doc: Doc{
		What: "A `# hyp:ignore` names a rule that finds nothing there.",
		Why:  "a suppression that outlives its finding hides the next one",
		Example: `# hyp:ignore outcome-first -- asked in the second wave
hyp H1: assoc(school, pay)
`,
		Instead: `# hyp:ignore no-direction -- this line explores
hyp H1: assoc(school, pay)
`,
		Fixed: `hyp H1: assoc(school, pay)
`,
		Ignore: "a rule that needs data is run elsewhere: such rules count only where they run.",
	},
	Run: func(*Pass) {}, // the driver reports it, when all others are done
}

var bareSuppression = &Rule{
	Code: "HL902", Name: "bare-suppression", Level: Warn, Needs: Text,
	Doc: Doc{
		What: "A suppression is malformed: it names no rule, or one that does not exist, gives no reason, or stands where it has no effect.",
		Why:  "a suppression without its reason cannot be judged a year later; one without its rule hides everything",
		Example: `# hyp:ignore no-direction
hyp H1: assoc(school, pay)
`,
		Instead: `# hyp:ignore no-direction -- this line explores
hyp H1: assoc(school, pay)
`,
		Ignore: "never: give the reason instead.",
	},
	Run: func(p *Pass) {
		for _, d := range p.directives() {
			if d.wrong != "" {
				x := p.at("", d.at, "a suppression names its rules and gives a reason").
					WithLabel("%s", d.wrong).WithHelp("write `# hyp:ignore rule-name -- reason`")
				p.report(x)
			}
		}
	},
}

// directive is one `# hyp:ignore` comment.
type directive struct {
	at     source.Span // of the comment
	file   bool        // ignore-file
	rules  []*Rule
	reason string
	wrong  string      // what is malformed; it has no effect then
	scope  source.Span // the text that it is about
	used   []bool      // by rule
}

// directives reads the comments that begin with `hyp:`, once.
func (s *Study) directives() []*directive {
	if s.ignores != nil {
		return *s.ignores
	}
	var out []*directive
	for _, c := range s.File.Comments {
		if text, ok := directiveText(c.Text); ok {
			out = append(out, s.directive(c, text))
		}
	}
	s.ignores = &out
	return out
}

// directiveText is what stands behind `# hyp:` of a comment, in any case, as the words of the language; false for another comment.
func directiveText(comment string) (string, bool) {
	const head = "hyp:"
	text := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(comment), "#"))
	if len(text) < len(head) || !strings.EqualFold(text[:len(head)], head) {
		return "", false
	}
	return text[len(head):], true
}

func (s *Study) directive(c ast.Comment, text string) *directive {
	d := &directive{at: source.Span{Start: c.At.Start, End: c.At.Start + len(strings.TrimRight(c.Text, " \t\r"))}}
	word, rest, _ := strings.Cut(text, " ")
	switch strings.ToLower(word) {
	case "ignore":
	case "ignore-file":
		d.file = true
	default:
		d.wrong = "there are `hyp:ignore` and `hyp:ignore-file`"
		return d
	}
	rest = strings.NewReplacer(" — ", " -- ", " – ", " -- ").Replace(rest) // as text programs write it
	list, reason, found := strings.Cut(rest, "--")
	d.reason = strings.TrimSpace(reason)
	if strings.TrimSpace(list) == "" {
		d.wrong = "it names no rule"
		return d
	}
	for _, name := range strings.Split(list, ",") {
		name = strings.TrimSpace(name)
		r := Lookup(name)
		if r == nil {
			d.wrong = strings.ReplaceAll(noRule(name), `"`, "`")
			return d
		}
		d.rules = append(d.rules, r)
	}
	if !found || d.reason == "" {
		d.wrong = "it gives no reason: write it behind `--`"
		return d
	}
	d.used = make([]bool, len(d.rules))
	if d.file {
		d.scope = source.Span{Start: 0, End: len(s.Source.Text) + 1}
		if len(s.File.Statements) > 0 && s.File.Statements[0].Span().Start < c.At.Start {
			d.wrong = "`hyp:ignore-file` stands above the first statement"
		}
		return d
	}
	if st := s.meant(c); st != nil {
		d.scope = st.Span()
		d.scope.Start = s.Source.LineSpan(s.Source.Position(d.scope.Start).Line).Start
		d.scope.End = max(d.scope.End, c.At.End)
	} else {
		d.wrong = "no statement stands here or on the next line"
	}
	return d
}

// meant finds the statement that a comment is about: the one that it stands in or behind, else the one that begins on the
// next line, further comments between.
func (s *Study) meant(c ast.Comment) ast.Statement {
	all := s.File.Statements
	next, _ := slices.BinarySearchFunc(all, c.At.Start, func(st ast.Statement, at int) int { return st.Span().Start - at })
	text := s.Source.Text
	if next > 0 {
		before := all[next-1]
		if end := before.Span().End; end > c.At.Start || !strings.Contains(text[end:c.At.Start], "\n") {
			return before
		}
	}
	if next == len(all) {
		return nil
	}
	for i, line := range strings.Split(text[c.At.End:all[next].Span().Start], "\n") {
		if line = strings.TrimSpace(line); i > 0 && line == "" && i < strings.Count(text[c.At.End:all[next].Span().Start], "\n") {
			return nil // a blank line between
		}
	}
	return all[next]
}

// suppress splits findings into those that stand and those that a directive accepts.
func (s *Study) suppress(found []diag.Diagnostic) (open, accepted []diag.Diagnostic) {
	ds := s.directives()
	if len(ds) == 0 {
		return found, nil
	}
	var whole, lines []*directive // of the file, and of a statement in order of place
	for _, d := range ds {
		switch {
		case d.wrong != "":
		case d.file:
			whole = append(whole, d)
		default:
			lines = append(lines, d)
		}
	}
	slices.SortStableFunc(lines, func(a, b *directive) int { return a.scope.Start - b.scope.Start })
	for _, f := range found {
		d := accepts(whole, f)
		if d == nil && f.File == s.Source {
			// Scopes are statements: those that hold the place are the last ones that begin before it.
			i, _ := slices.BinarySearchFunc(lines, f.Span.Start+1, func(d *directive, at int) int { return d.scope.Start - at })
			from := i
			for from > 0 && lines[from-1].scope.End > f.Span.Start {
				from--
			}
			d = accepts(lines[from:i], f)
		}
		if d == nil {
			open = append(open, f)
			continue
		}
		f.Accepted = &diag.Accepted{Reason: d.reason}
		accepted = append(accepted, f)
	}
	return open, accepted
}

// accepts finds the directive that names the finding's rule, and marks it used.
func accepts(ds []*directive, f diag.Diagnostic) *directive {
	for _, d := range ds {
		for i, r := range d.rules {
			if r.Code == f.Code && r != unusedSuppression && r != bareSuppression {
				d.used[i] = true
				return d
			}
		}
	}
	return nil
}

// unused reports directives that suppressed nothing, of the rules that ran.
func (p *Pass) unused(ran func(*Rule) bool) {
	for _, d := range p.directives() {
		if d.wrong != "" {
			continue
		}
		var idle []string
		for i, r := range d.rules {
			if !d.used[i] && ran(r) {
				idle = append(idle, "`"+r.Name+"`")
			}
		}
		if len(idle) == 0 {
			continue
		}
		x := p.at("", d.at, "nothing to suppress here").WithLabel("no finding of %s", strings.Join(idle, ", "))
		p.report(x.WithFix("delete the suppression", true, p.shorten(d, ran)))
	}
}

// shorten is the edit that takes the idle rules out of a directive, or all of it.
func (p *Pass) shorten(d *directive, ran func(*Rule) bool) diag.Edit {
	var kept []string
	for i, r := range d.rules {
		if d.used[i] || !ran(r) {
			kept = append(kept, r.Name)
		}
	}
	if len(kept) > 0 {
		word := "ignore"
		if d.file {
			word = "ignore-file"
		}
		return diag.Edit{Span: d.at, Text: "# hyp:" + word + " " + strings.Join(kept, ", ") + " -- " + d.reason}
	}
	text := p.Source.Text
	line := p.Source.LineSpan(p.Source.Position(d.at.Start).Line)
	if strings.TrimSpace(text[line.Start:d.at.Start]) == "" { // the line goes with it
		end := line.End
		if end < len(text) && text[end] == '\r' {
			end++
		}
		if end < len(text) {
			end++
		}
		return diag.Edit{Span: source.Span{Start: line.Start, End: end}}
	}
	start := d.at.Start
	for start > line.Start && (text[start-1] == ' ' || text[start-1] == '\t') {
		start--
	}
	return diag.Edit{Span: source.Span{Start: start, End: d.at.End}}
}
