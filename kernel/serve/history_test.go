package serve

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestHistory(t *testing.T) {
	b := start(t)
	for _, code := range []string{"value 1", "set x 2", "value 1", "print a\nvalue 3"} {
		b.run(code)
	}
	for _, c := range []struct {
		request string
		want    string
	}{
		{`tail`, `[[1 1 value 1] [1 2 set x 2] [1 3 value 1] [1 4 print a` + "\n" + `value 3]]`},
		{`tail n=2`, `[[1 3 value 1] [1 4 print a` + "\n" + `value 3]]`},
		{`tail n=0`, `[]`},
		{`tail n=2 output`, `[[1 3 [value 1 1]] [1 4 [print a` + "\n" + `value 3 3]]]`},
		{`range start=2 stop=4`, `[[1 2 set x 2] [1 3 value 1]]`},
		{`range session=1 start=2 stop=3 output`, `[[1 2 [set x 2 <nil>]]]`},
		{`range session=7`, `[]`},
		{`range session=-1`, `[]`},
		{`search pattern=value*`, `[[1 1 value 1] [1 3 value 1]]`},
		{`search pattern=value`, `[]`},
		{`search pattern=*v?lue*`, `[[1 1 value 1] [1 3 value 1] [1 4 print a` + "\n" + `value 3]]`},
		{`search pattern=*value* unique`, `[[1 3 value 1] [1 4 print a` + "\n" + `value 3]]`},
		{`search pattern=* n=1`, `[[1 4 print a` + "\n" + `value 3]]`},
	} {
		kind, rest, _ := strings.Cut(c.request, " ")
		q := map[string]any{"hist_access_type": kind, "output": false, "raw": true}
		for _, field := range strings.Fields(rest) {
			name, value, given := strings.Cut(field, "=")
			var n int
			switch _, err := fmt.Sscan(value, &n); {
			case !given:
				q[name] = true
			case err == nil:
				q[name] = n
			default:
				q[name] = value
			}
		}
		r := b.ask("history_request", q)
		if got := fmt.Sprint(r["history"]); got != c.want || r["status"] != "ok" {
			t.Errorf("%s: %s, want %s", c.request, got, c.want)
		}
	}
	if r := b.ask("history_request", map[string]any{"hist_access_type": "all"}); r["status"] != "error" {
		t.Errorf("an unknown access: %v", r)
	}
}

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, s string
		want       bool
	}{
		{"", "", true}, {"", "a", false}, {"*", "", true}, {"*", "a\nb", true}, {"a*c", "abbc", true}, {"a*c", "abbcd", false},
		{"a?c", "aéc", true}, {"?", "𝐚", true}, {"??", "𝐚", false}, {"*a*b*", "xxaxxbxx", true}, {"*a*b*", "xxbxxaxx", false},
		{"[a]", "a", false}, {"1?2*", "1+2", true}, {strings.Repeat("*a", 40) + "b", strings.Repeat("a", 4000), false},
	} {
		if got := glob(c.pattern, c.s); got != c.want {
			t.Errorf("glob(%.20q, %.20q) = %v", c.pattern, c.s, got)
		}
	}
}

func TestHistoryIsKeptAndBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kernel", "history.jsonl")
	log := slog.New(slog.DiscardHandler)
	all := func(h *history) []past {
		found, err := h.find(historyRequest{Access: "tail"})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	h := openHistory(path, log)
	h.add(1, "first", "1")
	other := openHistory(path, log) // another kernel at the same time
	other.add(1, "beside", "")
	h.add(2, "second\nline", "")
	h.close()
	other.close()
	h.add(3, "after the end", "") // in memory still

	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(f, "{\"session\": 5, \"li") // a line that was cut
	f.Close()
	h = openHistory(path, log)
	want := []past{{1, 1, "first", "1"}, {2, 1, "beside", ""}, {1, 2, "second\nline", ""}}
	if got := all(h); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if h.session != 3 {
		t.Errorf("session %d", h.session)
	}
	before, err := h.find(historyRequest{Access: "range", Session: -1})
	if err != nil || !reflect.DeepEqual(before, want[1:2]) {
		t.Errorf("the session before: %v, %v", before, err)
	}

	for i := range historyCells + 50 {
		h.add(i+1, "cell", "")
	}
	if got := all(h); len(got) != historyCells || got[len(got)-1].Line != historyCells+50 {
		t.Errorf("%d cells kept", len(got))
	}
	for range 8 {
		h.add(1, strings.Repeat("x", historyBytes/5), "")
	}
	h.add(1, strings.Repeat("x", historyBytes), "") // would push out everything
	if h.bytes > historyBytes || len(h.cells) == 0 || h.cells[0].size() != historyBytes/5 {
		t.Errorf("%d bytes in %d cells", h.bytes, len(h.cells))
	}
	h.close()

	h = openHistory(path, log)
	defer h.close()
	if got := all(h); len(got) == 0 || h.session != 4 {
		t.Errorf("%d cells, session %d", len(got), h.session)
	}
	if info, err := os.Stat(path); err != nil || info.Size() > 2*historyBytes {
		t.Errorf("the file has outgrown its bound: %v, %v", info.Size(), err)
	}
}

func TestHistoryWithoutItsFile(t *testing.T) {
	h := openHistory(filepath.Join(os.DevNull, "x", "history"), slog.New(slog.DiscardHandler))
	h.add(1, "a", "")
	if found, err := h.find(historyRequest{Access: "tail"}); err != nil || len(found) != 1 {
		t.Errorf("%v, %v", found, err)
	}
	h.close()
}
