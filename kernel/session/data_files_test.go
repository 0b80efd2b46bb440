package session_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file that cannot be read is one error with a way on, not two.
func TestDataSaysOnce(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"twice.csv": "a,b,a\n1,2,3\n", "latin.csv": "a,b\n1,M\xfcller\n", "empty.csv": ""} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"twice.csv": `"a"`,
		"latin.csv": `column "b"`,
		"empty.csv": "is empty",
		"gone.csv":  "no file",
	} {
		got := lastOf(t, folder, "%data "+name)
		_, traceback, _ := strings.Cut(got, "\n"+"error[")
		t.Log(got)
		if strings.Count(traceback, "rule:") != 1 || !strings.Contains(got, want) {
			t.Errorf("%s: %s", name, got)
		}
	}
}
