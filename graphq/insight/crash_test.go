//go:build unix

package insight

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The test binary is also the process that is killed, or that meets a full disk.
func TestMain(m *testing.M) {
	switch dir := os.Getenv("HYP_TEST_DIR"); os.Getenv("HYP_TEST_CHILD") {
	case "":
		os.Exit(m.Run())
	case "insert":
		child(dir, 0)
	case "full":
		limit, err := strconv.ParseUint(os.Getenv("HYP_TEST_LIMIT"), 10, 64)
		if err != nil {
			panic(err)
		}
		child(dir, limit)
	}
}

// child inserts findings for ever and says each that was acknowledged; the first error ends it. A limit is on the size of files.
func child(dir string, limit uint64) {
	snapshotEvery = 32 << 10 // so that snapshots are killed too
	if limit > 0 {
		signal.Ignore(syscall.SIGXFSZ) // the write fails instead
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
			panic(err)
		}
	}
	ctx := context.Background()
	g, err := Open(ctx, dir, Options{Write: true, Wait: 10 * time.Second})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(3)
	}
	run, err := g.Begin(ctx, RunInfo{Study: "toy.hyp", Datasets: []string{"toy"}})
	for k := 0; err == nil; k++ {
		x, y := fmt.Sprintf("x%d", rand.IntN(30)), fmt.Sprintf("y%d", rand.IntN(30))
		e := assoc(fmt.Sprintf("H%d", k), x, y, rand.NormFloat64(), rand.Float64())
		e.Record.Specification = digest(run.ID, fmt.Sprint(k))
		var in Inserted
		if in, err = run.Insert(ctx, e); err == nil {
			fmt.Println("stored", in.ID)
		}
	}
	// The graph that failed still answers.
	fmt.Println("error", err)
	if _, err := g.Stats(ctx); err != nil {
		fmt.Println("stats", err)
	}
	os.Exit(3)
}

func childCommand(t *testing.T, env ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), self)
	c.Env = append(os.Environ(), env...)
	c.Stderr = os.Stderr
	return c
}

// TestKill ends a writer with SIGKILL at random moments: every insight that was acknowledged is there, nothing is half there, and
// the next writer goes on. HYP_KILLS says how often; 20 times without it.
func TestKill(t *testing.T) {
	times := 20
	if n, err := strconv.Atoi(os.Getenv("HYP_KILLS")); err == nil {
		times = n
	}
	dir := filepath.Join(t.TempDir(), "graph")
	r := rand.New(rand.NewPCG(1, uint64(times)))
	acknowledged := map[string]bool{}
	for k := range times {
		if k%20 == 0 { // a graph that grows for ever makes the checks slow
			acknowledged = map[string]bool{}
			dir = filepath.Join(t.TempDir(), strconv.Itoa(k))
		}
		c := childCommand(t, "HYP_TEST_CHILD=insert", "HYP_TEST_DIR="+dir)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		after := time.Duration(r.Int64N(int64(150 * time.Millisecond)))
		timer := time.AfterFunc(after, func() { _ = c.Process.Kill() })
		for lines := bufio.NewScanner(out); lines.Scan(); {
			id, stored := strings.CutPrefix(lines.Text(), "stored ")
			if !stored {
				t.Fatalf("kill %d: the child says %s", k, lines.Text())
			}
			acknowledged[id] = true
		}
		timer.Stop()
		_ = c.Wait()
		g, err := Open(t.Context(), dir, Options{Write: k%2 == 0})
		if errors.Is(err, ErrNoGraph) && len(acknowledged) == 0 { // killed before the log was made
			continue
		}
		if err != nil {
			t.Fatalf("kill %d after %v: %v", k, after, err)
		}
		for id := range acknowledged {
			if it, err := g.Item(t.Context(), id); err != nil || it == nil {
				t.Fatalf("kill %d after %v: %s was acknowledged and is lost (%v)", k, after, id, err)
			}
		}
		clean(t, g)
		closed(t, g)
	}
	t.Logf("%d kills; %d acknowledged in the last graph", times, len(acknowledged))
}

// TestDiskFull gives a writer little room: the error says so, what was acknowledged is there, and the store opens and goes on.
func TestDiskFull(t *testing.T) {
	for _, limit := range []int{1, 5000, 60_000, 61_111} {
		dir := filepath.Join(t.TempDir(), "graph")
		c := childCommand(t, "HYP_TEST_CHILD=full", "HYP_TEST_DIR="+dir, fmt.Sprintf("HYP_TEST_LIMIT=%d", limit))
		out, _ := c.Output()
		var acknowledged []string
		said := ""
		for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
			if id, stored := strings.CutPrefix(line, "stored "); stored {
				acknowledged = append(acknowledged, id)
			} else {
				said += line + "\n"
			}
		}
		if !strings.Contains(said, "file too large") || !strings.Contains(said, "as before") && limit > 1 || strings.Contains(said, "stats") {
			t.Errorf("limit %d: the child says %q", limit, said)
		}
		if limit >= 60_000 && len(acknowledged) == 0 {
			t.Errorf("limit %d: nothing was stored", limit)
		}
		g := open(t, dir, Options{Write: true, Now: clock()})
		for _, id := range acknowledged {
			if !g.Has(id) {
				t.Errorf("limit %d: %s is lost", limit, id)
			}
		}
		insert(t, begin(t, g), assoc("after", "x", "y", 0.1, 0.2))
		clean(t, g)
		closed(t, g)
	}
}

// TestTwoWriters: the second is told who holds the graph, or waits; readers are not blocked.
func TestTwoWriters(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "graph")
	c := childCommand(t, "HYP_TEST_CHILD=insert", "HYP_TEST_DIR="+dir)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		t.Fatal("the child stores nothing")
	}
	var locked *LockedError
	_, err = Open(t.Context(), dir, Options{Write: true})
	if !errors.As(err, &locked) || locked.Holder.PID != c.Process.Pid || !strings.Contains(err.Error(), fmt.Sprintf("process %d on", c.Process.Pid)) {
		t.Errorf("a second writer: %v", err)
	}
	begun := time.Now()
	if _, err = Open(t.Context(), dir, Options{Write: true, Wait: 100 * time.Millisecond}); !errors.As(err, &locked) || time.Since(begun) < 100*time.Millisecond {
		t.Errorf("a second writer that waits: %v after %v", err, time.Since(begun))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := Open(ctx, dir, Options{Write: true, Wait: time.Hour}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("an interrupted wait: %v", err)
	}
	// A reader beside the writer: what was said before it opened is there, and more comes with Refresh.
	id, _ := strings.CutPrefix(lines.Text(), "stored ")
	g := open(t, dir, Options{})
	if !g.Has(id) {
		t.Error("a reader misses what was acknowledged")
	}
	for range 20 {
		if !lines.Scan() {
			t.Fatal("the child stopped")
		}
		id, _ = strings.CutPrefix(lines.Text(), "stored ")
		if err := g.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !g.Has(id) {
			t.Errorf("%s does not come with Refresh", id)
		}
	}
	clean(t, g)
	closed(t, g)
	// A writer that waits gets its turn.
	time.AfterFunc(50*time.Millisecond, func() { _ = c.Process.Kill() })
	g = open(t, dir, Options{Write: true, Wait: time.Minute, Now: clock()})
	insert(t, begin(t, g), assoc("mine", "x", "y", 0.1, 0.2))
	clean(t, g)
	closed(t, g)
	_ = c.Wait()
}
