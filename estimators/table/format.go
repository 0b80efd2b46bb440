package table

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// Format says how a delimited file is written. What is empty is found out where that is safe, and nothing is guessed that
// could change a value: numbers take a decimal point (a comma where semicolons part the columns and no cell of the column
// has a point), dates are ISO 8601, and marks between thousands are not read. What is written here holds for every column.
type Format struct {
	Encoding  string // "" is UTF-8 (UTF-16 with a byte-order mark is noticed); see Encodings
	Delimiter string // one character, or "tab"; "": found among comma, tab, semicolon and bar
	Decimal   string // "." or ","; "" with Thousands is the other of the two, if Thousands is one
	Thousands string // ".", ",", "'" (also ’) or " " (also a no-break space), between groups of three digits; "": none
	Dates     string // such as "dd.mm.yyyy" or "mm/dd/yyyy": such cells are read as ISO 8601 dates; see dateForm
}

// FormatKeys are the names of a format's parts, as catalogs and studies write them.
var FormatKeys = []string{"encoding", "delimiter", "decimal", "thousands", "dates"}

// Part is the place of a part, by its name in FormatKeys; nil for another name.
func (f *Format) Part(key string) *string {
	switch key {
	case "encoding":
		return &f.Encoding
	case "delimiter":
		return &f.Delimiter
	case "decimal":
		return &f.Decimal
	case "thousands":
		return &f.Thousands
	case "dates":
		return &f.Dates
	}
	return nil
}

// Over is f with the parts of under where f has none.
func (f Format) Over(under Format) Format {
	for _, key := range FormatKeys {
		if p := f.Part(key); *p == "" {
			*p = *under.Part(key)
		}
	}
	return f
}

// Check tells whether the part called key can be read: nil, or an error that says what to write instead.
func (f Format) Check(key string) error {
	value := *f.Part(key)
	if value == "" {
		return nil
	}
	switch key {
	case "encoding":
		if _, ok := encodings[strings.ToLower(value)]; !ok {
			return fmt.Errorf("encoding %q is not known; there are %s", value, strings.Join(Encodings(), ", "))
		}
	case "delimiter":
		if _, ok := delimiterOf(value); !ok {
			return fmt.Errorf("delimiter %q is none: it is one character, such as \",\" or \";\", or \"tab\"", value)
		}
	case "decimal":
		if value != "." && value != "," {
			return fmt.Errorf("decimal %q is no decimal mark: it is \".\" or \",\"", value)
		}
	case "thousands":
		if !slices.Contains([]string{".", ",", "'", " "}, value) {
			return fmt.Errorf("thousands %q is no mark between thousands: it is \".\", \",\", \"'\" or \" \"", value)
		}
		if value == f.Decimal {
			return fmt.Errorf("thousands %q is the decimal mark as well", value)
		}
	case "dates":
		if _, err := dateFormOf(value); err != nil {
			return err
		}
	}
	return nil
}

// Valid is the first error of Check.
func (f Format) Valid() error {
	for _, key := range FormatKeys {
		if err := f.Check(key); err != nil {
			return err
		}
	}
	return nil
}

// DecimalMark is the declared decimal mark, by itself or as what Thousands leaves; "" when neither says it.
func (f Format) DecimalMark() string {
	switch {
	case f.Decimal != "":
		return f.Decimal
	case f.Thousands == ".":
		return ","
	case f.Thousands != "":
		return "."
	}
	return ""
}

func delimiterOf(s string) (byte, bool) {
	if s == "tab" || s == "\t" {
		return '\t', true
	}
	if len(s) != 1 || s[0] < ' ' || s[0] > '~' || s[0] == '"' || s[0] == '\'' || '0' <= s[0] && s[0] <= '9' {
		return 0, false
	}
	return s[0], true
}

// encodings by the names that Format.Encoding takes.
var encodings = map[string]encoding.Encoding{
	"utf-8": nil, "utf8": nil,
	"cp1252": charmap.Windows1252, "windows-1252": charmap.Windows1252,
	"latin-1": charmap.ISO8859_1, "latin1": charmap.ISO8859_1, "iso-8859-1": charmap.ISO8859_1,
	"iso-8859-15": charmap.ISO8859_15, "iso-8859-2": charmap.ISO8859_2,
	"cp1250": charmap.Windows1250, "cp1251": charmap.Windows1251, "cp437": charmap.CodePage437, "cp850": charmap.CodePage850,
	"mac-roman": charmap.Macintosh,
	"utf-16":    unicode.UTF16(unicode.LittleEndian, unicode.UseBOM),
	"utf-16le":  unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM),
	"utf-16be":  unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
}

// Encodings lists the names that Format.Encoding takes, the usual ones first.
func Encodings() []string {
	return []string{"utf-8", "cp1252", "latin-1", "utf-16", "utf-16le", "utf-16be", "iso-8859-15", "iso-8859-2", "cp1250", "cp1251", "cp437", "cp850", "mac-roman"}
}

// spacesBetweenThousands and apostrophes are what " " and "'" as Thousands stand for.
var (
	spacesBetweenThousands = []string{" ", "\u00a0", "\u202f"}
	apostrophes            = []string{"'", "’"}
)

// grouping takes the marks between thousands out of numbers.
type grouping struct{ marks []string }

func groupingOf(thousands string) *grouping {
	switch thousands {
	case "":
		return nil
	case " ":
		return &grouping{spacesBetweenThousands}
	case "'":
		return &grouping{apostrophes}
	}
	return &grouping{[]string{thousands}}
}

// ungroup is v without the marks between its thousands: one to three digits, then groups of a mark and three digits, then no
// further digit. ok is false when v is no number so written, as 12.34 is not where points part thousands.
func (g *grouping) ungroup(v, scratch []byte) (out []byte, ok bool) {
	v = trimBlanks(v)
	i := 0
	if i < len(v) && (v[i] == '-' || v[i] == '+') {
		i++
	}
	first := i
	for i < len(v) && v[i]-'0' <= 9 {
		i++
	}
	if i == first || i-first > 3 || v[first] == '0' {
		return nil, false
	}
	out = append(scratch[:0], v[:i]...)
	groups := 0
	for {
		n := g.markAt(v[i:])
		if n == 0 || len(v) < i+n+3 || v[i+n]-'0' > 9 || v[i+n+1]-'0' > 9 || v[i+n+2]-'0' > 9 {
			break
		}
		out = append(out, v[i+n:i+n+3]...)
		i += n + 3
		groups++
	}
	if groups == 0 || i < len(v) && v[i]-'0' <= 9 {
		return nil, false
	}
	return append(out, v[i:]...), true
}

func (g *grouping) markAt(v []byte) int {
	for _, m := range g.marks {
		if len(v) >= len(m) && string(v[:len(m)]) == m {
			return len(m)
		}
	}
	return 0
}

func trimBlanks(v []byte) []byte {
	for len(v) > 0 && (v[0] == ' ' || v[0] == '\t') {
		v = v[1:]
	}
	for len(v) > 0 && (v[len(v)-1] == ' ' || v[len(v)-1] == '\t') {
		v = v[:len(v)-1]
	}
	return v
}
