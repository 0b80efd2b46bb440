package insight

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/cayleygraph/cayley/graph/iterator"
	"github.com/cayleygraph/cayley/graph/refs"
	"github.com/cayleygraph/cayley/query/path"
	"github.com/cayleygraph/quad"
)

var benchSizes = []int{1_000, 10_000, 100_000}

var benchDirs = map[int]string{}

// benchGraph is a folder with a graph of n insights with three edges each, made once a process; it says how long that took.
func benchGraph(b *testing.B, n int) string {
	b.Helper()
	if dir := benchDirs[n]; dir != "" {
		return dir
	}
	dir, err := os.MkdirTemp("", "hyp-bench")
	if err != nil {
		b.Fatal(err)
	}
	all := synthetic(n, 7)
	begun := time.Now()
	g := open(b, dir, Options{Write: true})
	for len(all) > 0 {
		k := min(200, len(all))
		var items []*Item
		for _, it := range all[:k] {
			items = append(items, it...)
		}
		if _, err := g.Add(context.Background(), items...); err != nil {
			b.Fatal(err)
		}
		all = all[k:]
	}
	took := time.Since(begun)
	st, err := g.Stats(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	closed(b, g)
	log, err := os.Stat(filepath.Join(dir, logName))
	if err != nil {
		b.Fatal(err)
	}
	index, err := os.Stat(filepath.Join(dir, snapshotName))
	if err != nil {
		b.Fatal(err)
	}
	fmt.Printf("%d insights: loaded at %.0f a second, %d quads, log %d and index %d bytes an insight\n", n, float64(n)/took.Seconds(), st.Quads,
		log.Size()/int64(n), index.Size()/int64(n))
	benchDirs[n] = dir
	return dir
}

func each(b *testing.B, run func(b *testing.B, n int)) {
	for _, n := range benchSizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) { run(b, n) })
	}
}

func BenchmarkOpen(b *testing.B) {
	each(b, func(b *testing.B, n int) {
		dir := benchGraph(b, n)
		for b.Loop() {
			closed(b, open(b, dir, Options{}))
		}
		g := open(b, dir, Options{})
		defer g.Close()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		b.ReportMetric(float64(m.HeapAlloc)/float64(n), "heap-bytes/insight")
		runtime.KeepAlive(g)
	})
}

// BenchmarkOpenLog opens without the index.
func BenchmarkOpenLog(b *testing.B) {
	each(b, func(b *testing.B, n int) {
		dir := benchGraph(b, n)
		bare := b.TempDir()
		if err := os.Symlink(filepath.Join(dir, logName), filepath.Join(bare, logName)); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			closed(b, open(b, bare, Options{}))
		}
	})
}

// BenchmarkCommit is one finding with its history, durable.
func BenchmarkCommit(b *testing.B) {
	each(b, func(b *testing.B, n int) {
		g := open(b, benchGraph(b, n), Options{Write: true})
		defer g.Close()
		run := begin(b, g)
		for i := 0; b.Loop(); i++ {
			e := assoc(fmt.Sprintf("N%d", i), fmt.Sprintf("x%d", i%200), fmt.Sprintf("y%d", i%50), 0.1, 0.5)
			e.Record.Specification = digest(run.ID, fmt.Sprint(i))
			insert(b, run, e)
		}
	})
}

// BenchmarkOneHop follows one relation of one insight, by the view and by a path of Cayley.
func BenchmarkOneHop(b *testing.B) {
	each(b, func(b *testing.B, n int) {
		g := open(b, benchGraph(b, n), Options{})
		defer g.Close()
		v := g.View()
		nodes := v.Nodes(KindInsight)
		b.Run("view", func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				_ = v.Neighbours("deepens", true).Of(nodes[i*7919%len(nodes)])
			}
		})
		b.Run("cayley", func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				p := path.StartPath(g.Quads(), quad.IRI(v.ID(nodes[i*7919%len(nodes)]))).In(quad.IRI("hyp:deepens"))
				if _, err := p.Iterate(context.Background()).AllValues(g.Quads()); err != nil {
					b.Fatal(err)
				}
			}
		})
	})
}

// BenchmarkFilter is p < 0.01, the 20 largest effects first: by the view, fresh and warm, and the filter alone by a path of Cayley
// in the shape that is fast on it (Tag, Out, Filter).
func BenchmarkFilter(b *testing.B) {
	each(b, func(b *testing.B, n int) {
		g := open(b, benchGraph(b, n), Options{})
		defer g.Close()
		query := func(v *View) {
			effect := v.Order(KindInsight, "effect")
			p := v.Column("p")
			found := 0
			for i := len(effect.Nodes) - 1; i >= 0 && found < 20; i-- {
				if x := p.At(effect.Nodes[i]); x.Kind == NumberValue && x.Number < 0.01 {
					found++
				}
			}
		}
		b.Run("first", func(b *testing.B) {
			for b.Loop() {
				g.viewMu.Lock()
				g.view = nil
				g.viewMu.Unlock()
				query(g.View())
			}
		})
		b.Run("warm", func(b *testing.B) {
			for b.Loop() {
				query(g.View())
			}
		})
		b.Run("cayley", func(b *testing.B) {
			g.quads.indexed()
			for b.Loop() {
				scan(b, path.StartPath(g.Quads(), quad.IRI(KindInsight)).In(Type).Tag("i").Out(quad.IRI("hyp:p")).Filter(iterator.CompareLT, quad.Float(0.01)))
			}
		})
	})
}

func scan(b *testing.B, p *path.Path) (n int) {
	b.Helper()
	if err := p.Iterate(context.Background()).Each(func(refs.Ref) error { n++; return nil }); err != nil {
		b.Fatal(err)
	}
	return n
}

// BenchmarkClosure is everything within five steps of deepens, from one insight.
func BenchmarkClosure(b *testing.B) {
	each(b, func(b *testing.B, n int) {
		g := open(b, benchGraph(b, n), Options{})
		defer g.Close()
		v := g.View()
		nodes := v.Nodes(KindInsight)
		for i := 0; b.Loop(); i++ {
			a := v.Neighbours("deepens", false)
			seen := map[Node]bool{}
			next := []Node{nodes[len(nodes)-1-i%100]}
			for range 5 {
				var more []Node
				for _, at := range next {
					for _, to := range a.Of(at) {
						if !seen[to] {
							seen[to] = true
							more = append(more, to)
						}
					}
				}
				next = more
			}
		}
	})
}

// BenchmarkRelate is the links of one new finding where n older ones are on its estimand, each with a context of its own, and n more are such that
// it deepens them: by the indexes, and by looking at all.
func BenchmarkRelate(b *testing.B) {
	each(b, func(b *testing.B, n int) {
		h := newHistorian()
		var olds []*Facts
		for i := range n {
			for k, template := range []string{"interact", "assoc"} {
				f := &Facts{ID: fmt.Sprintf("i:%d %d", k, i), Template: template, Outcome: "y", Exposure: "x", Dataset: "d", Where: fmt.Sprintf("a > %d and b > %d", i%100, i/100),
					Specification: fmt.Sprintf("s%d %d", k, i), Estimand: fmt.Sprintf("e%d", k), Estimate: ptr(1), P: ptr(0.01)}
				if k == 0 {
					f.Moderator = "m"
				}
				h.keep(f)
				olds = append(olds, f)
			}
		}
		now := &Facts{ID: "i:now", Template: "interact", Outcome: "y", Exposure: "x", Moderator: "m", Dataset: "d", Where: "a > 3 and b > 4 and c", Specification: "s", Estimand: "e0",
			Estimate: ptr(-1), P: ptr(0.01)}
		b.Run("index", func(b *testing.B) {
			for b.Loop() {
				if got := len(h.related.relate(now, Default)) + len(h.same.candidates(now)); got != maxAnchors+maxParents {
					b.Fatal(got)
				}
			}
		})
		b.Run("all", func(b *testing.B) {
			for b.Loop() {
				relateAll(now, olds, Default)
			}
		})
	})
}
