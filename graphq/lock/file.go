package lock

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Schema is the version of the file's shape; a newer one is refused.
const Schema = 1

// Lock is what `hyp freeze` writes: the study's findings as they must be.
type Lock struct {
	Study     string
	Tolerance float64
	Data      []Data
	Findings  []Finding
}

// Data is one table of a study.
type Data struct{ Name, File, Hash string }

// Write writes a lock: a line a fact, in the order of the study, so that a change of one fact is a change of one line.
func Write(w io.Writer, l *Lock) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "hyp lock %d\n# Written by `hyp freeze`, compared by `hyp verify`. Freeze again rather than edit.\n\nstudy %s\ntolerance %s\n", Schema, strconv.Quote(l.Study), strconv.FormatFloat(l.Tolerance, 'g', -1, 64))
	for _, d := range l.Data {
		fmt.Fprintf(b, "\ndata %s from %s\n  sha256 %s\n", strconv.Quote(d.Name), strconv.Quote(d.File), d.Hash)
	}
	for i := range l.Findings {
		f := &l.Findings[i]
		fmt.Fprintf(b, "\nhyp %s\n  claim %s\n", strconv.Quote(f.Name), f.Claim)
		line := func(key, value string) {
			if value != "" {
				fmt.Fprintf(b, "  %s %s\n", key, value)
			}
		}
		line("dataset", f.Dataset)
		line("specification", f.Specification)
		line("estimand", f.Estimand)
		for _, c := range f.Criteria {
			line("criterion", c)
		}
		line("verdict", f.Verdict)
		line("refused", f.Refusal)
		line("measure", f.Measure)
		for _, n := range f.numbers() {
			if *n.value != nil {
				line(n.name, text12(**n.value))
			}
		}
	}
	return b.Flush()
}

// Read reads a lock. Errors name the line.
func Read(r io.Reader, name string) (*Lock, error) {
	l := &Lock{Tolerance: DefaultTolerance}
	scan := bufio.NewScanner(r)
	scan.Buffer(nil, 1<<22)
	schema := 0
	var f *Finding
	for n := 1; scan.Scan(); n++ {
		fail := func(format string, args ...any) error {
			return fmt.Errorf("%s:%d: %s", name, n, fmt.Sprintf(format, args...))
		}
		text := strings.TrimSpace(scan.Text())
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		key, value, _ := strings.Cut(text, " ")
		if schema == 0 {
			if _, err := fmt.Sscanf(text, "hyp lock %d", &schema); err != nil || schema < 1 {
				return nil, fail("this is no lock: it must begin with `hyp lock %d`", Schema)
			}
			if schema > Schema {
				return nil, fail("written by a newer hyp (lock %d; this one knows %d): update hyp", schema, Schema)
			}
			continue
		}
		if !strings.HasPrefix(scan.Text(), " ") {
			var err error
			f, err = l.statement(key, value)
			if err != nil {
				return nil, fail("%v", err)
			}
			continue
		}
		if key == "sha256" && f == nil && len(l.Data) > 0 {
			l.Data[len(l.Data)-1].Hash = value
			continue
		}
		if f == nil {
			return nil, fail("`%s` belongs to no hypothesis", key)
		}
		if err := f.set(key, value); err != nil {
			return nil, fail("%v", err)
		}
	}
	if err := scan.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if schema == 0 {
		return nil, fmt.Errorf("%s: this is no lock: the file is empty", name)
	}
	for i := range l.Findings {
		f := &l.Findings[i]
		for _, d := range l.Data {
			if d.Name == f.Dataset {
				f.DataHash = d.Hash
			}
		}
	}
	return l, nil
}

// statement reads a line at the margin; the finding is that which further lines belong to.
func (l *Lock) statement(key, value string) (*Finding, error) {
	switch key {
	case "study":
		s, err := strconv.Unquote(value)
		l.Study = s
		return nil, err
	case "tolerance":
		x, err := strconv.ParseFloat(value, 64)
		if err != nil || !(x >= 0) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("the tolerance is a number from 0, not %q", value)
		}
		l.Tolerance = x
		return nil, nil
	case "data":
		first, err := strconv.QuotedPrefix(value)
		if err != nil {
			return nil, fmt.Errorf("data %q: a name in quotes is missing", value)
		}
		d := Data{}
		if d.Name, err = strconv.Unquote(first); err != nil {
			return nil, err
		}
		file, found := strings.CutPrefix(value[len(first):], " from ")
		if !found {
			return nil, fmt.Errorf("data %q: the file is missing", value)
		}
		if d.File, err = strconv.Unquote(file); err != nil {
			return nil, fmt.Errorf("data %q: the file stands in quotes", value)
		}
		l.Data = append(l.Data, d)
		return nil, nil
	case "hyp":
		s, err := strconv.Unquote(value)
		if err != nil {
			return nil, fmt.Errorf("hyp %s: the name stands in quotes", value)
		}
		l.Findings = append(l.Findings, Finding{Name: s, Judged: true})
		return &l.Findings[len(l.Findings)-1], nil
	}
	return nil, fmt.Errorf("nothing in a lock is called `%s`", key)
}

func (f *Finding) set(key, value string) error {
	switch key {
	case "claim":
		f.Claim = value
	case "dataset":
		f.Dataset = value
	case "specification":
		f.Specification = value
	case "estimand":
		f.Estimand = value
	case "criterion":
		f.Criteria = append(f.Criteria, value)
	case "verdict":
		f.Verdict = value
	case "refused":
		f.Refusal = value
	case "measure":
		f.Measure = value
	default:
		for _, n := range f.numbers() {
			if n.name == key {
				x, err := strconv.ParseFloat(value, 64)
				if err != nil {
					return fmt.Errorf("%s is a number, not %q", key, value)
				}
				*n.value = &x
				return nil
			}
		}
		return fmt.Errorf("nothing of a hypothesis is called `%s`", key)
	}
	return nil
}
