package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// germanTable is a table as a German Excel writes it: Windows-1252, semicolons, decimal commas, points between thousands, and dates
// written day.month.year.
func germanTable() string {
	var b strings.Builder
	b.WriteString("Einkommen;Bevölkerung;Größe;geboren;Ort\n")
	for i := range 60 {
		income := fmt.Sprintf("%.2f", 1234.5+float64(i)*997.25)
		whole, cents, _ := strings.Cut(income, ".")
		people := fmt.Sprint(1000 + i*1371)
		height := strings.Replace(fmt.Sprintf("%.2f", 1.5+float64(i*7%13)/20), ".", ",", 1)
		fmt.Fprintf(&b, "%s.%s,%s;%s.%s;%s;%02d.%02d.%d;%s\n", whole[:len(whole)-3], whole[len(whole)-3:], cents,
			people[:len(people)-3], people[len(people)-3:], height, 1+i%28, 1+i%12, 1950+i, [2]string{"Nord", "Süd"}[i%2])
	}
	var bytes []byte
	for _, r := range b.String() {
		bytes = append(bytes, byte(r)) // every letter here is its code point in Windows-1252
	}
	return string(bytes)
}

// The file is read as its data set or its catalog says, and without a word it is not: the numbers are those of scipy 1.17.1 over
// read_csv(sep=";", decimal=",", thousands=".", encoding="cp1252", dayfirst=True) of pandas 3.1.1.
func TestGermanTable(t *testing.T) {
	folder := t.TempDir()
	data := write(t, folder, "de.csv", germanTable())
	study := write(t, folder, "de.hyp", "dataset de from \"de.csv\" encoding \"cp1252\" decimal \",\" thousands \".\" dates \"dd.mm.yyyy\"\n"+
		"hyp A: assoc(Größe, Einkommen)\nhyp B: assoc(geboren, Einkommen)\nhyp C: assoc(Bevölkerung, Größe)\nhyp D: diff(Größe, by=Ort: \"Süd\" vs \"Nord\")\n")
	want := []string{`"value":0.0487844104958`, `"value":0.999871153381`, `"value":0.0487844104958`, `"value":0.955635429727`}
	check := func(args ...string) {
		t.Helper()
		stdout, stderr, state := hyp(t, append(args, "--json")...)
		lines := strings.Split(strings.TrimSpace(stdout), "\n")
		if state.ExitCode() != 0 || stderr != "" || len(lines) != 4 {
			t.Fatalf("exit %d: %s%s", state.ExitCode(), stdout, stderr)
		}
		for i, line := range lines {
			if !strings.Contains(line, want[i]) {
				t.Errorf("%v: no %s in %s", args, want[i], line)
			}
		}
	}
	check("run", study)

	bare := write(t, folder, "bare.hyp", "dataset de from \"de.csv\"\nhyp A: assoc(Größe, Einkommen)\nhyp B: assoc(geboren, Einkommen)\nhyp C: assoc(Bevölkerung, Größe)\nhyp D: diff(Größe, by=Ort: \"Süd\" vs \"Nord\")\n")
	if _, stderr, state := hyp(t, "run", bare); state.ExitCode() != 1 || !strings.Contains(stderr, "declare the encoding") {
		t.Errorf("exit %d: %s", state.ExitCode(), stderr)
	}
	catalog := write(t, folder, "de.catalog.json", `{"format": {"encoding": "latin-1", "decimal": ",", "thousands": ".", "dates": "dd.mm.yyyy"}}`)
	check("run", bare)
	if stdout, stderr, state := hyp(t, "run", "-e", "assoc(Größe, Einkommen)", "--data", data); state.ExitCode() != 0 || !strings.Contains(stdout, "0.04878") {
		t.Errorf("exit %d: %s%s", state.ExitCode(), stdout, stderr)
	}
	if err := os.Remove(catalog); err != nil {
		t.Fatal(err)
	}

	// A draft says how the file is written, and checks.
	stdout, stderr, state := hyp(t, "init", data, "--encoding", "cp1252", "--decimal", ",", "--thousands", ".", "--dates", "dd.mm.yyyy", "-o", filepath.Join(folder, "draft.hyp"))
	if state.ExitCode() != 0 {
		t.Fatalf("exit %d: %s%s", state.ExitCode(), stdout, stderr)
	}
	draft, err := os.ReadFile(filepath.Join(folder, "draft.hyp"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"de.csv\" encoding \"cp1252\" decimal \",\" thousands \".\" dates \"dd.mm.yyyy\"\n", "var geboren time\n", "var Bevölkerung numeric\n"} {
		if !strings.Contains(string(draft), want) {
			t.Errorf("no %q in %s", want, draft)
		}
	}
	if _, stderr, state := hyp(t, "check", filepath.Join(folder, "draft.hyp")); state.ExitCode() != 0 {
		t.Errorf("exit %d: %s", state.ExitCode(), stderr)
	}
	if _, stderr, state := hyp(t, "init", data, "--encoding", "ansi"); state.ExitCode() != 2 || !strings.Contains(stderr, "cp1252") {
		t.Errorf("exit %d: %s", state.ExitCode(), stderr)
	}
}

// Numbers with two readings are said to have them, by check and by run, until the study says which.
func TestTwoReadings(t *testing.T) {
	folder := t.TempDir()
	var b strings.Builder
	b.WriteString("income;x\n")
	for i := range 30 {
		fmt.Fprintf(&b, "%d.%03d;%d\n", 1+i%9, i*37%1000, i)
	}
	write(t, folder, "t.csv", b.String())
	for _, c := range []struct {
		format, types string
		said          bool
		slope         string
	}{
		{"", "", true, ""}, {"", "var income numeric var x numeric ", true, ""},
		{`decimal "."`, "", false, ""}, {`thousands "."`, "", false, ""},
	} {
		study := write(t, folder, "s.hyp", "dataset d from \"t.csv\" "+c.format+"\n"+c.types+"assoc(income, x)")
		for _, command := range []string{"check", "run"} {
			stdout, stderr, state := hyp(t, command, study)
			said := strings.Contains(stdout+stderr, "E0615") && strings.Contains(stdout+stderr, "1 or 1000") && strings.Contains(stdout+stderr, `decimal "," thousands "."`)
			if want := c.said && (command == "run" || c.types == ""); said != want || state.ExitCode() != 0 {
				t.Errorf("%s %+v: %t, exit %d: %s%s", command, c, said, state.ExitCode(), stdout, stderr)
			}
		}
	}
}
