//go:build integration

package evaluate

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/pprof"
	"strconv"
	"testing"

	"github.com/hyp-lang/hyp/agents/loop"
)

// parts are what the time of rounds goes to, by functions of the profile whose times do not overlap.
var parts = []struct {
	name      string
	functions []string
}{
	{"proposing", []string{`loop.\(\*Loop\).propose`, `loop.\(\*Loop\).plan`, `loop.\(\*Loop\).context`}},
	{"judging", []string{`loop.\(\*Loop\).filter`, `loop.\(\*Loop\).judge`}},
	{"estimating", []string{`engine.Run`, `moments.each.func2`}}, // and what it starts on other cores
	{"storing", []string{`insight.\(\*Stage\).Insert`, `insight.\(\*Stage\).Test`, `insight.\(\*Stage\).Reject`, `insight.\(\*Stage\).Flush`, `insight.\(\*Stage\).Commit`}},
}

// Rounds an hour, and where the time goes: 100 rounds at most, the shares of the rounds from a profile of the processor.
func TestSpeed(t *testing.T) {
	rows := [][]string{{"set", "reading and survey", "moderators", "cold start", "rounds", "rounds/h", "proposing", "judging", "estimating", "storing", "rest"}}
	for _, s := range sets(t, "gss_2016_2018", "fertility1980", "nlsy79") {
		file := filepath.Join(t.TempDir(), "profile")
		f, err := os.Create(file)
		if err != nil {
			t.Fatal(err)
		}
		start := 0.0
		g, done := grown(t, Run{Data: s.Data, Catalog: s.Catalog, Rounds: 100, Events: func(e loop.Event) {
			switch e.Event {
			case "begin":
				start = e.Seconds
				if err := pprof.StartCPUProfile(f); err != nil {
					t.Error(err)
				}
			case "end":
				pprof.StopCPUProfile()
			}
		}})
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		seconds := done.Last.Seconds - start
		row := []string{s.Name, fmt.Sprintf("%.1f s", done.Reading.Seconds()), fmt.Sprintf("%.1f s", done.Moderators.Seconds()), fmt.Sprintf("%.1f s", start),
			fmt.Sprintf("%d in %.1f s", g.Rounds, seconds), fmt.Sprintf("%.0f", float64(g.Rounds)/seconds*3600)}
		top, err := exec.Command("go", "tool", "pprof", "-top", "-cum", "-nodecount=0", "-nodefraction=0", file).Output()
		if err != nil {
			t.Fatal(err)
		}
		rest := 100.0
		for _, p := range parts {
			sum := 0.0
			for _, name := range p.functions {
				if m := regexp.MustCompile(`([0-9.]+)%\s+\S*` + name + `\n`).FindSubmatch(top); m != nil {
					x, err := strconv.ParseFloat(string(m[1]), 64)
					if err != nil {
						t.Fatal(err)
					}
					sum += x
				}
			}
			rest -= sum
			row = append(row, fmt.Sprintf("%.0f%%", sum))
		}
		rows = append(rows, append(row, fmt.Sprintf("%.0f%%", rest)))
	}
	t.Log("\n" + sheet(rows))
}
