package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// write puts a file into a temporary folder and returns its path.
func write(t *testing.T, folder, name, text string) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// small is a table of n rows with the numeric columns x, y, z.
func small(n int) string {
	var b strings.Builder
	b.WriteString("x,y,z\n")
	for i := range n {
		fmt.Fprintf(&b, "%d,%d,%d\n", i, i+i*7%13, i*i%17)
	}
	return b.String()
}

// hyp runs the command and returns its output and the process's end.
func hyp(t *testing.T, args ...string) (stdout, stderr string, state *os.ProcessState) {
	t.Helper()
	cmd := exec.Command("hyp", args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	if strings.Contains(errs.String(), "internal error") || strings.Contains(errs.String(), "goroutine ") {
		t.Errorf("hyp %v: %s", args, errs.String())
	}
	return out.String(), errs.String(), cmd.ProcessState
}

// A study of 100,000 lines is a matter of seconds, and its memory is that of its tree; linted, that of its findings too, of which
// there are four a line.
func TestLongStudy(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "t.csv", small(200))
	var b strings.Builder
	b.WriteString("dataset d from \"t.csv\"\n")
	const lines = 100_000 / raceFactor
	for i := range lines {
		fmt.Fprintf(&b, "hyp H%d: assoc(x, y) where z > %d\n", i, i%12)
	}
	path := write(t, folder, "long.hyp", b.String())
	stdout, stderr, state := hyp(t, "check", path, "--format", "short")
	if state.ExitCode() != 0 {
		t.Errorf("exit %d: %.300s%.300s", state.ExitCode(), stdout, stderr)
	}
	if d := state.UserTime(); d > 5*time.Minute { // of processors; seconds are usual, and what grows with the square takes hours
		t.Errorf("check took %v", d)
	}
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok && usage.Maxrss > 2<<20 { // kilobytes on Linux
		t.Errorf("check took %d MB", usage.Maxrss>>10)
	}
	stdout, stderr, state = hyp(t, "lint", path, "--format", "short")
	if n := strings.Count(stdout, "\n"); state.ExitCode() != 1 || n < 4*lines {
		t.Errorf("exit %d with %d findings: %.300s", state.ExitCode(), n, stderr)
	}
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok && usage.Maxrss > 1<<20 { // 440 MB are usual
		t.Errorf("lint took %d MB", usage.Maxrss>>10)
	}
	stdout, stderr, state = hyp(t, "run", path, "--json")
	if n := strings.Count(stdout, "\n"); state.ExitCode() != 0 || n != lines {
		t.Errorf("exit %d with %d records: %.300s", state.ExitCode(), n, stderr)
	}
	if d := state.UserTime(); d > 10*time.Minute {
		t.Errorf("run took %v", d)
	}
}

// An interrupt in mid-run ends with code 130, and every line that was printed is a whole record.
func TestInterrupt(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "t.csv", small(2000))
	study := "dataset d from \"t.csv\"\n" + strings.Repeat("assoc(x, y) controlling for z\n", 50_000)
	cmd := exec.Command("hyp", "run", write(t, folder, "s.hyp", study), "--json")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	records := 0
	for {
		line, err := lines.ReadString('\n')
		if err == io.EOF && line == "" {
			break
		}
		if err != nil || !json.Valid([]byte(line)) {
			t.Fatalf("after %d records: %v: %q", records, err, line)
		}
		if records++; records == 20 {
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != exitInterrupted {
		t.Errorf("%v, want exit %d; %s", err, exitInterrupted, stderr.String())
	}
	if records < 20 || records >= 50_000 {
		t.Errorf("%d records", records)
	}
}

// Bytes that no table should hold: each gives a message with the file's name, none a crash or a number.
func TestBadBytes(t *testing.T) {
	rows := small(20)
	for _, c := range []struct {
		name, data, study string
		code              int
		want              string // in stdout or stderr
	}{
		{"nul", strings.Replace(rows, "3,", "3\x00,", 1), "assoc(x, y)", 1, "NUL"},
		{"cp1252", "x,y,näme\n" + "1,2,\xe4\n", "assoc(x, y)", 1, "UTF-8"},
		{"study is binary", rows, "assoc(x, y)\x00", 1, "NUL"},
		{"study is UTF-16", rows, "\xff\xfea\x00s\x00", 1, "UTF-16"},
		{"infinite", strings.Replace(rows, "3,", "Inf,", 1), "var x numeric assoc(x, y)", 0, "Inf"},
		{"hex", strings.Replace(rows, "3,", "0x1F,", 1), "var x numeric assoc(x, y)", 0, "0x1F"},
		{"open quote", strings.Replace(rows, "3,", "\"3,", 1), "assoc(x, y)", 1, "quot"},
		{"negative weight", strings.Replace(rows, "x,y,z\n0,0,0\n", "x,y,z\n0,0,-1\n", 1), "assoc(x, y) weights=z", 0, "negative-weight"},
	} {
		folder := t.TempDir()
		data := write(t, folder, "t.csv", c.data)
		stdout, stderr, state := hyp(t, "run", write(t, folder, "s.hyp", c.study), "--data", data)
		if state.ExitCode() != c.code || !strings.Contains(stdout+stderr, c.want) {
			t.Errorf("%s: exit %d, want %d with %q:\n%s%s", c.name, state.ExitCode(), c.code, c.want, stdout, stderr)
		}
	}
}

// UTF-16 with a byte-order mark is read as what it says.
func TestUTF16(t *testing.T) {
	folder := t.TempDir()
	var b bytes.Buffer
	b.WriteString("\xff\xfe")
	for _, r := range small(20) {
		b.Write([]byte{byte(r), 0})
	}
	stdout, stderr, state := hyp(t, "run", "-e", "assoc(x, y)", "--data", write(t, folder, "t.csv", b.String()))
	if state.ExitCode() != 0 || !strings.Contains(stdout, "n = 20 of 20") {
		t.Errorf("exit %d: %s%s", state.ExitCode(), stdout, stderr)
	}
}

// A cell of ten megabytes and a column of ten thousand levels.
func TestHugeCells(t *testing.T) {
	folder := t.TempDir()
	big := write(t, folder, "big.csv", strings.Replace(small(20), "x,y,z\n", "x,y,"+strings.Repeat("z", 10<<20)+"\n", 1))
	stdout, stderr, state := hyp(t, "run", "-e", "assoc(x, y)", "--data", big)
	if len(stdout)+len(stderr) > 1<<20 {
		t.Errorf("a message of %d bytes", len(stdout)+len(stderr))
	}
	if state.ExitCode() == 0 && !strings.Contains(stdout, "n = 20 of 20") {
		t.Errorf("exit %d: %.300s%.300s", state.ExitCode(), stdout, stderr)
	}
	var b strings.Builder
	b.WriteString("y,g\n")
	for i := range 60_000 {
		fmt.Fprintf(&b, "%d,g%d\n", i%97, i/6)
	}
	many := write(t, folder, "many.csv", b.String())
	stdout, stderr, state = hyp(t, "run", write(t, folder, "s.hyp", "var g categorical diff(y, by=g)"), "--data", many)
	if state.ExitCode() != 0 || !strings.Contains(stdout, "too-many-levels") {
		t.Errorf("exit %d: %.500s%.500s", state.ExitCode(), stdout, stderr)
	}
}
