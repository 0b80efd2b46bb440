package python

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-python/gpython/py"
	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

// texts reads arguments that must be texts.
func texts(name string, a ...Value) ([]string, error) {
	out := make([]string, len(a))
	for i, v := range a {
		switch v := v.(type) {
		case nil:
		case py.String:
			out[i] = string(v)
		default:
			return nil, errorf(TypeError, "%s() argument must be str, not %s", name, kind(v))
		}
	}
	return out, nil
}

// onText is a method that maps a text to a text.
func onText(f func(string) string) method {
	return method{"self", func(m *Machine, a []Value) (Value, error) { return text(f(string(a[0].(py.String)))), nil }}
}

// Case is changed by the full mappings of Unicode, as CPython does: ß has SS above it, and a sigma at the end of a word is ς.
func upper(s string) string { return cases.Upper(language.Und).String(s) }
func lower(s string) string { return cases.Lower(language.Und).String(s) }
func fold(s string) string  { return cases.Fold().String(s) }

// isText is a method that asks whether a text is not empty and all its characters are of a kind.
func isText(f func(rune) bool) method {
	return method{"self", func(m *Machine, a []Value) (Value, error) {
		s := string(a[0].(py.String))
		for _, r := range s {
			if !f(r) {
				return py.False, nil
			}
		}
		return boolean(s != ""), nil
	}}
}

// within cuts a text to the part between two optional indices, and says where that part begins.
func (m *Machine) within(s string, start, end Value) (part string, at int, ok bool, err error) {
	if start == nil && end == nil {
		return s, 0, true, nil
	}
	sl := &Slice{py.None, py.None, py.None}
	if start != nil {
		sl.start = start
	}
	if end != nil {
		sl.stop = end
	}
	n := utf8.RuneCountInString(s)
	from, to, _, _, err := sl.bounds(m, n)
	if err != nil {
		return "", 0, false, err
	}
	if start != nil && start != py.None {
		if i, _ := m.index(start, "slice indices must be integers or None or have an __index__ method"); i > n {
			return "", 0, false, nil
		}
	}
	if from > to {
		return "", from, false, nil
	}
	if n == len(s) {
		return s[from:to], from, true, nil
	}
	return string([]rune(s)[from:to]), from, true, nil
}

// finder makes find, rfind, index and rindex.
func finder(name string, search func(s, sub string) int, must bool) method {
	return method{"self, sub, start=None, end=None, /", func(m *Machine, a []Value) (Value, error) {
		t, err := texts(name, a[0], a[1])
		if err != nil {
			return nil, err
		}
		part, at, ok, err := m.within(t[0], a[2], a[3])
		if err != nil {
			return nil, err
		}
		i := -1
		if ok {
			i = search(part, t[1])
		}
		if i < 0 {
			if must {
				return nil, errorf(ValueError, "substring not found")
			}
			return py.Int(-1), nil
		}
		return py.Int(at + utf8.RuneCountInString(part[:i])), nil
	}}
}

// affix makes startswith and endswith.
func affix(name string, has func(s, affix string) bool) method {
	return method{"self, affix, start=None, end=None, /", func(m *Machine, a []Value) (Value, error) {
		part, _, ok, err := m.within(string(a[0].(py.String)), a[2], a[3])
		if err != nil {
			return nil, err
		}
		options, isTuple := a[1].(py.Tuple)
		if !isTuple {
			options = py.Tuple{a[1]}
		}
		for _, o := range options {
			s, isText := o.(py.String)
			if !isText {
				return nil, errorf(TypeError, "%s first arg must be str or a tuple of str, not %s", name, kind(o))
			}
			if ok && has(part, string(s)) {
				return py.True, nil
			}
		}
		return py.False, nil
	}}
}

// stripper makes strip, lstrip and rstrip.
func stripper(left, right bool) method {
	return method{"self, chars=None, /", func(m *Machine, a []Value) (Value, error) {
		s, cut := string(a[0].(py.String)), unicode.IsSpace
		if a[1] != nil && a[1] != py.None {
			t, err := texts("strip", a[1])
			if err != nil {
				return nil, err
			}
			cut = func(r rune) bool { return strings.ContainsRune(t[0], r) }
		}
		if left {
			s = strings.TrimLeftFunc(s, cut)
		}
		if right {
			s = strings.TrimRightFunc(s, cut)
		}
		return text(s), nil
	}}
}

// justifier makes ljust, rjust and center.
func justifier(align byte) method {
	return method{"self, width, fillchar=' ', /", func(m *Machine, a []Value) (Value, error) {
		s := string(a[0].(py.String))
		width, err := m.index(a[1], "'"+kind(a[1])+"' object cannot be interpreted as an integer")
		if err != nil {
			return nil, err
		}
		fill := " "
		if a[2] != nil {
			t, ok := a[2].(py.String)
			if !ok || utf8.RuneCountInString(string(t)) != 1 {
				return nil, errorf(TypeError, "The fill character must be exactly one character long")
			}
			fill = string(t)
		}
		if err := m.room(float64(width)); err != nil {
			return nil, err
		}
		f := spec{fill: fill, width: width, align: align}
		if missing := width - utf8.RuneCountInString(s); align == '^' && missing > 0 {
			// CPython's centre leans left or right by the width.
			left := missing/2 + (missing & width & 1)
			return text(strings.Repeat(fill, left) + s + strings.Repeat(fill, missing-left)), nil
		}
		return text(f.pad(s, 0, align)), nil
	}}
}

// title is str.title: letters behind no letter in upper case, others in lower case.
func title(s string) string {
	var b strings.Builder
	inside := false
	for _, r := range s {
		if unicode.IsLetter(r) {
			if inside {
				r = unicode.ToLower(r)
			} else {
				r = unicode.ToTitle(r)
			}
			inside = true
		} else {
			inside = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

func capitalize(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToTitle(r)) + lower(s[n:])
}

func swapCase(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, s)
}

// cased asks whether a text has letters with case and all of them are of one.
func cased(right, wrong func(rune) bool) method {
	return method{"self", func(m *Machine, a []Value) (Value, error) {
		any := false
		for _, r := range string(a[0].(py.String)) {
			if wrong(r) {
				return py.False, nil
			}
			any = any || right(r)
		}
		return boolean(any), nil
	}}
}

// splitter makes split and rsplit.
func splitter(fromRight bool) method {
	return method{"self, sep=None, maxsplit=-1", func(m *Machine, a []Value) (Value, error) {
		s, most := string(a[0].(py.String)), -1
		if a[2] != nil {
			var err error
			if most, err = m.index(a[2], "'"+kind(a[2])+"' object cannot be interpreted as an integer"); err != nil {
				return nil, err
			}
		}
		var parts []string
		if a[1] == nil || a[1] == py.None {
			parts = fields(s, most, fromRight)
		} else {
			sep, ok := a[1].(py.String)
			switch {
			case !ok:
				return nil, errorf(TypeError, "must be str or None, not %s", kind(a[1]))
			case sep == "":
				return nil, errorf(ValueError, "empty separator")
			case most < 0:
				parts = strings.Split(s, string(sep))
			case fromRight:
				for range most {
					i := strings.LastIndex(s, string(sep))
					if i < 0 {
						break
					}
					parts = append([]string{s[i+len(sep):]}, parts...)
					s = s[:i]
				}
				parts = append([]string{s}, parts...)
			default:
				parts = strings.SplitN(s, string(sep), most+1)
			}
		}
		return textList(parts), nil
	}}
}

func textList(parts []string) Value {
	out := make([]Value, len(parts))
	for i, p := range parts {
		out[i] = text(p)
	}
	return list(out)
}

// fields splits at white space, at most so many times.
func fields(s string, most int, fromRight bool) []string {
	if most < 0 {
		return strings.Fields(s)
	}
	var out []string
	if fromRight {
		s = strings.TrimRightFunc(s, unicode.IsSpace)
		for s != "" {
			i := strings.LastIndexFunc(s, unicode.IsSpace)
			if i < 0 || len(out) == most {
				out = append(out, s)
				break
			}
			_, n := utf8.DecodeRuneInString(s[i:])
			out = append(out, s[i+n:])
			s = strings.TrimRightFunc(s[:i], unicode.IsSpace)
		}
		for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
			out[i], out[j] = out[j], out[i]
		}
		return out
	}
	s = strings.TrimLeftFunc(s, unicode.IsSpace)
	for s != "" {
		i := strings.IndexFunc(s, unicode.IsSpace)
		if i < 0 || len(out) == most {
			return append(out, s)
		}
		out = append(out, s[:i])
		s = strings.TrimLeftFunc(s[i:], unicode.IsSpace)
	}
	return out
}

// partitioner makes partition and rpartition.
func partitioner(search func(s, sub string) int, fromRight bool) method {
	return method{"self, sep, /", func(m *Machine, a []Value) (Value, error) {
		t, err := texts("partition", a[0], a[1])
		if err != nil {
			return nil, err
		}
		if t[1] == "" {
			return nil, errorf(ValueError, "empty separator")
		}
		i := search(t[0], t[1])
		switch {
		case i >= 0:
			return py.Tuple{text(t[0][:i]), text(t[1]), text(t[0][i+len(t[1]):])}, nil
		case fromRight:
			return py.Tuple{text(""), text(""), a[0]}, nil
		}
		return py.Tuple{a[0], text(""), text("")}, nil
	}}
}

// splitLines is str.splitlines.
func splitLines(s string, keep bool) []string {
	var out []string
	for s != "" {
		i := strings.IndexFunc(s, func(r rune) bool { return strings.ContainsRune("\n\r\v\f\x1c\x1d\x1e\u0085\u2028\u2029", r) })
		if i < 0 {
			return append(out, s)
		}
		_, n := utf8.DecodeRuneInString(s[i:])
		if strings.HasPrefix(s[i:], "\r\n") {
			n = 2
		}
		if keep {
			out = append(out, s[:i+n])
		} else {
			out = append(out, s[:i])
		}
		s = s[i+n:]
	}
	return out
}

// join is sep.join(parts).
func (m *Machine) join(sep string, v Value) (Value, error) {
	parts, err := m.sequence(v)
	if err != nil {
		if raisedClass(err, TypeError) {
			return nil, errorf(TypeError, "can only join an iterable")
		}
		return nil, err
	}
	size := 0
	for i, p := range parts {
		s, ok := p.(py.String)
		if !ok {
			return nil, withHelp(errorf(TypeError, "sequence item %d: expected str instance, %s found", i, kind(p)), "join(str(x) for x in ...) joins what is not text")
		}
		size += len(s) + len(sep)
	}
	if err := m.room(float64(size)); err != nil {
		return nil, err
	}
	var b strings.Builder
	b.Grow(size)
	for i, p := range parts {
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(string(p.(py.String)))
	}
	return text(b.String()), nil
}

func makeTrans(m *Machine, a []Value) (Value, error) {
	d := newDict()
	if src, ok := a[0].(*Dict); ok && a[1] == nil {
		for _, e := range src.entries {
			k := e.key
			if s, ok := k.(py.String); ok {
				r, _ := utf8.DecodeRuneInString(string(s))
				k = py.Int(r)
			}
			if err := d.put(m, k, e.value); err != nil {
				return nil, err
			}
		}
		return d, nil
	}
	t, err := texts("maketrans", a...)
	if err != nil {
		return nil, err
	}
	from, to := []rune(t[0]), []rune(t[1])
	if len(from) != len(to) {
		return nil, errorf(ValueError, "the first two maketrans arguments must have equal length")
	}
	for i, r := range from {
		if err := d.put(m, py.Int(r), py.Int(to[i])); err != nil {
			return nil, err
		}
	}
	for _, r := range t[2] {
		if err := d.put(m, py.Int(r), py.None); err != nil {
			return nil, err
		}
	}
	return d, nil
}

func isIdentifier(s string) bool {
	for i, r := range s {
		if !(r == '_' || unicode.IsLetter(r) || i > 0 && unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}
