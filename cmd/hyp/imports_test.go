package main

import (
	"os/exec"
	"strings"
	"testing"
)

// The import graph: what each package may import, ours by path and others by module. Data flows down the page, imports
// point up it. Tests may import anything.
const graph = `
lang/source:
lang/diag:               lang/source x/text
lang/ast:                lang/source
lang/parse:              lang/ast lang/diag lang/source participle
lang/format:             lang/ast lang/source
lang/grammar:            lang/ast x/exp
lang/editor:             lang/ast lang/grammar x/exp
lang/follow:             lang/ast lang/grammar lang/parse lang/source participle x/exp

estimators/table:        compress parquet x/text
estimators/table/benchtable: estimators/table
estimators/dist:         gonum
estimators/result:
compiler/plan:
compiler/catalog:        compiler/plan estimators/table lang/ast lang/diag lang/source yaml
compiler/check:          compiler/catalog compiler/plan estimators/table lang/ast lang/diag lang/format lang/grammar lang/source
compiler/check/checktest: compiler/check estimators/table
compiler/emit:           compiler/plan

estimators/multiplicity: estimators/dist
estimators/power:        estimators/dist
estimators/rows:         compiler/plan estimators/table
estimators/moments:      estimators/rows estimators/table gonum
estimators/effect:       estimators/dist
estimators/rank:         estimators/dist estimators/rows estimators/table
estimators/engine:       compiler/plan estimators/dist estimators/effect estimators/moments estimators/rank estimators/result estimators/rows estimators/table
estimators/report:       compiler/plan estimators/result runewidth
estimators/judge:        compiler/plan estimators/dist estimators/effect estimators/multiplicity estimators/power estimators/report estimators/result gonum
compiler/lint:           compiler/catalog compiler/check compiler/plan estimators/engine estimators/power estimators/result estimators/rows estimators/table lang/ast lang/diag lang/format lang/parse lang/source toml fsnotify godiff
estimators/study:        compiler/catalog compiler/check compiler/plan estimators/engine estimators/judge estimators/report estimators/result estimators/table lang/ast lang/diag lang/parse lang/source

graphq/insight:          estimators/result cayley quad
graphq/intake:           compiler/check compiler/plan estimators/result estimators/study graphq/insight lang/ast
graphq/lock:             estimators/result estimators/study graphq/insight graphq/intake
agents/space:            compiler/catalog compiler/check compiler/plan estimators/rows estimators/table
agents/survey:           agents/space compiler/catalog compiler/check compiler/plan estimators/dist estimators/effect estimators/engine estimators/rank estimators/report estimators/result estimators/rows estimators/table lang/ast lang/diag lang/format lang/parse lang/source
agents/embed:            graphq/insight
agents/endpoint:         openai vcr
agents/minilm:           graphq/insight gomlx x/text
agents/online:
agents/score:
agents/config:           agents/online agents/score lang/diag
agents/mind:             agents/config agents/space agents/survey compiler/plan estimators/dist estimators/engine estimators/result estimators/rows estimators/table lang/ast
agents/model:            agents/endpoint agents/mind compiler/check lang/ast lang/diag lang/format lang/grammar lang/parse lang/source
agents/ask:              agents/mind estimators/report estimators/result graphq/insight lang/ast snowball
agents/loop:             agents/config agents/embed agents/mind agents/online agents/score agents/space agents/survey compiler/catalog compiler/check compiler/plan estimators/engine estimators/report estimators/result estimators/rows estimators/table graphq/insight graphq/intake lang/ast lang/diag lang/parse lang/source
agents/evaluate:         agents/ask agents/config agents/embed agents/loop agents/mind estimators/result graphq/insight
graphq/query:            graphq/insight lang/ast lang/diag lang/source participle runewidth
compiler/explain:        compiler/lint estimators/engine graphq/query lang/diag lang/grammar
graphq/query/memgraph:   graphq/query lang/diag

kernel/zmtp:
kernel/zmtp/zmtptest:
kernel/wire:             kernel/zmtp
kernel/serve:            kernel/wire
kernel/pycell/python:    gpython x/text
kernel/pycell:           kernel/pycell/python kernel/serve x/sys
kernel/assist:           compiler/catalog compiler/check compiler/explain compiler/lint compiler/plan estimators/table graphq/query kernel/serve lang/ast lang/diag lang/follow lang/grammar lang/parse lang/source
kernel/rich:             agents/ask compiler/catalog compiler/check compiler/plan estimators/dist estimators/effect estimators/report estimators/result estimators/rows estimators/study estimators/table graphq/query lang/diag runewidth
kernel/install:
kernel/session:          agents/ask compiler/check estimators/report estimators/result estimators/study estimators/table compiler/catalog graphq/insight graphq/intake graphq/query compiler/explain kernel/assist kernel/pycell kernel/rich kernel/serve lang/ast lang/diag lang/parse lang/source
kernel/session/sessiontest: kernel/serve kernel/session x/tools
kernel/jupyter:

cmd/hyp:                 agents/minilm agents/space agents/survey estimators/rows agents/ask agents/endpoint agents/mind agents/online agents/model kernel/pycell agents/config agents/loop agents/mind kernel/install kernel/pycell kernel/rich kernel/serve kernel/session kernel/wire agents/embed graphq/insight graphq/query liner graphq/intake graphq/lock compiler/catalog compiler/check compiler/emit compiler/explain compiler/plan estimators/engine estimators/report estimators/result estimators/study estimators/table lang/ast lang/diag lang/source lang/grammar compiler/lint lang/editor lang/format lang/parse cobra pflag x/term
`

// modules maps the names of the graph to module paths; a path that is none of these is an arrow that nobody drew.
var modules = map[string]string{
	"participle": "github.com/alecthomas/participle/v2", "compress": "github.com/klauspost/compress",
	"parquet": "github.com/parquet-go/parquet-go", "x/text": "golang.org/x/text", "x/term": "golang.org/x/term",
	"x/exp": "golang.org/x/exp", "x/sys": "golang.org/x/sys", "x/tools": "golang.org/x/tools", "gonum": "gonum.org/v1/gonum", "gpython": "github.com/go-python/gpython", "yaml": "go.yaml.in/yaml/v3", "runewidth": "github.com/mattn/go-runewidth",
	"toml": "github.com/pelletier/go-toml/v2", "fsnotify": "github.com/fsnotify/fsnotify", "godiff": "github.com/rogpeppe/go-internal/diff",
	"cayley": "github.com/cayleygraph/cayley", "quad": "github.com/cayleygraph/quad",
	"openai": "github.com/sashabaranov/go-openai", "vcr": "gopkg.in/dnaeon/go-vcr.v4",
	"gomlx": "github.com/gomlx/gomlx", "snowball": "github.com/kljensen/snowball", "liner": "github.com/peterh/liner", "cobra": "github.com/spf13/cobra", "pflag": "github.com/spf13/pflag",
}

const module = "github.com/hyp-lang/hyp/"

func TestImports(t *testing.T) {
	allowed := map[string]map[string]bool{}
	place := map[string]int{}
	for n, line := range strings.Split(graph, "\n") {
		name, imports, found := strings.Cut(line, ":")
		if !found {
			continue
		}
		place[name] = n
		allowed[name] = map[string]bool{}
		for _, to := range strings.Fields(imports) {
			allowed[name][to] = true
			if _, ours := place[to]; !ours && modules[to] == "" {
				t.Errorf("the graph's arrow %s -> %s does not point up the page", name, to)
			}
		}
	}
	cmd := exec.Command("go", "list", "-f", "{{.ImportPath}}: {{join .Imports \" \"}}", "./...")
	cmd.Dir = "../.."
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	listed := 0
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		path, imports, _ := strings.Cut(line, ": ")
		from := strings.TrimPrefix(path, module)
		if strings.HasPrefix(from, "examples") { // tests only
			continue
		}
		listed++
		if allowed[from] == nil {
			t.Errorf("%s is not in the graph: add a line that says what it may import", from)
			continue
		}
		for _, to := range strings.Fields(imports) {
			if name := drawn(to); name != "" && !allowed[from][name] {
				t.Errorf("%s -> %s: this import is not in the graph", from, name)
			}
		}
	}
	if listed < 10 {
		t.Errorf("go list found %d packages", listed)
	}
}

// drawn is the graph's name for an import path; empty for the standard library.
func drawn(path string) string {
	if ours, found := strings.CutPrefix(path, module); found {
		return ours
	}
	if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") {
		return ""
	}
	for name, prefix := range modules {
		if path == prefix || strings.HasPrefix(path, prefix+"/") {
			return name
		}
	}
	return path
}
