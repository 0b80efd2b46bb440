package table

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// TestRefusals holds bad inputs and what the message must say.
func TestRefusals(t *testing.T) {
	long := "a,b\n\"" + strings.Repeat("x", 100)
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "in.csv: is empty: there is no header"},
		{"only a mark", "\xEF\xBB\xBF", "is empty"},
		{"only blank lines", "\n\r\n\n", "is empty"},
		{"short row", "a,b\n1,2\n3\n", "in.csv: line 3 (row 2) has 1 field, the header has 2"},
		{"long row", "a,b\n1,2\n\n\"x\ny\",2\n3,4,5\n", "in.csv: line 6 (row 3) has 3 fields, the header has 2"},
		{"duplicate names", "a,b,a\n1,2,3\n", `column name "a" occurs twice, in columns 1 and 3`},
		{"open quote", long, "a quoted field in the record that begins on line 2 is never closed"},
		{"open quote in header", "a,\"b\n1,2\n", "a quoted field in the record that begins on line 1 is never closed"},
		{"nul", "a,b\n1,2\n3,x\x00y\n", `NUL byte in row 2 (line 3), column "b"`},
		{"cp1252", "name,b\nMünchen,2\nM\xfcnchen,1\n", `byte 0xFC in row 2 (line 3), column "name" is not UTF-8; nothing is guessed: declare the encoding`},
		{"cp1252 header", "name,gr\xf6\xdfe\n1,2\n", `byte 0xF6 in the header (line 1), name of column 2 is not UTF-8`},
		{"ragged before bad byte", "a,b\n1\n\xfc,2\n", "line 2 (row 1) has 1 field"},
		{"bad byte before ragged", "a,b\n\xfc,2\n1\n", "byte 0xFC in row 1 (line 2)"},
		{"UTF-16 without mark", "a\x00,\x00b\x00\n\x00", "UTF-16 without a byte-order mark"},
		{"arrow", "ARROW1\x00\x00", "is an Arrow (Feather) file, which is not read: convert it to Parquet"},
		{"stata", "<stata_dta><header>", "is a Stata file"},
		{"old stata", "\x72\x02\x01\x00\x05\x00", "is a Stata file"},
		{"spss", "$FL2@(#) SPSS DATA FILE", "is an SPSS file"},
		{"excel", "PK\x03\x04abc", "Excel"},
		{"parquet stream", "PAR1abcdPAR1", "is a Parquet file, which is not read: it can only be read from a file"},
	} {
		_, err := parse(c.text, Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "in.csv: ") {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

func TestFiles(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	if _, err := Open(ctx, dir, Options{}); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("directory: %v", err)
	}
	if _, err := Open(ctx, filepath.Join(dir, "no.csv"), Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
	const text = "id,x,g\n1,2.5,a\n2,,b\n"
	zip := func() []byte {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = z.Write([]byte(text))
		_ = z.Close()
		return b.Bytes()
	}()
	enc, _ := zstd.NewWriter(nil)
	want, err := parse(text, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"a.csv": []byte(text), "a.csv.gz": zip, "a.csv.zst": enc.EncodeAll([]byte(text), nil)} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		tab, err := Open(ctx, path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if dump(tab) != dump(want) {
			t.Errorf("%s: %s", name, dump(tab))
		}
		sum := sha256.Sum256(content)
		if tab.Hash != hex.EncodeToString(sum[:]) {
			t.Errorf("%s: hash %s", name, tab.Hash)
		}
		names, err := Header(ctx, path, Format{})
		if err != nil || strings.Join(names, " ") != "id x g" {
			t.Errorf("%s: header %q %v", name, names, err)
		}
	}
	cut := filepath.Join(dir, "cut.csv.gz")
	if err := os.WriteFile(cut, zip[:len(zip)-6], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(ctx, cut, Options{}); err == nil || !strings.HasPrefix(err.Error(), cut) {
		t.Errorf("cut gzip: %v", err)
	}
}

func TestEncodings(t *testing.T) {
	const text = "name,x\nMünchen,1\n€uro,2\n"
	want, err := parse(text, Options{})
	if err != nil {
		t.Fatal(err)
	}
	cells := func(tab *Table) string { d := dump(tab); return d[strings.Index(d, "\n"):] }
	cp, err := charmap.Windows1252.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, mark := range []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian} {
		wide, err := unicode.UTF16(mark, unicode.UseBOM).NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		tab, err := parse(wide, Options{})
		if err != nil || cells(tab) != cells(want) || !strings.Contains(strings.Join(tab.Notes, ";"), "UTF-16") {
			t.Errorf("UTF-16: %v %v", tab, err)
		}
	}
	tab, err := parse(cp, Options{Format: Format{Encoding: "CP1252"}})
	if err != nil || cells(tab) != cells(want) || tab.Notes[0] != "read as cp1252" {
		t.Errorf("cp1252: %v", err)
	}
	if _, err := parse(text, Options{Format: Format{Encoding: "klingon"}}); err == nil || !strings.Contains(err.Error(), "utf-8, cp1252") {
		t.Errorf("unknown encoding: %v", err)
	}
	for _, e := range Encodings() {
		if _, ok := encodings[e]; !ok {
			t.Errorf("%s is listed and not known", e)
		}
	}
	if tab, err := parse("\xEF\xBB\xBF"+text, Options{}); err != nil || dump(tab) != dump(want) {
		t.Errorf("mark: %v", err)
	}
}

func TestCells(t *testing.T) {
	tab, err := parse("a,b,c,d,\n 1.5 ,0x1A,1_000,,7\n\t2,Inf,NaN,  ,\n\"3\",\"1,234\",1e999,\"\",\"8\"\n,.,-,+,e5\n", Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"a": `#3ff8000000000000 #4000000000000000 #4008000000000000 `,
		"b": `"0x1A" "Inf" "1,234" "."`, "c": `"1_000" "NaN" "1e999" "-"`, "d": `   "+"`, "column_5": `#401c000000000000  #4020000000000000 "e5"`,
	}
	for name, w := range want {
		var got []string
		for i := range tab.Rows {
			got = append(got, cell(tab.Column(name), i))
		}
		if strings.Join(got, " ") != w {
			t.Errorf("%s: %s, want %s", name, strings.Join(got, " "), w)
		}
	}
	if len(tab.Notes) != 1 || tab.Notes[0] != "column 5 has no name and is called column_5" {
		t.Errorf("%q", tab.Notes)
	}
	tab, err = parse("id,x,y\n9007199254740993,12345678901234567.5,1e300\n-9007199254740993,1,2\n", Options{})
	if err != nil || len(tab.Notes) != 1 || !strings.HasSuffix(tab.Notes[0], "may coincide, in id") {
		t.Errorf("long identifiers: %q %v", tab.Notes, err)
	}
	tab, err = parse("a,b\n", Options{})
	if err != nil || tab.Rows != 0 || len(tab.Columns) != 2 {
		t.Errorf("header only: %v %v", tab, err)
	}
	if v, err := tab.Numeric("a", NumericRule{}); err != nil || len(v.Values) != 0 {
		t.Errorf("header only, numeric: %v", err)
	}
	if f, err := tab.Factor("a", FactorRule{}); err != nil || f.Codes.Len() != 0 || len(f.Levels) != 0 {
		t.Errorf("header only, factor: %v", err)
	}
	tab, err = parse("a,b", Options{})
	if err != nil || tab.Rows != 0 {
		t.Errorf("header only, no newline: %v", err)
	}
}

func TestDecimalComma(t *testing.T) {
	var b strings.Builder
	b.WriteString("x;y;z;w;v\n")
	for i := range 400 {
		z := "7"
		if i > 300 {
			z = "7,5" // the first comma of this column comes after the sample
		}
		fmt.Fprintf(&b, "%d,25;%d.5;%s;%d;a,b\n", i, i, z, i)
	}
	b.WriteString("1.5;2,5;;;\n")
	tab, err := parse(b.String(), Options{head: 512})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(tab.Notes, "|"); got != `delimiter ";"|decimal comma in x, z` {
		t.Errorf("notes %s", got)
	}
	x, y, z := tab.Column("x"), tab.Column("y"), tab.Column("z")
	if x.Numbers[3] != 3.25 || y.Numbers[3] != 3.5 || z.Numbers[0] != 7 || z.Numbers[350] != 7.5 {
		t.Error("wrong numbers")
	}
	// A cell of the other notation is never read the wrong way: it is a text that the view names.
	if cell(x, 400) != `"1.5"` || cell(y, 400) != `"2,5"` {
		t.Errorf("%s %s", cell(x, 400), cell(y, 400))
	}
	_, err = tab.Numeric("y", NumericRule{})
	var e *CellError
	if !errors.As(err, &e) || e.Row != 401 || e.Line != 402 || e.Value != "2,5" {
		t.Errorf("%v", err)
	}
	if z.Text.Len() != 0 || z.Dict != nil {
		t.Error("z keeps text")
	}
}

func TestLongCell(t *testing.T) {
	big := strings.Repeat("lorem \"\"ipsum\"\"\n", 10<<20/16)
	tab, err := parse("a,b\n1,\""+big+"\"\n2,x\n", Options{})
	if err != nil || tab.Rows != 2 || len(tab.Column("b").Dict[0]) != len(big)-2*(10<<20/16) || tab.Line(1) != 3+strings.Count(big, "\n") {
		t.Fatalf("10 MB cell: %v", err)
	}
	const limit = 2 << 20
	for name, c := range map[string]struct{ text, want string }{
		"endless cell": {"a,b\n1,\"" + strings.Repeat("x\n", limit) + "\"\n", "the record that begins on line 2 is longer than 2 MB; a quoted field in it is not closed"},
		"endless line": {"a,b\n1,2\n1," + strings.Repeat("x", 3*limit) + "\n", "the record that begins on line 3 is longer than 2 MB"},
		"endless head": {strings.Repeat("x", 3*limit), "the record that begins on line 1 is longer than 2 MB"},
	} {
		if _, err := parse(c.text, Options{record: limit}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// nasty writes rows with everything that makes cutting a file hard.
func nasty(rng *rand.Rand, rows int, newline string) string {
	var b strings.Builder
	b.WriteString("n,t,m,k" + newline)
	quoted := []string{`"a` + newline + `b"`, `"x,y"`, `""`, `"he ""said"""`, `5" disk`, `"q"w"e`, `"` + newline + newline + `"`, "plain", " ", `"""` + newline + `"""`, "größe"}
	for i := range rows {
		if rng.IntN(9) == 0 {
			b.WriteString(newline)
		}
		fmt.Fprintf(&b, "%d.%d,%s,", rng.IntN(1000), rng.IntN(100), quoted[rng.IntN(len(quoted))])
		switch rng.IntN(4) {
		case 0:
		case 1:
			fmt.Fprintf(&b, "t%d", rng.IntN(300))
		default:
			fmt.Fprintf(&b, "%d", rng.IntN(10))
		}
		fmt.Fprintf(&b, ",%d", i)
		if i+1 < rows || rng.IntN(2) == 0 {
			b.WriteString(newline)
		}
	}
	return b.String()
}

// TestChunks reads the same text cut in every way: the table is the same to the last code and line.
func TestChunks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, newline := range []string{"\n", "\r\n", "\r"} {
		text := nasty(rng, 700, newline)
		want, err := parse(text, Options{workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if want.Rows != 700 || want.Column("k").Numbers[699] != 699 {
			t.Fatalf("%q: %d rows", newline, want.Rows)
		}
		for _, block := range []int{1, 2, 3, 17, 64, 100, 1000, 5000} {
			for _, workers := range []int{1, 4} {
				got, err := parse(text, Options{head: 40, block: block, workers: workers, Format: Format{Delimiter: ","}})
				if err != nil {
					t.Fatal(err)
				}
				if dump(got) != dump(want) || got.Hash != want.Hash {
					t.Fatalf("newline %q block %d workers %d: differs", newline, block, workers)
				}
			}
		}
		part, err := parse(text, Options{head: 40, block: 50, Columns: []string{"k", "t"}, Format: Format{Delimiter: ","}})
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"t", "k"} {
			for i := range want.Rows {
				if a, b := cell(part.Column(name), i), cell(want.Column(name), i); a != b {
					t.Fatalf("projection: %s row %d: %s, want %s", name, i, a, b)
				}
			}
		}
	}
}

// TestProjection reads parts of tables without and with quotes.
func TestProjection(t *testing.T) {
	for _, mark := range []string{"", `"`} {
		var b strings.Builder
		b.WriteString("c0,c1,c2,c3,c4,c5,c6,c7\n")
		for i := range 50 {
			for k := range 8 {
				if k > 0 {
					b.WriteByte(',')
				}
				if (i+k)%5 > 0 {
					fmt.Fprintf(&b, "%s%d%s", mark, i*k, mark)
				}
			}
			b.WriteByte('\n')
		}
		all, err := parse(b.String(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for set := range 1 << 8 {
			names := []string{}
			for k := range 8 {
				if set>>k&1 > 0 {
					names = append(names, fmt.Sprintf("c%d", k))
				}
			}
			part, err := parse(b.String(), Options{Columns: names})
			if err != nil || strings.Join(part.Names(), " ") != strings.Join(names, " ") || part.Rows != 50 {
				t.Fatalf("%q: %v", names, err)
			}
			for _, n := range names {
				for i := range part.Rows {
					if x, y := cell(part.Column(n), i), cell(all.Column(n), i); x != y {
						t.Fatalf("%q: %s row %d: %s, want %s", names, n, i, x, y)
					}
				}
			}
			for _, bad := range []string{"1,2,3", "1,2,3,4,5,6,7", "1,2,3,4,5,6,7,8,9", "1,2,3,4,5,6,7,8,9,10,11"} {
				_, err := parse(b.String()+bad+"\n", Options{Columns: names})
				var e *RaggedRowError
				if !errors.As(err, &e) || e.Row != 51 || e.Line != 52 || e.Fields != 1+strings.Count(bad, ",") || e.Want != 8 {
					t.Fatalf("%q, %s: %v", names, bad, err)
				}
			}
		}
	}
	_, err := parse("a,b\n1,2\n", Options{Columns: []string{"a", "B"}})
	var e *UnknownColumnError
	if !errors.As(err, &e) || e.Column != "B" {
		t.Error(err)
	}
}

// TestSkipFields compares with a walk byte by byte, at every alignment and length.
func TestSkipFields(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for range 20_000 {
		b := make([]byte, 1+rng.IntN(40))
		for i := range b {
			b[i] = ",,ab\x80\xac-.\x2d"[rng.IntN(9)]
		}
		if rng.IntN(2) == 0 {
			b[rng.IntN(len(b))] = '\n'
		}
		b[len(b)-1] = '\n'
		p, k := rng.IntN(len(b)), 1+rng.IntN(9)
		q, left := p, k
		for left > 0 && b[q] != '\n' {
			if b[q] == ',' {
				left--
			}
			q++
		}
		next, got := skipFields(b, p, k, ',', '\n')
		if got != left || left == 0 && next != q {
			t.Fatalf("%q from %d, %d fields: %d, %d left; want %d, %d left", b, p, k, next, got, q, left)
		}
	}
}

// TestFirstError gives the same error however the text is cut.
func TestFirstError(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	text := nasty(rng, 200, "\n") + "\n1,2\n" + nasty(rng, 50, "\n") + "\n\xff,,,\n"
	_, want := parse(text, Options{workers: 1})
	if want == nil || !strings.Contains(want.Error(), "has 2 fields") {
		t.Fatal(want)
	}
	for _, block := range []int{1, 20, 300, 4000} {
		for range 5 {
			if _, err := parse(text, Options{head: 30, block: block, workers: 4, Format: Format{Delimiter: ","}}); err == nil || err.Error() != want.Error() {
				t.Fatalf("block %d: %v, want %v", block, err, want)
			}
		}
	}
}

func TestDelimiters(t *testing.T) {
	for text, want := range map[string]string{
		"a;b\n1,5;2\n":                           "a b",
		"a\tb,c\n1\t2\n":                         "a b,c",
		"a|b|c\n1|2,3|4\n":                       "a b c",
		"a,b\n\"x;y;z\",2\n":                     "a b",
		"name, first;age\nx;1\ny;2\n":            "name, first age",
		"one\n1\n2\n":                            "one",
		"a,b;c\n1,2;3\n4,5;6\n":                  "a b;c",
		"\"a\nb\";c\n1;2\n":                      "a b c",
		"q1,q2\n\"long; text; with; marks\",1\n": "q1 q2",
	} {
		tab, err := parse(text, Options{})
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := strings.Join(tab.Names(), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	tab, err := parse("a:b\n1:2\n", Options{Format: Format{Delimiter: ":"}})
	if err != nil || len(tab.Columns) != 2 {
		t.Error(err)
	}
}

// endless yields rows for ever.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	return copy(p, strings.Repeat("1,2,abc,\"x\"\n", 1000)), nil
}

// stuck blocks until the test is over.
type stuck struct{ done chan struct{} }

func (s stuck) Read([]byte) (int, error) { <-s.done; return 0, os.ErrClosed }

func TestCancel(t *testing.T) {
	done := make(chan struct{})
	defer close(done)
	header := strings.NewReader("a,b,c,d\n")
	for name, read := range map[string]func(context.Context) error{
		"endless": func(ctx context.Context) error {
			_, err := Read(ctx, "x", io.MultiReader(header, endless{}), Options{})
			return err
		},
		"stuck": func(ctx context.Context) error { _, err := Read(ctx, "x", stuck{done}, Options{}); return err },
	} {
		ctx, cancel := context.WithCancel(context.Background())
		stop := make(chan time.Time, 1)
		time.AfterFunc(30*time.Millisecond, func() {
			stop <- time.Now()
			cancel()
		})
		err := read(ctx) // never returns of its own
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
		t.Logf("%s: stopped after %v", name, time.Since(<-stop)) // some 10 ms alone
	}
}

func TestProgress(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.csv")
	text := nasty(rand.New(rand.NewPCG(5, 6)), 3000, "\n")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var last, calls int64
	_, err := Open(context.Background(), path, Options{block: 4000, head: 1000, Progress: func(done, total int64) {
		if done < last || total != int64(len(text)) {
			t.Errorf("progress %d of %d after %d", done, total, last)
		}
		last = done
		calls++
	}})
	if err != nil || last != int64(len(text)) || calls < 5 {
		t.Errorf("%v: %d of %d in %d calls", err, last, len(text), calls)
	}
}

// TestGrow has long rows first, so that the room reserved by their length is too small again and again.
func TestGrow(t *testing.T) {
	var b strings.Builder
	b.WriteString("i,t\n")
	const rows = 20_000
	for i := range rows {
		fmt.Fprintf(&b, "%d,%s\n", i, strings.Repeat("x", max(0, 300-i/4)))
	}
	path := filepath.Join(t.TempDir(), "grow.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	tab, err := Open(context.Background(), path, Options{head: 2000, block: 1000, workers: 4})
	if err != nil {
		t.Fatal(err)
	}
	if tab.Rows != rows {
		t.Fatalf("%d rows", tab.Rows)
	}
	for i, v := range tab.Column("i").Numbers {
		if v != float64(i) {
			t.Fatalf("row %d holds %v", i, v)
		}
		want := max(0, 300-i/4)
		if k := tab.Column("t").Text.At(i); (k == 0) != (want == 0) || k != 0 && len(tab.Column("t").Dict[k-1]) != want {
			t.Fatalf("row %d: text of the wrong length", i)
		}
	}
}
