package check_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/lang/diag"
)

// Every file that is no table says what it is and what to do, once.
func TestFilesThatAreNone(t *testing.T) {
	folder := t.TempDir()
	garbage := make([]byte, 3000)
	for i := range garbage {
		garbage[i] = byte(i*i*7 + i*31)
	}
	for name, text := range map[string]string{
		"twice.csv": "a,b,a\n1,2,3\n", "latin.csv": "a,b\n1,M\xfcller\n", "head.csv": "a,gr\xf6\xdfe\n1,2\n", "noise.csv": string(garbage), "book.xlsx": "PK\x03\x04rest",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string][]string{
		"twice.csv":          {diag.DuplicateColumn, `"a" occurs twice, in columns 1 and 3`, "another name"},
		"latin.csv":          {diag.NotUTF8, `row 1 (line 2), column "b"`, "Excel calls it “CSV UTF-8”"},
		"head.csv":           {diag.NotUTF8, "the header (line 1), name of column 2", "encoding \"cp1252\""},
		"noise.csv":          {diag.NotUTF8, "noise.csv: is not a text file", ""},
		"book.xlsx":          {diag.UnknownFormat, "Excel workbook", "save the sheet as CSV"},
		"http://e.com/a.csv": {diag.MissingFile, "http://e.com/a.csv is an address", "download it"},
		"~/a.csv":            {diag.MissingFile, "there is no file", "`~` does not stand for the home folder"},
	} {
		_, found := run(t, "dataset d from \""+name+"\"\nassoc(a, b)", check.Files{Folder: folder})
		if len(found) != 1 || found[0].Code != want[0] || !strings.Contains(found[0].Message, want[1]) || !strings.Contains(found[0].Message+found[0].Help, want[2]) {
			t.Errorf("%s: %v", name, found)
		}
	}
}
