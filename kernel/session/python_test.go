package session_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/hyp-lang/hyp/kernel/serve"
	"github.com/hyp-lang/hyp/kernel/session"
	"github.com/hyp-lang/hyp/kernel/session/sessiontest"
)

// lastOf runs cells in a session in folder and returns what is seen of the last.
func lastOf(t *testing.T, folder string, codes ...string) string {
	t.Helper()
	s := session.New(session.Config{Version: "test", Folder: folder})
	defer s.Close()
	seen := ""
	for k, code := range codes {
		seen, _ = sessiontest.Do(t, s, serve.Cell{Code: code, Count: k + 1})
	}
	return seen
}

// Every kind of column comes into Python: numbers, texts, both, neither, whole tables of them.
func TestPythonColumns(t *testing.T) {
	folder := t.TempDir()
	text := "n,t,b,d,mixed,none,holes\n1.5,a,0,2024-01-31,1,,\n2,b,1,2024-02-01,refused,,7\n4,,1,,,,\n"
	if err := os.WriteFile(filepath.Join(folder, "kinds.csv"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got := lastOf(t, folder, `dataset kinds from "kinds.csv"`, "%%python\nfor name in hyp.data:\n    print(name, hyp.data[name].tolist(), hyp.column(name).count())\nprint(hyp.data.n.mean())")
	want := `[stdout]
n [1.5, 2, 4] 3
t ['a', 'b', None] 2
b [0, 1, 1] 3
d ['2024-01-31', '2024-02-01', None] 2
mixed [1, 'refused', None] 2
none [None, None, None] 0
holes [None, 7, None] 1
2.5
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// All columns of the examples can be read, with as many values as rows.
func TestPythonReadsExamples(t *testing.T) {
	for name, rows := range map[string]int{"penguins": 344, "nlsy79": 12686} {
		folder, err := filepath.Abs(filepath.Join(examples, name))
		if err != nil {
			t.Fatal(err)
		}
		got := lastOf(t, folder, fmt.Sprintf("dataset d from %q", name+".csv"), fmt.Sprintf("%%%%python\nall(len(hyp.data[name]) == %d for name in hyp.data), len(hyp.data) > 10", rows))
		if got != "[result]\n(True, True)\n" {
			t.Errorf("%s: %s", name, got)
		}
	}
	folder, _ := filepath.Abs(filepath.Join(examples, "penguins"))
	// pandas 3.1.1: penguins.body_mass_g.mean() is 4201.754385964912, of 342 values.
	got := lastOf(t, folder, `dataset penguins from "penguins.csv"`, "%%python\nm = hyp.data['body_mass_g']\nm.count(), round(m.mean(), 6), None in m.tolist()")
	if got != "[result]\n(342, 4201.754386, True)\n" {
		t.Error(got)
	}
}
