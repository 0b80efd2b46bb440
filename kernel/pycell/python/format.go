package python

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-python/gpython/py"
)

// spec is a parsed format specification: [[fill]align][sign][#][0][width][,_][.precision][type].
type spec struct {
	fill      string
	align     byte // < > ^ =; 0: the type's own
	sign      byte
	alternate bool
	zero      bool
	width     int
	group     byte
	precision int // -1: none
	verb      byte
}

func parseSpec(s string) (f spec, ok bool) {
	f.fill, f.precision = " ", -1
	isAlign := func(s string) bool { return s != "" && strings.IndexByte("<>^=", s[0]) >= 0 }
	if _, n := utf8.DecodeRuneInString(s); n > 0 && isAlign(s[n:]) {
		f.fill, f.align, s = s[:n], s[n], s[n+1:]
	} else if isAlign(s) {
		f.align, s = s[0], s[1:]
	}
	take := func(chars string) byte {
		if s != "" && strings.IndexByte(chars, s[0]) >= 0 {
			c := s[0]
			s = s[1:]
			return c
		}
		return 0
	}
	number := func() (int, bool) {
		n, any := 0, false
		for s != "" && s[0] >= '0' && s[0] <= '9' {
			n, any, s = min(n*10+int(s[0]-'0'), 1<<30), true, s[1:]
		}
		return n, any
	}
	f.sign = take("+- ")
	f.alternate = take("#") != 0
	if take("0") != 0 {
		f.zero = true
		if f.align == 0 {
			f.fill, f.align = "0", '='
		}
	}
	f.width, _ = number()
	f.group = take(",_")
	if take(".") != 0 {
		if f.precision, ok = number(); !ok {
			return f, false
		}
	}
	if s != "" {
		f.verb, s = s[0], s[1:]
	}
	return f, s == ""
}

// pad brings a text to its width; sign is how many bytes of it stay left of an = fill.
func (f spec) pad(s string, sign int, usual byte) string {
	missing := f.width - utf8.RuneCountInString(s)
	if missing <= 0 {
		return s
	}
	align := f.align
	if align == 0 {
		align = usual
	}
	fill := func(n int) string { return strings.Repeat(f.fill, n) }
	switch align {
	case '<':
		return s + fill(missing)
	case '^':
		return fill(missing/2) + s + fill(missing-missing/2)
	case '=':
		return s[:sign] + fill(missing) + s[sign:]
	}
	return fill(missing) + s
}

// formatValue is format(v, spec).
func (m *Machine) formatValue(v Value, s string) (string, error) {
	if i, ok := v.(*Instance); ok && i.class != nil {
		if f := i.class.special("__format__"); f != nil {
			r, err := m.call(f, []Value{v, text(s)}, nil)
			if err != nil {
				return "", err
			}
			t, ok := r.(py.String)
			if !ok {
				return "", errorf(TypeError, "__format__ must return a str, not %s", kind(r))
			}
			return string(t), nil
		}
	}
	if r, ok := v.(*Record); ok && r.value() != nil {
		v = r.value()
	}
	if s == "" {
		return m.str(v)
	}
	f, ok := parseSpec(s)
	if !ok {
		return "", errorf(ValueError, "Invalid format specifier '%s' for object of type '%s'", s, kind(v))
	}
	if err := m.room(float64(f.width) + float64(max(f.precision, 0))); err != nil {
		return "", err
	}
	unknown := func() error {
		return errorf(ValueError, "Unknown format code '%c' for object of type '%s'", f.verb, kind(v))
	}
	switch x := v.(type) {
	case py.String:
		switch {
		case f.verb != 0 && f.verb != 's':
			return "", unknown()
		case f.sign != 0:
			return "", errorf(ValueError, "Sign not allowed in string format specifier")
		case f.align == '=' && !f.zero:
			return "", errorf(ValueError, "'=' alignment not allowed in string format specifier")
		case f.group != 0:
			return "", errorf(ValueError, "Cannot specify '%c' with 's'.", f.group)
		}
		if f.align == '=' {
			f.align = '<'
		}
		t := string(x)
		if f.precision >= 0 && utf8.RuneCountInString(t) > f.precision {
			t = string([]rune(t)[:f.precision])
		}
		return f.pad(t, 0, '<'), nil
	case py.Bool, py.Int, *py.BigInt:
		if b, ok := x.(py.Bool); ok && f.verb == 0 && f.width == 0 && f.precision < 0 && f.group == 0 {
			return m.str(b)
		}
		switch f.verb {
		case 0, 'd', 'n', 'b', 'o', 'x', 'X':
			if f.precision >= 0 {
				return "", errorf(ValueError, "Precision not allowed in integer format specifier")
			}
			return f.integer(bigOf(x))
		case 'c':
			r, err := runeOf(x)
			return f.pad(string(r), 0, '<'), err
		case 'e', 'E', 'f', 'F', 'g', 'G', '%':
			n, _ := floatOf(x)
			return f.float(n), nil
		}
		return "", unknown()
	case py.Float:
		switch f.verb {
		case 0, 'e', 'E', 'f', 'F', 'g', 'G', 'n', '%':
			return f.float(float64(x)), nil
		}
		return "", unknown()
	case py.Complex:
		part := f
		part.width, part.fill, part.align = 0, " ", 0
		im := part
		im.sign = '+'
		return f.pad(part.float(real(x))+im.float(imag(x))+"j", 0, '>'), nil
	}
	return "", withHelp(errorf(TypeError, "unsupported format string passed to %s.__format__", kind(v)), "write str(...) around it, or {...!s:"+s+"}")
}

func runeOf(v Value) (rune, error) {
	n, ok := intOf(v)
	if !ok || n < 0 || n > 0x10ffff {
		return 0, errorf(OverflowError, "%%c arg not in range(0x110000)")
	}
	return rune(n), nil
}

func (f spec) signOf(negative bool) string {
	switch {
	case negative:
		return "-"
	case f.sign == '+' || f.sign == ' ':
		return string(f.sign)
	}
	return ""
}

// grouped puts separators into the digits before the point; size is how many digits stand together.
func (f spec) grouped(digits string, size int) string {
	if f.group == 0 {
		return digits
	}
	whole, rest := digits, ""
	for i := range digits {
		if c := digits[i]; c == '.' || c == 'e' || c == 'E' || c == '%' {
			whole, rest = digits[:i], digits[i:]
			break
		}
	}
	var b strings.Builder
	for i := range len(whole) {
		if i > 0 && (len(whole)-i)%size == 0 {
			b.WriteByte(f.group)
		}
		b.WriteByte(whole[i])
	}
	return b.String() + rest
}

// number joins sign, prefix and digits; zeros that fill are grouped like the digits.
func (f spec) number(sign, prefix, digits string, size int) string {
	lead := sign + prefix
	g := f.grouped(digits, size)
	if f.zero && f.fill == "0" && f.align == '=' && f.group != 0 {
		for len(lead)+len(g) < f.width {
			digits = "0" + digits
			g = f.grouped(digits, size)
		}
		return lead + g
	}
	return f.pad(lead+g, len(lead), '>')
}

func (f spec) integer(n *big.Int) (string, error) {
	sign := f.signOf(n.Sign() < 0)
	a := new(big.Int).Abs(n)
	base, prefix, size := 10, "", 3
	switch f.verb {
	case 'b':
		base, prefix, size = 2, "0b", 4
	case 'o':
		base, prefix, size = 8, "0o", 4
	case 'x', 'X':
		base, prefix, size = 16, "0"+string(f.verb), 4
	default:
		if _, err := bigText(a); err != nil {
			return "", err
		}
	}
	if !f.alternate {
		prefix = ""
	}
	digits := a.Text(base)
	if f.verb == 'X' {
		digits = strings.ToUpper(digits)
	}
	return f.number(sign, prefix, digits, size), nil
}

func (f spec) float(x float64) string {
	sign := f.signOf(math.Signbit(x) && !math.IsNaN(x))
	x = math.Abs(x)
	upper := f.verb == 'E' || f.verb == 'F' || f.verb == 'G'
	percent := ""
	if f.verb == '%' {
		x, percent = x*100, "%"
	}
	var s string
	switch {
	case math.IsNaN(x):
		s = "nan"
	case math.IsInf(x, 0):
		s = "inf"
	default:
		s = f.digits(x)
	}
	if upper {
		s = strings.ToUpper(s)
	}
	return f.number(sign, "", s+percent, 3)
}

func (f spec) digits(x float64) string {
	p := f.precision
	switch f.verb {
	case 'f', 'F', '%':
		if p < 0 {
			p = 6
		}
		s := strconv.FormatFloat(x, 'f', p, 64)
		if f.alternate && p == 0 {
			s += "."
		}
		return s
	case 'e', 'E':
		if p < 0 {
			p = 6
		}
		return strconv.FormatFloat(x, 'e', p, 64)
	case 0:
		if p < 0 {
			return floatText(x)
		}
		s := general(x, p, f.alternate, 1)
		if !strings.ContainsAny(s, ".e") {
			s += ".0"
		}
		return s
	}
	if p < 0 {
		p = 6
	}
	return general(x, p, f.alternate, 0)
}

// general is the format g: p significant digits, an exponent where the number is too large or small for them. less lowers
// the exponent from which on an exponent is written, as a format without a letter does.
func general(x float64, p int, keep bool, less int) string {
	if p == 0 {
		p = 1
	}
	s := strconv.FormatFloat(x, 'e', p-1, 64)
	i := strings.IndexByte(s, 'e')
	exp, _ := strconv.Atoi(s[i+1:])
	trim := func(s string) string {
		if keep || !strings.ContainsRune(s, '.') {
			return s
		}
		return strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if exp < -4 || exp >= p-less {
		return trim(s[:i]) + s[i:]
	}
	return trim(strconv.FormatFloat(x, 'f', max(p-1-exp, 0), 64))
}

// formatField is one replacement field of an f-string or of str.format.
func (m *Machine) formatField(v Value, conversion, s string) (string, error) {
	var err error
	var t string
	switch conversion {
	case "":
		return m.formatValue(v, s)
	case "r":
		t, err = m.repr(v)
	case "a":
		if t, err = m.repr(v); err == nil {
			t = asciiOnly(t)
		}
	case "s":
		t, err = m.str(v)
	default:
		return "", errorf(ValueError, "Unknown conversion specifier %s", conversion)
	}
	if err != nil {
		return "", err
	}
	return m.formatValue(text(t), s)
}

func asciiOnly(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r < 0x80:
			b.WriteRune(r)
		case r <= 0xff:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String()
}

// format is str.format.
func (m *Machine) format(s string, args []Value, kw *Dict) (string, error) {
	auto := 0
	return m.formatDeep(s, args, kw, &auto, 2)
}

func (m *Machine) formatDeep(s string, args []Value, kw *Dict, auto *int, depth int) (string, error) {
	if depth == 0 {
		return "", errorf(ValueError, "Max string recursion exceeded")
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '{' && i+1 < len(s) && s[i+1] == '{', c == '}' && i+1 < len(s) && s[i+1] == '}':
			b.WriteByte(c)
			i++
		case c == '}':
			return "", errorf(ValueError, "Single '}' encountered in format string")
		case c == '{':
			end := fieldEnd(s[i+1:])
			if end < 0 {
				if i+1 == len(s) {
					return "", errorf(ValueError, "Single '{' encountered in format string")
				}
				return "", errorf(ValueError, "expected '}' before end of string")
			}
			t, err := m.formatOne(s[i+1:i+1+end], args, kw, auto, depth)
			if err != nil {
				return "", err
			}
			b.WriteString(t)
			i += end + 1
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), m.room(float64(b.Len()))
}

// fieldEnd is where the brace closes that was open before s.
func fieldEnd(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return -1
}

func (m *Machine) formatOne(field string, args []Value, kw *Dict, auto *int, depth int) (string, error) {
	name, sp, hasSpec := field, "", false
	bracket := 0
	for i := range len(field) {
		switch field[i] {
		case '[':
			bracket++
		case ']':
			bracket--
		}
		if field[i] == ':' && bracket <= 0 {
			name, sp, hasSpec = field[:i], field[i+1:], true
			break
		}
	}
	conversion := ""
	if i := strings.LastIndexByte(name, '!'); i >= 0 {
		name, conversion = name[:i], name[i+1:]
	}
	v, err := m.formatLookup(name, args, kw, auto)
	if err != nil {
		return "", err
	}
	if hasSpec && strings.Contains(sp, "{") {
		if sp, err = m.formatDeep(sp, args, kw, auto, depth-1); err != nil {
			return "", err
		}
	}
	return m.formatField(v, conversion, sp)
}

// formatLookup finds what the name of a field means: 0, name, name.attribute, name[item].
func (m *Machine) formatLookup(name string, args []Value, kw *Dict, auto *int) (Value, error) {
	i := strings.IndexAny(name, ".[")
	if i < 0 {
		i = len(name)
	}
	first, rest := name[:i], name[i:]
	var v Value
	if n, err := strconv.Atoi(first); err == nil || first == "" {
		if first == "" {
			if *auto < 0 {
				return nil, errorf(ValueError, "cannot switch from manual field specification to automatic field numbering")
			}
			n = *auto
			*auto++
		} else if *auto > 0 {
			return nil, errorf(ValueError, "cannot switch from automatic field numbering to manual field specification")
		} else {
			*auto = -1
		}
		if n < 0 || n >= len(args) {
			return nil, errorf(IndexError, "Replacement index %d out of range for positional args tuple", n)
		}
		v = args[n]
	} else {
		var err error
		if v, err = m.dictItem(kw, text(first)); err != nil {
			return nil, err
		}
	}
	for rest != "" {
		var err error
		if rest[0] == '.' {
			end := strings.IndexAny(rest[1:], ".[") + 1
			if end == 0 {
				end = len(rest)
			}
			v, err = m.attribute(v, rest[1:end])
			rest = rest[end:]
		} else {
			end := strings.IndexByte(rest, ']')
			if end < 0 {
				return nil, errorf(ValueError, "expected '}' before end of string")
			}
			key := Value(text(rest[1:end]))
			if n, e := strconv.Atoi(rest[1:end]); e == nil {
				key = py.Int(n)
			}
			v, err = m.item(v, key)
			rest = rest[end+1:]
		}
		if err != nil {
			return nil, err
		}
	}
	return v, nil
}

// percent is text % values.
func (m *Machine) percent(s string, v Value) (Value, error) {
	args, isTuple := v.(py.Tuple)
	if !isTuple {
		args = py.Tuple{v}
	}
	var b strings.Builder
	used, named := 0, false
	next := func() (Value, error) {
		if used >= len(args) {
			return nil, errorf(TypeError, "not enough arguments for format string")
		}
		used++
		return args[used-1], nil
	}
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			b.WriteByte(s[i])
			continue
		}
		i++
		var arg Value
		var err error
		if i < len(s) && s[i] == '(' {
			end := strings.IndexByte(s[i:], ')')
			if end < 0 {
				return nil, errorf(ValueError, "incomplete format key")
			}
			if _, ok := v.(*Dict); !ok {
				return nil, errorf(TypeError, "format requires a mapping")
			}
			if arg, err = m.item(v, text(s[i+1:i+end])); err != nil {
				return nil, err
			}
			i += end + 1
			named = true
		}
		f := spec{fill: " ", precision: -1, align: '>'}
	flags:
		for ; i < len(s); i++ {
			switch s[i] {
			case '-':
				f.align = '<'
			case '+', ' ':
				f.sign = s[i]
			case '#':
				f.alternate = true
			case '0':
				if f.align == '>' {
					f.zero, f.fill, f.align = true, "0", '='
				}
			default:
				break flags
			}
		}
		number := func() (int, error) {
			if i < len(s) && s[i] == '*' {
				i++
				w, err := next()
				n, _ := intOf(w)
				return int(n), err
			}
			n := 0
			for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
				n = min(n*10+int(s[i]-'0'), 1<<30)
			}
			return n, nil
		}
		if f.width, err = number(); err != nil {
			return nil, err
		}
		if i < len(s) && s[i] == '.' {
			i++
			if f.precision, err = number(); err != nil {
				return nil, err
			}
		}
		if i >= len(s) {
			return nil, errorf(ValueError, "incomplete format")
		}
		if s[i] == '%' {
			b.WriteByte('%')
			continue
		}
		if arg == nil {
			if arg, err = next(); err != nil {
				return nil, err
			}
		}
		if err := m.room(float64(f.width) + float64(max(f.precision, 0))); err != nil {
			return nil, err
		}
		t, err := m.percentOne(f, s[i], arg)
		if err != nil {
			return nil, err
		}
		b.WriteString(t)
	}
	if _, mapping := v.(*Dict); used < len(args) && !named && (isTuple || !mapping) {
		return nil, errorf(TypeError, "not all arguments converted during string formatting")
	}
	return text(b.String()), m.room(float64(b.Len()))
}

func (m *Machine) percentOne(f spec, verb byte, v Value) (string, error) {
	if f.align == '<' {
		f.fill = " "
	}
	switch verb {
	case 's', 'r', 'a':
		t, err := m.str(v)
		if verb != 's' {
			t, err = m.repr(v)
		}
		if f.precision >= 0 && utf8.RuneCountInString(t) > f.precision {
			t = string([]rune(t)[:f.precision])
		}
		if f.align == '=' {
			f.align, f.fill = '>', " "
		}
		return f.pad(t, 0, '>'), err
	case 'c':
		if s, ok := v.(py.String); ok && utf8.RuneCountInString(string(s)) == 1 {
			return f.pad(string(s), 0, '>'), nil
		}
		r, err := runeOf(v)
		return f.pad(string(r), 0, '>'), err
	case 'd', 'i', 'u', 'x', 'X', 'o':
		if !isReal(v) || verb != 'd' && verb != 'i' && verb != 'u' && !isInteger(v) {
			need := "a real number"
			if verb == 'x' || verb == 'X' || verb == 'o' {
				need = "an integer"
			}
			return "", errorf(TypeError, "%%%c format: %s is required, not %s", verb, need, kind(v))
		}
		n, err := m.toInt(v)
		if err != nil {
			return "", err
		}
		if f.verb = verb; verb == 'i' || verb == 'u' {
			f.verb = 'd'
		}
		if f.precision > 0 {
			digits := new(big.Int).Abs(n).String()
			digits = strings.Repeat("0", max(f.precision-len(digits), 0)) + digits
			sign := f.signOf(n.Sign() < 0)
			return f.pad(sign+digits, len(sign), '>'), nil
		}
		return f.integer(n)
	case 'e', 'E', 'f', 'F', 'g', 'G':
		x, ok := floatOf(v)
		if r, isRecord := v.(*Record); isRecord {
			if y := r.value(); y != nil {
				x, ok = floatOf(y)
			}
		}
		if !ok {
			return "", errorf(TypeError, "must be real number, not %s", kind(v))
		}
		f.verb = verb
		return f.float(x), nil
	}
	return "", errorf(ValueError, "unsupported format character '%c' (0x%x)", verb, verb)
}
