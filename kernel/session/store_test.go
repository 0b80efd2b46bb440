package session_test

import (
	"os"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/kernel/serve"
	"github.com/hyp-lang/hyp/kernel/session"
	"github.com/hyp-lang/hyp/kernel/session/sessiontest"
)

// beside is a further session in the same folder.
func beside(t *testing.T, graph string) *session.Session {
	t.Helper()
	s := session.New(session.Config{Version: "test", Graph: graph})
	t.Cleanup(func() { _ = s.Close() })
	good(t, s, `dataset penguins from "penguins.csv"`)
	return s
}

// has fails the test where a cell does not show a text.
func has(t *testing.T, out string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(out, text) {
			t.Errorf("no %q in\n%s", text, out)
		}
	}
}

const tab = "a\tb\n1\t2\n2\t3\n3\t5\n4\t4\n5\t7\n6\t6\n7\t9\n8\t8\n9\t11\n10\t9\n11\t12\n12\t14\n"

func writeTab(t *testing.T) {
	t.Helper()
	if err := os.WriteFile("tab.tsv", []byte(tab), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestSecondNotebookReadsAndShows(t *testing.T) {
	first := begun(t)
	good(t, first, "%graph open kept")
	good(t, first, "hyp A: assoc(bill_length_mm, body_mass_g)")
	second := beside(t, "")
	has(t, good(t, second, "%graph open kept"), "1 finding", "reading")
	has(t, good(t, second, "find i.name where i about @bill_length_mm"), "A")
	has(t, good(t, second, "%ask does bill length go with body mass?"), "bill_length_mm")
	has(t, good(t, second, "%graph"), "1 finding", "reading")
	out := good(t, second, "hyp B: assoc(bill_length_mm, flipper_length_mm)")
	has(t, out, "supported", "not stored", "process ", "%run stores")
	good(t, first, "hyp C: assoc(bill_length_mm, bill_depth_mm)") // what the other stores is seen
	has(t, good(t, second, "find i.name where i about @bill_length_mm"), "A", "C")
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if out := good(t, second, "%run B"); strings.Contains(out, "not stored") {
		t.Error(out)
	}
	has(t, good(t, second, "%graph"), "3 findings")
}

func TestGraphRemovedUnderTheSession(t *testing.T) {
	s := begun(t)
	good(t, s, "%graph open kept")
	good(t, s, "hyp A: assoc(bill_length_mm, body_mass_g)")
	if err := os.RemoveAll("kept"); err != nil {
		t.Fatal(err)
	}
	has(t, good(t, s, "hyp B: assoc(bill_length_mm, flipper_length_mm)"), "supported", "not stored", "the graph is gone", "%graph open kept")
	has(t, good(t, s, "%graph"), "gone")
	has(t, good(t, s, "%graph open kept"), "1 finding taken over")
	if out := good(t, s, "%run B"); strings.Contains(out, "not stored") {
		t.Error(out)
	}
	has(t, good(t, s, "%graph"), "2 findings")
}

func TestOtherDataInOneGraph(t *testing.T) {
	s := begun(t)
	writeTab(t)
	good(t, s, "hyp A: assoc(bill_length_mm, body_mass_g)")
	good(t, s, "%reset penguins")
	good(t, s, `dataset t from "tab.tsv"`)
	if out := good(t, s, "hyp B: assoc(a, b)"); strings.Contains(out, "not stored") { // in memory whatever data are welcome
		t.Error(out)
	}
	has(t, good(t, s, "%graph"), "2 findings")

	first := beside(t, "kept")
	good(t, first, "hyp A: assoc(bill_length_mm, body_mass_g)")
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	other := session.New(session.Config{Version: "test", Graph: "kept"})
	t.Cleanup(func() { _ = other.Close() })
	out := good(t, other, "dataset t from \"tab.tsv\"\nhyp B: assoc(a, b)")
	has(t, out, "supported", "not stored", "about penguins", "--any-data")
	good(t, other, "%graph open kept --any-data")
	if out := good(t, other, "%run B"); strings.Contains(out, "not stored") {
		t.Error(out)
	}
	has(t, good(t, other, "%graph"), "2 findings")
}

func TestFindingsInMemoryAreNotLostBySlip(t *testing.T) {
	s := begun(t)
	good(t, s, "hyp A: assoc(bill_length_mm, body_mass_g)")
	out, err := sessiontest.Do(t, s, serve.Cell{Code: "%graph close", Count: 3})
	if err == nil {
		t.Error("findings were discarded without a word")
	}
	has(t, out, "1 finding", "%graph open", "--discard")
	has(t, good(t, s, "%graph"), "1 finding")
	has(t, good(t, s, "%graph close --discard"), "0 findings")
}

// A session that only read does not begin an empty graph where one was removed.
func TestGraphRemovedUnderAReader(t *testing.T) {
	first := begun(t)
	good(t, first, "%graph open kept")
	good(t, first, "hyp A: assoc(bill_length_mm, body_mass_g)")
	second := beside(t, "kept")
	has(t, good(t, second, "%graph"), "1 finding", "reading")
	if err := os.RemoveAll("kept"); err != nil {
		t.Fatal(err)
	}
	has(t, good(t, second, "hyp B: assoc(bill_length_mm, flipper_length_mm)"), "supported", "not stored", "the graph is gone")
	has(t, good(t, second, "%graph open kept"), "1 finding taken over")
}
